package cms_test

import (
	"bytes"
	"context"
	"errors"
	"io"
	"log"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/cms/cmstest"
)

// TestParamsOfARecordForViewingNameTheContext reads with Get and no options, as first
// programs do.
func TestParamsOfARecordForViewingNameTheContext(t *testing.T) {
	t.Parallel()
	_, server := newSite(t)
	site, ctx := as(t, server, "editor"), t.Context()
	post, err1 := site.Posts.Get(ctx, server.Insert("posts", map[string]any{"title": "One", "status": "publish"}))
	page, err2 := site.Pages.Get(ctx, server.Insert("pages", map[string]any{"title": "One", "status": "publish"}))
	block, err3 := site.Blocks.Get(ctx, server.Insert("blocks", map[string]any{"title": "One", "content": "x",
		"status": "publish"}))
	if err := errors.Join(err1, err2, err3); err != nil {
		t.Fatal(err)
	}
	for name, err := range map[string]error{"a post": second(post.Params()), "a page": second(page.Params()),
		"a block": second(block.Params())} {
		switch {
		case !refuses(err, "context"):
			t.Errorf("Params of %s read in the view context: error is not for the argument %q, want it refused", name, "context")
		case !errors.Is(err, cms.ErrIncomplete):
			t.Errorf("%s: error %v, want ErrIncomplete", name, err)
		case !strings.Contains(err.Error(), "InContext(ContextEdit)"):
			t.Errorf("%s: error %v, want %q in it", name, err, "InContext(ContextEdit)")
		}
	}
}

// TestRejectedStatusFilterHintsAtInvalidCredentials lists drafts with a wrong password: the site takes
// the caller for a visitor, whom it refuses the status as invalid.
func TestRejectedStatusFilterHintsAtInvalidCredentials(t *testing.T) {
	t.Parallel()
	_, server := newSite(t)
	drafts := &cms.PostListOptions{Status: []cms.Status{cms.StatusDraft}}
	for name, c := range map[string]struct {
		options []cms.Option
		hinted  bool
	}{
		"a wrong password": {[]cms.Option{cms.WithApplicationPassword("editor", "wrong")}, true},
		"no credentials":   {nil, false},
	} {
		_, err := dial(t, server.URL, c.options...).Posts.List(t.Context(), drafts)
		e, ok := errors.AsType[*cms.Error](err)
		switch {
		case !ok:
			t.Errorf("%s: Posts.List(drafts): error %v, want a *cms.Error", name, err)
		case e.Status != http.StatusBadRequest:
			t.Errorf("%s: Posts.List(drafts): Status %d, want StatusBadRequest", name, e.Status)
		case strings.Contains(e.Hint, "invalid login") != c.hinted || (e.Go == "Client.Verify") != c.hinted:
			t.Errorf("%s: Posts.List(drafts): Hint %q, Go %q, want them about an invalid login: %t", name, e.Hint, e.Go,
				c.hinted)
		}
	}
}

func TestMisspelledStatusDoesNotHintAtCredentials(t *testing.T) {
	t.Parallel()
	_, server := newSite(t)
	_, err := as(t, server, "editor").Posts.List(t.Context(), &cms.PostListOptions{Status: []cms.Status{"drafts"}})
	e, ok := errors.AsType[*cms.Error](err)
	switch {
	case !ok:
		t.Errorf("Posts.List: error %v, want a *cms.Error", err)
	case e.Status != http.StatusBadRequest || e.Hint != "":
		t.Errorf("Posts.List: Status %d, Hint %q, want StatusBadRequest and an empty string", e.Status, e.Hint)
	}
}

