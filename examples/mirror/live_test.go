package main

import (
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
	"github.com/fontcms/fontcms-go/cms/fontlibrary"
	"github.com/fontcms/fontcms-go/examples/internal/program"
	"github.com/fontcms/fontcms-go/internal/replay/sitetest"
)

// rows are all rows of a site, without those that each request changes: the last use of
// passwords, cron and transients.
func rows(t *testing.T, lab string) string {
	t.Helper()
	all := ""
	for _, query := range []string{
		"select * from wp_posts order by ID", "select * from wp_postmeta order by meta_id",
		"select * from wp_terms order by term_id", "select * from wp_termmeta order by meta_id",
		"select * from wp_term_taxonomy order by term_taxonomy_id",
		"select * from wp_term_relationships order by object_id, term_taxonomy_id",
		"select * from wp_comments order by comment_ID", "select * from wp_commentmeta order by meta_id",
		"select * from wp_users order by ID", "select * from wp_links order by link_id",
		"select * from wp_usermeta where meta_key <> '_application_passwords' order by umeta_id",
		"select * from wp_options where option_name <> 'cron' and option_name not like '%transient%' order by option_id",
	} {
		all += sql(t, lab, query)
	}
	return all
}

func sql(t *testing.T, lab, query string) string {
	t.Helper()
	command := exec.CommandContext(context.WithoutCancel(t.Context()), "mariadb", "--no-defaults", "-uroot",
		"-S", filepath.Join(lab, "run/db.sock"), "wp", "-Ne", query)
	out, err := command.CombinedOutput()
	if err != nil {
		t.Fatalf("mariadb: %v: %s, want no error", err, out)
	}
	return string(out)
}

// firstDifference is the first line in which two texts differ.
func firstDifference(a, b string) string {
	one, two := strings.Split(a, "\n"), strings.Split(b, "\n")
	for i := range min(len(one), len(two)) {
		if one[i] != two[i] {
			return "\n" + one[i] + "\n" + two[i]
		}
	}
	return "the number of lines"
}

// TestLiveRunChangesNoRow runs mirror against a site where reading the theme would make
// styles, and reading the sidebars would move a widget, as a run with -may-write does. No
// other test may use the site meanwhile.
func TestLiveRunChangesNoRow(t *testing.T) { //nolint:paralleltest // it compares all rows of a site
	site, lab := sitetest.Live(t), os.Getenv("FONTCMS_LAB")
	if lab == "" {
		t.Skip("no live site with a folder: FONTCMS_LAB is not set")
	}
	address, user := os.Getenv("FONTCMS_SITE"), os.Getenv("FONTCMS_USER")
	take := func(user, password, folder string, more ...string) (string, error) {
		var out bytes.Buffer
		args := append([]string{"-site", address, "-prefix", site.Prefix(), "-user", user, "-dir", folder}, more...)
		err := run(t.Context(), args, program.Environment{Password: password, Out: &out, Err: &out})
		return out.String(), err
	}
	sql(t, lab, "delete from wp_posts where post_type = 'wp_global_styles'")
	widgets := sql(t, lab, "select option_value from wp_options where option_name = 'sidebars_widgets'")
	sql(t, lab, `update wp_options set option_value = 'a:2:{s:19:"wp_inactive_widgets";a:0:{}s:9:"sidebar-9";`+
		`a:1:{i:0;s:7:"block-2";}}' where option_name = 'sidebars_widgets'`)
	t.Cleanup(func() {
		sql(t, lab, "update wp_options set option_value = '"+strings.TrimSpace(widgets)+
			"' where option_name = 'sidebars_widgets'")
	})
	for _, who := range [][2]string{
		{user, os.Getenv("FONTCMS_APP_PASSWORD")}, {os.Getenv("EDITOR_USER"), os.Getenv("EDITOR_PASS")},
		{os.Getenv("CONTRIBUTOR_USER"), os.Getenv("CONTRIBUTOR_PASS")},
	} {
		before := rows(t, lab)
		said, err := take(who[0], who[1], t.TempDir(), "-comments", "-settings")
		if after := rows(t, lab); after != before {
			t.Errorf("a run as %s changed the site, want no row changed: %s", who[0], firstDifference(before, after))
		}
		t.Logf("%s: error %v\n%s", who[0], err, said)
	}
	before := rows(t, lab)
	if said, err := take(user, os.Getenv("FONTCMS_APP_PASSWORD"), t.TempDir(), "-may-write"); rows(t, lab) == before {
		t.Errorf("a run with -may-write changed no row, want a widget moved: error %v\n%s", err, said)
	}
}

