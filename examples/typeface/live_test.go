package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"golang.org/x/image/font/gofont/gobold"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/cms/appearance"
	"github.com/fontcms/fontcms-go/cms/fontlibrary"
	"github.com/fontcms/fontcms-go/examples/internal/browser"
	"github.com/fontcms/fontcms-go/examples/internal/program"
)

// fourKinds returns a folder with the sample, a .ttf and an .otf.
func fourKinds(t *testing.T) string {
	t.Helper()
	dir := copied(t)
	otf, err := os.ReadFile("../../cms/fontlibrary/fontfile/testdata/CFFTest.otf")
	if err != nil {
		t.Fatal(err)
	}
	for name, content := range map[string][]byte{"Go-Bold.ttf": gobold.TTF, "CFFTest.otf": otf} {
		if err := os.WriteFile(filepath.Join(dir, name), content, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// onSite runs the program on the site that the environment names.
func onSite(t *testing.T, args ...string) (out string, err error) {
	t.Helper()
	var o bytes.Buffer
	args = append([]string{"-site", os.Getenv("FONTCMS_SITE"), "-user", os.Getenv("FONTCMS_USER"), "-prefix",
		os.Getenv("FONTCMS_PREFIX")}, args...)
	err = run(t.Context(), args, program.Environment{Password: os.Getenv("FONTCMS_APP_PASSWORD"), Out: &o, Err: &o})
	return o.String(), err
}

// TestLiveEachKindOfFileIsShownByABrowser installs a file of each kind, reads what a browser
// makes of the front page, and takes them back. With FONTCMS_PICTURES it draws the page
// before and after.
func TestLiveEachKindOfFileIsShownByABrowser(t *testing.T) {
	t.Parallel()
	address := os.Getenv("FONTCMS_SITE")
	if address == "" {
		t.Skip("FONTCMS_SITE is not set")
	}
	site, err := cms.New(address, cms.WithPrefix(os.Getenv("FONTCMS_PREFIX")),
		cms.WithApplicationPassword(os.Getenv("FONTCMS_USER"), os.Getenv("FONTCMS_APP_PASSWORD")))
	if err != nil {
		t.Fatal(err)
	}
	dir := fourKinds(t)
	args := []string{"-dir", dir, "-name", "Live Inter", "-css", `"Live Inter", sans-serif`}
	if _, err := fontlibrary.New(site).Families.Count(t.Context(), nil); err != nil {
		out, err := onSite(t, args...)
		if err == nil || strings.Contains(out, "created") {
			t.Errorf("typeface on a site without a font library: error %v, want one and no step\n%s", err, out)
		}
		return
	}
	if _, err := appearance.New(site).Styles.ActiveID(t.Context()); err != nil {
		t.Skipf("the site has no styles: %v", err)
	}
	window := browser.Open(t)
	font := `getComputedStyle(document.body).fontFamily`
	window.Do(chromedp.Navigate(address))
	window.Picture("before")
	before := window.Eval(font)
	for _, want := range []string{"\n6 written", "\n0 written"} {
		if out, err := onSite(t, args...); err != nil || !strings.Contains(out, want) {
			t.Errorf("typeface: error %v, want %q\n%s", err, want, out)
		}
	}
	window.Do(chromedp.Navigate(address))
	if got := window.Eval(font); got != `"Live Inter", sans-serif` {
		t.Errorf("the font of the front page in a browser: %s, want Live Inter", got)
	}
	for _, face := range []string{"400 20px", "600 20px", "italic 700 20px", "italic 400 20px"} {
		loading := `document.fonts.load("` + face + ` 'Live Inter'").then(all => all.map(f => f.status).join())`
		if got := window.Eval(loading); got != "loaded" {
			t.Errorf("the face %s in a browser: %q, want it loaded", face, got)
		}
	}
	window.Picture("after")
	if out, err := onSite(t, "-dir", dir, "-undo"); err != nil || !strings.Contains(out, "\n6 taken back") {
		t.Errorf("typeface -undo: error %v, want 6 taken back\n%s", err, out)
	}
	window.Do(chromedp.Navigate(address))
	if got := window.Eval(font); got != before {
		t.Errorf("the font of the front page after -undo: %s, want %s", got, before)
	}
}
