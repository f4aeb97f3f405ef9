package cms_test

import (
	"context"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/internal/replay/sitetest"
)

// writer changes a site without pause: it publishes old drafts in bulk and takes them back, hides and
// shows old posts, and creates and deletes new ones.
type writer struct {
	site    *cms.Client
	drafts  []int64 // old ones
	posts   []int64 // old published ones
	changes int
}

// touched are old posts that the writer changes.
func (w *writer) touched() []int64 { return slices.Concat(w.drafts, w.posts) }

func (w *writer) write(ctx context.Context, t *testing.T) {
	t.Helper()
	dice := rand.New(rand.NewPCG(5, 6))
	var own []int64
	status := func(id int64, s cms.Status) {
		if _, err := w.site.Posts.Update(t.Context(), id, &cms.PostParams{Status: new(s)}); err != nil {
			t.Errorf("the writer: %v", err)
		}
		w.changes++
	}
	hidden := map[int64]bool{}
	for n := 0; ctx.Err() == nil; n++ {
		switch dice.IntN(4) {
		case 0:
			for _, id := range w.drafts {
				status(id, cms.StatusPublish)
			}
			for _, id := range w.drafts {
				status(id, cms.StatusDraft)
			}
		case 1, 2:
			id := w.posts[dice.IntN(len(w.posts))]
			if hidden[id] = !hidden[id]; hidden[id] {
				status(id, cms.StatusPrivate)
			} else {
				status(id, cms.StatusPublish)
			}
		case 3:
			post, err := w.site.Posts.Create(t.Context(),
				&cms.PostParams{Title: new("Written beside a walk"), Status: new(cms.StatusPublish)})
			if err != nil {
				t.Errorf("the writer: %v", err)
				return
			}
			own = append(own, post.ID)
			w.changes++
		}
		if len(own) > 5 {
			if _, err := w.site.Posts.Delete(t.Context(), own[0]); err != nil {
				t.Errorf("the writer: %v", err)
			}
			own = own[1:]
		}
	}
	for _, id := range own {
		_, _ = w.site.Posts.Delete(t.Context(), id)
	}
	for _, id := range w.drafts {
		status(id, cms.StatusDraft)
	}
	for _, id := range w.posts {
		status(id, cms.StatusPublish)
	}
}

// oldest are the posts of a status with the lowest ids.
func oldest(t *testing.T, site *cms.Client, status cms.Status, n int) []int64 {
	t.Helper()
	page, err := site.Posts.List(t.Context(), &cms.PostListOptions{Status: []cms.Status{status}, OrderBy: cms.ByID,
		Order: cms.Ascending, PerPage: n}, cms.Fields("id"))
	if err != nil {
		t.Fatal(err)
	}
	var ids []int64
	for _, post := range page.Items {
		ids = append(ids, post.ID)
	}
	if len(ids) == 0 {
		t.Skipf("the site has no post of the status %s", status)
	}
	return ids
}

//nolint:paralleltest // it hides posts that other tests count
func TestLiveExactWalksLoseNothingBesideAWriter(t *testing.T) {
	admin := sitetest.Live(t)
	w := &writer{site: admin, drafts: oldest(t, admin, cms.StatusDraft, 20),
		posts: oldest(t, admin, cms.StatusPublish, 40)}
	for _, role := range []string{"ADMIN", "AUTHOR", "CONTRIBUTOR"} { //nolint:paralleltest // one writer at a time
		t.Run(strings.ToLower(role), func(t *testing.T) {
			user, password := os.Getenv(role+"_USER"), os.Getenv(role+"_PASS")
			if user == "" {
				t.Skip("the environment names no such user")
			}
			site, err := admin.With(cms.WithApplicationPassword(user, password))
			if err != nil {
				t.Fatal(err)
			}
			list := &cms.PostListOptions{Status: []cms.Status{cms.StatusAny}, PerPage: 40}
			walk := func(options ...cms.WalkOption) (ids []int64) {
				for post, err := range site.Posts.All(t.Context(), list, append(options, cms.Fields("id"))...) {
					if err != nil {
						t.Fatal(err)
					}
					ids = append(ids, post.ID)
				}
				return ids
			}
			throughout := slices.DeleteFunc(walk(), func(id int64) bool { return slices.Contains(w.touched(), id) })
			ctx, stop := context.WithCancel(t.Context())
			defer stop()
			var wg sync.WaitGroup
			defer wg.Wait()
			wg.Go(func() { w.write(ctx, t) })
			defer stop()
			for _, ahead := range []int{0, 4} {
				lost, doubled := missed(throughout, walk(cms.Exact(), cms.Prefetch(ahead)))
				if len(lost)+len(doubled) > 0 {
					t.Errorf("Prefetch(%d): lost %v, doubled %v: len(lost)+len(doubled) %d, want at most 0", ahead, lost, doubled,
						len(lost)+len(doubled))
				}
			}
			lost, doubled := missed(throughout, walk())
			stop()
			wg.Wait()
			switch {
			case len(throughout) == 0:
				t.Error("nothing was changed during the walks, or nothing was left alone: length of throughout 0, want more than 0")
			case w.changes == 0:
				t.Error("nothing was changed during the walks, or nothing was left alone: changes 0, want more than 0")
			}
			t.Logf("%d posts there throughout, %d changes; a plain walk lost %d and doubled %d", len(throughout), w.changes,
				len(lost), len(doubled))
		})
	}
}

// missed are the ids that were not walked, and those that were walked twice.
func missed(throughout, walked []int64) (lost, doubled []int64) {
	times := map[int64]int{}
	for _, id := range walked {
		if times[id]++; times[id] == 2 {
			doubled = append(doubled, id)
		}
	}
	for _, id := range throughout {
		if times[id] == 0 {
			lost = append(lost, id)
		}
	}
	return lost, doubled
}
