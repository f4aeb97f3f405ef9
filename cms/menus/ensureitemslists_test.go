package menus_test

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/cms/cmstest"
	"github.com/fontcms/fontcms-go/cms/menus"
)

func value[T any](p *T) (v T) {
	if p != nil {
		v = *p
	}
	return v
}

// mainMenu is a server with the menu aMenu.
func mainMenu(t *testing.T, options ...cmstest.Option) *cmstest.Server {
	t.Helper()
	server := cmstest.NewServer(options...)
	t.Cleanup(server.Close)
	server.Insert("menus", map[string]any{"id": aMenu, "name": "Main"})
	return server
}

// withoutBatches makes a site reject all batches, so that EnsureItems sends each write by itself.
func withoutBatches(server *cmstest.Server) {
	server.Fail(cmstest.Fault{Route: "/batch/v1", Times: 1000, Status: http.StatusNotFound, Code: "rest_no_route",
		Message: "m"})
}

// refuses makes a site refuse the requests after the first ones.
func refuses(server *cmstest.Server, method, route string, skip int) {
	server.Fail(cmstest.Fault{Method: method, Route: route, Skip: skip, Status: http.StatusForbidden,
		Code: "rest_forbidden", Message: "m"})
}

const itemsRoute = "/cms/v2/menu-items"

// TestEnsureItemsOfASiteWithOldLists has a cache of lists. Another process creates two of the items, too.
func TestEnsureItemsOfASiteWithOldLists(t *testing.T) {
	t.Parallel()
	for _, batches := range []bool{true, false} {
		server := mainMenu(t, cmstest.WithListCache())
		server.Insert("menu-items", map[string]any{"id": 100, "title": "Last", "url": "/last", "menus": aMenu,
			"menu_order": 9})
		if !batches {
			withoutBatches(server)
		}
		theirs := map[string]map[string]any{ // by the text of the request after which it is there
			`"/a"`:     {"id": 50, "title": "A", "url": "/a", "menus": aMenu, "menu_order": 1},
			`"/below"`: {"id": 51, "title": "Below", "url": "/below", "menus": aMenu, "menu_order": 10, "parent": 100},
		}
		of := through(t, server, func(r *http.Request) (*http.Response, error) {
			resp, err := inProcess(server, r)
			all := server.Requests()
			for text, item := range theirs {
				if last := all[len(all)-1]; last.Method == http.MethodPost && strings.Contains(string(last.Body), text) {
					server.Insert("menu-items", item)
					delete(theirs, text)
				}
			}
			return resp, err
		})
		all := []menus.WantedItem{link("A", "/a"), link("  Below A", "/a/below"), link("B", "/b"),
			link("  Below B", "/b/below"), link("Last", "/last"), link("  Below", "/below")}
		for i := range all[:4] {
			all[i].Params.MenuOrder = new(i + 1)
		}
		done, actions := ensured(t, of, aMenu, all, nil)
		if want := "unchanged created created created unchanged unchanged"; actions != want {
			t.Errorf("EnsureItems with old lists, batches %t: %s, error %v, want %s", batches, actions, done[0].Err, want)
		}
		complete(t, server, all, fmt.Sprintf("EnsureItems with old lists, batches %t", batches))
	}
}

