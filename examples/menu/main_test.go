package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/cms/cmstest"
	"github.com/fontcms/fontcms-go/examples/internal/program"
)

// start is a site with a page, a post, a category and a tag, all called kerning.
func start(t *testing.T) *cmstest.Server {
	t.Helper()
	server := cmstest.NewServer(cmstest.WithTest(t))
	server.Insert("pages", map[string]any{"title": "Kerning page", "slug": "kerning"})
	server.Insert("posts", map[string]any{"title": "Kerning post", "slug": "kerning"})
	server.Insert("categories", map[string]any{"name": "Kerning category", "slug": "kerning"})
	server.Insert("tags", map[string]any{"name": "Kerning tag", "slug": "kerning"})
	return server
}

// updated runs the program on a file with some content, and returns what it says.
func updated(t *testing.T, server *cmstest.Server, content string, args ...string) (string, error) {
	t.Helper()
	name := filepath.Join(t.TempDir(), "menu.yaml")
	if err := os.WriteFile(name, []byte(content), 0o644); err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	args = append([]string{"-site", server.URL, "-prefix", "cms", "-user", "admin", "-file", name}, args...)
	err := run(t.Context(), args, program.Environment{Password: server.AppPassword("admin"), Out: &out, Err: &out})
	return out.String(), err
}

// must is updated without an error.
func must(t *testing.T, server *cmstest.Server, content string, args ...string) string {
	t.Helper()
	out, err := updated(t, server, content, args...)
	if err != nil {
		t.Fatalf("menu with %q: error %v, want none\n%s", args, err, out)
	}
	return out
}

// tree are the items of a site as lines, without asking the REST API.
func tree(t *testing.T, server *cmstest.Server) []string {
	t.Helper()
	var document struct {
		Items []struct{ ID int64 } `json:"menu-items"`
	}
	if err := json.Unmarshal(server.Document(), &document); err != nil {
		t.Fatal(err)
	}
	records := map[int64]map[string]any{}
	for _, it := range document.Items {
		records[it.ID] = server.Record("menu-items", it.ID)
	}
	lines := map[int64]string{}
	for _, r := range records {
		depth := ""
		for up := r["parent"].(int64); up != 0; up = records[up]["parent"].(int64) {
			depth += "  "
		}
		what := r["url"]
		if r["type"] != "custom" {
			what = r["object"]
		}
		line := fmt.Sprintf("%s%v -> %v %v %v", depth, r["title"], what, r["target"], r["classes"])
		if order := r["menu_order"].(int64); lines[order] != "" {
			t.Errorf("The site has two items at place %d: %s and %s, want one", order, lines[order], line)
		} else {
			lines[order] = line
		}
	}
	var all []string
	for order := int64(1); len(all) < len(lines); order++ {
		all = append(all, lines[order])
	}
	return all
}

func batches(server *cmstest.Server) (n int) {
	for _, r := range server.Requests() {
		if r.Method == "POST" && strings.HasPrefix(r.Path, "/cms-json/batch/") {
			n++
		}
	}
	return n
}

const nested = `
menu: Main & more
items:
  - title: Home
    url: /
  - page: kerning
    items:
      - post: kerning
        title: Tom & Jerry
        target: _blank
        items:
          - tag: kerning
            classes: [wide, red]
  - category: kerning
`

func TestMenuIsMadeAsTheFileSaysAndASecondRunChangesNothing(t *testing.T) {
	t.Parallel()
	server := start(t)
	if out := must(t, server, nested); !strings.Contains(out, "5 changed, menu ") {
		t.Errorf("menu printed\n%s\nwant 5 changed, and the menu", out)
	}
	want := []string{
		"Home -> /  []", " -> page  []", "  Tom & Jerry -> post _blank []", "     -> post_tag  [wide red]",
		" -> category  []",
	}
	if got := tree(t, server); !slices.Equal(got, want) {
		t.Errorf("menu made the items %q, want %q", got, want)
	}
	server.ResetRequests()
	out := must(t, server, nested, "-prune")
	if batches(server) != 0 || strings.Count(out, "unchanged") != 5 {
		t.Errorf("The second menu: %d batches, want none, and 5 unchanged\n%s", batches(server), out)
	}
}

func TestMenuIsFoundHoweverItsNameIsSpelled(t *testing.T) {
	t.Parallel()
	server := start(t)
	must(t, server, nested)
	for _, name := range []string{"main & MORE", "Main &amp; more", "'Main  & more '"} {
		content := strings.Replace(nested, "menu: Main & more", "menu: "+name, 1)
		if out := must(t, server, content, "-prune"); strings.Count(out, "unchanged") != 5 ||
			!strings.Contains(out, "0 changed") {
			t.Errorf("menu with the name %s printed\n%s\nwant 5 unchanged and 0 changed", name, out)
		}
	}
}

