package cms

import (
	"encoding/json"
	"testing"
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
