package main

import (
	"bytes"
	"context"
	"fmt"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"testing"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/cms/cmstest"
	"github.com/fontcms/fontcms-go/examples/internal/archive"
	"github.com/fontcms/fontcms-go/examples/internal/archive/archivetest"
	"github.com/fontcms/fontcms-go/examples/internal/program"
	"github.com/fontcms/fontcms-go/examples/internal/program/programtest"
)

var mirror func() (string, error) // the other recipe, built once for all tests; made by TestMain alone

func TestMain(m *testing.M) {
	programtest.Be(main)
	folder, err := os.MkdirTemp("", "restore")
	if err != nil {
		panic(err)
	}
	mirror = sync.OnceValues(func() (string, error) {
		path := filepath.Join(folder, "mirror")
		out, err := exec.CommandContext(context.Background(), "go", "build", "-o", path, "../mirror").CombinedOutput()
		if err != nil {
			return "", fmt.Errorf("%w: %s", err, out)
		}
		return path, nil
	})
	code := m.Run()
	_ = os.RemoveAll(folder)
	os.Exit(code)
}

func newSite(t *testing.T, options ...cmstest.Option) *cmstest.Server {
	t.Helper()
	server := archivetest.Site(options...)
	t.Cleanup(server.Close)
	return server
}

func newEmpty(t *testing.T, options ...cmstest.Option) *cmstest.Server {
	t.Helper()
	server := cmstest.NewServer(options...)
	t.Cleanup(server.Close)
	return server
}

// restoring is this recipe, which speaks to the site at an address.
func restoring(t *testing.T, address, user, password string, args ...string) *exec.Cmd {
	t.Helper()
	return programtest.Command(t.Context(), password,
		append([]string{"-site", address, "-prefix", "cms", "-user", user}, args...)...)
}

// mirroring is the other recipe.
func mirroring(ctx context.Context, t *testing.T, address, user, password string, args ...string) *exec.Cmd {
	t.Helper()
	path, err := mirror()
	if err != nil {
		t.Fatal(err)
	}
	c := exec.CommandContext(ctx, path, append([]string{"-site", address, "-prefix", "cms", "-user", user,
		"-without", "global-styles,widgets"}, args...)...) // these need requests that may write
	c.Env = append(os.Environ(), "FONTCMS_APP_PASSWORD="+password)
	return c
}

// mirrored is a mirror of the server in a new folder.
func mirrored(t *testing.T, server *cmstest.Server, args ...string) string {
	t.Helper()
	folder := t.TempDir()
	c := mirroring(t.Context(), t, server.URL, "admin", server.AppPassword("admin"),
		append([]string{"-dir", folder}, args...)...)
	if out, err := c.CombinedOutput(); err != nil {
		t.Fatalf("mirror of the site: error %v, want none\n%s", err, out)
	}
	return folder
}

// open opens the archive in a folder.
func open(t *testing.T, path string) *archive.Folder {
	t.Helper()
	folder, err := archive.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = folder.Close() })
	return folder
}

// put restores a folder into a server.
func put(t *testing.T, folder string, server *cmstest.Server, more ...string) (said string, err error) {
	t.Helper()
	var out bytes.Buffer
	args := append([]string{"-site", server.URL, "-prefix", "cms", "-user", "admin", "-dir", folder}, more...)
	err = run(t.Context(), args, program.Environment{Password: server.AppPassword("admin"), Out: &out, Err: &out})
	return out.String(), err
}

// alike fails the test if a mirror of the server is not what the folder is.
func alike(t *testing.T, folder string, server *cmstest.Server, args ...string) {
	t.Helper()
	differences, records, err := archive.Compare(open(t, folder), open(t, mirrored(t, server, args...)))
	if err != nil {
		t.Fatal(err)
	}
	for _, d := range differences {
		t.Errorf("Compare of the folder and the site found %v, want no difference", d)
	}
	if records < 40 {
		t.Errorf("Compare of the folder and the site: %d records, want 40 or more", records)
	}
}

func TestMirrorOfTheRestoredSiteIsTheSame(t *testing.T) {
	t.Parallel()
	from, to := newSite(t), newEmpty(t)
	to.Insert("users", map[string]any{"id": 9, "username": "kim", "role": "author"})
	folder := mirrored(t, from)
	said, err := put(t, folder, to)
	if err != nil {
		t.Fatalf("restore: error %v, want none\n%s", err, said)
	}
	alike(t, folder, to)
	to.ResetRequests()
	if said, err := put(t, folder, to); err != nil {
		t.Errorf("The second restore: error %v, want none\n%s", err, said)
	}
	for _, r := range to.Requests() {
		if r.Method != http.MethodGet {
			t.Errorf("The second restore sent %s %s, want reading requests only", r.Method, r.Path)
		}
	}
}

