package cmstest_test

import (
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/fontcms/fontcms-go/cms/cmstest"
)

// client speaks to a server as plainly as can be.
type client struct {
	t    testing.TB
	site *cmstest.Server
	root string
}

type answer struct {
	status int
	header http.Header
	body   string
}

func start(t testing.TB, opts ...cmstest.Option) *client {
	t.Helper()
	site := cmstest.NewServer(append([]cmstest.Option{cmstest.WithTest(t)}, opts...)...)
	return &client{t, site, site.URL + "/cms-json/cms/v2"}
}

// do sends a request below the root of cms/v2, or to a whole address. Headers are given as "Name: value".
func (c *client) do(user, method, path, body string, headers ...string) answer {
	c.t.Helper()
	if !strings.HasPrefix(path, "http") {
		path = c.root + path
	}
	req, err := http.NewRequest(method, path, strings.NewReader(body))
	if err != nil {
		c.t.Fatal(err)
	}
	if body != "" {
		req.Header.Set("Content-Type", "application/json")
	}
	for _, h := range headers {
		name, value, _ := strings.Cut(h, ": ")
		req.Header.Set(name, value)
	}
	if user != "" {
		req.SetBasicAuth(user, c.site.AppPassword(user))
	}
	res, err := http.DefaultTransport.RoundTrip(req)
	if err != nil {
		c.t.Fatal(err)
	}
	defer res.Body.Close()
	raw, err := io.ReadAll(res.Body)
	if err != nil {
		c.t.Fatal(err)
	}
	return answer{res.StatusCode, res.Header, string(raw)}
}

func (c *client) get(user, path string) answer { c.t.Helper(); return c.do(user, "GET", path, "") }

// create makes a record and returns it.
func (c *client) create(user, path, body string) map[string]any {
	c.t.Helper()
	a := c.do(user, "POST", path, body)
	if a.status != 201 {
		c.t.Fatalf("POST of %s: status %d, body %s, want 201", body, a.status, a.body)
	}
	return a.object(c.t)
}

func (a answer) object(t testing.TB) map[string]any {
	t.Helper()
	var out map[string]any
	if err := json.Unmarshal([]byte(a.body), &out); err != nil {
		t.Fatalf("Response: error %v in %s, want a JSON object", err, a.body)
	}
	return out
}

// field follows a path of members: "title.rendered".
func (a answer) field(t testing.TB, path string) any {
	t.Helper()
	var value any = a.object(t)
	for name := range strings.SplitSeq(path, ".") {
		members, _ := value.(map[string]any)
		value = members[name]
	}
	return value
}

func (a answer) code(t testing.TB) string {
	t.Helper()
	code, _ := a.field(t, "code").(string)
	return code
}

// ids are the ids of a list.
func (a answer) ids(t testing.TB) []int64 {
	t.Helper()
	var list []struct{ ID int64 }
	if err := json.Unmarshal([]byte(a.body), &list); err != nil {
		t.Fatalf("Response: error %v in %s, want a list of records", err, a.body)
	}
	out := []int64{}
	for _, e := range list {
		out = append(out, e.ID)
	}
	return out
}

func TestFrontPageNamesTheInterface(t *testing.T) {
	t.Parallel()
	for name, tc := range map[string]struct {
		opts            []cmstest.Option
		link            string
		header, element bool
	}{
		"default":         {nil, "/cms-json/", true, true},
		"prefix":          {[]cmstest.Option{cmstest.WithPrefix("wp")}, "/wp-json/", true, true},
		"path":            {[]cmstest.Option{cmstest.WithPath("/developer/")}, "/cms-json/", true, true},
		"plain":           {[]cmstest.Option{cmstest.WithPlainPermalinks()}, "/index.php?rest_route=/", true, true},
		"without header":  {[]cmstest.Option{cmstest.WithoutLinkHeader()}, "/cms-json/", false, true},
		"without element": {[]cmstest.Option{cmstest.WithoutLinkElement()}, "/cms-json/", true, false},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			c := start(t, tc.opts...)
			a := c.get("", c.site.URL+"/")
			if a.status != 200 || a.header.Get("Content-Type") != "text/html; charset=UTF-8" {
				t.Errorf("GET of the front page: status %d, Content-Type %s, want 200 and HTML", a.status,
					a.header.Get("Content-Type"))
			}
			if got := a.header.Get("Link") == "<"+c.site.URL+tc.link+`>; rel="https://api.w.org/"`; got != tc.header {
				t.Errorf("GET of the front page: Link %q, want the interface named: %t", a.header.Get("Link"), tc.header)
			}
			if got := strings.Contains(a.body,
				`<link rel="https://api.w.org/" href="`+c.site.URL+tc.link+`"`); got != tc.element {
				t.Errorf("GET of the front page: link element %t in %s, want %t", got, a.body, tc.element)
			}
		})
	}
}

