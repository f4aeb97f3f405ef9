package main

import (
	"cmp"
	"slices"
	"strings"

	"github.com/fontcms/fontcms-go/fonts"
)

const (
	perPage     = 40 // families of a page of the list
	mostSimilar = 8  // families that are offered in place of a misspelt name
)

// view is what the template shows.
type view struct {
	request
	facets
	Weights        []weight
	Slants         []fonts.Slant
	Copied         string // when the catalogue was
	Families       int    // of the whole catalogue
	Total          int
	From, To       int
	Results        []result
	Similar        bool   // whether the results are only similar to what was typed
	Broader        []step // what finds more, if nothing was found
	Previous, Next string // addresses, "" for none
	Shown          *shown
}

// weight is a weight and its usual name.
type weight struct {
	Value int
	Name  string
}

// result is a line of the list.
type result struct {
	Family, Category, Why string
	Faces                 int
	specimen
	Link    string
	Current bool
}

// step is a search with one condition less.
type step struct {
	Label, Link string
	Count       int
}

func (p *picker) view(r request) view {
	v := view{
		request: r, facets: p.facets,
		Weights: []weight{
			{100, "Thin"}, {200, "Extra light"}, {300, "Light"}, {400, "Regular"}, {500, "Medium"},
			{600, "Semibold"}, {700, "Bold"}, {800, "Extra bold"}, {900, "Black"},
		},
		Slants: []fonts.Slant{fonts.SlantNormal, fonts.SlantItalic, fonts.SlantOblique},
		Copied: p.copied.FetchedAt.Format("2 January 2006, 15:04 MST"), Families: len(p.copied.Fonts),
	}
	hasLanguage := func(f facet) bool { return f.Value == r.Language }
	if r.Language != "" && !slices.ContainsFunc(v.Languages, hasLanguage) { // it was typed into the address
		v.Languages = append([]facet{{Value: r.Language, Name: languageName(r.Language)}}, v.Languages...)
	}
	first := (r.Page - 1) * perPage
	for _, font := range p.found(r) {
		if v.Total >= first && v.Total < first+perPage {
			v.Results = append(v.Results, p.resultOf(font, r))
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
	if v.Total == 0 {
		v.Results, v.Broader = p.similar(r), p.broader(r)
		v.Similar = len(v.Results) > 0
	}
	if r.Font != "" {
		v.Shown = p.shown(r)
	}
	return v
}

// found are the families that a search finds: first those with the name that was typed, then
// those whose name begins with it, each in the order of the catalogue.
func (p *picker) found(r request) []*fonts.Font {
	all := slices.Collect(p.copied.Search(r.query()))
	typed := strings.ToLower(strings.Join(strings.Fields(r.Keyword), " "))
	if typed == "" {
		return all
	}
	rank := func(name string) int {
		name = strings.ToLower(strings.TrimSpace(name))
		switch {
		case name == typed:
			return 0
		case strings.HasPrefix(name, typed):
			return 1
		}
		return 2
	}
	best := func(font *fonts.Font) int { return min(rank(font.FontFamily), rank(font.Name)) }
	slices.SortStableFunc(all, func(a, b *fonts.Font) int { return cmp.Compare(best(a), best(b)) })
	return all
}

// similar are families whose name may have been meant.
func (p *picker) similar(r request) []result {
	others := r
	others.Keyword = ""
	var list []result
	for _, font := range p.copied.Similar(r.Keyword) {
		if len(list) < mostSimilar && others.query().Matches(font) {
			list = append(list, p.resultOf(font, r))
		}
	}
	return list
}

// broader are searches without one of the conditions that find something.
func (p *picker) broader(r request) []step {
	var steps []step
	for _, condition := range []struct{ kind, value string }{
		{"the word", r.Keyword}, {"the category", r.Category}, {"the tag", r.Tag}, {"the language", r.Language},
	} {
		if strings.TrimSpace(condition.value) == "" {
			continue
		}
		less, name := r, condition.value
		less.Page, less.Font, less.Face = 1, "", ""
		switch condition.kind {
		case "the word":
			less.Keyword = ""
		case "the category":
			less.Category = ""
		case "the tag":
			less.Tag = ""
		case "the language":
			less.Language, name = "", languageName(name)
		}
		s := step{Label: condition.kind + " “" + name + "”", Link: less.link()}
		for range p.copied.Search(less.query()) {
			s.Count++
		}
		if s.Count > 0 {
			steps = append(steps, s)
		}
	}
	return steps
}

func (r request) turn(pages int) string {
	r.Page += pages
	return r.link()
}

func (p *picker) resultOf(font *fonts.Font, r request) result {
	current := r.Font != "" && r.Font == keyOf(font)
	r.Font, r.Face = keyOf(font), ""
	name := "Regular"
	css := fonts.Font{FontFamily: font.FontFamily, Name: font.Name, Category: font.Category}.CSS()
	if face, ok := font.Match(fonts.Style{Weight: r.Weight, Slant: r.Slant, Width: 100}); ok {
		name, css = face.Subfamily, css+"; "+face.Style.CSS()
	}
	return result{
		Family: familyOf(font), Category: font.Category, Why: why(font, r.Keyword), Faces: len(font.FontSubfamily),
		specimen: p.specimen(font, name, css), Link: r.link() + "#family", Current: current,
	}
}
