package cms_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"testing"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/internal/replay/fuzzing"
	"github.com/fontcms/fontcms-go/internal/stub"
)

// tapped is a client of a tap.
func tapped(t testing.TB, tap *fuzzing.Tap, options ...cms.Option) *cms.Client {
	t.Helper()
	return stub.Dial(t, "https://docs.example.org", append([]cms.Option{cms.WithHTTPClient(tap.Client()),
		cms.WithRetry(cms.Retry{Attempts: 1})}, options...)...)
}

// FuzzListOptions sends the list of each collection with any options.
func FuzzListOptions(f *testing.F) {
	for _, s := range []string{"", "\x01\x02\x01\x0b\x01\x6e", "\x01\x01a", strings.Repeat("\x01", 60),
		strings.Repeat("\x01\x05\x01\x03", 40), strings.Repeat("\x01\x02\xff", 30)} {
		f.Add([]byte(s))
	}
	tap := new(fuzzing.Tap)
	site := tapped(f, tap)
	other := tapped(f, tap, cms.WithPrefix("wp"))
	spelled := func(name string) string {
		if rest, ok := strings.CutPrefix(name, "cms_pattern_category"); ok {
			return "wp_pattern_category" + rest
		}
		return name
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		fuzzing.List(t, tap, data, func(o *cms.PostListOptions) error {
			_, err := site.Posts.List(t.Context(), o)
			return err
		}, nil)
		fuzzing.List(t, tap, data, func(o *cms.PageListOptions) error {
			_, err := site.Pages.List(t.Context(), o)
			return err
		}, nil)
		fuzzing.List(t, tap, data, func(o *cms.MenuItemListOptions) error {
			_, err := site.MenuItems.List(t.Context(), o)
			return err
		}, nil)
		fuzzing.List(t, tap, data, func(o *cms.BlockListOptions) error {
			_, err := site.Blocks.List(t.Context(), o)
			return err
		}, nil)
		fuzzing.List(t, tap, data, func(o *cms.BlockListOptions) error {
			_, err := other.Blocks.List(t.Context(), o)
			return err
		}, spelled)
		fuzzing.List(t, tap, data, func(o *cms.RevisionListOptions) error {
			_, err := site.Posts.Revisions(5).List(t.Context(), o)
			return err
		}, nil)
	})
}

func FuzzTermFilter(f *testing.F) {
	f.Add("categories", int64(1), int64(2), "AND", 1, true)
	f.Add("tags_exclude", int64(0), int64(-2), "", 0, false)
	f.Fuzz(func(t *testing.T, key string, a, b int64, operator string, children int, object bool) {
		filter := cms.TermFilter{Terms: []int64{a, b}, Operator: cms.TaxRelation(operator), Object: object}
		if children != 0 {
			filter.IncludeChildren = new(children > 0)
		}
		v := url.Values{}
		if filter.EncodeValues(key, &v) != nil {
			return
		}
		switch {
		case a < 1:
			t.Errorf("%q: %+v became %v: %d, want at least 1", key, filter, v, a)
		case b < 1:
			t.Errorf("%q: %+v became %v: %d, want at least 1", key, filter, v, b)
		case operator != "" && operator != "AND" && operator != "OR":
			t.Errorf("filter %q: operator %q of %v, want AND or OR", key, operator, v)
		case operator != "" && strings.HasSuffix(key, "_exclude"):
			t.Errorf("filter %q: operator %q of %v, want none", key, operator, v)
		}
		list := v[key+"[]"]
		if object || operator != "" || children != 0 {
			if list = v[key+"[terms][]"]; len(v[key+"[]"]) > 0 && key+"[]" != key+"[terms][]" {
				t.Errorf("filter %q: %+v became %v, want only the key %q", key, filter, v, key+"[terms][]")
			}
		}
		switch {
		case len(list) != 2:
			t.Errorf("filter %q: %+v became %v, want 2 terms", key, filter, v)
		case list[0] != strconv.FormatInt(a, 10):
			t.Errorf("TermFilter.EncodeValues: %q: %+v became %v: list[0] %q, want %q", key, filter, v, list[0],
				strconv.FormatInt(a, 10))
		case list[1] != strconv.FormatInt(b, 10):
			t.Errorf("TermFilter.EncodeValues: %q: %+v became %v: list[1] %q, want %q", key, filter, v, list[1],
				strconv.FormatInt(b, 10))
		}
		switch {
		case v.Get(key+"[operator]") != operator:
			t.Errorf(`TermFilter.EncodeValues: %q: %+v became %v: Get(key+"[operator]") %q, want %q`, key, filter,
				v, v.Get(key+"[operator]"), operator)
		case children != 0 && v.Get(key+"[include_children]") != strconv.FormatBool(children > 0):
			t.Errorf("filter %q: include_children %q of %v, want %t", key, v.Get(key+"[include_children]"), v, children > 0)
		}
	})
}

