package cmstest

import (
	"cmp"
	"regexp"
	"slices"
	"strings"
)

// folded are title, excerpt and content as the database compares them: without case and accents.
func (it *item) folded() *[3]string {
	if it.foldedColumns == nil {
		it.foldedColumns = &[3]string{fold(it.title), fold(it.excerpt), fold(it.content)}
	}
	return it.foldedColumns
}

func fold(s string) string { return strings.ToLower(stripAccents(s)) }

var (
	searchWord = regexp.MustCompile(`"[^"]*(?:"|$)|[^\t ",+]+`)
	stopWords  = strings.Fields("about an are as at be by com for from how in is it of on or that the this to was what when where who will with www")
)

type searchTerm struct {
	text    string // folded
	exclude bool
}

// searchTerms splits a search into words and quoted phrases. Letters that stand alone and common words do not
// count; if nothing or too much is left, the search is one phrase.
func searchTerms(search string) []searchTerm {
	var terms []searchTerm
	for _, word := range searchWord.FindAllString(search, -1) {
		if len(word) > 2 && word[0] == '"' && word[len(word)-1] == '"' {
			word = strings.Trim(word, `"'`)
		} else {
			word = strings.Trim(word, `"' `)
		}
		folded := fold(word)
		if folded == "" || folded == "-" || len(folded) == 1 && folded[0] >= 'a' && folded[0] <= 'z' || slices.Contains(stopWords, folded) {
			continue
		}
		text, exclude := strings.CutPrefix(folded, "-")
		terms = append(terms, searchTerm{text, exclude})
	}
	if len(terms) == 0 || len(terms) > 9 {
		text, exclude := strings.CutPrefix(fold(search), "-")
		return []searchTerm{{text, exclude}}
	}
	return terms
}

func (c *call) searchFilter() matcher {
	search := c.text("search")
	if search == "" {
		return nil
	}
	terms := searchTerms(search)
	including := slices.ContainsFunc(terms, func(t searchTerm) bool { return !t.exclude })
	if c.text("orderby") == "relevance" && !including {
		return func(*item) bool { return false } // nothing to be relevant to: the site's own query fails
	}
	exact := c.text("search_semantics") == "exact"
	var columns []int
	for i, name := range []string{"post_title", "post_excerpt", "post_content"} {
		if wanted := c.strings("search_columns"); len(wanted) == 0 || slices.Contains(wanted, name) {
			columns = append(columns, i)
		}
	}
	return func(it *item) bool {
		if it.password != "" && c.user == nil {
			return false // nobody learns by searching what a protected post says
		}
		folded := it.folded()
		for _, t := range terms {
			has := slices.ContainsFunc(columns, func(i int) bool {
				return exact && folded[i] == t.text || !exact && strings.Contains(folded[i], t.text)
			})
			if it.media != nil { // its file is a column of its own, whatever columns were asked for
				file := fold(it.media.file)
				has = has || exact && file == t.text || !exact && strings.Contains(file, t.text)
			}
			if has == t.exclude {
				return false
			}
		}
		return true
	}
}

// relevance puts those first whose title holds the whole search, then all of its words, then any, then excerpts
// and contents with the whole of it; of one word, only titles count. The order of the query is that of the dates among
// equals.
func (c *call) relevance() func(a, b *item) int {
	phrase := fold(c.text("search"))
	terms := searchTerms(phrase)
	score := func(it *item) int {
		folded := it.folded()
		inTitle := func(t searchTerm) bool { return strings.Contains(folded[0], t.text) }
		switch {
		case strings.Contains(folded[0], phrase):
			return 1
		case !slices.ContainsFunc(terms, func(t searchTerm) bool { return !inTitle(t) }):
			return 2
		case slices.ContainsFunc(terms, inTitle):
			return 3
		case len(terms) == 1:
			return 6
		case strings.Contains(folded[1], phrase):
			return 4
		case strings.Contains(folded[2], phrase):
			return 5
		}
		return 6
	}
	descending := c.text("order") == "desc"
	return func(a, b *item) int {
		order := cmp.Compare(score(a), score(b))
		if descending { // the best come first whatever the order says
			order = -order
		}
		return cmp.Or(order, byDate(a, b))
	}
}
