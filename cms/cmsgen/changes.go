package main

import (
	"bytes"
	"go/ast"
	"go/parser"
	"go/printer"
	"go/token"
	"maps"
	"strconv"
	"strings"
)

// changes lists the names that differ between two files. Each line begins with a sign: +
// for a new name, - for a removed name, ~ for a changed type.
func changes(old, fresh []byte) ([]string, error) {
	before := map[string]string{}
	if old != nil {
		var err error
		if before, err = described(old); err != nil {
			return nil, err
		}
	}
	after, err := described(fresh)
	if err != nil {
		return nil, err
	}
	var lines []string
	all := maps.Clone(before)
	maps.Copy(all, after)
	for _, name := range sortedKeys(all) {
		was, had := before[name]
		is, has := after[name]
		if owner, _, inside := strings.Cut(name, "."); inside {
			_, ownerHad := before[owner]
			_, ownerHas := after[owner]
			// A new or removed type gets one line. Its fields and methods get none.
			if ownerHad != ownerHas {
				continue
			}
		}
		switch {
		case !had:
			lines = append(lines, "+ "+name+" "+is)
		case !has:
			lines = append(lines, "- "+name+" "+was)
		case was != is:
			lines = append(lines, "~ "+name+" "+was+" -> "+is)
		}
	}
	if len(lines) == 0 {
		lines = []string{"~ comments"}
	}
	return lines, nil
}

// described returns all names that a file declares, including fields, with their types.
func described(source []byte) (map[string]string, error) {
	set := token.NewFileSet()
	file, err := parser.ParseFile(set, "", source, parser.SkipObjectResolution)
	if err != nil {
		return nil, err
	}
	all := map[string]string{}
	text := func(node ast.Node) string {
		var out bytes.Buffer
		_ = printer.Fprint(&out, set, node) // printing parsed code into memory cannot fail
		return string(bytes.Join(bytes.Fields(out.Bytes()), []byte(" ")))
	}
	for _, d := range file.Decls {
		switch d := d.(type) {
		case *ast.FuncDecl:
			name := d.Name.Name
			if d.Recv != nil {
				name = strings.TrimPrefix(text(d.Recv.List[0].Type), "*") + "." + name
			}
			all[name] = text(d.Type)
		case *ast.GenDecl:
			for _, spec := range d.Specs {
				addSpec(all, spec, text)
			}
		}
	}
	return all, nil
}

// addSpec adds the names that a type or constant declaration declares.
func addSpec(all map[string]string, spec ast.Spec, text func(ast.Node) string) {
	switch spec := spec.(type) {
	case *ast.ValueSpec:
		for i, name := range spec.Names {
			if i < len(spec.Values) {
				all[name.Name] = text(spec.Values[i])
			}
		}
	case *ast.TypeSpec:
		object, ok := spec.Type.(*ast.StructType)
		if !ok {
			all[spec.Name.Name] = text(spec.Type)
			return
		}
		all[spec.Name.Name] = "struct"
		for _, f := range object.Fields.List {
			tag := ""
			if f.Tag != nil {
				if plain, err := strconv.Unquote(f.Tag.Value); err == nil {
					tag = " " + plain
				}
			}
			for _, name := range f.Names {
				all[spec.Name.Name+"."+name.Name] = text(f.Type) + tag
			}
		}
	}
}
