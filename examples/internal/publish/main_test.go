package publish

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/fontcms/fontcms-go/cms/cmstest"
	"github.com/fontcms/fontcms-go/examples/internal/program"
)

// folder makes a folder of files. A picture is a copy of one of the sample.
func folder(t *testing.T, files map[string]string) string {
	t.Helper()
	dir := t.TempDir()
	for name, content := range files {
		put(t, dir, name, content)
	}
	return dir
}

func put(t *testing.T, dir, name, content string) {
	t.Helper()
	if strings.HasSuffix(name, ".png") {
		picture, err := os.ReadFile("../../publish/sample/images/" + content)
		if err != nil {
			t.Fatal(err)
		}
		content = string(picture)
	}
	name = filepath.Join(dir, name)
	if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(name, []byte(content), 0o644); err != nil {
		t.Fatal(err)
	}
}

func start(t *testing.T) *cmstest.Server {
	t.Helper()
	server := cmstest.NewServer(cmstest.WithTest(t), cmstest.WithLocalhost())
	return server
}

// publish runs the program as an editor and returns what it says.
func publish(t *testing.T, server *cmstest.Server, dir string, args ...string) (string, error) {
	t.Helper()
	var out bytes.Buffer
	args = append([]string{"-site", server.URL, "-prefix", "cms", "-user", "editor", "-dir", dir}, args...)
	err := Recipe{}.Run(t.Context(), args,
		program.Environment{Password: server.AppPassword("editor"), Out: &out, Err: &out})
	return out.String(), err
}

// must is publish without an error.
func must(t *testing.T, server *cmstest.Server, dir string, args ...string) string {
	t.Helper()
	out, err := publish(t, server, dir, args...)
	if err != nil {
		t.Fatalf("publish of %s with %q: error %v, want none\n%s", dir, args, err, out)
	}
	return out
}

// stored are the records of a kind by slug, without asking the REST API.
func stored(t *testing.T, server *cmstest.Server, kind string) map[string]map[string]any {
	t.Helper()
	bySlug := map[string]map[string]any{}
	for id, record := range all(t, server, kind) {
		slug := record["slug"].(string)
		if bySlug[slug] != nil {
			t.Errorf("publish stored two %s with the slug %q, record %d is the second, want one", kind, slug, id)
		}
		bySlug[slug] = record
	}
	return bySlug
}

// all are the records of a kind by id, without asking the REST API.
func all(t *testing.T, server *cmstest.Server, kind string) map[int64]map[string]any {
	t.Helper()
	var document map[string]json.RawMessage
	if err := json.Unmarshal(server.Document(), &document); err != nil {
		t.Fatal(err)
	}
	var records []struct{ ID int64 }
	if document[kind] != nil {
		if err := json.Unmarshal(document[kind], &records); err != nil {
			t.Fatal(err)
		}
	}
	byID := map[int64]map[string]any{}
	for _, r := range records {
		byID[r.ID] = server.Record(kind, r.ID)
	}
	return byID
}

// writes are the requests that change something, as method and path.
func writes(server *cmstest.Server) (all []cmstest.Request) {
	for _, r := range server.Requests() {
		if r.Method == "POST" || r.Method == "DELETE" {
			all = append(all, r)
		}
	}
	return all
}

