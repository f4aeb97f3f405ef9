package menus_test

import (
	"net/http"
	"testing"

	"github.com/fontcms/fontcms-go/cms/menus"
	"github.com/fontcms/fontcms-go/internal/replay"
	"github.com/fontcms/fontcms-go/internal/replay/sitetest"
)

// TestEnsureWritesARewrittenFieldOnce has a site that stores a description in another form.
func TestEnsureWritesARewrittenFieldOnce(t *testing.T) {
	t.Parallel()
	const stored = `{"id":7,"name":"Main","slug":"main","description":"Pairs","locations":[],"auto_add":false,"meta":[]}`
	tap, site := sitetest.NewTap(t, listed(stored), replay.Answer(http.StatusOK, stored), listed(stored), listed(stored))
	for range 3 {
		menu, err := menus.New(site).Ensure(t.Context(), "Main", &menus.Params{Description: new("<b>Pairs")})
		if err != nil || menu.ID != 7 {
			t.Errorf("Ensure with a description: %+v, error %v, want the menu 7", menu, err)
		}
	}
	if asked := tap.Asked(); len(asked) != 4 {
		t.Errorf("three calls of Ensure sent %q, want three lists and one update", asked)
	}
}
