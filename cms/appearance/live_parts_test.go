package appearance_test

import (
	"archive/zip"
	"bytes"
	"context"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/cms/appearance"
	"github.com/fontcms/fontcms-go/internal/replay/sitetest"
)

func paragraph(text string) *string {
	return new("<!-- wp:paragraph --><p>" + text + "</p><!-- /wp:paragraph -->")
}

func TestLivePartsAreReadAndWritten(t *testing.T) {
	t.Parallel()
	parts, ctx := appearance.New(sitetest.Live(t)).Parts, t.Context()
	all, err := parts.List(ctx, nil)
	if err != nil || len(all) == 0 {
		t.Fatalf("List: %d parts, error %v, want some", len(all), err)
	}
	for _, one := range all {
		if unknown(one.Extra) > 0 || one.ID == "" {
			t.Errorf("part %q: unknown fields %v, want none", one.ID, one.Extra)
		}
	}
	headers, err := parts.List(ctx, &appearance.PartListOptions{Area: appearance.AreaHeader, Context: cms.ContextEdit})
	if err != nil {
		t.Fatal(err)
	}
	if len(headers) == 0 || len(headers) == len(all) {
		t.Errorf("List of headers: %d of %d, want some", len(headers), len(all))
	}
	made, err := parts.Create(ctx, &appearance.PartParams{Slug: new("specimen-part"), Title: new("Specimen"),
		Content: paragraph("a"), Area: new(appearance.AreaFooter)})
	if err != nil {
		t.Fatal(err)
	}
	if made.RowID == 0 || made.Area != appearance.AreaFooter {
		t.Fatalf("Create: %+v, want a footer with a row", made)
	}
	t.Cleanup(func() { _, _ = parts.Delete(context.Background(), made.ID) })
	for _, method := range []string{"POST", "PUT", "PATCH"} {
		changed, err := parts.Update(ctx, made.ID, &appearance.PartParams{Title: new(method), Content: paragraph(method)},
			cms.UpdateMethod(method))
		if err != nil {
			t.Fatal(err)
		}
		if changed.Title.Raw != method || changed.Area != appearance.AreaFooter {
			t.Errorf("Update by %s: %+v, want the title, in the same area", method, changed)
		}
	}
	if d, err := parts.Delete(ctx, made.ID); err != nil || !d.Deleted {
		t.Errorf("Delete: %+v, error %v, want a deleted part", d, err)
	}
	if _, err := parts.Get(ctx, made.ID); !errors.Is(err, cms.ErrNotFound) {
		t.Errorf("Get of a deleted part: error %v, want ErrNotFound", err)
	}
}

func TestLiveUpdateOfNothingLeavesTheFile(t *testing.T) {
	t.Parallel()
	look, ctx := appearance.New(sitetest.Live(t)), t.Context()
	all, err := look.Templates.List(ctx, nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, one := range all {
		if one.RowID > 0 || !one.HasThemeFile {
			continue
		}
		_, err := look.Templates.Update(ctx, one.ID, &appearance.TemplateParams{})
		if !errors.Is(err, cms.ErrInvalidArgument) {
			t.Errorf("Update of nothing: error %v, want ErrInvalidArgument", err)
		}
		if now, err := look.Templates.Get(ctx, one.ID); err != nil || now.RowID != 0 {
			t.Errorf("template after an update of nothing: %+v, error %v, want only a file", now, err)
		}
		return
	}
	t.Fatal("List: no template that is only a file, want one")
}

// unknown counts the unknown fields. WordPress 6.8 sends false as the date of a file.
func unknown(extra cms.Extra) int {
	if string(extra["modified"]) == "false" {
		return len(extra) - 1
	}
	return len(extra)
}

// The test adds a template, so those that count templates do not run at the same time.
//
//nolint:paralleltest // the tests of this package change the same site
func TestLiveHistoryOfTemplatesAndParts(t *testing.T) {
	look, ctx := appearance.New(sitetest.Live(t)), t.Context()
	template, err := look.Templates.Create(ctx, &appearance.TemplateParams{Slug: new("historic"), Content: paragraph("1")})
	if err != nil {
		t.Fatal(err)
	}
	part, err := look.Parts.Create(ctx, &appearance.PartParams{Slug: new("historic"), Content: paragraph("1")})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_, _ = look.Templates.Delete(context.Background(), template.ID)
		_, _ = look.Parts.Delete(context.Background(), part.ID)
	})
	_, err = look.Templates.Update(ctx, template.ID, &appearance.TemplateParams{Content: paragraph("2")})
	if err != nil {
		t.Fatal(err)
	}
	if _, err = look.Parts.Update(ctx, part.ID, &appearance.PartParams{Content: paragraph("2")}); err != nil {
		t.Fatal(err)
	}
	if _, err := look.TemplateRevisions(template.ID).List(ctx, nil); errors.Is(err, cms.ErrNotFound) {
		sitetest.Since(t, sitetest.Live(t), "6.5") // WordPress 6.1 has no such history
	}
	history(t, look.TemplateRevisions(template.ID), look.TemplateAutosaves(template.ID),
		&appearance.TemplateParams{Content: paragraph("unsaved")}, func(r *appearance.TemplateRevision) row {
			return row{r.ID == template.ID, r.RowID, r.Parent == template.RowID, r.Content.Raw, r.Extra}
		})
	history(t, look.PartRevisions(part.ID), look.PartAutosaves(part.ID),
		&appearance.PartParams{Content: paragraph("unsaved")}, func(r *appearance.PartRevision) row {
			return row{r.ID == part.ID, r.RowID, r.Parent == part.RowID, r.Content.Raw, r.Extra}
		})
	all, err := look.Templates.List(ctx, nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, one := range all {
		if one.RowID > 0 || !one.HasThemeFile {
			continue
		}
		for name, err := range map[string]error{
			"revisions": second(look.TemplateRevisions(one.ID).List(ctx, nil)),
			"autosaves": second(look.TemplateAutosaves(one.ID).List(ctx, nil)),
		} {
			if !errors.Is(err, cms.ErrorCode("rest_invalid_template")) {
				t.Errorf("%s of a file: error %v, want rest_invalid_template", name, err)
			}
		}
		break
	}
}