func TestPlainPermalinksHideThePaths(t *testing.T) {
	t.Parallel()
	c := start(t, cmstest.WithPlainPermalinks())
	c.site.Insert("posts", map[string]any{"title": "One"})
	c.site.Insert("posts", map[string]any{"title": "Two"})
	a := c.get("", "/posts?per_page=1")
	if want := c.root + "/posts/?per_page=1"; a.status != 301 || a.header.Get("Location") != want {
		t.Errorf("a path of the interface: %d to %q, want 301 to %q", a.status, a.header.Get("Location"), want)
	}
	for _, a := range []answer{c.get("", "/posts/"), c.do("admin", "POST", "/posts", `{"title":"x"}`)} {
		if a.status != 200 || !strings.HasPrefix(a.header.Get("Content-Type"), "text/html") {
			t.Errorf("with a slash or by POST: %d %s, want the home page", a.status, a.header.Get("Content-Type"))
		}
	}
	for _, path := range []string{"/?rest_route=/cms/v2/posts&per_page=1",
		"/index.php?rest_route=/cms/v2/posts&per_page=1"} {
		a := c.get("", c.site.URL+path)
		if got := a.ids(t); len(got) != 1 || got[0] != 2 {
			t.Errorf("GET of %s: ids %v, want only 2", path, got)
		}
		if want := "<" + c.site.URL +
			`/index.php?rest_route=%2Fcms%2Fv2%2Fposts&per_page=1&page=2>; rel="next"`; a.header.Get("Link") != want {
			t.Errorf("Link is %q, want %q", a.header.Get("Link"), want)
		}
	}
	a = c.get("", c.site.URL+"/?rest_route=/cms/v2/posts/1")
	if got, want := a.field(t, "link"), c.site.URL+"/?p=1"; got != want {
		t.Errorf("link is %v, want %v", got, want)
	}
	if !strings.Contains(strings.ReplaceAll(a.body, `\/`, "/"),
		`"href":"`+c.site.URL+`/index.php?rest_route=%2Fcms%2Fv2%2Fcomments&post=1"`) {
		t.Errorf("GET of a post: %s, want the route and the arguments of a link in one query", a.body)
	}
}

func TestQueryRouteWorksWithReadableAddresses(t *testing.T) {
	t.Parallel()
	c := start(t)
	for _, path := range []string{"/?rest_route=/cms/v2", "/index.php?rest_route=/cms/v2", "/index.php/cms-json/cms/v2",
		"/cms-json/cms/v2", "/cms-json/cms/v2/"} {
		if a := c.get("", c.site.URL+path); a.status != 200 || a.field(t, "namespace") != "cms/v2" {
			t.Errorf("GET of %s: status %d, body %s, want 200 and the namespace cms/v2", path, a.status, a.body)
		}
	}
}

func TestPrefixNamesRootRelationsAndHeaders(t *testing.T) {
	t.Parallel()
	c := start(t, cmstest.WithPrefix("wp"))
	c.site.Insert("posts", map[string]any{"title": "One"})
	a := c.get("", c.site.URL+"/wp-json/wp/v2/posts")
	if a.header["X-Wp-Total"] == nil || a.header["X-Wp-Totalpages"] == nil {
		t.Errorf("GET of the posts: headers %v, want X-WP-Total and X-WP-TotalPages", a.header)
	}
	for _, part := range []string{`"wp:term"`, `"wp:attachment"`, `"name":"wp"`} {
		if !strings.Contains(a.body, part) {
			t.Errorf("GET of the posts: no %s in %s, want it", part, a.body)
		}
	}
	if a := c.get("", c.site.URL+"/cms-json/cms/v2/posts"); a.status != 404 ||
		!strings.HasPrefix(a.header.Get("Content-Type"), "text/html") {
		t.Errorf("the other root: %d %s, want an HTML page that says 404", a.status, a.header.Get("Content-Type"))
	}
}