func TestLostResponseToACreateHintsAtTheRecord(t *testing.T) {
	t.Parallel()
	_, server := newSite(t)
	server.Fail(cmstest.Fault{Method: http.MethodPost, Processed: true, Cut: cmstest.CutAnswer})
	_, err := as(t, server, "editor").Posts.Create(t.Context(), &cms.PostParams{Title: new("Lost")})
	e, ok := errors.AsType[*cms.Error](err)
	switch {
	case !ok:
		t.Errorf("Posts.Create: error %v, want a *cms.Error", err)
	case !errors.Is(err, cms.ErrOutcomeUnknown):
		t.Errorf("Posts.Create: error %v, want ErrOutcomeUnknown", err)
	case !strings.Contains(e.Hint, "may have carried out the request"):
		t.Errorf("Posts.Create: Hint %q, want %q in it", e.Hint, "may have carried out the request")
	}
}

func TestUnknownCertificateHintsAtTheHTTPClient(t *testing.T) {
	t.Parallel()
	server := httptest.NewUnstartedServer(http.NotFoundHandler())
	server.Config.ErrorLog = log.New(io.Discard, "", 0)
	server.StartTLS()
	t.Cleanup(server.Close)
	_, err := dial(t, server.URL).Posts.List(t.Context(), nil)
	e, ok := errors.AsType[*cms.Error](err)
	switch {
	case !ok:
		t.Errorf("Posts.List: error %v, want a *cms.Error", err)
	case !strings.Contains(e.Hint, "who signed the certificate") || !strings.Contains(e.Go, "WithHTTPClient"):
		t.Errorf("Posts.List: Hint %q, Go %q, want %q in one and %q in the other", e.Hint, e.Go, "who signed the certificate",
			"WithHTTPClient")
	}
}

// TestErrorHasAHintForAWrongPrefix asks sites that show what they are under a prefix that is
// not theirs.
func TestErrorHasAHintForAWrongPrefix(t *testing.T) {
	t.Parallel()
	wordpress := cmstest.NewServer(cmstest.WithTest(t), cmstest.WithPrefix("wp"))
	ours := cmstest.NewServer(cmstest.WithTest(t))
	theme := newStub(t, always(http.StatusNotFound, "Content-Type: text/html",
		`<!DOCTYPE html><html><head><link rel="stylesheet" href="/wp-includes/css/a.css"></head><body>Not found</body>`+
			`</html>`))
	const hint = `WithPrefix("wp")`
	for name, c := range map[string]struct {
		site  *cms.Client
		named bool
	}{
		"another root":                       {dial(t, wordpress.URL), true},
		"a root that fits":                   {dial(t, wordpress.URL, cms.WithRoot("wp-json")), true},
		"a page of a theme":                  {theme.client(t), true},
		"the prefix that it names, no route": {dial(t, wordpress.URL, cms.WithPrefix("wp")), false},
		"a site of the specification":        {dial(t, ours.URL, cms.WithRoot("nothing")), false},
	} {
		_, err := cms.Do(t.Context(), c.site, cms.Request[cms.Raw]{Path: "cms/v2/nothing"})
		if name == "a page of a theme" || name == "another root" || name == "a root that fits" {
			_, err = c.site.Posts.List(t.Context(), nil)
		}
		e, ok := errors.AsType[*cms.Error](err)
		switch {
		case !ok:
			t.Errorf("%s: Posts.List: error %v, want a *cms.Error", name, err)
		case strings.Contains(e.Go, hint) != c.named || strings.Contains(e.Hint, "use the prefix wp") != c.named:
			t.Errorf("%s: Posts.List: Hint %q, Go %q, want them to name the prefix: %t", name, e.Hint, e.Go, c.named)
		}
	}
}

// TestRecordPassedAsParamsIsRefused writes a record type where params belong.
func TestRecordPassedAsParamsIsRefused(t *testing.T) {
	t.Parallel()
	s := newStub(t, always(http.StatusOK, `{"id":5}`))
	posts := cms.NewContent[cms.Post, cms.Post, struct{}](s.client(t), "cms/v2/posts")
	for name, err := range map[string]error{
		"Create": second(posts.Create(t.Context(), &cms.Post{Slug: "a"})),
		"Update": second(posts.Update(t.Context(), 5, &cms.Post{ID: 5})),
		"Ensure": second(posts.Ensure(t.Context(), "a", &cms.Post{Slug: "a"})),
	} {
		switch {
		case !errors.Is(err, cms.ErrInvalidArgument):
			t.Errorf("%s: error %v, want ErrInvalidArgument", name, err)
		case !strings.Contains(err.Error(), "a record"):
			t.Errorf("%s: error %v, want %q in it", name, err, "a record")
		case !strings.Contains(err.Error(), "PostParams"):
			t.Errorf("%s: error %v, want %q in it", name, err, "PostParams")
		}
	}
	if n := len(s.seen()); n != 0 {
		t.Errorf("%d requests were sent, want 0", n)
	}
}

