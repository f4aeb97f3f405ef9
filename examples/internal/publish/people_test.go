package publish

import (
	"bytes"
	"io"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/fontcms/fontcms-go/cms/cmstest"
	"github.com/fontcms/fontcms-go/examples/internal/program"
)

// publishAs runs the program as a user of the five roles.
func publishAs(t *testing.T, server *cmstest.Server, user, dir string) (string, error) {
	t.Helper()
	var out bytes.Buffer
	err := Recipe{}.Run(t.Context(),
		[]string{"-site", server.URL, "-prefix", "cms", "-user", user, "-dir", dir, "-create-terms"},
		program.Environment{Password: server.AppPassword(user), Out: &out, Err: &out})
	return out.String(), err
}

func TestCategoryBelowAnotherIsAPath(t *testing.T) {
	t.Parallel()
	server := start(t)
	server.Insert("categories", map[string]any{"id": 70, "name": "Type & Press", "slug": "press"})
	server.Insert("categories", map[string]any{"id": 71, "name": "Serif", "slug": "serif-top"})
	dir := folder(t, map[string]string{
		"a.md": "---\ntype: post\ntitle: A\ncategories: [Type & Press/Serif]\n---\nText",
		"b.md": "---\ntype: post\ntitle: B\ncategories: [type & press/serif/Slab, Serif]\ntags: [TCP/IP]\n---\nText",
	})
	must(t, server, dir, "-create-terms")
	must(t, server, dir, "-create-terms")
	made, tags := stored(t, server, "categories"), stored(t, server, "tags")
	if len(made) != 5 || made["serif"]["parent"] != int64(70) {
		t.Errorf("publish left the categories %v, want 5, and serif below 70", made)
	} else if made["slab"]["parent"] != made["serif"]["id"] {
		t.Errorf("publish left the categories %v, want slab below serif", made)
	}
	if len(tags) != 1 || tags["tcp-ip"]["name"] != "TCP/IP" {
		t.Errorf("publish left the tags %v, want TCP/IP only", tags)
	}
	posts := stored(t, server, "posts")
	if got := posts["b"]["categories"].([]int64); len(got) != 2 || got[0] != 71 {
		t.Errorf("publish gave b the categories %v, want two, 71 first", got)
	} else if got[1] != made["slab"]["id"] {
		t.Errorf("publish gave b the categories %v, want slab, %v, second", got, made["slab"]["id"])
	}
}

func TestAuthorIsKnownByLoginName(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct{ as, author, want string }{
		"of another":            {"admin", "author", ""},
		"in another case":       {"admin", "AUTHOR", ""},
		"oneself":               {"editor", "editor", ""},
		"another, as an editor": {"editor", "author", `its author "author"`}, // who sees no login names
		"nobody":                {"admin", "nobody", `its author "nobody"`},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			server := start(t)
			dir := folder(t, map[string]string{"a.md": "---\ntype: post\ntitle: A\nauthor: " + c.author + "\n---\nText"})
			out, err := publishAs(t, server, c.as, dir)
			if c.want != "" {
				if err != nil || strings.Count(out, c.want) != 1 {
					t.Errorf("publish: error %v, want a line with %q\n%s", err, c.want, out)
				}
				return
			}
			if err != nil {
				t.Fatalf("publish as %s with the author %s: error %v, want none\n%s", c.as, c.author, err, out)
			}
			want := map[string]int64{"editor": 2, "author": 3}[strings.ToLower(c.author)]
			if got := stored(t, server, "posts")["a"]["author"]; got != want {
				t.Errorf("publish as %s stored the author %v, want %d", c.as, got, want)
			}
			server.ResetRequests()
			if out, err := publishAs(t, server, c.as, dir); err != nil || len(writes(server)) != 0 {
				t.Errorf("The second publish as %s: error %v, want none and no writes\n%s", c.as, err, out)
			}
		})
	}
}

func TestAuthorsPublishPostsAndTheirPagesAreRefused(t *testing.T) {
	t.Parallel()
	server := start(t)
	posts := map[string]string{"_posts/2020-01-02-a.md": "# A\n\n`[gallery]` and <b>b</b>"}
	dir := folder(t, posts)
	if out, err := publishAs(t, server, "author", dir); err != nil || !strings.Contains(out, "1 created") {
		t.Errorf("publish of posts as an author: error %v, want 1 created\n%s", err, out)
	}
	put(t, dir, "b.md", "# B")
	out, err := publishAs(t, server, "author", dir)
	if !program.IsIncomplete(err) || !strings.Contains(out, "0 created, 0 updated, 1 unchanged, 1 refused") {
		t.Errorf("publish of a page as an author: error %v, want status 3 and 1 refused\n%s", err, out)
	}
}

// TestAuthorWithoutAnIDIsRefused has a site that leaves out the id of the user who
// asks, or says that it is none.
func TestAuthorWithoutAnIDIsRefused(t *testing.T) {
	t.Parallel()
	for i, id := range []string{`"id":0,`, `"id":-1,`, ``, `"id":0,`, `"id":-1,`, ``, `"id":0,`, `"id":-1,`, ``} {
		from, asked := int64(1+i/3), atomic.Int64{}
		server := start(t)
		address, err := url.Parse(server.URL)
		if err != nil {
			t.Fatal(err)
		}
		front := httptest.NewServer(&httputil.ReverseProxy{
			Rewrite: func(r *httputil.ProxyRequest) {
				r.SetURL(address)
				r.Out.Header.Del("Accept-Encoding")
			},
			ModifyResponse: func(r *http.Response) error {
				if !strings.HasSuffix(r.Request.URL.Path, "/users/me") || asked.Add(1) < from {
					return nil // the login is verified by it, too
				}
				body, err := io.ReadAll(r.Body)
				body = bytes.Replace(body, []byte(`"id":2,`), []byte(id), 1)
				r.Body, r.ContentLength = io.NopCloser(bytes.NewReader(body)), int64(len(body))
				r.Header.Set("Content-Length", strconv.Itoa(len(body)))
				return err
			},
		})
		t.Cleanup(front.Close)
		dir := folder(t, map[string]string{"a.md": "---\ntype: post\ntitle: A\nauthor: editor\n---\nText"})
		err = Recipe{}.Run(t.Context(), []string{"-site", front.URL, "-prefix", "cms", "-user", "editor", "-dir", dir},
			program.Environment{Password: server.AppPassword("editor"), Out: io.Discard, Err: io.Discard})
		if err == nil || !strings.Contains(err.Error(), "id") {
			t.Errorf("publish with the id %q from request %d on: error %v, want one about the id", id, from, err)
		} else if len(writes(server)) != 0 {
			t.Errorf("publish with the id %q from request %d on wrote %v, want nothing", id, from, writes(server))
		}
	}
}
