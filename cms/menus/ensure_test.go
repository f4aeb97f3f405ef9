package menus_test

import (
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/cms/cmstest"
	"github.com/fontcms/fontcms-go/cms/menus"
	"github.com/fontcms/fontcms-go/internal/replay"
	"github.com/fontcms/fontcms-go/internal/replay/sitetest"
)

const listMenus = "GET " + root + "menus?orderby=id&page=1&per_page=100"

// listed is a list of menus that states its totals.
func listed(records ...string) replay.Reply {
	n := strconv.Itoa(len(records))
	return replay.Reply{Status: http.StatusOK, Body: "[" + strings.Join(records, ",") + "]",
		Header: map[string]string{"X-CMS-Total": n, "X-CMS-TotalPages": min(n, "1")}}
}

func TestEnsureMakesAMenuOnceHoweverTheCreateFails(t *testing.T) {
	t.Parallel()
	refused := func(code, data string) replay.Reply {
		return replay.Answer(http.StatusBadRequest, `{"code":"`+code+`","message":"m","data":`+data+`}`)
	}
	exists, lost, other := refused("menu_exists", `{"status":400,"term_id":2}`), replay.Reply{
		Err: replay.ErrLost}, strings.Replace(one, "A &amp; B", "C", 1)
	gone := replay.Answer(http.StatusNotFound, `{"code":"rest_term_invalid","message":"m"}`)
	no := replay.Answer(http.StatusForbidden,
		`{"code":"rest_cannot_view","message":"m","data":{"status":403,"term_id":2}}`)
	twin := strings.Replace(one, `"id":2`, `"id":1`, 1)
	for name, c := range map[string]struct {
		replies []replay.Reply
		id      int64
		is      error
	}{
		"there":             {[]replay.Reply{listed(one, strings.Replace(other, `"id":2`, `"id":3`, 1))}, 2, nil},
		"the lowest of two": {[]replay.Reply{listed(one, twin)}, 1, nil},
		"not to be listed":  {[]replay.Reply{no}, 0, cms.ErrForbidden},
		"made": {[]replay.Reply{listed(), replay.Answer(http.StatusCreated, one), listed(one)}, 2,
			nil},
		"made and not listed": {[]replay.Reply{listed(), replay.Answer(http.StatusCreated, one), listed()}, 2, nil},
		"made and not to be listed": {[]replay.Reply{listed(), replay.Answer(http.StatusCreated, one), no}, 0,
			cms.ErrForbidden},
		"made with another name": {[]replay.Reply{listed(), replay.Answer(http.StatusCreated, other), listed()}, 0,
			cms.ErrConflict},
		"made meanwhile": {[]replay.Reply{listed(), exists, listed(one)}, 2, nil},
		"made at the same moment": {[]replay.Reply{listed(), refused("term_exists", `{"status":400,"term_id":2}`),
			listed(one)}, 2, nil},
		"named and not listed": {[]replay.Reply{listed(), exists, listed(), ok(one)}, 2, nil},
		"an id as text": {[]replay.Reply{listed(), refused("menu_exists", `{"term_id":"2"}`), listed(),
			ok(one)}, 2, nil},
		"no id": {[]replay.Reply{listed(), refused("menu_exists", `{"status":400,"term_id":null}`),
			listed()}, 0, menus.CodeMenuExists},
		"no object": {[]replay.Reply{listed(), refused("menu_exists", `[2]`), listed()},
			0, menus.CodeMenuExists},
		"named and not to be read": {[]replay.Reply{listed(), exists, listed(), no}, 0, cms.ErrForbidden},
		"named and gone by then": {[]replay.Reply{listed(), exists, listed(), gone,
			replay.Answer(http.StatusCreated, one), listed(one)}, 2, nil},
		"another one is named": {[]replay.Reply{listed(), exists, listed(), ok(other)}, 0, cms.ErrConflict},
		"another reason":       {[]replay.Reply{listed(), no}, 0, cms.ErrForbidden},
		"a lost response":      {[]replay.Reply{listed(), lost, listed(one)}, 2, nil},
		"a lost request": {[]replay.Reply{listed(), lost, listed(), replay.Answer(http.StatusCreated, one),
			listed(one)}, 2, nil},
		"lost, and not to be listed": {[]replay.Reply{listed(), lost, no}, 0, cms.ErrOutcomeUnknown},
		"six lost requests": {[]replay.Reply{listed(), lost, listed(), lost, listed(), lost, listed(), lost,
			listed(), lost, listed(), lost}, 0, cms.ErrOutcomeUnknown},
		"the refusal and the conflict": {[]replay.Reply{listed(), exists, listed(), ok(other)}, 0, menus.CodeMenuExists},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			tap, site := sitetest.NewTap(t, c.replies...)
			menu, err := menus.New(site).Ensure(t.Context(), "a & B", &menus.Params{Description: new("d")})
			switch {
			case !errors.Is(err, c.is):
				t.Errorf("%v: Menus.Ensure: error %v, want %v", menu, err, c.is)
			case (err == nil) != (c.is == nil):
				t.Errorf("%v: error %v, want nil only if c.is == nil, which is %t", menu, err, c.is == nil)
			case err == nil && menu.ID != c.id:
				t.Errorf("Menus.Ensure: menu.ID %d, want %d", menu.ID, c.id)
			}
			if err != nil && !strings.Contains(err.Error(), "menus.") {
				t.Errorf("Menus.Ensure: %v names no operation: error %v, want %q in it if err != nil", err, err, "menus.")
			}
			tap.Drained()
			for _, asked := range tap.Asked() {
				if strings.HasPrefix(asked, "POST") && asked != "POST "+root+`menus {"name":"a & B","description":"d"}` {
					t.Errorf(`Tap.Asked: asked %q, want %q if strings.HasPrefix(asked, "POST")`, asked,
						"POST "+root+`menus {"name":"a & B","description":"d"}`)
				}
			}
		})
	}
}

