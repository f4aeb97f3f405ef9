package install_test

import (
	"errors"
	"path/filepath"
	"strings"
	"testing"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/cms/appearance"
	"github.com/fontcms/fontcms-go/cms/cmstest"
	"github.com/fontcms/fontcms-go/cms/fontlibrary"
	"github.com/fontcms/fontcms-go/cms/fontlibrary/install"
	"github.com/fontcms/fontcms-go/fonts"
)

func TestFamiliesThatASiteWouldRejectAreRefused(t *testing.T) {
	t.Parallel()
	p := newPlace(t)
	good := install.Face{File: fontlibrary.Bytes("a.woff2", []byte("wOF2 a"))}
	of := func(name, content string) []install.Face {
		return []install.Face{{File: fontlibrary.Bytes(name, []byte(content))}}
	}
	long := fontlibrary.Bytes("a.ttf", []byte("true a"))
	long.Size = 99
	for name, f := range map[string]install.Family{
		"no name":           {Faces: []install.Face{good}},
		"no faces":          {Name: "A"},
		"no slug":           {Name: "字体", Faces: []install.Face{good}},
		"slug":              {Name: "A", Slug: "A b", Faces: []install.Face{good}},
		"slug with digit":   {Name: "A", Slug: "a2", Faces: []install.Face{good}},
		"font-family":       {Name: "A", FontFamily: "a; color: red", Faces: []install.Face{good}},
		"quotation mark":    {Name: `A"b`, Faces: []install.Face{good}},
		"place":             {Name: "A", For: "footer", Faces: []install.Face{good}},
		"two equal faces":   {Name: "A", Faces: []install.Face{good, good}},
		"neither":           {Name: "A", Faces: []install.Face{{Weight: "400"}}},
		"both":              {Name: "A", Faces: []install.Face{{File: good.File, Address: "https://a.example/a.woff"}}},
		"weight":            {Name: "A", Faces: []install.Face{{Weight: "1;", File: good.File}}},
		"empty file":        {Name: "A", Faces: of("a.woff2", "")},
		"short file":        {Name: "A", Faces: of("a.woff2", "wO")},
		"another content":   {Name: "A", Faces: of("a.woff2", "wOFF a")},
		"another extension": {Name: "A", Faces: of("a.svg", "<svg")},
		"collection":        {Name: "A", Faces: of("a.ttc", "ttcf a")},
		"another size":      {Name: "A", Faces: []install.Face{{File: long}}},
	} {
		if report, err := p.installer().Install(t.Context(), f); !errors.Is(err, cms.ErrInvalidArgument) {
			t.Errorf("%s: Install: error %v, want ErrInvalidArgument\n%s", name, err, report)
		}
	}
	if s := p.state(); len(s.families) != 0 {
		t.Errorf("after families that were refused: %v, want none", s.families)
	}
}

func TestDifferencesBetweenFileAndNameAreNoted(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		face install.Face
		want string // a part of the note, "" for none
		step string
	}{
		"equal":       {install.Face{Weight: "700", Style: "italic", Subfamily: "Bold Italic"}, "", "face 700 italic"},
		"only a name": {install.Face{Subfamily: "Light Condensed"}, "", "face 300 normal 75%"},
		"weight":      {install.Face{Weight: "650", Subfamily: "Bold"}, "the weight is 650", "face 650 normal"},
		"style": {install.Face{Weight: "700", Style: "italic", Subfamily: "Bold"}, "the style is italic",
			"face 700 italic"},
		"stretch": {install.Face{Weight: "700", Stretch: "75%", Subfamily: "Bold"}, "the stretch is 75%",
			"face 700 normal 75%"},
		"variable":     {install.Face{Weight: "100 900", Subfamily: "Regular"}, "", "face 100 900 normal"},
		"out of range": {install.Face{Weight: "100 300", Subfamily: "Bold"}, "the weight is 100 300", "face 100 300 normal"},
		"slant": {install.Face{Weight: "400", Style: "oblique 0deg 10deg", Subfamily: "Regular"}, "",
			"face 400 oblique 0deg 10deg"},
		"neither": {install.Face{Subfamily: "Stencil"}, "neither a table nor its name", "face 400 normal"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p := newPlace(t)
			c.face.File = fontlibrary.Bytes("x.ttf", []byte("true x"))
			report := p.install(install.Family{Name: "X", Faces: []install.Face{c.face}})
			notes := strings.Join(report.Notes, "\n")
			if !strings.Contains(notes, c.want) || (c.want == "") != (notes == "") {
				t.Errorf("Install: the notes %q, want %q", notes, c.want)
			}
			if report.Steps[1].Part != c.step {
				t.Errorf("Install: the step %q, want %q", report.Steps[1].Part, c.step)
			}
		})
	}
}

