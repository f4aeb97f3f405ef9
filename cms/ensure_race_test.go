package cms_test

import (
	"context"
	"errors"
	"net/http"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/cms/cmstest"
	"github.com/fontcms/fontcms-go/internal/stub"
)

// kerning is what these tests ensure.
func kerning() *cms.PostParams {
	return &cms.PostParams{Title: new("Kerning"), Content: new("Pairs."), Status: new(cms.StatusPublish)}
}

func TestRecordWithTheLowestIDStaysAfterARaceForASlug(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		before int   // the request of ours before which another process has made its record
		id     int64 // of that record, 0 for one behind ours
		ours   bool  // ours stays
	}{
		"before our draft":                        {3, 0, false},
		"before ours gets the slug":               {4, 0, false},
		"before ours gets the slug, lower id":     {4, 20, false},
		"behind ours, which has the slug":         {5, 0, true},
		"behind ours, but of an id that is lower": {5, 20, false},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			server := cmstest.NewServer(cmstest.WithTest(t))
			server.Insert("posts", map[string]any{"id": int64(50), "title": "Another"})
			synctest.Test(t, func(t *testing.T) {
				var theirs int64
				site := ensurer(t, server, "admin", &meddler{server: server, before: test.before, act: func() {
					fields := map[string]any{"title": "Kerning", "content": "Pairs.", "slug": "kerning", "status": "publish",
						"author": 1}
					if test.id > 0 {
						fields["id"] = test.id
					}
					theirs = server.Insert("posts", fields)
				}})
				post, err := site.Posts.Ensure(t.Context(), "kerning", kerning())
				ids, drafts := withSlug(t, server, "kerning")
				switch {
				case test.ours && (len(ids) == 0 || ids[0] == theirs || err == nil && post.ID != ids[0] ||
					err != nil && !errors.Is(err, cms.ErrConflict)):
					t.Errorf(
						"%v have the slug, theirs is %d: %v: test.ours && (len(ids) == 0 || ids[0] == theirs || err == nil && post.ID "+
							"!= ids[0] || err != nil && !errors.Is(err, cms.ErrConflict)) is true, want false", ids, theirs, err)
				case !test.ours && (err != nil || post.ID != theirs || post.Slug != "kerning" ||
					!slices.Equal(ids, []int64{theirs}) || drafts > 0):
					t.Errorf(
						`%v have the slug, theirs is %d, %d drafts are left: %v: !test.ours && (err != nil || post.ID != theirs || `+
							`post.Slug != "kerning" || !slices.Equal(ids, []int64{theirs}) || drafts > 0) is true, want false`, ids, theirs,
						drafts, err)
				}
			})
		})
	}
}

