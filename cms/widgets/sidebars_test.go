package widgets_test

import (
	"errors"
	"net/http"
	"slices"
	"testing"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/cms/widgets"
	"github.com/fontcms/fontcms-go/internal/replay"
	"github.com/fontcms/fontcms-go/internal/replay/sitetest"
)

const footer = "/cms-json/cms/v2/sidebars/footer"

func become(ids ...string) func([]string) ([]string, error) {
	return func([]string) ([]string, error) { return ids, nil }
}

func TestEditWritesTheWholeListOfASidebar(t *testing.T) {
	t.Parallel()
	tap, site := sitetest.NewTap(t, ok(sidebar), ok(made), ok(`{"id":"footer","widgets":["text-1","text-2","text-3"]}`))
	after, err := widgets.New(site).Sidebars.Edit(t.Context(), "footer", func(ids []string) ([]string, error) {
		if !slices.Equal(ids, []string{"text-1", "text-2"}) {
			t.Errorf("Edit calls change with %q, want text-1 and text-2", ids)
		}
		return append(ids, "text-3"), nil
	})
	if err != nil || len(after.Widgets) != 3 {
		t.Errorf("Edit: %+v, error %v, want three widgets", after, err)
	}
	tap.Sent("GET "+footer+replay.Uncached, "GET "+route+"/text-3?_fields=id",
		"POST "+footer+` {"widgets":["text-1","text-2","text-3"]}`)
}

func TestSidebarWithGapsInItsListIsRead(t *testing.T) {
	t.Parallel()
	_, site := sitetest.NewTap(t, ok(`{"id":"footer","widgets":{"0":"text-1","2":"text-2"}}`))
	one, err := widgets.New(site).Sidebars.Get(t.Context(), "footer")
	if err != nil || !slices.Equal([]string(one.Widgets), []string{"text-1", "text-2"}) {
		t.Errorf("Get of a sidebar whose list is an object: %+v, error %v, want text-1 and text-2", one, err)
	}
}

func TestEditThatEmptiesASidebarSendsAnEmptyList(t *testing.T) {
	t.Parallel()
	tap, site := sitetest.NewTap(t, ok(sidebar), ok(`{"id":"footer","widgets":[]}`))
	if _, err := widgets.New(site).Sidebars.Edit(t.Context(), "footer", become()); err != nil {
		t.Error(err)
	}
	tap.Sent("GET "+footer+replay.Uncached, "POST "+footer+` {"widgets":[]}`)
}

func TestEditWritesNothingWithoutAChange(t *testing.T) {
	t.Parallel()
	failed := errors.New("no")
	for name, c := range map[string]struct {
		change func([]string) ([]string, error)
		want   error
	}{
		"the same list": {become("text-1", "text-2"), nil},
		"an error":      {func([]string) ([]string, error) { return nil, failed }, failed},
		"an id twice":   {become("text-1", "text-1"), cms.ErrInvalidArgument},
	} {
		tap, site := sitetest.NewTap(t, ok(sidebar))
		if _, err := widgets.New(site).Sidebars.Edit(t.Context(), "footer", c.change); !errors.Is(err, c.want) {
			t.Errorf("Edit with %s: error %v, want %v", name, err, c.want)
		}
		tap.Sent("GET " + footer + replay.Uncached)
	}
}

func TestEditWithAnUnknownWidgetOrSidebarWritesNothing(t *testing.T) {
	t.Parallel()
	tap, site := sitetest.NewTap(t, ok(sidebar), replay.Answer(http.StatusNotFound, missing))
	_, err := widgets.New(site).Sidebars.Edit(t.Context(), "footer", become("text-1", "text-9"))
	sitetest.Failed(t, err, http.StatusNotFound, widgets.CodeNotFound, cms.ErrNotFound)
	tap.Sent("GET "+footer+replay.Uncached, "GET "+route+"/text-9?_fields=id")
	tap, site = sitetest.NewTap(t, replay.Answer(http.StatusNotFound, notFound))
	_, err = widgets.New(site).Sidebars.Edit(t.Context(), "footer", become())
	sitetest.Failed(t, err, http.StatusNotFound, widgets.CodeSidebarNotFound, cms.ErrNotFound)
	tap.Sent("GET " + footer + replay.Uncached)
}

