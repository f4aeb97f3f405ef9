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
)

// graph is the files of a package, each with the files that it refers to.
type graph map[string]map[string]bool

// listed is what go list says of a package.
type listed struct {
	ImportPath, Dir, Export string
	GoFiles                 []string
	DepOnly                 bool
}

// load reads the files of a package and what they refer to.
func load(folder, pkg string) (graph, error) {
	cmd := exec.Command("go", "list", "-export", "-deps", "-json=ImportPath,Dir,Export,GoFiles,DepOnly", pkg)
	cmd.Dir, cmd.Stderr = folder, os.Stderr
	out, err := cmd.Output()
	if err != nil {
		return nil, fmt.Errorf("go list: %w", err)
	}
	compiled := map[string]string{}
	var wanted *listed
	for decoder := json.NewDecoder(bytes.NewReader(out)); ; {
		var p listed
		if err := decoder.Decode(&p); errors.Is(err, io.EOF) {
			break
		} else if err != nil {
			return nil, err
		}
		compiled[p.ImportPath] = p.Export
		if !p.DepOnly {
			wanted = &p
		}
	}
	if wanted == nil {
		return nil, fmt.Errorf("%s is no package", pkg)
	}
	set := token.NewFileSet()
	var files []*ast.File
	for _, name := range wanted.GoFiles {
		file, err := parser.ParseFile(set, filepath.Join(wanted.Dir, name), nil, parser.SkipObjectResolution)
		if err != nil {
			return nil, err
		}
		files = append(files, file)
	}
	return refer(set, wanted.ImportPath, files, importer.ForCompiler(set, "gc", func(path string) (io.ReadCloser, error) {
		return os.Open(compiled[path])
	}))
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
		found[name(file.Pos())] = map[string]bool{}
	}
	for ident, object := range info.Uses {
		if f, ok := object.(*types.Func); ok {
			object = f.Origin()
			if recv := f.Signature().Recv(); recv != nil && object.Pkg() == pkg {
				found.add(name(ident.Pos()), name(object.Pos()))
				continue
			}
		}
		if object.Pkg() == pkg && object.Parent() == pkg.Scope() {
			found.add(name(ident.Pos()), name(object.Pos()))
		}
	}
	return found, nil
}

func (g graph) add(from, to string) {
	if from != to {
		g[from][to] = true
	}
}
