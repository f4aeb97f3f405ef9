package cms_test

import (
	"bytes"
	"context"
	"errors"
	"io"
	"net/http"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/cms/cmstest"
	"github.com/fontcms/fontcms-go/internal/stub"
)

// rewritten is the answer of a server with a text in place of another.
func rewritten(server *cmstest.Server, r *http.Request, was, is string) (*http.Response, error) {
	resp, err := inProcess(server, r)
	if err != nil {
		return nil, err
	}
	body, err := io.ReadAll(resp.Body)
	resp.Body, resp.ContentLength = io.NopCloser(bytes.NewReader(bytes.Replace(body, []byte(was), []byte(is), 1))), -1
	resp.Header.Del("Content-Length")
	return resp, err
}

// TestEnsureRefusesUnexpectedResponses has answers that a site should not give.
func TestEnsureRefusesUnexpectedResponses(t *testing.T) {
	t.Parallel()
	all := situations()
	for name, test := range map[string]struct {
		situation string
		at        int // the request whose answer is odd
		was, is   string
		want      error
		method    string // of the error
		text      string
		sent      int
	}{
		"a read that does not fit": {"one record", 3, `"slug":"kerning"`, crowd(), cms.ErrDecode, "GET", "", 3},
		"a read of another record": {"one record", 3, `"id":`, `"id":1`, cms.ErrForeignRecord, "GET", "", 3},
		"an update that does not fit": {"one record that differs", 3, `"slug":"kerning"`, crowd(), cms.ErrDecode, "POST", "",
			3},
		"an update that is not JSON":  {"one record that differs", 3, "{", "<", cms.ErrOutcomeUnknown, "POST", "", 3},
		"an update of another record": {"one record that differs", 3, `"id":`, `"id":1`, cms.ErrForeignRecord, "POST", "", 3},
		"a record with another parent": {"one record", 1, `"slug":"kerning"`, `"parent":7,"slug":"kerning"`,
			cms.ErrSlugIgnored, "GET", "below 7", 1},
		"a record with another slug": {"one record", 1, `"slug":"kerning"`, `"slug":"tracking"`,
			cms.ErrSlugIgnored, "GET", `"tracking"`, 1},
		"a record that cannot be read": {"one record", 1, `"id":`, `"id":"x","n":`, cms.ErrDecode, "GET", "record",
			1},
		"an update that gives another slug": {"one record that differs", 3, `"slug":"kerning"`, `"slug":"kerning-2"`,
			&cms.SlugTakenError{}, "", `the site would store "kerning-2"`, 3},
		"a draft that is not read again": {"the claim cannot be read", 5, `"id":`, `"id":1`, cms.ErrDecode, "POST",
			"made the record", 5},
		"a draft that is not taken back": {"the record is never listed", 11, `"slug":"kerning-`, `"slug":"x-`,
			cms.ErrSlugIgnored, "GET", "got the slug", 11},
		"a slug of its own that is not given": {"a slug that the site reserves", 7, `"slug":"feed-`, `"slug":"other-`,
			cms.ErrSlugIgnored, "GET", "got the slug", 7},
		"a look-up that hides what has the slug": {"no record", 1, "[]", `[{"id":9,"slug":"elsewhere","parent":0}]`,
			cms.ErrSlugIgnored, "GET", "record 9", 1},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := all[test.situation]
			before := s.spoil
			s.spoil = func(n int, server *cmstest.Server, r *http.Request) (*http.Response, error) {
				switch {
				case n == test.at:
					return rewritten(server, r, test.was, test.is)
				case before != nil:
					return before(n, server, r)
				}
				return inProcess(server, r)
			}
			_, sent, err := s.run(t, 0)
			e, failed := errors.AsType[*cms.Error](err)
			if _, taken := errors.AsType[*cms.SlugTakenError](test.want); taken {
				got, ok := errors.AsType[*cms.SlugTakenError](err)
				switch {
				case !ok:
					t.Errorf("error %v, want a *cms.SlugTakenError", err)
				case got.Slug != "kerning" || got.Got != "kerning-2":
					t.Errorf("got.Slug %q, got.Got %q, want %q and %q", got.Slug, got.Got, "kerning", "kerning-2")
				case got.ID == 0:
					t.Error("got.ID 0, want more than 0")
				}
			} else {
				switch {
				case !failed:
					t.Errorf("error %v, want a *cms.Error", err)
				case !errors.Is(err, test.want):
					t.Errorf("error %v, want %v", err, test.want)
				case e.Operation != "Posts.Ensure" || e.Method != test.method:
					t.Errorf("e.Operation %q, e.Method %q, want %q and %q", e.Operation, e.Method, "Posts.Ensure", test.method)
				}
			}
			const way = "find the record in another way, and call Create or Update"
			if errors.Is(test.want, cms.ErrSlugIgnored) && (!failed || !strings.HasPrefix(e.Hint, way)) {
				t.Errorf("error %v, want a hint that begins with %q", err, way)
			}
			switch {
			case err == nil || !strings.Contains(err.Error(), test.text):
				t.Errorf("%v after %d requests: error %v, want %q in it", err, sent, err, test.text)
			case sent != test.sent:
				t.Errorf("%v after %d requests: sent %d, want %d", err, sent, sent, test.sent)
			}
		})
	}
}