func TestEditComparesWhatTheSiteStored(t *testing.T) {
	t.Parallel()
	tap, site := sitetest.NewTap(t, ok(sidebar), ok(`{"id":"footer","name":"Footer","widgets":["text-1","text-2"]}`))
	after, err := widgets.New(site).Sidebars.Edit(t.Context(), "footer", become("text-2"), cms.Fields("name"))
	if !errors.Is(err, widgets.ErrNotApplied) || after == nil {
		t.Errorf("Edit that the site did not apply: %+v, error %v, want the sidebar and ErrNotApplied", after, err)
	}
	tap.Sent("GET "+footer+replay.Uncached, "POST "+footer+`?_fields=name%2Cwidgets%2Cid {"widgets":["text-2"]}`)
}

// TestDryRunReadsNoSidebars has reads that write: a site stores which widgets are lost
// when it lists the sidebars.
func TestDryRunReadsNoSidebars(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		call func(*widgets.Sidebars) error
		path string
	}{
		"List": {func(s *widgets.Sidebars) error {
			_, err := s.List(t.Context(), nil)
			return err
		}, "cms/v2/sidebars"},
		"Get": {func(s *widgets.Sidebars) error {
			_, err := s.Get(t.Context(), "footer")
			return err
		}, "cms/v2/sidebars/footer"},
		"Edit": {func(s *widgets.Sidebars) error {
			_, err := s.Edit(t.Context(), "footer", become("text-2"))
			return err
		}, "cms/v2/sidebars/footer"},
	} {
		tap, site := sitetest.NewTap(t)
		dry, err := site.With(cms.WithDryRun())
		if err != nil {
			t.Fatal(err)
		}
		err = c.call(widgets.New(dry).Sidebars)
		switch e, ok := errors.AsType[*cms.DryRunError](err); {
		case !ok || !errors.Is(err, cms.ErrDryRun):
			t.Errorf("%s of sidebars in a dry run: error %v, want a *DryRunError", name, err)
		case e.Method != http.MethodGet || e.Path != c.path:
			t.Errorf("%s of sidebars in a dry run: the error has the request %s %s, want GET %s", name, e.Method, e.Path, c.path)
		}
		tap.Sent()
	}
}

func TestEncodeAndRenderSendSettings(t *testing.T) {
	t.Parallel()
	const types = "/cms-json/cms/v2/widget-types/text"
	tap, site := sitetest.NewTap(t, ok(`{"form":"f","preview":"p","instance":{"encoded":"YQ==","hash":"h","raw":{}}}`),
		ok(`{"preview":"<html>"}`))
	all := widgets.New(site).Types
	encoded, err := all.Encode(t.Context(), "text", nil, "widget-text[1][title]=T")
	if err != nil || encoded.Form != "f" {
		t.Fatalf("Encode: %+v, error %v, want the form", encoded, err)
	}
	page, err := all.Render(t.Context(), "text", encoded.Instance.Params())
	if err != nil || page != "<html>" {
		t.Errorf("Render: %q, error %v, want the page", page, err)
	}
	tap.Sent("POST "+types+`/encode {"form_data":"widget-text[1][title]=T"}`,
		"POST "+types+`/render {"instance":{"encoded":"YQ==","hash":"h"}}`)
	for argument, c := range map[string]struct {
		id       string
		instance *widgets.InstanceParams
	}{"id": {"../x", nil}, "instance": {"text", text()}} {
		tap, site := sitetest.NewTap(t)
		_, err := widgets.New(site).Types.Encode(t.Context(), c.id, c.instance, "")
		tap.Refused(err, argument)
		_, err = widgets.New(site).Types.Render(t.Context(), c.id, c.instance)
		tap.Refused(err, argument)
	}
}
