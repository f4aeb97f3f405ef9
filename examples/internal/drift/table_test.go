package drift

import (
	"encoding/json"
	"os"
	"strings"
	"testing"
)

// TestTypedOperationsAreThoseOfTheTable holds the embedded copy to the table that
// the SDK's own tests are made from. go generate writes it.
func TestTypedOperationsAreThoseOfTheTable(t *testing.T) {
	t.Parallel()
	data, err := os.ReadFile("../../../internal/ledger/testdata/operations.json")
	if err != nil {
		t.Fatal(err)
	}
	var table struct {
		Operations []struct {
			Service, Method, Path string
			Args                  []struct{ Name string }
		}
	}
	if err := json.Unmarshal(data, &table); err != nil {
		t.Fatal(err)
	}
	var want strings.Builder
	want.WriteString("# Made by go generate from the table of the specification.\n")
	for _, op := range table.Operations {
		if op.Service != "cms" {
			continue
		}
		want.WriteString(op.Method + " " + op.Path)
		for _, arg := range op.Args {
			want.WriteString(" " + arg.Name)
		}
		want.WriteString("\n")
	}
	if os.Getenv("FONTCMS_WRITE_TYPED") != "" {
		if err := os.WriteFile("typed.txt", []byte(want.String()), 0o600); err != nil {
			t.Fatal(err)
		}
		return
	}
	if typed != want.String() {
		t.Error("typed.txt differs from the table, want the same operations: run go generate")
	}
}