func TestEnsureBringsAMenuToWhatParamsSay(t *testing.T) {
	t.Parallel()
	const stored = `{"id":2,"description":"d &amp; e","name":"A &amp; B","slug":"a-b","meta":{"weight":8},` +
		`"locations":["primary"],"auto_add":true,"colour":"red"}`
	for name, c := range map[string]struct {
		params *menus.Params
		asks   bool // for the locations
		sent   string
	}{
		"no params": {nil, false, ""},
		"the same": {&menus.Params{Name: new("a & b"), Slug: new("x"), Description: new("d & e"),
			Locations: []string{"primary"}, AutoAdd: new(true)}, false, ""},
		"a description":  {&menus.Params{Description: new("f")}, false, `{"description":"f"}`},
		"no description": {&menus.Params{Description: new("")}, false, `{"description":""}`},
		"another field":  {&menus.Params{AutoAdd: new(false)}, false, `{"description":"d &amp; e","auto_add":false}`},
		"no location":    {&menus.Params{Locations: []string{}}, false, `{"description":"d &amp; e","locations":[]}`},
		"one more location": {&menus.Params{Locations: []string{"social", "primary"}}, true,
			`{"description":"d &amp; e","locations":["social","primary"]}`},
		"a member that differs": {&menus.Params{Extra: cms.Extra{"colour": []byte(`"blue"`)}}, false,
			`{"description":"d &amp; e","colour":"blue"}`},
		"a member of the meta": {&menus.Params{Meta: &cms.MetaParams{Extra: cms.Extra{"weight": []byte(`7`)}}}, false,
			`{"description":"d &amp; e","meta":{"weight":7}}`},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			replies, want := []replay.Reply{listed(stored)}, []string{listMenus}
			if c.asks {
				replies, want = append(replies, ok(strings.Replace(held, `"menu":7`, `"menu":2`, 1))), append(want,
					"GET "+root+"menu-locations")
			}
			if c.sent != "" {
				replies, want = append(replies, ok(stored)), append(want, "POST "+root+"menus/2 "+c.sent)
			}
			tap, site := sitetest.NewTap(t, replies...)
			switch menu, err := menus.New(site).Ensure(t.Context(), "A & B", c.params); {
			case err != nil:
				t.Errorf("%v: Menus.Ensure: error %v, want nil", menu, err)
			case menu.ID != 2:
				t.Errorf("Menus.Ensure: menu.ID %d, want 2", menu.ID)
			}
			tap.Sent(want...)
		})
	}
}

