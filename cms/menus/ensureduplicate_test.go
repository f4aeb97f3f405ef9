package menus_test

import (
	"errors"
	"net/http"
	"path"
	"slices"
	"strings"
	"testing"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/cms/cmstest"
	"github.com/fontcms/fontcms-go/cms/menus"
)

// TestEnsureDeletesOnlyItsUnchangedDuplicate has another process that creates the same menu at the
// same time, and then a site that tells something else of the menu that the call has created.
func TestEnsureDeletesOnlyItsUnchangedDuplicate(t *testing.T) {
	t.Parallel()
	const ours, theirs = 101, 40
	const same = `{"id":101,"name":"Main","slug":"main","description":"","locations":[],"auto_add":false,"meta":[]}`
	read := func(was, is string) cmstest.Fault {
		return cmstest.Fault{Method: http.MethodGet, Route: "/cms/v2/menus/{id}",
			Body: []byte(strings.Replace(same, was, is, 1))}
	}
	refused := cmstest.Fault{Method: http.MethodGet, Status: http.StatusForbidden, Code: "rest_forbidden", Message: "m"}
	unread, unlisted, both := refused, refused, []int64{theirs, ours}
	unread.Route, unlisted.Route = "/cms/v2/menus/{id}", "/cms/v2/menu-items"
	for name, c := range map[string]struct {
		fault cmstest.Fault
		gone  bool // somebody else has deleted ours
		left  []int64
		err   error
	}{
		"it is the same":                   {fault: read("", ""), left: []int64{theirs}},
		"it is gone":                       {gone: true, left: []int64{theirs}},
		"it has another name":              {fault: read("Main", "Top"), left: both, err: cms.ErrConflict},
		"it has another slug":              {fault: read(`"main"`, `"top"`), left: both, err: cms.ErrConflict},
		"it has a description":             {fault: read(`""`, `"d"`), left: both, err: cms.ErrConflict},
		"it gets new pages":                {fault: read("false", "true"), left: both, err: cms.ErrConflict},
		"the site does not show it":        {fault: unread, left: both, err: cms.ErrForbidden},
		"the site does not show its items": {fault: unlisted, left: both, err: cms.ErrForbidden},
		"it goes before the delete": {fault: cmstest.Fault{Method: http.MethodDelete, Processed: true,
			Status: http.StatusNotFound, Code: "rest_term_invalid", Message: "m"}, left: []int64{theirs}},
		"the response to its delete is lost": {fault: cmstest.Fault{Method: http.MethodDelete, Times: 1, Processed: true,
			Cut: cmstest.CutAnswer}, left: []int64{theirs}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			server, admin := start(t)
			server.Insert("menus", map[string]any{"id": 100, "name": "Other"})
			site := racing(t, server, func() {
				server.Insert("menus", map[string]any{"id": theirs, "name": "Main"})
				if c.gone {
					if _, err := menus.New(admin).Delete(t.Context(), ours, menus.DeleteItems); err != nil {
						t.Error(err)
					}
					return
				}
				server.Fail(c.fault)
			})
			menu, err := menus.New(site).Ensure(t.Context(), "Main", nil)
			switch {
			case !errors.Is(err, c.err) || (menu == nil) != (c.err != nil):
				t.Errorf("Ensure, %s: menu %+v, error %v, want the error %v", name, menu, err, c.err)
			case menu != nil && menu.ID != theirs:
				t.Errorf("Ensure, %s: menu %d, want %d", name, menu.ID, theirs)
			}
			var left []int64
			for _, id := range both {
				if server.Record("menus", id) != nil {
					left = append(left, id)
				}
			}
			if !slices.Equal(left, c.left) {
				t.Errorf("Ensure, %s: the site has the menus %d, want %d", name, left, c.left)
			}
			reads := map[string]int{}
			for _, r := range server.Requests() {
				if r.Method == http.MethodGet {
					reads[path.Base(r.Path)]++
				}
			}
			if reads["101"] != 1 || reads["menus"] != 2 {
				t.Errorf("Ensure, %s: reads %v, want one of its menu, and lists of menus before and after the create", name, reads)
			}
		})
	}
}
