package install_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/image/font/gofont/goregular"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/cms/appearance"
	"github.com/fontcms/fontcms-go/cms/fontlibrary"
	"github.com/fontcms/fontcms-go/cms/fontlibrary/install"
	"github.com/fontcms/fontcms-go/internal/replay/sitetest"
)

// liveFamily is a family with a file of each of the four kinds.
func liveFamily(t *testing.T) install.Family {
	t.Helper()
	file := func(name string) fontlibrary.File {
		file, err := fontlibrary.LocalFile(filepath.Join("..", "fontfile", "testdata", name))
		if err != nil {
			t.Fatal(err)
		}
		return file
	}
	return install.Family{Name: "Live Installed 2", FontFamily: "Live Installed 2, sans-serif", Faces: []install.Face{
		{Weight: "100 900", Style: "normal", File: file("inter-latin-wght-normal.woff2")},
		{Weight: "250", Style: "italic", File: file("lato-latin-100-normal.woff")},
		{Weight: "400", Style: "italic", File: fontlibrary.Bytes("goregular.ttf", goregular.TTF)},
		{Weight: "400", Stretch: "75%", File: file("CFFTest.otf")},
	}}
}

// front returns the front page of a site as a visitor gets it.
func front(t *testing.T, address string) string {
	t.Helper()
	request, err := http.NewRequestWithContext(t.Context(), http.MethodGet, address, nil)
	if err != nil {
		t.Fatal(err)
	}
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = response.Body.Close() }()
	content, err := io.ReadAll(response.Body)
	if err != nil {
		t.Fatal(err)
	}
	return string(content)
}

// uploads are the files of the family on the disk of the site, nil if the disk is not that
// of this machine.
func uploads(t *testing.T) []string {
	t.Helper()
	names, err := filepath.Glob(filepath.Join(os.Getenv("FONTCMS_LAB"), "wp/wp-content/uploads/fonts/live-installed-2-*"))
	if err != nil {
		t.Fatal(err)
	}
	return names
}

// livePlace is a real site.
type livePlace struct {
	*testing.T

	site   *cms.Client
	styles *appearance.Styles
	id     int64
	before *appearance.GlobalStyles
	notes  *notes
}

// installed checks that the page shows the family, whose files exist, and that the library
// has it once.
func (p *livePlace) installed(report *install.Report) {
	p.Helper()
	page := front(p.T, report.Page)
	library := fontlibrary.New(p.site)
	family, err := library.Families.BySlug(p.Context(), "live-installed-2")
	if err != nil || len(family.FaceIDs) != 4 {
		p.Fatalf("Families.BySlug: %+v, error %v, want four faces", family, err)
	}
	for face, err := range library.Faces(family.ID).All(p.Context()) {
		if err != nil {
			p.Fatal(err)
		}
		if len(face.Settings.Src) != 1 || !strings.Contains(page, face.Settings.Src[0]) {
			p.Errorf("the front page lacks the file %v of the face %d, want it in a rule @font-face", face.Settings.Src, face.ID)
		}
		if _, err := p.site.Download(p.Context(), face.Settings.Src[0], io.Discard); err != nil {
			p.Errorf("Download of the file of a face: error %v, want nil", err)
		}
	}
	if !strings.Contains(page, "font-family: var(--wp--preset--font-family--live-installed-2)") ||
		!strings.Contains(page, "--wp--preset--font-family--live-installed-2:") {
		p.Error("the front page does not use the font, want it in the style of body, and its variable")
	}
	if files := uploads(p.T); os.Getenv("FONTCMS_LAB") != "" && len(files) != 4 {
		p.Errorf("the disk of the site has the files %v, want four", files)
	}
}

// clean checks that nothing of the family is on the site.
func (p *livePlace) clean() {
	p.Helper()
	_, err := fontlibrary.New(p.site).Families.BySlug(p.Context(), "live-installed-2")
	if !errors.Is(err, cms.ErrNotFound) {
		p.Errorf("Families.BySlug after Undo: error %v, want ErrNotFound", err)
	}
	now, err := p.styles.Get(p.Context(), p.id)
	if err != nil {
		p.Fatal(err)
	}
	if !now.Settings.Equal(p.before.Settings) || !now.Styles.Equal(p.before.Styles) {
		p.Errorf("Styles.Get after Undo: %+v, want those from before %+v", now, p.before)
	}
	if strings.Contains(front(p.T, p.site.Site()), "live-installed-2") {
		p.Error("the front page names the font after Undo, want the page from before")
	}
	if files := uploads(p.T); len(files) > 0 {
		p.Errorf("the disk of the site has the files %v after Undo, want none", files)
	}
}

