package main

import (
	"bytes"
	"testing"
)

// TestExportedPrintsEachNameOnce does not run in parallel: the Go command reads the folder that it is in.
func TestExportedPrintsEachNameOnce(t *testing.T) {
	t.Chdir(repository(t, map[string]string{
		"go.mod":              "module example.org/clock\n\ngo 1.26.0\n",
		"tick/internal/a.go":  "package internal\n\ntype Hidden struct{}\n",
		"tick/cmd/command.go": "package main\n\nfunc Main() {}\n\nfunc main() {}\n",
		"tick/tick.go": `package tick

import "io"

const Fast Speed = "fast"

type Speed string

type Box[T any] struct {
	Value  T
	hidden int
}

func (b *Box[T]) Open(r io.Reader, rest ...T) (Speed, error) { return "", nil }

func (s Speed) String() string { return "" }

func (s Speed) hidden() {}

type Opener interface {
	Open() error
	closed()
}

type Same = Box[int]

type Table struct{ Rows []int }

var ErrLate error

func New(n int) *Box[string] { return nil }
`,
	}))
	const want = `tick: const Fast Speed
tick: field Box.Value T
tick: field Table.Rows []int
tick: func New(n int) *Box[string]
tick: method (*Box) Open(r io.Reader, rest ...T) (Speed, error)
tick: method (Speed) String() string
tick: method Opener has methods that are not exported
tick: method Opener.Open() error
tick: type Box[T any] struct, not comparable
tick: type Opener interface
tick: type Same = Box[int]
tick: type Speed string
tick: type Table struct, not comparable
tick: var ErrLate error
`
	var out bytes.Buffer
	if err := printExported(&out, []string{"./..."}); err != nil || out.String() != want {
		t.Errorf("printExported: error %v, printed\n%swant\n%s", err, &out, want)
	}
}

func TestExportedFailsForCodeThatDoesNotCompile(t *testing.T) {
	t.Chdir(repository(t, map[string]string{
		"go.mod": "module example.org/clock\n\ngo 1.26.0\n", "a.go": "package a\n\nvar A Missing\n",
	}))
	if err := printExported(&bytes.Buffer{}, []string{"./..."}); err == nil {
		t.Error("printExported of an unknown type: error nil, want one")
	}
}