func TestWhatDiffersIsSentInABatchOfUpdatesAndABatchOfCreates(t *testing.T) {
	t.Parallel()
	server := start(t)
	must(t, server, nested)
	server.ResetRequests()
	const other = `
menu: Main & more
items:
  - category: kerning
    title: All of it
    items:
      - post: kerning
        title: Tom & Jerry
  - title: Home
    url: /
  - title: New
    url: https://example.org/?a=1&b=2
`
	dry, _, _ := strings.Cut(must(t, server, other, "-dry-run"), "dry run, ")
	if batches(server) > 0 {
		t.Errorf("a dry run sent %d batches, want 0", batches(server))
	}
	out := must(t, server, other)
	if run, _, _ := strings.Cut(out, "4 changed, "); run != dry {
		t.Errorf("a dry run printed\n%s\nwant what the run prints:\n%s", dry, run)
	}
	if batches(server) != 3 || !strings.Contains(out, "update       Tom & Jerry  [parent order target]") {
		t.Errorf("menu with changes: %d batches, want 3, and an update of Tom & Jerry\n%s", batches(server), out)
	} else if !strings.Contains(out, "leave      Kerning page") {
		t.Errorf("menu with changes printed\n%s\nwant that it leaves the page", out)
	}
	must(t, server, other, "-prune")
	want := []string{"All of it -> category  []", "  Tom & Jerry -> post  []", "Home -> /  []",
		"New -> https://example.org/?a=1&b=2  []"}
	if got := tree(t, server); !slices.Equal(got, want) {
		t.Errorf("menu -prune made the items %q, want %q", got, want)
	}
	server.ResetRequests()
	if out := must(t, server, other, "-prune"); batches(server) != 0 {
		t.Errorf("The second menu -prune: %d batches, want none\n%s", batches(server), out)
	}
}

func TestDryRunPrintsThePlanAndChangesNothing(t *testing.T) {
	t.Parallel()
	server := start(t)
	out := must(t, server, nested, "-dry-run")
	if !strings.Contains(out, `create     the menu "Main & more"`) || !strings.Contains(out, "create         kerning") {
		t.Errorf("menu -dry-run printed\n%s\nwant that it creates the menu and the item", out)
	}
	for _, r := range server.Requests() {
		if r.Method != "GET" && r.Method != "OPTIONS" {
			t.Errorf("menu -dry-run sent %s %s, want reading requests only", r.Method, r.Path)
		}
	}
}

func TestManyItemsTakeSeveralBatches(t *testing.T) {
	t.Parallel()
	server := start(t)
	content := strings.Builder{}
	content.WriteString("menu: Long\nitems:\n")
	for i := range 60 {
		fmt.Fprintf(&content, "  - {title: Item %d, url: /%d}\n", i, i)
	}
	if out := must(t, server, content.String()); !strings.Contains(out, "60 changed, menu ") || batches(server) != 3 {
		t.Errorf("menu with 60 items: %d batches, want 3, and 60 changed\n%s", batches(server), out)
	}
	if n := len(tree(t, server)); n != 60 {
		t.Errorf("menu with 60 items made %d, want 60", n)
	}
}

func TestLostResponseDoublesNothing(t *testing.T) {
	t.Parallel()
	for skip := range 3 {
		server := start(t)
		server.Fail(cmstest.Fault{Method: "POST", Route: "/batch/v1", Skip: skip, Times: 1, Cut: cmstest.CutAnswer,
			Processed: true})
		if out, err := updated(t, server, nested); err != nil || !strings.Contains(out, "changed, menu ") {
			t.Errorf("a run whose response %d is lost: error %v, want nil\n%s", skip, err, out)
		}
		must(t, server, nested)
		if got := tree(t, server); len(got) != 5 {
			t.Errorf("menu after a lost response made the items %q, want 5", got)
		}
		if out := must(t, server, nested, "-prune"); strings.Count(out, "unchanged") != 5 ||
			!strings.Contains(out, "0 changed") {
			t.Errorf("menu -prune after a lost response printed\n%s\nwant 5 unchanged and 0 changed", out)
		}
	}
}

func TestMistakesAreRefusedBeforeAnythingIsWritten(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct{ content, want string }{
		"no name":          {"items: []", "no name"},
		"an unknown name":  {"menu: M\nitems: [{titel: A, url: /}]", "titel"},
		"nowhere":          {"menu: M\nitems: [{title: A}]", "needs one of"},
		"two ways":         {"menu: M\nitems: [{url: /, page: kerning, title: A}]", "needs one of"},
		"no title":         {"menu: M\nitems: [{url: /}]", "needs a title"},
		"a strange target": {"menu: M\nitems: [{page: kerning, target: top}]", `"top"`},
		"no such page":     {"menu: M\nitems: [{page: none}, {post: nobody}]", "type page with the slug none"},
		"below": {"menu: M\nitems: [{page: kerning, items: [{category: none}]}]",
			"type category with the slug none"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			server := start(t)
			if out, err := updated(t, server, c.content); err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("menu with %s: error %v, want %q\n%s", name, err, c.want, out)
			}
			for _, r := range server.Requests() {
				if r.Method == "POST" {
					t.Errorf("menu with %s sent a POST of %s, want none", name, r.Path)
				}
			}
		})
	}
}

