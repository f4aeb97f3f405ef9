package cms_test

import (
	"bytes"
	"context"
	"errors"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/cms/cmstest"
)

func TestErrorsNameTheCallOfTheirCollection(t *testing.T) {
	t.Parallel()
	site := newStub(t, always(404, `{"code":"rest_post_invalid_id","message":"Invalid.","data":{"status":404}}`)).client(t)
	for operation, get := range map[string]func(context.Context) error{
		"Posts.Get":     func(ctx context.Context) error { return second(site.Posts.Get(ctx, 7)) },
		"Pages.Get":     func(ctx context.Context) error { return second(site.Pages.Get(ctx, 7)) },
		"MenuItems.Get": func(ctx context.Context) error { return second(site.MenuItems.Get(ctx, 7)) },
		"Blocks.Get":    func(ctx context.Context) error { return second(site.Blocks.Get(ctx, 7)) },
		"Posts.BySlug":  func(ctx context.Context) error { return second(site.Posts.BySlug(ctx, "news")) },
		"Pages.ByPath":  func(ctx context.Context) error { return second(site.Pages.ByPath(ctx, "news")) },
		"Posts.Ensure": func(ctx context.Context) error {
			return second(site.Posts.Ensure(ctx, "news", &cms.PostParams{Status: new(cms.StatusPublish)}))
		},
	} {
		err := get(t.Context())
		switch e, ok := errors.AsType[*cms.Error](err); {
		case !ok:
			t.Errorf("%s: get: error %v, want a *cms.Error", operation, err)
		case e.Operation != operation || e.Method != "GET":
			t.Errorf("get: Operation %q, Method %q, want %q and %q", e.Operation, e.Method, operation, "GET")
		}
	}
}

func TestRawHasTheTypeOfItsResponse(t *testing.T) {
	t.Parallel()
	s := newStub(t, always(200, "Content-Type: text/csv", "a,b"))
	raw, err := cms.Do(t.Context(), s.client(t), cms.Request[cms.Raw]{Path: "shop/v1/export"})
	switch {
	case err != nil:
		t.Errorf("cms.Do: error %v, want nil", err)
	case raw.Type != "text/csv":
		t.Errorf("cms.Do: raw.Type %q, want %q", raw.Type, "text/csv")
	case string(raw.Body) != "a,b":
		t.Errorf("cms.Do: raw.Body %q, want %q", string(raw.Body), "a,b")
	}
}

func TestDownloadCapturesItsLastResponse(t *testing.T) {
	t.Parallel()
	s := newStub(t, func(n int, w http.ResponseWriter, _ *http.Request) {
		reply(w, []int{0, 200, 404}[n], "X-Key: a", "ab")
	})
	site := s.client(t)
	for _, status := range []int{200, 404} {
		var answer cms.Response
		_, err := site.Download(t.Context(), s.URL+"/a.txt", &bytes.Buffer{}, cms.Capture(&answer))
		switch {
		case (err == nil) != (status == 200):
			t.Errorf("Download with status %d: error %v, want an error: %t", status, err, status != 200)
		case answer.Status != status:
			t.Errorf("cms.Capture: Status %d, want %d", answer.Status, status)
		case answer.Header.Get("X-Key") != "a":
			t.Errorf("cms.Capture: %q, want %q", answer.Header.Get("X-Key"), "a")
		case answer.Attempts != 1:
			t.Errorf("cms.Capture: Attempts %d, want 1", answer.Attempts)
		}
	}
}

func TestEnsureOfOneSlugDoesNotWaitForThatOfAnother(t *testing.T) {
	t.Parallel()
	server := cmstest.NewServer(cmstest.WithTest(t))
	began, done := make(chan struct{}, 1), make(chan struct{})
	site := ensurer(t, server, "admin", carrier(func(r *http.Request) (*http.Response, error) {
		if r.Method == http.MethodGet && r.URL.Query().Get("slug[]") == "first" {
			select {
			case began <- struct{}{}:
			default:
			}
			<-done
		}
		return inProcess(server, r)
	}))
	params := &cms.PostParams{Title: new("News"), Status: new(cms.StatusPublish)}
	first := make(chan error, 1)
	go func() { first <- second(site.Posts.Ensure(t.Context(), "first", params)) }()
	<-began
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Second)
	defer cancel()
	if _, err := site.Posts.Ensure(ctx, "second", params); err != nil {
		t.Error(err)
	}
	close(done)
	if err := <-first; err != nil {
		t.Error(err)
	}
}

func TestEnsureCreatesNothingWhenItsLookFails(t *testing.T) {
	t.Parallel()
	s := newStub(t, func(_ int, w http.ResponseWriter, r *http.Request) {
		if r.Method == http.MethodGet {
			reply(w, 403, `{"code":"rest_forbidden_context","message":"No.","data":{"status":403}}`)
			return
		}
		reply(w, 201, `{"id":7,"slug":"news"}`)
	})
	_, err := s.client(t).Posts.Ensure(t.Context(), "news", &cms.PostParams{Status: new(cms.StatusPublish)})
	switch {
	case !errors.Is(err, cms.ErrForbidden):
		t.Errorf("Posts.Ensure: error %v, want ErrForbidden", err)
	case len(s.seen()) != 1:
		t.Errorf("Posts.Ensure: %d requests, want 1", len(s.seen()))
	}
}

