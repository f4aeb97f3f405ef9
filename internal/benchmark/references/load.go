package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
)

// graph is the files of a package, each with the files that it refers to, and the
// names that it takes from there.
type graph map[string]map[string][]string

// listed is what go list says of a package.
type listed struct {
	ImportPath, Name, Dir, Export string
	GoFiles                       []string
	DepOnly                       bool // it is a dependency of the packages that were named
}

// load reads the files of packages, and what they refer to: of those among the named ones
// and their dependencies that wanted chooses.
func load(folder string, wanted func(listed) bool, names ...string) (map[string]graph, error) {
	packages, err := list(folder, append([]string{"-export", "-deps"}, names...)...)
	if err != nil {
		return nil, err
	}
	compiled := map[string]string{}
	for _, p := range packages {
		compiled[p.ImportPath] = p.Export
	}
	set := token.NewFileSet()
	imports := importer.ForCompiler(set, "gc", func(path string) (io.ReadCloser, error) {
		return os.Open(compiled[path])
	})
	graphs := map[string]graph{}
	for _, p := range packages {
		if !wanted(p) {
			continue
		}
		var files []*ast.File
		for _, name := range p.GoFiles {
			file, err := parser.ParseFile(set, filepath.Join(p.Dir, name), nil, parser.SkipObjectResolution)
			if err != nil {
				return nil, err
			}
			files = append(files, file)
		}
		if graphs[p.ImportPath], err = refer(set, p.ImportPath, files, imports); err != nil {
			return nil, err
		}
	}
	return graphs, nil
}

// list runs go list.
func list(folder string, arguments ...string) (packages []listed, err error) {
	arguments = append([]string{"list", "-json=ImportPath,Name,Dir,Export,GoFiles,DepOnly"}, arguments...)
	cmd := exec.Command("go", arguments...)
	cmd.Dir, cmd.Stderr = folder, os.Stderr
	out, err := cmd.Output()
	if err != nil {
		return nil, fmt.Errorf("go list: %w", err)
	}
	for decoder := json.NewDecoder(bytes.NewReader(out)); ; {
		var p listed
		if err := decoder.Decode(&p); errors.Is(err, io.EOF) {
			return packages, nil
		} else if err != nil {
			return nil, err
		}
		packages = append(packages, p)
	}
}

// refer finds out what the files of a package refer to.
func refer(set *token.FileSet, path string, files []*ast.File, imports types.Importer) (graph, error) {
	info := &types.Info{Uses: map[*ast.Ident]types.Object{}}
	pkg, err := (&types.Config{Importer: imports}).Check(path, set, files, info)
	if err != nil {
		return nil, err
	}
	name := func(pos token.Pos) string { return filepath.Base(set.Position(pos).Filename) }
	found := graph{}
	for _, file := range files {
		found[name(file.Pos())] = map[string][]string{}
	}
	for ident, object := range info.Uses {
		if f, ok := object.(*types.Func); ok {
			object = f.Origin()
			if recv := f.Signature().Recv(); recv != nil && object.Pkg() == pkg {
				found.add(name(ident.Pos()), name(object.Pos()), object.Name())
				continue
			}
		}
		if object.Pkg() == pkg && object.Parent() == pkg.Scope() {
			found.add(name(ident.Pos()), name(object.Pos()), object.Name())
		}
	}
	return found, nil
}

// add notes that a file takes a name from another one.
func (g graph) add(from, to, name string) {
	if from != to && !slices.Contains(g[from][to], name) {
		g[from][to] = append(g[from][to], name)
	}
}
