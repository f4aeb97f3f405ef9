package batch_test

import (
	"encoding/json"
	"errors"
	"net/http"
	"net/url"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/fontcms/fontcms-go/batch"
	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/cms/cmstest"
	"github.com/fontcms/fontcms-go/cms/comments"
)

func TestBatchIsOnePostInTheSpellingOfTheSite(t *testing.T) {
	t.Parallel()
	const (
		inCMS = `{"validation":"normal","requests":[
			{"method":"POST","path":"/cms/v2/blocks/1","body":{"meta":{"cms_pattern_sync_status":"unsynced"}}},
			{"method":"POST","path":"/shop/v1/gr%C3%B6%C3%9Fe%205/2?_fields=id&cms_pattern_category=7"}]}`
		inWP = `{"validation":"normal","requests":[
			{"method":"POST","path":"/wp/v2/blocks/1","body":{"meta":{"wp_pattern_sync_status":"unsynced"}}},
			{"method":"POST","path":"/shop/v1/gr%C3%B6%C3%9Fe%205/2?_fields=id&wp_pattern_category=7"}]}`
	)
	for name, c := range map[string]struct {
		options []cms.Option
		line    string
		body    string
	}{
		"as the specification has it": {nil, "POST /cms-json/batch/v1", inCMS},
		"WordPress":                   {[]cms.Option{cms.WithPrefix("wp")}, "POST /wp-json/batch/v1", inWP},
		"method override":             {[]cms.Option{cms.WithMethodOverride()}, "POST /cms-json/batch/v1", inCMS},
		"without permalinks": {
			[]cms.Option{cms.WithPrefix("wp"), cms.WithRoot("index.php?rest_route=/")},
			"POST /index.php?rest_route=%2Fbatch%2Fv1", inWP,
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := newStub(t, always(207, answers(item(200, `{"id":1}`), item(200, `{"id":2}`))))
			site := client(t, s, c.options...)
			report, err := batch.New(site).
				Add(site.Blocks.UpdateRequest(1, &cms.BlockParams{Meta: &cms.BlockMetaParams{SyncStatus: new(cms.SyncUnsynced)}})).
				Add(cms.Request[cms.Post]{
					Method: http.MethodPost, Path: "/shop/v1/größe 5/2/",
					Query: url.Values{"_fields": {"id"}, "cms_pattern_category": {"7"}},
				}).
				Do(t.Context())
			switch {
			case err != nil:
				t.Fatalf("Builder.Do: error %v, want nil", err)
			case report.Err() != nil:
				t.Fatalf("Report.Err: error %v, want nil", report.Err())
			}
			if lines := lines(s); !slices.Equal(lines, []string{c.line}) {
				t.Errorf("sent %q, want %q", lines, []string{c.line})
			}
			if got := s.Seen()[0].Body; !reflect.DeepEqual(jsonValue(t, []byte(got)), jsonValue(t, []byte(c.body))) {
				t.Errorf("sent body %s, want %s", got, c.body)
			}
			if got := s.Seen()[0].Header.Get("X-Http-Method-Override"); got != "" {
				t.Errorf("the method is overridden by %q, want an empty string", got)
			}
		})
	}
}

