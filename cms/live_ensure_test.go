package cms_test

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"net/http"
	"os"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/internal/replay/sitetest"
	"github.com/fontcms/fontcms-go/media"
)

// ensures is how often the live test calls Ensure: FONTCMS_ENSURES, or sixty times.
func ensures() int {
	if n, err := strconv.Atoi(os.Getenv("FONTCMS_ENSURES")); err == nil {
		return n
	}
	return 60
}

// badLine is a client of the live site over an unreliable connection.
func badLine(t *testing.T, site *cms.Client, seed uint64) (*cms.Client, *unreliable) {
	t.Helper()
	line := &unreliable{carry: http.DefaultTransport.RoundTrip, dice: rand.New(rand.NewPCG(seed, 4))}
	far, err := cms.New(site.Site(), cms.WithPrefix(site.Prefix()), cms.WithApplicationPassword(os.Getenv("FONTCMS_USER"),
		os.Getenv("FONTCMS_APP_PASSWORD")),
		cms.WithHTTPClient(&http.Client{Transport: line}),
		cms.WithRetry(cms.Retry{Attempts: 6, MinWait: time.Millisecond, MaxWait: 5 * time.Millisecond}))
	if err != nil {
		t.Fatal(err)
	}
	return far, line
}

// reported collects the ids of records that errors of Ensure have named.
type reported struct {
	mu  sync.Mutex
	ids map[int64]bool
}

// add notes the ids in an error, and reports whether calling Ensure again can help: two
// records with one slug stay until somebody deletes one.
func (r *reported) add(err error) (again bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.ids[leftBy(err)] = true
	ambiguous, several := errors.AsType[*cms.AmbiguousError](err)
	if several {
		for _, id := range ambiguous.IDs {
			r.ids[id] = true
		}
	}
	return !several
}

// holders are the posts with a slug, whatever their status, and the drafts that are left of
// attempts. A post with another slug is one that an error has named.
func holders(t *testing.T, site *cms.Client, slug string, named *reported) (ids []int64, drafts int) {
	t.Helper()
	for post, err := range site.Posts.All(t.Context(), &cms.PostListOptions{Search: "Ensured " + slug,
		Status: []cms.Status{cms.StatusAny}}, cms.Fields("id", "slug", "status")) {
		switch {
		case err != nil:
			t.Fatal(err)
		case post.Slug == slug:
			ids = append(ids, post.ID)
		case post.Status == cms.StatusDraft:
			drafts++
		case !named.ids[post.ID]:
			t.Errorf("post %d is left with the slug %s and the status %s, want the slug %s, a draft, or an error that names it",
				post.ID, post.Slug, post.Status, slug)
		}
	}
	return ids, drafts
}

func TestLiveEnsureMakesOneRecordOfEachSlug(t *testing.T) {
	t.Parallel()
	site := sitetest.Live(t)
	stamp := strings.ToLower(fmt.Sprintf("e%x", time.Now().UnixNano()))
	slugs := max(ensures()/10, 1)
	slug := func(kind string, n int) string { return fmt.Sprintf("%s-%s-%d-x", stamp, kind, n%slugs) }
	ensure := func(c *cms.Client, slug string) error {
		post, err := c.Posts.Ensure(t.Context(), slug, &cms.PostParams{Title: new("Ensured " + slug), Content: new("Text"),
			Status: new(cms.StatusPublish)})
		if err == nil && (post.Slug != slug || post.Status != cms.StatusPublish || post.Content.Raw != "Text") {
			t.Errorf("Ensure of %s: slug %s, status %s, content %q, want the slug, publish and %q",
				slug, post.Slug, post.Status, post.Content.Raw, "Text")
		}
		return err
	}

	named := &reported{ids: map[int64]bool{}}
	one, line := badLine(t, site, 1)
	work := make(chan int)
	var wg sync.WaitGroup
	var mu sync.Mutex
	errs := 0
	for range 4 { // goroutines of one client
		wg.Go(func() {
			for n := range work {
				if err := ensure(one, slug("one", n)); err != nil {
					named.add(err)
					mu.Lock()
					errs++
					mu.Unlock()
				}
			}
		})
	}
	for n := range ensures() {
		work <- n
	}
	close(work)
	wg.Wait()
	line.late.Wait()
	for seed := range uint64(4) { // processes
		wg.Go(func() {
			c, line := badLine(t, site, seed+2)
			for n := range slugs {
				err := ensure(c, slug("all", n))
				for err != nil && named.add(err) { // a process that fails is started again
					err = ensure(c, slug("all", n))
				}
			}
			line.late.Wait()
		})
	}
	wg.Wait()

	left := 0
	for n := range slugs {
		for _, kind := range []string{"one", "all"} {
			ids, drafts := holders(t, site, slug(kind, n), named)
			unnamed := slices.DeleteFunc(slices.Clone(ids), func(id int64) bool { return named.ids[id] })
			if len(ids) == 0 || len(ids) > 1 && len(unnamed) > 0 {
				t.Errorf("Ensure of %s: the records %v have the slug, want one, or a conflict that names all", slug(kind, n), ids)
			}
			left += drafts
		}
	}
	if line.faults == 0 {
		t.Error("there were no faults: line.faults 0, want more than 0")
	}
	delete(named.ids, 0)
	t.Logf("%d runs of one client: %d faults, %d errors; 4 processes, %d slugs each; %d drafts left, %d records named",
		ensures(), line.faults, errs, slugs, left, len(named.ids))
	for post, err := range site.Posts.All(t.Context(), &cms.PostListOptions{Search: stamp,
		Status: []cms.Status{cms.StatusAny, cms.StatusTrash}}, cms.Exact(), cms.Fields("id")) {
		if err == nil {
			_, err = site.Posts.Delete(t.Context(), post.ID)
		}
		if err != nil {
			t.Error(err)
		}
	}
}

