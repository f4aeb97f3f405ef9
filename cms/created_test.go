package cms_test

import (
	"errors"
	"net/http"
	"strconv"
	"strings"
	"testing"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/internal/stub"
)

// The read of the new record has to show the fields that were sent.
func TestRecordAfterARedirectedCreateIsReadWhole(t *testing.T) {
	t.Parallel()
	s := stub.New(t, func(_ int, w http.ResponseWriter, r *http.Request) {
		if r.Method == http.MethodPost {
			w.Header().Set("Location", "/cms-json/cms/v2/posts/468")
			w.WriteHeader(http.StatusFound)
			return
		}
		stub.Reply(w, http.StatusOK, `{"id":468,"title":{"raw":"New"}}`)
	})
	post, err := s.Client(t).Posts.Create(t.Context(), &cms.PostParams{Title: new("New")}, cms.Fields("slug"))
	if err != nil || post.ID != 468 {
		t.Fatalf("Create with Fields that is redirected: %+v, error %v, want the post 468", post, err)
	}
	if fields := s.Seen()[1].Values().Get("_fields"); strings.Contains(fields, "slug") {
		t.Errorf("Create with Fields that is redirected read the fields %q, want all", fields)
	}
}

// TestRedirectAfterACreateIsReadAsTheNewRecord has a server that turns the header Location of
// a create into a redirect, as CGI does. The responses are written by hand.
func TestRedirectAfterACreateIsReadAsTheNewRecord(t *testing.T) {
	t.Parallel()
	const stored = `{"id":468,"status":"draft","title":{"raw":"New","rendered":"New"},"content":{"raw":"Text",` +
		`"rendered":"<p>Text</p>"},"excerpt":{"raw":"","rendered":""},"categories":[3,4],"slug":"new"}`
	params := &cms.PostParams{
		Title: new("New"), Content: new("Text"), Status: new(cms.StatusDraft), Categories: []int64{3, 4}, Password: new("pw"),
		Excerpt: new(""),
	}
	for name, c := range map[string]struct {
		location, record string
		status           int
		found, unknown   bool
		reads            int
	}{
		"the record has the values":       {"/cms-json/cms/v2/posts/468", stored, 302, true, false, 1},
		"the record after 303":            {"/cms-json/cms/v2/posts/468", stored, 303, true, false, 1},
		"the record at the whole address": {"SITE/cms-json/cms/v2/posts/468/", stored, 302, true, false, 1},
		"the record has another title": {"/cms-json/cms/v2/posts/468", strings.Replace(stored, `"New"`, `"Old"`, 1), 302,
			false, true, 1},
		"the record has other terms": {"/cms-json/cms/v2/posts/468", strings.Replace(stored, "[3,4]", "[3]", 1), 302, false,
			true, 1},
		"the record has false for a text": {"/cms-json/cms/v2/posts/468",
			strings.Replace(stored, `{"raw":"","rendered":""}`, "false", 1), 302, false, true, 1},
		"the record cannot be read": {"/cms-json/cms/v2/posts/468", "", 302, false, true, 1},
		"another record is sent": {"/cms-json/cms/v2/posts/468", strings.Replace(stored, "468", "5", 1), 302, false, true,
			1},
		"a record of another host":     {"https://other.test/cms-json/cms/v2/posts/468", stored, 302, false, true, 0},
		"a record of another type":     {"/cms-json/cms/v2/pages/468", stored, 302, false, false, 0},
		"the collection of a new home": {"https://other.test/cms-json/cms/v2/posts", stored, 301, false, false, 0},
	} {
		reads, writes := 0, 0
		s := stub.New(t, func(_ int, w http.ResponseWriter, r *http.Request) {
			if r.Method == http.MethodPost {
				writes++
				w.Header().Set("Location", strings.Replace(c.location, "SITE", "http://"+r.Host, 1))
				w.WriteHeader(c.status)
				return
			}
			reads++
			if r.URL.Path != "/cms-json/cms/v2/posts/468" {
				t.Errorf("%s: Posts.Create read %s, want /cms-json/cms/v2/posts/468", name, r.URL.Path)
			}
			if c.record == "" || r.URL.Query().Get("context") != "edit" {
				w.WriteHeader(http.StatusForbidden)
				return
			}
			stub.Always(http.StatusOK, c.record)(0, w, r)
		})
		site, into := s.Client(t), cms.Post{}
		post, err := cms.Do(t.Context(), site, site.Posts.CreateRequest(params).Into(&into))
		e, _ := errors.AsType[*cms.Error](err)
		switch {
		case c.found && (err != nil || post.ID != 468):
			t.Errorf("%s: Posts.Create: %+v, error %v, want the post 468", name, post, err)
		case c.found != (into.ID == 468):
			t.Errorf("%s: Posts.Create: Into has the id %d, want 468: %t", name, into.ID, c.found)
		case !c.found && !errors.Is(err, cms.ErrRedirected):
			t.Errorf("%s: Posts.Create: error %v, want ErrRedirected", name, err)
		case errors.Is(err, cms.ErrOutcomeUnknown) != c.unknown:
			t.Errorf("%s: Posts.Create: error %v, want ErrOutcomeUnknown: %t", name, err, c.unknown)
		case c.unknown && !strings.Contains(e.Hint, "/cms-json/cms/v2/posts/"+strconv.Itoa(468)):
			t.Errorf("%s: Posts.Create: Hint %q, want the address of the record in it", name, e.Hint)
		case reads != c.reads || writes != 1:
			t.Errorf("%s: Posts.Create: %d reads and %d writes, want %d and 1", name, reads, writes, c.reads)
		}
	}
}
