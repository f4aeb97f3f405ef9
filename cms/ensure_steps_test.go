package cms_test

import (
	"bytes"
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"maps"
	"net/http"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/cms/cmstest"
	"github.com/fontcms/fontcms-go/internal/stub"
)

// situation is what an Ensure finds on the site.
type situation struct {
	slug    string // kerning if it is empty
	records []map[string]any
	// spoil changes what the request of a number brings.
	spoil    func(n int, server *cmstest.Server, r *http.Request) (*http.Response, error)
	requests int
	want     error
}

func situations() map[string]situation {
	holder := map[string]any{"title": "Kerning", "content": "Pairs.", "slug": "kerning", "status": "publish"}
	old := maps.Clone(holder)
	old["title"], old["date"] = "Old", "1999-12-01T12:00:00" // synctest begins in 2000, and a later date is "future"
	unfinished := func() map[string]any {
		return map[string]any{
			"title": "Kerning", "status": "draft", "slug": "kerning-" + strings.ToLower(rand.Text()),
			"content": "<!-- fontcms-ensure 0/kerning. -->",
		}
	}
	rival := func(before int, id int64) func(int, *cmstest.Server, *http.Request) (*http.Response, error) {
		return func(n int, server *cmstest.Server, r *http.Request) (*http.Response, error) {
			if n == before {
				server.Insert("posts", map[string]any{"id": id, "title": "Kerning", "content": "Pairs.", "slug": "kerning",
					"status": "publish", "author": 1})
			}
			return inProcess(server, r)
		}
	}
	return map[string]situation{
		"no record":                      {requests: 5},
		"one record":                     {records: []map[string]any{holder}, requests: 3},
		"one record that differs":        {records: []map[string]any{old}, requests: 3},
		"two unfinished drafts":          {records: []map[string]any{unfinished(), unfinished()}, requests: 8},
		"a record and unfinished drafts": {records: []map[string]any{holder, unfinished(), unfinished()}, requests: 9},
		"three equal records": {records: []map[string]any{holder, holder, holder}, requests: 7,
			want: cms.ErrConflict},
		"records that differ": {
			records: []map[string]any{holder, {"title": "Tracking", "content": "Pairs.", "slug": "kerning",
				"status": "publish"}},
			requests: 7, want: cms.ErrConflict,
		},
		"another process is first": {records: []map[string]any{{"id": int64(50), "title": "Another"}},
			spoil: rival(4, 60), requests: 10},
		"another process has the lower id": {records: []map[string]any{{"id": int64(50), "title": "Another"}},
			spoil: rival(5, 20), requests: 10},
		"another process has the higher id": {records: []map[string]any{{"id": int64(50), "title": "Another"}},
			spoil: rival(5, 60), requests: 10, want: cms.ErrConflict},
		"a slug that the site reserves": {slug: "feed", requests: 7, want: &cms.SlugTakenError{Slug: "feed"}},
		"the record is never listed": {
			spoil: func(n int, server *cmstest.Server, r *http.Request) (*http.Response, error) {
				if n > 4 && r.Method == http.MethodGet && strings.HasSuffix(r.URL.Path, "/posts") {
					return stub.Carried(r, http.StatusOK, "X-CMS-Total: 0", "X-CMS-TotalPages: 0", "[]"), nil
				}
				return inProcess(server, r)
			},
			requests: 12, want: cms.ErrSlugIgnored, // it reads the record before it takes it back
		},
		"the claim cannot be read": {
			spoil: func(n int, server *cmstest.Server, r *http.Request) (*http.Response, error) {
				if n == 4 {
					return rewritten(server, r, `"slug":"kerning"`, crowd())
				}
				return inProcess(server, r)
			},
			requests: 4 + 1 + 1 + 3, // it reads the record, lists the slug, and updates the record in a second round
		},
		"the draft gets another slug": {
			spoil: func(n int, server *cmstest.Server, r *http.Request) (*http.Response, error) {
				resp, err := inProcess(server, r)
				if n == 3 && err == nil {
					body, _ := io.ReadAll(resp.Body)
					resp.Body = io.NopCloser(bytes.NewReader(bytes.Replace(body, []byte(`"slug":"kerning-`), []byte(`"slug":"other-`),
						1)))
					resp.ContentLength = -1
					resp.Header.Del("Content-Length")
				}
				return resp, err
			},
			requests: 4, want: cms.ErrSlugIgnored,
		},
		"the response to the create is lost": {
			spoil: func(n int, server *cmstest.Server, r *http.Request) (*http.Response, error) {
				resp, err := inProcess(server, r)
				if n == 3 && err == nil {
					return nil, errors.New("connection reset by peer")
				}
				return resp, err
			},
			requests: 6,
		},
	}
}

