package cmstest_test

import (
	"testing"

	"github.com/fontcms/fontcms-go/cms/cmstest"
)

func TestInsertTakesEitherOfTheTwoDatesOfALastChange(t *testing.T) {
	t.Parallel()
	site := cmstest.NewServer(cmstest.WithTest(t))
	for _, name := range []string{"modified", "modified_gmt"} {
		id := site.Insert("posts", map[string]any{"title": "Kerning", "date": "2020-01-01T00:00:00",
			name: "2021-01-01T10:00:00"})
		r := site.Record("posts", id)
		if r[name] != "2021-01-01T10:00:00" {
			t.Errorf("Insert with %s: it is %v, want the date that was given", name, r[name])
		} else if r["modified"] == r["date"] || r["modified_gmt"] == r["date_gmt"] {
			t.Errorf("Insert with %s: modified %v, modified_gmt %v, want both after the date", name, r["modified"],
				r["modified_gmt"])
		}
	}
}
