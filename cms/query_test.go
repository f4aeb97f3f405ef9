package cms_test

import (
	"crypto/rand"
	"net/http"
	"net/url"
	"slices"
	"testing"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/cms/cmstest"
	recordings "github.com/fontcms/fontcms-go/internal/replay"
	"github.com/fontcms/fontcms-go/internal/replay/sitetest"
	"github.com/fontcms/fontcms-go/internal/stub"
)

// query parses a query, for a comparison that the order of arguments does not
// disturb.
func query(t testing.TB, raw string) url.Values {
	t.Helper()
	values, err := url.ParseQuery(raw)
	if err != nil {
		t.Fatal(err)
	}
	return values
}

// steady removes a relation with a random name from the arguments of a request.
func steady(arguments url.Values) url.Values {
	if len(arguments.Get("_embed")) == len(rand.Text()) {
		arguments.Del("_embed")
	}
	return arguments
}

func TestUncachedSendsARandomNameWithReads(t *testing.T) {
	t.Parallel()
	const post, path = `{"id":7}`, "/cms-json/cms/v2/posts"
	for name, c := range map[string]struct {
		options []cms.CallOption
		want    string
	}{
		"without it":   {nil, "context=edit"},
		"without more": {[]cms.CallOption{cms.Uncached()}, "_embed=random&context=edit"},
		"with fields":  {[]cms.CallOption{cms.Uncached(), cms.Fields("id")}, "_embed=random&_fields=id&context=edit"},
		"with relations to embed": {[]cms.CallOption{cms.Embed("author", "up"), cms.Uncached()},
			"_embed=random%2Cauthor%2Cup&context=edit"},
		"with all relations":      {[]cms.CallOption{cms.Embed(), cms.Uncached()}, "_embed=1&context=edit"},
		"as an option of Sending": {[]cms.CallOption{cms.Sending(cms.Uncached())}, "context=edit"},
	} {
		tap, site := sitetest.NewTap(t, recordings.Answer(http.StatusOK, post))
		options := []cms.GetOption{cms.InContext(cms.ContextEdit)}
		for _, o := range c.options {
			options = append(options, o)
		}
		if _, err := site.Posts.Get(t.Context(), 7, options...); err != nil {
			t.Errorf("Get %s: error %v, want none", name, err)
		}
		tap.Sent("GET " + path + "/7?" + c.want)
	}
	tap, site := sitetest.NewTap(t, recordings.Answer(http.StatusCreated, post))
	if _, err := site.Posts.Create(t.Context(), &cms.PostParams{Title: new("A")}, cms.Uncached()); err != nil {
		t.Errorf("Create with Uncached: error %v, want none", err)
	}
	tap.Sent("POST " + path + ` {"title":"A"}`)
}

func TestUncachedReadsPastACacheOfLists(t *testing.T) {
	t.Parallel()
	server := cmstest.NewServer(cmstest.WithListCache())
	t.Cleanup(server.Close)
	var headers []string
	site, err := cms.New(server.URL, cms.WithApplicationPassword("admin", server.AppPassword("admin")),
		cms.WithMiddleware(func(next http.RoundTripper) http.RoundTripper {
			return stub.Carrier(func(r *http.Request) (*http.Response, error) {
				headers = append(headers, r.Method+" "+r.Header.Get("Cache-Control"))
				return next.RoundTrip(r)
			})
		}))
	if err != nil {
		t.Fatal(err)
	}
	count := func(options ...cms.CallOption) int {
		page, err := site.Posts.List(t.Context(), nil, options...)
		if err != nil {
			t.Fatal(err)
		}
		return len(page.Items)
	}
	before := count()
	if _, err := site.Posts.Create(t.Context(), &cms.PostParams{Title: new("A"), Status: new(cms.StatusPublish)},
		cms.Uncached()); err != nil {
		t.Fatal(err)
	}
	if got := count(); got != before {
		t.Errorf("List after a create: %d posts, want the %d that the cache has", got, before)
	}
	for range 2 {
		if got := count(cms.Uncached()); got != before+1 {
			t.Errorf("List with Uncached after a create: %d posts, want %d", got, before+1)
		}
	}
	want := []string{"GET ", "POST ", "GET ", "GET no-cache", "GET no-cache"}
	if !slices.Equal(headers, want) {
		t.Errorf("requests with Cache-Control %q, want %q", headers, want)
	}
}

func TestSendingKeepsHeadersAndArguments(t *testing.T) {
	t.Parallel()
	s := stub.New(t, stub.Always(http.StatusOK, "", `{"id":7}`))
	options := cms.Sending(cms.Header("X-A", "1"), cms.Argument("lang", "de"), cms.Fields("id"))
	if _, err := s.Client(t).Posts.Get(t.Context(), 7, options); err != nil {
		t.Fatal(err)
	}
	sent := s.Seen()[0]
	if got := sent.Header.Get("X-A"); got != "1" {
		t.Errorf("Get with Sending: header X-A %q, want 1", got)
	}
	if sent.Query != "lang=de" {
		t.Errorf("Get with Sending: arguments %q, want lang=de and no _fields", sent.Query)
	}
}
