package ledger_test

import (
	"context"
	"encoding/json"
	"net/http"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/fontcms/fontcms-go/batch"
	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/cms/analytics"
	"github.com/fontcms/fontcms-go/cms/blockvisibility"
	"github.com/fontcms/fontcms-go/cms/oembed"
	"github.com/fontcms/fontcms-go/internal/replay"
	"github.com/fontcms/fontcms-go/media"
	"github.com/fontcms/fontcms-go/snippets"
)

// TestRecordingsOfTheFurtherNamespacesAreUnderstood gives each recorded answer of
// media, snippets, batch and the plugins to the method that calls its route:
// those of this module, or of the folder that FONTCMS_RECORDINGS names. Those of
// the package cms, and the error answers, are read by a test of that package.
func TestRecordingsOfTheFurtherNamespacesAreUnderstood(t *testing.T) {
	t.Parallel()
	folders := []string{os.Getenv("FONTCMS_RECORDINGS")}
	if folders[0] == "" {
		folders = nil
		for _, name := range []string{"media", "snippets", "batch", "cms/analytics", "cms/oembed", "cms/blockvisibility"} {
			folders = append(folders, filepath.Join("..", "..", filepath.FromSlash(name), "testdata"))
		}
	}
	for _, folder := range folders {
		for _, name := range replay.Names(t, folder) {
			t.Run(name, func(t *testing.T) {
				t.Parallel()
				understand(t, replay.LoadFrom(t, folder, name))
			})
		}
	}
}

// reader is the method that reads the answers of a route.
type reader struct {
	route string // "METHOD path", a regular expression
	read  func(t *testing.T, site *cms.Client, rec *replay.Recording) error
}

func readers() []reader {
	return []reader{
		{`GET media`, answers(func(ctx context.Context, s *cms.Client) (any, error) { return media.New(s).List(ctx, nil) })},
		{`POST media`, answers(func(ctx context.Context, s *cms.Client) (any, error) {
			return media.New(s).Upload(ctx, media.Bytes("a.png", []byte("png")), nil)
		})},
		{`GET media/\d+`, named(func(ctx context.Context, s *cms.Client, id int64) (any,
			error) {
			return media.New(s).Get(ctx, id)
		})},
		{`(POST|PUT|PATCH) media/\d+`, named(func(ctx context.Context, s *cms.Client, id int64) (any, error) {
			return media.New(s).Update(ctx, id, nil)
		})},
		{`DELETE media/\d+`, named(func(ctx context.Context, s *cms.Client, id int64) (any,
			error) {
			return media.New(s).Delete(ctx, id)
		})},
		{`POST media/\d+/post-process`, named(func(ctx context.Context, s *cms.Client, id int64) (any, error) {
			return media.New(s).PostProcess(ctx, id)
		})},
		{`POST media/\d+/finalize`, named(func(ctx context.Context, s *cms.Client, id int64) (any, error) {
			return media.New(s).Finalize(ctx, id, nil)
		})},
		{`POST media/\d+/edit`, named(func(ctx context.Context, s *cms.Client, id int64) (any, error) {
			return media.New(s).Edit(ctx, id,
				&media.EditParams{Src: "https://docs.example.org/a.png", Modifiers: media.Modifiers{media.Rotate{Angle: 90}}})
		})},
		{`POST media/\d+/sideload`, named(func(ctx context.Context, s *cms.Client, id int64) (any, error) {
			return media.New(s).Sideload(ctx, id, media.Bytes("a.png", []byte("png")),
				&media.SideloadParams{ImageSize: media.SizeNames{"medium"}})
		})},

		{`GET code-snippets/v1/snippets`,
			answers(func(ctx context.Context, s *cms.Client) (any, error) { return snippets.New(s).List(ctx, nil) })},
		{`POST code-snippets/v1/snippets`,
			answers(func(ctx context.Context, s *cms.Client) (any, error) { return snippets.New(s).Create(ctx, nil) })},
		{`GET code-snippets/v1/snippets/[1-9]\d*`,
			named(func(ctx context.Context, s *cms.Client, id int64) (any, error) { return snippets.New(s).Get(ctx, id) })},
		{`(POST|PUT|PATCH) code-snippets/v1/snippets/\d+`,
			named(func(ctx context.Context, s *cms.Client, id int64) (any, error) {
				return snippets.New(s).Update(ctx, id, nil)
			})},
		{`DELETE code-snippets/v1/snippets/\d+`, named(func(ctx context.Context, s *cms.Client, id int64) (any, error) {
			return snippets.New(s).Delete(ctx, id)
		})},
		{`GET code-snippets/v1/snippets/schema`,
			answers(func(ctx context.Context, s *cms.Client) (any, error) { return snippets.New(s).Schema(ctx) })},
		{`GET code-snippets/v1/snippets/\d+/export-code`,
			named(func(ctx context.Context, s *cms.Client, id int64) (any, error) {
				return snippets.New(s).ExportCode(ctx, id)
			})},

		{`GET koko-analytics/v1/stats`,
			answers(func(ctx context.Context, s *cms.Client) (any, error) { return koko(s).Stats(ctx, nil) })},
		{`GET koko-analytics/v1/totals`,
			answers(func(ctx context.Context, s *cms.Client) (any, error) { return koko(s).Totals(ctx, nil) })},
		{`GET koko-analytics/v1/posts`,
			answers(func(ctx context.Context, s *cms.Client) (any, error) { return koko(s).Posts(ctx, nil) })},
		{`GET koko-analytics/v1/referrers`,
			answers(func(ctx context.Context, s *cms.Client) (any, error) { return koko(s).Referrers(ctx, nil) })},
		{`GET koko-analytics/v1/realtime`,
			answers(func(ctx context.Context, s *cms.Client) (any, error) { return koko(s).Realtime(ctx, "") })},

		{`GET oembed/1.0/embed`, answers(func(ctx context.Context, s *cms.Client) (any, error) {
			return oembed.New(s).Embed(ctx, "https://docs.example.org/", nil)
		})},
		{`GET oembed/1.0/proxy`, answers(func(ctx context.Context, s *cms.Client) (any, error) {
			return oembed.New(s).Proxy(ctx, "https://docs.example.org/", nil)
		})},
		{`(GET|POST|PUT|PATCH) block-visibility/v1/settings`, answers(func(ctx context.Context, s *cms.Client) (any, error) {
			return cms.Do(ctx, s, cms.Request[blockvisibility.Settings]{Path: "block-visibility/v1/settings"})
		})},
		{`GET block-visibility/v1/variables`, answers(func(ctx context.Context, s *cms.Client) (any, error) {
			return blockvisibility.New(s).Variables(ctx, nil)
		})},
		{`POST batch/v1`, func(t *testing.T, s *cms.Client, rec *replay.Recording) error {
			t.Helper()
			var sent struct{ Responses []any }
			if err := json.Unmarshal(rec.Response.Bytes(t), &sent); err != nil {
				return err
			}
			b := batch.New(s).RequireAllValidate()
			for range sent.Responses {
				b.Post("cms/v2/posts", nil)
			}
			report, err := b.Do(t.Context())
			if err == nil && len(report.Results) != len(sent.Responses) {
				t.Errorf("Batch: %d results, want %d", len(report.Results), len(sent.Responses))
			}
			return err
		}},
	}
}

