package resilience

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"iter"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/fontcms/fontcms-go/batch"
	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/cms/analytics"
	"github.com/fontcms/fontcms-go/cms/archiver"
	"github.com/fontcms/fontcms-go/cms/blockvisibility"
	"github.com/fontcms/fontcms-go/cms/connect"
	"github.com/fontcms/fontcms-go/cms/oembed"
	"github.com/fontcms/fontcms-go/cms/settings"
	"github.com/fontcms/fontcms-go/cms/terms"
	"github.com/fontcms/fontcms-go/fonts"
	"github.com/fontcms/fontcms-go/fonts/snapshot"
	"github.com/fontcms/fontcms-go/media"
	"github.com/fontcms/fontcms-go/media/subsizes"
	"github.com/fontcms/fontcms-go/snippets"
)

// always is a server that gives the same answer to everything, but to what a
// list names first.
type always struct {
	first  []reply
	status int
	body   []byte
}

type reply struct {
	method, path, body string
}

func (a always) RoundTrip(req *http.Request) (*http.Response, error) {
	if req.Body != nil {
		_, _ = io.Copy(io.Discard, req.Body)
		_ = req.Body.Close()
	}
	body, first := a.body, false
	for _, one := range a.first {
		if req.Method == one.method && strings.HasSuffix(req.URL.Path, one.path) {
			body, first = []byte(one.body), true
		}
	}
	if server, ok := req.Context().Value(against{}).(responder); ok && !first {
		return server.respond(req)
	}
	status := a.status
	if status == 0 {
		status = http.StatusOK
	}
	return &http.Response{
		StatusCode: status, Header: http.Header{"Content-Type": {"application/json"}}, ContentLength: int64(len(body)),
		Body: io.NopCloser(bytes.NewReader(body)), Request: req, Proto: "HTTP/1.1", ProtoMajor: 1, ProtoMinor: 1,
	}, nil
}

func site(t testing.TB, body []byte, first ...reply) *cms.Client {
	t.Helper()
	return siteOf(t, always{body: body, first: first})
}

