package appearance_test

import (
	"bytes"
	"errors"
	"net/http"
	"testing"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/cms/appearance"
	"github.com/fontcms/fontcms-go/internal/replay"
	"github.com/fontcms/fontcms-go/internal/replay/sitetest"
)

const (
	base     = "/cms-json/cms/v2/"
	id       = "plain//header"
	revision = `{"id":"plain//header","wp_id":71,"parent":70,"slug":"header","content":{"raw":"c"},"status":"inherit"}`
)

// A site turns the theme's file into a copy, even for an update of nothing.
func TestUpdateWithoutFieldsIsRefused(t *testing.T) {
	t.Parallel()
	tap, site := sitetest.NewTap(t)
	look := appearance.New(site)
	for name, do := range map[string]func() error{
		"a template, nil": func() error { return second(look.Templates.Update(t.Context(), id, nil)) },
		"a template, empty": func() error {
			return second(look.Templates.Update(t.Context(), id, &appearance.TemplateParams{}))
		},
		"a request": func() error {
			return second(cms.Do(t.Context(), site, look.Templates.UpdateRequest(id, &appearance.TemplateParams{})))
		},
		"a part, nil":   func() error { return second(look.Parts.Update(t.Context(), id, nil)) },
		"a part, empty": func() error { return second(look.Parts.Update(t.Context(), id, &appearance.PartParams{})) },
	} {
		err := do()
		if err == nil {
			t.Errorf("Update of %s: no error, want one", name)
		}
		tap.Refused(err, "params")
	}
}

func TestUpdateWithAnyFieldIsSent(t *testing.T) {
	t.Parallel()
	for field, params := range map[string]*appearance.PartParams{
		`{"title":""}`: {Title: new("")}, `{"content":"c"}`: {Content: new("c")},
		`{"description":""}`: {Description: new("")},
		`{"area":"footer"}`:  {Area: new(appearance.AreaFooter)}, `{"author":2}`: {Author: new(int64(2))},
		`{"source":"theme"}`: {Source: new("theme")}, `{"slug":"a"}`: {Slug: new("a")}, `{"theme":"a"}`: {Theme: new("a")},
		`{"lang":"de"}`: {Extra: cms.Extra{"lang": []byte(`"de"`)}},
	} {
		tap, site := sitetest.NewTap(t, ok(`{"id":"plain//header","area":"footer","content":{"raw":"c"}}`))
		if _, err := appearance.New(site).Parts.Update(t.Context(), id, params); err != nil {
			t.Errorf("Update with %s: error %v, want none", field, err)
		}
		tap.Sent("POST " + base + "template-parts/plain//header " + field)
	}
}

func second(_ any, err error) error { return err }

func TestRevisionsAreNumberedByTheirRows(t *testing.T) {
	t.Parallel()
	const path = base + "template-parts/plain//header/revisions"
	tap, site := sitetest.NewTap(t, ok("["+revision+"]"), ok(revision), ok(`{"deleted":true,"previous":`+revision+`}`))
	all := appearance.New(site).PartRevisions(id)
	list, err := all.List(t.Context(), &appearance.RevisionListOptions{PerPage: 5, Include: []int64{71}})
	if err != nil || len(list) != 1 {
		t.Fatalf("List: %+v, error %v, want one revision", list, err)
	}
	if one := list[0]; one.RowID != 71 || one.Parent != 70 {
		t.Errorf("List: %+v, want the number 71 and the parent 70", one)
	}
	if _, err := all.Get(t.Context(), 71); err != nil {
		t.Errorf("Get: error %v, want none", err)
	}
	if d, err := all.Delete(t.Context(), 71); err != nil || !d.Deleted {
		t.Errorf("Delete: %+v, error %v, want a deleted revision", d, err)
	}
	tap.Sent("GET "+path+"?include%5B%5D=71&per_page=5", "GET "+path+"/71", "DELETE "+path+"/71?force=true")
}

func TestRevisionOfAnotherTemplateIsRefused(t *testing.T) {
	t.Parallel()
	const other = `{"id":"plain//footer","wp_id":71,"parent":70}`
	_, site := sitetest.NewTap(t, ok("["+other+"]"), ok(other), ok("["+other+"]"), ok(other), ok(other),
		ok(`{"id":"plain//header","wp_id":72,"parent":70}`))
	look := appearance.New(site)
	for name, err := range map[string]error{
		"List":            second(look.TemplateRevisions(id).List(t.Context(), nil)),
		"Get":             second(look.TemplateRevisions(id).Get(t.Context(), 71)),
		"Autosaves.List":  second(look.PartAutosaves(id).List(t.Context(), nil)),
		"Autosaves.Get":   second(look.PartAutosaves(id).Get(t.Context())),
		"Autosave.Create": second(look.PartAutosaves(id).Create(t.Context(), nil)),
		"Get by number":   second(look.TemplateRevisions(id).Get(t.Context(), 71)),
	} {
		if !errors.Is(err, cms.ErrForeignRecord) {
			t.Errorf("%s with the revision of another template: error %v, want ErrForeignRecord", name, err)
		}
	}
}

