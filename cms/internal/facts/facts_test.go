package facts

import (
	"maps"
	"strings"
	"testing"
)

func TestFactsAreFoundByThreeSegmentsWithoutCase(t *testing.T) {
	t.Parallel()
	for route, want := range map[string]struct {
		base, below string
	}{
		"cms/v2/comments":           {"cms/v2/comments", ""},
		"CMS/v2/Comments":           {"cms/v2/comments", ""},
		"cms/v2/comments/":          {"cms/v2/comments", "/"},
		"cms/v2/users/5":            {"cms/v2/users", "/5"},
		"cms/v2/templates/a//b/c":   {"cms/v2/templates", "/a//b/c"},
		"cms/v2/commentsx":          {"", ""},
		"shop/v2/comments":          {"", ""},
		"cms/v2":                    {"", ""},
		"":                          {"", ""},
		"cms/v2/users-of-a-plugin/": {"", "/"},
	} {
		wanted := table[want.base]
		if wanted == nil {
			wanted = ordinary
		}
		if f, below := Of(route); f != wanted || below != want.below {
			t.Errorf("Of(%q): facts %p and the rest %q, want those of %q and %q", route, f, below, want.base, want.below)
		}
	}
}

func TestTableHasOnlyKeysThatAreFound(t *testing.T) {
	t.Parallel()
	for key, entry := range table {
		if f, below := Of(strings.ToUpper(key)); f != entry || below != "" {
			t.Errorf("Of(%q): another entry or the rest %q, want the entry of %q", strings.ToUpper(key), below, key)
		}
	}
}

func TestHoldsKnowsEveryNameOfTheTable(t *testing.T) {
	t.Parallel()
	unused := maps.Clone(held)
	see := func(name string) {
		if name != "" && !Holds(name) {
			t.Errorf("Holds(%q): false, want true for an argument in the table", name)
		}
		delete(unused, name)
	}
	for _, f := range table {
		see(f.DeleteNeeds)
		for _, shape := range f.Shapes {
			for _, segment := range shape {
				see(segment.Name)
			}
		}
	}
	for name := range unused {
		t.Errorf("Holds(%q): true, want false for a name that is not in the table", name)
	}
}
