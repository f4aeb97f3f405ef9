package main

import (
	"testing"
)

// TestMutationsApply keeps the tables in step with the server: a mutation whose text is gone would change nothing.
func TestMutationsApply(t *testing.T) {
	t.Chdir("../../..")
	seen := map[string]bool{}
	for _, m := range choose("", 1) {
		if _, err := m.apply(); err != nil {
			t.Error(err)
		}
		if m.old == m.new || seen[m.name] {
			t.Errorf("%q changes nothing, or is there twice", m.name)
		}
		seen[m.name] = true
	}
}