func TestSampleFitsTheSiteInMemory(t *testing.T) {
	t.Parallel()
	var out bytes.Buffer
	if err := run(t.Context(), []string{"-file", "sample.yaml"}, program.Environment{Out: &out, Err: &out}); err != nil ||
		!strings.Contains(out.String(), "7 changed, menu ") {
		t.Errorf("menu with the sample: error %v, want none, and 7 changed\n%s", err, &out)
	}
}

// racing stands before a server. It deletes items of the menu as another program does, at
// the moment at which a batch comes that deletes some; with fails the site says of those
// no more than that it cannot.
func racing(t *testing.T, server *cmstest.Server, fails bool, items ...int64) string {
	t.Helper()
	site, err := cms.New(server.URL, cms.WithApplicationPassword("admin", server.AppPassword("admin")))
	if err != nil {
		t.Fatal(err)
	}
	address, err := url.Parse(server.URL)
	if err != nil {
		t.Fatal(err)
	}
	proxy := &httputil.ReverseProxy{
		Rewrite: func(r *httputil.ProxyRequest) {
			r.SetURL(address)
			r.Out.Header.Del("Accept-Encoding")
		},
		ModifyResponse: func(r *http.Response) error {
			body, err := io.ReadAll(r.Body)
			if fails {
				gone := regexp.MustCompile(`"code":"rest_post_invalid_id","message":"[^"]*","data":\{"status":404\}`)
				body = gone.ReplaceAll(body, []byte(`"code":"rest_cannot_delete","message":"The post cannot be deleted.",`+
					`"data":{"status":500}`))
				body = bytes.ReplaceAll(body, []byte(`"status":404`), []byte(`"status":500`))
			}
			r.Body, r.ContentLength = io.NopCloser(bytes.NewReader(body)), int64(len(body))
			r.Header.Set("Content-Length", strconv.Itoa(len(body)))
			return err
		},
	}
	front := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		r.Body = io.NopCloser(bytes.NewReader(body))
		isBatch := strings.HasSuffix(r.URL.Path, "/batch/v1") && strings.Contains(string(body), "DELETE")
		if isBatch {
			for _, id := range items {
				if _, err := site.MenuItems.Delete(r.Context(), id); err != nil {
					t.Error(err)
				}
			}
			proxy.ServeHTTP(w, r)
			return
		}
		httputil.NewSingleHostReverseProxy(address).ServeHTTP(w, r)
	}))
	t.Cleanup(front.Close)
	return front.URL
}

func TestItemThatAnotherProgramDeletedCountsAsPruned(t *testing.T) {
	t.Parallel()
	for _, fails := range []bool{false, true} {
		server := start(t)
		must(t, server, "menu: Main\nitems:\n- {title: One, url: /1}\n- {title: Two, url: /2}\n- {title: Three, url: /3}\n")
		var ids []int64
		var document struct {
			Items []struct{ ID int64 } `json:"menu-items"`
		}
		if err := json.Unmarshal(server.Document(), &document); err != nil || len(document.Items) != 3 {
			t.Fatalf("The site has the items %v, error %v, want 3", document.Items, err)
		}
		for _, it := range document.Items {
			ids = append(ids, it.ID)
		}
		name := filepath.Join(t.TempDir(), "menu.yaml")
		if err := os.WriteFile(name, []byte("menu: Main\nitems:\n- {title: One, url: /1}\n"), 0o644); err != nil {
			t.Fatal(err)
		}
		var out bytes.Buffer
		args := []string{"-site", racing(t, server, fails, ids[1]), "-prefix", "cms", "-user", "admin",
			"-file", name, "-prune"}
		err := run(t.Context(), args, program.Environment{Password: server.AppPassword("admin"), Out: &out, Err: &out})
		if err != nil || !strings.Contains(out.String(), "2 changed, menu ") {
			t.Errorf("menu -prune with an item that was deleted, fails %t: error %v, want 2 changed\n%s",
				fails, err, out.String())
		}
		if got := tree(t, server); !slices.Equal(got, []string{"One -> /1  []"}) {
			t.Errorf("menu -prune left the items %q, want One", got)
		}
	}
}

func TestStoppedRunSaysWhatTheSiteMayHaveMade(t *testing.T) {
	t.Parallel()
	server := cmstest.NewServer(cmstest.WithTest(t), cmstest.WithSample())
	address, err := url.Parse(server.URL)
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	front := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Method == http.MethodPost && strings.Contains(r.URL.Path, "/batch/") {
			_, _ = io.Copy(io.Discard, r.Body) // the server notices only then that the client is gone
			cancel()
			<-r.Context().Done()
			return
		}
		httputil.NewSingleHostReverseProxy(address).ServeHTTP(w, r)
	}))
	t.Cleanup(front.Close)
	var out bytes.Buffer
	args := []string{"-site", front.URL, "-prefix", "cms", "-user", "admin", "-file", "sample.yaml"}
	err = run(ctx, args, program.Environment{Password: server.AppPassword("admin"), Out: &out, Err: &out})
	if !errors.Is(err, context.Canceled) || !strings.Contains(out.String(), "\n4 more were sent, and the site may have "+
		"made them\n0 changed, ") {
		t.Errorf("menu that is stopped: error %v, want context.Canceled, and what the site may have made\n%s",
			err, out.String())
	}
}