// TestEnsureItemsCreatesAnItemThatIsDeletedAfterTheList has a process that deletes an item meanwhile.
func TestEnsureItemsCreatesAnItemThatIsDeletedAfterTheList(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		batches bool
		wanted  []menus.WantedItem
		tries   bool // whether the call writes the item before it knows
	}{
		"batches":    {true, []menus.WantedItem{link("A", "/a"), link("  Below", "/below")}, true},
		"no batches": {false, []menus.WantedItem{link("A", "/a"), link("  Below", "/below")}, true},
		"seen gone":  {true, []menus.WantedItem{link("New", "/new"), link("  A", "/a")}, false},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			server := mainMenu(t)
			if !c.batches {
				withoutBatches(server)
			}
			server.Insert("menu-items", map[string]any{"id": 50, "title": "Old", "url": "/a", "menus": aMenu})
			var listed atomic.Bool
			tried := false
			admin := through(t, server, func(r *http.Request) (*http.Response, error) { return inProcess(server, r) })
			of := through(t, server, func(r *http.Request) (*http.Response, error) {
				resp, err := inProcess(server, r)
				if !listed.Swap(true) {
					if _, err := admin.Client().MenuItems.Delete(t.Context(), 50); err != nil {
						t.Error(err)
					}
				}
				return resp, err
			})
			done, actions := ensured(t, of, aMenu, c.wanted, nil)
			if actions != "created created" {
				t.Errorf("EnsureItems of an item that is deleted: %q, errors %v and %v, want both created", actions, done[0].Err,
					done[1].Err)
			}
			for _, r := range server.Requests() {
				if r.Method == http.MethodPost && strings.Contains(r.Path+string(r.Body), "menu-items/50") {
					tried = true
				}
			}
			if tried != c.tries {
				t.Errorf("EnsureItems of an item that is deleted: wrote it: %t, want %t", tried, c.tries)
			}
			complete(t, server, c.wanted, "after EnsureItems of an item that is deleted")
		})
	}
}

// TestEnsureItemsUpdatesNothingAgainAfterALostResponse loses the response to a batch that is carried out.
func TestEnsureItemsUpdatesNothingAgainAfterALostResponse(t *testing.T) {
	t.Parallel()
	server := mainMenu(t)
	server.Insert("menu-items", map[string]any{"id": 50, "title": "Old", "url": "/a", "menus": aMenu})
	server.Fail(cmstest.Fault{Route: "/batch/v1", Times: 1, Processed: true, Status: http.StatusBadGateway})
	of := through(t, server, func(r *http.Request) (*http.Response, error) { return inProcess(server, r) })
	done, actions := ensured(t, of, aMenu, []menus.WantedItem{link("A", "/a")}, nil)
	if actions != "unchanged" || writes(server) != 1 {
		t.Errorf("EnsureItems after a lost update: %q, error %v, %d writes, want it unchanged and 1", actions, done[0].Err,
			writes(server))
	}
}

// TestEnsureItemsWritesNothingAfterAListThatFails lets each of the lists fail.
func TestEnsureItemsWritesNothingAfterAListThatFails(t *testing.T) {
	t.Parallel()
	all := branches(2)
	for _, batches := range []bool{true, false} {
		for skip := 0; ; skip++ {
			server := mainMenu(t)
			if !batches {
				withoutBatches(server)
			}
			refuses(server, http.MethodGet, itemsRoute, skip)
			of := through(t, server, func(r *http.Request) (*http.Response, error) { return inProcess(server, r) })
			done, actions := ensured(t, of, aMenu, all, nil)
			if strings.Count(actions, "created") == len(all) {
				if skip < 3 {
					t.Errorf("EnsureItems, batches %t: all items created after %d lists, want 3 or more", batches, skip)
				}
				break
			}
			when := fmt.Sprintf("EnsureItems, batches %t, where the list %d fails", batches, skip+1)
			if last := done[len(done)-1].Err; !errors.Is(last, cms.ErrForbidden) {
				t.Errorf("%s: the last error is %v, want ErrForbidden", when, last)
			}
			lists := 0
			for _, r := range server.Requests() {
				switch {
				case r.Method == http.MethodGet:
					lists++
				case lists > skip:
					t.Errorf("%s: sent %s %s after it, want nothing", when, r.Method, r.Path)
				}
			}
		}
	}
}

// TestEnsureItemsLooksAgainAfterALostCreate loses the response to each of the creates of a site without
// batches.
func TestEnsureItemsLooksAgainAfterALostCreate(t *testing.T) {
	t.Parallel()
	all := branches(2)
	for _, arrives := range []bool{false, true} {
		for at := range int64(len(all)) {
			server := mainMenu(t)
			withoutBatches(server)
			var creates atomic.Int64
			of := through(t, server, func(r *http.Request) (*http.Response, error) {
				isLost := r.Method == http.MethodPost && strings.HasSuffix(r.URL.Path, itemsRoute) && creates.Add(1) == at+1
				if !isLost {
					return inProcess(server, r)
				}
				var err error
				if arrives {
					_, err = inProcess(server, r)
				} else {
					_, err = io.Copy(io.Discard, r.Body)
				}
				return nil, cmp.Or(err, errors.New("connection reset by peer"))
			})
			done, _ := ensured(t, of, aMenu, all, nil)
			when := fmt.Sprintf("EnsureItems, the response to the create %d is lost, which arrives: %t", at+1, arrives)
			for i, one := range done {
				if one.Err != nil {
					t.Errorf("%s: item %d: %v, want no error", when, i, one.Err)
				}
			}
			complete(t, server, all, when)
		}
	}
}

