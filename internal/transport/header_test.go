package transport

import "testing"

func TestAHeaderThatCouldCarryAnotherIsNotValid(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		name, value string
		want        bool
	}{
		{"X-Trace", "a", true},
		{"x_trace.1", "a\tb ü", true},
		{"", "a", false},
		{"X-Trace", "", false},
		{"X-Trace", " \t ", false}, // it would arrive as ""
		{"X Trace", "a", false},
		{"X:", "a", false},
		{"X(", "a", false},
		{"X\r\nY", "a", false},
		{"Ü", "a", false},
		{"X", "a\r\nY: b", false},
		{"X", "a\x00", false},
		{"X", "a\x7f", false},
	} {
		if got := ValidHeader(test.name, test.value); got != test.want {
			t.Errorf("%q: %q is %v", test.name, test.value, got)
		}
	}
}
