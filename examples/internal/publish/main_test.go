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
		t.Fatalf("%v\n%s", err, out)
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

func TestTheSampleBecomesPostsAndPages(t *testing.T) {
	t.Parallel()
	server := start(t)
	out := must(t, server, "../../publish/sample", "-create-terms")
	if !strings.Contains(out, "4 created, 0 updated, 0 unchanged, 0 refused; 2 uploaded") {
		t.Error(out)
	}
	posts, pages, files := stored(t, server, "posts"), stored(t, server, "pages"), stored(t, server, "media")
	kerning, metrics := posts["kerning"], pages["metrics"]
	if len(posts) != 2 || len(pages) != 2 || len(files) != 2 || kerning == nil || metrics == nil {
		t.Fatalf("%v\n%v\n%v", posts, pages, files)
	}
	if kerning["status"] != "publish" || kerning["date"] != "2026-05-01T10:00:00" || len(kerning["tags"].([]int64)) != 2 ||
		len(kerning["categories"].([]int64)) != 1 ||
		kerning["featured_media"] == int64(0) || posts["optical-size"]["status"] != "draft" ||
		metrics["parent"] != pages["type-guides"]["id"] {
		t.Errorf("%v\n%v", kerning, metrics)
	}
	for _, want := range []string{
		`src="` + server.URL + `/cms-content/uploads/`, `alt="A and V, their slopes side by side"`,
		`href="` + server.URL + `/type-guides/metrics/#the-x-height"`, `<em>closer</em>`,
	} {
		if !strings.Contains(kerning["content"].(string), want) {
			t.Errorf("no %s in\n%s", want, kerning["content"])
		}
	}
	if !strings.Contains(metrics["content"].(string), `href="`+server.URL+`/2026/05/kerning/"`) {
		t.Errorf("the way back is lost: %s", metrics["content"])
	}
	server.ResetRequests()
	out = must(t, server, "../../publish/sample")
	if n := len(writes(server)); n != 0 || !strings.Contains(out, "4 unchanged") {
		t.Errorf("a second run sent %d writes\n%s", n, out)
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
	if err := json.Unmarshal(sent[0].Body, &body); err != nil || len(body) != 2 || body["title"] != "Another" ||
		body["content"] == nil {
		t.Errorf("sent %s, %v", sent[0].Body, err)
	}
}

func TestTheDryRunPrintsThePlanAndChangesNothing(t *testing.T) {
	t.Parallel()
	server := start(t)
	out := must(t, server, "../../publish/sample", "-dry-run", "-create-terms")
	for _, want := range []string{"create     kerning.md", "upload     images/metrics.png", "create     Spacing",
		"dry run, nothing was written: 4 created, 0 updated, 0 unchanged, 0 refused; 2 uploaded"} {
		if !strings.Contains(out, want) {
			t.Errorf("no %q in\n%s", want, out)
		}
	}
	if n := len(writes(server)); n != 0 {
		t.Errorf("%d writes", n)
	}

	dir := folder(t, map[string]string{"a.md": "---\ntype: post\ntitle: A\n---\nSee [b](b.md)",
		"b.md": "---\ntype: post\nstatus: draft\ntitle: B\n---\nText"})
	must(t, server, dir)
	put(t, dir, "b.md", "---\ntype: post\ntitle: B\nstatus: publish\n---\nText")
	plan := must(t, server, dir, "-dry-run")
	// The address of a draft changes when it is published, and so what links to it.
	if !strings.Contains(plan, "update     a.md  [content]") || !strings.Contains(plan, "update     b.md  [status]") {
		t.Error(plan)
	}
	if out := must(t, server, dir); !strings.Contains(out, "2 updated") {
		t.Error(out)
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
	if err == nil || !strings.Contains(out, "refuse     a.md") || !strings.Contains(out, "1 updated") {
		t.Errorf("%v\n%s", err, out)
	}
	if title := stored(t, server, "posts")["a"]["title"]; title != "Theirs" {
		t.Errorf("title %q", title)
	}
	// What the file does not speak of is theirs.
	edit(t, server, "posts", stored(t, server, "posts")["b"]["id"].(int64), `{"excerpt": "Theirs"}`)
	must(t, server, dir, "-force")
	posts := stored(t, server, "posts")
	if posts["a"]["title"] != "Mine" || posts["b"]["excerpt"] != "Theirs" {
		t.Errorf("%v", posts)
	}
	must(t, server, dir)
}

func TestTheSameChangeOnBothSidesUpdatesTheMark(t *testing.T) {
	t.Parallel()
	server := start(t)
	dir := folder(t, map[string]string{"a.md": "---\ntype: post\ntitle: A\n---\nText"})
	must(t, server, dir)
	edit(t, server, "posts", stored(t, server, "posts")["a"]["id"].(int64), `{"title": "B"}`)
	put(t, dir, "a.md", "---\ntype: post\ntitle: B\nslug: a\n---\nText")
	if out := must(t, server, dir); !strings.Contains(out, "update     a.md  [mark]  post ") {
		t.Errorf("printed %s", out)
	}
	if out := must(t, server, dir); !strings.Contains(out, "1 unchanged") {
		t.Errorf("printed %s", out)
	}
}

func TestARecordThatWasNotPublishedFromHereIsLeftAlone(t *testing.T) {
	t.Parallel()
	server := start(t)
	server.Insert("posts", map[string]any{"title": "Theirs", "slug": "a", "content": "Theirs"})
	dir := folder(t, map[string]string{"a.md": "---\ntype: post\ntitle: A\n---\nText"})
	if out, err := publish(t, server, dir); err == nil || !strings.Contains(out, "was not published from here") {
		t.Errorf("%v\n%s", err, out)
	}
	must(t, server, dir, "-adopt")
	must(t, server, dir)
	if a := stored(t, server, "posts")["a"]; a["title"] != "A" || a["status"] != "publish" {
		t.Errorf("%v", a)
	}
}
