package cms_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/fontcms/fontcms-go/cms"
)

func TestCountReadsAsLittleAsTheSiteAllows(t *testing.T) {
	t.Parallel()
	posts := func(n int) string {
		ids := make([]string, n)
		for i := range ids {
			ids[i] = fmt.Sprintf(`{"id":%d}`, i+1)
		}
		return "[" + strings.Join(ids, ",") + "]"
	}
	for name, test := range map[string]struct {
		path    string
		headers []string
		records int
		want    int
		calls   int
	}{
		"a total":                           {"cms/v2/posts", []string{"X-CMS-Total: 7"}, 1, 7, 1},
		"a total of none":                   {"cms/v2/posts", []string{"X-CMS-Total: 0"}, 0, 0, 1},
		"a total of none with records":      {"cms/v2/posts", []string{"X-CMS-Total: 0", "X-CMS-TotalPages: 0"}, 3, 3, 3},
		"a total that is too low":           {"cms/v2/posts", []string{"X-CMS-Total: 2", "X-CMS-TotalPages: 1"}, 3, 3, 3},
		"a plugin with a total of none":     {"shop/v1/orders", []string{"X-CMS-Total: 0", "X-CMS-TotalPages: 0"}, 3, 3, 3},
		"a plugin without totals":           {"shop/v1/orders", nil, 3, 3, 1},
		"a plugin without records":          {"shop/v1/orders", nil, 0, 0, 1},
		"a plugin with one record":          {"shop/v1/orders", nil, 1, 1, 3},
		"a plugin with a number of pages":   {"shop/v1/orders", []string{"X-CMS-TotalPages: 1"}, 3, 3, 2},
		"a list of content without a total": {"cms/v2/posts", nil, 3, 3, 3},
	} {
		s := newStub(t, func(_ int, w http.ResponseWriter, _ *http.Request) {
			reply(w, 200, append(test.headers, posts(test.records))...)
		})
		list := cms.NewCollection[cms.Post, cms.PostParams, cms.PostListOptions](s.client(t), test.path)
		n, err := list.Count(t.Context(), &cms.PostListOptions{Page: 3, PerPage: 20, Offset: 5})
		all := s.seen()
		switch {
		case err != nil:
			t.Errorf("list.Count: %s: %d by %d requests, %v, want nil", name, n, len(all), err)
		case n != test.want:
			t.Errorf("Count of %s: %d (error %v), want %d", name, n, err, test.want)
		case len(all) != test.calls:
			t.Errorf("Count of %s: %d requests, want %d", name, len(all), test.calls)
		}
		for i, one := range all {
			q, size := query(t, one.Query), "100"
			if i == 0 {
				size = "1"
			}
			switch {
			case q.Get("per_page") != size:
				t.Errorf(`query(one.Query): %s: request %d has the arguments %v: q.Get("per_page") %q, want %q`, name, i+1,
					q, q.Get("per_page"), size)
			case q.Get("_fields") != "id":
				t.Errorf(`query(one.Query): %s: request %d has the arguments %v: q.Get("_fields") %q, want %q`, name, i+1,
					q, q.Get("_fields"), "id")
			case q.Has("offset"):
				t.Errorf("Count of %s: arguments %v of request %d, want no offset", name, q, i+1)
			case i == 0 && q.Has("page"):
				t.Errorf("Count of %s: arguments %v of request %d, want no page", name, q, i+1)
			}
		}
	}
	s := newStub(t, always(200, "X-CMS-Total: 7", `[]`))
	switch n, err := s.client(t).Posts.Count(t.Context(), &cms.PostListOptions{Include: []int64{}}); {
	case n != 0:
		t.Errorf("Count with a filter that matches nothing: %d, want 0", n)
	case err != nil:
		t.Errorf("Count with a filter that matches nothing: error %v, want nil", err)
	case len(s.seen()) > 0:
		t.Errorf("Count with a filter that matches nothing: %d requests, want 0", len(s.seen()))
	}
	if _, err := s.client(t).Posts.Count(t.Context(), nil, cms.Fields("title")); err != nil {
		t.Error(err)
	}
	if got := query(t, s.seen()[0].Query).Get("_fields"); got != "title,id" {
		t.Errorf("the fields of the caller: %s, want %q", got, "title,id")
	}
}

func TestRelationsAreFoundWhateverTheirPrefix(t *testing.T) {
	t.Parallel()
	for links, want := range map[string]string{
		`{"cms:term":[{"href":"a"}],"wp:term":[{"href":"b"}]}`:               "a",
		`{"acf:term":[{"href":"a"}],"wp:term":[{"href":"b"}]}`:               "b",
		`{"acf:term":[{"href":"a"}],"shop:term":[{"href":"b"}]}`:             "a",
		`{"https://a.test/x:term":[{"href":"a"}],"a/b:term":[{"href":"a"}]}`: "",
		`{"shop:terms":[{"href":"a"}],"term":[{"href":"a"}]}`:                "",
		`{"shop:term":{"href":"a"}}`:                                         "a",
		`{"shop:term":{"href":[]}}`:                                          "",
		`{"shop:term":"a"}`:                                                  "",
		`{}`:                                                                 "",
		`[]`:                                                                 "",
		`{"shop:term":[` + strings.Repeat(`{"href":[]},`, 999) + `{"href":"a"}]}`:  "a",
		`{"shop:term":[` + strings.Repeat(`{"href":[]},`, 1000) + `{"href":"a"}]}`: "",
	} {
		var l cms.Links
		if err := l.UnmarshalJSON([]byte(links)); err != nil {
			t.Fatal(err)
		}
		got := ""
		for _, link := range l.Get("cms:term") {
			got = link.Href
		}
		if got != want {
			t.Errorf("Links.Get of %.60s: %q, want %q", links, got, want)
		}
	}
}
