package cms_test

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/cms/cmstest"
	"github.com/fontcms/fontcms-go/internal/stub"
)

// published inserts posts with what is wanted.
func published(server *cmstest.Server, all []cms.Wanted[cms.PostParams]) {
	for _, one := range all {
		server.Insert("posts", map[string]any{"title": *one.Params.Title, "content": *one.Params.Content, "slug": one.Slug,
			"status": "publish", "date": "1999-01-01T10:00:00"})
	}
}

func TestEnsureManyAsksBeforeEachWrite(t *testing.T) {
	t.Parallel()
	all := lots(6)
	server := cmstest.NewServer(cmstest.WithTest(t))
	published(server, all[:4])
	all[2].Params.Title, all[3].Params.Title = new("New"), new("New")
	site := ensurer(t, server, "editor", http.DefaultTransport)
	asked := map[int]string{}
	done, _ := manyDone(t, site, all, &cms.EnsureManyOptions[cms.Post]{MayWrite: func(i int, now *cms.Post) bool {
		if asked[i] = "new"; now != nil {
			asked[i] = now.Title.Raw
		}
		return i%2 == 0
	}})
	if want := map[int]string{2: "Type 2", 3: "Type 3", 4: "new", 5: "new"}; fmt.Sprint(asked) != fmt.Sprint(want) {
		t.Errorf("EnsureMany asked about %v, want %v", asked, want)
	}
	for i, want := range []cms.EnsureAction{cms.EnsureUnchanged, cms.EnsureUnchanged, cms.EnsureUpdated, cms.EnsureRefused,
		cms.EnsureCreated, cms.EnsureRefused} {
		if done[i].Action != want || done[i].Err != nil {
			t.Errorf("EnsureMany with MayWrite: record %d is %q, error %v, want %q", i, done[i].Action, done[i].Err, want)
		}
	}
	switch {
	case done[3].Record == nil:
		t.Error("EnsureMany with MayWrite returned no record for an update that was refused, want the stored record")
	case done[3].Record.Title.Raw != "Type 3":
		t.Errorf("EnsureMany with MayWrite returned %+v for an update that was refused, want it as stored", done[3].Record)
	case done[5].Record != nil:
		t.Errorf("EnsureMany with MayWrite returned %+v for a create that was refused, want nil", done[5].Record)
	}
	if ids, drafts := withSlug(t, server, all[5].Slug); len(ids)+drafts > 0 {
		t.Errorf("EnsureMany made %v and %d drafts of a record that was refused, want none", ids, drafts)
	}
}

func TestEnsureManyNamesRewrittenFieldsAndWritesThemOnce(t *testing.T) {
	t.Parallel()
	server := cmstest.NewServer(cmstest.WithTest(t))
	site := ensurer(t, server, "editor", stub.Carrier(func(r *http.Request) (*http.Response, error) {
		if r.Body == nil {
			return inProcess(server, r)
		}
		body, err := io.ReadAll(r.Body)
		if err != nil {
			return nil, err
		}
		again, err := http.NewRequestWithContext(r.Context(), r.Method, r.URL.String(),
			strings.NewReader(strings.ReplaceAll(string(body), "Pairs.", "Pairs")))
		if err != nil {
			return nil, err
		}
		again.Header = r.Header
		return inProcess(server, again)
	}))
	all := lots(3)
	for n, want := range []cms.EnsureAction{cms.EnsureCreated, cms.EnsureUnchanged, cms.EnsureUpdated,
		cms.EnsureUnchanged} {
		if n == 2 {
			for i := range all {
				all[i].Params.Title = new("New")
			}
		}
		done, _ := manyDone(t, site, all, nil)
		for i, one := range done {
			if one.Action != want || !slices.Equal(one.Rewritten, []string{"content"}) {
				t.Errorf("EnsureMany, call %d: record %d is %q, error %v, rewritten %v, want %q and content", n, i,
					one.Action, one.Err, one.Rewritten, want)
			}
		}
	}
	writes(server)
	if _, err := site.Posts.Ensure(t.Context(), all[0].Slug, all[0].Params); err != nil {
		t.Fatal(err)
	}
	if written := writes(server); len(written) > 0 {
		t.Errorf("Ensure after EnsureMany wrote %q, want nothing, because the client remembers the content", written)
	}
}