// TestEnsureItemsSaysWhatFailedAfterALostCreate loses the response to a create, and then refuses lists.
func TestEnsureItemsSaysWhatFailedAfterALostCreate(t *testing.T) {
	t.Parallel()
	server := mainMenu(t)
	withoutBatches(server)
	server.Fail(cmstest.Fault{Method: http.MethodPost, Route: itemsRoute, Times: 1, Processed: true,
		Status: http.StatusBadGateway})
	var refused atomic.Bool
	of := through(t, server, func(r *http.Request) (*http.Response, error) {
		resp, err := inProcess(server, r)
		if r.Method == http.MethodPost && strings.HasSuffix(r.URL.Path, itemsRoute) && !refused.Swap(true) {
			refuses(server, http.MethodGet, itemsRoute, 0)
		}
		return resp, err
	})
	done, _ := ensured(t, of, aMenu, []menus.WantedItem{link("A", "/a"), link("  Below", "/below")}, nil)
	if err := done[0].Err; !errors.Is(err, cms.ErrOutcomeUnknown) || !errors.Is(err, cms.ErrForbidden) {
		t.Errorf("EnsureItems: error %v, want ErrOutcomeUnknown and ErrForbidden", err)
	}
	if err := done[1].Err; !errors.Is(err, cms.ErrNotTried) || errors.Is(err, cms.ErrOutcomeUnknown) {
		t.Errorf("EnsureItems below this item: error %v, want ErrNotTried and not ErrOutcomeUnknown", err)
	}
	if n := writes(server); n != 2 {
		t.Errorf("EnsureItems wrote %d times, want a batch and a create", n)
	}
}

func TestEnsureItemsHasTheErrorOfARefusedUpdate(t *testing.T) {
	t.Parallel()
	server := mainMenu(t)
	server.Insert("menu-items", map[string]any{"id": 50, "title": "Old", "url": "/a", "menus": aMenu})
	withoutBatches(server)
	refuses(server, http.MethodPost, itemsRoute+"/{id}", 0)
	of := through(t, server, func(r *http.Request) (*http.Response, error) { return inProcess(server, r) })
	done, actions := ensured(t, of, aMenu, []menus.WantedItem{link("A", "/a"), link("  Below", "/below")}, nil)
	if want := " created"; actions != want || !errors.Is(done[0].Err, cms.ErrForbidden) {
		t.Errorf("EnsureItems of a refused update: %q, error %v, want %q and ErrForbidden", actions, done[0].Err, want)
	}
	if below := value(done[1].Record); below.Parent != 50 {
		t.Errorf("EnsureItems below a refused update: parent %d, error %v, want 50", below.Parent, done[1].Err)
	}
}

func TestEnsureItemsTriesNothingWhereItEndsDuringABatch(t *testing.T) {
	t.Parallel()
	server := mainMenu(t)
	withoutBatches(server)
	ctx, cancel := context.WithCancel(t.Context())
	of := through(t, server, func(r *http.Request) (*http.Response, error) {
		resp, err := inProcess(server, r)
		if strings.HasSuffix(r.URL.Path, "/batch/v1") {
			cancel()
		}
		return resp, err
	})
	for i, one := range of.EnsureItems(ctx, aMenu, branches(1), nil) {
		if !errors.Is(one.Err, cms.ErrNotTried) || !errors.Is(one.Err, context.Canceled) {
			t.Errorf("EnsureItems that ends during a batch: item %d has the error %v, want ErrNotTried and Canceled", i, one.Err)
		}
	}
}