// row is what a revision of a template and of a part have in common.
type row struct {
	own     bool // the autosave or revision belongs to the template
	number  int64
	parent  bool // its field parent has the number of the template
	content string
	extra   cms.Extra
}

func history[R, P any](
	t *testing.T, revisions *appearance.Revisions[R], autosaves *appearance.Autosaves[R, P], unsaved *P, of func(*R) row,
) {
	t.Helper()
	ctx := t.Context()
	list, err := revisions.List(ctx, &appearance.RevisionListOptions{Context: cms.ContextEdit})
	if err != nil || len(list) == 0 {
		t.Fatalf("revisions: %d, error %v, want some", len(list), err)
	}
	for i := range list {
		switch r := of(&list[i]); {
		case !r.own || !r.parent:
			t.Errorf("revision: %+v, want one of the template", r)
		case r.number == 0 || r.extra != nil:
			t.Errorf("revision: %+v, want a number and no unknown fields", r)
		}
	}
	number := of(&list[0]).number
	one, err := revisions.Get(ctx, number)
	if err != nil || of(one).number != number {
		t.Errorf("revision %d: %+v, error %v, want the same number", number, one, err)
	}
	if few, err := revisions.List(ctx, &appearance.RevisionListOptions{PerPage: 1, Page: 1}); err != nil || len(few) != 1 {
		t.Errorf("revisions, one a page: %d, error %v, want one", len(few), err)
	}
	_, err = autosaves.Get(ctx)
	if !errors.Is(err, cms.ErrNotFound) {
		t.Errorf("autosave of a template without any: error %v, want ErrNotFound", err)
	}
	if saved, err := autosaves.Create(ctx, unsaved); err != nil || !strings.Contains(of(saved).content, "unsaved") {
		t.Errorf("new autosave: %+v, error %v, want the unsaved content", saved, err)
	}
	if saved, err := autosaves.Get(ctx); err != nil || !strings.Contains(of(saved).content, "unsaved") {
		t.Errorf("autosave: %+v, error %v, want the unsaved content", saved, err)
	}
	if all, err := autosaves.List(ctx, nil); err != nil || len(all) != 1 {
		t.Errorf("autosaves: %d, error %v, want one", len(all), err)
	}
	if d, err := revisions.Delete(ctx, number); err != nil || !d.Deleted {
		t.Errorf("Delete of a revision: %+v, error %v, want a deleted one", d, err)
	}
	if _, err := revisions.Get(ctx, number); !errors.Is(err, cms.ErrNotFound) {
		t.Errorf("Get of a deleted revision: error %v, want ErrNotFound", err)
	}
}

func TestLiveLookUpAndExport(t *testing.T) {
	t.Parallel()
	look, ctx := appearance.New(sitetest.Live(t)), t.Context()
	one, err := look.LookUpTemplate(ctx, "unknown-slug", nil)
	if err != nil {
		t.Fatal(err)
	}
	if one.Slug != "index" || unknown(one.Extra) > 0 {
		t.Errorf("LookUpTemplate of an unknown slug: %s with the unknown fields %v, want index", one.Slug, one.Extra)
	}
	if one, err := look.LookUpTemplate(ctx, "404", &appearance.LookUpOptions{IsCustom: new(false)}); err != nil ||
		one.Slug != "404" {
		t.Errorf("LookUpTemplate of 404: %+v, error %v, want 404", one, err)
	}
	var file bytes.Buffer
	n, err := look.Export(ctx, &file)
	if err != nil {
		t.Fatal(err)
	}
	archive, err := zip.NewReader(bytes.NewReader(file.Bytes()), n)
	if err != nil || len(archive.File) < 10 {
		t.Errorf("Export: %d bytes, error %v, want a ZIP with ten files or more", n, err)
	}
}

