package hostile

import (
	"context"
	"errors"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"strconv"
	"strings"
	"sync"
	"testing"

	"github.com/fontcms/fontcms-go/batch"
	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/cms/cmstest"
	"github.com/fontcms/fontcms-go/cms/comments"
	"github.com/fontcms/fontcms-go/cms/connect"
	"github.com/fontcms/fontcms-go/cms/menus"
	"github.com/fontcms/fontcms-go/cms/plugins"
	"github.com/fontcms/fontcms-go/cms/search"
	"github.com/fontcms/fontcms-go/cms/settings"
	"github.com/fontcms/fontcms-go/cms/terms"
	"github.com/fontcms/fontcms-go/cms/users"
	"github.com/fontcms/fontcms-go/media"
	"github.com/fontcms/fontcms-go/snippets"
)

// pluginList is what a site says of its plugins, of which two are in one folder.
const pluginList = `[{"plugin":"pair/one","status":"inactive","name":"One"},{"plugin":"pair/two","status":"active",` +
	`"name":"Two"}]`

// newSite is a site in memory with some records, and with plugins, which the server in
// memory does not have.
func newSite(t *testing.T) (address, password string) {
	t.Helper()
	server := cmstest.NewServer(cmstest.WithTest(t))
	for id := range int64(3) {
		server.Insert("posts", map[string]any{"id": id + 1, "title": "One"})
		server.Insert("comments", map[string]any{"id": id + 1, "post": id + 1, "content": "x", "status": "hold"})
		server.Insert("snippets", map[string]any{"id": id + 1, "name": "Swap", "code": "a();"})
	}
	inner, err := url.Parse(server.URL)
	if err != nil {
		t.Fatal(err)
	}
	proxy := httputil.NewSingleHostReverseProxy(inner)
	front := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if !strings.Contains(r.URL.Path, "/cms/v2/plugins") {
			proxy.ServeHTTP(w, r)
			return
		}
		w.Header().Set("Content-Type", "application/json")
		body := pluginList
		if strings.HasSuffix(r.URL.Path, "/pair/one") {
			body = `{"plugin":"pair/one","status":"inactive","name":"One"}`
		}
		_, _ = w.Write([]byte(body))
	}))
	t.Cleanup(front.Close)
	return front.URL, server.AppPassword("admin")
}

// calls are calls of the module whose errors and reports hold texts of a site.
func calls() map[string]func(ctx context.Context, site *cms.Client) error {
	return map[string]func(ctx context.Context, site *cms.Client) error{
		"posts.Get":    func(ctx context.Context, site *cms.Client) error { _, err := site.Posts.Get(ctx, 1); return err },
		"posts.List":   func(ctx context.Context, site *cms.Client) error { _, err := site.Posts.List(ctx, nil); return err },
		"posts.Delete": func(ctx context.Context, site *cms.Client) error { _, err := site.Posts.Delete(ctx, 1); return err },
		"posts.All": func(ctx context.Context, site *cms.Client) error {
			var all []error
			for _, err := range site.Posts.All(ctx, nil, cms.Exact()) {
				all = append(all, err)
			}
			return cms.Join(all...)
		},
		"posts.Ensure": func(ctx context.Context, site *cms.Client) error {
			_, err := site.Posts.Ensure(ctx, "slug", &cms.PostParams{Title: new("x")})
			return err
		},
		"terms.ByName": func(ctx context.Context, site *cms.Client) error {
			_, err := terms.Categories(site).ByName(ctx, "Uncategorized", 0)
			return err
		},
		"users.ByLogin": func(ctx context.Context, site *cms.Client) error {
			_, err := users.New(site).ByLogin(ctx, "editor")
			return err
		},
		"comments.Each": func(ctx context.Context, site *cms.Client) error {
			var all []error
			for _, result := range comments.New(site).Each(ctx, []int64{1, 2, 3}, comments.New(site).Approve) {
				all = append(all, result.Err)
			}
			return cms.Join(all...)
		},
		"menus.Ensure": func(ctx context.Context, site *cms.Client) error {
			_, err := menus.New(site).Ensure(ctx, "Main", nil)
			return err
		},
		"media.Get": func(ctx context.Context, site *cms.Client) error { _, err := media.New(site).Get(ctx, 1); return err },
		"media.Upload": func(ctx context.Context, site *cms.Client) error {
			_, err := media.New(site).Upload(ctx, media.Bytes("a.txt", []byte("a")), nil)
			return err
		},
		"plugins.List": func(ctx context.Context, site *cms.Client) error {
			_, err := plugins.New(site).List(ctx, nil)
			return err
		},
		"plugins.Delete": func(ctx context.Context, site *cms.Client) error {
			_, err := plugins.New(site).Delete(ctx, "pair/one")
			return err
		},
		"plugins.Activate": func(ctx context.Context, site *cms.Client) error {
			_, err := plugins.New(site).Activate(ctx, "pair/one")
			return err
		},
		"snippets.Activate": func(ctx context.Context, site *cms.Client) error {
			_, err := snippets.New(site).Activate(ctx, 1)
			return err
		},
		"snippets.List": func(ctx context.Context, site *cms.Client) error {
			_, err := snippets.New(site).List(ctx, nil)
			return err
		},
		"settings.Edit": func(ctx context.Context, site *cms.Client) error {
			_, err := settings.New(site).Edit(ctx, func(s *settings.Settings) error { s.Title = "New"; return nil })
			return err
		},
		"search.List": func(ctx context.Context, site *cms.Client) error {
			_, err := search.New(site).List(ctx, nil)
			return err
		},
		"batch.Do": func(ctx context.Context, site *cms.Client) error {
			requests := batch.New(site)
			for id := range int64(20) {
				requests.Add(site.Posts.DeleteRequest(id + 1))
			}
			report, err := requests.Do(ctx)
			if err != nil {
				return err
			}
			return report.Err()
		},
		"connect.Diagnose": func(ctx context.Context, site *cms.Client) error {
			diagnosis, err := connect.Diagnose(ctx, site, Text("edit_posts"))
			if err != nil {
				return err
			}
			if wrong := Wrong(diagnosis.String()); wrong != "" {
				return errors.New(Text(wrong)) // which is noticed
			}
			return nil
		},
		"connect.Discover": func(ctx context.Context, site *cms.Client) error {
			_, err := connect.Discover(ctx, site.Site())
			return err
		},
		"Index": func(ctx context.Context, site *cms.Client) error { _, err := site.Index(ctx); return err },
	}
}

