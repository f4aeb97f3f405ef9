package archive

import (
	"encoding/json"
	"testing"
)

func TestSameTakesNoOtherRecordForTheOneOfTheFolder(t *testing.T) {
	t.Parallel()
	for name, one := range map[string]struct {
		kind, folder, site string
		want               bool
	}{
		"equal posts": {Posts, `{"title":{"raw":"A"},"date_gmt":"2026-01-01T10:00:00"}`,
			`{"title":{"raw":"A"},"date_gmt":"2026-01-01T10:00:00"}`, true},
		"a post with another slug": {Posts, `{"title":{"raw":"A"},"slug":"a","date_gmt":"2026-01-01T10:00:00"}`,
			`{"title":{"raw":"A"},"slug":"a-2","date_gmt":"2026-01-01T10:00:00"}`, true},
		"a post of another time zone": {Posts,
			`{"title":{"raw":"A"},"date":"2026-01-01T10:00:00","date_gmt":"2026-01-01T02:00:00"}`,
			`{"title":{"raw":"A"},"date":"2026-01-01T10:00:00","date_gmt":"2026-01-01T09:00:00"}`, true},
		"a post with another title": {Posts, `{"title":{"raw":"A"},"slug":"a","date_gmt":"2026-01-01T10:00:00"}`,
			`{"title":{"raw":"B"},"slug":"a","date_gmt":"2026-01-01T10:00:00"}`, false},
		"a post with the title alone": {Posts, `{"title":{"raw":"A"},"slug":"a","date_gmt":"2026-01-01T10:00:00"}`,
			`{"title":{"raw":"A"},"slug":"b","date_gmt":"2026-02-01T10:00:00"}`, false},
		"a post in the trash": {Posts, `{"title":{"raw":"A"},"slug":"a"}`, `{"title":{"raw":"A"},"slug":"a__trashed"}`, true},
		"the second post in the trash with a slug": {Posts, `{"title":{"raw":"A"},"slug":"a"}`,
			`{"title":{"raw":"A"},"slug":"a__trashed-2"}`, true},
		"a post whose slug ends otherwise": {Posts, `{"title":{"raw":"A"},"slug":"a"}`,
			`{"title":{"raw":"A"},"slug":"a__trashed-two"}`, false},
		"a comment of another time zone": {Comments,
			`{"author_name":"A","date":"2026-01-01T10:00:00","date_gmt":"2026-01-01T02:00:00"}`,
			`{"author_name":"A","date":"2026-01-01T10:00:00","date_gmt":"2026-01-01T09:00:00"}`, true},
		"a comment of somebody else": {Comments, `{"author_name":"A","date_gmt":"2026-01-01T10:00:00"}`,
			`{"author_name":"B","date_gmt":"2026-01-01T10:00:00"}`, false},
		"a comment without dates": {Comments, `{"author_name":"A"}`, `{"author_name":"A"}`, false},
		"a term":                  {Tags, `{"name":"A &amp; B"}`, `{"name":"a & b"}`, true},
		"another term":            {"taxonomy-era", `{"name":"A","slug":"a"}`, `{"name":"B","slug":"a"}`, false},
		"a snippet":               {Snippets, `{"name":"A","code":"x"}`, `{"name":"A","code":"y"}`, false},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var folder, site Record
			if err := json.Unmarshal([]byte(one.folder), &folder); err != nil {
				t.Fatal(err)
			}
			if err := json.Unmarshal([]byte(one.site), &site); err != nil {
				t.Fatal(err)
			}
			if got := Same(one.kind, folder, site); got != one.want {
				t.Errorf("Same of %s and %s: got %v, want %v", one.folder, one.site, got, one.want)
			}
		})
	}
}
