package content

import (
	"strings"

	"github.com/fontcms/fontcms-go/cms/cmstest/internal/php"
)

// Term is a term of any taxonomy, such as a category.
type Term struct {
	ID, Parent              int64
	Taxonomy                string
	Name, Slug, Description string
	AutoAdd                 bool // new pages are added to the menu
}

// FirstCategory is the id of the default category of a new site.
const FirstCategory = 1

// ByName compares terms by their names.
func ByName(a, b *Term) int { return strings.Compare(php.SortKey(a.Name), php.SortKey(b.Name)) }
