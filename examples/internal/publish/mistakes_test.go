package publish

import (
	"bytes"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"

	"github.com/fontcms/fontcms-go/cms/cmstest"
	"github.com/fontcms/fontcms-go/examples/internal/program"
)

// edit changes a record as somebody else does.
func edit(t *testing.T, server *cmstest.Server, kind string, id int64, body string) {
	t.Helper()
	address := fmt.Sprintf("%s/cms-json/cms/v2/%s/%d", server.URL, kind, id)
	request, err := http.NewRequest("POST", address, bytes.NewReader([]byte(body)))
	if err != nil {
		t.Fatal(err)
	}
	request.SetBasicAuth("admin", server.AppPassword("admin"))
	request.Header.Set("Content-Type", "application/json")
	answer, err := http.DefaultClient.Do(request)
	if err != nil {
		t.Fatal(err)
	}
	answer.Body.Close()
	if answer.StatusCode != http.StatusOK {
		t.Fatalf("POST of %s: status %s, want 200", address, answer.Status)
	}
}

// One bad file is its own failure: the good file is published.
func TestOneBadFileIsRefusedAndTheOthersArePublished(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct{ content, want string }{
		"an alias":             {"---\ntitle: &t A\nslug: *t\n---\n", "refuse     a.md:2  anchors and aliases"},
		"two values in a line": {"\n---\ntitle: {a: b: c}\n---\n", "refuse     a.md:3  "},
		"not UTF-8":            {"---\ntitle: A\n---\n\xff", "refuse     a.md:4  it is not UTF-8"},
		"no date":              {"---\ntype: post\ntitle: A\ndate: tomorrow\n---\n", `"tomorrow"`},
		"another status":       {"---\ntype: post\ntitle: A\nstatus: drfat\n---\n", `its status is "drfat"`},
		"the same slug":        {"---\ntype: post\ntitle: A\nslug: good\n---\n", "same slug"},
		"no such parent":       {"---\ntitle: A\ntype: page\nparent: above\n---\n", "0 pages have the slug"},
		"a page above itself":  {"---\ntitle: A\ntype: page\nparent: a\n---\n", "0 pages have the slug"},
		"a missing term":       {"---\ntype: post\ntitle: A\ntags: [none]\n---\n", "-create-terms"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			server := start(t)
			out, err := publish(t, server, folder(t, map[string]string{
				"a.md": c.content, "0.md": "---\ntype: post\ntitle: Good\nslug: good\nstatus: publish\n---\nText",
			}))
			if !program.IsIncomplete(err) || !strings.Contains(out, c.want) {
				t.Errorf("publish: error %v, want status 3 and a line with %q\n%s", err, c.want, out)
			}
			if posts := stored(t, server, "posts"); len(posts) != 1 || posts["good"] == nil {
				t.Errorf("publish stored %v, want the good file only", posts)
			}
			if !strings.Contains(out, "1 created, 0 updated, 0 unchanged, 1 refused") {
				t.Errorf("publish printed %s, want 1 created and 1 refused", out)
			}
		})
	}
}

func TestWhatCannotBeStoredGetsALineAndStopsNothing(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct{ content, want string }{
		"a link to no page":        {"---\ntitle: A\n---\n\n[*b* c](b.md) and", "note       a.md:5  the link to b.md"},
		"an unknown author":        {"---\ntype: post\ntitle: A\nauthor: eve\n---\n", `note       a.md  its author "eve"`},
		"a link to a licence":      {"---\ntitle: A\n---\n[b](LICENSE) and", "note       a.md:4  the link to LICENSE"},
		"tags of a page":           {"---\ntitle: A\ntype: page\ntags: [x]\n---\n", "note       all pages  1 have tags"},
		"a parent of a post":       {"---\ntype: post\ntitle: A\nparent: x\n---\n", "note       a.md  a post has no parent"},
		"an image of another host": {"---\ntype: post\nimage: //x.example/a.png\n---\n", "note       a.md  its image"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			server := start(t)
			out := must(t, server, folder(t, map[string]string{
				"a.md": c.content, "LICENSE": "free",
			}))
			if !strings.Contains(out, c.want) || !strings.Contains(out, "1 created") {
				t.Errorf("publish printed %s, want 1 created and %q", out, c.want)
			}
		})
	}
	server := start(t)
	must(t, server, folder(t, map[string]string{"a.md": "---\ntype: post\ntitle: A\n---\n[*b* c](b.md) and"}))
	if text := stored(t, server, "posts")["a"]["content"].(string); !strings.Contains(text, "<p><em>b</em> c and</p>") {
		t.Errorf("publish stored %s, want the text of the link without the link", text)
	}
}

