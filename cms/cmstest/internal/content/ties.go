package content

import (
	"fmt"
	"hash/fnv"
	"math/rand/v2"
	"slices"
	"strings"

	"github.com/fontcms/fontcms-go/cms/cmstest/internal/php"
	"github.com/fontcms/fontcms-go/cms/cmstest/internal/rest"
)

// Ties orders records that are equal in the order of a list. A database may order them differently
// in each request. Here the order depends on the seed, the list, and the number of requests for
// this list so far.
type Ties struct {
	Seed  uint64
	lists map[string]int
}

// Of returns a function for one response. The function returns the rank of a record by its id.
func (t *Ties) Of(c *rest.Call) func(id int64) uint64 {
	list := fmt.Sprint(c.Path(), c.Query.ByKey, c.JSON.ByKey)
	if t.lists == nil {
		t.lists = map[string]int{}
	}
	t.lists[list]++
	hash := fnv.New64a()
	_, _ = fmt.Fprint(hash, t.lists[list], list)
	page := hash.Sum64() ^ t.Seed
	return func(id int64) uint64 { return rand.NewPCG(page, uint64(id)).Uint64() }
}

// Restart sets the number of requests for each list to zero.
func (t *Ties) Restart() { t.lists = nil }

// KeepsDates reports whether WordPress orders records of the same date by id. It does so
// if the database reads the list from its index of type, status, date and id. With any
// other condition the database may sort the records itself.
func KeepsDates(c *rest.Call) bool {
	for _, source := range []*php.Values{c.Query, c.JSON} {
		for _, name := range source.Names {
			switch name {
			case "context", "page", "per_page", "offset", "order", "orderby", "after", "before", "exclude", "ignore_sticky",
				"rest_route":
			case "status":
				status, _ := c.Get(name).([]any)
				if len(status) > 1 || slices.Contains(status, any("any")) {
					return false
				}
			default:
				if !strings.HasPrefix(name, "_") {
					return false
				}
			}
		}
	}
	return true
}