// run ensures the slug once. The request of a number is refused; 0 refuses none.
func (s situation) run(t *testing.T, refused int) (server *cmstest.Server, sent int, err error) {
	t.Helper()
	server = cmstest.NewServer()
	t.Cleanup(server.Close)
	for _, fields := range s.records {
		server.Insert("posts", fields)
	}
	synctest.Test(t, func(t *testing.T) {
		site := ensurer(t, server, "admin", stub.Carrier(func(r *http.Request) (*http.Response, error) {
			switch sent++; {
			case sent == refused:
				return stub.Carried(r, http.StatusForbidden,
					`{"code":"rest_forbidden","message":"Not now.","data":{"status":403}}`), nil
			case s.spoil != nil:
				return s.spoil(sent, server, r)
			}
			return inProcess(server, r)
		}))
		slug := s.slug
		if slug == "" {
			slug = "kerning"
		}
		var post *cms.Post
		if post, err = site.Posts.Ensure(t.Context(), slug, kerning()); (err == nil) != (post != nil) {
			t.Errorf("the record is %+v, the error %v, want nil only if post != nil, which is %t", post, err, post != nil)
		}
	})
	return server, sent, err
}

// TestEnsureEndsAtTheFirstRequestThatIsRefused allows two requests after a refused claim: the
// draft is read and deleted.
func TestEnsureEndsAtTheFirstRequestThatIsRefused(t *testing.T) {
	t.Parallel()
	for name, s := range situations() {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			server, sent, err := s.run(t, 0)
			taken, isTaken := errors.AsType[*cms.SlugTakenError](s.want)
			switch got, ok := errors.AsType[*cms.SlugTakenError](err); {
			case isTaken && (!ok || got.Slug != taken.Slug), !isTaken && !errors.Is(err, s.want):
				t.Errorf("Ensure without a refusal: error %v, want %v", err, s.want)
			}
			if ids, drafts := withSlug(t, server, "kerning"); s.want == nil && (len(ids) != 1 || drafts != 0) {
				t.Errorf(
					"situations: %v have the slug, %d drafts are left: s.want == nil && (len(ids) != 1 || drafts != 0) is true, "+
						"want false", ids, drafts)
			}
			if sent != s.requests {
				t.Errorf("it sends %d requests, not %d: sent %d, want %d", sent, s.requests, sent, s.requests)
			}
			for n := 1; n <= sent; n++ {
				_, after, err := s.run(t, n)
				if !errors.Is(err, cms.ErrForbidden) {
					t.Errorf("Ensure whose request %d of %d is refused: error %v, want ErrForbidden", n, sent, err)
				}
				if after != n && after != n+2 {
					t.Errorf("Ensure whose request %d of %d is refused: %d requests, want %d or %d", n, sent, after, n, n+2)
				}
			}
		})
	}
}

// losing is a connection that loses the request of a number, or its response. It counts the requests.
type losing struct {
	server       *cmstest.Server
	at           int
	arrives      bool // the site gets the request
	sent, writes int
}

func (l *losing) RoundTrip(r *http.Request) (*http.Response, error) {
	if r.Method != http.MethodGet {
		l.writes++
	}
	if l.sent++; l.sent != l.at {
		return inProcess(l.server, r)
	}
	if l.arrives {
		if _, err := inProcess(l.server, r); err != nil {
			return nil, err
		}
	}
	return nil, errors.New("connection reset by peer")
}