// TestEnsureManyGoesOnWithoutBatches has sites that take no batches, or small ones.
func TestEnsureManyGoesOnWithoutBatches(t *testing.T) {
	t.Parallel()
	rejected := func(status int, code, more string) string {
		return fmt.Sprintf(`{"code":%q,"message":"No.","data":{"status":%d%s}}`, code, status, more)
	}
	for name, c := range map[string]struct {
		status   int
		body     string
		up       int   // batches of so many items are accepted
		requests int64 // at most
	}{
		"the route is blocked": {403, "<html>Blocked.</html>", 0, 200},
		"no route":             {404, rejected(404, "rest_no_route", ""), 0, 200},
		"batches of five":      {413, "Too large.", 5, 50},
		"batches of ten": {400, rejected(400, "rest_invalid_param",
			`,"params":{"requests":"Too many."},"details":{"requests":{"code":"rest_too_many_items","message":"No."}}`), 10, 40},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			all := lots(40)
			var sent atomic.Int64
			server := someOfEach(t, all)
			synctest.Test(t, func(t *testing.T) {
				site := ensurer(t, server, "editor", stub.Carrier(func(r *http.Request) (*http.Response, error) {
					sent.Add(1)
					if !strings.HasSuffix(r.URL.Path, "/batch/v1") {
						return inProcess(server, r)
					}
					body, err := io.ReadAll(r.Body)
					if err != nil {
						return nil, err
					}
					if strings.Count(string(body), `"method"`) > c.up {
						return stub.Carried(r, c.status, c.body), nil
					}
					r.Body = io.NopCloser(strings.NewReader(string(body)))
					return inProcess(server, r)
				}))
				done, _ := manyDone(t, site, all, nil)
				for i, one := range done {
					if one.Err != nil {
						t.Errorf("EnsureMany: record %d: %v, want no error", i, one.Err)
					}
				}
			})
			complete(t, server, all, name)
			if n := sent.Load(); n > c.requests {
				t.Errorf("EnsureMany sent %d requests, want at most %d", n, c.requests)
			}
		})
	}
}

func TestEnsureManyRejectsOnlyTheRecordsOfAnError(t *testing.T) {
	t.Parallel()
	all := lots(30)
	server := cmstest.NewServer(cmstest.WithTest(t))
	published(server, all[:10])
	published(server, all[3:4]) // a second record with the slug
	for i := range all[:10] {
		all[i].Params.Title = new("New")
	}
	all[5].Params.Author, all[15].Params.Author = new(int64(9999)), new(int64(9999))
	all[20].Slug = "feed" // the site reserves it
	synctest.Test(t, func(t *testing.T) {
		site := ensurer(t, server, "editor", stub.Carrier(func(r *http.Request) (*http.Response, error) {
			return inProcess(server, r)
		}))
		done, _ := manyDone(t, site, all, nil)
		for i, one := range done {
			taken, isTaken := errors.AsType[*cms.SlugTakenError](one.Err)
			switch {
			case i == 3:
				if !errors.Is(one.Err, cms.ErrConflict) {
					t.Errorf("EnsureMany for two records with a slug: error %v, want ErrConflict", one.Err)
				}
			case i == 5 || i == 15:
				if !errors.Is(one.Err, cms.ErrBadRequest) {
					t.Errorf("EnsureMany with an unknown author: record %d: error %v, want ErrBadRequest", i, one.Err)
				}
			case i == 20:
				if !isTaken || taken.Slug != "feed" {
					t.Errorf("EnsureMany for a slug that the site reserves: error %v, want a *SlugTakenError", one.Err)
				}
			case one.Err != nil:
				t.Errorf("EnsureMany: record %d: %v, want no error", i, one.Err)
			}
		}
	})
}

