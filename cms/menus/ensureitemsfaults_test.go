package menus_test

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/cms/cmstest"
	"github.com/fontcms/fontcms-go/cms/menus"
	"github.com/fontcms/fontcms-go/internal/replay/sitetest"
)

// inProcess gives a request to a server without a connection.
func inProcess(server *cmstest.Server, r *http.Request) (*http.Response, error) {
	r = r.Clone(r.Context())
	if r.Body == nil {
		r.Body = http.NoBody
	}
	w := httptest.NewRecorder()
	server.Handler().ServeHTTP(w, r)
	resp := w.Result()
	resp.Header, resp.Request = http.Header{}, r
	for name, values := range w.Header() { // in the spelling of the server, which a connection would change
		resp.Header[http.CanonicalHeaderKey(name)] = values
	}
	return resp, nil
}

// through returns the menus of a site, which are reached through a connection.
func through(t *testing.T, server *cmstest.Server, line roundTrip) *menus.Menus {
	t.Helper()
	site, err := cms.New(server.URL, cms.WithApplicationPassword("admin", server.AppPassword("admin")),
		cms.WithHTTPClient(&http.Client{Transport: line}),
		cms.WithRetry(cms.Retry{Attempts: 6, MinWait: time.Microsecond, MaxWait: time.Millisecond}))
	if err != nil {
		t.Fatal(err)
	}
	return menus.New(site)
}

const aMenu = 7

// someOfEach is a server with the first half of the items: unchanged ones, and ones that differ.
func someOfEach(t *testing.T, all []menus.WantedItem) *cmstest.Server {
	t.Helper()
	server := cmstest.NewServer()
	t.Cleanup(server.Close)
	server.Insert("menus", map[string]any{"id": aMenu, "name": "Main"})
	var above int64
	for i, one := range all[:len(all)/2] {
		title, parent := *one.Params.Title, above
		if i%2 == 0 {
			title = "Old"
		}
		if one.Depth == 0 {
			parent = 0
		}
		id := server.Insert("menu-items", map[string]any{"title": title, "url": *one.Params.URL, "menus": aMenu,
			"parent": parent, "menu_order": *one.Params.MenuOrder,
			"date": "1999-01-01T00:00:00"}) // before the clock of synctest
		if one.Depth == 0 {
			above = id
		}
	}
	return server
}

// complete checks that the menu has exactly what is wanted.
func complete(t *testing.T, server *cmstest.Server, all []menus.WantedItem, when string) {
	t.Helper()
	site, err := cms.New(server.URL, cms.WithApplicationPassword("admin", server.AppPassword("admin")),
		cms.WithHTTPClient(&http.Client{Transport: roundTrip(func(r *http.Request) (*http.Response, error) {
			return inProcess(server, r)
		})}))
	if err != nil {
		t.Fatal(err)
	}
	isShown(t, site, aMenu, lines(all), when)
}

// TestEnsureItemsContinuesAfterAKill ends a process at each of its requests. The request is lost on
// its way to the site, or carried out. Another process then brings all items.
func TestEnsureItemsContinuesAfterAKill(t *testing.T) {
	t.Parallel()
	all := branches(14)
	for _, arrives := range []bool{false, true} {
		for at := 1; ; at++ {
			var sent atomic.Int64
			server := someOfEach(t, all)
			synctest.Test(t, func(t *testing.T) {
				first := through(t, server, func(r *http.Request) (*http.Response, error) {
					n := int(sent.Add(1))
					if n > at || n == at && !arrives {
						return nil, errors.New("killed")
					}
					resp, err := inProcess(server, r)
					if n == at {
						resp, err = nil, errors.New("killed")
					}
					return resp, err
				})
				ensured(t, first, aMenu, all, nil)
				second := through(t, server, func(r *http.Request) (*http.Response, error) { return inProcess(server, r) })
				done, _ := ensured(t, second, aMenu, all, nil)
				for i, one := range done {
					if one.Err != nil {
						t.Errorf("EnsureItems after a kill at request %d: item %d: %v, want no error", at, i, one.Err)
					}
				}
			})
			complete(t, server, all, fmt.Sprintf("after a kill at request %d, which arrives: %t", at, arrives))
			if int(sent.Load()) < at {
				if at < 5 {
					t.Errorf("EnsureItems of %d items sent %d requests, want 5 or more", len(all), at-1)
				}
				break
			}
		}
	}
}

