package cms_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/fontcms/fontcms-go/cms"
)

func placed(p *cms.Page) (id, parent int64) { return p.ID, p.Parent }

// outline writes a tree as its ids, with what is below one in brackets.
func outline(nodes []*cms.Node[cms.Page]) string {
	var out []string
	for _, node := range nodes {
		text := fmt.Sprint(node.Item.ID)
		if len(node.Children) > 0 {
			text += "(" + outline(node.Children) + ")"
		}
		out = append(out, text)
	}
	return strings.Join(out, " ")
}

func TestTreeKeepsEveryRecordOnce(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name, want string
		records    [][2]int64 // id, parent
	}{
		{"nothing", "", nil},
		{"order of the items on each level", "3(5 4) 1", [][2]int64{{3, 0}, {5, 3}, {1, 0}, {4, 3}}},
		{"parent after its children", "1(2(3))", [][2]int64{{3, 2}, {2, 1}, {1, 0}}},
		{"unknown parent", "7 8", [][2]int64{{7, 99}, {8, 0}}},
		{"own parent", "4(5)", [][2]int64{{4, 4}, {5, 4}}},
		{"circle of two", "6(7(8))", [][2]int64{{8, 7}, {7, 6}, {6, 7}}},
		{"circle that its lowest id does not begin", "2(9(5(7)))", [][2]int64{{9, 2}, {7, 5}, {5, 9}, {2, 5}}},
		{"two circles", "1(2) 3(4)", [][2]int64{{1, 2}, {2, 1}, {3, 4}, {4, 3}}},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			var pages []*cms.Page
			for _, r := range c.records {
				pages = append(pages, &cms.Page{ID: r[0], Parent: r[1]})
			}
			if got := outline(cms.Tree(pages, placed)); got != c.want {
				t.Errorf("Tree: %q, want %q", got, c.want)
			}
		})
	}
}

func TestTreeArrangesALongChainInOneLookAtEachRecord(t *testing.T) {
	t.Parallel()
	const n = 200_000 // walking up from each would take 20,000,000,000 steps
	looks := 0
	pages := make([]*cms.Page, 0, n)
	for id := int64(1); id <= n; id++ {
		pages = append(pages, &cms.Page{ID: id, Parent: id - 1})
	}
	depth := 0
	for nodes := cms.Tree(pages, func(p *cms.Page) (int64, int64) {
		looks++
		return p.ID, p.Parent
	}); len(nodes) > 0; nodes = nodes[0].Children {
		depth++
	}
	if depth != n || looks > 2*n {
		t.Errorf("Tree: depth %d with %d lookups, want %d with at most %d", depth, looks, n, 2*n)
	}
}
