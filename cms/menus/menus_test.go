package menus_test

import (
	"errors"
	"net/http"
	"testing"

	"github.com/fontcms/fontcms-go/batch"
	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/cms/menus"
	"github.com/fontcms/fontcms-go/internal/replay"
	"github.com/fontcms/fontcms-go/internal/replay/sitetest"
)

const (
	root = "/cms-json/cms/v2/"
	one  = `{"id":2,"description":"d","name":"A &amp; B","slug":"a-b","meta":[],"locations":["primary"],"auto_add":true,"colour":"red"}`
	gone = `{"deleted":true,"previous":` + one + `}`
	held = `{"primary":{"name":"primary","description":"Top","menu":7},"social":{"name":"social","description":"","menu":0}}`
)

func ok(body string) replay.Reply { return replay.Answer(http.StatusOK, body) }

func TestAMenuIsReadAndBecomesParams(t *testing.T) {
	t.Parallel()
	tap, site := sitetest.NewTap(t, ok(one))
	menu, err := menus.New(site).Get(t.Context(), 2)
	if err != nil || menu.Name != "A &amp; B" || !menu.AutoAdd || string(menu.Extra["colour"]) != `"red"` {
		t.Fatalf("%+v, %v", menu, err)
	}
	tap.Sent("GET " + root + "menus/2")
	params, err := menu.Params()
	if err != nil {
		t.Fatal(err)
	}
	if body, err := cms.Marshal(params); err != nil || string(body) != `{"name":"A &amp; B","slug":"a-b","description":"d","locations":["primary"],"auto_add":true}` {
		t.Errorf("%s, %v", body, err)
	}
	_, site = sitetest.NewTap(t, ok(`{"id":2,"name":"A","slug":"a","locations":[]}`))
	part, err := menus.New(site).Get(t.Context(), 2, cms.Fields("name", "slug", "locations"))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := part.Params(); !errors.Is(err, cms.ErrIncomplete) {
		t.Errorf("%v", err)
	}
}

func TestAnUpdateWithoutADescriptionIsRefused(t *testing.T) {
	t.Parallel()
	for name, params := range map[string]*menus.Params{"nil": nil, "empty": {}, "a name": {Name: new("B")}, "locations": {Locations: []string{"primary"}}} {
		tap, site := sitetest.NewTap(t)
		all := menus.New(site)
		_, direct := all.Update(t.Context(), 2, params)
		_, request := cms.Do(t.Context(), site, all.UpdateRequest(2, params))
		_, batched := batch.New(site).Add(all.UpdateRequest(2, params)).Do(t.Context())
		for _, err := range []error{direct, request, batched} {
			if !errors.Is(err, menus.ErrDescriptionDue) {
				t.Errorf("%s: %v", name, err)
			}
			tap.Refused(err, "description")
		}
	}
	tap, site := sitetest.NewTap(t, ok(one))
	if menu, err := menus.New(site).Update(t.Context(), 2, &menus.Params{Description: new("")}); err != nil || menu.ID != 2 {
		t.Errorf("%+v, %v", menu, err)
	}
	tap.Sent("POST " + root + `menus/2 {"description":""}`)
}

func TestDeletingAMenuRequiresDeleteItems(t *testing.T) {
	t.Parallel()
	for _, items := range []menus.Items{"", "keep"} {
		tap, site := sitetest.NewTap(t)
		all := menus.New(site)
		_, direct := all.Delete(t.Context(), 2, items)
		_, request := cms.Do(t.Context(), site, all.DeleteRequest(2, items))
		_, batched := batch.New(site).Add(all.DeleteRequest(2, items)).Do(t.Context())
		for _, err := range []error{direct, request, batched} {
			if !errors.Is(err, menus.ErrItems) {
				t.Errorf("%q: %v", items, err)
			}
			tap.Refused(err, "items")
		}
	}
	tap, site := sitetest.NewTap(t, ok(gone))
	if deleted, err := menus.New(site).Delete(t.Context(), 2, menus.DeleteItems); err != nil || deleted.Previous.ID != 2 {
		t.Errorf("%+v, %v", deleted, err)
	}
	tap.Sent("DELETE " + root + "menus/2?force=true")
	_, site = sitetest.NewTap(t, replay.Reply{Err: replay.ErrLost}, replay.Answer(http.StatusNotFound, `{"code":"rest_term_invalid","message":"m","data":{"status":404}}`))
	if deleted, err := menus.New(site).Delete(t.Context(), 2, menus.DeleteItems); err != nil || !deleted.DoneBefore {
		t.Errorf("%+v, %v", deleted, err)
	}
}

