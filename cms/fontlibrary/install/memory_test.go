package install_test

import (
	"context"
	"errors"
	"net/http"
	"path"
	"slices"
	"strings"
	"testing"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/cms/appearance"
	"github.com/fontcms/fontcms-go/cms/cmstest"
	"github.com/fontcms/fontcms-go/cms/fontlibrary"
	"github.com/fontcms/fontcms-go/cms/fontlibrary/install"
)

// notes is a store in memory.
type notes struct {
	receipt []byte
	saves   int
	fail    error
}

func (n *notes) Load(context.Context) ([]byte, error) { return n.receipt, nil }

func (n *notes) Save(_ context.Context, receipt []byte) error {
	if n.fail != nil {
		return n.fail
	}
	n.receipt, n.saves = receipt, n.saves+1
	return nil
}

// place is a site in memory with an active theme.
type place struct {
	*testing.T

	server *cmstest.Server
	site   *cms.Client
	notes  *notes
}

func newPlace(t *testing.T, options ...cms.Option) *place {
	t.Helper()
	server := cmstest.NewServer(cmstest.WithTest(t))
	server.Insert("themes", map[string]any{"stylesheet": "plain", "status": "active"})
	p := &place{T: t, server: server, notes: &notes{}}
	p.site = p.client(options...)
	return p
}

// client returns a client of the site that does not wait before it retries.
func (p *place) client(options ...cms.Option) *cms.Client {
	p.Helper()
	site, err := cms.New(p.server.URL, append([]cms.Option{
		cms.WithApplicationPassword("admin", p.server.AppPassword("admin")),
	}, options...)...)
	if err != nil {
		p.Fatal(err)
	}
	return site
}

func (p *place) installer() *install.Installer { return install.New(p.site, p.notes) }

// install installs the family, and fails the test on an error.
func (p *place) install(family install.Family) *install.Report {
	p.Helper()
	report, err := p.installer().Install(p.Context(), family)
	if err != nil {
		p.Fatalf("Install: error %v, want nil\n%s", err, report)
	}
	return report
}

// undo takes the installation back, and fails the test on an error.
func (p *place) undo() *install.Report {
	p.Helper()
	report, err := p.installer().Undo(p.Context())
	if err != nil {
		p.Fatalf("Undo: error %v, want nil\n%s", err, report)
	}
	return report
}

// family is a family with a file of each kind.
func family() install.Family {
	return install.Family{Name: "Test Sans", FontFamily: "Test Sans, sans-serif", Faces: []install.Face{
		{Weight: "100 900", Style: "normal", File: fontlibrary.Bytes("a.woff2", []byte("wOF2 a"))},
		{Weight: "700", Style: "italic", File: fontlibrary.Bytes("Test-BoldItalic.woff", []byte("wOFF b"))},
		{File: fontlibrary.Bytes("Test-Light.ttf", []byte("\x00\x01\x00\x00 c"))},
		{Weight: "400", Stretch: "75%", File: fontlibrary.Bytes("Test-Cond.otf", []byte("OTTO d"))},
	}}
}

// state is what matters of a site: the families, the faces with their files, the styles.
type state struct {
	families []fontlibrary.FamilySettings
	faces    []string // titles
	files    []string // the addresses of the files of the faces, all of which exist
	used     []string // the addresses in the styles
	styles   appearance.GlobalStyles
}

// counts returns the numbers of families and faces.
func (s state) counts() [2]int { return [2]int{len(s.families), len(s.faces)} }

func (p *place) state() state {
	p.Helper()
	var s state
	ctx, library := p.Context(), fontlibrary.New(p.site)
	for family, err := range library.Families.All(ctx, nil) {
		if err != nil {
			p.Fatal(err)
		}
		s.families = append(s.families, family.Settings)
		for face, err := range library.Faces(family.ID).All(ctx) {
			if err != nil {
				p.Fatal(err)
			}
			s.faces = append(s.faces, face.Settings.FontWeight+" "+face.Settings.FontStyle)
			s.files = append(s.files, face.Settings.Src...)
		}
	}
	styles := appearance.New(p.site).Styles
	id, err := styles.ActiveID(ctx)
	if err != nil {
		p.Fatal(err)
	}
	g, err := styles.Get(ctx, id)
	if err != nil {
		p.Fatal(err)
	}
	s.styles = *g
	var custom []fontlibrary.FamilySettings
	if _, err := g.Settings.Get(&custom, "typography", "fontFamilies", "custom"); err != nil {
		p.Fatal(err)
	}
	for _, one := range custom {
		for _, face := range one.Faces {
			s.used = append(s.used, face.Src...)
		}
	}
	return s
}

// installed checks that the site has the family once, whole and in use.
func (p *place) installed() {
	p.Helper()
	s := p.state()
	if len(s.families) != 1 || len(s.faces) != 4 {
		p.Errorf("the site has the families %v with the faces %v, want one family and four faces", s.families, s.faces)
	}
	if len(s.used) != 4 {
		p.Errorf("the styles name the files %v, want four", s.used)
	}
	for _, address := range s.used {
		var content strings.Builder
		if _, err := p.site.Download(p.Context(), address, &content); err != nil {
			p.Errorf("Download of %s, which the styles name: error %v, want nil", address, err)
		}
	}
	if !strings.Contains(s.styles.Styles.String(), "font-family--test-sans") {
		p.Errorf("the styles are %s, want the font in use", s.styles.Styles)
	}
}