func TestMirrorGoesToASiteOfAnotherPrefix(t *testing.T) {
	t.Parallel()
	from, to := newSite(t), newEmpty(t, cmstest.WithPrefix("wp"))
	to.Insert("users", map[string]any{"id": 77, "username": "kim", "role": "author"})
	folder := mirrored(t, from)
	if said, err := put(t, folder, to, "-prefix", "wp"); err != nil {
		t.Fatalf("restore into a site of another prefix: error %v, want none\n%s", err, said)
	}
	again := t.TempDir()
	c := mirroring(t.Context(), t, to.URL, "admin", to.AppPassword("admin"), "-dir", again, "-prefix", "wp")
	if out, err := c.CombinedOutput(); err != nil {
		t.Fatalf("mirror of the restored site: error %v, want none\n%s", err, out)
	}
	// Users are found by their ids here, and kim has another.
	differences, _, err := archive.Compare(open(t, folder), open(t, again))
	if err != nil {
		t.Fatal(err)
	}
	for _, d := range differences {
		if !strings.Contains(d, "author") && !strings.HasPrefix(d, "users/") {
			t.Errorf("Compare of the folder and the site found %v, want authors and users at most", d)
		}
	}
}

func TestContentsNameTheNewRecords(t *testing.T) {
	t.Parallel()
	from, to := newSite(t), newEmpty(t)
	if said, err := put(t, mirrored(t, from), to); err != nil {
		t.Fatalf("restore: error %v, want none\n%s", err, said)
	}
	var content string
	for post, err := range client(t, to).Posts.All(t.Context(),
		&cms.PostListOptions{Slug: []string{"kerning-friends"}, Context: cms.ContextEdit}) {
		if err != nil {
			t.Fatal(err)
		}
		content = post.Content.Raw
	}
	ids := regexp.MustCompile(`"id":(\d+),|wp-image-(\d+)|"ref":(\d+)`).FindAllStringSubmatch(content, -1)
	if len(ids) != 3 || ids[0][1] != ids[1][2] {
		t.Fatalf("restore made the content\n%s\nwant three ids, that of the image twice", content)
	}
	for kind, id := range map[string]string{"media": ids[0][1], "blocks": ids[2][3]} {
		n, err := strconv.ParseInt(id, 10, 64)
		if err != nil {
			t.Fatal(err)
		}
		if record := to.Record(kind, n); record == nil ||
			record["title"] != map[string]string{"media": "Cover", "blocks": "Callout"}[kind] {
			t.Errorf("The content names the record %d of %s, which is %v, want the cover and the callout", n, kind, record)
		}
	}
	if strings.Contains(content, from.URL) || !strings.Contains(content, to.URL+"/guide/") {
		t.Errorf("restore made the content\n%s\nwant the address of the new site only", content)
	}
	file := regexp.MustCompile(`src="([^"]+-300x225\.png)"`).FindStringSubmatch(content)
	if file == nil {
		t.Fatalf("restore made the content\n%s\nwant an image of 300x225", content)
	}
	response, err := http.Get(file[1])
	if err != nil {
		t.Fatal(err)
	}
	if err := response.Body.Close(); err != nil || response.StatusCode != http.StatusOK {
		t.Errorf("GET of %s: status %s, error %v, want 200", file[1], response.Status, err)
	}
}

func TestMirrorIsCompleteIfTheSiteLacksAKind(t *testing.T) {
	t.Parallel()
	from := newSite(t)
	from.Fail(cmstest.Fault{Route: "/cms/v2/cms_pattern_category", Status: http.StatusNotFound, Code: "rest_no_route"})
	if said, err := put(t, mirrored(t, from), newEmpty(t)); err != nil || strings.Contains(said, "pattern") {
		t.Errorf("restore of a mirror without pattern categories: error %v, want none, and no word of them: %s", err, said)
	}
}

// The blocks of WordPress 6.1 have no excerpt.
func TestBlocksWithoutAnExcerptAreRestored(t *testing.T) {
	t.Parallel()
	path, to := mirrored(t, newSite(t)), newEmpty(t)
	folder := open(t, path)
	var record archive.Record
	if err := folder.Read(archive.Blocks, "401", &record); err != nil {
		t.Fatal(err)
	}
	delete(record, "excerpt")
	content, err := archive.Encode(record, "cms")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := folder.Write(archive.Blocks, "401", content); err != nil {
		t.Fatal(err)
	}
	if said, err := put(t, path, to); err != nil {
		t.Errorf("restore of a block without an excerpt: error %v, want none\n%s", err, said)
	}
}

func TestWithoutASiteItRestoresIntoOneInMemory(t *testing.T) {
	t.Parallel()
	folder := mirrored(t, newSite(t))
	var out bytes.Buffer
	if err := run(t.Context(), []string{"-dir", folder}, program.Environment{Out: &out, Err: &out}); err != nil ||
		!strings.HasSuffix(out.String(), " records restored\n") {
		t.Errorf("restore without a site: error %v, want none, and the number of records last: %s", err, out.String())
	}
	if left, _ := filepath.Glob(filepath.Join(folder, "*.journal")); left != nil {
		t.Errorf("restore without a site left %v, want no journal", left)
	}
}

func TestWithoutASiteAndAFolderItRestoresTheSample(t *testing.T) {
	t.Parallel()
	var out bytes.Buffer
	err := run(t.Context(), nil, program.Environment{Out: &out, Err: &out})
	said := out.String()
	if err != nil || !strings.HasPrefix(said, "sample: a copy of examples/restore/sample") {
		t.Errorf("restore without a folder: error %v, want none, and the sample first: %s", err, said)
	}
	if !strings.Contains(said, "\npages:                   2 in the folder, 2 restored\n") ||
		!strings.HasSuffix(said, "\n11 records restored\n") {
		t.Errorf("restore without a folder printed %s, want 2 pages of 11 records", said)
	}
}
