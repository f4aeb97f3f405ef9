package main

import (
	"bytes"
	"context"
	"errors"
	"io"
	"io/fs"
	"maps"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/cms/cmstest"
	"github.com/fontcms/fontcms-go/cms/terms"
	"github.com/fontcms/fontcms-go/examples/internal/archive"
	"github.com/fontcms/fontcms-go/examples/internal/archive/archivetest"
	"github.com/fontcms/fontcms-go/examples/internal/program"
	"github.com/fontcms/fontcms-go/fonts/fontstest"
)

// take mirrors the server into a folder.
func take(t *testing.T, server *cmstest.Server, folder string, more ...string) (said string, err error) {
	t.Helper()
	var out bytes.Buffer
	args := append([]string{"-site", server.URL, "-prefix", "cms", "-user", "admin", "-dir", folder}, more...)
	err = run(t.Context(), args, program.Environment{Password: server.AppPassword("admin"), Out: &out, Err: &out})
	return out.String(), err
}

func mustTake(t *testing.T, server *cmstest.Server, folder string, more ...string) string {
	t.Helper()
	said, err := take(t, server, folder, more...)
	if err != nil {
		t.Fatalf("mirror with %q: error %v, want none\n%s", more, err, said)
	}
	return said
}

func newSite(t *testing.T) *cmstest.Server {
	t.Helper()
	server := archivetest.Site()
	t.Cleanup(server.Close)
	return server
}

func newEmpty(t *testing.T) *cmstest.Server {
	t.Helper()
	return archivetest.Themes(cmstest.NewServer(cmstest.WithTest(t)))
}

// content is what all files of a folder hold, without the state and the marks.
func content(t *testing.T, folder string) map[string]string {
	t.Helper()
	out := map[string]string{}
	err := filepath.WalkDir(folder, func(path string, entry fs.DirEntry, err error) error {
		inMarks := filepath.Base(filepath.Dir(path)) == archive.MarksFolder
		if err != nil || entry.IsDir() || entry.Name() == "state.json" || inMarks {
			return err
		}
		bytes, err := os.ReadFile(path)
		name, _ := filepath.Rel(folder, path)
		out[filepath.ToSlash(name)] = string(bytes)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return out
}

func client(t *testing.T, server *cmstest.Server) *cms.Client {
	t.Helper()
	site, err := cms.New(server.URL, cms.WithApplicationPassword("admin", server.AppPassword("admin")))
	if err != nil {
		t.Fatal(err)
	}
	return site
}

func TestTwoMirrorsOfASiteAreTheSame(t *testing.T) {
	t.Parallel()
	server, one, two := newSite(t), t.TempDir(), t.TempDir()
	mustTake(t, server, one)
	mustTake(t, server, two)
	if got := content(t, two); !maps.Equal(content(t, one), got) {
		t.Error("Two mirrors of one site differ, want the same files")
	}
	files := content(t, one)
	for _, name := range []string{"posts/101.json", "posts/105.json", "pages/204.json", "media/303-notes.txt",
		"blocks/401.json", "menu-items/503.json", "snippets/602.json", "categories/12.json", "users/9.json"} {
		if files[name] == "" {
			t.Errorf("mirror wrote no %s, want one", name)
		}
	}
	if files["media/303-notes.txt"] != "Notes on letters\n" {
		t.Errorf("mirror wrote the file as %q, want \"Notes on letters\\n\"", files["media/303-notes.txt"])
	}
	if post := files["posts/101.json"]; !strings.Contains(post, `<!-- wp:image {\"id\":301,`) ||
		strings.Contains(post, "rendered") {
		t.Errorf("mirror wrote the post as\n%s\nwant it as it was typed, with no rendered text", post)
	}
}

func TestLaterRunReadsWhatChanged(t *testing.T) {
	t.Parallel()
	server, folder := newSite(t), t.TempDir()
	mustTake(t, server, folder)
	site := client(t, server)
	if _, err := site.Posts.Update(t.Context(), 106, &cms.PostParams{Title: new("Changed")}); err != nil {
		t.Fatal(err)
	}
	if _, err := site.Posts.Delete(t.Context(), 107); err != nil {
		t.Fatal(err)
	}
	if _, err := site.Pages.Create(t.Context(), &cms.PageParams{Title: new("New")}); err != nil {
		t.Fatal(err)
	}
	server.Insert("pages", map[string]any{"id": 999, "title": "Imported", "modified": "2001-01-01T00:00:00"})
	if _, err := site.MenuItems.Delete(t.Context(), 503); err != nil {
		t.Fatal(err)
	}
	server.ResetRequests()
	said := mustTake(t, server, folder, "-v")
	for _, line := range []string{
		"changed posts/106", "deleted posts/107", "added pages/999", "deleted menu-items/503",
		"posts:               0 added, 1 changed, 1 deleted, 27 unchanged,",
		"pages:               2 added, 0 changed, 0 deleted, 4 unchanged,",
		"media:               0 added, 0 changed, 0 deleted, 3 unchanged, 0 bytes",
	} {
		if !strings.Contains(said, line) {
			t.Errorf("The later mirror printed\n%s\nwant %q", said, line)
		}
	}
	for _, r := range server.Requests() {
		if strings.Contains(r.Path, "/uploads/") {
			t.Errorf("The later mirror downloaded %s, want no file", r.Path)
		}
	}
	again := t.TempDir()
	mustTake(t, server, again)
	if !maps.Equal(content(t, folder), content(t, again)) {
		t.Error("The later mirror left another folder than a new mirror, want the same files")
	}
}

// A post that is to appear in the future counts as changed then, on a real site as
// here: it must not hide what changes until that day.
func TestScheduledPostDoesNotHideLaterChanges(t *testing.T) {
	t.Parallel()
	server, folder := newSite(t), t.TempDir()
	mustTake(t, server, folder)
	if _, err := client(t, server).Posts.Update(t.Context(), archivetest.Post,
		&cms.PostParams{Title: new("Changed")}); err != nil {
		t.Fatal(err)
	}
	mustTake(t, server, folder)
	if post := content(t, folder)["posts/101.json"]; !strings.Contains(post, `"Changed"`) {
		t.Errorf("The later mirror wrote the post as %s, want the changed title", post)
	}
}

func TestPostsAreReadAgainAfterATermIsDeleted(t *testing.T) {
	t.Parallel()
	server, folder := newSite(t), t.TempDir()
	mustTake(t, server, folder)
	tags := terms.Tags(client(t, server))
	if _, err := tags.Create(t.Context(), &terms.Params{Name: new("other")}); err != nil { // a list of none is doubtful
		t.Fatal(err)
	}
	if _, err := tags.Delete(t.Context(), 13); err != nil {
		t.Fatal(err)
	}
	if said := mustTake(t, server, folder, "-v"); !strings.Contains(said, "changed posts/101") {
		t.Errorf("it said\n%s\nwant the post read again that had the tag", said)
	}
	if post := content(t, folder)["posts/101.json"]; !strings.Contains(post, `"tags": []`) {
		t.Errorf("the post is\n%s\nwant it without the tag", post)
	}
}

func TestCatalogueIsMirroredToo(t *testing.T) {
	t.Parallel()
	var down atomic.Bool
	catalogue := fontstest.NewServer(fontstest.WithFonts([]map[string]any{
		{"id": "inter", "name": "Inter"}, {"id": "inter-tight", "name": "Inter Tight"}, {"id": "../up", "name": "Up"},
		{"id": "12-a", "name": "A"},
	}), fontstest.WithMiddleware(func(next http.Handler) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if !down.Load() {
				next.ServeHTTP(w, r)
				return
			}
			w.Header().Set("Content-Type", "application/json")
			_, _ = w.Write([]byte(`{"code":200,"message":"ok","data":{"dataList":[],` +
				`"pageData":{"page":1,"size":100,"total":0}}}`))
		})
	}))
	t.Cleanup(catalogue.Close)
	server, folder := newEmpty(t), t.TempDir()
	mustTake(t, server, folder, "-fonts", catalogue.URL)
	before := content(t, folder)
	for _, name := range []string{"fonts/inter.json", "fonts/inter-tight.json", "fonts/%2E.%2Fup.json",
		"fonts/12-a.json"} {
		if before[name] == "" {
			t.Errorf("mirror wrote no %s, want one", name)
		}
	}
	if said := mustTake(t, server, folder, "-fonts", catalogue.URL); !strings.Contains(said,
		"0 added, 0 changed, 0 deleted, 4 unchanged") {
		t.Errorf("The second mirror of the catalogue printed\n%s\nwant 4 unchanged", said)
	}
	down.Store(true)
	if said, err := take(t, server, folder, "-fonts", catalogue.URL); err == nil ||
		!strings.Contains(said, "fonts: nothing was deleted") {
		t.Errorf("mirror of an empty catalogue: error %v, want one, and nothing deleted: %s", err, said)
	}
	if !maps.Equal(before, content(t, folder)) {
		t.Error("mirror of an empty catalogue changed the folder, want the same files")
	}
}

