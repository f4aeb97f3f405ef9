package cms_test

import (
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/cms/cmstest"
	"github.com/fontcms/fontcms-go/internal/stub"
)

// lots returns n posts to ensure.
func lots(n int) (all []cms.Wanted[cms.PostParams]) {
	for i := range n {
		all = append(all, cms.Wanted[cms.PostParams]{Slug: fmt.Sprintf("how-to-set-type-%04d", i),
			Params: &cms.PostParams{Title: new(fmt.Sprintf("Type %d", i)), Content: new("Pairs."),
				Status: new(cms.StatusPublish)}})
	}
	return all
}

// manyDone collects the results of EnsureMany. It checks that there is one for each record, in
// order.
func manyDone(t *testing.T, site *cms.Client, all []cms.Wanted[cms.PostParams],
	options *cms.EnsureManyOptions[cms.Post]) (done []cms.Ensured[cms.Post], counts map[cms.EnsureAction]int) {
	t.Helper()
	counts = map[cms.EnsureAction]int{}
	for i, one := range site.Posts.EnsureMany(t.Context(), all, options) {
		if i != len(done) {
			t.Fatalf("EnsureMany yielded the result %d after %d others, want them in order", i, len(done))
		}
		done = append(done, one)
		counts[one.Action]++
		if one.Err == nil && one.Record != nil && one.Record.Slug != all[i].Slug {
			t.Errorf("EnsureMany: record %d has the slug %q, want %q", i, one.Record.Slug, all[i].Slug)
		}
	}
	if len(done) != len(all) {
		t.Fatalf("EnsureMany yielded %d results for %d records, want one for each", len(done), len(all))
	}
	return done, counts
}

func TestEnsureManyWritesNothingIfNothingDiffers(t *testing.T) {
	t.Parallel()
	const n = 1000
	server := cmstest.NewServer(cmstest.WithTest(t))
	site := ensurer(t, server, "editor", http.DefaultTransport)
	all := lots(n)
	done, counts := manyDone(t, site, all, nil)
	if counts[cms.EnsureCreated] != n {
		t.Fatalf("EnsureMany of new posts: %v, first error %v, want %d created", counts, done[0].Err, n)
	}
	requests := len(server.Requests())
	t.Logf("%d requests created %d posts", requests, n)
	if requests > 150 {
		t.Errorf("EnsureMany of %d new posts sent %d requests, want at most 150", n, requests)
	}
	server.ResetRequests()
	again, err := site.With(cms.WithHeader("X-Again", "1"))
	if err != nil {
		t.Fatal(err)
	}
	done, counts = manyDone(t, again, all, nil)
	if counts[cms.EnsureUnchanged] != n {
		t.Errorf("EnsureMany of unchanged posts: %v, first error %v, want %d unchanged", counts, done[0].Err, n)
	}
	requests = len(server.Requests())
	if written := writes(server); len(written) > 0 || requests > 25 {
		t.Errorf("EnsureMany of %d unchanged posts sent %d requests and wrote %d times, want at most 25 and no write", n,
			requests, len(written))
	}
	t.Logf("%d requests found %d unchanged posts", requests, n)
}

func TestEnsureManyRefusesDuplicates(t *testing.T) {
	t.Parallel()
	server := cmstest.NewServer(cmstest.WithTest(t))
	site := ensurer(t, server, "editor", http.DefaultTransport)
	all := lots(4)
	all[2].Slug, all[3].Slug = all[0].Slug, "Not a slug"
	done, _ := manyDone(t, site, all, nil)
	for i, one := range done {
		if invalid := errors.Is(one.Err, cms.ErrInvalidArgument); invalid != (i != 1) {
			t.Errorf("EnsureMany with duplicates: result %d has the error %v, want ErrInvalidArgument: %t", i, one.Err, i != 1)
		}
	}
	if done[1].Action != cms.EnsureCreated {
		t.Errorf("EnsureMany with duplicates: record 1 is %s, error %v, want it created", done[1].Action, done[1].Err)
	}
	if e, ok := errors.AsType[*cms.ArgumentError](done[2].Err); !ok || e.Argument != "wanted" {
		t.Errorf("EnsureMany with a slug twice: error %v, want an *ArgumentError of wanted", done[2].Err)
	}
}