// TestEnsureGoesOnAfterALostResponse loses one response, or one request, of a call for a new slug. With one attempt the
// call returns an error for most. The program then calls again.
func TestEnsureGoesOnAfterALostResponse(t *testing.T) {
	t.Parallel()
	for _, attempts := range []int{1, 6} {
		for _, arrives := range []bool{false, true} {
			for at := 1; ; at++ {
				server := cmstest.NewServer()
				t.Cleanup(server.Close)
				line := &losing{server: server, at: at, arrives: arrives}
				when := fmt.Sprintf("request %d is lost, arrives: %t, %d attempts", at, arrives, attempts)
				met := false
				synctest.Test(t, func(t *testing.T) { met = line.ensureAgain(t, when, attempts) })
				if ids, drafts := withSlug(t, server, "kerning"); len(ids) != 1 || drafts != 0 {
					t.Errorf("Ensure, %s: %d records have the slug, %d drafts are left, want 1 and 0", when, len(ids), drafts)
				}
				if !met {
					if at < 6 {
						t.Errorf("Ensure sent %d requests, want 5 at least", at-1)
					}
					break
				}
			}
		}
	}
}

// ensureAgain ensures a record until there is no error, and then once more, which is to write nothing. It reports
// whether a request was lost.
func (l *losing) ensureAgain(t *testing.T, when string, attempts int) (met bool) {
	t.Helper()
	site, err := ensurer(t, l.server, "editor", l).With(
		cms.WithRetry(cms.Retry{Attempts: attempts, MinWait: time.Microsecond, MaxWait: time.Millisecond}))
	if err != nil {
		t.Fatal(err)
	}
	post, err := site.Posts.Ensure(t.Context(), "kerning", kerning())
	met = l.sent >= l.at
	l.at = 0
	if err != nil {
		post, err = site.Posts.Ensure(t.Context(), "kerning", kerning())
	}
	if err != nil {
		t.Fatalf("the second Ensure, %s: error %v, want none", when, err)
	}
	const want = "Kerning Pairs. publish"
	if got := fmt.Sprint(post.Title.Raw, " ", post.Content.Raw, " ", post.Status); got != want {
		t.Errorf("Ensure, %s: the title, content and status %s, want %s", when, got, want)
	}
	l.writes = 0
	again, err := site.Posts.Ensure(t.Context(), "kerning", kerning())
	if err != nil || again.ID != post.ID {
		t.Errorf("one more Ensure, %s: record %+v, error %v, want %d and none", when, again, err, post.ID)
	}
	if l.writes != 0 {
		t.Errorf("one more Ensure, %s: %d writes, want 0", when, l.writes)
	}
	return met
}