// FuzzRequest sends a literal request with any path, argument, header and body, by
// itself and as an item of a batch: both are refused, or both say the same to
// the site, and nothing turns into another request.
func FuzzRequest(f *testing.F) {
	f.Add("POST", "cms/v2/posts/5", "id", "6", "X-A", "b", `{"title":"x"}`)
	f.Add("DELETE", "/cms/v2/posts/5/", "force", "true", "", "", "")
	f.Add("PUT", "cms/v2/a b/ä%2f..", "_method", "DELETE", "X-HTTP-Method-Override", "DELETE", `{"id":7}`)
	f.Add("post", "../x?y#z", " _method", "x\r\ny", "A\r\nB", "c\r\nd", `[]`)
	f.Add("PATCH", "a//b", "a[b][]", "&c=d", "authorization", "x", `{`)
	tap := new(fuzzing.Tap)
	site := tapped(f, tap, cms.WithPrefix("wp"))
	f.Fuzz(func(t *testing.T, method, path, name, value, header, content, body string) {
		r := cms.Request[json.RawMessage]{Method: method, Path: path, Header: http.Header{}}
		if name != "" {
			r.Query = url.Values{name: {value}}
		}
		if header != "" {
			r.Header[header] = []string{content}
		}
		if body != "" {
			r.Body = json.RawMessage(body)
		}
		tap.Answer(http.StatusOK, nil, []byte("{}"))
		_, err := cms.Do(t.Context(), site, r)
		sent := tap.Sent()
		item, refused := r.BatchItem(site, nil)
		if (len(sent) == 0) != (err != nil) {
			t.Fatalf("%d requests, error %v, want a request or an error", len(sent), err)
		}
		if err != nil {
			return
		}
		if refused != nil {
			t.Fatalf("%+v was sent, and is refused in a batch: %v", r, refused)
		}
		req := sent[0]
		switch {
		case req.URL.Host != "docs.example.org" || req.URL.Scheme != "https":
			t.Fatalf("Tap.Sent: %q became %s %v: URL.Host %q, URL.Scheme %q, want %q and %q", path, req.Method, req.URL,
				req.URL.Host, req.URL.Scheme, "docs.example.org", "https")
		case req.URL.Fragment != "" || req.Method != item.Method:
			t.Fatalf("path %q was sent as %s %v, want %s and no fragment", path, req.Method, req.URL, item.Method)
		}
		if got := "/wp-json" + item.Path; got != req.URL.RequestURI() {
			t.Errorf("path in a batch %q, want %q as in a single request", got, req.URL.RequestURI())
		}
		if clean := (&url.URL{Path: "/"}).ResolveReference(&url.URL{Path: req.URL.Path}).Path; !strings.HasPrefix(clean,
			"/wp-json/") {
			t.Errorf("%q leaves the REST API: %q, want the prefix %q", path, clean, "/wp-json/")
		}
		for key := range req.URL.Query() {
			if mark := strings.ToLower(strings.TrimLeft(key, " ")); strings.HasPrefix(mark, "_method") &&
				(mark == "_method" || mark[7] == '[') {
				t.Errorf("argument %q was sent, want no override of the method", key)
			}
		}
		for key, values := range req.Header {
			switch {
			case strings.ContainsFunc(fmt.Sprint(key, values), control):
				t.Errorf("header %q: %q was sent, want no control characters", key, values)
			case strings.EqualFold(key, "X-HTTP-Method-Override"):
				t.Errorf("header %q: %q was sent, want no override of the method", key, values)
			case strings.EqualFold(key, "Authorization"):
				t.Errorf("header %q: %q was sent, want no credentials", key, values)
			}
		}
	})
}

func control(r rune) bool { return r < ' ' && r != '\t' || r == 0x7f }