func TestErrorsOfCallsToAHostileSiteAreOneLine(t *testing.T) {
	t.Parallel()
	all := func(string, string) bool { return true }
	modes := []Mode{
		{Name: "texts", Spoils: texts()}, {Name: "everything", Spoils: all}, {Name: "items refused", Changes: refusedItems},
		{Name: "broken records", Changes: brokenRecords},
		{Name: "everything of broken records", Spoils: all, Changes: brokenRecords},
	}
	for i := range refusals() {
		modes = append(modes, Mode{Name: "refused " + strconv.Itoa(i),
			Refuses: func(n int, _ *http.Request) bool { return n > i%2 }, Refusal: i})
	}
	for _, mode := range modes {
		t.Run(mode.Name, func(t *testing.T) {
			t.Parallel()
			failed := 0
			address, password := newSite(t)
			for name, call := range calls() {
				logged := &lines{}
				site, err := cms.New(New(t, address, mode).URL, cms.WithApplicationPassword("admin", password),
					cms.WithRetry(cms.Retry{Attempts: 1}), cms.WithLogger(slog.New(logged)))
				if err != nil {
					t.Fatal(err)
				}
				if err = call(t.Context(), site); err != nil {
					failed++
					if text := err.Error(); Wrong(text) != "" || strings.Contains(text, "\n") {
						t.Errorf("Error of %s: %.200q has %q, want one plain line", name, text, Wrong(text))
					}
				}
				for _, line := range logged.all {
					if wrong := Wrong(line); wrong != "" || strings.Contains(line, "\n") {
						t.Errorf("Log of %s: %.200q has %q, want plain lines", name, line, wrong)
					}
				}
			}
			if failed == 0 {
				t.Error("No call to a hostile site failed, want one at least")
			}
		})
	}
}

// lines is a log as it is told, with nothing escaped.
type lines struct {
	mu  sync.Mutex // guards all
	all []string
}

func (l *lines) Enabled(context.Context, slog.Level) bool { return true }
func (l *lines) WithAttrs([]slog.Attr) slog.Handler       { return l }
func (l *lines) WithGroup(string) slog.Handler            { return l }

func (l *lines) Handle(_ context.Context, r slog.Record) error {
	text := r.Message
	r.Attrs(func(a slog.Attr) bool { text += " " + a.Key + "=" + a.Value.String(); return true })
	l.mu.Lock()
	defer l.mu.Unlock()
	l.all = append(l.all, text)
	return nil
}
