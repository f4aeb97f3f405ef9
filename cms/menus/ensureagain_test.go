package menus_test

import (
	"context"
	"errors"
	"net/http"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/cms/cmstest"
	"github.com/fontcms/fontcms-go/cms/menus"
	"github.com/fontcms/fontcms-go/internal/replay"
	"github.com/fontcms/fontcms-go/internal/replay/sitetest"
)

func TestEnsureReadsAgainWhatOthersHaveChanged(t *testing.T) {
	t.Parallel()
	const locations = "GET " + root + "menu-locations"
	const others = "GET " + root + "menus?exclude%5B%5D=2&orderby=id&page=1&per_page=100"
	made, gone := replay.Answer(http.StatusCreated, one), replay.Answer(http.StatusNotFound,
		`{"code":"rest_term_invalid","message":"m","data":{"status":404}}`)
	other := ok(strings.Replace(held, `"menu":7`, `"menu":2`, 1))
	for name, c := range map[string]struct {
		params  menus.Params
		replies []replay.Reply
		sent    []string
	}{
		"a new menu": {menus.Params{Description: new("d")}, []replay.Reply{listed(), made, listed()},
			[]string{listMenus, "POST " + root + `menus {"name":"a & b","description":"d"}`, others}},
		"another process creates it with the location": {menus.Params{Locations: []string{"primary"}},
			[]replay.Reply{listed(), other, listed(one)}, []string{listMenus, locations, listMenus}},
		"another process deletes it before the update": {menus.Params{Description: new("d")},
			[]replay.Reply{listed(strings.Replace(one, `"d"`, `"e"`, 1)), gone, listed(), made, listed()},
			[]string{listMenus, "POST " + root + `menus/2 {"description":"d"}`, listMenus,
				"POST " + root + `menus {"name":"a & b","description":"d"}`, others}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			tap, site := sitetest.NewTap(t, c.replies...)
			menu, err := menus.New(site).Ensure(t.Context(), "a & b", &c.params)
			if err != nil || menu.ID != 2 {
				t.Errorf("Ensure, %s: menu %+v, error %v, want the menu 2", name, menu, err)
			}
			tap.Sent(c.sent...)
		})
	}
}

func TestByNameReturnsTheIDsOfMenusWithOneName(t *testing.T) {
	t.Parallel()
	first := strings.Replace(one, `"id":2`, `"id":1`, 1)
	other := strings.Replace(one, "A &amp; B", "C", 1)
	for name, c := range map[string]struct {
		menus []string
		id    int64
		ids   []int64
	}{
		"one":                    {[]string{first, strings.Replace(other, `"id":2`, `"id":3`, 1)}, 1, nil},
		"two, the highest first": {[]string{one, first}, 0, []int64{1, 2}},
	} {
		tap, site := sitetest.NewTap(t, listed(c.menus...))
		menu, err := menus.New(site).ByName(t.Context(), "a & b")
		if (menu == nil) != (c.id == 0) || menu != nil && menu.ID != c.id {
			t.Errorf("ByName of %s: menu %+v, error %v, want the menu %d", name, menu, err, c.id)
		}
		several, ok := errors.AsType[*cms.AmbiguousError](err)
		if ok != (c.ids != nil) || ok && !slices.Equal(several.IDs, c.ids) {
			t.Errorf("ByName of %s: error %v, want a *cms.AmbiguousError with %v", name, err, c.ids)
		}
		tap.Sent(listMenus)
	}
}

func TestEnsureOfMenusEndsWithItsContextWhileItWaits(t *testing.T) {
	t.Parallel()
	server := cmstest.NewServer()
	t.Cleanup(server.Close)
	synctest.Test(t, func(t *testing.T) {
		first := make(chan struct{})
		var sent atomic.Int64
		all := through(t, server, func(r *http.Request) (*http.Response, error) {
			if sent.Add(1) == 1 {
				close(first)
				time.Sleep(time.Hour)
			}
			return inProcess(server, r)
		})
		var group sync.WaitGroup
		group.Go(func() {
			if _, err := all.Ensure(t.Context(), "Main", nil); err != nil {
				t.Errorf("Ensure, the first call: error %v, want nil", err)
			}
		})
		<-first
		ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
		defer cancel()
		began := time.Now()
		_, err := all.Ensure(ctx, "Top", nil)
		if !errors.Is(err, context.DeadlineExceeded) || !strings.Contains(err.Error(), "menus.Ensure ") {
			t.Errorf("Ensure whose time ends while it waits: error %v, want DeadlineExceeded of menus.Ensure", err)
		}
		if took := time.Since(began); took != time.Minute {
			t.Errorf("Ensure whose time ends while it waits took %v, want 1m", took)
		}
		group.Wait()
	})
}

func TestEnsureOfMenusEndsWithItsContextInItsPause(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithTimeout(t.Context(), 10*time.Millisecond)
		defer cancel()
		tap, site := sitetest.NewTap(t, listed(), replay.Answer(http.StatusBadRequest,
			`{"code":"menu_exists","message":"m","data":{"status":400,"term_id":2}}`))
		_, err := menus.New(site).Ensure(ctx, "Main", nil)
		if !errors.Is(err, context.DeadlineExceeded) || !strings.Contains(err.Error(), "menus.Ensure ") {
			t.Errorf("Ensure whose time ends in the pause: error %v, want DeadlineExceeded of menus.Ensure", err)
		}
		tap.Drained()
	})
}