func koko(s *cms.Client) *analytics.Service {
	return analytics.New(s, analytics.WithNamespace(analytics.KokoNamespace))
}

// answers reads by a method, and checks that its value keeps.
func answers(read func(ctx context.Context, s *cms.Client) (any, error)) func(*testing.T, *cms.Client,
	*replay.Recording) error {
	return func(t *testing.T, s *cms.Client, _ *replay.Recording) error {
		t.Helper()
		return kept(t)(read(t.Context(), s))
	}
}

// named is answers for a route with an id, which the record of the recording has.
func named(read func(ctx context.Context, s *cms.Client, id int64) (any, error)) func(*testing.T, *cms.Client,
	*replay.Recording) error {
	return func(t *testing.T, s *cms.Client, rec *replay.Recording) error {
		t.Helper()
		id, err := strconv.ParseInt(regexp.MustCompile(`/(\d+)(/|$)`).FindStringSubmatch(rec.Request.Path)[1], 10, 64)
		if err != nil {
			t.Fatal(err)
		}
		return kept(t)(read(t.Context(), s, id))
	}
}

// kept checks that plain encoding/json brings a value back.
func kept(t *testing.T) func(v any, err error) error {
	t.Helper()
	return func(v any, err error) error {
		t.Helper()
		if err != nil {
			return err
		}
		if page, ok := v.(*cms.ListPage[media.Media]); ok {
			v = page.Items
		}
		if page, ok := v.(*cms.ListPage[snippets.Snippet]); ok {
			v = page.Items
		}
		data, err := json.Marshal(v)
		if err != nil {
			return err
		}
		again := reflect.New(reflect.TypeOf(v))
		if err := json.Unmarshal(data, again.Interface()); err != nil {
			return err
		}
		twice, err := json.Marshal(again.Elem().Interface())
		if err == nil && string(twice) != string(data) {
			t.Errorf("Record written a second time:\n%s\nwant\n%s", twice, data)
		}
		return err
	}
}

var rootOf = regexp.MustCompile(`^/wp-json/(wp/v2/)?`)

func understand(t *testing.T, rec *replay.Recording) {
	t.Helper()
	if rec.Response.Status >= 300 || strings.Contains(rec.Request.Query, "_fields") ||
		strings.Contains(rec.Request.Query, "_envelope") {
		t.Skip("an error, or a part of an answer")
	}
	if strings.HasSuffix(rec.Request.Path, "/embed") && strings.Contains(rec.Request.Query, "format=xml") {
		t.Skip("EmbedXML returns it as text")
	}
	s, err := cms.New(replay.Host, cms.WithPrefix("wp"), cms.WithHTTPClient(&http.Client{Transport: answering{t, rec}}))
	if err != nil {
		t.Fatal(err)
	}
	route := rec.Request.Method + " " + rootOf.ReplaceAllString(rec.Request.Path, "")
	for _, r := range readers() {
		if regexp.MustCompile("^" + r.route + "$").MatchString(route) {
			if err := r.read(t, s, rec); err != nil {
				t.Error(err)
			}
			return
		}
	}
	t.Skip("no single answer of these packages: " + route)
}

// answering gives the recorded answer to whatever is asked.
type answering struct {
	t   *testing.T
	rec *replay.Recording
}

func (a answering) RoundTrip(req *http.Request) (*http.Response, error) {
	return a.rec.Responder(a.t)(req)
}
