package a // want `1 findings of the rule "condition", and allowed.txt says 2: lower it`

import "testing"

func limited(t *testing.T, n int) {
	t.Error(n) // want `no constant.*has 2 of these, and may have 1`
	t.Error(n) // want `no constant.*has 2 of these, and may have 1`
}

func allowed(t *testing.T, a, b, c bool) {
	if a || b || c {
		t.Error("a, b and c hold, want none")
	}
}