// TestEnsureItemsGoesOnAfterALostResponse loses one response of a call. The same call brings all
// items.
func TestEnsureItemsGoesOnAfterALostResponse(t *testing.T) {
	t.Parallel()
	all := branches(14)
	for _, arrives := range []bool{false, true} {
		for at := 1; ; at++ {
			var sent atomic.Int64
			server := someOfEach(t, all)
			synctest.Test(t, func(t *testing.T) {
				of := through(t, server, func(r *http.Request) (*http.Response, error) {
					if int(sent.Add(1)) != at {
						return inProcess(server, r)
					}
					if arrives {
						if _, err := inProcess(server, r); err != nil {
							return nil, err
						}
					}
					return nil, errors.New("connection reset by peer")
				})
				done, _ := ensured(t, of, aMenu, all, nil)
				for i, one := range done {
					if one.Err != nil {
						t.Errorf("EnsureItems, response %d is lost: item %d: %v, want no error", at, i, one.Err)
					}
				}
			})
			complete(t, server, all, fmt.Sprintf("after the lost response %d, which arrives: %t", at, arrives))
			if int(sent.Load()) < at {
				break
			}
		}
	}
}

func TestEnsureItemsOfSeveralProcessesMakesEachItemOnce(t *testing.T) {
	t.Parallel()
	for seed := range uint64(12) {
		all := branches(14)
		server := someOfEach(t, all[:len(all)*int(seed%3)/2]) // an empty menu, a quarter, a half
		synctest.Test(t, func(t *testing.T) {
			var group sync.WaitGroup
			for n := range uint64(5) {
				var mu sync.Mutex
				delays := rand.New(rand.NewPCG(seed, n))
				wait := func() {
					mu.Lock()
					n := delays.IntN(100)
					mu.Unlock()
					time.Sleep(time.Duration(n) * time.Millisecond)
				}
				of := through(t, server, func(r *http.Request) (*http.Response, error) {
					wait()
					resp, err := inProcess(server, r)
					wait()
					return resp, err
				})
				group.Go(func() {
					for i, one := range of.EnsureItems(t.Context(), aMenu, all, nil) {
						if one.Err != nil {
							t.Errorf("seed %d: EnsureItems of 5 processes: item %d: %v, want no error", seed, i, one.Err)
						}
					}
				})
			}
			group.Wait()
		})
		complete(t, server, all, fmt.Sprintf("seed %d, after 5 processes", seed))
	}
}

func TestEnsureItemsStopsWhereTheSiteIsGone(t *testing.T) {
	t.Parallel()
	all := branches(14)
	for after := range int64(6) {
		server := someOfEach(t, all)
		synctest.Test(t, func(t *testing.T) {
			var sent atomic.Int64
			of := through(t, server, func(r *http.Request) (*http.Response, error) {
				if sent.Add(1) > after {
					return nil, errors.New("no route to host")
				}
				return inProcess(server, r)
			})
			done, _ := ensured(t, of, aMenu, all, nil)
			if n := sent.Load(); n > after+20 {
				t.Errorf("EnsureItems of a site that is gone after %d requests sent %d, want at most 20 more", after, n)
			}
			if last := done[len(done)-1].Err; after < 4 && last == nil || after == 0 && !errors.Is(last, cms.ErrNotTried) {
				t.Errorf("EnsureItems of a site that is gone after %d requests: the last error is %v, want ErrNotTried", after,
					last)
			}
		})
	}
}

func TestEnsureItemsStopsAfterAListThatFails(t *testing.T) {
	t.Parallel()
	all := branches(14)
	for name, c := range map[string]struct {
		change func(*cmstest.Server, *http.Request) (*http.Response, error)
		want   error
	}{
		"the menu is ignored": {func(server *cmstest.Server, r *http.Request) (*http.Response, error) {
			r = r.Clone(r.Context())
			query := r.URL.Query()
			for name := range query {
				if name == "menus" || name == "menus[]" {
					query.Del(name)
				}
			}
			r.URL.RawQuery = query.Encode()
			return inProcess(server, r)
		}, cms.ErrFilterIgnored},
		"the list is forbidden": {func(_ *cmstest.Server, r *http.Request) (*http.Response, error) {
			w := httptest.NewRecorder()
			w.Header().Set("Content-Type", "application/json")
			w.WriteHeader(http.StatusForbidden)
			_, _ = w.WriteString(`{"code":"rest_forbidden_context","message":"m","data":{"status":403}}`)
			resp := w.Result()
			resp.Request = r
			return resp, nil
		}, cms.ErrForbidden},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			server := someOfEach(t, all)
			server.Insert("menus", map[string]any{"id": 8, "name": "Other"})
			server.Insert("menu-items", map[string]any{"title": "Theirs", "url": "/theirs", "menus": 8})
			of := through(t, server, func(r *http.Request) (*http.Response, error) { return c.change(server, r) })
			done, _ := ensured(t, of, aMenu, all, nil)
			for i, one := range done {
				if !errors.Is(one.Err, c.want) {
					t.Errorf("EnsureItems: item %d has the error %v, want %v", i, one.Err, c.want)
				}
			}
			if n := len(server.Requests()); n > 2 || writes(server) > 0 {
				t.Errorf("EnsureItems: %d requests, %d writes, want at most 2 and none", n, writes(server))
			}
		})
	}
}

