package main

import (
	"net/url"
	"strconv"

	"github.com/fontcms/fontcms-go/fonts"
	"github.com/fontcms/fontcms-go/fonts/snapshot"
)

// request is what the address of the page asks for.
type request struct {
	Keyword, Category, Language, Tag string
	Weight                           int
	Slant                            fonts.Slant
	Page                             int    // from 1
	Font                             string // the one that is shown, see keyOf
	Face                             string // its face, by name; the nearest to Weight and Slant if empty
}

// readRequest takes what makes no sense for what is usual.
func readRequest(q url.Values) request {
	r := request{
		Keyword: q.Get("q"), Category: q.Get("category"), Language: q.Get("language"), Tag: q.Get("tag"),
		Font: q.Get("font"), Face: q.Get("face"),
	}
	r.Weight, _ = strconv.Atoi(q.Get("weight"))
	if r.Weight < 1 || r.Weight > 1000 {
		r.Weight = 400
	}
	switch slant := fonts.Slant(q.Get("slant")); slant {
	case fonts.SlantItalic, fonts.SlantOblique:
		r.Slant = slant
	default:
		r.Slant = fonts.SlantNormal
	}
	r.Page, _ = strconv.Atoi(q.Get("page"))
	r.Page = max(r.Page, 1)
	return r
}

// query is the search that the request wants.
func (r request) query() snapshot.Query {
	return snapshot.Query{Keyword: r.Keyword, Category: r.Category, Languages: []string{r.Language}, Tags: []string{r.Tag}}
}

// link is the address of the page for the request.
func (r request) link() string {
	q := url.Values{}
	for name, value := range map[string]string{
		"q": r.Keyword, "category": r.Category, "language": r.Language, "tag": r.Tag, "font": r.Font, "face": r.Face,
	} {
		if value != "" {
			q.Set(name, value)
		}
	}
	if r.Weight != 400 {
		q.Set("weight", strconv.Itoa(r.Weight))
	}
	if r.Slant != fonts.SlantNormal {
		q.Set("slant", string(r.Slant))
	}
	if r.Page > 1 {
		q.Set("page", strconv.Itoa(r.Page))
	}
	return "/?" + q.Encode()
}

// keyOf names a font in an address: by its id, or by its name where it has none.
func keyOf(f *fonts.Font) string {
	if f.ID != "" {
		return f.ID
	}
	return f.Name
}
