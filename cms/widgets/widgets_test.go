package widgets_test

import (
	"errors"
	"net/http"
	"testing"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/cms/widgets"
	"github.com/fontcms/fontcms-go/internal/replay"
	"github.com/fontcms/fontcms-go/internal/replay/sitetest"
)

const (
	route   = "/cms-json/cms/v2/widgets"
	sidebar = `{"id":"footer","name":"Footer","status":"active","widgets":["text-1","text-2"]}`
	// made is what a site claims after a create.
	made     = `{"id":"text-3","id_base":"text","sidebar":"footer","rendered_form":"","instance":null}`
	moved    = `{"id":"text-3","sidebar":"footer","rendered":"<p>x</p>","rendered_form":"","instance":null}`
	notFound = `{"code":"rest_sidebar_not_found","message":"m","data":{"status":404}}`
	missing  = `{"code":"rest_widget_not_found","message":"m","data":{"status":404}}`
)

func ok(body string) replay.Reply { return replay.Answer(http.StatusOK, body) }

func text() *widgets.InstanceParams {
	return &widgets.InstanceParams{Raw: map[string]string{"text": "x"}}
}

func TestCreateMovesTheWidgetToItsSidebar(t *testing.T) {
	t.Parallel()
	tap, site := sitetest.NewTap(t, ok(sidebar), replay.Answer(http.StatusCreated, made), ok(moved))
	w, err := widgets.New(site).Create(t.Context(), &widgets.Params{
		IDBase: new("text"), Sidebar: new("footer"), Instance: text(),
	})
	if err != nil || w.Rendered != "<p>x</p>" {
		t.Errorf("Create: %+v, error %v, want the widget after its move", w, err)
	}
	tap.Sent("GET /cms-json/cms/v2/sidebars/footer",
		`POST `+route+` {"id_base":"text","sidebar":"wp_inactive_widgets","instance":{"raw":{"text":"x"}}}`,
		`POST `+route+`/text-3 {"sidebar":"footer"}`)
}

func TestCreateWithoutASidebarIsOneRequest(t *testing.T) {
	t.Parallel()
	for _, target := range []*string{nil, new(""), new(widgets.Inactive)} {
		tap, site := sitetest.NewTap(t, replay.Answer(http.StatusCreated, made))
		params := &widgets.Params{IDBase: new("text"), Sidebar: target, Instance: text()}
		_, err := widgets.New(site).Create(t.Context(), params)
		if err != nil {
			t.Error(err)
		}
		tap.Sent(`POST ` + route + ` {"id_base":"text","sidebar":"wp_inactive_widgets","instance":{"raw":{"text":"x"}}}`)
	}
}

func TestCreateForAnUnknownSidebarCreatesNothing(t *testing.T) {
	t.Parallel()
	tap, site := sitetest.NewTap(t, replay.Answer(http.StatusNotFound, notFound))
	_, err := widgets.New(site).Create(t.Context(), &widgets.Params{
		IDBase: new("text"), Sidebar: new("nowhere"), Instance: text(),
	})
	sitetest.Failed(t, err, http.StatusNotFound, widgets.CodeSidebarNotFound, cms.ErrNotFound)
	tap.Sent("GET /cms-json/cms/v2/sidebars/nowhere")
}

func TestCreateReturnsTheWidgetThatCouldNotBeMoved(t *testing.T) {
	t.Parallel()
	for name, reply := range map[string]replay.Reply{
		"an error": replay.Answer(http.StatusForbidden,
			`{"code":"rest_forbidden","message":"m","data":{"status":403}}`),
		"another sidebar": ok(`{"id":"text-3","sidebar":"wp_inactive_widgets","rendered_form":"","instance":null}`),
	} {
		_, site := sitetest.NewTap(t, ok(sidebar), replay.Answer(http.StatusCreated, made), reply)
		w, err := widgets.New(site).Create(t.Context(), &widgets.Params{
			IDBase: new("text"), Sidebar: new("footer"), Instance: text(),
		})
		if !errors.Is(err, widgets.ErrNotPlaced) {
			t.Errorf("Create whose move ends with %s: error %v, want ErrNotPlaced", name, err)
		}
		if w == nil {
			t.Errorf("Create whose move ends with %s: no widget, want text-3", name)
			continue
		}
		if w.ID != "text-3" || w.Sidebar != widgets.Inactive {
			t.Errorf("Create whose move ends with %s: %+v, want the widget text-3, inactive", name, w)
		}
	}
}

