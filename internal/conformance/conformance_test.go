package conformance

import (
	"slices"
	"testing"
)

// TestNamesAreUnique keeps a scenario from hiding behind another of the same name.
func TestNamesAreUnique(t *testing.T) {
	t.Parallel()
	all, seen := scenarios(), map[string]bool{}
	for _, sc := range all {
		if seen[sc.path()] {
			t.Errorf("two scenarios are called %s", sc.path())
		}
		seen[sc.path()] = true
	}
	for _, g := range generations {
		if g.reason == "" || !slices.ContainsFunc(all, func(sc scenario) bool { return g.scenarios.MatchString(sc.path()) }) {
			t.Errorf("%s has no scenario or no reason", g.scenarios)
		}
	}
	for _, d := range differences {
		if !seen[d.scenario] || d.reason == "" {
			t.Errorf("the difference %q has no scenario or no reason", d.scenario)
		}
	}
}
