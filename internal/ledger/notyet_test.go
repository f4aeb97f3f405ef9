package ledger_test

import (
	"slices"
	"testing"
)

// notYet are the operations of a stock WordPress that no method sends yet. The list may
// only shrink: who types an operation removes its line.
var notYet = []string{}

// mostNotYet was the length of notYet when the list was begun.
const mostNotYet = 90

// TestOperationsThatAreNotYetTypedAreInTheTable finds lines of notYet that mean nothing.
func TestOperationsThatAreNotYetTypedAreInTheTable(t *testing.T) {
	t.Parallel()
	known := map[string]bool{}
	for _, o := range coreTable(t) {
		known[o.name()] = true
	}
	for i, name := range notYet {
		if !known[name] {
			t.Errorf("%s is in notYet, want an operation of the table", name)
		}
		if slices.Contains(notYet[:i], name) {
			t.Errorf("%s is in notYet twice, want it once", name)
		}
	}
	if len(notYet) > mostNotYet {
		t.Errorf("notYet has %d operations, want at most %d: type the new ones", len(notYet), mostNotYet)
	}
}
