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

// Ties orders the records that are equal in the order of a list. A database may sort them anew for each request, so
// their order follows from the seed, the list, and the number of requests for this list.
type Ties struct {
	Seed  uint64
	lists map[string]int
}

// Of returns the places of records in one response, by their ids.
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

// Restart makes the next request for each list the first one.
func (t *Ties) Restart() { t.lists = nil }

// KeepsDates reports whether records of one date are in the order of their ids. The database reads such a list from
// its index of type, status, date and id. Any other condition may make it sort the records itself.
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