func TestLiveLookIsCopied(t *testing.T) { //nolint:paralleltest // a site has one active theme
	site, ctx := sitetest.Live(t), t.Context()
	look := appearance.New(site)
	made, err := look.Templates.Create(ctx, &appearance.TemplateParams{Slug: new("specimen"), Title: new("Specimen"),
		Content: new("<!-- wp:paragraph --><p>Aa</p><!-- /wp:paragraph -->")})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _, _ = look.Templates.Delete(context.WithoutCancel(ctx), made.ID) })
	id, err := look.Styles.ActiveID(ctx)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := look.Styles.Update(ctx, id, &appearance.StylesParams{
		Styles: appearance.Tree(`{"color":{"text":"#123456"}}`)}); err != nil {
		t.Fatal(err)
	}
	fonts := fontlibrary.New(site)
	family, err := fonts.Families.Create(ctx, &fontlibrary.FamilyParams{Name: new("Mirror Sans"), Slug: new("mirror-sans"),
		FontFamily: new("Mirror Sans")})
	if err == nil {
		t.Cleanup(func() { _, _ = fonts.Families.Delete(context.WithoutCancel(ctx), family.ID) })
		if _, err := fonts.Faces(family.ID).Create(ctx, &fontlibrary.FaceParams{
			Settings: fontlibrary.FaceSettings{FontFamily: "Mirror Sans", FontWeight: "700", FontStyle: "normal"},
			Files:    []fontlibrary.File{fontlibrary.Bytes("mirror.woff2", []byte("wOF2 0123456789"))}}); err != nil {
			t.Fatal(err)
		}
	} else if !errors.Is(err, cms.ErrNoRoute) {
		t.Fatal(err)
	}
	folder := t.TempDir()
	take := func(more ...string) (string, error) {
		var out bytes.Buffer
		args := append([]string{"-site", os.Getenv("FONTCMS_SITE"), "-prefix", site.Prefix(), "-user",
			os.Getenv("FONTCMS_USER"), "-dir", folder}, more...)
		err := run(ctx, args, program.Environment{Password: os.Getenv("FONTCMS_APP_PASSWORD"), Out: &out, Err: &out})
		return out.String(), err
	}
	said, err := take("-may-write")
	if err != nil {
		t.Fatalf("mirror: error %v\n%s\nwant none", err, said)
	}
	files := content(t, folder)
	if _, text := find(t, files, "specimen.json"); !strings.Contains(text, "<p>Aa</p>") {
		t.Errorf("the template is %s, want the text of the site in it", text)
	}
	names := map[string]bool{}
	for name, text := range files {
		dir, _, _ := strings.Cut(name, "/")
		names[dir] = true
		if dir == "global-styles" && !strings.Contains(text, "#123456") {
			t.Errorf("%s is %s, want the colour of the site", name, text)
		}
	}
	for _, kind := range []string{"global-styles", "sidebars", "widgets"} {
		if !names[kind] {
			t.Errorf("the folder of %s is missing, want one\n%s", kind, said)
		}
	}
	if family != nil {
		if _, text := find(t, files, "-1-mirror.woff2"); text != "wOF2 0123456789" {
			t.Errorf("the file of the face holds %q, want that of the site", text)
		}
	}
	said, err = take("-v")
	t.Logf("a run without -may-write: error %v\n%s", err, said)
	if strings.Contains(said, "\nchanged ") || strings.Contains(said, "\ndeleted ") {
		t.Errorf("a later run said\n%s\nwant nothing changed", said)
	}
}