func TestInvalidItemsAreRefusedBeforeSending(t *testing.T) {
	t.Parallel()
	reader := &cms.Upload{Type: "image/png", Reader: strings.NewReader("png")}
	for name, c := range map[string]struct {
		build   func(*cms.Client, *batch.Builder)
		options []cms.CallOption
		says    string
	}{
		"a 26th item": {func(_ *cms.Client, b *batch.Builder) { addRaw(b, 25) }, nil,
			"requests: a batch has at most 25, not 26: call SplitLarge to send several batches"},
		"a nil item": {func(_ *cms.Client, b *batch.Builder) { b.Add(nil) }, nil,
			"item 1: cms: batch: requests: the item is nil"},
		"GET": {func(_ *cms.Client, b *batch.Builder) {
			b.Add(cms.Request[cms.Post]{Path: "cms/v2/posts/1"})
		}, nil, "method: GET cannot be in a batch"},
		"HEAD": {func(_ *cms.Client, b *batch.Builder) {
			b.Add(cms.Request[cms.Nothing]{Method: "HEAD", Path: "a/b"})
		}, nil, "method: HEAD cannot be in a batch"},
		"a method in small letters": {func(_ *cms.Client, b *batch.Builder) {
			b.Add(cms.Request[cms.Post]{Method: "put", Path: "a/b"})
		}, nil, `"put" is not one of`},
		"an upload": {func(_ *cms.Client, b *batch.Builder) { b.Post("a/b", reader) }, nil,
			"an upload cannot be in a batch"},
		"a list": {func(_ *cms.Client, b *batch.Builder) { b.Post("a/b", []int{1}) }, nil,
			"body: must be a JSON object"},
		"null": {func(_ *cms.Client, b *batch.Builder) { b.Put("a/b", (*cms.PostParams)(nil)) }, nil,
			"body: must be a JSON object"},
		"no JSON": {func(_ *cms.Client, b *batch.Builder) { b.Patch("a/b", func() {}) }, nil, "body"},
		"a way out": {func(_ *cms.Client, b *batch.Builder) { b.Delete("a/../b", nil) }, nil,
			`path: must not have the segment ".."`},
		"a query": {func(_ *cms.Client, b *batch.Builder) { b.Post("a/b?_method=DELETE", nil) }, nil,
			"is not allowed in it"},
		"_method":   {func(_ *cms.Client, b *batch.Builder) { b.Add(reserved("_method")) }, nil, "_method"},
		"_envelope": {func(_ *cms.Client, b *batch.Builder) { b.Add(reserved("_envelope")) }, nil, "_envelope"},
		"an id": {func(s *cms.Client, b *batch.Builder) { b.Add(s.Posts.UpdateRequest(5, withID())) }, nil,
			"Posts.Update: id"},
		"an id, create": {func(s *cms.Client, b *batch.Builder) { b.Add(s.Posts.CreateRequest(withID())) }, nil,
			"Posts.Create: id"},
		"no id": {func(s *cms.Client, b *batch.Builder) { b.Add(s.Posts.TrashRequest(0)) }, nil,
			"Posts.Trash: id: must be 1 or more, not 0"},
		"another id": {func(_ *cms.Client, b *batch.Builder) { b.Delete("cms/v2/posts/127", map[string]int{"id": 128}) },
			nil, "id"},
		"Authorization": {func(_ *cms.Client, b *batch.Builder) { b.Post("a/b", nil).Header("authorization", "Basic eDp5") },
			nil, "Authorization is set by the client itself"},
		"line feed": {func(_ *cms.Client, b *batch.Builder) { b.Post("a/b", nil).Header("X-Test", "a", "b\r\nX: y") }, nil,
			"header"},
		"own Cookie": {func(_ *cms.Client, b *batch.Builder) {
			b.Add(cms.Request[cms.Post]{Method: "POST", Path: "a/b", Header: http.Header{"Cookie": {"a=b"}}})
		}, nil, "Cookie is set by the client itself"},
		"all or one by one": {func(_ *cms.Client, b *batch.Builder) { b.RequireAllValidate().OneByOne() }, nil,
			"batch: validation: RequireAllValidate cannot"},
		"Fields without the responses": {func(*cms.Client, *batch.Builder) {}, []cms.CallOption{cms.Fields("id")},
			`batch: fields: without "responses" the response does not tell`},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := newStub(t, always(207, answers()))
			site := client(t, s)
			b := updates(site, 1)
			c.build(site, b)
			report, err := b.Do(t.Context(), c.options...)
			exactly(t, err, cms.ErrInvalidArgument)
			switch {
			case err == nil || !strings.Contains(err.Error(), c.says):
				t.Errorf("Builder.Do(c.options): error %v, want %q in it", err, c.says)
			case report != nil:
				t.Errorf("Builder.Do(c.options): report %+v, want nil", report)
			}
			if lines := lines(s); len(lines) != 0 {
				t.Errorf("sent %q: %d lines, want 0", lines, len(lines))
			}
		})
	}
}

func addRaw(b *batch.Builder, n int) {
	for range n {
		b.Delete("cms/v2/posts/1", nil)
	}
}

func reserved(name string) cms.Request[cms.Post] {
	return cms.Request[cms.Post]{Method: http.MethodPost, Path: "a/b", Query: url.Values{name: {"1"}}}
}

func withID() *cms.PostParams {
	return &cms.PostParams{Title: new("x"), Extra: cms.Extra{"id": []byte("126")}}
}

func TestHeaderWithoutAnItemIsRefused(t *testing.T) {
	t.Parallel()
	s := newStub(t, always(207, answers()))
	site := client(t, s)
	report, err := batch.New(site).Header("X-Test", "a").Add(site.Posts.TrashRequest(1)).Do(t.Context())
	exactly(t, err, cms.ErrInvalidArgument)
	switch e, ok := errors.AsType[*cms.ArgumentError](err); {
	case !ok:
		t.Errorf("Builder.Do: error %v, want a *cms.ArgumentError", err)
	case e.Argument != "headers" || e.Operation != "batch":
		t.Errorf("Builder.Do: Argument %q, Operation %q, want %q and %q", e.Argument, e.Operation, "headers", "batch")
	}
	switch {
	case len(lines(s)) != 0:
		t.Errorf("sent %q, want no request", lines(s))
	case report != nil:
		t.Errorf("sent %q, report %v, want nil", lines(s), report)
	}
}