func TestLiveEnsureTellsWhoHasTheSlug(t *testing.T) {
	t.Parallel()
	site := sitetest.Live(t)
	stamp := strings.ToLower(fmt.Sprintf("h%x", time.Now().UnixNano()))
	image, err := media.New(site).Upload(t.Context(), media.Bytes(stamp+".txt", []byte("text")), nil)
	if err != nil {
		t.Fatal(err)
	}
	var left []int64
	t.Cleanup(func() {
		ctx := context.Background()
		for _, id := range left {
			_, _ = cms.Do(ctx, site, site.Pages.DeleteRequest(id))
		}
		_, _ = media.New(site).Delete(ctx, image.ID)
	})
	for _, slug := range []string{"feed", stamp} { // the site's own, and an attachment's
		_, err := site.Pages.Ensure(t.Context(), slug,
			&cms.PageParams{Title: new("Ensured " + slug), Status: new(cms.StatusPublish)})
		taken, ok := errors.AsType[*cms.SlugTakenError](err)
		switch {
		case !ok:
			t.Errorf("the slug %s: %v, want a *cms.SlugTakenError", slug, err)
			continue
		case taken.Slug != slug:
			t.Errorf("the slug %s: %v: taken.Slug %q, want %q", slug, err, taken.Slug, slug)
			continue
		case taken.Got != slug+"-2":
			t.Errorf("the slug %s: %v: taken.Got %q, want %q", slug, err, taken.Got, slug+"-2")
			continue
		}
		left = append(left, taken.ID)
		draft, err := site.Pages.Get(t.Context(), taken.ID, cms.InContext(cms.ContextEdit))
		switch {
		case err != nil:
			t.Errorf("what is left is %+v, %v, want nil", draft, err)
		case draft.Status != cms.StatusDraft:
			t.Errorf("what is left is %+v, %v: draft.Status %q, want %q", draft, err, draft.Status, cms.StatusDraft)
		case draft.Slug == taken.Got:
			t.Errorf("what is left is %+v, %v: draft.Slug %q, want a value other than %q", draft, err, draft.Slug, taken.Got)
		}
	}
}

func TestLiveEnsureKnowsPagesByTheirParentToo(t *testing.T) {
	t.Parallel()
	site := sitetest.Live(t)
	slug := strings.ToLower(fmt.Sprintf("p%x", time.Now().UnixNano()))
	parents := []int64{0}
	for range 2 {
		parent, err := site.Pages.Create(t.Context(), &cms.PageParams{Title: new("Parent"), Status: new(cms.StatusPublish)})
		if err != nil {
			t.Fatal(err)
		}
		parents = append(parents, parent.ID)
	}
	ids := map[int64]bool{}
	for range 2 { // the second time nothing is new
		for _, parent := range parents {
			page, err := site.Pages.Ensure(t.Context(), slug,
				&cms.PageParams{Title: new("Install"), Parent: new(parent), Status: new(cms.StatusPublish)})
			if err != nil {
				t.Fatal(err)
			}
			switch {
			case page.Slug != slug || page.Parent != parent:
				t.Errorf("ensured %+v: page.Slug %q, page.Parent %d, want %q and %d", page, page.Slug, page.Parent, slug, parent)
			case page.Status != cms.StatusPublish:
				t.Errorf("ensured %+v: page.Status %q, want %q", page, page.Status, cms.StatusPublish)
			}
			ids[page.ID] = true
		}
	}
	if len(ids) != len(parents) {
		t.Errorf("%d pages of %d parents: length of ids %d, want %d", len(ids), len(parents), len(ids), len(parents))
	}
	for _, id := range slices.Concat(slices.Sorted(maps.Keys(ids)), parents[1:]) {
		if _, err := site.Pages.Delete(t.Context(), id); err != nil {
			t.Error(err)
		}
	}
}