// TestEnsureEndsIfOthersKeepDeletingItsRecord has a site on which every update, or every
// read by id, finds nothing, as if others deleted each record at once.
func TestEnsureEndsIfOthersKeepDeletingItsRecord(t *testing.T) {
	t.Parallel()
	for situation, missing := range map[string]func(*http.Request) bool{
		"one record that differs": func(r *http.Request) bool { return r.Method == http.MethodPost },
		"one record":              func(r *http.Request) bool { return !strings.HasSuffix(r.URL.Path, "/posts") },
	} {
		s := situations()[situation]
		s.spoil = func(_ int, server *cmstest.Server, r *http.Request) (*http.Response, error) {
			if missing(r) {
				return stub.Carried(r, 404, `{"code":"rest_post_invalid_id","message":"No.","data":{"status":404}}`), nil
			}
			return inProcess(server, r)
		}
		_, sent, err := s.run(t, 0)
		e, ok := errors.AsType[*cms.Error](err)
		switch {
		case !ok:
			t.Errorf("%s: Ensure: error %v after %d requests, want a *cms.Error", situation, err, sent)
		case !errors.Is(err, cms.ErrOutcomeUnknown):
			t.Errorf("%s: Ensure: error %v after %d requests, want ErrOutcomeUnknown", situation, err, sent)
		case e.Operation != "Posts.Ensure" || e.Method != http.MethodPost:
			t.Errorf("%s: Ensure: error %v, Operation %q, Method %q, want %q and %q", situation, err, e.Operation, e.Method,
				"Posts.Ensure", http.MethodPost)
		case e.Path != "cms/v2/posts":
			t.Errorf("%s: Ensure: error %v, Path %q, want %q", situation, err, e.Path, "cms/v2/posts")
		case sent != 6*3:
			t.Errorf("%s: Ensure: error %v after %d requests, want %d", situation, err, sent, 6*3)
		}
	}
}

// TestEnsureWaitsNoLongerThanItsContext has looks that have to be repeated, each after
// a longer wait, and a context that ends during one of them.
func TestEnsureWaitsNoLongerThanItsContext(t *testing.T) {
	t.Parallel()
	enough := errors.New("enough")
	for name, test := range map[string]struct {
		situation, method string
		after             time.Duration
		sent              int
	}{
		"a record that is not listed, at once":       {"the record is never listed", "GET", 49 * time.Millisecond, 5},
		"a record that is not listed, a second time": {"the record is never listed", "GET", 51 * time.Millisecond, 6},
		"a record that is not listed, a fourth time": {"the record is never listed", "GET", 749 * time.Millisecond, 8},
		"several records, at once":                   {"three equal records", "GET", 49 * time.Millisecond, 2},
		"several records, a third time":              {"three equal records", "GET", 151 * time.Millisecond, 4},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s, server := situations()[test.situation], cmstest.NewServer()
			t.Cleanup(server.Close)
			for _, fields := range s.records {
				server.Insert("posts", fields)
			}
			synctest.Test(t, func(t *testing.T) {
				ctx, cancel := context.WithCancelCause(t.Context())
				defer cancel(nil)
				sent := 0
				site := ensurer(t, server, "admin", stub.Carrier(func(r *http.Request) (*http.Response, error) {
					if sent++; s.spoil != nil {
						return s.spoil(sent, server, r)
					}
					return inProcess(server, r)
				}))
				time.AfterFunc(test.after, func() { cancel(enough) })
				_, err := site.Posts.Ensure(ctx, "kerning", kerning())
				e, ok := errors.AsType[*cms.Error](err)
				switch {
				case !ok:
					t.Errorf("Posts.Ensure: %v after %d requests: error %v, want a *cms.Error", err, sent, err)
				case !errors.Is(err, enough):
					t.Errorf("Posts.Ensure: %v after %d requests: error %v, want %v", err, sent, err, enough)
				case e.Operation != "Posts.Ensure" || e.Method != test.method:
					t.Errorf("Posts.Ensure: %v after %d requests: Operation %q, Method %q, want %q and %q", err, sent, e.Operation,
						e.Method, "Posts.Ensure", test.method)
				case sent != test.sent:
					t.Errorf("%v after %d requests: sent %d, want %d", err, sent, sent, test.sent)
				}
			})
		})
	}
}