func TestWaitForACreatedRecordDoublesEachTime(t *testing.T) {
	t.Parallel()
	const total = 1550 * time.Millisecond
	for hidden, want := range map[int]time.Duration{
		0: 0, 1: 50 * time.Millisecond, 2: 150 * time.Millisecond, 3: 350 * time.Millisecond, 4: 750 * time.Millisecond,
		5: total, 9: total,
	} {
		server := cmstest.NewServer(cmstest.WithTest(t))
		synctest.Test(t, func(t *testing.T) {
			n, left := 0, hidden
			site := ensurer(t, server, "editor", stub.Carrier(func(r *http.Request) (*http.Response, error) {
				isList := strings.HasSuffix(r.URL.Path, "/posts")
				if n++; n > 4 && left > 0 && r.Method == http.MethodGet && isList { // after the claim
					left--
					return stub.Carried(r, 200, "X-CMS-Total: 0", "X-CMS-TotalPages: 0", "[]"), nil
				}
				return inProcess(server, r)
			}))
			began := time.Now()
			_, err := site.Posts.Ensure(t.Context(), "kerning", kerning())
			switch took := time.Since(began); {
			case took != want:
				t.Errorf("listed after %d looks: took %v, expected %v: %v; took %v, want %v", hidden, took, want, err, took, want)
			case errors.Is(err, cms.ErrSlugIgnored) != (hidden >= 5):
				t.Errorf("listed after %d looks: took %v, expected %v: %v; error %v is ErrSlugIgnored: %t, want %t", hidden, took,
					want, err, err, errors.Is(err, cms.ErrSlugIgnored), hidden >= 5)
			case err != nil && hidden < 5:
				t.Errorf("listed after %d looks: took %v, expected %v: %v; hidden %d, want at least 5 if err != nil", hidden, took,
					want, err, hidden)
			}
			switch ids, drafts := withSlug(t, server, "kerning"); {
			case len(ids) != 1 && hidden < 5:
				t.Errorf("listed after %d looks: %v and %d drafts: hidden %d, want at least 5 if len(ids) != 1", hidden, ids,
					drafts, hidden)
			case drafts > 0:
				t.Errorf("listed after %d looks: %v and %d drafts: drafts %d, want at most 0", hidden, ids, drafts, drafts)
			}
		})
	}
	server := cmstest.NewServer(cmstest.WithTest(t))
	for _, title := range []string{"Kerning", "Tracking"} {
		server.Insert("posts", map[string]any{"title": title, "content": "Pairs.", "slug": "kerning", "status": "publish"})
	}
	synctest.Test(t, func(t *testing.T) {
		began := time.Now()
		_, err := ensurer(t, server, "editor", &meddler{server: server}).Posts.Ensure(t.Context(), "kerning", kerning())
		if took := time.Since(began); took != total || !errors.Is(err, cms.ErrConflict) {
			t.Errorf("different records: took %v: %v: took %v, error %v, want %v and ErrConflict", took, err, took, err, total)
		}
	})
}

func TestDerivedClientsWaitForEachOthersEnsure(t *testing.T) {
	t.Parallel()
	server := cmstest.NewServer(cmstest.WithTest(t))
	synctest.Test(t, func(t *testing.T) {
		n := 0
		var derived *cms.Client
		site := ensurer(t, server, "editor", stub.Carrier(func(r *http.Request) (*http.Response, error) {
			if n++; n == 1 {
				ctx, cancel := context.WithTimeout(t.Context(), time.Second)
				defer cancel()
				if _, err := derived.Posts.Ensure(ctx, "kerning", kerning()); !errors.Is(err, context.DeadlineExceeded) || n != 1 {
					t.Errorf("Posts.Ensure: %d requests: %v: error %v, n %d, want DeadlineExceeded and 1", n, err, err, n)
				}
				if _, err := derived.Pages.Ensure(t.Context(), "kerning", &cms.PageParams{Title: new("Kerning")}); err != nil {
					t.Errorf("another collection: %v", err)
				}
			}
			return inProcess(server, r)
		}))
		var err error
		if derived, err = site.With(cms.WithHeader("X-Trace", "1")); err != nil {
			t.Fatal(err)
		}
		first, err := site.Posts.Ensure(t.Context(), "kerning", kerning())
		if err != nil {
			t.Fatal(err)
		}
		switch second, err := derived.Posts.Ensure(t.Context(), "kerning", kerning()); {
		case err != nil:
			t.Errorf("%+v: Posts.Ensure: error %v, want nil", second, err)
		case second.ID != first.ID:
			t.Errorf("Posts.Ensure: second.ID %d, want %d", second.ID, first.ID)
		}
	})
}