func TestFontOfTheCatalogueIsInstalledByAddress(t *testing.T) {
	t.Parallel()
	p := newPlace(t)
	before := p.state()
	font := fonts.Font{Name: "Inter", FontFamily: "Inter", Category: "sans-serif",
		FontSubfamily: fonts.Subfamily{"Regular", "Bold Italic", "Stencil", "Light"}}
	f := install.FromFont(font, func(face fonts.Face) string {
		if face.Subfamily == "Light" {
			return ""
		}
		return p.server.URL + "/fonts/" + strings.ReplaceAll(face.Subfamily, " ", "") + ".woff2"
	})
	if f.FontFamily != `"Inter", sans-serif` || len(f.Faces) != 2 {
		t.Fatalf("FromFont: %+v, want two faces and a generic family", f)
	}
	report := p.install(f)
	s := p.state()
	if len(s.faces)+len(s.used) != 4 || !strings.Contains(report.String(), "face 700 italic") {
		t.Errorf("Install by address: %v %v, want two faces\n%s", s.faces, s.used, report)
	}
	if again := p.install(f); again.Writes() != 0 {
		t.Errorf("the second Install by address: %d writes, want none\n%s", again.Writes(), again)
	}
	p.undo()
	p.clean(before)
	f.Faces[0].Address = "https://fonts.example/a.woff2" // this site resolves no other host
	if _, err := p.installer().Install(t.Context(), f); !errors.Is(err, cms.ErrBadRequest) {
		t.Errorf("Install by the address of another host: error %v, want ErrBadRequest", err)
	}
	p.undo()
	p.clean(before)
}

func TestOnlyTheWantedTextsGetTheFont(t *testing.T) {
	t.Parallel()
	for place, want := range map[install.Place]string{
		install.AllText: `{"typography":{"fontFamily":"var(--wp--preset--font-family--test-sans)"}}`,
		install.Headings: `{"elements":{"heading":` +
			`{"typography":{"fontFamily":"var(--wp--preset--font-family--test-sans)"}}}}`,
		install.Selectable: `{}`,
		install.Nowhere:    `{}`,
	} {
		p := newPlace(t)
		before, f := p.state(), family()
		f.For = place
		p.install(f)
		s, files := p.state(), 4
		if place == install.Nowhere {
			files = 0
		}
		if !s.styles.Styles.Equal(appearance.Tree(want)) || len(s.used) != files {
			t.Errorf("Install for %q: the styles %s with %d files, want %s and %d", place, s.styles.Styles, len(s.used),
				want, files)
		}
		p.undo()
		p.clean(before)
	}
}

func TestSiteWithoutFontsOrStylesIsRefused(t *testing.T) {
	t.Parallel()
	server := cmstest.NewServer(cmstest.WithTest(t)) // no theme is active
	p := &place{T: t, server: server, notes: &notes{}}
	p.site = p.client()
	if _, err := p.installer().Install(t.Context(), family()); !errors.Is(err, appearance.ErrNoStyles) {
		t.Errorf("Install without an active theme: error %v, want ErrNoStyles", err)
	}
	server.Fail(cmstest.Fault{Route: "/cms/v2/font-families", Status: 404, Code: "rest_no_route"})
	if _, err := p.installer().Install(t.Context(), family()); !errors.Is(err, cms.ErrNoRoute) {
		t.Errorf("Install without a font library: error %v, want ErrNoRoute", err)
	}
	if p.notes.saves != 0 {
		t.Errorf("the receipt was saved %d times, want never", p.notes.saves)
	}
}

func TestReceiptFileIsReplacedAndRemoved(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "receipt.json")
	store, ctx := install.File(path), t.Context()
	for _, content := range []string{"", "a longer one", "short", ""} {
		var receipt []byte
		if content != "" {
			receipt = []byte(content)
		}
		if err := store.Save(ctx, receipt); err != nil {
			t.Errorf("Save of %q: error %v, want nil", content, err)
		}
		if got, err := store.Load(ctx); err != nil || string(got) != content {
			t.Errorf("Load: %q, error %v, want %q", got, err, content)
		}
	}
	if err := install.File(filepath.Join(path, "a", "b")).Save(ctx, []byte("x")); err == nil {
		t.Error("Save into a folder that does not exist: error nil, want one")
	}
}
