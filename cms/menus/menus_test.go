package menus_test

import (
	"errors"
	"net/http"
	"strings"
	"testing"

	"github.com/fontcms/fontcms-go/batch"
	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/cms/menus"
	"github.com/fontcms/fontcms-go/internal/replay"
	"github.com/fontcms/fontcms-go/internal/replay/sitetest"
)

const (
	root = "/cms-json/cms/v2/"
	one  = `{"id":2,"description":"d","name":"A &amp; B","slug":"a-b","meta":[],"locations":["primary"],` +
		`"auto_add":true,"colour":"red"}`
	gone = `{"deleted":true,"previous":` + one + `}`
	held = `{"primary":{"name":"primary","description":"Top","menu":7},"social":{"name":"social","description":"",` +
		`"menu":0}}`
)

func ok(body string) replay.Reply { return replay.Answer(http.StatusOK, body) }

func TestMenuIsReadAndBecomesParams(t *testing.T) {
	t.Parallel()
	tap, site := sitetest.NewTap(t, ok(one))
	menu, err := menus.New(site).Get(t.Context(), 2)
	switch {
	case err != nil:
		t.Fatalf("Menus.Get(2): error %v, want nil", err)
	case menu.Name != "A &amp; B":
		t.Fatalf("Menus.Get(2): Name %q, want %q", menu.Name, "A &amp; B")
	case !menu.AutoAdd:
		t.Fatal("Menus.Get(2): AutoAdd false, want true")
	case string(menu.Extra["colour"]) != `"red"`:
		t.Fatalf(`Menus.Get(2): menu.Extra["colour"] %q, want %q`, string(menu.Extra["colour"]), `"red"`)
	}
	tap.Sent("GET " + root + "menus/2")
	params, err := menu.Params()
	if err != nil {
		t.Fatal(err)
	}
	switch body, err := cms.Marshal(params); {
	case err != nil:
		t.Errorf("%s: cms.Marshal(params): error %v, want nil", body, err)
	case string(body) != `{"name":"A &amp; B","slug":"a-b","description":"d","locations":["primary"],"auto_add":true}`:
		t.Errorf("cms.Marshal(params): body %q, want %q", string(body),
			`{"name":"A &amp; B","slug":"a-b","description":"d","locations":["primary"],"auto_add":true}`)
	}
}

func TestParamsOfAnIncompleteMenuAreAnError(t *testing.T) {
	t.Parallel()
	const whole = `{"id":2,"name":"A","slug":"a","description":"d","locations":[],"auto_add":true,"meta":[]}`
	for name, c := range map[string]struct {
		body   string
		fields []string
		want   string // the params, "" for an error
	}{
		"the whole menu": {whole, nil, `{"name":"A","slug":"a","description":"d","locations":[],"auto_add":true}`},
		"with Fields":    {whole, []string{"name", "slug", "description", "locations", "auto_add", "meta"}, ""},
		"no name":        {strings.Replace(whole, `"name":"A",`, "", 1), nil, ""},
		"no slug":        {strings.Replace(whole, `"slug":"a",`, "", 1), nil, ""},
		"no locations":   {strings.Replace(whole, `"locations":[],`, "", 1), nil, ""},
		"no meta":        {strings.Replace(whole, `,"meta":[]`, "", 1), nil, ""},
		"a description of another type": {strings.Replace(whole, `"d"`, `{"raw":"d"}`, 1), nil,
			`{"name":"A","slug":"a","locations":[],"auto_add":true}`},
	} {
		_, site := sitetest.NewTap(t, ok(c.body))
		var options []cms.GetOption
		if c.fields != nil {
			options = append(options, cms.Fields(c.fields...))
		}
		menu, err := menus.New(site).Get(t.Context(), 2, options...)
		if err != nil {
			t.Fatal(err)
		}
		params, err := menu.Params()
		if errors.Is(err, cms.ErrIncomplete) != (c.want == "") {
			t.Errorf("Params, %s: error %v, want ErrIncomplete: %t", name, err, c.want == "")
		}
		if err != nil {
			continue
		}
		if body, err := cms.Marshal(params); err != nil || string(body) != c.want {
			t.Errorf("Params, %s: %s, error %v, want %s", name, body, err, c.want)
		}
	}
}

func TestUpdateWithoutADescriptionIsRefused(t *testing.T) {
	t.Parallel()
	for name, params := range map[string]*menus.Params{"nil": nil, "empty": {}, "a name": {Name: new("B")},
		"locations": {Locations: []string{"primary"}}} {
		tap, site := sitetest.NewTap(t)
		all := menus.New(site)
		_, direct := all.Update(t.Context(), 2, params)
		_, request := cms.Do(t.Context(), site, all.UpdateRequest(2, params))
		_, batched := batch.New(site).Add(all.UpdateRequest(2, params)).Do(t.Context())
		for _, err := range []error{direct, request, batched} {
			if !errors.Is(err, menus.ErrDescriptionDue) {
				t.Errorf("%s: error %v, want ErrDescriptionDue", name, err)
			}
			tap.Refused(err, "description")
		}
	}
	tap, site := sitetest.NewTap(t, ok(one))
	switch menu, err := menus.New(site).Update(t.Context(), 2, &menus.Params{Description: new("")}); {
	case err != nil:
		t.Errorf("Menus.Update: error %v, want nil", err)
	case menu.ID != 2:
		t.Errorf("Menus.Update: ID %d, want 2", menu.ID)
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
				t.Errorf("%q: error %v, want ErrItems", items, err)
			}
			tap.Refused(err, "items")
		}
	}
	tap, site := sitetest.NewTap(t, ok(gone))
	switch deleted, err := menus.New(site).Delete(t.Context(), 2, menus.DeleteItems); {
	case err != nil:
		t.Errorf("Menus.Delete(2, menus.DeleteItems): error %v, want nil", err)
	case deleted.Previous.ID != 2:
		t.Errorf("Menus.Delete(2, menus.DeleteItems): Previous.ID %d, want 2", deleted.Previous.ID)
	}
	tap.Sent("DELETE " + root + "menus/2?force=true")
	_, site = sitetest.NewTap(t, replay.Reply{Err: replay.ErrLost},
		replay.Answer(http.StatusNotFound, `{"code":"rest_term_invalid","message":"m","data":{"status":404}}`))
	switch deleted, err := menus.New(site).Delete(t.Context(), 2, menus.DeleteItems); {
	case err != nil:
		t.Errorf("Menus.Delete(2, menus.DeleteItems): error %v, want nil", err)
	case !deleted.DoneBefore:
		t.Error("Menus.Delete(2, DeleteItems): DoneBefore false, want true")
	}
}