func TestEnsureItemsKeepsADuplicateThatSomebodyUses(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		change func(site *cms.Client, id int64) error
		left   int
		err    error
	}{
		"nobody uses it": {func(*cms.Client, int64) error { return nil }, 1, nil},
		"it has an item": {func(site *cms.Client, id int64) error {
			_, err := site.MenuItems.Create(t.Context(), &cms.MenuItemParams{Title: new("Child"), URL: new("/child"),
				Parent: &id, Menus: new(int64(aMenu))})
			return err
		}, 3, cms.ErrConflict},
		"it was changed": {func(site *cms.Client, id int64) error {
			_, err := site.MenuItems.Update(t.Context(), id, &cms.MenuItemParams{Target: new("_blank")})
			return err
		}, 2, cms.ErrConflict},
		"it is gone": {func(site *cms.Client, id int64) error {
			_, err := site.MenuItems.Delete(t.Context(), id)
			return err
		}, 1, nil},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			server, admin := start(t)
			server.Insert("menus", map[string]any{"id": aMenu, "name": "Main"})
			server.Insert("menu-items", map[string]any{"id": 100, "title": "First", "url": "/first", "menus": aMenu})
			site := racing(t, server, func() {
				server.Insert("menu-items", map[string]any{"id": 50, "title": "New", "url": "/new", "menus": aMenu})
				if err := c.change(admin, 101); err != nil {
					t.Error(err)
				}
			})
			done, _ := ensured(t, menus.New(site), aMenu, []menus.WantedItem{link("New", "/new"),
				link("  Below", "/below")}, nil)
			switch {
			case !errors.Is(done[0].Err, c.err) || (done[0].Err == nil) != (c.err == nil):
				t.Errorf("EnsureItems: error %v, want %v", done[0].Err, c.err)
			case c.err == nil && (done[0].Record.ID != 50 || done[0].Action != cms.EnsureUnchanged):
				t.Errorf("EnsureItems: item %d is %q, want 50 unchanged", done[0].Record.ID, done[0].Action)
			case c.err == nil && (done[1].Err != nil || done[1].Record.Parent != 50):
				t.Errorf("EnsureItems: %+v, error %v, want an item below 50", done[1].Record, done[1].Err)
			case c.err != nil && !errors.Is(done[1].Err, cms.ErrNotTried):
				t.Errorf("EnsureItems below a duplicate: error %v, want ErrNotTried", done[1].Err)
			}
			items := 0
			for id := range int64(200) {
				if r := server.Record("menu-items", id); r != nil && r["title"] != "First" && r["title"] != "Below" {
					items++
				}
			}
			if items != c.left {
				t.Errorf("EnsureItems: the menu has %d new items, want %d", items, c.left)
			}
		})
	}
}

func TestEnsureItemsPassesOverAnItemThatIsBeingDeleted(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		item   map[string]any // what the site has after the list
		action cms.EnsureAction
		want   error
	}{
		"it is gone":              {nil, cms.EnsureCreated, nil},
		"it stays without a menu": {map[string]any{"title": "Odd", "url": "/odd"}, "", cms.ErrFilterIgnored},
		"it gets its menu": {map[string]any{"title": "A", "url": "/a", "menus": aMenu}, cms.EnsureUnchanged,
			nil},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			server := mainMenu(t)
			if c.item != nil {
				c.item["id"], c.item["date"] = 99, "1999-01-01T00:00:00"
				server.Insert("menu-items", c.item)
			}
			withoutAMenu(server, 99)
			synctest.Test(t, func(t *testing.T) {
				of := through(t, server, func(r *http.Request) (*http.Response, error) {
					if strings.HasSuffix(r.URL.Path, "/99") && r.Header.Get("X-Mark") != "7" {
						t.Errorf("EnsureItems sent %s %s with the header X-Mark %q, want 7", r.Method, r.URL.Path,
							r.Header.Get("X-Mark"))
					}
					return inProcess(server, r)
				})
				done, _ := ensured(t, of, aMenu, []menus.WantedItem{link("A", "/a")}, nil, cms.Header("X-Mark", "7"))
				if done[0].Action != c.action || !errors.Is(done[0].Err, c.want) {
					t.Errorf("EnsureItems: %q, error %v, want %q and %v", done[0].Action, done[0].Err, c.action, c.want)
				}
			})
		})
	}
}

func TestItemThatABatchRefusesIsSentAgainUnlessItIsFinal(t *testing.T) {
	t.Parallel()
	for _, refusal := range sitetest.ItemRefusals() {
		t.Run(refusal.Name, func(t *testing.T) {
			t.Parallel()
			server := cmstest.NewServer()
			t.Cleanup(server.Close)
			server.Insert("menus", map[string]any{"id": aMenu, "name": "Main"})
			of := through(t, server, refusal.Spoil(func(r *http.Request) (*http.Response, error) {
				return inProcess(server, r)
			}))
			done, _ := ensured(t, of, aMenu, []menus.WantedItem{link("A", "/a"), link("B", "/b"), link("C", "/c")}, nil)
			refusal.Check(t, server.Requests(), "/menu-items", done[0].Err, done[1].Err, done[2].Err)
		})
	}
}
