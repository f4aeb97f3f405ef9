package cms_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/fontcms/fontcms-go/cms"
)

func TestListWithHolesIsReadAsItsRecords(t *testing.T) {
	t.Parallel()
	c := newStub(t, always(200, `{"0":{"id":1},"2":{"id":3}}`)).client(t)
	page, err := c.Posts.List(t.Context(), nil)
	switch {
	case err != nil:
		t.Fatalf("Posts.List: error %v, want nil", err)
	case len(page.Items) != 2:
		t.Fatalf("Posts.List: %d records, want 2", len(page.Items))
	case page.Items[0].ID != 1:
		t.Fatalf("Posts.List: page.Items[0].ID %d, want 1", page.Items[0].ID)
	case page.Items[1].ID != 3:
		t.Fatalf("Posts.List: page.Items[1].ID %d, want 3", page.Items[1].ID)
	}
	c = newStub(t, always(200, `{"0":{"id":1},"2":{"id":"three"}}`)).client(t)
	page, err = c.Posts.List(t.Context(), nil)
	broken, ok := errors.AsType[*cms.BrokenRecordError](err)
	switch {
	case !ok:
		t.Errorf("Posts.List: error %v, want a *cms.BrokenRecordError", err)
	case page == nil:
		t.Error("Posts.List: page nil, want a value")
	case len(page.Items) != 1:
		t.Errorf("Posts.List: %d records, want 1", len(page.Items))
	case string(broken.Raw) != `{"id":"three"}`:
		t.Errorf("Posts.List: Raw %q, want %q", string(broken.Raw), `{"id":"three"}`)
	}
	c = newStub(t, always(200, `[{"id":1},{"id":-1}]`)).client(t)
	switch page, err = c.Posts.List(t.Context(), nil); {
	case len(page.Items) != 1:
		t.Errorf("an id below 0: %d records, want 1", len(page.Items))
	case !strings.Contains(fmt.Sprint(err), "no id"):
		t.Errorf("an id below 0: error %q, want %q in it", fmt.Sprint(err), "no id")
	}
	c = newStub(t, always(200, `{"code":"rest_forbidden","message":"Sorry","data":{"status":403}}`)).client(t)
	if _, err := c.Posts.List(t.Context(), nil); !strings.Contains(fmt.Sprint(err), "rest_forbidden") {
		t.Errorf("an error as a list: error %q, want %q in it", fmt.Sprint(err), "rest_forbidden")
	}
}
