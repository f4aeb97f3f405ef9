package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/cms/cmstest"
	"github.com/fontcms/fontcms-go/examples/internal/archive/archivetest"
	"github.com/fontcms/fontcms-go/examples/internal/killing"
	"github.com/fontcms/fontcms-go/examples/internal/program"
	"github.com/fontcms/fontcms-go/fonts/fontstest"
)

// take mirrors the server into a folder.
func take(t *testing.T, server *cmstest.Server, folder string, more ...string) (said string, err error) {
	t.Helper()
	var out bytes.Buffer
	args := append([]string{"-site", server.URL, "-user", "admin", "-to", folder}, more...)
	err = run(t.Context(), args, program.Environment{Password: server.AppPassword("admin"), Out: &out})
	return out.String(), err
}

func mustTake(t *testing.T, server *cmstest.Server, folder string, more ...string) string {
	t.Helper()
	said, err := take(t, server, folder, more...)
	if err != nil {
		t.Fatal(err, said)
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
	server := cmstest.NewServer()
	t.Cleanup(server.Close)
	return server
}

// content is what all files of a folder hold, but for the state.
func content(t *testing.T, folder string) map[string]string {
	t.Helper()
	out := map[string]string{}
	err := filepath.WalkDir(folder, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() || entry.Name() == "state.json" {
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
		t.Error("they differ")
	}
	files := content(t, one)
	for _, name := range []string{"posts/101.json", "posts/105.json", "pages/204.json", "media/303-notes.txt", "blocks/401.json", "menu-items/503.json", "snippets/602.json", "categories/12.json", "users/9.json"} {
		if files[name] == "" {
			t.Errorf("no %s", name)
		}
	}
	if files["media/303-notes.txt"] != "Notes on letters\n" {
		t.Errorf("the file holds %q", files["media/303-notes.txt"])
	}
	if post := files["posts/101.json"]; !strings.Contains(post, `<!-- wp:image {\"id\":301,`) || strings.Contains(post, "rendered") {
		t.Errorf("the post is not as it was typed:\n%s", post)
	}
}

func TestALaterRunReadsWhatChanged(t *testing.T) {
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
		"posts:             0 added, 1 changed, 1 deleted, 27 unchanged,", "pages:             2 added, 0 changed, 0 deleted, 4 unchanged,",
		"media:             0 added, 0 changed, 0 deleted, 3 unchanged, 0 bytes",
	} {
		if !strings.Contains(said, line) {
			t.Errorf("it did not say %q:\n%s", line, said)
		}
	}
	for _, r := range server.Requests() {
		if strings.Contains(r.Path, "/uploads/") {
			t.Errorf("it downloaded %s again", r.Path)
		}
	}
	again := t.TempDir()
	mustTake(t, server, again)
	if !maps.Equal(content(t, folder), content(t, again)) {
		t.Error("the folder is not what a new mirror is")
	}
}

// A post that is to appear in the future counts as changed then, on a real site as
// here: it must not hide what changes until that day.
func TestNothingIsMissedBehindAScheduledPost(t *testing.T) {
	t.Parallel()
	server, folder := newSite(t), t.TempDir()
	mustTake(t, server, folder, "-overlap", "0s")
	if _, err := client(t, server).Posts.Update(t.Context(), archivetest.Post, &cms.PostParams{Title: new("Changed")}); err != nil {
		t.Fatal(err)
	}
	mustTake(t, server, folder, "-overlap", "1s")
	if post := content(t, folder)["posts/101.json"]; !strings.Contains(post, `"Changed"`) {
		t.Error("the change was missed")
	}
}

func TestALostTermIsTakenFromThePostsToo(t *testing.T) {
	t.Parallel()
	server, folder := newSite(t), t.TempDir()
	mustTake(t, server, folder)
	server.Fail(cmstest.Fault{Method: "GET", Route: "/cms/v2/tags", Body: []byte(`[{"id":99,"name":"other","slug":"other","taxonomy":"post_tag"}]`), Header: http.Header{"X-Cms-Total": {"1"}, "X-Cms-Totalpages": {"1"}}})
	server.ResetRequests()
	mustTake(t, server, folder, "-overlap", "0s")
	for _, r := range server.Requests() {
		if strings.HasSuffix(r.Path, "/cms/v2/posts") && strings.Contains(r.Query, "modified_after") {
			t.Error("the posts were not read whole")
		}
	}
}

// total is an answer that states how many records there are.
func total(n int, body string) cmstest.Fault {
	text := fmt.Sprint(n)
	return cmstest.Fault{Method: "GET", Body: []byte(body), Header: http.Header{"X-Cms-Total": {text}, "X-Cms-Totalpages": {text}}}
}

func TestADoubtfulAnswerDeletesNothing(t *testing.T) {
	t.Parallel()
	refused := cmstest.Fault{Method: "GET", Status: 403, Code: "rest_forbidden", Message: "no"}
	index := `{"name":"x","home":"%s","url":"%[1]s","gmt_offset":1,"timezone_string":"Europe/Berlin","namespaces":["cms/v2"]}`
	on := func(f cmstest.Fault, route string, skip int) cmstest.Fault {
		f.Route, f.Skip = route, skip
		return f
	}
	for name, c := range map[string]struct {
		fault cmstest.Fault
		says  string
		fine  bool // it is no error
	}{
		"the latest change is refused":  {fault: on(refused, "/cms/v2/posts", 0), says: "posts: nothing was deleted"},
		"the changes are refused":       {fault: on(refused, "/cms/v2/posts", 1), says: "posts: nothing was deleted"},
		"the sweep is refused":          {fault: on(refused, "/cms/v2/posts", 4), says: "posts: nothing was deleted"},
		"the sweep is cut off":          {fault: on(cmstest.Fault{Truncate: 10}, "/cms/v2/posts", 4), says: "posts: nothing was deleted"},
		"the posts fell to zero":        {fault: on(total(0, "[]"), "/cms/v2/posts", 0), says: "posts: nothing was deleted: the site says that it has none, and there were 29"},
		"the sweep fell to zero":        {fault: on(total(0, "[]"), "/cms/v2/posts", 3), says: "posts: nothing was deleted"},
		"the menu items fell to zero":   {fault: on(total(0, "[]"), "/cms/v2/menu-items", 0), says: "menu-items: nothing was deleted: the site says that it has none"},
		"the media fell to zero":        {fault: on(total(0, "[]"), "/cms/v2/media", 0), says: "media: nothing was deleted"},
		"the snippets fell to zero":     {fault: on(cmstest.Fault{Body: []byte("[]")}, "/code-snippets/v1/snippets", 0), says: "snippets: nothing was deleted: the site says that it has none"},
		"terms are hidden":              {fault: on(total(2, `[{"id":11,"name":"Tooling","slug":"tooling"}]`), "/cms/v2/categories", 0), says: "categories: nothing was deleted: the site counts 2 and shows 1"},
		"the plugin of snippets is off": {fault: on(cmstest.Fault{Body: []byte(index)}, "/", 0), says: "snippets:          skipped: the site has no code-snippets/v1", fine: true},
		"a route is gone":               {fault: on(cmstest.Fault{Status: 404, Code: "rest_no_route"}, "/cms/v2/menu-items", 0), says: "menu-items:        skipped: the site has no cms/v2/menu-items", fine: true},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			server, folder := newSite(t), t.TempDir()
			mustTake(t, server, folder)
			before := content(t, folder)
			fault := c.fault
			if fault.Route == "/" {
				fault.Body = fmt.Appendf(nil, index, server.URL)
			}
			remove := server.Fail(fault)
			said, err := take(t, server, folder)
			if (err == nil) != c.fine || !strings.Contains(said, c.says) {
				t.Errorf("error %v; it said\n%s", err, said)
			}
			after := content(t, folder)
			for name := range before {
				if after[name] == "" {
					t.Errorf("%s was deleted", name)
				}
			}
			if remove() == 0 {
				t.Error("the fault did not strike")
			}
			mustTake(t, server, folder)
			if !maps.Equal(before, content(t, folder)) {
				t.Error("the next run did not mend it")
			}
		})
	}
}

