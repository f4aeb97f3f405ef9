package menus_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/cms/menus"
)

func TestTreeOrdersEachLevelAndBreaksCircles(t *testing.T) {
	t.Parallel()
	// id, parent, order: 6 and 7 stand above each other, 8 below them, 9 is its own parent, 10's parent is missing.
	var items []*cms.MenuItem
	for _, i := range [][3]int64{{1, 0, 2}, {2, 1, 9}, {3, 1, 1}, {4, 0, 1}, {5, 3, 1}, {6, 7, 3}, {7, 6, 3}, {8, 7, 1},
		{9, 9, 4}, {10, 99, 5}} {
		items = append(items, &cms.MenuItem{ID: i[0], Parent: i[1], MenuOrder: int(i[2])})
	}
	var show func([]*cms.Node[cms.MenuItem]) string
	show = func(nodes []*cms.Node[cms.MenuItem]) string {
		var out []string
		for _, node := range nodes {
			out = append(out, fmt.Sprint(node.Item.ID, show(node.Children)))
		}
		return "(" + strings.Join(out, " ") + ")"
	}
	if got, want := strings.ReplaceAll(show(menus.Tree(items)), "()",
		""), "(4 1(3(5) 2) 6(7(8)) 9 10)"; strings.ReplaceAll(got, " (", "(") != want {
		t.Errorf("Tree: %s, want %s", got, want)
	}
	if menus.Tree(nil) != nil {
		t.Errorf("nothing is something: menus.Tree(nil) %v, want nil", menus.Tree(nil))
	}
}
