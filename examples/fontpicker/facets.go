package main

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"github.com/fontcms/fontcms-go/fonts/snapshot"
)

// most is how many values of one kind are offered: a list of thousands helps
// nobody.
const most = 300

// facet is a value to filter by, and how many fonts have it.
type facet struct {
	Value string
	Name  string // for people, of a language
	Count int
}

// facets are what the catalogue can be filtered by.
type facets struct {
	Categories, Tags, Languages []facet
}

func facetsOf(copied *snapshot.Snapshot) facets {
	categories, tags, languages := tally{}, tally{}, tally{}
	for i := range copied.Fonts {
		font := &copied.Fonts[i]
		categories.add(font.Category)
		tags.add(font.TagList()...)
		languages.add(font.LanguageList()...)
	}
	return facets{categories.list(), tags.list(), named(languages.list())}
}

// tally counts values, whatever their case, under their first spelling.
type tally map[string]*facet

func (t tally) add(values ...string) {
	for _, value := range values {
		value = strings.TrimSpace(value)
		if value == "" {
			continue
		}
		folded := strings.ToLower(value)
		if t[folded] == nil {
			t[folded] = &facet{Value: value}
		}
		t[folded].Count++
	}
}

// list holds the most frequent values in alphabetical order.
func (t tally) list() []facet {
	list := make([]facet, 0, len(t))
	for f := range maps.Values(t) {
		list = append(list, *f)
	}
	slices.SortFunc(list, func(a, b facet) int {
		return cmp.Or(cmp.Compare(b.Count, a.Count), cmp.Compare(a.Value, b.Value))
	})
	list = list[:min(len(list), most)]
	slices.SortFunc(list, func(a, b facet) int {
		return cmp.Or(cmp.Compare(strings.ToLower(a.Value), strings.ToLower(b.Value)), cmp.Compare(a.Value, b.Value))
	})
	return list
}