// start is a site with two locations, and its administrator.
func start(t *testing.T, options ...cms.Option) (*cmstest.Server, *cms.Client) {
	t.Helper()
	server := cmstest.NewServer(cmstest.WithMenuLocation("primary", "Primary menu"),
		cmstest.WithMenuLocation("social", "Social links"))
	t.Cleanup(server.Close)
	site, err := cms.New(server.URL, append([]cms.Option{cms.WithApplicationPassword("admin",
		server.AppPassword("admin"))}, options...)...)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(site.CloseIdleConnections)
	return server, site
}

func TestEnsureTwiceKeepsTheLocationsOfTheMenu(t *testing.T) {
	t.Parallel()
	_, site := start(t)
	all, ctx := menus.New(site), t.Context()
	params := &menus.Params{Description: new("Above"), Locations: []string{"primary"}, AutoAdd: new(true)}
	first, err := all.Ensure(ctx, "Main", params)
	if err != nil {
		t.Fatal(err)
	}
	switch again, err := all.Ensure(ctx, "MAIN", params); {
	case err != nil:
		t.Errorf("%v: Menus.Ensure: error %v, want nil", again, err)
	case again.ID != first.ID || again.Name != "Main":
		t.Errorf("Menus.Ensure: again.ID %d, again.Name %q, want %d and %q", again.ID, again.Name, first.ID, "Main")
	}
	more, err := all.Ensure(ctx, "Main", &menus.Params{Locations: []string{"social", "primary"}})
	switch {
	case err != nil:
		t.Errorf("%v: Menus.Ensure: error %v, want nil", more, err)
	case more.Description != "Above":
		t.Errorf("Menus.Ensure: more.Description %q, want %q", more.Description, "Above")
	case !more.AutoAdd:
		t.Error("Menus.Ensure: more.AutoAdd is false, want true")
	case len(more.Locations) != 2:
		t.Errorf("Menus.Ensure: length of more.Locations %d, want 2", len(more.Locations))
	}
	for range 2 { // when it is new, and when it is there
		switch other, err := all.Ensure(ctx, "Other", &menus.Params{Locations: []string{"primary"}}); {
		case !errors.Is(err, menus.ErrLocationTaken):
			t.Errorf("%v: Menus.Ensure: error %v, want ErrLocationTaken", other, err)
		case !strings.Contains(err.Error(), "menus.Ensure"):
			t.Errorf("%v: Menus.Ensure: error %v, want %q in it", other, err, "menus.Ensure")
		}
		if _, err := all.Ensure(ctx, "Other", nil); err != nil {
			t.Error(err)
		}
	}
	other, err := all.Ensure(ctx, "Other", &menus.Params{Locations: []string{"primary"}, TakeLocations: true})
	switch {
	case err != nil:
		t.Errorf("%v: Menus.Ensure: error %v, want nil", other, err)
	case !slices.Equal(other.Locations, []string{"primary"}):
		t.Errorf("Menus.Ensure: other.Locations %q, want %q", other.Locations, []string{"primary"})
	}
}

func TestEnsureFindsItsMenuAfterALostCreateWithLocations(t *testing.T) {
	t.Parallel()
	server, site := start(t)
	server.Fail(cmstest.Fault{Method: http.MethodPost, Times: 1, Processed: true, Cut: cmstest.CutAnswer})
	menu, err := menus.New(site).Ensure(t.Context(), "Main", &menus.Params{Locations: []string{"primary"}})
	switch {
	case err != nil:
		t.Errorf("%v: Menus.Ensure: error %v, want nil", menu, err)
	case !slices.Equal(menu.Locations, []string{"primary"}):
		t.Errorf("Menus.Ensure: menu.Locations %q, want %q", menu.Locations, []string{"primary"})
	}
}