func TestALocationIsNotTakenSilently(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		params menus.Params
		id     int64 // of the menu that is updated, 0 for a create
		taken  bool
		asks   bool
	}{
		"taken at a create":      {menus.Params{Name: new("A"), Locations: []string{"social", "primary"}}, 0, true, true},
		"taken at an update":     {menus.Params{Description: new(""), Locations: []string{"primary"}}, 2, true, true},
		"its own":                {menus.Params{Description: new(""), Locations: []string{"primary"}}, 7, false, true},
		"free":                   {menus.Params{Name: new("A"), Locations: []string{"social"}}, 0, false, true},
		"taken on purpose":       {menus.Params{Name: new("A"), Locations: []string{"primary"}, TakeLocations: true}, 0, false, false},
		"all taken away":         {menus.Params{Description: new(""), Locations: []string{}}, 2, false, false},
		"nothing about location": {menus.Params{Name: new("A")}, 0, false, false},
	} {
		var replies []replay.Reply
		if c.asks {
			replies = append(replies, ok(held))
		}
		if !c.taken {
			id := `{"id":2,`
			if c.id == 7 {
				id = `{"id":7,`
			}
			replies = append(replies, ok(id+one[len(`{"id":2,`):]))
		}
		tap, site := sitetest.NewTap(t, replies...)
		var err error
		if c.id == 0 {
			_, err = menus.New(site).Create(t.Context(), &c.params)
		} else {
			_, err = menus.New(site).Update(t.Context(), c.id, &c.params)
		}
		if refused, isRefused := errors.AsType[*cms.ArgumentError](err); isRefused != c.taken || isRefused && (refused.Argument != "locations" ||
			refused.Reason != `"primary" is the location of the menu 7: see TakeLocations` || refused.Operation != map[bool]string{true: "menus.Create", false: "menus.Update"}[c.id == 0]) {
			t.Errorf("%s: %+v", name, err)
		}
		if errors.Is(err, menus.ErrLocationTaken) != c.taken || !c.taken && err != nil {
			t.Errorf("%s: %v", name, err)
		}
		tap.Drained()
	}
	_, site := sitetest.NewTap(t, replay.Answer(http.StatusForbidden, `{"code":"rest_cannot_view","message":"m","data":{"status":403}}`))
	if _, err := menus.New(site).Create(t.Context(), &menus.Params{Name: new("A"), Locations: []string{"primary"}}); !errors.Is(err, cms.ErrForbidden) {
		t.Errorf("written although nobody could look: %v", err)
	}
}

func TestLocationsAreReadByName(t *testing.T) {
	t.Parallel()
	for list, n := range map[string]int{held: 2, `[]`: 0} {
		tap, site := sitetest.NewTap(t, ok(list))
		all, err := menus.New(site).Locations.List(t.Context(), nil)
		if err != nil || len(all) != n || n == 2 && (all[0].Name != "primary" || all[0].Menu != 7 || all[1].Menu != 0) {
			t.Errorf("%+v, %v", all, err)
		}
		tap.Sent("GET " + root + "menu-locations")
	}
	_, site := sitetest.NewTap(t, ok(`{"name":"social","menu":1}`))
	if _, err := menus.New(site).Locations.Get(t.Context(), "primary"); !errors.Is(err, cms.ErrForeignRecord) {
		t.Errorf("%v", err)
	}
	tap, site := sitetest.NewTap(t)
	_, err := menus.New(site).Locations.Update(t.Context(), "primary", nil)
	tap.Refused(err, "params")
	_, err = menus.New(site).Locations.Delete(t.Context(), "primary")
	tap.Refused(err, "params")
}

func TestIDInExtraOrQueryIsRefused(t *testing.T) {
	t.Parallel()
	extra := cms.Extra{"id": []byte("3")}
	tap, site := sitetest.NewTap(t)
	_, err := menus.New(site).Update(t.Context(), 2, &menus.Params{Description: new(""), Extra: extra})
	tap.Refused(err, "id")
	_, err = menus.New(site).Navigations.Update(t.Context(), 2, &menus.NavigationParams{Extra: extra})
	tap.Refused(err, "id")
	r := menus.New(site).DeleteRequest(2, menus.DeleteItems)
	r.Query.Set("id", "3")
	_, err = cms.Do(t.Context(), site, r)
	tap.Refused(err, "id")
}

func TestMakeFallbackIsSentOnce(t *testing.T) {
	t.Parallel()
	const path = "GET /cms-json/cms-block-editor/v1/navigation-fallback"
	tap, site := sitetest.NewTap(t, ok(`{"id":4,"_links":{}}`))
	if id, err := menus.New(site).MakeFallback(t.Context()); err != nil || id != 4 {
		t.Errorf("%d, %v", id, err)
	}
	tap.Sent(path)
	for name, c := range map[string]struct {
		reply replay.Reply
		is    error
	}{
		"lost":        {replay.Reply{Err: replay.ErrLost}, cms.ErrOutcomeUnknown},
		"no answer":   {replay.Answer(http.StatusBadGateway, ``), cms.ErrOutcomeUnknown},
		"no id":       {ok(`{"id":0}`), cms.ErrDecode},
		"a list":      {ok(`[]`), cms.ErrDecode},
		"no such one": {replay.Answer(http.StatusNotFound, `{"code":"rest_no_route","message":"m","data":{"status":404}}`), cms.ErrNoRoute},
	} {
		tap, site := sitetest.NewTap(t, c.reply)
		if id, err := menus.New(site).MakeFallback(t.Context()); !errors.Is(err, c.is) || id != 0 {
			t.Errorf("%s: %d, %v", name, id, err)
		}
		tap.Sent(path)
	}
}
