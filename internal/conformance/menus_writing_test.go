package conformance

import (
	"testing"

	"github.com/fontcms/fontcms-go/cms"
)

// menuDeletes are what is gone with an item, or takes the item with it.
func menuDeletes() []scenario {
	return []scenario{
		{
			collection: "menu-items", kind: writing, role: admin, name: "deleted for good, its children keep their parent",
			run: func(t *testing.T, s *site, c *cms.Client) {
				was, err := c.MenuItems.Delete(t.Context(), 502)
				if err != nil {
					t.Fatal(err)
				}
				if was.Previous.ID != 502 || was.Previous.Title.Raw != "" || was.Previous.Menus != 31 || s.stored(t, "menu-items", 502) != nil {
					t.Errorf("it was %s", asJSON(t, was))
				}
				if r := s.stored(t, "menu-items", 503); r.int("parent") != 502 {
					t.Errorf("its child is %s", asJSON(t, r))
				}
			},
		},
		{
			collection: "menu-items", kind: writing, role: admin, name: "an item goes with its post",
			run: func(t *testing.T, s *site, c *cms.Client) {
				if _, err := c.Posts.Trash(t.Context(), 101); err != nil {
					t.Fatal(err)
				}
				m, err := c.MenuItems.Get(t.Context(), 505)
				if err != nil {
					t.Fatal(err)
				}
				if !m.Invalid || m.Title.Rendered != "Kerning in practice" {
					t.Errorf("with its post in the trash it is %s", asJSON(t, m))
				}
				if _, err := c.Posts.Delete(t.Context(), 101); err != nil {
					t.Fatal(err)
				}
				if r := s.stored(t, "menu-items", 505); r != nil {
					t.Errorf("without its post it is %s", asJSON(t, r))
				}
			},
		},
	}
}