func TestSampleBecomesPostsAndPages(t *testing.T) {
	t.Parallel()
	server := start(t)
	out := must(t, server, "../../publish/sample", "-create-terms")
	if !strings.Contains(out, "4 created, 0 updated, 0 unchanged, 0 refused; 2 uploaded") {
		t.Errorf("publish of the sample printed\n%s\nwant 4 created and 2 uploaded", out)
	}
	posts, pages, files := stored(t, server, "posts"), stored(t, server, "pages"), stored(t, server, "media")
	kerning, metrics := posts["kerning"], pages["metrics"]
	if len(posts) != 2 || len(pages) != 2 {
		t.Fatalf("publish of the sample stored the posts %v and the pages %v, want two of each", posts, pages)
	} else if len(files) != 2 {
		t.Fatalf("publish of the sample stored the files %v, want two", files)
	} else if kerning == nil || metrics == nil {
		t.Fatalf("publish of the sample stored %v and %v, want a post kerning and a page metrics", posts, pages)
	}
	if kerning["status"] != "publish" || kerning["date"] != "2026-05-01T10:00:00" {
		t.Errorf("publish stored %v, want it published on 2026-05-01 at 10:00", kerning)
	}
	if len(kerning["tags"].([]int64)) != 2 || len(kerning["categories"].([]int64)) != 1 {
		t.Errorf("publish stored %v, want two tags and a category", kerning)
	}
	if kerning["featured_media"] == int64(0) || posts["optical-size"]["status"] != "draft" {
		t.Errorf("publish stored %v and %v, want a cover of the first, and the second a draft",
			kerning, posts["optical-size"])
	}
	if metrics["parent"] != pages["type-guides"]["id"] {
		t.Errorf("publish stored the page %v, want it below type-guides, %v", metrics, pages["type-guides"]["id"])
	}
	for _, want := range []string{
		`src="` + server.URL + `/cms-content/uploads/`, `alt="A and V, their slopes side by side"`,
		`href="` + server.URL + `/type-guides/metrics/#the-x-height"`, `<em>closer</em>`,
	} {
		if !strings.Contains(kerning["content"].(string), want) {
			t.Errorf("publish stored\n%s\nwant %s in it", kerning["content"], want)
		}
	}
	if !strings.Contains(metrics["content"].(string), `href="`+server.URL+`/2026/05/kerning/"`) {
		t.Errorf("publish stored the page %s, want its link to the post", metrics["content"])
	}
	server.ResetRequests()
	out = must(t, server, "../../publish/sample")
	if n := len(writes(server)); n != 0 || !strings.Contains(out, "4 unchanged") {
		t.Errorf("The second publish: %d writes, want none, and 4 unchanged\n%s", n, out)
	}
}

func TestOnlyWhatDiffersIsSent(t *testing.T) {
	t.Parallel()
	server := start(t)
	dir := folder(t, map[string]string{"a.md": "---\ntype: post\ntitle: A\nstatus: publish\nexcerpt: Short\n---\nText",
		"b.md": "---\ntype: post\ntitle: B\n---\nText"})
	must(t, server, dir)
	put(t, dir, "a.md", "---\ntype: post\ntitle: Another\nstatus: publish\nexcerpt: Short\n---\nText")
	server.ResetRequests()
	out := must(t, server, dir)
	sent := slices.DeleteFunc(writes(server), func(r cmstest.Request) bool {
		return string(r.Body) == "{}" // before its first update a record gets a revision
	})
	if len(sent) != 1 || !strings.Contains(out, "0 created, 1 updated, 1 unchanged") {
		t.Fatalf("publish of one change: %d writes, want 1, and one update\n%s", len(sent), out)
	}
	var body map[string]any
	if err := json.Unmarshal(sent[0].Body, &body); err != nil || len(body) != 2 {
		t.Errorf("publish of one change sent %s, error %v, want two fields", sent[0].Body, err)
	} else if body["title"] != "Another" || body["content"] == nil {
		t.Errorf("publish of one change sent %s, want the new title, and the content", sent[0].Body)
	}
}

func TestDryRunPrintsThePlanAndChangesNothing(t *testing.T) {
	t.Parallel()
	server := start(t)
	out := must(t, server, "../../publish/sample", "-dry-run", "-create-terms")
	for _, want := range []string{"create     kerning.md", "upload     images/metrics.png", "create     Spacing",
		"dry run, nothing was written: 4 created, 0 updated, 0 unchanged, 0 refused; 2 uploaded"} {
		if !strings.Contains(out, want) {
			t.Errorf("publish with -dry-run printed\n%s\nwant %q", out, want)
		}
	}
	if n := len(writes(server)); n != 0 {
		t.Errorf("publish with -dry-run: %d writes, want none", n)
	}

	dir := folder(t, map[string]string{"a.md": "---\ntype: post\ntitle: A\n---\nSee [b](b.md)",
		"b.md": "---\ntype: post\nstatus: draft\ntitle: B\n---\nText"})
	must(t, server, dir)
	put(t, dir, "b.md", "---\ntype: post\ntitle: B\nstatus: publish\n---\nText")
	plan := must(t, server, dir, "-dry-run")
	// The address of a draft changes when it is published, and so what links to it.
	if !strings.Contains(plan, "update     a.md  [content]") || !strings.Contains(plan, "update     b.md  [status]") {
		t.Errorf("publish with -dry-run printed\n%s\nwant an update of a.md and of b.md", plan)
	}
	if out := must(t, server, dir); !strings.Contains(out, "2 updated") {
		t.Errorf("publish printed\n%s\nwant 2 updated, as the dry run says", out)
	}
}