// TestCancelledAttemptIsLoggedAtDebugLevel has a caller who has seen enough.
func TestCancelledAttemptIsLoggedAtDebugLevel(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		end   func(context.Context) (context.Context, context.CancelFunc)
		level slog.Level
	}{
		"a cancel": {context.WithCancel, slog.LevelDebug},
		"a deadline": {func(ctx context.Context) (context.Context, context.CancelFunc) { return context.WithTimeout(ctx, 1) },
			slog.LevelWarn},
	} {
		ctx, cancel := c.end(t.Context())
		defer cancel()
		s := newStub(t, func(_ int, _ http.ResponseWriter, r *http.Request) {
			cancel()
			<-r.Context().Done()
		})
		var log bytes.Buffer
		logger := slog.New(slog.NewTextHandler(&log, &slog.HandlerOptions{Level: slog.LevelDebug}))
		switch _, err := s.client(t, cms.WithLogger(logger)).Posts.Get(ctx, 5); {
		case ctx.Err() == nil:
			t.Errorf("%s: context has not ended after the call, want it ended", name)
		case !errors.Is(err, ctx.Err()):
			t.Errorf("%s: Posts.Get(5): error %v, want ctx.Err()", name, err)
		}
		if text := log.String(); text != "" && strings.Contains(text, "level=WARN") != (c.level == slog.LevelWarn) {
			t.Errorf("%s: log %q, want a warning: %t", name, text, c.level == slog.LevelWarn)
		}
	}
}

// TestNothingIsYieldedAfterACancel cancels at the second of ten records: what comes next
// is the error, and the cursor stands after the second.
func TestNothingIsYieldedAfterACancel(t *testing.T) {
	t.Parallel()
	_, server := newSite(t)
	site := as(t, server, "editor")
	var ids []int64
	for range 10 {
		ids = append(ids, server.Insert("posts", map[string]any{"title": "One", "status": "publish"}))
	}
	for name, walk := range map[string]func(context.Context, *cms.Cursor) func(func(*cms.Post, error) bool){
		"All": func(ctx context.Context, at *cms.Cursor) func(func(*cms.Post, error) bool) {
			return site.Posts.All(ctx, &cms.PostListOptions{Include: ids}, cms.Resume(at))
		},
		"All with Exact": func(ctx context.Context, at *cms.Cursor) func(func(*cms.Post, error) bool) {
			return site.Posts.All(ctx, nil, cms.Exact(), cms.Resume(at))
		},
		"GetMany": func(ctx context.Context, _ *cms.Cursor) func(func(*cms.Post, error) bool) {
			return site.Posts.GetMany(ctx, ids, nil)
		},
	} {
		ctx, cancel := context.WithCancel(t.Context())
		var at cms.Cursor
		var records int
		var last error
		walk(ctx, &at)(func(p *cms.Post, err error) bool {
			if p != nil {
				records++
			}
			if records == 2 {
				cancel()
			}
			last = err
			return true
		})
		if records != 2 || !errors.Is(last, context.Canceled) {
			t.Errorf("%s: %d records, then error %v, want 2 and Canceled", name, records, last)
		}
		rest := 0
		if name != "GetMany" {
			walk(t.Context(), &at)(func(p *cms.Post, err error) bool {
				if p != nil {
					rest++
				}
				return err == nil
			})
			if rest < 8 {
				t.Errorf("%s: %d records come after the cursor, want at least 8", name, rest)
			}
		}
		cancel()
	}
}