func TestEnsureManyStopsWhereTheSiteDoesNotRespond(t *testing.T) {
	t.Parallel()
	all := lots(1000)
	for _, after := range []int64{0, 1, 3} {
		var sent atomic.Int64
		server := someOfEach(t, lots(40))
		synctest.Test(t, func(t *testing.T) {
			site := ensurer(t, server, "editor", stub.Carrier(func(r *http.Request) (*http.Response, error) {
				if sent.Add(1) > after {
					return nil, errors.New("no route to host")
				}
				return inProcess(server, r)
			}))
			done, _ := manyDone(t, site, all, nil)
			if last := done[len(done)-1].Err; !errors.Is(last, cms.ErrNotTried) || errors.Is(last, cms.ErrOutcomeUnknown) {
				t.Errorf("EnsureMany of a site that is gone after %d requests: the last error is %v, want ErrNotTried", after, last)
			}
		})
		if n := sent.Load(); n > after+40 {
			t.Errorf("EnsureMany of a site that is gone after %d requests sent %d, want at most 40 more", after, n)
		}
	}
}

func TestEnsureManyIdentifiesPagesByTheirParentToo(t *testing.T) {
	t.Parallel()
	server := cmstest.NewServer(cmstest.WithTest(t))
	site := ensurer(t, server, "editor", http.DefaultTransport)
	var all []cms.Wanted[cms.PageParams]
	for n := range 30 {
		parent := server.Insert("pages", map[string]any{"title": fmt.Sprint("Parent ", n), "status": "publish"})
		for _, slug := range []string{"install", "use", "%e6%97%a5%e6%9c%ac"} {
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

func TestEnsureManyOfADryRunSendsOnlyReads(t *testing.T) {
	t.Parallel()
	all := lots(30)
	server := cmstest.NewServer(cmstest.WithTest(t))
	published(server, all[:20])
	all[0].Params.Title = new("New")
	site, err := ensurer(t, server, "editor", http.DefaultTransport).With(cms.WithDryRun())
	if err != nil {
		t.Fatal(err)
	}
	done, counts := manyDone(t, site, all, nil)
	if counts[cms.EnsureUnchanged] != 19 {
		t.Errorf("EnsureMany of a dry run: %v, want 19 unchanged", counts)
	}
	for i, want := range map[int]string{0: "cms/v2/posts/1", 20: "cms/v2/posts", 29: "cms/v2/posts"} {
		e, ok := errors.AsType[*cms.DryRunError](done[i].Err)
		if !ok {
			t.Errorf("EnsureMany of a dry run: record %d: error %v, want a *DryRunError", i, done[i].Err)
		} else if e.Path != want || len(e.Body) == 0 {
			t.Errorf("EnsureMany of a dry run: record %d: a request of %s with the body %q, want %s and a body", i, e.Path,
				e.Body, want)
		}
	}
	if written := writes(server); len(written) > 0 {
		t.Errorf("EnsureMany of a dry run wrote %q, want nothing", written)
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

func TestEnsureManyUpdatesWithTheArgumentsOfTheCall(t *testing.T) {
	t.Parallel()
	server := cmstest.NewServer(cmstest.WithTest(t))
	all := lots(3)
	published(server, all)
	var paths []string
	site := ensurer(t, server, "editor", stub.Carrier(func(r *http.Request) (*http.Response, error) {
		if r.Method == http.MethodPost {
			body, err := io.ReadAll(r.Body)
			if err != nil {
				return nil, err
			}
			paths = append(paths, string(body))
			r = r.Clone(r.Context())
			r.Body = io.NopCloser(bytes.NewReader(body))
		}
		return http.DefaultTransport.RoundTrip(r)
	}))
	all[1].Params.Title = new("New")
	all = append(all, cms.Wanted[cms.PostParams]{Slug: "new", Params: &cms.PostParams{Title: new("Another")}})
	for i, one := range site.Posts.EnsureMany(t.Context(), all, nil, cms.Argument("lang", "de")) {
		if one.Err != nil {
			t.Errorf("EnsureMany of record %d: error %v, want none", i, one.Err)
		}
	}
	for _, body := range paths {
		if strings.Count(body, `"path"`) != strings.Count(body, "lang=de") {
			t.Errorf("EnsureMany with the argument lang sent the batch %s, want lang=de in each path", body)
		}
	}
	if len(paths) < 2 {
		t.Errorf("EnsureMany of a changed and a new record sent %d batches, want at least two", len(paths))
	}
}