func TestEnsureFindsAMenuHoweverItsNameIsSpelled(t *testing.T) {
	t.Parallel()
	for _, names := range [][2]string{
		{"Old  Style", "old style"}, {"Old\tStyle", "Old Style"}, {" Main ", "Main"}, {"AT&copy", "at&copy"},
		{"R&D", "r&amp;d"},
		{`Back\slash`, `back\slash`}, {"7 > 6", "7 &gt; 6"}, {"ÄÖ", "äö"},
	} {
		_, site := start(t)
		all := menus.New(site)
		first, err := all.Ensure(t.Context(), names[0], nil)
		if err != nil {
			t.Fatal(err)
		}
		for _, name := range names {
			switch again, err := all.Ensure(t.Context(), name, nil); {
			case err != nil:
				t.Errorf("%q: Menus.Ensure(name): error %v, want nil", name, err)
			case again.ID != first.ID:
				t.Errorf("%q: Menus.Ensure(name): again.ID %d, want %d", name, again.ID, first.ID)
			}
			switch found, err := all.ByName(t.Context(), name); {
			case err != nil:
				t.Errorf("%q: Menus.ByName(name): error %v, want nil", name, err)
			case found.ID != first.ID:
				t.Errorf("%q: Menus.ByName(name): found.ID %d, want %d", name, found.ID, first.ID)
			}
		}
		if n, err := all.Count(t.Context(), nil); err != nil || n != 1 {
			t.Errorf("Menus.Count: %q: %d menus, %v: error %v, n %d, want nil and 1", names, n, err, err, n)
		}
	}
}

func TestFindTellsThatNoMenuHasTheName(t *testing.T) {
	t.Parallel()
	tap, site := sitetest.NewTap(t, listed(one), replay.Answer(http.StatusForbidden,
		`{"code":"rest_cannot_view","message":"m"}`))
	all := menus.New(site)
	_, err := all.ByName(t.Context(), "C")
	switch e, ok := errors.AsType[*cms.Error](err); {
	case !ok:
		t.Errorf("Menus.ByName: error %v, want a *cms.Error", err)
	case !errors.Is(err, cms.ErrNotFound):
		t.Errorf("Menus.ByName: error %v, want ErrNotFound", err)
	case e.Operation != "menus.ByName" || e.Path != "cms/v2/menus":
		t.Errorf("Menus.ByName: Operation %q, Path %q, want %q and %q", e.Operation, e.Path, "menus.ByName", "cms/v2/menus")
	}
	if _, err = all.ByName(t.Context(), "C"); !errors.Is(err, cms.ErrForbidden) {
		t.Errorf("Menus.ByName: error %v, want ErrForbidden", err)
	}
	tap.Drained()
}

func TestEnsureOfMenusRefusesWhatItCannotKnow(t *testing.T) {
	t.Parallel()
	tap, site := sitetest.NewTap(t)
	all, ctx := menus.New(site), t.Context()
	for _, name := range []string{"", " ", "<b>Main</b>", "100%25", "a\x00b"} {
		_, err := all.Ensure(ctx, name, nil)
		tap.Refused(err, "name")
	}
	_, err := all.Ensure(ctx, "Main", &menus.Params{Name: new("Other")})
	tap.Refused(err, "name")
	_, err = all.Ensure(ctx, "Main", nil, cms.Fields("id"))
	tap.Refused(err, "fields")
	_, err = all.ByName(ctx, "Main", cms.Fields("id"))
	tap.Refused(err, "fields")
}

