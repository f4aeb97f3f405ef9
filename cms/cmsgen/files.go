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

// maxFile is the largest size in bytes of a file that cmsgen reads.
const maxFile = 64 << 20

// readFile reads a file. It fails if the file is larger than limit.
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

// writeFile replaces a file. If it fails, the file is unchanged.
func writeFile(name string, data []byte) error {
	if old, err := os.ReadFile(name); err == nil && bytes.Equal(old, data) {
		return nil
	}
	file, err := os.CreateTemp(filepath.Dir(name), "."+filepath.Base(name)+"-*")
	if err != nil {
		return err
	}
	_, err = file.Write(data)
	// CreateTemp makes a file that only its owner can read. Chmod lets all users read it.
	err = errors.Join(err, file.Chmod(0o644), file.Close())
	if err == nil {
		err = os.Rename(file.Name(), name)
	}
	if err != nil {
		return errors.Join(err, os.Remove(file.Name()))
	}
	return nil
}

// withoutHeader returns the source from its package clause on. The removed header has the
// date on which the site was read, and a new date must not count as a change.
func withoutHeader(source []byte) []byte {
	if i := bytes.Index(source, []byte("\npackage ")); i >= 0 {
		return source[i:]
	}
	return source
}

// apart returns an error if another Go file in the same folder declares a name that source
// also declares.
func apart(name string, source []byte) error {
	own, _ := declared(name, source) // cannot fail: source is formatted Go
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
		names, _ := declared(other, text) // a file that is not valid Go is skipped; the compiler will report it
		for _, one := range sortedKeys(names) {
			if own[one] {
				return fmt.Errorf("%s has a %s already: give the records another name, -route …=Name, or all types a "+
					"-type-prefix", other, one)
			}
		}
	}
	return nil
}

// escaped escapes the characters of a folder that have a meaning in a pattern of
// [filepath.Glob].
func escaped(folder string) string {
	return strings.NewReplacer(`\`, `\\`, "*", `\*`, "?", `\?`, "[", `\[`).Replace(folder)
}

// declared returns the names that a file declares in its package.
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

// indented encodes a value as JSON with indented lines and sorted keys. So two files are easy
// to compare.
func indented(v any) ([]byte, error) {
	data, err := json.Marshal(v, json.Deterministic(true), jsontext.WithIndent("\t"))
	if err != nil {
		return nil, err
	}
	return append(bytes.TrimSpace(data), '\n'), nil
}
