package terms_test

import (
	"errors"
	"net/http"
	"slices"
	"testing"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/cms/cmstest"
	"github.com/fontcms/fontcms-go/cms/terms"
)

// TestEnsureDeletesADuplicateCategoryOnlyIfNothingIsBelowIt has another process that creates the
// same category at the same time.
func TestEnsureDeletesADuplicateCategoryOnlyIfNothingIsBelowIt(t *testing.T) {
	t.Parallel()
	const ours, theirs = 101, 40
	for name, c := range map[string]struct {
		meanwhile func(*cmstest.Server)
		left      []int64
		err       error
	}{
		"nothing is below": {func(*cmstest.Server) {}, []int64{theirs}, nil},
		"another is below": {func(s *cmstest.Server) {
			s.Insert("categories", map[string]any{"name": "Below", "parent": ours})
		}, []int64{theirs, ours}, cms.ErrConflict},
		"the list of those below is refused": {func(s *cmstest.Server) {
			s.Fail(cmstest.Fault{Method: http.MethodGet, Route: "/cms/v2/categories", Skip: 1,
				Status: http.StatusForbidden, Code: "rest_forbidden", Message: "m"})
		}, []int64{theirs, ours}, cms.ErrForbidden},
		"somebody has moved it": {func(s *cmstest.Server) {
			s.Fail(cmstest.Fault{Method: http.MethodGet, Route: "/cms/v2/categories/{id}",
				Body: []byte(`{"id":101,"count":0,"description":"","name":"Serif","slug":"serif","taxonomy":"category",` +
					`"parent":100,"meta":[]}`)})
		}, []int64{theirs, ours}, cms.ErrConflict},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			server, _ := memory(t)
			server.Insert("categories", map[string]any{"id": 100, "name": "Other"})
			site := after(t, server, "editor", func() {
				server.Insert("categories", map[string]any{"id": theirs, "name": "Serif", "slug": "theirs"})
				c.meanwhile(server)
			})
			term, err := terms.Categories(site).Ensure(t.Context(), "Serif", nil)
			switch {
			case !errors.Is(err, c.err):
				t.Errorf("Ensure, %s: error %v, want %v", name, err, c.err)
			case (term == nil) != (c.err != nil):
				t.Errorf("Ensure, %s: term %+v, error %v, want one of them", name, term, err)
			case term != nil && term.ID != theirs:
				t.Errorf("Ensure, %s: term %d, want %d", name, term.ID, theirs)
			}
			if left := named(server, "categories", "Serif"); !slices.Equal(left, c.left) {
				t.Errorf("Ensure, %s: the site has the categories %d, want %d", name, left, c.left)
			}
		})
	}
}