// TestEnsureReturnsAWholeRecord has fields to ask for, which mean nothing to it.
func TestEnsureReturnsAWholeRecord(t *testing.T) {
	t.Parallel()
	_, server := newSite(t)
	site := as(t, server, "editor")
	for _, slug := range []string{"kerning", "kerning"} {
		post, err := site.Posts.Ensure(t.Context(), slug, kerning(), cms.Fields("id"), cms.Embed())
		switch {
		case err != nil:
			t.Fatalf("%+v: Posts.Ensure: error %v, want nil", post, err)
		case post.Slug != slug || post.Title.Raw != "Kerning":
			t.Fatalf("Posts.Ensure: post.Slug %q, post.Title.Raw %q, want %q and %q", post.Slug, post.Title.Raw, slug, "Kerning")
		case post.Reading.Partial:
			t.Fatal("Posts.Ensure: post.Reading.Partial is true, want false")
		case len(post.Embedded) > 0:
			t.Fatalf("Posts.Ensure: post.Embedded %v, want an empty map", post.Embedded)
		}
		if _, err := post.Params(); err != nil {
			t.Error(err)
		}
	}
	for _, r := range server.Requests() {
		switch {
		case r.Method != http.MethodGet && strings.Contains(r.Query, "_fields") && !strings.Contains(r.Query, "content"):
			t.Errorf(
				`it sent %s %s: r.Method != http.MethodGet && strings.Contains(r.Query, "_fields") && !strings.Contains(r.Query,`+
					` "content") is true, want false`, r.Method, r.Query)
		case strings.Contains(r.Query, "_embed=1"):
			t.Errorf("Ensure with Embed sent %s %s, want no %q in it", r.Method, r.Query, "_embed=1")
		}
	}
}

// TestEnsureNeedsSlugAndStatus has params without them: a map has what it holds, and
// what is no object has none.
func TestEnsureNeedsSlugAndStatus(t *testing.T) {
	t.Parallel()
	s := stub.New(t, stub.Always(403, `{"code":"rest_forbidden","message":"No.","data":{"status":403}}`))
	site := s.Client(t)
	type slugged struct {
		Slug *string `json:"slug,omitzero"`
	}
	maps := cms.NewContent[cms.Post, map[string]any, struct{}](site, "cms/v2/posts")
	for name, test := range map[string]struct {
		err      error
		argument string // "" where it is asked for
		missing  string
	}{
		"a struct without a status": {second(cms.NewContent[cms.Post, slugged, struct{}](site, "cms/v2/posts").
			Ensure(t.Context(), "a", &slugged{})), "params", "status"},
		"a map without a slug": {second(maps.Ensure(t.Context(), "a", &map[string]any{"status": "draft"})), "params",
			"slug"},
		"a map without a status": {second(maps.Ensure(t.Context(), "a", &map[string]any{"slug": "a"})), "params", "status"},
		"a map with both": {second(maps.Ensure(t.Context(), "a", &map[string]any{"slug": "a", "status": "draft"})),
			"", ""},
		"another slug in it": {second(maps.Ensure(t.Context(), "a", &map[string]any{"slug": "b", "status": "draft"})),
			"params", ""},
	} {
		refused, ok := errors.AsType[*cms.ArgumentError](test.err)
		switch {
		case test.argument == "" && !errors.Is(test.err, cms.ErrForbidden),
			test.argument != "" && (!ok || refused.Argument != test.argument):
			t.Errorf("%s: error %v, want an ArgumentError for %q, or ErrForbidden if that is empty", name, test.err,
				test.argument)
		case test.missing != "" && (!errors.Is(test.err, cms.ErrInvalidArgument) ||
			!strings.Contains(refused.Reason, "no field "+test.missing)):
			t.Errorf(
				`%s: test.missing != "" && (!errors.Is(test.err, cms.ErrInvalidArgument) || !strings.Contains(refused.Reason, `+
					`"no field "+test.missing)) is true, want false`, name)
		}
	}
	if n := len(s.Seen()); n != 1 {
		t.Errorf("%d requests were sent: n %d, want 1", n, n)
	}
}

func TestErrorOfAnEnsureThatWaitedForAnotherNamesIt(t *testing.T) {
	t.Parallel()
	arrived, ended := make(chan struct{}), make(chan struct{})
	s := stub.New(t, func(n int, w http.ResponseWriter, _ *http.Request) {
		if n == 1 {
			close(arrived)
			<-ended
		}
		stub.Reply(w, http.StatusForbidden, `{"code":"rest_forbidden","message":"No.","data":{"status":403}}`)
	})
	site, done := s.Client(t), make(chan struct{})
	go func() {
		defer close(done)
		_, _ = site.Posts.Ensure(context.Background(), "a", &cms.PostParams{Title: new("A")})
	}()
	<-arrived
	ctx, cancel := context.WithTimeout(t.Context(), time.Millisecond)
	defer cancel()
	_, err := site.Posts.Ensure(ctx, "a", &cms.PostParams{Title: new("B")})
	close(ended)
	<-done
	if !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("Ensure that waits for another one: error %v, want DeadlineExceeded", err)
	}
	if e, ok := errors.AsType[*cms.Error](err); !ok || e.Operation != "Posts.Ensure" {
		t.Errorf("Ensure that waits for another one: error %v, want an Error of Posts.Ensure", err)
	}
}
