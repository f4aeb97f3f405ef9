package main

import (
	"cmp"
	"net/url"
	"strings"

	"github.com/fontcms/fontcms-go/fonts"
)

// perPage is how many families a page lists.
const perPage = 40

// view is what the template shows.
type view struct {
	request
	facets
	Weights        []int
	Slants         []fonts.Slant
	Copied         string // when the catalogue was
	Total          int
	From, To       int
	Results        []result
	Previous, Next string // addresses, "" for none
	Shown          *shown
}

// result is a line of the list.
type result struct {
	Family, Category string
	Faces            int
	Link             string
	Current          bool
}

// shown is the font whose CSS is on the page.
type shown struct {
	Family, Designer, Version, Description, Copyright string
	License, LicenseLink                              string
	Tags                                              []string
	Languages                                         int
	Nearest                                           *face // to what is wanted, nil if no name is known
	Exact                                             bool
	Faces                                             []face
}

// face is a face with its CSS, a declaration a line.
type face struct {
	Name, CSS string
	Known     bool
}

func (p *picker) view(r request) view {
	v := view{
		request: r, facets: p.facets, Weights: []int{100, 200, 300, 400, 500, 600, 700, 800, 900},
		Slants: []fonts.Slant{fonts.SlantNormal, fonts.SlantItalic, fonts.SlantOblique},
		Copied: p.copied.FetchedAt.Format("2 January 2006, 15:04 MST"),
	}
	first := (r.Page - 1) * perPage
	for font := range p.copied.Search(r.query()) {
		if v.Total >= first && v.Total < first+perPage {
			v.Results = append(v.Results, resultOf(font, r))
		}
		v.Total++
	}
	v.From, v.To = first+1, first+len(v.Results)
	if r.Page > 1 {
		v.Previous = r.turn(-1)
	}
	if v.Total > first+perPage {
		v.Next = r.turn(1)
	}
	if r.Font != "" {
		v.Shown = p.shown(r)
	}
	return v
}

func (r request) turn(pages int) string {
	r.Page += pages
	return r.link()
}

func resultOf(font *fonts.Font, r request) result {
	current := r.Font != "" && r.Font == keyOf(font)
	r.Font = keyOf(font)
	return result{familyOf(font), font.Category, len(font.FontSubfamily), r.link() + "#font", current}
}

func (p *picker) shown(r request) *shown {
	for i := range p.copied.Fonts {
		if font := &p.copied.Fonts[i]; keyOf(font) == r.Font {
			return show(font, fonts.Style{Weight: r.Weight, Slant: r.Slant, Width: 100})
		}
	}
	return nil
}

func show(font *fonts.Font, wanted fonts.Style) *shown {
	s := &shown{
		Family: familyOf(font), Designer: font.Designer, Version: font.Version, Description: font.Description,
		Copyright: font.Copyright, Tags: font.TagList(), Languages: len(font.LanguageList()),
	}
	if font.License != nil {
		s.License, s.LicenseLink = *font.License, webAddress(*font.License)
	}
	family := fonts.Font{FontFamily: font.FontFamily, Name: font.Name, Category: font.Category}.CSS()
	for _, f := range font.Faces() {
		s.Faces = append(s.Faces, faceOf(f, family))
	}
	if nearest, ok := font.Match(wanted); ok {
		s.Nearest, s.Exact = new(faceOf(nearest, family)), nearest.Style == wanted
	}
	return s
}

// faceOf writes the CSS of a face on lines of its own: f.CSS() has it on one.
func faceOf(f fonts.Face, family string) face {
	var lines []string
	if family != "" {
		lines = append(lines, family)
	}
	if f.Known {
		lines = append(lines, strings.Split(f.Style.CSS(), "; ")...)
	}
	return face{cmp.Or(f.Subfamily, "Regular"), strings.Join(lines, ";\n") + ";", f.Known}
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
