package publish

import (
	"slices"
	"testing"
)

func TestPageOfAllTextsLeavesItsSlugToAFolderOfThatName(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		files map[string]string
		want  []string
	}{
		"a folder": {
			map[string]string{"README.md": "# All", "docs/a.md": "# A"},
			[]string{"page docs = Docs", "page docs/a = A", "page readme = All"},
		},
		"a file": {
			map[string]string{"index.md": "# All", "docs.md": "# Docs"},
			[]string{"page docs = Docs", "page index = All"},
		},
		"another folder": {
			map[string]string{"README.md": "# All", "guides/a.md": "# A"},
			[]string{"page docs = All", "page guides = Guides", "page guides/a = A"},
		},
	} {
		server := start(t)
		dir := folder(t, c.files)
		must(t, server, dir, "-source", "docs")
		if got := published(t, server); !slices.Equal(got, c.want) {
			t.Errorf("publish of a page of all texts beside %s: %q, want %q", name, got, c.want)
		}
	}
}