func TestWithoutASiteItMirrorsOneInMemory(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithCancel(t.Context())
	var out bytes.Buffer
	both := io.MultiWriter(&out, interrupt{"tags: ", cancel}) // the rest takes a while
	if err := run(ctx, []string{"-dir", t.TempDir()}, program.Environment{Out: both, Err: both}); !errors.Is(err,
		context.Canceled) {
		t.Fatal(err)
	}
	for _, line := range []string{"site: a server in memory", "catalogue: a server in memory",
		"categories:          8 added", "tags:                12 added"} {
		if !strings.Contains(out.String(), line) {
			t.Errorf("mirror without a site printed\n%s\nwant %q", out.String(), line)
		}
	}
}

func TestSecondRunInMemoryCopiesWhatWasChanged(t *testing.T) {
	t.Parallel()
	folder := filepath.Join(t.TempDir(), "mirror")
	var first, second bytes.Buffer
	if err := run(t.Context(), []string{"-dir", folder}, program.Environment{Out: &first, Err: io.Discard}); err != nil {
		t.Fatalf("the first run: %v", err)
	}
	var notes bytes.Buffer
	env := program.Environment{Out: &second, Err: &notes}
	if err := run(t.Context(), []string{"-dir", folder, "-v"}, env); err != nil {
		t.Fatalf("the second run: %v", err)
	}
	for _, want := range []string{"added posts/", "changed posts/1190\n", "deleted posts/1189\n", "1 deleted, "} {
		if !strings.Contains(second.String(), want) {
			t.Errorf("the second run printed\n%s\nwant %q in it", second.String(), want)
		}
	}
	for _, want := range []string{"since the last run post 1190 was edited, 1189 deleted", "reading changed posts: 3\n"} {
		if !strings.Contains(notes.String(), want) {
			t.Errorf("the second run noted\n%s\nwant %q in it", notes.String(), want)
		}
	}
}