func TestTitleDefaultsToFirstHeadingOrFileName(t *testing.T) {
	t.Parallel()
	server := start(t)
	must(t, server, folder(t, map[string]string{
		"a.md":       "---\ntype: post\nslug: a\n---\n## Below\n\n# The *title*\n\nText",
		"b.markdown": "---\ntype: post\nslug: b\n---\n## Only below",
		"C.MD":       "---\ntype: post\ntitle: Given\n---\n# Kept", "d.mdx": "---\ntype: post\nx: y\n---\nText",
	}))
	posts := stored(t, server, "posts")
	for slug, want := range map[string]string{"a": "The title", "b": "B", "c": "Given", "d": "D"} {
		if posts[slug] == nil || posts[slug]["title"] != want {
			t.Errorf("publish stored %v as %s, want the title %q", posts[slug], slug, want)
		}
	}
	a, c := fmt.Sprint(posts["a"]["content"]), fmt.Sprint(posts["c"]["content"])
	if strings.Contains(a, "<h1") || !strings.Contains(a, "<h2") {
		t.Errorf("publish stored %s, want the first heading in the title only", a)
	}
	if !strings.Contains(c, "<h1") {
		t.Errorf("publish stored %s, want its heading kept beside a title of the front matter", c)
	}
}

func TestTermNamesWithQuotesAndAmpersandsAreFound(t *testing.T) {
	t.Parallel()
	server := start(t)
	server.Insert("categories", map[string]any{"id": 70, "name": "Serif & \"Sans\""})
	dir := folder(t, map[string]string{
		"a.md":      "---\ntype: post\ntitle: A\ncategories: ['Serif & \"Sans\"', New]\ntags: []\n---\nText",
		"b.md":      "---\ntype: post\ntitle: B\ncategories: [new]\n---\nText",
		"README.md": "no front matter",
	})
	must(t, server, dir, "-create-terms")
	posts, terms := stored(t, server, "posts"), stored(t, server, "categories")
	if len(posts) != 2 || len(terms) != 3 {
		t.Errorf("publish left the posts %v and the categories %v, want 2 and 3", posts, terms)
	} else if len(posts["a"]["categories"].([]int64)) != 2 {
		t.Errorf("publish stored %v, want two categories", posts["a"])
	}
}

func TestSecondPublishIgnoresWhatTheSiteDropped(t *testing.T) {
	t.Parallel()
	server := start(t)
	// Nobody has registered the one in meta, so that the site drops it.
	dir := folder(t, map[string]string{"a.md": "---\ntype: post\nmeta: {footnotes: '[]', color: red}\n---\nText"})
	must(t, server, dir)
	server.ResetRequests()
	if out := must(t, server, dir); len(writes(server)) != 0 || !strings.Contains(out, "1 unchanged") {
		t.Errorf("The second publish: %d writes, want none, and 1 unchanged\n%s", len(writes(server)), out)
	}
	a := stored(t, server, "posts")["a"]
	if a["meta"].(map[string]any)["footnotes"] != "[]" {
		t.Errorf("publish stored %v, want its footnotes", a)
	}
	edit(t, server, "posts", a["id"].(int64), `{"meta": {"footnotes": ""}}`)
	if out, err := publish(t, server, dir); err == nil || !strings.Contains(out, "was changed on the site") {
		t.Errorf("publish over a change of the footnotes: error %v, want it refused\n%s", err, out)
	}
}

// Two texts that name each other are written twice: the second time may be refused.
func TestRejectedSecondWriteIsCounted(t *testing.T) {
	t.Parallel()
	server := start(t)
	dir := folder(t, map[string]string{"a.md": "---\ntype: post\ntitle: A\nstatus: publish\n---\n[b](b.md)",
		"b.md": "---\ntype: post\ntitle: B\nstatus: publish\n---\n[a](a.md)"})
	var once sync.Once
	front := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		// The text that was written first is to be written again, with the address of the other.
		if posts := stored(t, server, "posts"); len(posts) == 2 && r.Method == "GET" && posts["a"]["status"] == "publish" &&
			posts["b"]["status"] == "publish" {
			once.Do(func() {
				for _, post := range posts {
					edit(t, server, "posts", post["id"].(int64), `{"content": "Theirs"}`)
				}
			})
		}
		server.Handler().ServeHTTP(w, r)
	}))
	t.Cleanup(front.Close)
	out, err := publish(t, server, dir, "-site", front.URL)
	if err == nil || !strings.Contains(out, "refuse ") {
		t.Errorf("publish whose second write is refused: error %v, want a line of it\n%s", err, out)
	} else if strings.Contains(out, "0 refused") {
		t.Errorf("publish whose second write is refused printed\n%s\nwant it counted", out)
	}
}
