package cmstest

import (
	"cmp"
	"slices"
	"strings"

	"github.com/fontcms/fontcms-go/cms/cmstest/internal/php"
	"github.com/fontcms/fontcms-go/cms/cmstest/internal/rest"
)

// folded are title, excerpt and content as the database compares them: without case and accents.
func (it *item) folded() *[3]string {
	if it.foldedColumns == nil {
		it.foldedColumns = &[3]string{php.Fold(it.title), php.Fold(it.excerpt), php.Fold(it.content)}
	}
	return it.foldedColumns
}

func (s *records) searchFilter(c *rest.Call) matcher {
	search := c.Text("search")
	if search == "" {
		return nil
	}
	terms := php.SearchTerms(search)
	including := slices.ContainsFunc(terms, func(t php.SearchTerm) bool { return !t.Exclude })
	if c.Text("orderby") == "relevance" && !including {
		return func(*item) bool { return false } // nothing to be relevant to: the site's own query fails
	}
	exact := c.Text("search_semantics") == "exact"
	var columns []int
	for i, name := range []string{"post_title", "post_excerpt", "post_content"} {
		if wanted := c.Strings("search_columns"); len(wanted) == 0 || slices.Contains(wanted, name) {
			columns = append(columns, i)
		}
	}
	return func(it *item) bool {
		if it.password != "" && c.User == nil {
			return false // nobody learns by searching what a protected post says
		}
		folded := it.folded()
		for _, t := range terms {
			has := slices.ContainsFunc(columns, func(i int) bool {
				return exact && folded[i] == t.Text || !exact && strings.Contains(folded[i], t.Text)
			})
			if it.media != nil { // its file is a column of its own, whatever columns were asked for
				file := php.Fold(it.media.file)
				has = has || exact && file == t.Text || !exact && strings.Contains(file, t.Text)
			}
			if has == t.Exclude {
				return false
			}
		}
		return true
	}
}

// relevance puts those first whose title holds the whole search, then all of its words, then any, then excerpts
// and contents with the whole of it; of one word, only titles count. The order of the query is that of the dates among
// equals.
func (s *records) relevance(c *rest.Call) func(a, b *item) int {
	phrase := php.Fold(c.Text("search"))
	terms := php.SearchTerms(phrase)
	score := func(it *item) int {
		folded := it.folded()
		inTitle := func(t php.SearchTerm) bool { return strings.Contains(folded[0], t.Text) }
		switch {
		case strings.Contains(folded[0], phrase):
			return 1
		case !slices.ContainsFunc(terms, func(t php.SearchTerm) bool { return !inTitle(t) }):
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
	descending := c.Text("order") == "desc"
	return func(a, b *item) int {
		order := cmp.Compare(score(a), score(b))
		if descending { // the best come first whatever the order says
			order = -order
		}
		return cmp.Or(order, byDate(a, b))
	}
}