// A classic theme has no templates. The test changes the theme of the site by the command
// line, so it needs the folder of the site, and no other test may run.
//
//nolint:paralleltest // the tests of this package change the same site
func TestLiveLookUpOfAClassicThemeFindsNothing(t *testing.T) {
	site, lab := sitetest.Live(t), os.Getenv("FONTCMS_LAB")
	if lab == "" {
		t.Skip("no live site with a folder: FONTCMS_LAB is not set")
	}
	if _, err := os.Stat(filepath.Join(lab, "wp/wp-content/themes/twentytwentyone")); err != nil {
		t.Skip("the site has no classic theme")
	}
	become := func(theme string) string {
		const code = `require $argv[1]; $was = get_stylesheet(); switch_theme($argv[2]); echo $was;`
		was, err := exec.Command("php", "-r", code, filepath.Join(lab, "wp/wp-load.php"), theme).Output()
		if err != nil {
			t.Fatal(err)
		}
		return strings.TrimSpace(string(was))
	}
	was := become("twentytwentyone")
	defer become(was)
	if one, err := appearance.New(site).LookUpTemplate(t.Context(), "index", nil); !errors.Is(err, cms.ErrNotFound) {
		t.Errorf("LookUpTemplate with a classic theme: %+v, error %v, want ErrNotFound", one, err)
	}
}

//nolint:paralleltest // WordPress 6.8 fails if two requests at once write the first row of a theme
func TestLiveRightsOfTemplates(t *testing.T) {
	site := sitetest.Live(t)
	look := appearance.New(site)
	part, err := look.Parts.Create(t.Context(), &appearance.PartParams{Slug: new("rights"), Title: new("r")})
	if err != nil {
		t.Fatal(err)
	}
	template, err := look.Templates.Create(t.Context(), &appearance.TemplateParams{Slug: new("rights"), Title: new("r")})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_, _ = look.Parts.Delete(context.Background(), part.ID)
		_, _ = look.Templates.Delete(context.Background(), template.ID)
	})
	reader := "admin" // before WordPress 6.6
	if _, err := appearance.New(sitetest.LiveAs(t, "editor")).Templates.List(t.Context(), nil); err == nil {
		reader = "contributor"
	}
	at := func(do func(context.Context, *appearance.Service) error) func(context.Context, *cms.Client, string) error {
		return func(ctx context.Context, s *cms.Client, _ string) error { return do(ctx, appearance.New(s)) }
	}
	t.Logf("%d cases of rights", sitetest.Check(t, []sitetest.Right{
		{Name: "list templates", Least: reader, Do: at(func(ctx context.Context, s *appearance.Service) error {
			return second(s.Templates.List(ctx, nil))
		})},
		{Name: "get a template", Least: reader, Do: at(func(ctx context.Context, s *appearance.Service) error {
			return second(s.Templates.Get(ctx, template.ID))
		})},
		{Name: "update a template", Least: "admin", Do: at(func(ctx context.Context, s *appearance.Service) error {
			return second(s.Templates.Update(ctx, template.ID, &appearance.TemplateParams{Title: new("s")}))
		})},
		{Name: "delete a template", Least: "admin", Do: at(func(ctx context.Context, s *appearance.Service) error {
			own, err := s.Templates.Create(ctx, &appearance.TemplateParams{Slug: new("rights-own"), Title: new("r")})
			if err != nil { // a lower role tries the template of the administrator
				return second(s.Templates.Delete(ctx, template.ID))
			}
			return second(s.Templates.Delete(ctx, own.ID))
		})},
		{Name: "list parts", Least: reader, Do: at(func(ctx context.Context, s *appearance.Service) error {
			return second(s.Parts.List(ctx, nil))
		})},
		{Name: "get a part", Least: reader, Do: at(func(ctx context.Context, s *appearance.Service) error {
			return second(s.Parts.Get(ctx, part.ID))
		})},
		{Name: "update a part", Least: "admin", Do: at(func(ctx context.Context, s *appearance.Service) error {
			return second(s.Parts.Update(ctx, part.ID, &appearance.PartParams{Title: new("s")}))
		})},
		{Name: "write a part", Least: "admin", Do: func(ctx context.Context, s *cms.Client, _ string) error {
			one, err := appearance.New(s).Parts.Create(ctx, &appearance.PartParams{Slug: new("role"), Title: new("r")})
			if err == nil {
				_, err = appearance.New(site).Parts.Delete(ctx, one.ID)
			}
			return err
		}},
		{Name: "export", Least: "admin", Do: func(ctx context.Context, s *cms.Client, _ string) error {
			return second(appearance.New(s).Export(ctx, new(bytes.Buffer)))
		}},
	}))
}