func TestSiteInAFolderIsServedOnlyThere(t *testing.T) {
	t.Parallel()
	c := start(t, cmstest.WithPath("/developer"))
	if !strings.HasSuffix(c.site.URL, "/developer") {
		t.Fatalf("URL of a site in a folder: %s, want /developer at its end", c.site.URL)
	}
	if a := c.get("", c.site.URL+"/cms-json/"); a.status != 200 || a.field(t, "home") != c.site.URL {
		t.Errorf("GET of the index: status %d, home %v, want 200 and the URL of the site", a.status, a.field(t, "home"))
	}
	host := strings.TrimSuffix(c.site.URL, "/developer")
	for _, path := range []string{"/cms-json/", "/", "/developerx/"} {
		if a := c.get("", host+path); a.status != 404 {
			t.Errorf("GET of %s: status %d, want 404", path, a.status)
		}
	}
	if a := c.get("", c.site.URL); a.status != 301 || a.header.Get("Location") != c.site.URL+"/" {
		t.Errorf("GET of the URL without a slash: status %d, Location %s, want 301 to the slash", a.status,
			a.header.Get("Location"))
	}
}

func TestRequestsAreKeptAsTheyArrived(t *testing.T) {
	t.Parallel()
	c := start(t)
	c.get("", "/posts?include[]=1&x=%20")
	c.do("admin", "POST", "/posts", `{"title": "x"}`)
	got := c.site.Requests()
	if len(got) != 2 || got[0].Method != "GET" {
		t.Fatalf("Requests kept: %+v, want a GET and another", got)
	} else if got[0].Path != "/cms-json/cms/v2/posts" {
		t.Fatalf("Requests kept: %+v, want the path of the posts first", got)
	} else if got[0].Query != "include[]=1&x=%20" {
		t.Fatalf("Requests kept: %+v, want the query as it was sent", got)
	}
	if string(got[1].Body) != `{"title": "x"}` || got[1].Header.Get("Authorization") == "" {
		t.Errorf("Requests kept: %+v, want the body and the credentials of the POST", got[1])
	}
	c.site.ResetRequests()
	if len(c.site.Requests()) != 0 {
		t.Errorf("Requests after ResetRequests: %d, want none", len(c.site.Requests()))
	}
}

func TestCloseMayBeCalledAgain(t *testing.T) {
	t.Parallel()
	site := cmstest.NewServer()
	res, err := http.Get(site.URL)
	if err != nil {
		t.Fatal(err)
	}
	res.Body.Close()
	site.Close()
	site.Close()
	if _, err := http.Get(site.URL); err == nil {
		t.Error("GET after Close succeeded, want an error")
	}
}

func TestHandlerServesInAnotherServer(t *testing.T) {
	t.Parallel()
	c := start(t)
	front := httptest.NewServer(c.site.Handler())
	defer front.Close()
	if a := c.get("", front.URL+"/cms-json/cms/v2/posts"); a.status != 200 || a.body != "[]" {
		t.Errorf("GET through another server: status %d, body %s, want 200 []", a.status, a.body)
	}
}

func TestIndexFollowsTheZone(t *testing.T) {
	t.Parallel()
	winter := func() time.Time { return time.Date(2026, 1, 10, 12, 0, 0, 0, time.UTC) }
	for name, tc := range map[string]struct {
		location *time.Location
		body     string
	}{
		"default": {nil, `{"gmt_offset":1,"timezone_string":"Europe\/Berlin"}`},
		"UTC":     {time.UTC, `{"gmt_offset":0,"timezone_string":"UTC"}`},
		"manual":  {time.FixedZone("", 19800), `{"gmt_offset":"5.5","timezone_string":""}`},
	} {
		opts := []cmstest.Option{cmstest.WithClock(winter)}
		if tc.location != nil {
			opts = append(opts, cmstest.WithLocation(tc.location))
		}
		c := start(t, opts...)
		if a := c.get("", c.site.URL+"/cms-json/?_fields=gmt_offset,timezone_string"); a.body != tc.body {
			t.Errorf("GET of the index of a site in %s: %s, want %s", name, a.body, tc.body)
		}
	}
}

func TestManyCallersAtOnce(t *testing.T) {
	t.Parallel()
	c := start(t)
	var wg sync.WaitGroup
	for range 8 {
		wg.Go(func() {
			for range 10 {
				c.create("editor", "/posts", `{"title":"Same title","status":"publish"}`)
				c.get("", "/posts?per_page=100")
				c.site.Record("posts", 1)
			}
		})
	}
	wg.Wait()
	if a := c.do("", "HEAD", "/posts?per_page=1", ""); a.header.Get("X-Cms-Total") != "80" {
		t.Errorf("total is %s, want 80", a.header.Get("X-Cms-Total"))
	}
	if a := c.get("", "/posts?slug=same-title,same-title-80"); len(a.ids(t)) != 2 {
		t.Errorf("GET of two slugs: %s, want one post of each", a.body)
	}
}