// clean checks that nothing of the family is on the site.
func (p *place) clean(before state) {
	p.Helper()
	s := p.state()
	if len(s.families)+len(s.faces)+len(s.used) != 0 {
		p.Errorf("after Undo the site has %v, %v, %v, want nothing", s.families, s.faces, s.used)
	}
	if !s.styles.Settings.Equal(before.styles.Settings) || !s.styles.Styles.Equal(before.styles.Styles) {
		p.Errorf("after Undo the styles are %s %s, want %s %s", s.styles.Settings, s.styles.Styles,
			before.styles.Settings, before.styles.Styles)
	}
	if p.notes.receipt != nil {
		p.Errorf("after Undo the receipt is %s, want none", p.notes.receipt)
	}
}

func TestInstallTwiceThenUndoLeavesTheSiteAsBefore(t *testing.T) {
	t.Parallel()
	p := newPlace(t)
	before := p.state()
	report := p.install(family())
	p.installed()
	if report.Writes() != 6 || report.Page != p.server.URL {
		t.Errorf("Install: %d writes and the page %q, want 6 and %s\n%s", report.Writes(), report.Page, p.server.URL, report)
	}
	stored, saves := string(p.notes.receipt), p.notes.saves
	if again := p.install(family()); again.Writes() != 0 || string(p.notes.receipt) != stored {
		t.Errorf("the second Install: %d writes, want none, and the same receipt\n%s", again.Writes(), again)
	}
	if p.notes.saves == saves {
		t.Errorf("the second Install saved the receipt %d times, want again", p.notes.saves)
	}
	plan, err := p.installer().PlanUndo(t.Context())
	if err != nil || plan.Writes() != 6 {
		t.Errorf("PlanUndo: error %v, %d writes, want 6\n%s", err, plan.Writes(), plan)
	}
	p.installed()
	undone := p.undo()
	if !tookBack(undone) || undone.String() != plan.String() {
		t.Errorf("Undo:\n%s\nwant 6 writes, as in the plan\n%s", undone, plan)
	}
	p.clean(before)
	if again := p.undo(); len(again.Steps) != 0 {
		t.Errorf("the second Undo: %s, want nothing", again)
	}
}

// TestUndoTakesTheFamilyOutOfTheStylesBeforeItDeletes is so that no page refers to a deleted file.
func TestUndoTakesTheFamilyOutOfTheStylesBeforeItDeletes(t *testing.T) {
	t.Parallel()
	p := newPlace(t)
	p.install(family())
	p.server.ResetRequests()
	p.undo()
	var writes []string
	for _, r := range p.server.Requests() {
		if r.Method != http.MethodGet {
			writes = append(writes, r.Method+" "+path.Base(path.Dir(r.Path)))
		}
	}
	const face = "DELETE font-faces"
	want := []string{"POST global-styles", face, face, face, face, "DELETE font-families"}
	if !slices.Equal(writes, want) {
		t.Errorf("Undo: the writes %q, want %q", writes, want)
	}
}

func TestFilesAreUploadedUnderNamesWithTheirChecksum(t *testing.T) {
	t.Parallel()
	p := newPlace(t)
	p.install(family())
	var names []string
	for _, address := range p.state().files {
		names = append(names, path.Base(address))
	}
	for _, want := range []string{"test-sans-100-900-normal-", "test-sans-700-italic-", "test-sans-300-normal-",
		"test-sans-400-normal-75-"} {
		if !strings.Contains(strings.Join(names, " "), want) {
			t.Errorf("Install: the files %v, want one that begins with %s", names, want)
		}
	}
}

func TestPlanWritesNothing(t *testing.T) {
	t.Parallel()
	p := newPlace(t, cms.WithDryRun())
	plan, err := p.installer().Plan(t.Context(), family())
	if got := [2]int{plan.Writes(), p.notes.saves}; err != nil || got != [2]int{6, 0} {
		t.Errorf("Plan: error %v, %d writes, %d saves, want a plan of 6 writes\n%s", err, plan.Writes(), p.notes.saves, plan)
	}
	p.site = p.client()
	p.install(family())
	p.site = p.client(cms.WithDryRun())
	plan, err = p.installer().Plan(t.Context(), family())
	if err != nil || plan.Writes() != 0 {
		t.Errorf("Plan after Install: error %v, %d writes, want none\n%s", err, plan.Writes(), plan)
	}
}

