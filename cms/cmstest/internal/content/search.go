package content

import (
	"slices"
	"strings"

	"github.com/fontcms/fontcms-go/cms/cmstest/internal/php"
	"github.com/fontcms/fontcms-go/cms/cmstest/internal/rest"
)

// Matcher says whether an item passes a filter.
type Matcher func(*Item) bool

// SearchFilter is the condition of the argument search, nil if it is not there.
func (s *Site) SearchFilter(c *rest.Call) Matcher {
	search := c.Text("search")
	if search == "" {
		return nil
	}
	terms := php.SearchTerms(search)
	including := slices.ContainsFunc(terms, func(t php.SearchTerm) bool { return !t.Exclude })
	if c.Text("orderby") == "relevance" && !including {
		return func(*Item) bool { return false } // nothing to be relevant to: the site's own query fails
	}
	exact := c.Text("search_semantics") == "exact"
	var columns []int
	for i, name := range []string{"post_title", "post_excerpt", "post_content"} {
		if wanted := c.Strings("search_columns"); len(wanted) == 0 || slices.Contains(wanted, name) {
			columns = append(columns, i)
		}
	}
	return func(it *Item) bool {
		if it.Password != "" && c.User == nil {
			return false // nobody learns by searching what a protected post says
		}
		folded := it.folded()
		for _, t := range terms {
			has := slices.ContainsFunc(columns, func(i int) bool {
				return exact && folded[i] == t.Text || !exact && strings.Contains(folded[i], t.Text)
			})
			if it.Media != nil { // its file is a column of its own, whatever columns were asked for
				file := php.Fold(it.Media.File)
				has = has || exact && file == t.Text || !exact && strings.Contains(file, t.Text)
			}
			if has == t.Exclude {
				return false
			}
		}
		return true
	}
}
