package cms_test

import (
	"errors"
	"testing"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/internal/stub"
)

func TestMenuItemIsReadAndWritten(t *testing.T) {
	t.Parallel()
	s := stub.New(t,
		stub.Always(200,
			`{"id":5,"title":{"raw":"T"},"status":"publish","type":"custom","object":"custom","object_id":5,`+
				`"url":"https://x.test","classes":[""],"xfn":["a"],"meta":[],"menu_order":2}`))
	item, err := s.Client(t).MenuItems.Get(t.Context(), 5, cms.InContext(cms.ContextEdit))
	switch {
	case err != nil:
		t.Fatalf("MenuItems.Get: error %v, want nil", err)
	case len(item.Classes) != 0 || len(item.XFN) != 1:
		t.Fatalf("MenuItems.Get: Classes %q, length of XFN %d, want an empty list and 1", item.Classes, len(item.XFN))
	}
	params, err := item.Params()
	switch {
	case err != nil:
		t.Errorf("MenuItem.Params: error %v, want nil", err)
	case params.ObjectID != nil:
		t.Errorf("MenuItem.Params: ObjectID %+v, want nil", params.ObjectID)
	case *params.URL != "https://x.test":
		t.Errorf("MenuItem.Params: URL %q, want %q", *params.URL, "https://x.test")
	case *params.MenuOrder != 2:
		t.Errorf("MenuItem.Params: MenuOrder %d, want 2", *params.MenuOrder)
	}
	item.Type = cms.MenuItemPostType
	switch params, err = item.Params(); {
	case err != nil:
		t.Errorf("MenuItem.Params: error %v, want nil", err)
	case *params.ObjectID != 5:
		t.Errorf("MenuItem.Params: ObjectID %d, want 5", *params.ObjectID)
	case params.URL != nil:
		t.Errorf("MenuItem.Params: URL %+v, want nil", params.URL)
	}
	if _, err := (&cms.MenuItem{}).Params(); !errors.Is(err, cms.ErrIncomplete) {
		t.Error(err)
	}
}

// TestMenuItemHasItsLimits has ids and places at them, and below.
func TestMenuItemHasItsLimits(t *testing.T) {
	t.Parallel()
	s := stub.New(t, stub.Always(200, `{"id":5}`))
	site := s.Client(t)
	for _, test := range []struct {
		argument string // "" for what is sent
		params   cms.MenuItemParams
	}{
		{"", cms.MenuItemParams{Parent: new(int64(0))}}, {"parent", cms.MenuItemParams{Parent: new(int64(-1))}},
		{"", cms.MenuItemParams{ObjectID: new(int64(0))}}, {"object_id", cms.MenuItemParams{ObjectID: new(int64(-1))}},
		{"", cms.MenuItemParams{MenuOrder: new(1)}}, {"menu_order", cms.MenuItemParams{MenuOrder: new(0)}},
	} {
		before := len(s.Seen())
		_, err := site.MenuItems.Update(t.Context(), 5, &test.params)
		switch sent := len(s.Seen()) > before; {
		case sent != (test.argument == ""):
			t.Errorf("menu item %+v sent: %t (error %v), want %t", test.params, sent, err, test.argument == "")
		case sent && err != nil:
			t.Errorf("menu item %+v: error %v, want nil", test.params, err)
		case !sent && !refuses(err, test.argument):
			t.Errorf("menu item %+v: error %v, want the argument %q refused", test.params, err, test.argument)
		}
	}
}
