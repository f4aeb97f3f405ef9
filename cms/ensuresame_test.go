package cms

import (
	"encoding/json"
	"testing"

	"github.com/fontcms/fontcms-go/cms/internal/ensure"
	"github.com/fontcms/fontcms-go/cms/internal/facts"
)

func TestFieldIsComparedWithTheFieldOfTheRecord(t *testing.T) {
	t.Parallel()
	store := &ensureStore{resource: &resource{about: &facts.Facts{TermLists: []string{"categories"}}}}
	for _, test := range []struct {
		name, wanted, stored string
		want                 bool
	}{
		{"title", `"a"`, `{"raw":"a","rendered":"b"}`, true}, {"title", `"b"`, `{"raw":"a","rendered":"b"}`, false},
		{"title", `{"raw":"a"}`, `{"raw":"a"}`, true}, {"title", `"a"`, ``, false}, {"sticky", `true`, `true`, true},
		{"acf.color", `1`, `2`, true}, {"a,b", `1`, `2`, true},
		{"date", `"2025-01-02T03:04:05"`, `"2025-01-02T03:04:05"`, true},
		{"date", `"2025-01-02T03:04:05"`, `"2025-01-02T03:04:06"`, false},
		{"date", `"2025-01-02T03:04:05+01:00"`, `"2025-01-02T04:04:05"`, true},
		{"date", `"2025-01-02T03:04:05Z"`, `"2025-01-02T04:04:05"`, false},
		{"date_gmt", `"2025-01-02T02:04:05"`, `"2025-01-02T02:04:05"`, true},
		{"date_gmt", `"2025-01-02T02:04:05"`, `"2025-01-02T02:04:06"`, false},
		{"date", `""`, `""`, false}, {"date", `1`, `"2025-01-02T03:04:05"`, false},
		{"date", `"2025-01-02T03:04:05"`, `5`, false}, {"date", `null`, `null`, false},
		{"meta", `{"a":1}`, `{"a":1,"b":2}`, true}, {"meta", `{"a":2}`, `{"a":1,"b":2}`, false},
		{"meta", `{"a":1}`, `[]`, false}, {"meta", `null`, `{"a":1}`, false}, {"meta", `{}`, `[]`, true},
		{"categories", `[4,3,4]`, `[3,4]`, true}, {"categories", `[3]`, `[3,4]`, false},
		{"categories", `"x"`, `"x"`, true}, {"categories", `"x"`, `[3]`, false}, {"tags", `[4,3]`, `[3,4]`, false},
	} {
		stored := ensure.Fields{test.name: json.RawMessage(test.stored), "date_gmt": json.RawMessage(`"2025-01-02T02:04:05"`)}
		if test.name == "date_gmt" {
			stored["date_gmt"] = json.RawMessage(test.stored)
		}
		got := store.Same(test.name, json.RawMessage(test.wanted), ensure.Record{Stored: stored})
		if got != test.want {
			t.Errorf("Same of %s: %s and %s: %t, want %t", test.name, test.wanted, test.stored, got, test.want)
		}
	}
	whole := ensure.Record{Whole: new(Post), Stored: ensure.Fields{"a.b": json.RawMessage("2")}}
	if store.Same("a.b", json.RawMessage("1"), whole) {
		t.Error("Same of a.b in a whole record: 1 and 2: true, want false")
	}
}

func TestFieldNamedAfterALinkedTaxonomyHoldsTerms(t *testing.T) {
	t.Parallel()
	const links = `{"cms:term":[
		{"taxonomy":"genre","href":"https://example.org/cms-json/cms/v2/genres?post=5"},
		{"taxonomy":"mood","href":"https://example.org/?rest_route=%2Fcms%2Fv2%2Fmoods&post=5"},
		{"taxonomy":"broken","href":"https://example.org:port/%zz"}],
		"author":[{"href":"https://example.org/cms-json/cms/v2/users"}]}`
	for name, want := range map[string]bool{
		"genres": true, "moods": true, "genre": false, "users": false, "broken": false,
	} {
		if got := linksTaxonomy(json.RawMessage(links), name); got != want {
			t.Errorf("linksTaxonomy of the field %s: %t, want %t", name, got, want)
		}
	}
}