func TestCreateWithAnIDChangesNoExistingWidget(t *testing.T) {
	t.Parallel()
	params := &widgets.Params{ID: new("text-3"), IDBase: new("text"), Instance: text()}
	tap, site := sitetest.NewTap(t, ok(made))
	_, err := widgets.New(site).Create(t.Context(), params)
	sitetest.Refused(t, err, "id")
	if !errors.Is(err, widgets.ErrTaken) {
		t.Errorf("Create with the id of a widget: error %v, want ErrTaken", err)
	}
	tap.Sent("GET " + route + "/text-3?_fields=id")
	tap, site = sitetest.NewTap(t, replay.Answer(http.StatusNotFound, missing), replay.Answer(http.StatusCreated, made))
	if _, err := widgets.New(site).Create(t.Context(), params); err != nil {
		t.Errorf("Create with a free id: error %v, want none", err)
	}
	tap.Sent("GET "+route+"/text-3?_fields=id", `POST `+route+
		` {"id":"text-3","id_base":"text","sidebar":"wp_inactive_widgets","instance":{"raw":{"text":"x"}}}`)
}

func TestWidgetsThatASiteWouldNotStoreAreRefused(t *testing.T) {
	t.Parallel()
	form := func(field string) *string { return new(field + "[title]=x") }
	for name, c := range map[string]struct {
		params   *widgets.Params
		argument string
	}{
		"nothing":        {nil, "id_base"},
		"no type":        {&widgets.Params{Instance: text()}, "id_base"},
		"no settings":    {&widgets.Params{IDBase: new("text")}, "instance"},
		"empty settings": {&widgets.Params{IDBase: new("text"), Instance: &widgets.InstanceParams{}}, "instance"},
		"no hash": {&widgets.Params{IDBase: new("text"),
			Instance: &widgets.InstanceParams{Encoded: new("x")}}, "instance"},
		"a form, no number": {&widgets.Params{IDBase: new("text"), FormData: form("widget-text[1]")}, "form_data"},
		"another's form": {&widgets.Params{ID: new("text-3"), IDBase: new("text"),
			FormData: form("widget-text[1]")}, "form_data"},
		"another type": {&widgets.Params{ID: new("text-3"), IDBase: new("block"), Instance: text()}, "id_base"},
	} {
		tap, site := sitetest.NewTap(t)
		_, err := widgets.New(site).Create(t.Context(), c.params)
		if err == nil {
			t.Errorf("Create with %s: no error, want one", name)
		}
		tap.Refused(err, c.argument)
	}
}

func TestUpdateReadsTheSidebarFirst(t *testing.T) {
	t.Parallel()
	tap, site := sitetest.NewTap(t, replay.Answer(http.StatusNotFound, notFound))
	_, err := widgets.New(site).Update(t.Context(), "text-3", &widgets.Params{Sidebar: new("nowhere")})
	sitetest.Failed(t, err, http.StatusNotFound, widgets.CodeSidebarNotFound, cms.ErrNotFound)
	tap.Sent("GET /cms-json/cms/v2/sidebars/nowhere")

	tap, site = sitetest.NewTap(t, ok(sidebar), ok(moved), ok(made))
	all := widgets.New(site)
	toFooter := &widgets.Params{Sidebar: new("footer")}
	if _, err := all.Update(t.Context(), "text-3", toFooter, cms.UpdateMethod("PUT")); err != nil {
		t.Error(err)
	}
	if _, err := all.Update(t.Context(), "text-3", &widgets.Params{FormData: new("widget-text[3][title]=x")}); err != nil {
		t.Error(err)
	}
	tap.Sent("GET /cms-json/cms/v2/sidebars/footer", `PUT `+route+`/text-3 {"sidebar":"footer"}`,
		`POST `+route+`/text-3 {"form_data":"widget-text[3][title]=x"}`)

	_, site = sitetest.NewTap(t, ok(sidebar), ok(`{"id":"text-3","sidebar":"wp_inactive_widgets","rendered_form":""}`))
	_, err = widgets.New(site).Update(t.Context(), "text-3", &widgets.Params{Sidebar: new("footer")})
	if !errors.Is(err, cms.ErrDecode) {
		t.Errorf("Update whose response has another sidebar: error %v, want ErrDecode", err)
	}
}