func TestWhatOthersHaveChangedIsNotOverwritten(t *testing.T) {
	t.Parallel()
	server := start(t)
	dir := folder(t, map[string]string{"a.md": "---\ntype: post\ntitle: A\nstatus: publish\n---\nText",
		"b.md": "---\ntype: post\ntitle: B\n---\nText"})
	must(t, server, dir)
	edit(t, server, "posts", stored(t, server, "posts")["a"]["id"].(int64), `{"title": "Theirs"}`)
	put(t, dir, "a.md", "---\ntype: post\ntitle: Mine\nstatus: publish\n---\nText")
	put(t, dir, "b.md", "---\ntype: post\ntitle: B\n---\nMore text")
	out, err := publish(t, server, dir)
	if err == nil || !strings.Contains(out, "refuse     a.md") {
		t.Errorf("publish over a change of others: error %v, want a.md refused\n%s", err, out)
	} else if !strings.Contains(out, "1 updated") {
		t.Errorf("publish over a change of others printed\n%s\nwant 1 updated", out)
	}
	if title := stored(t, server, "posts")["a"]["title"]; title != "Theirs" {
		t.Errorf("After publish a has the title %q, want that of the others", title)
	}
	// What the file does not speak of is theirs.
	edit(t, server, "posts", stored(t, server, "posts")["b"]["id"].(int64), `{"excerpt": "Theirs"}`)
	must(t, server, dir, "-force")
	posts := stored(t, server, "posts")
	if posts["a"]["title"] != "Mine" || posts["b"]["excerpt"] != "Theirs" {
		t.Errorf("After publish with -force the site has %v, want my title of a, and their excerpt of b", posts)
	}
	must(t, server, dir)
}

func TestSameChangeOnBothSidesUpdatesTheMark(t *testing.T) {
	t.Parallel()
	server := start(t)
	dir := folder(t, map[string]string{"a.md": "---\ntype: post\ntitle: A\n---\nText"})
	must(t, server, dir)
	edit(t, server, "posts", stored(t, server, "posts")["a"]["id"].(int64), `{"title": "B"}`)
	put(t, dir, "a.md", "---\ntype: post\ntitle: B\nslug: a\n---\nText")
	if out := must(t, server, dir); !strings.Contains(out, "update     a.md  [mark]  post ") {
		t.Errorf("publish of the change that the site has printed %s, want an update of the mark", out)
	}
	if out := must(t, server, dir); !strings.Contains(out, "1 unchanged") {
		t.Errorf("The second publish printed %s, want 1 unchanged", out)
	}
}

func TestRecordThatWasNotPublishedFromHereIsLeftAsItIs(t *testing.T) {
	t.Parallel()
	server := start(t)
	server.Insert("posts", map[string]any{"title": "Theirs", "slug": "a", "content": "Theirs"})
	dir := folder(t, map[string]string{"a.md": "---\ntype: post\ntitle: A\n---\nText"})
	if out, err := publish(t, server, dir); err == nil || !strings.Contains(out, "was not published from here") {
		t.Errorf("publish over a record of others: error %v, want it refused\n%s", err, out)
	}
	must(t, server, dir, "-adopt")
	must(t, server, dir)
	if a := stored(t, server, "posts")["a"]; a["title"] != "A" || a["status"] != "publish" {
		t.Errorf("After publish with -adopt the site has %v, want the title A, published", a)
	}
}