func TestEnsureOfOneSlugDoesNotWaitForThatOfAnother(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		first, other   string // slugs
		parent, beside int64  // the parents of the two pages
	}{
		"another slug":                        {"first", "second", 0, 0},
		"another parent":                      {"first", "first", 1, 12},
		"a slug that begins as a parent ends": {"2first", "first", 1, 12},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			server := cmstest.NewServer(cmstest.WithTest(t))
			for _, id := range []int64{1, 12} {
				server.Insert("pages", map[string]any{"id": id, "title": "Parent", "status": "publish"})
			}
			synctest.Test(t, func(t *testing.T) {
				held, done := false, make(chan struct{})
				site := ensurer(t, server, "admin", stub.Carrier(func(r *http.Request) (*http.Response, error) {
					if !held {
						held = true
						<-done
					}
					return inProcess(server, r)
				}))
				page := func(parent int64) *cms.PageParams {
					return &cms.PageParams{Title: new("News"), Status: new(cms.StatusPublish), Parent: &parent}
				}
				first := make(chan error, 1)
				go func() { first <- second(site.Pages.Ensure(t.Context(), c.first, page(c.parent))) }()
				synctest.Wait()
				ctx, cancel := context.WithTimeout(t.Context(), 20*time.Second)
				defer cancel()
				if _, err := site.Pages.Ensure(ctx, c.other, page(c.beside)); err != nil {
					t.Errorf("Ensure of %s while the site does not respond to another: error %v, want none", c.other, err)
				}
				close(done)
				if err := <-first; err != nil {
					t.Errorf("Ensure of %s after that: error %v, want none", c.first, err)
				}
			})
		})
	}
}

// TestUnlockWorksOnce has a lock that is asked for in a context that has ended.
func TestUnlockWorksOnce(t *testing.T) {
	t.Parallel()
	site := stub.Dial(t, "https://docs.example.org")
	unlock, err := site.Lock(t.Context(), "settings")
	if err != nil {
		t.Fatal(err)
	}
	enough := errors.New("enough")
	ctx, cancel := context.WithCancelCause(t.Context())
	cancel(enough)
	if again, err := site.Lock(ctx, "settings"); !errors.Is(err, enough) || again != nil {
		t.Errorf("Client.Lock: error %v, again %p, want %v and nil", err, again, enough)
	}
	if other, err := site.Lock(t.Context(), "menus"); err != nil {
		t.Errorf("Client.Lock: %v", err)
	} else {
		other()
	}
	unlock()
	unlock()
	again, err := site.Lock(t.Context(), "settings")
	if err != nil {
		t.Fatal(err)
	}
	defer again()
	if _, err := site.Lock(ctx, "settings"); err == nil {
		t.Error("it was given back twice, and is free while it is held: error nil, want an error")
	}
}

// TestEnsureUpdatesTheRecordThatRemains has two records, one of which another process
// deletes while Ensure waits.
func TestEnsureUpdatesTheRecordThatRemains(t *testing.T) {
	t.Parallel()
	one := map[string]any{"id": int64(30), "title": "Kerning", "content": "Pairs.", "slug": "kerning", "status": "publish",
		"date": "1999-12-01T12:00:00"} // before the clock of synctest, or an update makes it "future"
	two := map[string]any{"id": int64(40), "title": "Tracking", "content": "Pairs.", "slug": "kerning",
		"status": "publish", "date": "1999-12-01T12:00:00"}
	const requests = 2 + 1 + 1
	for _, gone := range []string{"30", "40"} {
		t.Run(gone, func(t *testing.T) {
			t.Parallel()
			s := situation{records: []map[string]any{one, two},
				spoil: func(n int, server *cmstest.Server, r *http.Request) (*http.Response, error) {
					if n == 3 {
						other := r.Clone(r.Context())
						other.Method, other.Body, other.URL.RawQuery = http.MethodDelete, http.NoBody, "force=true"
						other.URL.Path += "/" + gone
						if _, err := inProcess(server, other); err != nil {
							return nil, err
						}
					}
					return inProcess(server, r)
				}}
			server, sent, err := s.run(t, 0)
			switch ids, _ := withSlug(t, server, "kerning"); {
			case err != nil:
				t.Errorf("%v have the slug after %d requests, %v, want nil", ids, sent, err)
			case len(ids) != 1:
				t.Errorf("withSlug: %v have the slug after %d requests, %v: length of ids %d, want 1", ids, sent, err, len(ids))
			case sent != requests:
				t.Errorf("%v have the slug after %d requests, %v: sent %d, want %d", ids, sent, err, sent, requests)
			}
		})
	}
}
