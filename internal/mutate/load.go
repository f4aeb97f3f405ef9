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
	"strings"
)

// listed has what go list prints about a package.
type listed struct {
	ImportPath, Dir, Name, Export string
	GoFiles                       []string
	TestGoFiles, XTestGoFiles     []string
	Deps                          []string
	Standard                      bool
}

func list(args ...string) ([]listed, error) {
	out, err := command(exec.Command("go",
		append([]string{"list", "-json=ImportPath,Dir,Name,Export,GoFiles,TestGoFiles,XTestGoFiles,Deps,Standard"},
			args...)...))
	if err != nil {
		return nil, err
	}
	var all []listed
	for dec := json.NewDecoder(bytes.NewReader(out)); ; {
		var p listed
		switch err := dec.Decode(&p); err {
		case nil:
			all = append(all, p)
		case io.EOF:
			return all, nil
		default:
			return nil, err
		}
	}
}

// command runs a command and returns its standard output. If the command fails, the error
// contains its standard output and its standard error.
func command(cmd *exec.Cmd) ([]byte, error) {
	var complaint bytes.Buffer
	cmd.Stderr = &complaint
	out, err := cmd.Output()
	if err != nil {
		return nil, fmt.Errorf("%s: %w\n%s%s", strings.Join(cmd.Args, " "), err, out, complaint.Bytes())
	}
	return out, nil
}

// source is a source file of a package.
type source struct {
	name   string // path relative to the root of the module
	path   string
	text   []byte
	syntax *ast.File
}

// checked is a package that was type-checked.
type checked struct {
	path, name, dir string
	files           *token.FileSet
	sources         []*source
	info            *types.Info
	imports         types.Importer
}

// load reads and type-checks packages. It returns only those for which shipped is true.
func load(root string, patterns []string) ([]*checked, error) {
	wanted, err := list(patterns...)
	if err != nil {
		return nil, err
	}
	all, err := list(append([]string{"-deps", "-export"}, patterns...)...)
	if err != nil {
		return nil, err
	}
	ofUsers, err := shipped()
	if err != nil {
		return nil, err
	}
	exports := map[string]string{}
	for _, p := range all {
		exports[p.ImportPath] = p.Export
	}
	var out []*checked
	for _, p := range wanted {
		if !ofUsers[p.ImportPath] {
			continue
		}
		c := &checked{path: p.ImportPath, name: p.Name, dir: p.Dir, files: token.NewFileSet()}
		c.imports = importer.ForCompiler(c.files, "gc",
			func(path string) (io.ReadCloser, error) { return os.Open(exports[path]) })
		for _, name := range p.GoFiles {
			path := filepath.Join(p.Dir, name)
			text, err := os.ReadFile(path)
			if err != nil {
				return nil, err
			}
			relative, err := filepath.Rel(root, path)
			if err != nil {
				return nil, err
			}
			c.sources = append(c.sources, &source{name: relative, path: path, text: text})
		}
		for _, s := range c.sources {
			if s.syntax, err = parser.ParseFile(c.files, s.path, s.text, parser.SkipObjectResolution); err != nil {
				return nil, err
			}
		}
		c.info = &types.Info{Types: map[ast.Expr]types.TypeAndValue{}, Defs: map[*ast.Ident]types.Object{},
			Uses: map[*ast.Ident]types.Object{}}
		if problems := c.check(nil, c.info); len(problems) > 0 {
			return nil, problems[0]
		}
		out = append(out, c)
	}
	return out, nil
}

// shipped returns the paths of all packages that users of the module link, or use in their tests.
// These are the public packages in the current folder and below it, and the packages that they
// import. shipped leaves out the programs in examples.
func shipped() (map[string]bool, error) {
	all, err := list("./...")
	if err != nil {
		return nil, err
	}
	out := map[string]bool{}
	for _, p := range all {
		switch folder, _, _ := strings.Cut(strings.TrimPrefix(p.ImportPath, module+"/"), "/"); folder {
		case "examples", "internal":
			continue
		}
		out[p.ImportPath] = true
		for _, path := range p.Deps {
			out[path] = true
		}
	}
	return out, nil
}

// check type-checks the package and returns the errors. changed maps the paths of changed
// files to their new texts. If changed is nil, check reads the original files.
func (c *checked) check(changed map[string]string, info *types.Info) []types.Error {
	files := token.NewFileSet()
	if changed == nil {
		files = c.files
	}
	var parsed []*ast.File
	for _, s := range c.sources {
		syntax := s.syntax
		if changed != nil {
			text, ok := changed[s.path]
			if !ok {
				text = string(s.text)
			}
			var err error
			if syntax, err = parser.ParseFile(files, s.path, text, parser.SkipObjectResolution); err != nil {
				return []types.Error{{Fset: files, Msg: err.Error()}}
			}
		}
		parsed = append(parsed, syntax)
	}
	if changed != nil {
		syntax, err := parser.ParseFile(files, switchFile, c.switchSource(0), 0)
		if err != nil {
			return []types.Error{{Fset: files, Msg: err.Error()}}
		}
		parsed = append(parsed, syntax)
	}
	var problems []types.Error
	config := types.Config{Importer: c.imports, Error: func(err error) {
		problem, ok := errors.AsType[types.Error](err)
		if ok && (!problem.Soft || strings.Contains(problem.Msg, "declared and not used")) {
			problems = append(problems, problem)
		}
	}}
	_, _ = config.Check(c.path, files, parsed, info)
	return problems
}
