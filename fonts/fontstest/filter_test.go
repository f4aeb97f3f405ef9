package fontstest_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/fontcms/fontcms-go/fonts/fontstest"
)

func TestFilters(t *testing.T) {
	t.Parallel()
	s := start(t, fontstest.WithFonts(five()))
	all := []any{"a", "b1", "b2", "d", "e"}
	for name, c := range map[string]struct {
		filters string
		want    []any
	}{
		"empty strings filter nothing": {`"tags":"","category":"","keyword":""`, all},
		"null filters nothing":         {`"tags":null,"category":null,"keyword":null`, all},
		"unknown members are ignored":  {`"name":"Alpha"`, all},
		"tag":                          {`"tags":"latin"`, []any{"a", "e"}},
		"tag in another case":          {`"tags":" GREEK "`, []any{"a", "b2"}},
		"part of a tag":                {`"tags":"lat"`, []any{}},
		"tag that begins another":      {`"tags":"bold"`, []any{"e"}},
		"two tags are no tag":          {`"tags":"latin,bold"`, []any{}},
		"category":                     {`"category":"SANS-serif"`, []any{"b1", "b2"}},
		"part of a category":           {`"category":"ser"`, []any{}},
		"keyword in name":              {`"keyword":"LPH"`, []any{"a"}},
		"keyword in fontFamily":        {`"keyword":"first"`, []any{"a"}},
		"keyword in designer":          {`"keyword":"ÅNGSTRÖM"`, []any{"e"}},
		"keyword in description":       {`"keyword":"a & b"`, []any{"b2"}},
		"keyword not in id":            {`"keyword":"b1"`, []any{}},
		"keyword not in category":      {`"keyword":"serif"`, []any{}},
		"all three":                    {`"tags":"latin","category":"serif","keyword":"e"`, []any{"e"}},
		"nothing passes all":           {`"tags":"latin","category":"sans-serif"`, []any{}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			data := list(t, s, `{"pageData":{"page":1,"size":9},`+c.filters+`}`)
			equal(t, "ids", members(t, data, "id"), c.want)
			equal(t, "total", data["total"], float64(len(c.want)))
		})
	}
}

func TestFiltersOnTheBuiltInCatalogue(t *testing.T) {
	t.Parallel()
	s := start(t)
	for filter, member := range map[string]string{
		`"category":"monospace"`: "category",
		`"tags":"greek"`:         "tags",
	} {
		data := list(t, s, `{"pageData":{"page":1,"size":1000},`+filter+`}`)
		found := members(t, data, member)
		if len(found) < 10 {
			t.Errorf("List with %s: %d records, want at least 10", filter, len(found))
		}
		value := filter[strings.LastIndex(filter, `:"`)+2 : len(filter)-1]
		for _, got := range found {
			if !strings.Contains(got.(string), value) {
				t.Errorf("List with %s: a record with %v, want %s", filter, got, value)
			}
		}
	}
	names := members(t, list(t, s, `{"pageData":{"page":1,"size":5},"keyword":"lato"}`), "name")
	if !slices.Contains(names, any("Lato")) {
		t.Errorf("List with the keyword lato: %v, want Lato", names)
	}
}