// TestEnsureMakesItsDraftWithWhatItIsFoundBy has a page below another: a draft shows in
// the administration until it is finished, and somebody may look at it there.
func TestEnsureMakesItsDraftWithWhatItIsFoundBy(t *testing.T) {
	t.Parallel()
	server := cmstest.NewServer(cmstest.WithTest(t))
	parent := server.Insert("pages", map[string]any{"title": "Guide"})
	var bodies []string
	site := ensurer(t, server, "admin", stub.Carrier(func(r *http.Request) (*http.Response, error) {
		if r.Method == http.MethodPost {
			body, err := io.ReadAll(r.Body)
			if err != nil {
				return nil, err
			}
			bodies = append(bodies, string(body))
			r.Body = io.NopCloser(bytes.NewReader(body))
		}
		return inProcess(server, r)
	}))
	if _, err := site.Pages.Ensure(t.Context(), "install", &cms.PageParams{Title: new("Install"), Parent: &parent,
		Content: new("Unpack it."), Status: new(cms.StatusPublish)}); err != nil {
		t.Fatal(err)
	}
	if len(bodies) != 2 {
		t.Fatalf("it wrote %q: length of bodies %d, want 2", bodies, len(bodies))
	}
	draft := read[map[string]any](t, bodies[0])
	token, _ := (*draft)["slug"].(string)
	switch content := fmt.Sprintf("<!-- fontcms-ensure %d/install. -->", parent); {
	case (*draft)["title"] != "Install":
		t.Errorf(`the draft is %s: (*draft)["title"] %v, want %q`, bodies[0], (*draft)["title"], "Install")
	case (*draft)["parent"] != float64(parent):
		t.Errorf(`the draft is %s: (*draft)["parent"] %v, want %v`, bodies[0], (*draft)["parent"], float64(parent))
	case (*draft)["status"] != "draft":
		t.Errorf(`the draft is %s: (*draft)["status"] %v, want %q`, bodies[0], (*draft)["status"], "draft")
	case (*draft)["content"] != content:
		t.Errorf(`the draft is %s: (*draft)["content"] %v, want %q`, bodies[0], (*draft)["content"], content)
	case !strings.HasPrefix(token, "install-"):
		t.Errorf("the draft is %s: token %q, want the prefix %q", bodies[0], token, "install-")
	case len(*draft) != 5:
		t.Errorf("the draft is %s: length of *draft %d, want 5", bodies[0], len(*draft))
	}
	if want := fmt.Sprintf(`{"title":"Install","parent":%d,"content":"Unpack it.","status":"publish","slug":"install"}`,
		parent); !sameJSON([]byte(bodies[1]), []byte(want)) {
		t.Errorf("the record is %s: sameJSON([]byte(bodies[1]), []byte(want)) is false, want true", bodies[1])
	}
}

// TestEnsureTreatsMissingRecordsAsDeleted has records that another process removed
// between the look and the request that would have.
func TestEnsureTreatsMissingRecordsAsDeleted(t *testing.T) {
	t.Parallel()
	all := situations()
	for _, test := range []struct {
		name   string
		status int
		want   error
	}{
		{"a record and unfinished drafts", http.StatusNotFound, nil},
		{"a record and unfinished drafts", http.StatusConflict, cms.ErrConflict},
	} {
		t.Run(fmt.Sprint(test.name, " ", test.status), func(t *testing.T) {
			t.Parallel()
			s, gone := all[test.name], 0
			s.spoil = func(_ int, server *cmstest.Server, r *http.Request) (*http.Response, error) {
				if r.Method == http.MethodDelete {
					gone++
					if _, err := inProcess(server, r); err != nil {
						return nil, err
					}
					return stub.Carried(r, test.status,
						fmt.Sprintf(`{"code":"rest_gone","message":"It is gone.","data":{"status":%d}}`,
							test.status)), nil
				}
				return inProcess(server, r)
			}
			_, sent, err := s.run(t, 0)
			if !errors.Is(err, test.want) {
				t.Errorf("the error is %v, not %v: error %v, want %v", err, test.want, err, test.want)
			}
			switch {
			case test.want == nil && (gone != 2 || sent != s.requests):
				t.Errorf(
					"%d records were to be removed, in %d requests: test.want == nil && (gone != 2 || sent != s.requests) is true, "+
						"want false", gone, sent)
			case test.want != nil && gone != 1:
				t.Errorf("%d records were to be removed, in %d requests: gone %d, want 1 if test.want != nil", gone, sent, gone)
			}
		})
	}
}

func TestEnsureCreatesNothingWhenItsLookFails(t *testing.T) {
	t.Parallel()
	s := stub.New(t, func(_ int, w http.ResponseWriter, r *http.Request) {
		if r.Method == http.MethodGet {
			stub.Reply(w, 403, `{"code":"rest_forbidden_context","message":"No.","data":{"status":403}}`)
			return
		}
		stub.Reply(w, 201, `{"id":7,"slug":"news"}`)
	})
	_, err := s.Client(t).Posts.Ensure(t.Context(), "news", &cms.PostParams{Status: new(cms.StatusPublish)})
	switch {
	case !errors.Is(err, cms.ErrForbidden):
		t.Errorf("Posts.Ensure: error %v, want ErrForbidden", err)
	case len(s.Seen()) != 1:
		t.Errorf("Posts.Ensure: %d requests, want 1", len(s.Seen()))
	}
}
