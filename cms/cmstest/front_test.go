package cmstest_test

import (
	"bufio"
	"fmt"
	"io"
	"net"
	"strings"
	"testing"
	"time"

	"github.com/fontcms/fontcms-go/cms/cmstest"
)

func TestPagesAreCompleteHTMLDocuments(t *testing.T) {
	t.Parallel()
	c := start(t, cmstest.WithName("Fonts & more", "About <fonts>"))
	head := "<!DOCTYPE html>\n<html lang=\"en\">\n<head>"
	for path, want := range map[string]struct {
		status int
		body   string
	}{
		"/": {200, head + "\n<meta charset=\"UTF-8\" />\n<title>Fonts &amp; more</title>\n<link rel=\"https://api.w.org/\" " +
			"href=\"" + c.site.URL + "/cms-json/\" />\n" +
			"</head>\n<body>\n<h1>Fonts &amp; more</h1>\n<p>About &lt;fonts&gt;</p>\n</body>\n</html>\n"},
		"/nothing/": {404, head + "<title>Page not found</title></head>\n<body><h1>Page not found</h1></body>\n</html>\n"},
	} {
		a := c.get("", c.site.URL+path)
		if a.status != want.status || a.body != want.body {
			t.Errorf("GET of %s: status %d, body\n%s\nwant %d\n%s", path, a.status, a.body, want.status, want.body)
		} else if a.header.Get("Content-Type") != "text/html; charset=UTF-8" {
			t.Errorf("GET of %s: Content-Type %s, want HTML in UTF-8", path, a.header.Get("Content-Type"))
		}
		if link := "<" + c.site.URL + `/cms-json/>; rel="https://api.w.org/"`; a.header.Get("Link") != link {
			t.Errorf("GET of %s: Link %s, want %s", path, a.header.Get("Link"), link)
		}
		if cached := a.header.Get("Cache-Control") == ""; cached != (want.status == 200) {
			t.Errorf("GET of %s: Cache-Control %q, want it only on errors", path, a.header.Get("Cache-Control"))
		}
	}
	for path, want := range map[string]string{"/index.php": "/", "/index.php?a=1": "/?a=1"} {
		if a := c.get("", c.site.URL+path); a.status != 301 || a.header.Get("Location") != c.site.URL+want {
			t.Errorf("GET of %s: status %d, Location %s, want 301 to %s", path, a.status, a.header.Get("Location"), want)
		}
	}
	if a := c.do("", "POST", c.site.URL+"/index.php", ""); a.status != 200 ||
		!strings.Contains(a.body, "<h1>Fonts &amp; more</h1>") {
		t.Errorf("POST of the front page: status %d, body %s, want 200 and the front page", a.status, a.body)
	}
	root := start(t, cmstest.WithPath("/"))
	if a := root.get("", root.root+"/posts"); strings.HasSuffix(root.site.URL, "/") || a.status != 200 {
		t.Errorf("GET of a site at the top: URL %s, status %d, want no slash at the end and 200", root.site.URL, a.status)
	}
}

func TestPlainPermalinksAreOfTheIDs(t *testing.T) {
	t.Parallel()
	c := start(t, cmstest.WithPlainPermalinks())
	c.site.Insert("categories", map[string]any{"id": 2, "name": "Type"})
	c.site.Insert("categories", map[string]any{"id": 3, "name": "Below", "parent": 2})
	c.site.Insert("tags", map[string]any{"id": 4, "name": "css"})
	c.site.Insert("posts", map[string]any{"id": 5, "title": "Plain", "categories": []int{3}, "tags": []int{4}})
	c.site.Insert("pages", map[string]any{"id": 6, "title": "Guide"})
	c.site.Insert("media", map[string]any{"id": 7, "filename": "a.png", "width": 4, "height": 4})
	at := func(route string) string { return c.site.URL + "/index.php?rest_route=" + route }
	for route, want := range map[string]string{
		"posts/5": "/?p=5", "pages/6": "/?page_id=6", "media/7": "/?attachment_id=7",
		"categories/3": "/?cat=3", "tags/4": "/?tag=css", "users/1": "/?author=1",
	} {
		expect(t, route, c.get("admin", at("/cms/v2/"+route)), 200, map[string]any{"link": c.site.URL + want})
	}
	expect(t, "what others embed", c.get("", at("/oembed/1.0/embed&url="+c.site.URL+"/?p=5")), 200, map[string]any{
		"title": "Plain", "author_url": c.site.URL + "/?author=1", "width": 600.0,
	})
	embedded := c.get("admin", at("/cms/v2/posts/5&_embed")).field(t, "_embedded").(map[string]any)
	names := fmt.Sprint(embedded["author"].([]any)[0].(map[string]any)["name"])
	for _, list := range embedded["cms:term"].([]any) {
		names += fmt.Sprint(" ", list.([]any)[0].(map[string]any)["name"])
	}
	if names != "Admin Example Below css" {
		t.Errorf("GET of a post with _embed: the names are %s, want the author, the category Below and the tag css", names)
	}
}

func TestUploadedFilesHaveHeaders(t *testing.T) {
	t.Parallel()
	c := start(t)
	c.site.Insert("media", map[string]any{"filename": "2026/05/a.txt", "file": []byte("hello")})
	address := c.site.URL + "/cms-content/uploads/2026/05/a.txt"
	for method, want := range map[string]struct {
		status int
		body   string
	}{"GET": {200, "hello"}, "HEAD": {200, ""}, "POST": {404, "Page not found"}} {
		a := c.do("", method, address, "")
		if a.status != want.status || !strings.Contains(a.body, want.body) {
			t.Errorf("%s of an uploaded file: status %d, body %q, want %d with %q", method, a.status, a.body, want.status,
				want.body)
		} else if want.body == "" && a.body != "" {
			t.Errorf("%s of an uploaded file: status %d, body %q, want no body", method, a.status, a.body)
		}
		if want.status == 200 && (a.header.Get("Content-Type") != "text/plain" || a.header.Get("Content-Length") != "5") {
			t.Errorf("%s of an uploaded file: headers %v, want text/plain of 5 bytes", method, a.header)
		}
	}
}

func TestCloseEndsARequestThatDoesNotEnd(t *testing.T) {
	t.Parallel()
	site := cmstest.NewServer()
	defer site.Close()
	conn, err := net.Dial("tcp", strings.TrimPrefix(site.URL, "http://"))
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	if _, err := io.WriteString(conn, "POST /cms-json/cms/v2/posts HTTP/1.1\r\nHost: site.test\r\nExpect: "+
		"100-continue\r\nContent-Length: 10\r\n\r\n"); err != nil {
		t.Fatal(err)
	}
	from := bufio.NewReader(conn)
	if line, err := from.ReadString('\n'); err != nil || !strings.Contains(line, "100 Continue") {
		t.Fatalf("Read from the connection: %q, error %v, want 100 Continue", line, err) // the site is reading the body now
	}
	site.Close()
	if err := conn.SetReadDeadline(time.Now().Add(time.Minute)); err != nil {
		t.Fatal(err)
	}
	if rest, err := io.ReadAll(from); err != nil && strings.Contains(err.Error(), "timeout") {
		t.Errorf("Read after Close: %q, error %v, want the connection closed", rest, err)
	}
}
