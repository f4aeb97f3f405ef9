package publish

import (
	"cmp"
	"fmt"
	"math/rand/v2"
	"os"
	"strconv"
	"strings"
	"testing"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/examples/internal/killing"
	"github.com/fontcms/fontcms-go/examples/internal/library"
	"github.com/fontcms/fontcms-go/examples/internal/program"
	"github.com/fontcms/fontcms-go/examples/internal/program/programtest"
	"github.com/fontcms/fontcms-go/media"
)

// kills is how often a program is killed: FONTCMS_KILLS, or a few times.
func kills(t *testing.T) int {
	t.Helper()
	n, err := strconv.Atoi(os.Getenv("FONTCMS_KILLS"))
	if err != nil {
		return 4
	}
	return n
}

func TestMain(m *testing.M) {
	programtest.Be(func() { program.Main("publish", Recipe{}.Run) })
	m.Run()
}

// place is a site as a program is told of it.
type place struct{ address, user, password, prefix string }

// killed makes files, changes some, and kills the program while it publishes them,
// again and again. Two runs that are left alone end it; the second has nothing to do.
func killed(t *testing.T, site place, name string) (posts, pages int) {
	t.Helper()
	front, err := killing.NewFront(site.address)
	if err != nil {
		t.Fatal(err)
	}
	defer front.Close()
	dir := folder(t, map[string]string{"a.png": "kerning.png", "b.png": "metrics.png"})
	run := func(at int, moment killing.Moment) killing.Run {
		command := programtest.Command(t.Context(), site.password, "-site", front.URL, "-prefix", "cms", "-user", site.user,
			"-prefix", site.prefix, "-dir", dir, "-create-terms")
		return front.Run(command, at, moment)
	}

	add := func(i int) {
		posts, pages = i+1, i+1
		put(t, dir, fmt.Sprintf("post%d.md", i), fmt.Sprintf("---\ntype: post\ntitle: %[2]s post %[1]d\nslug: "+
			"%[2]s-%[1]d\nstatus: publish\ntags: [%[2]s]\nimage: a.png\nmeta: {unregistered: x}\n---\n[next](page%[1]d.md) "+
			"![A](a.png)", i, name))
		put(t, dir, fmt.Sprintf("page%d.md", i), fmt.Sprintf("---\ntitle: %[2]s page %[1]d\nslug: %[2]s-page-%[1]d\ntype: "+
			"page\nstatus: draft\n%[3]s---\n[back](post%[1]d.md) ![B](b.png)", i, name, parentOf(i, name)))
		put(t, dir, "post0.md", fmt.Sprintf("---\ntype: post\ntitle: %[2]s post 0\nslug: %[2]s-0\nstatus: "+
			"publish\n---\nChanged %[1]d times. [next](page0.md)", i, name))
	}
	const first, last = 2, 29 // behind the look at the login
	front.Survive(t, kills(t), first, last, add, run)
	if again := run(0, killing.Never); again.Err != nil || again.Writes != 0 {
		t.Errorf("A further publish: %d writes, error %v, want none of both\n%s", again.Writes, again.Err, again.Output)
	}
	return posts, pages
}

func parentOf(i int, name string) string {
	if i == 0 {
		return ""
	}
	return fmt.Sprintf("parent: %s-page-0\n", name)
}

func TestKilledAnywhereAndRunAgainItDoublesAndMissesNothing(t *testing.T) {
	t.Parallel()
	server := start(t)
	wantPosts, wantPages := killed(t, place{server.URL, "editor", server.AppPassword("editor"), "cms"}, "letters")
	posts, pages, files := stored(t, server, "posts"), stored(t, server, "pages"), stored(t, server, "media")
	if len(posts) != wantPosts || len(pages) != wantPages {
		t.Errorf("After the kills: %d posts, %d pages, want %d and %d", len(posts), len(pages), wantPosts, wantPages)
	}
	if len(files) != 2 || len(stored(t, server, "tags")) != 1 {
		t.Errorf("After the kills: %d files, tags %v, want 2 files and 1 tag", len(files), stored(t, server, "tags"))
	}
	for i := range wantPosts {
		post, page := posts[fmt.Sprintf("letters-%d", i)], pages[fmt.Sprintf("letters-page-%d", i)]
		if post == nil || page == nil {
			t.Errorf("After the kills: post %d is %v, its page %v, want both", i, post, page)
			continue
		}
		if !strings.Contains(post["content"].(string), fmt.Sprintf("?page_id=%d", page["id"])) ||
			!strings.Contains(page["content"].(string), fmt.Sprintf("/letters-%d/", i)) {
			t.Errorf("After the kills: the post has\n%s\nand the page\n%s\nwant each to link to the other",
				post["content"], page["content"])
		}
	}
	if want := fmt.Sprintf("Changed %d times",
		wantPosts-1); !strings.Contains(posts["letters-0"]["content"].(string), want) {
		t.Errorf("After the kills: the first post has %s, want %q", posts["letters-0"]["content"], want)
	}
}

// On a real site the records are those whose titles begin with a name of their own.
func TestLiveKilledAnywhereAndRunAgainItDoublesAndMissesNothing(t *testing.T) {
	t.Parallel()
	live := place{os.Getenv("FONTCMS_SITE"), os.Getenv("FONTCMS_USER"), os.Getenv("FONTCMS_APP_PASSWORD"),
		cmp.Or(os.Getenv("FONTCMS_PREFIX"), "cms")}
	if live.address == "" {
		t.Skip("FONTCMS_SITE is not set")
	}
	site, err := cms.New(live.address, cms.WithPrefix(live.prefix), cms.WithApplicationPassword(live.user, live.password))
	if err != nil {
		t.Fatal(err)
	}
	name := fmt.Sprintf("killed%08x", rand.Uint32())
	wantPosts, wantPages := killed(t, live, name)
	every := []cms.Status{cms.StatusAny, cms.StatusTrash}
	posts, pages := 0, 0
	for post, err := range site.Posts.All(t.Context(), &cms.PostListOptions{Search: name, Status: every}) {
		if err != nil {
			t.Fatal(err)
		}
		posts++
		if _, err := site.Posts.Delete(t.Context(), post.ID); err != nil {
			t.Error(err)
		}
	}
	for page, err := range site.Pages.All(t.Context(), &cms.PageListOptions{Search: name, Status: every}) {
		if err != nil {
			t.Fatal(err)
		}
		pages++
		if _, err := site.Pages.Delete(t.Context(), page.ID); err != nil {
			t.Error(err)
		}
	}
	if posts != wantPosts || pages != wantPages {
		t.Errorf("After the kills: %d posts, %d pages, want %d and %d", posts, pages, wantPosts, wantPages)
	}
	for _, name := range []string{"kerning.png", "metrics.png"} {
		file := picture(t, name)
		slug, err := file.ContentSlug()
		if err != nil {
			t.Fatal(err)
		}
		found, err := library.New(site).Find(t.Context(), []string{slug})
		if err != nil || len(found[slug]) != 1 {
			t.Errorf("Find of %s: %d files, error %v, want one", name, len(found[slug]), err)
		}
		for _, file := range found[slug] {
			if _, err := media.New(site).Delete(t.Context(), file.ID); err != nil {
				t.Error(err)
			}
		}
	}
}

func picture(t *testing.T, name string) media.File {
	t.Helper()
	file, err := media.LocalFile("../../publish/sample/images/" + name)
	if err != nil {
		t.Fatal(err)
	}
	return file
}