func siteOf(t testing.TB, server always) *cms.Client {
	t.Helper()
	c, err := cms.New("https://site.example", cms.WithPrefix("wp"),
		cms.WithApplicationPassword("editor", "abcd EFGH 1234"),
		cms.WithHTTPClient(&http.Client{Transport: server}), cms.WithRetry(cms.Retry{Attempts: 1}))
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func catalogue(t testing.TB, body []byte) *fonts.Client {
	t.Helper()
	c, err := fonts.New("https://fonts.example", fonts.WithHTTPClient(&http.Client{Transport: always{body: body}}),
		fonts.WithRetry(fonts.Retry{Attempts: 1}))
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// product is a record of a caller.
type product struct {
	cms.Post
	Price  string         `json:"price"`
	Rows   []row          `json:"rows"`
	Anyway map[string]any `json:"anyway"`
}

type row struct {
	Name, Value string
	Further     [16]int64
}

// upTo reads at most n elements of a walk.
func upTo[V any](n int, walk iter.Seq2[V, error]) (out []V, err error) {
	for v, err := range walk {
		if err != nil {
			return nil, err
		}
		if out = append(out, v); len(out) == n {
			break
		}
	}
	return out, nil
}

// one is the first element of a walk, which keeps its page.
func one[V any](walk iter.Seq2[V, error]) ([]V, error) { return upTo(1, walk) }

// call makes a decoder of a call to a site.
func call[V any](f func(ctx context.Context, site *cms.Client) (V, error), first ...reply) func(testing.TB,
	[]byte) (any, error) {
	return func(t testing.TB, body []byte) (any, error) {
		t.Helper()
		v, err := f(t.Context(), site(t, body, first...))
		return []any{v, err}, err
	}
}

func font[V any](f func(ctx context.Context, c *fonts.Client) (V, error)) func(testing.TB, []byte) (any, error) {
	return func(t testing.TB, body []byte) (any, error) {
		t.Helper()
		v, err := f(t.Context(), catalogue(t, body))
		return []any{v, err}, err
	}
}

// inRecord are bombs inside a record, between open and end.
func inRecord(open, end string) []bomb {
	return []bomb{
		{name: "links", body: repeated(open+`"id":1,"_links":{"a":[`, `{"href":"x"}`, `]}`+end), within: 900, beyond: 40_000},
		{name: "relations", body: repeated(open+`"id":1,"_links":{`, `"%x":[{"href":"x"}]`, `}`+end), within: 450,
			beyond: 40_000},
		{name: "empty relations", body: repeated(open+`"id":1,"_links":{`, `"%x":[]`, `}`+end), within: 450,
			beyond: 20_000, read: true},
		{name: "links with a member", body: repeated(open+`"id":1,"_links":{"a":[`, `{"href":"x","a":0}`, `]}`+end),
			within: 900, beyond: 40_000},
		{name: "links with hints", body: repeated(open+`"id":1,"_links":{"a":[`, `{"href":"x","targetHints":{"allow":[]}}`,
			`]}`+end), within: 900, beyond: 20_000},
		{name: "links without address", body: repeated(open+`"id":1,"_links":{"a":[`, `{}`, `]}`+end), within: 900,
			beyond: 40_000},
		{name: "methods in a link", body: repeated(open+`"id":1,"_links":{"a":[{"href":"x","targetHints":{"allow":[`, `""`,
			`]}}]}`+end), within: 900, beyond: 150_000, read: true},
		{name: "unknown members", body: repeated(open+`"id":1,`, `"%x":0`, end), within: 10_000, beyond: 30_000, read: true},
		{name: "members of an unknown one", body: repeated(open+`"id":1,"a":{`, `"%x":{}`, `}`+end), within: 7_000,
			beyond: 30_000},
	}
}

// inPost are further bombs in a post.
func inPost(open, end string) []bomb {
	return append(inRecord(open, end),
		bomb{name: "meta", body: repeated(open+`"id":1,"meta":{`, `"%x":0`, `}`+end), within: 10_000,
			beyond: 30_000, read: true},
		bomb{name: "class_list", body: repeated(open+`"id":1,"class_list":[`, `0`, `]`+end), within: 9_000, beyond: 30_000},
		bomb{name: "class_list as an object", body: repeated(open+`"id":1,"class_list":{`, `"%x":0`, `}`+end), within: 9_000,
			beyond: 30_000},
		bomb{name: "categories", body: repeated(open+`"id":1,"categories":[`, `0`, `]`+end), within: 10_000,
			beyond: 150_000, read: true},
		bomb{name: "embedded", body: repeated(open+`"id":1,"_embedded":{`, `"%x":[]`, `}`+end), within: 900, beyond: 20_000},
		bomb{name: "embedded records", body: repeated(open+`"id":1,"_embedded":{"a":[`, `{}`, `]}`+end), within: 10_000,
			beyond: 30_000},
	)
}

// inList are bombs of a list with a size of 100.
func inList() []bomb {
	return []bomb{
		{name: "elements", body: repeated("[", `{"id":1}`, "]"), within: 1_000, beyond: 1_001},
		{name: "many elements", body: repeated("[", `{"id":1}`, "]"), beyond: 40_000},
		{name: "empty elements", body: repeated("[", `{}`, "]"), beyond: 40_000},
		{name: "lists for elements", body: repeated("[", `[]`, "]"), beyond: 40_000},
		{name: "elements with a member", body: repeated("[", `{"id":1,"a":0}`, "]"), within: 900, beyond: 40_000},
		{name: "elements with meta", body: repeated("[", `{"id":1,"meta":{"a":0}}`, "]"), within: 700, beyond: 40_000},
	}
}

// unsized are bombs of a list that no size was sent for.
func unsized() []bomb {
	return []bomb{
		{name: "elements", body: repeated("[", `{"id":1}`, "]"), within: 1_000, beyond: 40_000},
		{name: "empty elements", body: repeated("[", `{}`, "]"), within: 500, beyond: 40_000},
		{name: "elements with a member", body: repeated("[", `{"id":1,"a":0}`, "]"), within: 900, beyond: 40_000},
	}
}

// revised are bombs in revisions and autosaves of the record 1, which all name it.
func revised(bombs []bomb) (out []bomb) {
	for _, b := range addressed(bombs) {
		body := b.body
		b.body = func(n int) []byte { return bytes.ReplaceAll(body(n), []byte(`"id":1`), []byte(`"id":1,"parent":1`)) }
		out = append(out, b)
	}
	return out
}

// addressed are the bombs for a list whose records are asked for by what they are
// called: not one that lacks it is read.
func addressed(bombs []bomb) (out []bomb) {
	for _, b := range bombs {
		if b.name == "empty elements" {
			b.within = 0
		}
		out = append(out, b)
	}
	return out
}

// some are every fourth of the bombs, for a function that shares its decoder with
// one that gets all.
func some(bombs []bomb) (out []bomb) {
	for i := 0; i < len(bombs); i += 4 {
		out = append(out, bombs[i])
	}
	return out
}

// named is a catalog of records whose names are numbers.
func named(c *cms.Client) *cms.Catalog[terms.Term, terms.Params, terms.ListOptions] {
	return cms.NewCatalog[terms.Term, terms.Params, terms.ListOptions](c, "cms/v2/named", "id")
}

// clients are the functions and methods that ask a server.
func clients() map[string]decoder {
	first := &cms.PostListOptions{PerPage: 100}
	record := inPost("{", "}")
	listed := append(inList(), inPost("[{", "}]")...)
	plain := append(inList(), inRecord("[{", "}]")...)
	file := inRecord("{", "}")
	file = append(file, inMedia("{", "}")...)
	upload := func() media.File {
		return media.File{Name: "a.txt", Type: "text/plain", Reader: strings.NewReader("a"), Size: 1}
	}
	post := &cms.Post{}
	_ = json.Unmarshal([]byte(`{"id":1,"modified_gmt":"2026-01-01T00:00:00","title":{"raw":"a"},"content":{"raw":"a"},`+
		`"_links":{"self":[]}}`), post)
	document := []bomb{{name: "unknown members", body: repeated("{", `"%x":0`, "}"), within: 10_000,
		beyond: 30_000, read: true}}
	return map[string]decoder{
		"cms.Collection.List": {decode: call(func(ctx context.Context, c *cms.Client) (any,
			error) {
			return c.Posts.List(ctx, first)
		}), bombs: listed},
		"cms.Collection.Pages": {decode: call(func(ctx context.Context, c *cms.Client) (any,
			error) {
			return one(c.Posts.Pages(ctx, nil))
		}), bombs: some(listed)},
		"cms.Collection.All": {decode: call(func(ctx context.Context, c *cms.Client) (any,
			error) {
			return one(c.Posts.All(ctx, nil))
		}), bombs: some(listed)},
		"cms.Collection.GetMany": {decode: call(func(ctx context.Context, c *cms.Client) (any, error) {
			return one(c.Posts.GetMany(ctx, []int64{1}, nil))
		}), bombs: some(inPost("[{", "}]"))},
		"cms.Collection.BySlug": {decode: call(func(ctx context.Context, c *cms.Client) (any, error) {
			return c.Posts.BySlug(ctx, "a")
		}), bombs: some(inPost(`[{"slug":"a",`, "}]"))},
		"cms.Collection.ByPath": {decode: call(func(ctx context.Context, c *cms.Client) (any, error) {
			return c.Pages.ByPath(ctx, "a")
		}), bombs: some(inPost(`[{"slug":"a",`, "}]"))},
		"cms.Collection.Count": {decode: call(func(ctx context.Context, c *cms.Client) (any,
			error) {
			return c.Posts.Count(ctx, nil)
		}), bombs: []bomb{
			{name: "elements", body: repeated("[", `{"id":1}`, "]"), beyond: 1_001},
			{name: "empty elements", body: repeated("[", `{}`, "]"), beyond: 40_000},
		}},
		"cms.Collection.Get": {decode: call(func(ctx context.Context, c *cms.Client) (any,
			error) {
			return c.Posts.Get(ctx, 1)
		}), bombs: record},
		"cms.Collection.Create": {decode: call(func(ctx context.Context, c *cms.Client) (any,
			error) {
			return c.Posts.Create(ctx, nil)
		}), bombs: some(record)},
		"cms.Collection.Update": {decode: call(func(ctx context.Context, c *cms.Client) (any,
			error) {
			return c.Posts.Update(ctx, 1, nil)
		}), bombs: some(record)},
		"cms.Content.Trash": {decode: call(func(ctx context.Context, c *cms.Client) (any,
			error) {
			return c.Posts.Trash(ctx, 1)
		}), bombs: some(record)},
		"cms.Collection.Delete": {decode: call(func(ctx context.Context, c *cms.Client) (any,
			error) {
			return c.Posts.Delete(ctx, 1)
		}), bombs: some(inPost(`{"deleted":true,"previous":{`, "}}"))},
		"cms.Content.Ensure": {decode: call(func(ctx context.Context, c *cms.Client) (any, error) {
			return c.Posts.Ensure(ctx, "a", &cms.PostParams{Title: new("a"), Slug: new("a"), Status: new(cms.StatusDraft)})
		}), bombs: []bomb{{name: "elements", body: repeated("[", `{"id":1,"slug":"a"}`, "]"), beyond: 1_001},
			{name: "empty elements", body: repeated("[", `{}`, "]"), beyond: 40_000}}},
		"cms.Content.EnsureMany": {decode: call(func(ctx context.Context, c *cms.Client) (any, error) {
			wanted := []cms.Wanted[cms.PostParams]{{Slug: "a", Params: &cms.PostParams{Title: new("a")}}}
			for _, done := range c.Posts.EnsureMany(ctx, wanted, nil) {
				return done, done.Err
			}
			return nil, nil
		}), bombs: []bomb{
			{name: "elements", body: repeated("[", `{"id":1,"slug":"a"}`, "]"), beyond: 1_001},
			{name: "empty elements", body: repeated("[", `{}`, "]"), beyond: 40_000},
		}},
		"cms.Content.AddTerms": {decode: call(func(ctx context.Context, c *cms.Client) (any, error) {
			return c.Posts.AddTerms(ctx, 1, "tags", []int64{1})
		}), bombs: []bomb{{name: "links", body: repeated(`{"id":1,"_links":{"a":[`, `{"href":"x"}`, `]}}`), beyond: 20_000}}},
		"cms.Content.RemoveTerms": {decode: call(func(ctx context.Context, c *cms.Client) (any, error) {
			return c.Posts.RemoveTerms(ctx, 1, "tags", []int64{1})
		}), bombs: []bomb{{name: "links", body: repeated(`{"id":1,"_links":{"a":[`, `{"href":"x"}`, `]}}`), beyond: 20_000}}},
		"cms.Content.UpdateIfUnchanged": {decode: call(func(ctx context.Context, c *cms.Client) (any, error) {
			return c.Posts.UpdateIfUnchanged(ctx, post, nil)
		}), bombs: []bomb{{name: "links", body: repeated(`{"id":1,"_links":{"a":[`, `{"href":"x"}`, `]}}`), beyond: 20_000}}},

		"cms.Catalog.List": {decode: call(func(ctx context.Context, c *cms.Client) (any,
			error) {
			return named(c).List(ctx, nil)
		}), bombs: append(addressed(unsized()), inRecord("[{", "}]")...)},
		"cms.Catalog.Get": {decode: call(func(ctx context.Context, c *cms.Client) (any,
			error) {
			return named(c).Get(ctx, "1")
		}), bombs: inRecord("{", "}")},
		"cms.Catalog.Create": {decode: call(func(ctx context.Context, c *cms.Client) (any,
			error) {
			return named(c).Create(ctx, nil)
		}), bombs: some(inRecord("{", "}"))},
		"cms.Catalog.Update": {decode: call(func(ctx context.Context, c *cms.Client) (any,
			error) {
			return named(c).Update(ctx, "1", nil)
		}), bombs: some(inRecord("{", "}"))},
		"cms.Catalog.Delete": {decode: call(func(ctx context.Context, c *cms.Client) (any,
			error) {
			return named(c).Delete(ctx, "1")
		}), bombs: some(inRecord(`{"deleted":true,"previous":{`, "}}"))},
		"cms.Document.Get": {decode: call(func(ctx context.Context, c *cms.Client) (any,
			error) {
			return settings.New(c).Get(ctx)
		}), bombs: document},
		"cms.Document.Update": {decode: call(func(ctx context.Context, c *cms.Client) (any, error) {
			return settings.New(c).Update(ctx, &settings.Params{})
		}), bombs: document},

		"cms.Revisions.List": {decode: call(func(ctx context.Context, c *cms.Client) (any, error) {
			return c.Posts.Revisions(1).List(ctx, &cms.RevisionListOptions{PerPage: 100})
		}), bombs: revised(plain)},
		"cms.Revisions.Pages": {decode: call(func(ctx context.Context, c *cms.Client) (any, error) {
			return one(c.Posts.Revisions(1).Pages(ctx, nil))
		}), bombs: revised(plain)},
		"cms.Revisions.All": {decode: call(func(ctx context.Context, c *cms.Client) (any,
			error) {
			return one(c.Posts.Revisions(1).All(ctx, nil))
		}), bombs: revised(some(plain))},
		"cms.Revisions.Count": {decode: call(func(ctx context.Context, c *cms.Client) (any,
			error) {
			return c.Posts.Revisions(1).Count(ctx, nil)
		}), bombs: []bomb{{name: "elements", body: repeated("[", `{}`, "]"), beyond: 40_000}}},
		"cms.Revisions.Get": {decode: call(func(ctx context.Context, c *cms.Client) (any,
			error) {
			return c.Posts.Revisions(1).Get(ctx, 1)
		}), bombs: revised(some(inRecord("{", "}")))},
		"cms.Revisions.Delete": {decode: call(func(ctx context.Context, c *cms.Client) (any,
			error) {
			return c.Posts.Revisions(1).Delete(ctx, 1)
		}), bombs: revised(some(inRecord(`{"deleted":true,"previous":{`, "}}")))},
		"cms.Autosaves.List": {decode: call(func(ctx context.Context, c *cms.Client) (any,
			error) {
			return c.Posts.Autosaves(1).List(ctx)
		}), bombs: revised(append(unsized(), inRecord("[{", "}]")...))},
		"cms.Autosaves.Get": {decode: call(func(ctx context.Context, c *cms.Client) (any,
			error) {
			return c.Posts.Autosaves(1).Get(ctx)
		}), bombs: some(inRecord("{", "}"))},
		"cms.Autosaves.Create": {decode: call(func(ctx context.Context, c *cms.Client) (any,
			error) {
			return c.Posts.Autosaves(1).Create(ctx, nil)
		}), bombs: some(inRecord("{", "}"))},

		"cms.Client.Index": {decode: call(func(ctx context.Context, c *cms.Client) (any, error) { return c.Index(ctx) }),
			bombs: inIndex()},
		"cms.Client.Read": {decode: call(func(ctx context.Context, c *cms.Client) (any, error) {
			return c.Read(ctx, http.MethodGet, "wp/v2", nil)
		}), bombs: []bomb{{name: "routes", body: repeated(`{"routes":{`, `"/%x":{}`, `}}`), within: 9_000,
			beyond: 30_000, read: true}}},
		"cms.Client.Location": {decode: call(func(ctx context.Context, c *cms.Client) (any,
			error) {
			return c.Location(ctx)
		}), bombs: inIndex()},
		"cms.Client.Verify": {decode: call(func(ctx context.Context, c *cms.Client) (any, error) { return c.Verify(ctx) }),
			bombs: []bomb{{name: "roles", body: repeated(`{"id":1,"roles":[`, `0`, `]}`), within: 9_000, beyond: 30_000}}},
		"connect.Diagnose": {decode: call(func(ctx context.Context, c *cms.Client) (any, error) {
			d, err := connect.Diagnose(ctx, c)
			if err == nil && !d.OK() {
				err = d.Findings[0].Err
			}
			return d, err
		}), bombs: []bomb{{name: "routes",
			body: repeated(`{"namespaces":["wp/v2"],"routes":{`, `"%x":{"endpoints":[{}]}`, "}}"), beyond: 20_000}}},
		"connect.DiagnoseAddress": {decode: func(t testing.TB, body []byte) (any, error) {
			t.Helper()
			d, err := connect.DiagnoseAddress(t.Context(), "https://site.example", nil,
				cms.WithHTTPClient(&http.Client{Transport: always{body: body}}), cms.WithRetry(cms.Retry{Attempts: 1}))
			if err == nil && len(d.Findings) > 0 { // a finding is the error of a bomb
				err = d.Findings[0].Err
			}
			return d, err
		}, bombs: []bomb{{name: "routes", body: repeated(`{"namespaces":["wp/v2"],"routes":{`, `"%x":{"endpoints":[{}]}`,
			"}}"), beyond: 100_000}}},
		"connect.Discover": {decode: func(t testing.TB, body []byte) (any, error) {
			t.Helper()
			v, err := connect.Discover(t.Context(), "https://site.example",
				cms.WithHTTPClient(&http.Client{Transport: always{body: body}}), cms.WithRetry(cms.Retry{Attempts: 1}))
			return []any{v, err}, err
		}, bombs: []bomb{
			{name: "namespaces", body: repeated(`{"namespaces":[`, `""`, `]}`), within: 10_000, beyond: 30_000, read: true},
			{name: "routes", body: repeated(`{"namespaces":["wp/v2"],"routes":{`, `"%x":{"endpoints":[{}]}`, "}}"),
				beyond: 100_000},
		}},

		"cms.Do": {decode: call(func(ctx context.Context, c *cms.Client) (any, error) {
			return cms.Do(ctx, c, cms.Request[[]product]{Path: "shop/v1/products"})
		}), bombs: []bomb{
			{name: "elements", body: repeated("[", `{"id":1}`, "]"), within: 5_000, beyond: 150_000},
			{name: "rows", body: repeated(`[{"id":1,"rows":[`, `{"Name":"a","Value":"b"}`, "]}]"), within: 5_000,
				beyond: 400_000},
			{name: "anyway", body: repeated(`[{"id":1,"anyway":{`, `"%x":[{}]`, "}}]"), within: 5_000, beyond: 150_000},
			{name: "numbers", body: repeated(`[{"id":1,"anyway":{"a":[`, `1`, "]}}]"), within: 40_000, beyond: 400_000},
		}},

		"batch.Builder.Do": {decode: call(func(ctx context.Context, c *cms.Client) (any, error) {
			b := batch.New(c)
			for range batch.MaxItems {
				b.Add(c.Posts.UpdateRequest(1, nil))
			}
			report, err := b.Do(ctx)
			for _, result := range report.Results {
				if err == nil {
					err = result.Err
				}
			}
			return report, err
		}), bombs: inBatch()},

		"batch.SendAll": {decode: call(func(ctx context.Context, c *cms.Client) (any, error) {
			var items []batch.Item
			for range batch.MaxItems {
				items = append(items, c.Posts.UpdateRequest(1, nil))
			}
			var results []batch.Result
			var err error
			for _, result := range batch.SendAll(ctx, c, slices.Values(items), nil) {
				if results = append(results, result); err == nil {
					err = result.Err
				}
			}
			return results, err
		}), bombs: inBatch()},

		"media.Library.List": {decode: call(func(ctx context.Context, c *cms.Client) (any, error) {
			return media.New(c).List(ctx, &media.ListOptions{PerPage: 100})
		}), bombs: append(append(inList(), inRecord("[{", "}]")...), inMedia("[{", "}]")...)},
		"media.Library.Pages": {decode: call(func(ctx context.Context, c *cms.Client) (any,
			error) {
			return one(media.New(c).Pages(ctx, nil))
		}), bombs: inList()},
		"media.Library.All": {decode: call(func(ctx context.Context, c *cms.Client) (any,
			error) {
			return one(media.New(c).All(ctx, nil))
		}), bombs: inList()},
		"media.Library.Count": {decode: call(func(ctx context.Context, c *cms.Client) (any,
			error) {
			return media.New(c).Count(ctx, nil)
		}), bombs: []bomb{{name: "elements", body: repeated("[", `{}`, "]"), beyond: 40_000}}},
		"media.Library.GetMany": {decode: call(func(ctx context.Context, c *cms.Client) (any, error) {
			return one(media.New(c).GetMany(ctx, []int64{1}, nil))
		}), bombs: inMedia("[{", "}]")},
		"media.Library.BySlug": {decode: call(func(ctx context.Context, c *cms.Client) (any, error) {
			return media.New(c).BySlug(ctx, "a")
		}), bombs: inMedia(`[{"slug":"a",`, "}]")},
		"media.Library.Ensure": {decode: call(func(ctx context.Context, c *cms.Client) (any, error) {
			return media.New(c).Ensure(ctx, media.Bytes("a.txt", []byte("a")), &media.Params{GenerateSubSizes: new(false)})
		}), bombs: some(inMedia(`[{"slug":"file-ca978112ca1bbdcafac2",`, "}]"))},
		"media.Library.Get": {decode: call(func(ctx context.Context, c *cms.Client) (any,
			error) {
			return media.New(c).Get(ctx, 1)
		}), bombs: file},
		"media.Library.Update": {decode: call(func(ctx context.Context, c *cms.Client) (any,
			error) {
			return media.New(c).Update(ctx, 1, nil)
		}), bombs: some(file)},
		"media.Library.Delete": {decode: call(func(ctx context.Context, c *cms.Client) (any,
			error) {
			return media.New(c).Delete(ctx, 1)
		}), bombs: inMedia(`{"deleted":true,"previous":{`, "}}")},
		"media.Library.Upload": {decode: call(func(ctx context.Context, c *cms.Client) (any,
			error) {
			return media.New(c).Upload(ctx, upload(), nil)
		}), bombs: some(file)},
		"media.Library.UploadFile": {decode: call(func(ctx context.Context, c *cms.Client) (any, error) {
			return media.New(c).UploadFile(ctx, "calls_memory_test.go", nil)
		}), bombs: file},
		"media.Library.UploadURL": {decode: call(func(ctx context.Context, c *cms.Client) (any, error) {
			return media.New(c).UploadURL(ctx, "https://site.example/a.txt", nil)
		}), bombs: file},
		"media.Library.Edit": {decode: call(func(ctx context.Context, c *cms.Client) (any, error) {
			return media.New(c).Edit(ctx, 1,
				&media.EditParams{Src: "https://site.example/a.png", Modifiers: media.Modifiers{media.Rotate{Angle: 90}}})
		}), bombs: file},
		"media.Library.PostProcess": {decode: call(func(ctx context.Context, c *cms.Client) (any,
			error) {
			return media.New(c).PostProcess(ctx, 1)
		}), bombs: some(file)},
		"media.Library.Finalize": {decode: call(func(ctx context.Context, c *cms.Client) (any,
			error) {
			return media.New(c).Finalize(ctx, 1, nil)
		}), bombs: some(file)},
		"media.Library.Sideload": {decode: call(func(ctx context.Context, c *cms.Client) (any, error) {
			return media.New(c).Sideload(ctx, 1, upload(), &media.SideloadParams{ImageSize: media.SizeNames{"thumbnail"}})
		}), bombs: []bomb{{name: "names", body: repeated(`{"file":"a","image_size":[`, `0`, `]}`), within: 9_000,
			beyond: 30_000}}},
		"subsizes.Finish": {decode: call(func(ctx context.Context, c *cms.Client) (any, error) {
			return subsizes.Finish(ctx, c, 1, upload(), nil)
		}), bombs: []bomb{{name: "sizes", body: repeated(`{"id":1,"media_details":{"sizes":{`, `"%x":{}`, `}}}`),
			beyond: 20_000}}},
		"subsizes.Upload": {decode: call(func(ctx context.Context, c *cms.Client) (any, error) {
			return subsizes.Upload(ctx, c, upload(), nil, nil)
		}), bombs: []bomb{{name: "sizes", body: repeated(`{"id":1,"media_details":{"sizes":{`, `"%x":{}`, `}}}`),
			beyond: 20_000}}},
		"subsizes.UploadFile": {decode: call(func(ctx context.Context, c *cms.Client) (any, error) {
			return subsizes.UploadFile(ctx, c, "calls_memory_test.go", nil, nil)
		}), bombs: []bomb{{name: "sizes", body: repeated(`{"id":1,"media_details":{"sizes":{`, `"%x":{}`, `}}}`),
			beyond: 20_000}}},

		"snippets.Service.List": {decode: call(func(ctx context.Context, c *cms.Client) (any,
			error) {
			return snippets.New(c).List(ctx, nil)
		}), bombs: addressed(unsized())},
		"snippets.Service.Pages": {decode: call(func(ctx context.Context, c *cms.Client) (any,
			error) {
			return one(snippets.New(c).Pages(ctx, nil))
		}), bombs: addressed(unsized())},
		"snippets.Service.All": {decode: call(func(ctx context.Context, c *cms.Client) (any,
			error) {
			return one(snippets.New(c).All(ctx, nil))
		}), bombs: addressed(unsized())},
		"snippets.Service.Count": {decode: call(func(ctx context.Context, c *cms.Client) (any,
			error) {
			return snippets.New(c).Count(ctx, nil)
		}), bombs: []bomb{{name: "elements", body: repeated("[", `{}`, "]"), beyond: 40_000}}},
		"snippets.Service.Get": {decode: call(func(ctx context.Context, c *cms.Client) (any,
			error) {
			return snippets.New(c).Get(ctx, 1)
		}), bombs: inSnippet()},
		"snippets.Service.Create": {decode: call(func(ctx context.Context, c *cms.Client) (any,
			error) {
			return snippets.New(c).Create(ctx, nil)
		}), bombs: inSnippet()},
		"snippets.Service.Update": {decode: call(func(ctx context.Context, c *cms.Client) (any,
			error) {
			return snippets.New(c).Update(ctx, 1, nil)
		}), bombs: inSnippet()},
		"snippets.Service.Activate": {decode: call(func(ctx context.Context, c *cms.Client) (any,
			error) {
			return snippets.New(c).Activate(ctx, 1)
		}), bombs: []bomb{{name: "tags", body: repeated(`{"id":1,"active":true,"tags":[`, `0`, `]}`), within: 9_000,
			beyond: 30_000}}},
		"snippets.Service.Deactivate": {decode: call(func(ctx context.Context, c *cms.Client) (any,
			error) {
			return snippets.New(c).Deactivate(ctx, 1)
		}), bombs: []bomb{{name: "tags", body: repeated(`{"id":1,"active":false,"tags":[`, `0`, `]}`), within: 9_000,
			beyond: 30_000}}},
		"snippets.Service.Delete": {decode: call(func(ctx context.Context, c *cms.Client) (any,
			error) {
			return snippets.New(c).Delete(ctx, 1)
		}), bombs: []bomb{{name: "tags", body: repeated(`{"id":1,"active":false,"tags":[`, `0`, `]}`), beyond: 30_000}}},
		"snippets.Service.Trash": {decode: call(func(ctx context.Context, c *cms.Client) (any,
			error) {
			return snippets.New(c).Trash(ctx, 1)
		}), bombs: []bomb{{name: "tags", body: repeated(`{"id":1,"active":false,"trashed":false,"tags":[`, `0`, `]}`),
			beyond: 30_000}}},
		"snippets.Service.Export": {decode: call(func(ctx context.Context, c *cms.Client) (any,
			error) {
			return snippets.New(c).Export(ctx, 1)
		}), bombs: []bomb{{name: "snippets", body: repeated(`{"snippets":[`, `{"id":1}`, `]}`), within: 900,
			beyond: 30_000}}},
		"snippets.Service.ExportCode": {decode: call(func(ctx context.Context, c *cms.Client) (any,
			error) {
			return snippets.New(c).ExportCode(ctx, 1)
		}), bombs: []bomb{{name: "text", body: func(n int) []byte { return []byte(`"` + strings.Repeat("[", n) + `"`) },
			within: 400_000}}},
		"snippets.Service.Schema": {decode: call(func(ctx context.Context, c *cms.Client) (any,
			error) {
			return snippets.New(c).Schema(ctx)
		}), bombs: inArguments(`{"properties":`, "}")},

		"oembed.Service.Embed": {decode: call(func(ctx context.Context, c *cms.Client) (any, error) {
			return oembed.New(c).Embed(ctx, "https://a.example", nil)
		}), bombs: inEmbed()},
		"oembed.Service.EmbedXML": {decode: call(func(ctx context.Context, c *cms.Client) (any, error) {
			text, err := oembed.New(c).EmbedXML(ctx, "https://a.example", nil)
			return &text, err
		}), bombs: []bomb{
			{name: "elements", body: repeated("<oembed>", "<a%x/>", "</oembed>"), within: 10_000, beyond: 30_000, read: true},
			{name: "elements in elements", body: nested("<oembed>", "a", "</oembed>"), within: 900},
		}},
		"oembed.Service.Proxy": {decode: call(func(ctx context.Context, c *cms.Client) (any, error) {
			return oembed.New(c).Proxy(ctx, "https://a.example", nil)
		}), bombs: inEmbed()},

		"analytics.Service.Stats": {decode: call(func(ctx context.Context, c *cms.Client) (any,
			error) {
			return analytics.New(c).Stats(ctx, nil)
		}), bombs: rows()},
		"analytics.Service.Posts": {decode: call(func(ctx context.Context, c *cms.Client) (any,
			error) {
			return analytics.New(c).Posts(ctx, nil)
		}), bombs: rows()},
		"analytics.Service.Referrers": {decode: call(func(ctx context.Context, c *cms.Client) (any,
			error) {
			return analytics.New(c).Referrers(ctx, nil)
		}), bombs: rows()},
		"analytics.Service.Totals": {decode: call(func(ctx context.Context, c *cms.Client) (any,
			error) {
			return analytics.New(c).Totals(ctx, nil)
		}), bombs: inEmbed()},
		"analytics.Service.Realtime": {decode: call(func(ctx context.Context, c *cms.Client) (any,
			error) {
			return analytics.New(c).Realtime(ctx, "")
		}), bombs: []bomb{{name: "lists", body: repeated("[", "[]", "]"), beyond: 30_000}}},

		"archiver.Service.GetSnapshots": {decode: call(func(ctx context.Context, c *cms.Client) (any, error) {
			return archiver.New(c).GetSnapshots(ctx, "https://a.example", "wayback")
		}), bombs: kept()},
		"archiver.Service.TriggerSnapshot": {decode: call(func(ctx context.Context, c *cms.Client) (any, error) {
			return archiver.New(c).TriggerSnapshot(ctx, "https://a.example", "wayback")
		}), bombs: kept()},

		"blockvisibility.Service.Settings": {decode: call(func(ctx context.Context, c *cms.Client) (any,
			error) {
			return blockvisibility.New(c).Settings(ctx)
		}), bombs: inSettings()},
		"blockvisibility.Service.Reset": {decode: call(func(ctx context.Context, c *cms.Client) (any, error) {
			return blockvisibility.New(c).Reset(ctx, blockvisibility.ResetAll)
		}), bombs: inSettings()},
		"blockvisibility.Service.Update": {decode: call(func(ctx context.Context, c *cms.Client) (any, error) {
			return blockvisibility.New(c).Update(ctx, func(*blockvisibility.Settings) error { return nil })
		}), bombs: inSettings()},
		"blockvisibility.Service.Variables": {decode: call(func(ctx context.Context, c *cms.Client) (any, error) {
			return blockvisibility.New(c).Variables(ctx, nil)
		}), bombs: []bomb{
			{name: "roles", body: repeated(`{"user_roles":[`, `{}`, `]}`), within: 1_000, beyond: 30_000},
			{name: "integrations", body: repeated(`{"integrations":{`, `"%x":{"a":0}`, `}}`), within: 900, beyond: 30_000},
		}},

		"fonts.Client.List": {decode: font(func(ctx context.Context, c *fonts.Client) (any, error) {
			return c.List(ctx, &fonts.ListOptions{Page: new(1)})
		}), bombs: inCatalogue()},
		"fonts.Client.Pages": {decode: font(func(ctx context.Context, c *fonts.Client) (any, error) {
			return one(c.Pages(ctx, &fonts.ListOptions{Page: new(1)}))
		}), bombs: inCatalogue()},
		"fonts.Client.All": {decode: font(func(ctx context.Context, c *fonts.Client) (any, error) {
			return one(c.All(ctx, &fonts.ListOptions{Page: new(1)}))
		}), bombs: inCatalogue()},
		"snapshot.Take": {decode: font(func(ctx context.Context, c *fonts.Client) (any, error) {
			return snapshot.Take(ctx, c, &fonts.ListOptions{Page: new(1)})
		}), bombs: inCatalogue()},
		"fonts.Client.Count": {decode: font(func(ctx context.Context, c *fonts.Client) (any,
			error) {
			return c.Count(ctx, nil)
		}), bombs: []bomb{
			{name: "fonts", body: repeated(`{"code":"200","data":{"dataList":[`, `{}`, `]}}`), beyond: 40_000},
		}},
		"snapshot.Read": {decode: func(_ testing.TB, body []byte) (any,
			error) {
			return snapshot.Read(bytes.NewReader(body))
		}, bombs: []bomb{
			{name: "fonts", body: repeated(`{"version":1,"fetched_at":"2026-01-01T00:00:00Z","fonts":[`, `{}`, `]}`),
				within: 1_000, beyond: 40_000},
			{name: "honest fonts", body: repeated(`{"version":1,"fetched_at":"2026-01-01T00:00:00Z","fonts":[`,
				`{"id":"%x","name":"Inter","fontFamily":"Inter","fontSubfamily":["Regular"],"version":"4.0","copyright":"",`+
					`"description":"","designer":"","license":null,"tags":"","languages":"","category":"sans","created_at":"",`+
					`"updated_at":""}`, `]}`), within: 150_000},
			{name: "fonts with a member", body: repeated(`{"version":1,"fetched_at":"2026-01-01T00:00:00Z","fonts":[`,
				`{"id":"%x","a":0}`, `]}`), within: 1_000, beyond: 40_000},
		}},
	}
}

// inBatch are the bombs in the response to a batch.
func inBatch() []bomb {
	return []bomb{
		{name: "answers", body: repeated(`{"responses":[`, `0`, `]}`), beyond: 40_000},
		{name: "full answers", body: repeated(`{"responses":[`, `{"status":200,"body":{"id":1}}`, `]}`),
			within: batch.MaxItems, beyond: 100_000},
		{name: "links in each", body: func(n int) []byte {
			return repeated(`{"responses":[`,
				string(repeated(`{"status":200,"body":{"id":1,"_links":{"a":[`, `{"href":"x","a":0}`, `]}}}`)(n)),
				`]}`)(batch.MaxItems)
		}, within: 40, beyond: 900},
		{name: "headers", body: func(n int) []byte {
			return repeated(`{"responses":[`, string(repeated(`{"status":200,"body":{"id":1},"headers":{`, `"%x":[]`, `}}`)(n)),
				`]}`)(batch.MaxItems)
		}, within: 40, beyond: 20_000, read: true},
		{name: "header values", body: func(n int) []byte {
			return repeated(`{"responses":[`, string(repeated(`{"status":200,"body":{"id":1},"headers":{`, `"%x":0`, `}}`)(n)),
				`]}`)(batch.MaxItems)
		}, within: 40, beyond: 20_000, read: true},
	}
}