// While Ensure has the second record, one call waits for it. Without an order the other call would
// take the first record, and each of the two would wait for the other.
func TestCallsOfEnsureManyInOppositeOrdersBothEnd(t *testing.T) {
	t.Parallel()
	all := lots(2)
	server := cmstest.NewServer(cmstest.WithTest(t))
	synctest.Test(t, func(t *testing.T) {
		site := ensurer(t, server, "editor", stub.Carrier(func(r *http.Request) (*http.Response, error) {
			time.Sleep(time.Second)
			return inProcess(server, r)
		}))
		var calls sync.WaitGroup
		calls.Go(func() {
			if _, err := site.Posts.Ensure(t.Context(), all[1].Slug, all[1].Params); err != nil {
				t.Errorf("Ensure: error %v, want none", err)
			}
		})
		synctest.Wait()
		for _, wanted := range [][]cms.Wanted[cms.PostParams]{{all[1], all[0]}, all} {
			calls.Go(func() {
				for i, one := range site.Posts.EnsureMany(t.Context(), wanted, nil) {
					if one.Err != nil {
						t.Errorf("EnsureMany: record %d: error %v, want none", i, one.Err)
					}
				}
			})
			synctest.Wait()
		}
		calls.Wait()
	})
}

func TestEnsureManyIdentifiesPagesByTheirParentToo(t *testing.T) {
	t.Parallel()
	server := cmstest.NewServer(cmstest.WithTest(t))
	site := ensurer(t, server, "editor", http.DefaultTransport)
	var all []cms.Wanted[cms.PageParams]
	for n := range 30 {
		parent := server.Insert("pages", map[string]any{"title": fmt.Sprint("Parent ", n), "status": "publish"})
		for _, slug := range []string{"install", "2install", "%e6%97%a5%e6%9c%ac"} {
			all = append(all, cms.Wanted[cms.PageParams]{Slug: slug, Params: &cms.PageParams{
				Title: new("Page"), Parent: &parent, Status: new(cms.StatusPublish)}})
		}
	}
	for n, want := range []cms.EnsureAction{cms.EnsureCreated, cms.EnsureUnchanged} {
		ids := map[int64]bool{}
		for i, one := range site.Pages.EnsureMany(t.Context(), all, nil) {
			if one.Err != nil || one.Action != want {
				t.Fatalf("EnsureMany of pages, call %d: page %d is %q, error %v, want %q", n, i, one.Action, one.Err, want)
			}
			if one.Record.Parent != *all[i].Params.Parent {
				t.Fatalf("EnsureMany of pages, call %d: page %d is below %d, want %d", n, i, one.Record.Parent,
					*all[i].Params.Parent)
			}
			ids[one.Record.ID] = true
		}
		if len(ids) != len(all) {
			t.Errorf("EnsureMany of pages, call %d: %d pages, want %d", n, len(ids), len(all))
		}
	}
}

func TestEnsureManySendsNoLongAddress(t *testing.T) {
	t.Parallel()
	server := cmstest.NewServer(cmstest.WithTest(t))
	var mu sync.Mutex
	longest := 0
	site := ensurer(t, server, "editor", stub.Carrier(func(r *http.Request) (*http.Response, error) {
		mu.Lock()
		longest = max(longest, len(r.URL.String()))
		mu.Unlock()
		return inProcess(server, r)
	}))
	all := lots(60)
	for i := range all {
		letter := strings.ToLower(url.PathEscape(string(rune('あ' + i))))
		all[i].Slug = strings.Repeat(letter, 17)
	}
	done, _ := manyDone(t, site, all, nil)
	for i, one := range done {
		if one.Err != nil {
			t.Fatalf("EnsureMany of long slugs: record %d: %v, want no error", i, one.Err)
		}
	}
	if longest > 2000 {
		t.Errorf("EnsureMany of long slugs sent an address of %d bytes, want at most 2000", longest)
	}
}

func TestEnsureManyEndsWithItsLoop(t *testing.T) {
	t.Parallel()
	server := cmstest.NewServer(cmstest.WithTest(t))
	site := ensurer(t, server, "editor", http.DefaultTransport)
	all := lots(300)
	for range site.Posts.EnsureMany(t.Context(), all, nil) {
		break
	}
	if ids, _ := withSlug(t, server, all[200].Slug); len(ids) > 0 {
		t.Errorf("EnsureMany after a break made %v, want nothing after the first group", ids)
	}
}