func TestEnsureOfMenusHandsItsOptionsToEachRequest(t *testing.T) {
	t.Parallel()
	free := ok(strings.Replace(held, `"menu":7`, `"menu":0`, 1))
	tap, site := sitetest.NewTap(t, listed(), free, replay.Answer(http.StatusBadRequest,
		`{"code":"menu_exists","message":"m","data":{"term_id":2}}`), listed(),
		ok(one), free, ok(one))
	headers := 0
	site, err := site.With(cms.WithMiddleware(func(next http.RoundTripper) http.RoundTripper {
		return roundTrip(func(r *http.Request) (*http.Response, error) {
			if r.Header.Get("X-Trace") == "7" {
				headers++
			}
			return next.RoundTrip(r)
		})
	}))
	if err != nil {
		t.Fatal(err)
	}
	var seen cms.Response
	menu, err := menus.New(site).Ensure(t.Context(), "A & B", &menus.Params{Locations: []string{"social"}},
		cms.Embed("up"), cms.Capture(&seen), cms.UpdateMethod("PUT"), cms.Header("X-Trace", "7"))
	switch {
	case err != nil:
		t.Errorf("Menus.Ensure: %v, %v, %d of %d requests have the header: error %v, want nil", menu, err, headers,
			len(tap.Asked()), err)
	case menu.ID != 2:
		t.Errorf("Menus.Ensure: %v, %v, %d of %d requests have the header: menu.ID %d, want 2", menu, err, headers,
			len(tap.Asked()), menu.ID)
	case seen.Status != http.StatusOK:
		t.Errorf("cms.Capture: %v, %v, %d of %d requests have the header: seen.Status %d, want StatusOK", menu, err, headers,
			len(tap.Asked()), seen.Status)
	case headers != len(tap.Asked()):
		t.Errorf("%v, %v, %d of %d requests have the header: headers %d, want %d", menu, err, headers, len(tap.Asked()),
			headers, len(tap.Asked()))
	}
	const list, locations = "GET " + root + "menus?_embed=up&orderby=id&page=1&per_page=100", "GET " + root +
		"menu-locations"
	tap.Sent(list, locations, "POST "+root+`menus?_embed=up {"name":"A & B","locations":["social"]}`, list,
		"GET "+root+"menus/2?_embed=up", locations,
		"PUT "+root+`menus/2?_embed=up {"description":"d","locations":["social"]}`)
}

type roundTrip func(*http.Request) (*http.Response, error)

func (f roundTrip) RoundTrip(r *http.Request) (*http.Response, error) { return f(r) }

func TestEnsureOfMenusReturnsLowestIDAfterRace(t *testing.T) {
	t.Parallel()
	const ours, theirs = 101, 40
	for name, c := range map[string]struct {
		meanwhile func(*cmstest.Server, *cms.Client) error
		fault     *cmstest.Fault
		left      []int64
		err       error
	}{
		"nobody uses ours": {left: []int64{theirs}},
		"ours has an item": {meanwhile: func(_ *cmstest.Server, site *cms.Client) error {
			_, err := site.MenuItems.Create(t.Context(), &cms.MenuItemParams{Title: new("Fonts"), URL: new("/fonts"),
				Menus: new(int64(ours))})
			return err
		}, left: []int64{theirs, ours}, err: cms.ErrConflict},
		"ours was changed": {meanwhile: func(_ *cmstest.Server, site *cms.Client) error {
			_, err := menus.New(site).Update(t.Context(), ours, &menus.Params{Name: new("Mine now"), Description: new("")})
			return err
		}, left: []int64{theirs, ours}, err: cms.ErrConflict},
		"ours got another location": {fault: &cmstest.Fault{
			Method: http.MethodGet, Route: "/cms/v2/menus/{id}",
			Body: []byte(
				`{"id":101,"name":"Main","slug":"main","description":"","locations":["primary","social"],"auto_add":false}`),
		}, left: []int64{theirs, ours}, err: cms.ErrConflict},
		"ours got a member of meta": {fault: &cmstest.Fault{
			Method: http.MethodGet, Route: "/cms/v2/menus/{id}",
			Body: []byte(
				`{"id":101,"name":"Main","slug":"main","description":"","meta":{"colour":"red"},"locations":["primary"],` +
					`"auto_add":false}`),
		}, left: []int64{theirs, ours}, err: cms.ErrConflict},
		"ours is gone already": {fault: &cmstest.Fault{Method: http.MethodDelete, Processed: true,
			Status: http.StatusNotFound, Code: "rest_term_invalid", Message: "m"}, left: []int64{theirs}},
		"it goes while we delete it": {fault: &cmstest.Fault{Method: http.MethodDelete, Processed: true,
			Status: http.StatusInternalServerError, Code: "rest_cannot_delete", Message: "m"}, left: []int64{theirs}},
		"the site does not delete it": {fault: &cmstest.Fault{Method: http.MethodDelete,
			Status: http.StatusInternalServerError, Code: "rest_cannot_delete", Message: "m"}, left: []int64{theirs, ours},
			err: cms.CodeCannotDelete},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			server, admin := start(t)
			server.Insert("menus", map[string]any{"id": 100, "name": "Other"})
			site := racing(t, server, func() {
				server.Insert("menus", map[string]any{"id": theirs, "name": "Main"})
				if c.meanwhile != nil {
					if err := c.meanwhile(server, admin); err != nil {
						t.Error(err)
					}
				}
				if c.fault != nil {
					server.Fail(*c.fault)
				}
			})
			menu, err := menus.New(site).Ensure(t.Context(), "Main", &menus.Params{Locations: []string{"primary"}})
			switch {
			case !errors.Is(err, c.err):
				t.Errorf("%v: Menus.Ensure: error %v, want %v", menu, err, c.err)
			case (err == nil) != (c.err == nil):
				t.Errorf("%v: error %v, want nil only if c.err == nil, which is %t", menu, err, c.err == nil)
			case err == nil && (menu.ID != theirs || !slices.Equal(menu.Locations, []string{"primary"})):
				t.Error(
					`Menus.Ensure: err == nil && (menu.ID != theirs || !slices.Equal(menu.Locations, []string{"primary"})) is true,` +
						` want false`)
			}
			var left []int64
			for id := range int64(200) {
				if record := server.Record("menus", id); record != nil && record["name"] != "Other" {
					left = append(left, id)
				}
			}
			if !slices.Equal(left, c.left) {
				t.Errorf("the site has %d, not %d: left %v, want %v", left, c.left, left, c.left)
			}
		})
	}
}

