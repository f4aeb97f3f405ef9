package menus_test

import (
	"errors"
	"net/http"
	"slices"
	"testing"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/cms/cmstest"
	"github.com/fontcms/fontcms-go/cms/menus"
)

func TestArrangeUpdatesOnlyItemsWithAnotherPlace(t *testing.T) {
	t.Parallel()
	server := cmstest.NewServer(cmstest.WithTest(t))
	site, err := cms.New(server.URL, cms.WithApplicationPassword("admin", server.AppPassword("admin")))
	if err != nil {
		t.Fatal(err)
	}
	all := menus.New(site)
	menu, err := all.Ensure(t.Context(), "Main", nil)
	if err != nil {
		t.Fatal(err)
	}
	var ids []int64
	for i := range 5 {
		item, err := site.MenuItems.Create(t.Context(), &cms.MenuItemParams{Title: new("Item"), Menus: &menu.ID,
			URL: new("https://docs.example.org/"), MenuOrder: new(i + 1), Status: new(cms.StatusPublish)})
		if err != nil {
			t.Fatal(err)
		}
		ids = append(ids, item.ID)
	}
	other, err := all.Ensure(t.Context(), "Other", nil)
	if err != nil {
		t.Fatal(err)
	}
	foreign, err := site.MenuItems.Create(t.Context(), &cms.MenuItemParams{Title: new("Item"), Menus: &other.ID,
		URL: new("https://docs.example.org/"), Status: new(cms.StatusPublish)})
	if err != nil {
		t.Fatal(err)
	}
	for name, c := range map[string]struct {
		ids []int64
		err error
	}{
		"an item of another": {[]int64{ids[1], foreign.ID}, cms.ErrInvalidArgument},
		"an item of no menu": {[]int64{ids[1], 9999}, cms.ErrInvalidArgument},
		"an item twice":      {[]int64{ids[1], ids[0], ids[1]}, cms.ErrInvalidArgument},
		"the present order":  {ids[:2], nil},
	} {
		server.ResetRequests()
		_, err := all.Arrange(t.Context(), menu.ID, c.ids)
		if !errors.Is(err, c.err) {
			t.Errorf("Arrange with %s: error %v, want %v", name, err, c.err)
		}
		if refused, ok := errors.AsType[*cms.ArgumentError](err); ok && refused.Argument != "ids" {
			t.Errorf("Arrange with %s: refused the argument %q, want ids", name, refused.Argument)
		}
		for _, r := range server.Requests() {
			if r.Method != http.MethodGet {
				t.Errorf("Arrange with %s sent %s %s, want no write", name, r.Method, r.Path)
			}
		}
	}
	moved := []int64{ids[0], ids[2], ids[1]}
	for _, method := range []string{http.MethodGet, http.MethodPost} {
		server.Fail(cmstest.Fault{Method: method, Status: http.StatusForbidden, Times: 1,
			Body: []byte(`{"code":"rest_forbidden","message":"No.","data":{"status":403}}`)})
		if items, err := all.Arrange(t.Context(), menu.ID, moved); items != nil || !errors.Is(err, cms.ErrForbidden) {
			t.Errorf("Arrange whose %s is refused: items %v, error %v, want none and ErrForbidden", method, items, err)
		}
	}
	server.ResetRequests()
	items, err := all.Arrange(t.Context(), menu.ID, moved)
	if err != nil {
		t.Fatal(err)
	}
	if n := len(server.Requests()); n != 3 {
		t.Errorf("Arrange of two items sent %d requests, want one list and two updates", n)
	}
	var got []int64
	for i, item := range items {
		got = append(got, item.ID)
		if item.MenuOrder != i+1 {
			t.Errorf("Arrange: item %d has the place %d, want %d", item.ID, item.MenuOrder, i+1)
		}
	}
	if want := append(moved, ids[3:]...); !slices.Equal(got, want) {
		t.Errorf("Arrange returned the items %v, want %v", got, want)
	}
}

// TestArrangeKeepsThePresentOrderOfOtherItems has items whose order is not that of their ids.
func TestArrangeKeepsThePresentOrderOfOtherItems(t *testing.T) {
	t.Parallel()
	_, site, menu := emptyMenu(t)
	var ids []int64
	for _, place := range []int{4, 3, 1, 2} {
		item, err := site.MenuItems.Create(t.Context(), &cms.MenuItemParams{Title: new("Item"), Menus: &menu,
			URL: new("https://docs.example.org/"), MenuOrder: &place, Status: new(cms.StatusPublish)})
		if err != nil {
			t.Fatal(err)
		}
		ids = append(ids, item.ID)
	}
	for _, c := range []struct{ first, want []int64 }{
		{nil, []int64{ids[2], ids[3], ids[1], ids[0]}},
		{[]int64{ids[1]}, []int64{ids[1], ids[2], ids[3], ids[0]}},
	} {
		items, err := menus.New(site).Arrange(t.Context(), menu, c.first)
		if err != nil {
			t.Fatal(err)
		}
		var got []int64
		for _, item := range items {
			got = append(got, item.ID)
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("Arrange with the first items %v: %v, want %v", c.first, got, c.want)
		}
	}
}
