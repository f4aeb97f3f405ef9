package content

import (
	"strings"

	"github.com/fontcms/fontcms-go/cms/cmstest/internal/php"
)

// Term is a category or a tag.
type Term struct {
	ID, Parent              int64
	Taxonomy                string
	Name, Slug, Description string
	AutoAdd                 bool // of a menu
}

// FirstCategory is that which every site has, and at first that of posts for which no other is named.
const FirstCategory = 1

// ByName compares terms by their names.
func ByName(a, b *Term) int { return strings.Compare(php.SortKey(a.Name), php.SortKey(b.Name)) }