func TestLiveInstallAndUndo(t *testing.T) {
	t.Parallel()
	site := sitetest.Live(t)
	p := &livePlace{T: t, site: site, styles: appearance.New(site).Styles, notes: &notes{}}
	installer, ctx, family := install.New(site, p.notes), t.Context(), liveFamily(t)
	index, err := site.Index(ctx)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := fontlibrary.New(site).Families.Count(ctx, nil); errors.Is(err, cms.ErrNoRoute) {
		report, err := installer.Install(ctx, family)
		if !errors.Is(err, cms.ErrNoRoute) || p.notes.saves != 0 {
			t.Errorf("Install on a site without a font library: error %v, want ErrNoRoute\n%s", err, report)
		}
		return
	}
	if p.id, err = p.styles.ActiveID(ctx); errors.Is(err, appearance.ErrNoStyles) {
		t.Skip("the theme has no styles")
	}
	if p.before, err = p.styles.Get(ctx, p.id); err != nil {
		t.Fatal(err)
	}
	p.clean()
	plan, err := installer.Plan(ctx, family)
	if err != nil || plan.Writes() != 6 {
		t.Errorf("Plan: error %v, want 6 writes\n%s", err, plan)
	}
	report, err := installer.Install(ctx, family)
	if err != nil {
		t.Fatalf("Install: error %v, want nil\n%s", err, report)
	}
	if report.Writes() != 6 || report.Page != index.Home {
		t.Errorf("Install: the page %q, want 6 writes and the page %s\n%s", report.Page, index.Home, report)
	}
	p.installed(report)
	if again, err := installer.Install(ctx, family); err != nil || again.Writes() != 0 {
		t.Errorf("the second Install: error %v, want no write\n%s", err, again)
	}
	undone, err := installer.Undo(ctx)
	if err != nil || !tookBack(undone) {
		t.Errorf("Undo: error %v, want 6 writes\n%s", err, undone)
	}
	p.clean()
	p.killed(family)
}

// tookBack reports whether an undo removed all that an install of liveFamily made.
func tookBack(r *install.Report) bool { return r.Writes() == 6 && !r.Leftover() }

// killed kills Install at each of its requests, before and after the site has carried it
// out. Every second time it then goes on, otherwise it is undone.
func (p *livePlace) killed(family install.Family) {
	installer, ctx, kills := install.New(p.site, p.notes), p.Context(), 0
	for at, more := 1, true; more; at++ {
		for _, delivered := range []bool{false, true} {
			more = p.kill(at, delivered, family)
			if !more {
				break
			}
			kills++
			if (at+kills)%2 == 0 {
				report, err := installer.Install(ctx, family)
				if err != nil {
					p.Fatalf("Install after a kill at request %d: error %v, want nil\n%s", at, err, report)
				}
				p.installed(report)
				if again, err := installer.Install(ctx, family); err != nil || again.Writes() != 0 {
					p.Errorf("a further Install: error %v, want no write\n%s", err, again)
				}
			}
			if report, err := installer.Undo(ctx); err != nil || report.Leftover() {
				p.Errorf("Undo after a kill at request %d: error %v, want nothing left\n%s", at, err, report)
			}
			p.clean()
		}
	}
	if _, err := installer.Undo(ctx); err != nil { // of the call that was not killed
		p.Errorf("Undo: error %v, want nil", err)
	}
	p.clean()
	if kills < 20 {
		p.Errorf("it was killed %d times, want at least 20", kills)
	}
	p.Log(fmt.Sprint("killed ", kills, " times"))
}

// kill kills Install at a request, and reports whether it did.
func (p *livePlace) kill(at int, delivered bool, family install.Family) bool {
	ctx, kill := context.WithCancel(p.Context())
	defer kill()
	k := &killer{at: at, delivered: delivered, kill: kill}
	site, err := p.site.With(cms.WithMiddleware(func(next http.RoundTripper) http.RoundTripper {
		k.next = next
		return k
	}))
	if err != nil {
		p.Fatal(err)
	}
	report, err := install.New(site, mortal{p.notes}).Install(ctx, family)
	if (err == nil) == (ctx.Err() != nil) {
		p.Fatalf("Install with a kill at request %d: error %v, killed %v, want both or none\n%s", at, err, ctx.Err(), report)
	}
	return err != nil
}
