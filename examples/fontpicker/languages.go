package main

import (
	"cmp"
	"slices"
	"strings"

	"golang.org/x/text/language"
	"golang.org/x/text/language/display"
)

// languageName is the English name of a language, or the text itself if it is not a code
// of BCP 47.
func languageName(code string) string {
	tag, err := language.Parse(code)
	if err != nil {
		return code
	}
	if name := display.English.Tags().Name(tag); name != "" && !strings.Contains(name, "Unknown") {
		return name
	}
	return code
}

// languageNames are the names in alphabetical order.
func languageNames(codes []string) []string {
	names := make([]string, len(codes))
	for i, code := range codes {
		names[i] = languageName(code)
	}
	slices.Sort(names)
	return slices.Compact(names)
}

// named adds the names to languages, and puts them in the order of the names.
func named(languages []facet) []facet {
	for i := range languages {
		languages[i].Name = languageName(languages[i].Value)
	}
	slices.SortStableFunc(languages, func(a, b facet) int {
		return cmp.Compare(strings.ToLower(a.Name), strings.ToLower(b.Name))
	})
	return languages
}
