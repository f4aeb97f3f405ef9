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
)

// edit changes a record as somebody else does.
func edit(t *testing.T, server *cmstest.Server, kind string, id int64, body string) {
	t.Helper()
	request, err := http.NewRequest("POST", fmt.Sprintf("%s/cms-json/cms/v2/%s/%d", server.URL, kind, id), bytes.NewReader([]byte(body)))
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
		t.Fatal(answer.Status)
	}
}

func TestMistakesAreRefusedBeforeAnythingIsWritten(t *testing.T) {
	t.Parallel()
	good := "---\ntitle: Good\n---\nText"
	for name, c := range map[string]struct {
		file, content string
		want          string
	}{
		"an unknown name":            {"a.md", "---\ntitle: A\ncatgories: [x]\n---\n", "catgories"},
		"an alias":                   {"a.md", "---\ntitle: &t A\nslug: *t\n---\n", "aliases are not read"},
		"no title":                   {"a.md", "---\nslug: a\n---\n", "no title"},
		"another type":               {"a.md", "---\ntitle: A\ntype: news\n---\n", "neither post nor page"},
		"no date":                    {"a.md", "---\ntitle: A\ndate: tomorrow\n---\n", `"tomorrow"`},
		"the same slug":              {"a.md", "---\ntitle: A\nslug: good\n---\n", "same slug"},
		"no such picture":            {"a.md", "---\ntitle: A\n---\n![](none.png)", "none.png"},
		"a picture of another place": {"a.md", "---\ntitle: A\n---\n![](../../secret.png)", "secret.png"},
		"no such file":               {"a.md", "---\ntitle: A\n---\n[b](b.md)", "b.md"},
		"no such parent":             {"a.md", "---\ntitle: A\ntype: page\nparent: above\n---\n", "0 pages"},
		"above itself":               {"a.md", "---\ntitle: A\ntype: page\nparent: a\n---\n", "0 pages"},
		"tags of a page":             {"a.md", "---\ntitle: A\ntype: page\ntags: []\n---\n", "neither tags"},
		"a missing term":             {"a.md", "---\ntitle: A\ntags: [none]\n---\n", "-create-terms"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			server := start(t)
			out, err := publish(t, server, folder(t, map[string]string{"good.md": good, c.file: c.content}))
			if err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("%v\n%s", err, out)
			}
			if n := len(writes(server)); n != 0 {
				t.Errorf("%d writes", n)
			}
		})
	}
}

func TestTermNamesWithQuotesAndAmpersandsAreFound(t *testing.T) {
	t.Parallel()
	server := start(t)
	server.Insert("categories", map[string]any{"id": 70, "name": "Serif & \"Sans\""})
	dir := folder(t, map[string]string{
		"a.md":      "---\ntitle: A\ncategories: ['Serif & \"Sans\"', New]\ntags: []\n---\nText",
		"b.md":      "---\ntitle: B\ncategories: [new]\n---\nText",
		"README.md": "no front matter",
	})
	must(t, server, dir, "-create-terms")
	posts, terms := stored(t, server, "posts"), stored(t, server, "categories")
	if len(posts) != 2 || len(terms) != 3 || len(posts["a"]["categories"].([]int64)) != 2 {
		t.Errorf("%v\n%v", posts, terms)
	}
}

func TestSecondPublishIgnoresWhatTheSiteDropped(t *testing.T) {
	t.Parallel()
	server := start(t)
	// Nobody has registered the one in meta, so that the site drops it.
	dir := folder(t, map[string]string{"a.md": "---\ntitle: A\nmeta: {footnotes: '[]', color: red}\n---\nText"})
	must(t, server, dir)
	server.ResetRequests()
	if out := must(t, server, dir); len(writes(server)) != 0 || !strings.Contains(out, "1 unchanged") {
		t.Errorf("%d writes\n%s", len(writes(server)), out)
	}
	a := stored(t, server, "posts")["a"]
	if a["meta"].(map[string]any)["footnotes"] != "[]" {
		t.Errorf("%v", a)
	}
	edit(t, server, "posts", a["id"].(int64), `{"meta": {"footnotes": ""}}`)
	if out, err := publish(t, server, dir); err == nil || !strings.Contains(out, "was changed on the site") {
		t.Errorf("%v\n%s", err, out)
	}
}

// Two texts that name each other are written twice: the second time may be refused.
func TestRejectedSecondWriteIsCounted(t *testing.T) {
	t.Parallel()
	server := start(t)
	dir := folder(t, map[string]string{"a.md": "---\ntitle: A\nstatus: publish\n---\n[b](b.md)", "b.md": "---\ntitle: B\nstatus: publish\n---\n[a](a.md)"})
	var once sync.Once
	front := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		// The text that was written first is to be written again, with the address of the other.
		if posts := stored(t, server, "posts"); len(posts) == 2 && r.Method == "GET" && posts["a"]["status"] == "publish" && posts["b"]["status"] == "publish" {
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
	if err == nil || !strings.Contains(out, "refuse ") || strings.Contains(out, "0 refused") {
		t.Errorf("error %v\n%s", err, out)
	}
}