func TestUpdateRefusesTheFormOfAnotherWidget(t *testing.T) {
	t.Parallel()
	for argument, params := range map[string]*widgets.Params{
		"form_data": {FormData: new("widget-text[33][title]=x")},
		"id_base":   {IDBase: new("block")},
		"instance":  {Instance: &widgets.InstanceParams{Raw: 1, Encoded: new(""), Hash: new("")}},
		"id":        {ID: new("text-4")},
	} {
		tap, site := sitetest.NewTap(t)
		_, err := widgets.New(site).Update(t.Context(), "text-3", params)
		tap.Refused(err, argument)
	}
}

func TestDeactivateKeepsTheSettings(t *testing.T) {
	t.Parallel()
	const body = `{"id":"text-3","id_base":"text","sidebar":"wp_inactive_widgets"}`
	tap, site := sitetest.NewTap(t, ok(body), ok(`{"id":"text-4"}`))
	all := widgets.New(site)
	if w, err := all.Deactivate(t.Context(), "text-3"); err != nil || w.Sidebar != widgets.Inactive {
		t.Errorf("Deactivate: %+v, error %v, want an inactive widget", w, err)
	}
	if _, err := all.Deactivate(t.Context(), "text-3"); !errors.Is(err, cms.ErrForeignRecord) {
		t.Errorf("Deactivate with the response of another widget: error %v, want ErrForeignRecord", err)
	}
	tap.Sent("DELETE "+route+"/text-3", "DELETE "+route+"/text-3")
	for _, id := range []string{"", "text-3/x", "text 3", "../posts/1"} {
		tap, site := sitetest.NewTap(t)
		_, err := widgets.New(site).Deactivate(t.Context(), id)
		tap.Refused(err, "id")
	}
}

func TestInstancesOfAllKindsAreRead(t *testing.T) {
	t.Parallel()
	for body, want := range map[string]struct{ present, raw bool }{
		`{"id":"text-3","instance":{"encoded":"YQ==","hash":"h","raw":{"title":"T"}}}`: {true, true},
		`{"id":"text-3","instance":{"encoded":"YQ==","hash":"h","raw":[]}}`:            {true, false},
		`{"id":"text-3","instance":{"encoded":"YQ==","hash":"h"}}`:                     {true, false},
		`{"id":"lab-old","instance":null}`:                                             {false, false},
	} {
		_, site := sitetest.NewTap(t, ok("["+body+"]"))
		list, err := widgets.New(site).List(t.Context(), nil)
		if err != nil || len(list) != 1 {
			t.Errorf("List of %s: %d widgets, error %v, want one", body, len(list), err)
			continue
		}
		instance := list[0].Instance
		if (instance != nil) != want.present || list[0].Extra != nil {
			t.Errorf("List of %s: instance %+v, unknown fields %v, want an instance: %t", body, instance, list[0].Extra,
				want.present)
			continue
		}
		if instance != nil && (instance.Raw != nil) != want.raw {
			t.Errorf("List of %s: raw settings %v, want any: %t", body, instance.Raw, want.raw)
		}
	}
}

func TestDryRunReadsNoWidgets(t *testing.T) {
	t.Parallel()
	tap, site := sitetest.NewTap(t)
	dry, err := site.With(cms.WithDryRun())
	if err != nil {
		t.Fatal(err)
	}
	if _, err := widgets.New(dry).List(t.Context(), nil); !errors.Is(err, cms.ErrDryRun) {
		t.Errorf("List of widgets in a dry run: error %v, want ErrDryRun, because a site moves widgets", err)
	}
	tap.Sent()
}
