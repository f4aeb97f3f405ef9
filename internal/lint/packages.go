package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"
)

// described has what go list prints about a package.
type described struct {
	ImportPath, Doc string
	Imports         []string
	Module          struct{ Path string }
}

// printPackages prints the first sentence of each package comment, and the packages of
// this repository that the package imports. It ignores imports of tests.
func printPackages(out io.Writer, patterns []string) error {
	var printed bytes.Buffer
	list := exec.Command("go", append([]string{"list", "-json=ImportPath,Doc,Imports,Module"}, patterns...)...)
	list.Stdout, list.Stderr = &printed, os.Stderr
	if err := list.Run(); err != nil {
		return fmt.Errorf("go list: %w", err)
	}
	root := ""
	for decoder := json.NewDecoder(&printed); ; {
		var one described
		switch err := decoder.Decode(&one); {
		case errors.Is(err, io.EOF):
			return nil
		case err != nil:
			return err
		}
		if root == "" {
			root = one.Module.Path + "/"
		}
		var imports []string
		for _, path := range one.Imports {
			if below, ok := strings.CutPrefix(path, root); ok {
				imports = append(imports, below)
			}
		}
		doc := one.Doc
		if doc == "" {
			doc = "only tests"
		}
		line := strings.TrimPrefix(one.ImportPath, root) + "\n\t" + doc + "\n"
		if len(imports) > 0 {
			line += "\timports " + strings.Join(imports, ", ") + "\n"
		}
		if _, err := io.WriteString(out, line); err != nil {
			return err
		}
	}
}
