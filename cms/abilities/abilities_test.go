package abilities_test

import (
	"errors"
	"net/http"
	"testing"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/cms/abilities"
	"github.com/fontcms/fontcms-go/internal/replay"
	"github.com/fontcms/fontcms-go/internal/replay/sitetest"
)

const record = `{"name":"lab/read","label":"Read","description":"d","category":"lab","input_schema":{"type":"object"},
	"output_schema":[],
	"meta":{"annotations":{"readonly":true,"destructive":false,"idempotent":null},"public":true,"color":"blue"}}`

func TestGetReadsAnAbilityWithItsAnnotations(t *testing.T) {
	t.Parallel()
	tap, site := sitetest.NewTap(t, replay.Answer(http.StatusOK, record))
	one, err := abilities.New(site).Get(t.Context(), "lab/read", cms.InContext(cms.ContextEdit))
	if err != nil {
		t.Fatal(err)
	}
	tap.Sent("GET /cms-json/cms-abilities/v1/abilities/lab/read?context=edit")
	stated := one.Meta.Annotations
	switch {
	case stated.Readonly == nil || !*stated.Readonly:
		t.Errorf("Readonly %v, want true", stated.Readonly)
	case stated.Destructive == nil || *stated.Destructive:
		t.Errorf("Destructive %v, want false", stated.Destructive)
	case stated.Idempotent != nil:
		t.Errorf("Idempotent %v, want nil for null", *stated.Idempotent)
	case !one.TakesInput():
		t.Error("TakesInput with a schema: false, want true")
	case string(one.Meta.Extra["color"]) != `"blue"`:
		t.Errorf("meta.color is %s, want \"blue\" in Extra", one.Meta.Extra["color"])
	case one.Extra != nil:
		t.Errorf("unknown fields %v, want none", one.Extra)
	}
	one.InputSchema = []byte(`[]`)
	if one.TakesInput() {
		t.Error("TakesInput with the schema []: true, want false")
	}
}

func TestNamesThatWouldReachAnotherRouteAreRefused(t *testing.T) {
	t.Parallel()
	for _, name := range []string{
		"", "read", "/read", "lab/", "lab//read", "lab/read/run", "lab/run", "lab/../x", "lab/a b",
	} {
		tap, site := sitetest.NewTap(t)
		_, err := abilities.New(site).Get(t.Context(), name)
		tap.Refused(err, "name")
		_, err = abilities.Run[any](t.Context(), abilities.New(site), &abilities.Ability{Name: name}, nil)
		tap.Refused(err, "name")
	}
}

func TestListsSendTheirFilters(t *testing.T) {
	t.Parallel()
	tap, site := sitetest.NewTap(t, replay.Answer(http.StatusOK, `[`+record+`]`), replay.Answer(http.StatusOK, `[]`))
	all := abilities.New(site)
	page, err := all.List(t.Context(), &abilities.ListOptions{
		Context: cms.ContextView, Page: 2, PerPage: 5, Category: "lab", Namespace: "core",
		Readonly: new(true), Destructive: new(false),
	})
	if err != nil || len(page.Items) != 1 {
		t.Fatalf("List: %+v, error %v, want one ability", page, err)
	}
	if _, err := all.Categories.List(t.Context(), &abilities.CategoryListOptions{Page: 3}); err != nil {
		t.Fatal(err)
	}
	tap.Sent("GET /cms-json/cms-abilities/v1/abilities?category=lab&context=view"+
		"&meta%5Bannotations%5D%5Bdestructive%5D=false&meta%5Bannotations%5D%5Breadonly%5D=true"+
		"&namespace=core&page=2&per_page=5",
		"GET /cms-json/cms-abilities/v1/categories?page=3")
}

func TestCategoryIsReadWhatEverItsMetaIs(t *testing.T) {
	t.Parallel()
	for body, want := range map[string]string{
		`{"slug":"lab","label":"Lab","description":"d","meta":[]}`:               "",
		`{"slug":"lab","label":"Lab","description":"d","meta":{"color":"blue"}}`: `"blue"`,
	} {
		_, site := sitetest.NewTap(t, replay.Answer(http.StatusOK, body))
		one, err := abilities.New(site).Categories.Get(t.Context(), "lab")
		if err != nil {
			t.Fatal(err)
		}
		if got := string(one.Meta["color"]); got != want || one.Extra != nil {
			t.Errorf("Get of %s: color %s and the unknown fields %v, want %s and none", body, got, one.Extra, want)
		}
	}
}

func TestErrorsOfASiteWithoutAbilities(t *testing.T) {
	t.Parallel()
	const body = `{"code":"rest_no_route","message":"m","data":{"status":404}}`
	_, site := sitetest.NewTap(t, replay.Answer(http.StatusNotFound, body))
	if _, err := abilities.New(site).List(t.Context(), nil); !errors.Is(err, cms.ErrNoRoute) {
		t.Errorf("List on a site without abilities: error %v, want ErrNoRoute", err)
	}
}