func TestAnotherSiteOrPrefixIsRefused(t *testing.T) {
	t.Parallel()
	server, folder := newSite(t), t.TempDir()
	mustTake(t, server, folder)
	before := content(t, folder)
	for name, args := range map[string][]string{
		"another site":   {"-site", newEmpty(t).URL, "-user", ""},
		"another prefix": {"-prefix", "wp"},
	} {
		said, err := take(t, server, folder, args...)
		if err == nil {
			t.Errorf("%s: no error: %s", name, said)
		}
		if name == "another site" && !strings.Contains(err.Error(), "nothing deleted") {
			t.Errorf("%s: %v", name, err)
		}
		if !maps.Equal(before, content(t, folder)) {
			t.Errorf("%s: the folder was changed", name)
		}
	}
}

func TestAllRecordsOfAKindGoOnlyOnRequest(t *testing.T) {
	t.Parallel()
	server, folder := newSite(t), t.TempDir()
	mustTake(t, server, folder)
	for id := range int64(3) {
		if _, err := client(t, server).MenuItems.Delete(t.Context(), 501+id); err != nil {
			t.Fatal(err)
		}
	}
	if said, err := take(t, server, folder); err == nil || content(t, folder)["menu-items/501.json"] == "" {
		t.Errorf("error %v: %s", err, said)
	}
	mustTake(t, server, folder, "-allow-empty")
	if content(t, folder)["menu-items/501.json"] != "" {
		t.Error("an item is still there")
	}
}