func TestEnsureItemsGivesUpADuplicateOrSaysWhyNot(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		fault   cmstest.Fault
		actions string
		want    error
		ours    bool  // whether the duplicate is still there
		parent  int64 // of the item below
	}{
		"another process deletes it, too": {cmstest.Fault{Method: http.MethodDelete, Processed: true, Status: 500,
			Code: "rest_cannot_delete", Message: "m"}, "updated created", nil, false, 50},
		"the site cannot delete it": {cmstest.Fault{Method: http.MethodDelete, Status: 500, Code: "rest_cannot_delete",
			Message: "m"}, " ", cms.CodeCannotDelete, true, 0},
		"the delete is forbidden": {cmstest.Fault{Method: http.MethodDelete, Status: 403, Code: "rest_forbidden",
			Message: "m"}, " ", cms.ErrForbidden, true, 0},
		"the update of the older item is forbidden": {cmstest.Fault{Method: http.MethodPost, Status: 403,
			Code: "rest_forbidden", Message: "m"}, " created", cms.ErrForbidden, false, 50},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			server := mainMenu(t)
			server.Insert("menu-items", map[string]any{"id": 100, "title": "Last", "url": "/last", "menus": aMenu})
			c.fault.Route = itemsRoute + "/{id}"
			server.Fail(c.fault)
			site := racing(t, server, func() {
				server.Insert("menu-items", map[string]any{"id": 50, "title": "A", "url": "/a", "menus": aMenu})
			})
			all := []menus.WantedItem{link("A", "/a"), link("  Below", "/below")}
			all[0].Params.Target = new("_blank")
			done, actions := ensured(t, menus.New(site), aMenu, all, nil)
			if actions != c.actions || !errors.Is(done[0].Err, c.want) {
				t.Errorf("EnsureItems: %q, error %v, want %q and %v", actions, done[0].Err, c.actions, c.want)
			}
			if ours := server.Record("menu-items", 101) != nil; ours != c.ours {
				t.Errorf("EnsureItems: the duplicate is there: %t, want %t", ours, c.ours)
			}
			if below := value(done[1].Record); below.Parent != c.parent {
				t.Errorf("EnsureItems: the item below has the parent %d, error %v, want %d", below.Parent, done[1].Err, c.parent)
			}
		})
	}
}

// withoutAMenu makes the next list have an item without its menu, as WordPress does while another process
// deletes the item.
func withoutAMenu(server *cmstest.Server, id int64) {
	server.Fail(cmstest.Fault{Method: http.MethodGet, Route: itemsRoute, Times: 1,
		Header: http.Header{"X-CMS-Total": {"1"}, "X-CMS-TotalPages": {"1"}},
		Body: fmt.Appendf(nil, `[{"id":%d,"title":{"raw":"A","rendered":"A"},"type":"custom","object":"custom","url":"/a",`+
			`"object_id":%[1]d,"status":"publish"}]`, id)})
}

func TestEnsureItemsEndsWhereItCannotReadAnItemWithoutAMenu(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		ends bool
		want error
	}{"the item is forbidden": {false, cms.ErrForbidden}, "the context ends": {true, context.Canceled}} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			server := mainMenu(t)
			withoutAMenu(server, 99)
			refuses(server, http.MethodGet, itemsRoute+"/{id}", 0)
			synctest.Test(t, func(t *testing.T) {
				ctx, cancel := context.WithCancel(t.Context())
				defer cancel()
				of := through(t, server, func(r *http.Request) (*http.Response, error) {
					resp, err := inProcess(server, r)
					if c.ends {
						time.AfterFunc(50*time.Millisecond, cancel)
					}
					return resp, err
				})
				for i, one := range of.EnsureItems(ctx, aMenu, []menus.WantedItem{link("A", "/a"), link("B", "/b")}, nil) {
					if !errors.Is(one.Err, c.want) {
						t.Errorf("EnsureItems: item %d has the error %v, want %v", i, one.Err, c.want)
					}
				}
			})
			if n := writes(server); n > 0 {
				t.Errorf("EnsureItems wrote %d times, want 0", n)
			}
		})
	}
}