// racing is a client whose first create is followed by something else that happens on
// the site, before its response comes.
func racing(t *testing.T, server *cmstest.Server, happens func()) *cms.Client {
	t.Helper()
	var once sync.Once
	site, err := cms.New(server.URL, cms.WithApplicationPassword("admin", server.AppPassword("admin")),
		cms.WithMiddleware(func(next http.RoundTripper) http.RoundTripper {
			return roundTrip(func(r *http.Request) (*http.Response, error) {
				resp, err := next.RoundTrip(r)
				if r.Method == http.MethodPost {
					once.Do(happens)
				}
				return resp, err
			})
		}))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(site.CloseIdleConnections)
	return site
}

func TestEnsureTakesALocationBackFromADuplicate(t *testing.T) {
	t.Parallel()
	server, admin := start(t)
	site := racing(t, server, func() { // a process that comes later takes the location, and has not looked again yet
		server.Insert("menus", map[string]any{"name": "Main", "locations": []string{"primary"}})
	})
	menu, err := menus.New(site).Ensure(t.Context(), "Main", &menus.Params{Locations: []string{"primary"}})
	switch {
	case err != nil:
		t.Errorf("%v: Menus.Ensure: error %v, want nil", menu, err)
	case !slices.Equal(menu.Locations, []string{"primary"}):
		t.Errorf("Menus.Ensure: menu.Locations %q, want %q", menu.Locations, []string{"primary"})
	}
	switch at, err := menus.New(admin).Locations.Get(t.Context(), "primary"); {
	case err != nil:
		t.Errorf("Locations.Get: %v, %v, not %d: error %v, want nil", at, err, menu.ID, err)
	case at.Menu != menu.ID:
		t.Errorf("Locations.Get: %v, %v, not %d: at.Menu %d, want %d", at, err, menu.ID, at.Menu, menu.ID)
	}
}

func TestEnsureOfOneClientMakesOneMenu(t *testing.T) {
	t.Parallel()
	_, site := start(t)
	var group sync.WaitGroup
	ids := make([]int64, 8)
	for i := range ids {
		group.Go(func() {
			menu, err := menus.New(site).Ensure(t.Context(), "Main",
				&menus.Params{Description: new(fmt.Sprint("d", i)), Locations: []string{"primary"}})
			switch {
			case err != nil:
				t.Errorf("%v: Menus.Ensure: error %v, want nil", menu, err)
				return
			case menu.Description != fmt.Sprint("d", i):
				t.Errorf("Menus.Ensure: menu.Description %q, want %q", menu.Description, fmt.Sprint("d", i))
				return
			}
			ids[i] = menu.ID
		})
	}
	group.Wait()
	if len(slices.Compact(ids)) != 1 {
		t.Errorf("length of slices.Compact(ids) %d, want 1", len(slices.Compact(ids)))
	}
}
