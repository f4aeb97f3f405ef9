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
		{"date", `"2025-01-02T03:04:05"`, `"2025-01-02T03:04:05"`, true}, {"date", `""`, `""`, false},
		{"meta", `{"a":1}`, `{"a":1,"b":2}`, true}, {"meta", `{"a":2}`, `{"a":1,"b":2}`, false},
		{"meta", `{"a":1}`, `[]`, false}, {"meta", `null`, `{"a":1}`, false}, {"meta", `{}`, `[]`, true},
		{"categories", `[4,3,4]`, `[3,4]`, true}, {"categories", `[3]`, `[3,4]`, false},
		{"categories", `"x"`, `"x"`, true}, {"categories", `"x"`, `[3]`, false}, {"tags", `[4,3]`, `[3,4]`, false},
	} {
		record := ensure.Record{Stored: ensure.Fields{test.name: json.RawMessage(test.stored)}}
		got := store.Same(test.name, json.RawMessage(test.wanted), record)
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

func TestEnsureComparesDatesAsMoments(t *testing.T) {
	t.Parallel()
	stored := ensure.Fields{ // a site in Berlin
		"date": json.RawMessage(`"2026-08-28T19:00:00"`), "date_gmt": json.RawMessage(`"2026-08-28T17:00:00"`),
	}
	floating := ensure.Fields{"date": stored["date"], "date_gmt": json.RawMessage("null")}
	odd := ensure.Fields{"date": json.RawMessage("20260828"), "date_gmt": stored["date_gmt"]}
	for what, c := range map[string]struct {
		field, wanted string
		stored        ensure.Fields
		want          bool
	}{
		"the moment in UTC":                   {"date", `"2026-08-28T17:00:00Z"`, stored, true},
		"the moment in Berlin":                {"date", `"2026-08-28T19:00:00+02:00"`, stored, true},
		"the moment for the field date_gmt":   {"date_gmt", `"2026-08-28T19:00:00+02:00"`, stored, true},
		"another moment":                      {"date", `"2026-08-28T19:00:00Z"`, stored, false},
		"the time of the site":                {"date", `"2026-08-28T19:00:00"`, stored, true},
		"another time of the site":            {"date", `"2026-08-28T17:00:00"`, stored, false},
		"the time without a zone, as UTC":     {"date_gmt", `"2026-08-28T17:00:00"`, stored, true},
		"no date":                             {"date", "null", stored, false},
		"no date in UTC":                      {"date_gmt", "null", stored, false},
		"no date for a record without one":    {"date_gmt", "null", floating, false},
		"a moment for a record without one":   {"date", `"2026-08-28T17:00:00Z"`, floating, false},
		"a moment for a field without text":   {"date", `"2026-08-28T17:00:00Z"`, odd, false},
		"a moment for a record without dates": {"date", `"2026-08-28T17:00:00Z"`, nil, false},
	} {
		if got := sameDate(c.field, json.RawMessage(c.wanted), c.stored); got != c.want {
			t.Errorf("sameDate of %s with %s: %t, want %t", c.field, what, got, c.want)
		}
	}
}
