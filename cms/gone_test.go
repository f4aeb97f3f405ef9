package cms_test

import (
	"errors"
	"net/http"
	"strings"
	"testing"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/cms/appearance"
	"github.com/fontcms/fontcms-go/cms/cmstest"
)

const undeletable = `{"code":"rest_cannot_delete","message":"The post cannot be deleted.","data":{"status":500}}`

// TestDeleteThatLostARaceReportsTheStateOfTheRecord has a site that could not delete or
// trash a record, because another request did, or because it does not want to.
func TestDeleteThatLostARaceReportsTheStateOfTheRecord(t *testing.T) {
	t.Parallel()
	type look struct {
		status int
		body   string
	}
	there, inTrash, absent := look{200, `{"id":5,"status":"publish"}`}, look{200, `{"id":5,"status":"trash"}`}, look{404,
		missing}
	unread, plain := look{403, `{"code":"rest_forbidden","message":"No.","data":{"status":403}}`}, look{404, html}
	for name, c := range map[string]struct {
		trash, lost bool // the response to a first attempt
		look        look
		want        []error // nil for success
	}{
		"a delete of what is gone":              {look: absent, want: []error{cms.ErrNotFound, cms.CodeCannotDelete}},
		"a delete of what is gone, the second":  {look: absent, lost: true},
		"a delete of what is there":             {look: there, want: []error{cms.CodeCannotDelete}},
		"a delete of what is there, the second": {look: there, lost: true, want: []error{cms.CodeCannotDelete}},
		"a delete of what is in the trash":      {look: inTrash, want: []error{cms.CodeCannotDelete}},
		"a delete of what cannot be read":       {look: unread, want: []error{cms.CodeCannotDelete}},
		"a delete, and a web page":              {look: plain, want: []error{cms.CodeCannotDelete}},
		"a trash of what is gone": {trash: true, look: absent,
			want: []error{cms.ErrNotFound, cms.CodeCannotDelete}},
		"a trash of what is in the trash": {trash: true, look: inTrash,
			want: []error{cms.ErrGone, cms.CodeCannotDelete}},
		"a trash of what is in it, the second":     {trash: true, lost: true, look: inTrash},
		"a trash of what is there":                 {trash: true, look: there, want: []error{cms.CodeCannotDelete}},
		"a trash of what is not there, the second": {trash: true, lost: true, look: absent, want: []error{cms.ErrNotFound}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			deletes := 0
			s := newStub(t, func(_ int, w http.ResponseWriter, r *http.Request) {
				switch {
				case r.Method == http.MethodGet:
					reply(w, c.look.status, c.look.body)
				case c.lost && deletes == 0:
					deletes++
					cut(w)
				default:
					reply(w, 500, undeletable)
				}
			})
			var answer cms.Response
			var err error
			if c.trash {
				_, err = s.client(t).Posts.Trash(t.Context(), 5, cms.Capture(&answer))
			} else {
				_, err = s.client(t).Posts.Delete(t.Context(), 5, cms.Capture(&answer))
			}
			switch {
			case (err == nil) != (c.want == nil):
				t.Errorf("Posts.Delete: error %v, want an error: %t", err, c.want != nil)
			case answer.DoneBefore != (c.want == nil):
				t.Errorf("cms.Capture: %v, done before: %t, want %t", err, answer.DoneBefore, c.want == nil)
			}
			for _, want := range c.want {
				if !errors.Is(err, want) {
					t.Errorf("Posts.Delete: error %v, want %v", err, want)
				}
			}
			for _, not := range []error{cms.ErrNotFound, cms.ErrGone} {
				if errors.Is(err, not) && (len(c.want) == 0 || !errors.Is(c.want[0], not)) {
					t.Errorf("Posts.Delete: error %v, want no %v", err, not)
				}
			}
		})
	}
}

// TestEnsurePassesOverALeftoverThatAnotherDeletes has another process delete the same
// leftover, so that the site cannot.
func TestEnsurePassesOverALeftoverThatAnotherDeletes(t *testing.T) {
	t.Parallel()
	server := cmstest.NewServer(cmstest.WithTest(t))
	server.Insert("posts", map[string]any{"title": "Kerning", "content": "Pairs.", "slug": "kerning", "status": "publish"})
	draft := server.Insert("posts", map[string]any{"title": "Kerning", "status": "draft",
		"slug": "kerning-abcdefghijklmnopqrstuvwxyz", "content": "<!-- fontcms-ensure 0/kerning. -->"})
	site := ensurer(t, server, "editor", carrier(func(r *http.Request) (*http.Response, error) {
		if r.Method != http.MethodDelete {
			return inProcess(server, r)
		}
		resp, err := inProcess(server, r)
		if err != nil {
			return nil, err
		}
		_ = resp.Body.Close()
		return carried(r, 500, undeletable), nil
	}))
	if _, err := site.Posts.Ensure(t.Context(), "kerning", kerning()); err != nil {
		t.Error(err)
	}
	if server.Record("posts", draft) != nil {
		t.Errorf(`the leftover is left: server.Record("posts", draft) %v, want nil`, server.Record("posts", draft))
	}
}

// TestTemplateIsRevertedOnce loses the response to the first delete of a row that
// stands before the file of a theme.
func TestTemplateIsRevertedOnce(t *testing.T) {
	t.Parallel()
	const unchanged = `{"code":"rest_invalid_template","message":"Templates based on theme files can't be removed.",` +
		`"data":{"status":400}}`
	for _, lost := range []bool{true, false} {
		s := newStub(t, func(n int, w http.ResponseWriter, _ *http.Request) {
			if lost && n == 1 {
				cut(w)
				return
			}
			reply(w, 400, unchanged)
		})
		var answer cms.Response
		deleted, err := appearance.New(s.client(t)).Templates.Delete(t.Context(), "theme//index", cms.Capture(&answer))
		switch {
		case lost != (err == nil):
			t.Errorf("response lost %t: Delete: error %v, want an error: %t", lost, err, !lost)
		case lost != (deleted != nil && deleted.DoneBefore):
			t.Errorf("response lost %t: Delete: %+v, want DoneBefore %[1]t", lost, deleted)
		case lost != answer.DoneBefore:
			t.Errorf("response lost %t: Delete: DoneBefore %t of the response, want %[1]t", lost, answer.DoneBefore)
		case !lost && !strings.Contains(err.Error(), "rest_invalid_template"):
			t.Errorf("response lost %t: Delete: error %v, want %q in it", lost, err, "rest_invalid_template")
		}
	}
}
