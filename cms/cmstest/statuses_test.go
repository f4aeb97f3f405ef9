package cmstest_test

import "testing"

func TestStatusAlwaysHasItsLinks(t *testing.T) {
	t.Parallel()
	c := start(t)
	if a := c.get("admin", "/statuses/pending?_fields=nothing"); a.field(t, "_links.archives") == nil {
		t.Errorf("GET of a status without fields: %s, want its links", a.body)
	}
}