// TestRejectedItemsHaveErrBatchNotAllowed sends what a stock site refuses, by itself and
// where all have to be valid.
func TestRejectedItemsHaveErrBatchNotAllowed(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		add        func(*cms.Client, *batch.Builder)
		requireAll bool
		failed     string
		want       []outcome
	}{
		"a comment": {func(s *cms.Client, b *batch.Builder) { b.Add(comments.New(s).DeleteRequest(1)) }, false,
			"", []outcome{created(2), notAllowed()}},
		"a comment, all have to be valid": {
			func(s *cms.Client, b *batch.Builder) { b.Add(comments.New(s).DeleteRequest(1)) }, true, "validation",
			[]outcome{notRun(), notAllowed()},
		},
		"a route in capitals": {func(_ *cms.Client, b *batch.Builder) { b.Post("cms/V2/Media/1", nil) }, false,
			"", []outcome{created(2), notAllowed()}},
		"another batch": {func(_ *cms.Client, b *batch.Builder) { b.Post("batch/v1", map[string]any{"requests": []any{}}) },
			false, "", []outcome{created(2), notAllowed()}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			server := cmstest.NewServer(cmstest.WithTest(t))
			server.Insert("posts", map[string]any{"id": 1})
			server.Insert("comments", map[string]any{"id": 1, "post": 1})
			site, err := cms.New(server.URL, cms.WithApplicationPassword("admin", server.AppPassword("admin")))
			if err != nil {
				t.Fatal(err)
			}
			b := batch.New(site).Add(site.Posts.CreateRequest(post("x")))
			if c.add(site, b); c.requireAll {
				b.RequireAllValidate()
			}
			report, err := b.Do(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			checkReport(t, report, c.failed, c.want)
		})
	}
}

func TestEmptyBatchIsNotSent(t *testing.T) {
	t.Parallel()
	s := newStub(t, cut)
	b := batch.New(client(t, s))
	report, err := b.RequireAllValidate().SplitLarge().Do(t.Context())
	switch {
	case err != nil:
		t.Errorf("Builder.Do of an empty batch: error %v, want nil", err)
	case len(report.Results) != 0:
		t.Errorf("Builder.Do of an empty batch: %d results, want 0", len(report.Results))
	case report.Err() != nil:
		t.Errorf("Builder.Do of an empty batch: Report.Err %v, want nil", report.Err())
	case b.Len() != 0:
		t.Errorf("Builder.Do of an empty batch: Len %d, want 0", b.Len())
	case len(s.Seen()) != 0:
		t.Errorf("s.seen: requests sent: %d, want 0", len(s.Seen()))
	}
}

func TestNothingBuildsAReadForABatch(t *testing.T) {
	t.Parallel()
	for v, names := range map[any][]string{
		&batch.Builder{}: {"Get", "Head"},
		&cms.Collection[cms.Post, cms.PostParams, cms.PostListOptions]{}: {"GetRequest", "ListRequest"},
	} {
		for _, name := range names {
			if _, ok := reflect.TypeOf(v).MethodByName(name); ok {
				t.Errorf("%T has the method %s, want none", v, name)
			}
		}
	}
}

// foreign is an item of the caller's own making.
type foreign struct{ cms.Request[json.RawMessage] }

func (f foreign) BatchItem(site *cms.Client, header http.Header) (cms.BatchItem, error) {
	made, err := f.Request.BatchItem(site, header)
	made.Operation = "Foreign.Item"
	return made, err
}

func TestItemMayBeOfTheCallersOwnType(t *testing.T) {
	t.Parallel()
	s := newStub(t, echo(t))
	report, err := batch.New(client(t, s)).
		Add(foreign{cms.Request[json.RawMessage]{Method: http.MethodPatch, Path: "shop/v1/orders/7"}}).
		Do(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	checkReport(t, report, "", []outcome{done(7)})
	switch got := report.Results[0]; {
	case got.Operation != "Foreign.Item" || got.Method != http.MethodPatch:
		t.Errorf("Builder.Do: Operation %q, Method %q, want %q and %q", got.Operation, got.Method, "Foreign.Item",
			http.MethodPatch)
	case got.Path != "/shop/v1/orders/7":
		t.Errorf("Builder.Do: Path %q, want %q", got.Path, "/shop/v1/orders/7")
	}
}
