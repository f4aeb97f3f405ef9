package main

import (
	"fmt"
	"go/types"
	"io"
	"slices"
	"strings"

	"golang.org/x/tools/go/packages"
)

// printExported prints the exported names of packages with their types, one on each line,
// sorted. It skips programs, and packages that only this repository can import.
func printExported(out io.Writer, patterns []string) error {
	config := &packages.Config{Mode: packages.NeedName | packages.NeedTypes | packages.NeedImports | packages.NeedModule}
	loaded, err := packages.Load(config, patterns...)
	if err != nil {
		return err
	}
	var lines []string
	for _, one := range loaded {
		if len(one.Errors) > 0 {
			return one.Errors[0]
		}
		if one.Name == "main" || slices.Contains(strings.Split(one.PkgPath, "/"), "internal") {
			continue
		}
		path := one.PkgPath
		if one.Module != nil {
			path = strings.TrimPrefix(path, one.Module.Path+"/")
		}
		for _, line := range exportedOf(one.Types) {
			lines = append(lines, path+": "+line)
		}
	}
	slices.Sort(lines)
	for _, line := range lines {
		if _, err := fmt.Fprintln(out, line); err != nil {
			return err
		}
	}
	return nil
}

// exportedOf returns the lines for the exported names of a package, and for the fields
// and methods of its types.
func exportedOf(of *types.Package) []string {
	qualify := func(other *types.Package) string {
		if other == of {
			return ""
		}
		return other.Name()
	}
	var lines []string
	for _, name := range of.Scope().Names() {
		object := of.Scope().Lookup(name)
		if !object.Exported() {
			continue
		}
		named, ok := object.(*types.TypeName)
		if !ok {
			lines = append(lines, types.ObjectString(object, qualify))
			continue
		}
		lines = append(lines, typeLine(named, qualify))
		if !named.IsAlias() {
			lines = append(lines, members(named, qualify)...)
		}
	}
	return lines
}

// typeLine returns the line for a type. The members of structs and interfaces have their
// own lines.
func typeLine(named *types.TypeName, qualify types.Qualifier) string {
	declared := "type " + types.TypeString(named.Type(), qualify)
	if alias, ok := named.Type().(*types.Alias); ok {
		return declared + " = " + types.TypeString(alias.Rhs(), qualify)
	}
	switch underlying := named.Type().Underlying().(type) {
	case *types.Struct:
		if !types.Comparable(underlying) {
			return declared + " struct, not comparable"
		}
		return declared + " struct"
	case *types.Interface:
		return declared + " interface"
	default:
		return declared + " " + types.TypeString(underlying, qualify)
	}
}

// members returns the lines for the exported fields and methods of a type. The methods
// include those of embedded fields. An interface that other packages cannot implement has a
// line that says so.
func members(named *types.TypeName, qualify types.Qualifier) []string {
	var lines []string
	switch underlying := named.Type().Underlying().(type) {
	case *types.Struct:
		for field := range underlying.Fields() {
			if field.Exported() {
				lines = append(lines, "field "+named.Name()+"."+field.Name()+" "+types.TypeString(field.Type(), qualify))
			}
		}
	case *types.Interface:
		for method := range underlying.Methods() {
			if method.Exported() {
				lines = append(lines, "method "+named.Name()+"."+signature(method, qualify))
			} else {
				lines = append(lines, "method "+named.Name()+" has methods that are not exported")
			}
		}
		return slices.Compact(lines)
	}
	values := types.NewMethodSet(named.Type())
	for selection := range types.NewMethodSet(types.NewPointer(named.Type())).Methods() {
		method, ok := selection.Obj().(*types.Func)
		if !ok || !method.Exported() {
			continue
		}
		receiver := "*" + named.Name()
		if values.Lookup(method.Pkg(), method.Name()) != nil {
			receiver = named.Name()
		}
		lines = append(lines, "method ("+receiver+") "+signature(method, qualify))
	}
	return lines
}

// signature returns the name and the signature of a method, without the receiver.
func signature(method *types.Func, qualify types.Qualifier) string {
	text := types.TypeString(method.Signature(), qualify)
	return method.Name() + strings.TrimPrefix(text, "func")
}