func TestTheCatalogueIsMirroredToo(t *testing.T) {
	t.Parallel()
	var down atomic.Bool
	catalogue := fontstest.NewServer(fontstest.WithFonts([]map[string]any{
		{"id": "inter", "name": "Inter"}, {"id": "inter-tight", "name": "Inter Tight"}, {"id": "../up", "name": "Up"}, {"id": "12-a", "name": "A"},
	}), fontstest.WithMiddleware(func(next http.Handler) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if !down.Load() {
				next.ServeHTTP(w, r)
				return
			}
			w.Header().Set("Content-Type", "application/json")
			_, _ = w.Write([]byte(`{"code":200,"message":"ok","data":{"dataList":[],"pageData":{"page":1,"size":100,"total":0}}}`))
		})
	}))
	t.Cleanup(catalogue.Close)
	server, folder := newEmpty(t), t.TempDir()
	mustTake(t, server, folder, "-fonts", catalogue.URL)
	before := content(t, folder)
	for _, name := range []string{"fonts/inter.json", "fonts/inter-tight.json", "fonts/%2E.%2Fup.json", "fonts/12-a.json"} {
		if before[name] == "" {
			t.Errorf("no %s", name)
		}
	}
	if said := mustTake(t, server, folder, "-fonts", catalogue.URL); !strings.Contains(said, "0 added, 0 changed, 0 deleted, 4 unchanged") {
		t.Error(said)
	}
	down.Store(true)
	if said, err := take(t, server, folder, "-fonts", catalogue.URL); err == nil || !strings.Contains(said, "fonts: nothing was deleted") {
		t.Errorf("error %v: %s", err, said)
	}
	if !maps.Equal(before, content(t, folder)) {
		t.Error("the folder was changed")
	}
}

func TestAKilledRunIsGoneOnWith(t *testing.T) {
	t.Parallel()
	server, folder, whole := newSite(t), t.TempDir(), t.TempDir()
	front, err := killing.NewFront(server.URL)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(front.Close)
	path, err := killing.Build(t.Context(), t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	mirror := func(at int, moment killing.Moment, folder string) killing.Run {
		c := exec.CommandContext(t.Context(), path, "-site", front.URL, "-user", "admin", "-to", folder)
		c.Env = append(os.Environ(), "FONTCMS_APP_PASSWORD="+server.AppPassword("admin"))
		return front.Run(c, at, moment)
	}
	for _, at := range []int{6, 15, 19, 24, 31} {
		if got := mirror(at, killing.After, folder); !got.Killed {
			t.Fatalf("it ended by itself: %v\n%s", got.Err, got.Output)
		}
		for name, text := range content(t, folder) {
			if strings.HasSuffix(name, ".json") && !json.Valid([]byte(text)) {
				t.Errorf("%s is half-written", name)
			}
		}
	}
	for _, folder := range []string{folder, whole} {
		if got := mirror(0, killing.Never, folder); got.Err != nil {
			t.Fatal(got.Err, got.Output)
		}
	}
	if got := content(t, folder); !maps.Equal(content(t, whole), got) {
		t.Error("the folder is not what a new mirror is")
	}
}

func TestAnInterruptEndsIt(t *testing.T) {
	t.Parallel()
	server, folder := newSite(t), t.TempDir()
	ctx, cancel := context.WithCancel(t.Context())
	out := interrupt{"media: ", cancel}
	err := run(ctx, []string{"-site", server.URL, "-user", "admin", "-to", folder}, program.Environment{Password: server.AppPassword("admin"), Out: out})
	if !errors.Is(err, context.Canceled) {
		t.Errorf("error %v", err)
	}
	whole := t.TempDir()
	mustTake(t, server, whole)
	mustTake(t, server, folder)
	if !maps.Equal(content(t, whole), content(t, folder)) {
		t.Error("the next run did not go on with it")
	}
}

// interrupt cancels when a line with the given text is written.
type interrupt struct {
	text   string
	cancel context.CancelFunc
}

func (i interrupt) Write(p []byte) (int, error) {
	if strings.Contains(string(p), i.text) {
		i.cancel()
	}
	return len(p), nil
}

func TestWithoutASiteItMirrorsOneInMemory(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithCancel(t.Context())
	var out bytes.Buffer
	both := io.MultiWriter(&out, interrupt{"tags: ", cancel}) // the rest takes a while
	if err := run(ctx, []string{"-to", t.TempDir()}, program.Environment{Out: both}); !errors.Is(err, context.Canceled) {
		t.Fatal(err)
	}
	for _, line := range []string{"site: a server in memory", "catalogue: a server in memory", "categories:        8 added", "tags:              12 added"} {
		if !strings.Contains(out.String(), line) {
			t.Errorf("it did not say %q:\n%s", line, out.String())
		}
	}
}
