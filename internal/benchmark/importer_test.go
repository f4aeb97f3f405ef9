package benchmark_test

import (
	"os/exec"
	"strconv"
	"strings"
	"testing"
)

// TestProgramThatImportsCMSCompilesLittleOfIt counts the functions in the object of
// a program that makes a client and nothing more. Go compiles what depends on type
// parameters again in every package that names it, which once made that program
// 4,006 functions and 8 s of the compiler.
func TestProgramThatImportsCMSCompilesLittleOfIt(t *testing.T) {
	t.Parallel()
	object, err := exec.CommandContext(t.Context(), "go", "list", "-export", "-f", "{{.Export}}",
		"./testdata/importer").Output()
	if err != nil {
		t.Fatal(err)
	}
	symbols, err := exec.CommandContext(t.Context(), "go", "tool", "nm", "-size",
		strings.TrimSpace(string(object))).Output()
	if err != nil {
		t.Fatal(err)
	}
	functions, size := 0, 0
	for line := range strings.Lines(string(symbols)) {
		columns := strings.Fields(line) // address, size, type, name
		if len(columns) > 3 && (columns[2] == "T" || columns[2] == "t") {
			n, err := strconv.Atoi(columns[1])
			if err != nil {
				t.Fatalf("The size of the symbol %q: error %v, want a number", line, err)
			}
			functions, size = functions+1, size+n
		}
	}
	t.Logf("%d functions, %d bytes", functions, size)
	if functions == 0 || functions > 1000 {
		t.Errorf("a program that imports cms compiles %d functions, want 1 to 1,000", functions)
	}
}
