package main

import (
	"bytes"
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

// maxFile is the size of a description that is read.
const maxFile = 64 << 20

// readFile reads a file that is not too large.
func readFile(name string, limit int64) ([]byte, error) {
	file, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer file.Close() //nolint:errcheck // the file was only read
	data, err := io.ReadAll(io.LimitReader(file, limit+1))
	if err == nil && int64(len(data)) > limit {
		err = fmt.Errorf("%s is larger than %d bytes", name, limit)
	}
	return data, err
}

// writeFile replaces a file as a whole, or leaves it as it was.
func writeFile(name string, data []byte) error {
	if old, err := os.ReadFile(name); err == nil && bytes.Equal(old, data) {
		return nil
	}
	file, err := os.CreateTemp(filepath.Dir(name), "."+filepath.Base(name)+"-*")
	if err != nil {
		return err
	}
	_, err = file.Write(data)
	err = errors.Join(err, file.Chmod(0o644), file.Close()) // as the go command writes files
	if err == nil {
		err = os.Rename(file.Name(), name)
	}
	if err != nil {
		return errors.Join(err, os.Remove(file.Name()))
	}
	return nil
}

// withoutHeader returns a file from its package clause on. The header holds the day of the
// reading, which is no change.
func withoutHeader(source []byte) []byte {
	if i := bytes.Index(source, []byte("\npackage ")); i >= 0 {
		return source[i:]
	}
	return source
}

// apart refuses a file that declares a name of another file of its package.
func apart(name string, source []byte) error {
	own, _ := declared(name, source) // source was formatted, so it can be parsed
	// The folder is escaped, so the pattern is valid.
	others, _ := filepath.Glob(filepath.Join(escaped(filepath.Dir(name)), "*.go"))
	for _, other := range others {
		if filepath.Base(other) == filepath.Base(name) || strings.HasSuffix(other, "_test.go") {
			continue
		}
		text, err := readFile(other, maxFile)
		if err != nil {
			return err
		}
		names, _ := declared(other, text) // the compiler reports a broken file
		for _, one := range sortedKeys(names) {
			if own[one] {
				return fmt.Errorf("%s has a %s already: give the records another name, -route …=Name", other, one)
			}
		}
	}
	return nil
}

// escaped is a folder for a pattern of files.
func escaped(folder string) string {
	return strings.NewReplacer(`\`, `\\`, "*", `\*`, "?", `\?`, "[", `\[`).Replace(folder)
}

// declared are the names that a file declares in its package.
func declared(name string, source []byte) (map[string]bool, error) {
	file, err := parser.ParseFile(token.NewFileSet(), name, source, parser.SkipObjectResolution)
	if err != nil {
		return nil, err
	}
	names := map[string]bool{}
	for _, d := range file.Decls {
		switch d := d.(type) {
		case *ast.FuncDecl:
			if d.Recv == nil {
				names[d.Name.Name] = true
			}
		case *ast.GenDecl:
			for _, spec := range d.Specs {
				switch spec := spec.(type) {
				case *ast.TypeSpec:
					names[spec.Name.Name] = true
				case *ast.ValueSpec:
					for _, one := range spec.Names {
						names[one.Name] = true
					}
				}
			}
		}
	}
	return names, nil
}

// indented writes a value for a file that people compare.
func indented(v any) ([]byte, error) {
	data, err := json.Marshal(v, json.Deterministic(true), jsontext.WithIndent("\t"))
	if err != nil {
		return nil, err
	}
	return append(bytes.TrimSpace(data), '\n'), nil
}