func TestLocationIsNotTakenSilently(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		params menus.Params
		id     int64 // of the menu that is updated, 0 for a create
		taken  bool
		asks   bool
	}{
		"taken at a create":  {menus.Params{Name: new("A"), Locations: []string{"social", "primary"}}, 0, true, true},
		"taken at an update": {menus.Params{Description: new(""), Locations: []string{"primary"}}, 2, true, true},
		"its own":            {menus.Params{Description: new(""), Locations: []string{"primary"}}, 7, false, true},
		"free":               {menus.Params{Name: new("A"), Locations: []string{"social"}}, 0, false, true},
		"taken on purpose": {menus.Params{Name: new("A"), Locations: []string{"primary"}, TakeLocations: true},
			0, false, false},
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
		switch refused, isRefused := errors.AsType[*cms.ArgumentError](err); {
		case isRefused != c.taken:
			t.Errorf("%s: Menus.Update: isRefused is %t, want %t", name, isRefused, c.taken)
		case isRefused && (refused.Argument != "locations" ||
			refused.Reason != `"primary" is the location of the menu 7: to take it from that menu, set TakeLocations` ||
			refused.Operation != map[bool]string{true: "menus.Create", false: "menus.Update"}[c.id == 0]):
			t.Errorf("%s: error %v, want the argument locations refused for the menu 7", name, refused)
		}
		switch {
		case errors.Is(err, menus.ErrLocationTaken) != c.taken:
			t.Errorf("%s: Menus.Update: error %v is ErrLocationTaken: %t, want %t", name, err,
				errors.Is(err, menus.ErrLocationTaken), c.taken)
		case !c.taken && err != nil:
			t.Errorf("%s: error %v, want nil", name, err)
		}
		tap.Drained()
	}
	_, site := sitetest.NewTap(t, replay.Answer(http.StatusForbidden,
		`{"code":"rest_cannot_view","message":"m","data":{"status":403}}`))
	if _, err := menus.New(site).Create(t.Context(),
		&menus.Params{Name: new("A"), Locations: []string{"primary"}}); !errors.Is(err, cms.ErrForbidden) {
		t.Errorf("written although nobody could look: %v, want ErrForbidden", err)
	}
}

func TestLocationsAreReadByName(t *testing.T) {
	t.Parallel()
	for list, n := range map[string]int{held: 2, `[]`: 0} {
		tap, site := sitetest.NewTap(t, ok(list))
		all, err := menus.New(site).Locations.List(t.Context(), nil)
		switch {
		case err != nil:
			t.Errorf("Locations.List: error %v, want nil", err)
		case len(all) != n:
			t.Errorf("Locations.List: %d locations, want %d", len(all), n)
		case n == 2 && (all[0].Name != "primary" || all[0].Menu != 7 || all[1].Menu != 0):
			t.Errorf("Locations.List: %+v, want primary with menu 7 first and one without a menu", all)
		}
		tap.Sent("GET " + root + "menu-locations")
	}
	_, site := sitetest.NewTap(t, ok(`{"name":"social","menu":1}`))
	if _, err := menus.New(site).Locations.Get(t.Context(), "primary"); !errors.Is(err, cms.ErrForeignRecord) {
		t.Errorf("Locations.Get: error %v, want ErrForeignRecord", err)
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
		t.Errorf("Menus.MakeFallback: error %v, id %d, want nil and 4", err, id)
	}
	tap.Sent(path)
	for name, c := range map[string]struct {
		reply replay.Reply
		is    error
	}{
		"lost":      {replay.Reply{Err: replay.ErrLost}, cms.ErrOutcomeUnknown},
		"no answer": {replay.Answer(http.StatusBadGateway, ``), cms.ErrOutcomeUnknown},
		"no id":     {ok(`{"id":0}`), cms.ErrDecode},
		"a list":    {ok(`[]`), cms.ErrDecode},
		"no such one": {replay.Answer(http.StatusNotFound, `{"code":"rest_no_route","message":"m","data":{"status":404}}`),
			cms.ErrNoRoute},
	} {
		tap, site := sitetest.NewTap(t, c.reply)
		if id, err := menus.New(site).MakeFallback(t.Context()); !errors.Is(err, c.is) || id != 0 {
			t.Errorf("%s: Menus.MakeFallback: error %v, id %d, want %v and 0", name, err, id, c.is)
		}
		tap.Sent(path)
	}
}
