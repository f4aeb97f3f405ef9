package install

import (
	"cmp"
	"fmt"
	"strconv"
	"strings"
	"unicode"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/cms/fontlibrary"
	"github.com/fontcms/fontcms-go/fonts"
)

// Family is a family of fonts to install.
type Family struct {
	Name string // the displayed name: "Inter"
	// Slug is the name in CSS variables: small letters, digits and hyphens, with a hyphen
	// between a letter and a digit. Default: made from Name.
	Slug string
	// FontFamily is the value of the CSS property font-family: "Inter, sans-serif". Its
	// first name is that of the faces. Default: Name.
	FontFamily string
	// Faces are the faces: one or more, all different.
	Faces []Face
	// For tells which texts of the site get the font. Default: all.
	For Place
}

// Place is a part of the pages that gets a font.
type Place string

// The values of Place.
const (
	AllText  Place = ""         // the text of all pages; headings too, unless they have another font
	Headings Place = "headings" // all headings
	// Selectable offers the font in the editor of the site, and changes no page.
	Selectable Place = "selectable"
	Nowhere    Place = "nowhere" // only into the font library; the global styles are not read
)

// Face is one face: a file, or the address of a file. One variable font is one face.
type Face struct {
	// Weight, Style and Stretch are the CSS descriptors: "700", or "100 900" for a variable
	// font; "normal", "italic" or "oblique"; "75%". Pass what the tables of the file say.
	// An empty field is taken from Subfamily, or is regular. If Subfamily differs, these
	// fields are used, and the report has a note.
	Weight, Style, Stretch string
	// UnicodeRange are the characters of the file: "U+0000-00FF". Default: all.
	UnicodeRange string
	// Subfamily is the name of the style, for [fonts.ParseStyle]: "Bold Italic". Default:
	// the end of the name of the file, "Inter-BoldItalic.woff2".
	Subfamily string
	// File is uploaded under a name of its own: "inter-700-normal-0a1b2c3d.woff2".
	File fontlibrary.File
	// Address is used instead of File. The site does not load the file.
	Address string
}

// wanted is a family with checked arguments.
type wanted struct {
	settings fontlibrary.FamilySettings
	faces    []wantedFace
	place    Place
}

// wantedFace is a face with checked arguments.
type wantedFace struct {
	settings fontlibrary.FaceSettings // Src has the address if the face has one
	file     *fontlibrary.File        // nil if the face has an address
	key      string
	title    string // name in the report
}

// prepare checks the arguments and reads all files. It adds the notes of [prepareFace] to the
// report. It sends nothing.
func prepare(operation string, f Family, report *Report) (*wanted, error) {
	refuse := func(argument, reason string) error {
		return &cms.ArgumentError{Operation: "install." + operation, Argument: argument, Reason: reason}
	}
	name := strings.TrimSpace(f.Name)
	slug := cmp.Or(f.Slug, slugOf(name))
	css := cmp.Or(strings.TrimSpace(f.FontFamily), name)
	first, _, _ := strings.Cut(css, ",")
	family := unquoted(first)
	switch {
	case name == "" || strings.ContainsFunc(name, unicode.IsControl):
		return nil, refuse("name", "a family requires a name without control characters")
	case slug == "" || slug != slugOf(slug):
		return nil, refuse("slug", fmt.Sprintf(
			"%.200q is not small letters, digits and single hyphens, with a hyphen between letter and digit", slug))
	case family == "" || strings.ContainsAny(family, `"'\;{}<>`) || strings.ContainsAny(css, `\;{}<>`) ||
		strings.ContainsFunc(css, unicode.IsControl):
		return nil, refuse("fontFamily", fmt.Sprintf("%.200q is not a list of names of fonts", css))
	case len(f.Faces) == 0:
		return nil, refuse("faces", "a family requires a face")
	}
	switch f.For {
	case AllText, Headings, Selectable, Nowhere:
	default:
		return nil, refuse("for", fmt.Sprintf("%.200q is not one of the places", f.For))
	}
	w := &wanted{settings: fontlibrary.FamilySettings{Name: name, Slug: slug, FontFamily: css}, place: f.For}
	seen := map[string]int{}
	for i := range f.Faces {
		argument := fmt.Sprintf("faces[%d]", i)
		face, note, err := prepareFace(slug, family, f.Faces[i])
		if err != nil {
			return nil, refuse(argument, err.Error())
		}
		if earlier, twice := seen[face.key]; twice {
			return nil, refuse(argument, fmt.Sprintf("it is %s, as faces[%d]", face.title, earlier))
		}
		seen[face.key] = i
		if note != "" {
			report.Notes = append(report.Notes, note)
		}
		w.faces = append(w.faces, *face)
	}
	return w, nil
}

// prepareFace checks one face, and reads its file. note tells how the descriptors of the face
// differ from its name, or that neither the descriptors nor the name has the weight. If there is
// nothing to tell, note is "".
func prepareFace(slug, family string, f Face) (face *wantedFace, note string, err error) {
	label := cmp.Or(f.File.Name, f.Address)
	subfamily := f.Subfamily
	if subfamily == "" && f.File.Name != "" {
		subfamily = subfamilyOf(f.File.Name)
	}
	style, known := fonts.ParseStyle(subfamily)
	known = known && strings.TrimSpace(subfamily) != ""
	settings := fontlibrary.FaceSettings{
		FontFamily: family, UnicodeRange: f.UnicodeRange, FontWeight: cmp.Or(f.Weight, strconv.Itoa(style.Weight)),
		FontStyle: cmp.Or(f.Style, string(style.Slant)), FontStretch: cmp.Or(f.Stretch, percent(style.Width)),
	}
	for name, value := range map[string]string{
		"weight": settings.FontWeight, "style": settings.FontStyle, "stretch": settings.FontStretch,
		"unicodeRange": f.UnicodeRange,
	} {
		if strings.ContainsAny(value, `"'\;{}<>`) || strings.ContainsFunc(value, unicode.IsControl) {
			return nil, "", fmt.Errorf("the %s %.200q is not a CSS value", name, value)
		}
	}
	face = &wantedFace{settings: settings, key: keyOf(settings), title: titleOf(settings)}
	if difference := differs(settings, style); known && difference != "" {
		note = fmt.Sprintf("%.200s: %s, but its name says %.100q", label, difference, subfamily)
	} else if !known && f.Weight == "" {
		note = fmt.Sprintf("%.200s: neither a table nor its name says the weight: it is taken for %s", label,
			settings.FontWeight)
	}
	switch {
	case f.File.Open == nil && strings.TrimSpace(f.Address) == "":
		return nil, "", fmt.Errorf("a face requires a file or an address")
	case f.File.Open != nil && f.Address != "":
		return nil, "", fmt.Errorf("a face has a file or an address, not both")
	case f.Address != "":
		face.settings.Src = fontlibrary.Sources{f.Address}
		return face, note, nil
	}
	sum, size, err := inspect(f.File)
	if err != nil {
		return nil, "", err
	}
	file := f.File
	file.Name, file.Size = fileName(slug, settings, sum, file.Name), size
	face.file = &file
	return face, note, nil
}