func TestAutosavesAreOfTheCaller(t *testing.T) {
	t.Parallel()
	const path = base + "templates/plain//header/autosaves"
	tap, site := sitetest.NewTap(t, ok("["+revision+"]"), ok("["+revision+"]"), ok(revision), ok(revision))
	all := appearance.New(site).TemplateAutosaves(id)
	for _, options := range []*appearance.AutosaveListOptions{nil, {Context: cms.ContextEdit}} {
		if _, err := all.List(t.Context(), options); err != nil {
			t.Errorf("List with %+v: error %v, want none", options, err)
		}
	}
	if one, err := all.Get(t.Context()); err != nil || one.Content.Raw != "c" {
		t.Errorf("Get: %+v, error %v, want the content c", one, err)
	}
	if _, err := all.Create(t.Context(), &appearance.TemplateParams{Content: new("c")}); err != nil {
		t.Errorf("Create: error %v, want none", err)
	}
	tap.Sent("GET "+path, "GET "+path+"?context=edit", "GET "+path+"/1", "POST "+path+` {"content":"c"}`)
}

func TestIDsThatAreNotOfATemplateAreRefused(t *testing.T) {
	t.Parallel()
	for _, id := range []string{"", "header", "plain/header", "//header", "plain//", "plain///header"} {
		tap, site := sitetest.NewTap(t)
		look := appearance.New(site)
		for _, err := range []error{
			second(look.TemplateRevisions(id).List(t.Context(), nil)), second(look.PartRevisions(id).Get(t.Context(), 1)),
			second(look.PartRevisions(id).Delete(t.Context(), 1)), second(look.TemplateAutosaves(id).List(t.Context(), nil)),
			second(look.TemplateAutosaves(id).Get(t.Context())), second(look.PartAutosaves(id).Create(t.Context(), nil)),
		} {
			tap.Refused(err, "id")
		}
	}
}

func TestLookUpWithoutATemplateFindsNothing(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		body string
		want error
	}{
		"an empty object":    {`{}`, cms.ErrNotFound},
		"an empty list":      {`[]`, cms.ErrNotFound},
		"a record of nulls":  {`{"id":null,"slug":null,"content":null,"wp_id":null}`, cms.ErrNotFound},
		"a template":         {`{"id":"plain//index","slug":"index"}`, nil},
		"a list of a number": {`[5]`, cms.ErrDecode},
	} {
		_, site := sitetest.NewTap(t, ok(c.body))
		one, err := appearance.New(site).LookUpTemplate(t.Context(), "single", nil)
		if !errors.Is(err, c.want) || (one == nil) != (c.want != nil) {
			t.Errorf("LookUpTemplate with %s: %+v, error %v, want %v", name, one, err, c.want)
		}
	}
	tap, site := sitetest.NewTap(t, ok(`{"id":"plain//index","slug":"index"}`))
	one, err := appearance.New(site).LookUpTemplate(t.Context(), "single-book-a",
		&appearance.LookUpOptions{IsCustom: new(false), Prefix: "single-book"}, cms.Fields("slug"))
	if err != nil || !one.Reading.Partial {
		t.Errorf("LookUpTemplate with Fields: %+v, error %v, want a partial template", one, err)
	}
	tap.Sent("GET " + base + "templates/lookup?_fields=slug%2Cid&is_custom=false&slug=single-book-a" +
		"&template_prefix=single-book")
	tap, site = sitetest.NewTap(t)
	_, err = appearance.New(site).LookUpTemplate(t.Context(), "", nil)
	tap.Refused(err, "slug")
}

func TestRefusedExportHasTheCodeOfTheSite(t *testing.T) {
	t.Parallel()
	_, site := sitetest.NewTap(t, replay.Answer(http.StatusForbidden,
		`{"code":"rest_cannot_export_templates","message":"m","data":{"status":403}}`))
	_, err := appearance.New(site).Export(t.Context(), new(bytes.Buffer))
	sitetest.Failed(t, err, http.StatusForbidden, "rest_cannot_export_templates", cms.ErrForbidden)
}

func TestExportIsStreamedFromTheRouteOfTheSite(t *testing.T) {
	t.Parallel()
	for root, want := range map[string]string{
		"":                       "GET /cms-json/cms-block-editor/v1/export",
		"api/":                   "GET /api/cms-block-editor/v1/export",
		"index.php?rest_route=/": "GET /index.php?rest_route=%2Fcms-block-editor%2Fv1%2Fexport",
	} {
		tap, site := sitetest.NewTap(t, ok("PK zip"))
		if root != "" {
			var err error
			if site, err = site.With(cms.WithRoot(root)); err != nil {
				t.Fatal(err)
			}
		}
		var file bytes.Buffer
		n, err := appearance.New(site).Export(t.Context(), &file)
		if err != nil {
			t.Errorf("Export: error %v, want none", err)
		}
		if n != 6 || file.String() != "PK zip" {
			t.Errorf("Export: %d bytes %q, want the six bytes of the file", n, file.String())
		}
		tap.Sent(want)
	}
}
