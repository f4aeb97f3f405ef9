// Command lint holds the rules of this repository that no linter in common use has. One
// part is a tool of go vet:
//
//	go build -o lint ./internal/lint
//	go vet -vettool=$PWD/lint ./...
//
// Its rules:
//
//   - message: a failure message of a test says in words what was called, and what was
//     wanted. A constant text has a word, and "want" or "expected". An error that is
//     passed without a text is fine, because it names its operation. After a check for
//     err != nil, a text that ends with the error needs no "want".
//   - condition: an if statement that fails a test joins at most two claims with ||.
//   - name: a test is named for a behavior, in at most 60 characters. The name begins
//     with no article, and has no word that the table of terms in CONTRIBUTING.md avoids.
//   - line: no line of Go has more than 120 columns. A tab counts as one.
//   - goroutine: a file starts goroutines only if goroutines.go has it, and why a panic
//     in them is no harm.
//
// The other part reads the whole repository. It checks the comments and texts of the code
// for the terms that CONTRIBUTING.md has, and the length of lines in Markdown:
//
//	./lint words .
//
// A third part prints what packages export, one name a line, which .ci/exported keeps:
//
//	./lint exported ./... > .ci/exported
//
// A fourth part lists what programs link, with the licences, and fails for one that is not
// allowed:
//
//	./lint licences ./... ./examples/...
//
// A fifth part prints what each package is for, and what it imports of this repository:
//
//	./lint packages ./...
//
// The program is a module of its own, so that its dependencies are not those of the SDK.
package main

import (
	"fmt"
	"io"
	"os"

	"golang.org/x/tools/go/analysis/unitchecker"
)

func main() {
	if len(os.Args) > 1 {
		if command, ok := map[string]func(io.Writer, []string) error{
			"exported": printExported, "licences": printLicences, "packages": printPackages, "words": printWords,
		}[os.Args[1]]; ok {
			if err := command(os.Stdout, os.Args[2:]); err != nil {
				fmt.Fprintln(os.Stderr, "lint:", err)
				os.Exit(1)
			}
			return
		}
	}
	unitchecker.Main(analyzer(goroutines()))
}
