package terms_test

import (
	"net/http"
	"slices"
	"testing"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/cms/terms"
	"github.com/fontcms/fontcms-go/internal/replay"
	"github.com/fontcms/fontcms-go/internal/replay/sitetest"
)

// TestEnsureWritesARewrittenFieldOnce has a site that stores a description in another form.
// Another wanted or stored description is written again, and so is one by another client.
func TestEnsureWritesARewrittenFieldOnce(t *testing.T) {
	t.Parallel()
	const stored = `{"id":7,"name":"Serif","slug":"serif","description":"Pairs","taxonomy":"post_tag","meta":[]}`
	const other = `{"id":7,"name":"Serif","slug":"serif","description":"Mine","taxonomy":"post_tag","meta":[]}`
	ok := replay.Answer(http.StatusOK, stored)
	tap, site := sitetest.NewTap(t, listed(stored), ok, // written
		listed(stored), listed(stored), // no further update
		listed(stored), ok, // another description
		listed(other), ok, // somebody has changed it
		listed(stored), ok, // another client
	)
	second, err := site.With()
	if err != nil {
		t.Fatal(err)
	}
	for _, call := range []struct {
		site        *cms.Client
		description string
	}{
		{site, "<b>Pairs"}, {site, "<b>Pairs"}, {site, "<b>Pairs"}, {site, "<i>Pairs"}, {site, "<b>Pairs"},
		{second, "<b>Pairs"},
	} {
		term, err := terms.Tags(call.site).Ensure(t.Context(), "Serif", &terms.Params{Description: &call.description})
		if err != nil || term.ID != 7 {
			t.Errorf("Ensure with the description %q: %+v, error %v, want the term 7", call.description, term, err)
		}
	}
	var sent []string
	for _, request := range tap.Asked() {
		if request[:4] == "POST" {
			sent = append(sent, request)
		}
	}
	const update = "POST /cms-json/cms/v2/tags/7 "
	want := []string{
		update + `{"description":"<b>Pairs"}`, update + `{"description":"<i>Pairs"}`,
		update + `{"description":"<b>Pairs"}`, update + `{"description":"<b>Pairs"}`,
	}
	if !slices.Equal(sent, want) {
		t.Errorf("six calls of Ensure sent %q, want %q", sent, want)
	}
}
