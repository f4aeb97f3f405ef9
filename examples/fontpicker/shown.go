package main

import (
	"cmp"
	"net/url"
	"regexp"
	"slices"
	"strings"

	"github.com/fontcms/fontcms-go/fonts"
)

// shown is the font whose faces and CSS are on the page.
type shown struct {
	Family, Designer, Version, Description, Copyright string
	License, LicenseLink                              string
	Tags, Languages                                   []string
	Chosen                                            *face // nil if the name of no face says which weight it is
	Exact                                             bool
	Faces                                             []face // in order of weight
}

// face is a face with its CSS, a declaration a line, and what a browser needs to show it.
type face struct {
	Name, CSS string
	Known     bool
	specimen
	Link    string
	Current bool
}

func (p *picker) shown(r request) *shown {
	for i := range p.copied.Fonts {
		if font := &p.copied.Fonts[i]; keyOf(font) == r.Font {
			return p.show(font, r)
		}
	}
	return nil
}

func (p *picker) show(font *fonts.Font, r request) *shown {
	s := &shown{
		Family: familyOf(font), Designer: font.Designer, Version: font.Version, Description: font.Description,
		Copyright: font.Copyright, Tags: font.TagList(), Languages: languageNames(font.LanguageList()),
	}
	if font.License != nil {
		s.License, s.LicenseLink = *font.License, webAddress(*font.License)
	}
	wanted := fonts.Style{Weight: r.Weight, Slant: r.Slant, Width: 100}
	faces := font.Faces()
	chosen, found := font.Match(wanted)
	s.Exact = chosen.Style == wanted
	for _, f := range faces {
		if r.Face != "" && f.Subfamily == r.Face {
			chosen, found, s.Exact = f, true, true
		}
	}
	slices.SortStableFunc(faces, inOrderOfWeight)
	for _, f := range faces {
		face := p.faceOf(font, f)
		face.Current = found && f == chosen
		r.Face = f.Subfamily
		face.Link = r.link() + "#family"
		s.Faces = append(s.Faces, face)
	}
	if found {
		s.Chosen = new(p.faceOf(font, chosen))
	}
	return s
}

// inOrderOfWeight puts the faces whose style is unknown last.
func inOrderOfWeight(a, b fonts.Face) int {
	rank := func(out bool) int {
		if out {
			return 1
		}
		return 0
	}
	slanted := func(f fonts.Face) int { return rank(f.Style.Slant != fonts.SlantNormal) }
	return cmp.Or(cmp.Compare(rank(!a.Known), rank(!b.Known)),
		cmp.Compare(rank(a.Style.Width != 100), rank(b.Style.Width != 100)),
		cmp.Compare(a.Style.Width, b.Style.Width),
		cmp.Compare(a.Style.Weight, b.Style.Weight), cmp.Compare(slanted(a), slanted(b)))
}

// faceOf writes the CSS of a face on lines of its own: f.CSS() has it on one.
func (p *picker) faceOf(font *fonts.Font, f fonts.Face) face {
	lines := []string{}
	if family := (fonts.Font{FontFamily: font.FontFamily, Name: font.Name, Category: font.Category}).CSS(); family != "" {
		lines = append(lines, family)
	}
	if f.Known {
		lines = append(lines, strings.Split(f.Style.CSS(), "; ")...)
	}
	name := cmp.Or(f.Subfamily, "Regular")
	css := strings.Join(lines, ";\n") + ";"
	return face{Name: name, CSS: css, Known: f.Known, specimen: p.specimen(font, name, css)}
}

// part is a piece of CSS. An escape, such as \22, is shown from left to right within a name
// of any script.
type part struct {
	Text   string
	Escape bool
}

var escape = regexp.MustCompile(`\\([0-9a-fA-F]{1,6} ?|.)`)

// Parts returns the CSS in pieces.
func (f face) Parts() []part {
	var parts []part
	rest := f.CSS
	for _, at := range escape.FindAllStringIndex(f.CSS, -1) {
		begin := at[0] - len(f.CSS) + len(rest)
		parts = append(parts, part{Text: rest[:begin]}, part{f.CSS[at[0]:at[1]], true})
		rest = f.CSS[at[1]:]
	}
	return append(parts, part{Text: rest})
}

// specimen tells the script how to show a text in a face.
type specimen struct {
	Style    string // declarations
	Installs string // the name of the family, to see whether it is installed
	FaceName string // the full name of the face, "" for the regular one
	Source   string // address of the file; "" if no file is loaded
}

func (p *picker) specimen(font *fonts.Font, face, css string) specimen {
	family := cmp.Or(strings.TrimSpace(font.FontFamily), strings.TrimSpace(font.Name))
	full := family + " " + face
	if style, _ := fonts.ParseStyle(face); style == (fonts.Style{Weight: 400, Slant: fonts.SlantNormal, Width: 100}) {
		full = "" // the regular face is found by its family name
	}
	return specimen{Style: css, Installs: family, FaceName: full, Source: p.files.address(font, face)}
}

func familyOf(font *fonts.Font) string {
	return cmp.Or(strings.TrimSpace(font.FontFamily), strings.TrimSpace(font.Name), font.ID, "(without a name)")
}

// webAddress returns the address if a browser may be sent there, "" otherwise.
func webAddress(text string) string {
	u, err := url.Parse(strings.TrimSpace(text))
	if err != nil || u.Scheme != "https" && u.Scheme != "http" || u.Host == "" {
		return ""
	}
	return u.String()
}