func TestChangesOfOthersStay(t *testing.T) {
	t.Parallel()
	p := newPlace(t)
	styles, library, ctx := appearance.New(p.site).Styles, fontlibrary.New(p.site), t.Context()
	p.install(family())
	id, err := styles.ActiveID(ctx)
	if err != nil {
		t.Fatal(err)
	}
	written, err := styles.Get(ctx, id)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := styles.Edit(ctx, id, func(g *appearance.GlobalStyles) error {
		return g.Styles.Set("#222", "color", "text")
	}); err != nil {
		t.Fatal(err)
	}
	report, err := p.installer().Undo(ctx)
	if !errors.Is(err, cms.ErrChanged) || report.Writes() != 0 {
		t.Errorf("Undo with other styles: error %v, want ErrChanged and no write\n%s", err, report)
	}
	p.installed()
	if again := p.install(family()); again.Writes() != 0 {
		t.Errorf("Install with other styles: %d writes, want none\n%s", again.Writes(), again)
	}
	if _, err := styles.Update(ctx, id, &appearance.StylesParams{Styles: written.Styles}); err != nil {
		t.Fatal(err)
	}
	there, err := library.Families.BySlug(ctx, "test-sans")
	if err != nil {
		t.Fatal(err)
	}
	other, err := library.Faces(there.ID).Create(ctx, &fontlibrary.FaceParams{
		Settings: fontlibrary.FaceSettings{FontFamily: "Test Sans", FontWeight: "950"},
		Files:    []fontlibrary.File{fontlibrary.Bytes("x.ttf", []byte("true x"))},
	})
	if err != nil {
		t.Fatal(err)
	}
	report = p.undo()
	if s := p.state(); !report.Leftover() || s.counts() != [2]int{1, 1} {
		t.Errorf("Undo with a face of others: %v %v, want the family with this face\n%s", s.families, s.faces, report)
	}
	if _, err := library.Faces(there.ID).Get(ctx, other.ID); err != nil {
		t.Errorf("Get of the face of others after Undo: error %v, want nil", err)
	}
}

func TestWhatWasThereBeforeIsUsedAndStays(t *testing.T) {
	t.Parallel()
	p := newPlace(t)
	library, ctx := fontlibrary.New(p.site), t.Context()
	there, err := library.Families.Create(ctx, &fontlibrary.FamilyParams{Name: new("Test Sans"), Slug: new("test-sans"),
		FontFamily: new(`"Test Sans", sans-serif`)})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := library.Faces(there.ID).Create(ctx, &fontlibrary.FaceParams{
		Settings: fontlibrary.FaceSettings{FontFamily: "Test Sans", FontWeight: "100 900", FontStyle: "normal"},
		Files:    []fontlibrary.File{fontlibrary.Bytes("other.woff2", []byte("wOF2 other"))},
	}); err != nil {
		t.Fatal(err)
	}
	report := p.install(family())
	if report.Writes() != 4 || !strings.Contains(report.String(), "another file") {
		t.Errorf("Install next to a family and a face: %d writes, want 4, and a reason\n%s", report.Writes(), report)
	}
	p.installed()
	undone := p.undo()
	if s := p.state(); undone.Leftover() || s.counts() != [2]int{1, 1} {
		t.Errorf("Undo: %v %v, want the family and the face from before\n%s", s.families, s.faces, undone)
	}
}

func TestAnotherFamilyWithTheSlugIsRefused(t *testing.T) {
	t.Parallel()
	p := newPlace(t)
	if _, err := fontlibrary.New(p.site).Families.Create(t.Context(), &fontlibrary.FamilyParams{
		Name: new("Other"), Slug: new("test-sans"), FontFamily: new("Other")}); err != nil {
		t.Fatal(err)
	}
	report, err := p.installer().Install(t.Context(), family())
	if !errors.Is(err, cms.ErrConflict) || len(report.Steps)+p.notes.saves != 0 {
		t.Errorf("Install: error %v, want ErrConflict and no step\n%s", err, report)
	}
}

func TestReceiptOfAnotherFamilyIsRefused(t *testing.T) {
	t.Parallel()
	p := newPlace(t)
	p.install(family())
	other := family()
	other.Name = "Another"
	if _, err := p.installer().Install(t.Context(), other); !errors.Is(err, install.ErrOtherReceipt) {
		t.Errorf("Install of another family: error %v, want ErrOtherReceipt", err)
	}
	elsewhere := newPlace(t)
	for _, receipt := range []string{string(p.notes.receipt), `{"version":2}`, `[]`, `x`} {
		elsewhere.notes.receipt = []byte(receipt)
		if _, err := elsewhere.installer().Install(t.Context(), family()); !errors.Is(err, install.ErrOtherReceipt) {
			t.Errorf("Install with the receipt %.40s: error %v, want ErrOtherReceipt", receipt, err)
		}
		if _, err := elsewhere.installer().Undo(t.Context()); !errors.Is(err, install.ErrOtherReceipt) {
			t.Errorf("Undo with the receipt %.40s: error %v, want ErrOtherReceipt", receipt, err)
		}
	}
}

func TestNothingIsWrittenWithoutAReceipt(t *testing.T) {
	t.Parallel()
	p := newPlace(t)
	p.notes.fail = errors.New("the disk is full")
	if _, err := p.installer().Install(t.Context(), family()); !errors.Is(err, p.notes.fail) {
		t.Errorf("Install: error %v, want the error of the store", err)
	}
	if s := p.state(); len(s.families) != 0 {
		t.Errorf("Install without a receipt: %v, want no family", s.families)
	}
}
