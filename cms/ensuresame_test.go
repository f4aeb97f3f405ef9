package cms

import (
	"encoding/json"
	"testing"

	"github.com/fontcms/fontcms-go/cms/internal/ensure"
)

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
