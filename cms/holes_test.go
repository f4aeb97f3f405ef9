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
	if err != nil || len(page.Items) != 2 || page.Items[0].ID != 1 || page.Items[1].ID != 3 {
		t.Fatalf("%+v, %v", page, err)
	}
	c = newStub(t, always(200, `{"0":{"id":1},"2":{"id":"three"}}`)).client(t)
	page, err = c.Posts.List(t.Context(), nil)
	broken, ok := errors.AsType[*cms.BrokenRecordError](err)
	if !ok || page == nil || len(page.Items) != 1 || string(broken.Raw) != `{"id":"three"}` {
		t.Errorf("%+v, %v", page, err)
	}
	c = newStub(t, always(200, `[{"id":1},{"id":-1}]`)).client(t)
	if page, err = c.Posts.List(t.Context(), nil); len(page.Items) != 1 || !strings.Contains(fmt.Sprint(err), "no id") {
		t.Errorf("an id below 0: %+v, %v", page, err)
	}
	c = newStub(t, always(200, `{"code":"rest_forbidden","message":"Sorry","data":{"status":403}}`)).client(t)
	if page, err := c.Posts.List(t.Context(), nil); !strings.Contains(fmt.Sprint(err), "rest_forbidden") {
		t.Errorf("an error as a list: %+v, %v", page, err)
	}
}
