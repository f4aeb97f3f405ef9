package conformance

import (
	"encoding/json"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"
)

// dice draws requests from the table of operations and from the documents.
type dice struct {
	*rand.Rand

	operations []tableOperation
	documents  *documents
	made       []string // the kinds of what the sequence made, by the number of the request; "" for nothing
}

// newDice reads the operations of the content interface, and what cmstest has beyond them.
func newDice(t testing.TB, docs *documents, seed uint64) *dice {
	t.Helper()
	raw, err := os.ReadFile("../ledger/testdata/operations.json")
	if err != nil {
		t.Fatal(err)
	}
	var table struct{ Operations []tableOperation }
	if err := json.Unmarshal(raw, &table); err != nil {
		t.Fatal(err)
	}
	d := &dice{Rand: rand.New(rand.NewPCG(seed, 1)), documents: docs}
	for _, o := range table.Operations {
		if strings.HasPrefix(o.Path, "/cms/v2/") && !strings.HasSuffix(o.Path, "/sideload") {
			d.operations = append(d.operations, o)
		}
		// lists have the most arguments
		if o.Method == "GET" && strings.HasPrefix(o.Path, "/cms/v2/") && strings.Count(o.Path, "/") == 3 {
			d.operations = append(d.operations, o, o, o, o, o)
		}
	}
	d.operations = append(d.operations,
		coreOperations(t, "categories", "tags", "menus", "cms_pattern_category", "types", "taxonomies", "statuses",
			"menu-locations", "search", "settings", "navigation")...)
	d.operations = append(d.operations, peopleOperations()...)
	return d
}

func pick[T any](d *dice, list ...T) T { return list[d.IntN(len(list))] }

// chance is true in so many of a hundred cases.
func (d *dice) chance(percent int) bool { return d.IntN(100) < percent }

func (d *dice) role(write bool) role {
	if write && d.chance(50) {
		return admin
	}
	return pick(d, admin, admin, editor, author, contributor, subscriber, nobody)
}

func unique(query [][2]any) [][2]any {
	seen := map[any]bool{}
	return slices.DeleteFunc(query, func(q [2]any) bool {
		again := seen[q[0]]
		seen[q[0]] = true
		return again
	})
}

// id draws one of a kind: of a document, of what the sequence made, or one that is none.
func (d *dice) id(kind string) any {
	switch kind { // these have names
	case "types":
		return pick(d, "post", "page", "attachment", "nav_menu_item", "cms_block", "cms_navigation", "revision", "none")
	case "taxonomies":
		return pick(d, "category", "post_tag", "nav_menu", "cms_pattern_category", "post_format", "none")
	case "statuses":
		return pick(d, "publish", "draft", "pending", "private", "trash", "inherit", "none")
	case "menu-locations":
		return "none"
	}
	if d.chance(35) {
		var mine []int
		for i, k := range d.made {
			if k == kind {
				mine = append(mine, i)
			}
		}
		if len(mine) > 0 {
			return made(pick(d, mine...))
		}
	}
	if list := d.documents.kinds[kind]; len(list) > 0 && !d.chance(5) {
		return pick(d, list...).id()
	}
	return pick[int64](d, 0, 1, 181, 987654, 99)
}