func TestBySlugInTheEditContextFindsEveryStatusExceptOfFiles(t *testing.T) {
	t.Parallel()
	s := newStub(t, always(200, "X-CMS-Total: 0", "X-CMS-TotalPages: 0", `[]`))
	site := s.client(t)
	edit := cms.InContext(cms.ContextEdit)
	files := cms.NewCollection[cms.Post, cms.ReadOnly, typefaceOptions](site, "cms/v2/media")
	terms := cms.NewCollection[cms.EmbeddedTerm, cms.ReadOnly, typefaceOptions](site, "cms/v2/tags")
	for i, test := range []struct {
		err    error
		status string
	}{
		{second(site.Posts.BySlug(t.Context(), "news", edit)), "any"},
		{second(site.Posts.BySlug(t.Context(), "news")), ""},
		{second(files.BySlug(t.Context(), "news", edit)), ""},
		{second(terms.BySlug(t.Context(), "news", edit)), ""},
	} {
		q := query(t, s.seen()[i].Query)
		switch {
		case !errors.Is(test.err, cms.ErrNotFound):
			t.Errorf("%d: test.err error %v, want ErrNotFound", i, test.err)
		case q.Get("status[]") != test.status:
			t.Errorf("%d: query(s.seen()[i].Query): %q, want %q", i, q.Get("status[]"), test.status)
		case q.Get("slug[]") != "news":
			t.Errorf("%d: query(s.seen()[i].Query): %q, want %q", i, q.Get("slug[]"), "news")
		case q.Get("per_page") != "100":
			t.Errorf("%d: query(s.seen()[i].Query): %q, want %q", i, q.Get("per_page"), "100")
		}
	}
}

// A site keeps no second revision for a text that differs only in white space.
func TestRevisionsAreComparedWithoutTheAmountOfWhiteSpace(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		was, is string // in the JSON of the revisions
		want    error
	}{
		"as written":           {"", "", nil},
		"another line break":   {`one\r\ntwo`, `one\ntwo`, nil},
		"two line breaks":      {`one\r\ntwo`, `one\n\ntwo`, nil},
		"a blank for a tab":    {`two\t three`, `two three`, nil},
		"two blanks":           {`two\t three`, `two  three`, nil},
		"space around it":      {`one\r\n`, `\n one\r\n`, nil},
		"a break for a blank":  {`two\t three`, `two\nthree`, cms.ErrOverwritten},
		"no blank":             {`two\t three`, `twothree`, cms.ErrOverwritten},
		"another word":         {`three`, `four`, cms.ErrOverwritten},
		"a letter twice":       {`two`, `twoo`, cms.ErrOverwritten},
		"another line and end": {`one\r\ntwo\t three`, `one`, cms.ErrOverwritten},
	} {
		server := cmstest.NewServer(cmstest.WithTest(t))
		id := server.Insert("posts", map[string]any{"title": "Note", "content": "old"})
		site := ensurer(t, server, "editor", carrier(func(r *http.Request) (*http.Response, error) {
			if test.was != "" && strings.Contains(r.URL.Path, "/revisions") {
				return rewritten(server, r, test.was, test.is)
			}
			return inProcess(server, r)
		}))
		post, err := site.Posts.Get(t.Context(), id, cms.InContext(cms.ContextEdit))
		if err != nil {
			t.Fatal(err)
		}
		_, err = site.Posts.UpdateIfUnchanged(t.Context(), post, &cms.PostParams{Content: new("one\r\ntwo\t three")})
		if !errors.Is(err, test.want) {
			t.Errorf("%s: Posts.UpdateIfUnchanged: error %v, want %v", name, err, test.want)
		}
	}
}

func TestParamsRefuseAFieldThatExtraHasUnderTheNameOfTheSite(t *testing.T) {
	t.Parallel()
	s := newStub(t, always(201, `{"id":7}`))
	site := s.client(t, cms.WithPrefix("wp"))
	for name, fine := range map[string]bool{"cms_pattern_category": false, "wp_pattern_category": false,
		"shop_pattern_category": true} {
		params := &cms.BlockParams{Title: new("A"), PatternCategory: []int64{3}}
		if err := params.Extra.Set(name, []int{4}); err != nil {
			t.Fatal(err)
		}
		switch _, err := site.Blocks.Create(t.Context(), params); {
		case refuses(err, name) == fine:
			t.Errorf("argument %s: error %v, want it refused: %t", name, err, !fine)
		case fine && err != nil:
			t.Errorf("argument %s: error %v, want nil", name, err)
		}
	}
}
