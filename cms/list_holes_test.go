package cms_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/internal/stub"
)

func TestListWithHolesIsReadAsItsRecords(t *testing.T) {
	t.Parallel()
	c := stub.New(t, stub.Always(200, `{"0":{"id":1},"2":{"id":3}}`)).Client(t)
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
	c = stub.New(t, stub.Always(200, `{"0":{"id":1},"2":{"id":"three"}}`)).Client(t)
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
	c = stub.New(t, stub.Always(200, `[{"id":1},{"id":-1}]`)).Client(t)
	switch page, err = c.Posts.List(t.Context(), nil); {
	case len(page.Items) != 1:
		t.Errorf("an id below 0: %d records, want 1", len(page.Items))
	case !strings.Contains(fmt.Sprint(err), "no id"):
		t.Errorf("an id below 0: error %q, want %q in it", fmt.Sprint(err), "no id")
	}
	c = stub.New(t, stub.Always(200, `{"code":"rest_forbidden","message":"Sorry","data":{"status":403}}`)).Client(t)
	if _, err := c.Posts.List(t.Context(), nil); !strings.Contains(fmt.Sprint(err), "rest_forbidden") {
		t.Errorf("an error as a list: error %q, want %q in it", fmt.Sprint(err), "rest_forbidden")
	}
}

// TestListOfOtherRecordsThanTheIdsAskedForIsRefused has a site that goes by no ids.
func TestListOfOtherRecordsThanTheIdsAskedForIsRefused(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		options *cms.PostListOptions
		answer  string
		want    error
		text    string
	}{
		"what was asked for": {&cms.PostListOptions{Include: []int64{41, 57}}, `[{"id":57},{"id":41}]`,
			nil, ""},
		"another record": {&cms.PostListOptions{Include: []int64{41}}, `[{"id":57}]`,
			cms.ErrForeignRecord, "asked for [41], got 57"},
		"another record that cannot be read": {&cms.PostListOptions{Include: []int64{41}}, `[{"id":57,` + crowd() + `}]`,
			cms.ErrForeignRecord, "got 57"},
		"one without an id that cannot be read": {&cms.PostListOptions{Include: []int64{41}}, `[{"id":41},{"slug":{}}]`,
			cms.ErrDecode, ""},
		"sticky records on top": {&cms.PostListOptions{Include: []int64{41}, IgnoreSticky: new(false)},
			`[{"id":57},{"id":41}]`, nil, ""},
		"no sticky records on top": {&cms.PostListOptions{Include: []int64{41}, IgnoreSticky: new(true)}, `[{"id":57}]`,
			cms.ErrForeignRecord, ""},
		"no ids asked for": {&cms.PostListOptions{Exclude: []int64{41}}, `[{"id":57}]`, nil, ""},
	} {
		s := stub.New(t, stub.Always(200, "X-CMS-Total: 1", "X-CMS-TotalPages: 1", test.answer))
		_, err := s.Client(t).Posts.List(t.Context(), test.options)
		switch {
		case !errors.Is(err, test.want):
			t.Errorf("%s: Posts.List(test.options): error %v, want %v", name, err, test.want)
		case err != nil && !strings.Contains(err.Error(), test.text):
			t.Errorf("%s: Posts.List: error %v, want %q in it", name, err, test.text)
		}
	}
}

// TestPageHoldsAThousandRecordsThatCannotBeRead and fails with one more.
func TestPageHoldsAThousandRecordsThatCannotBeRead(t *testing.T) {
	t.Parallel()
	for n, whole := range map[int]bool{1000: true, 1001: false} {
		list := "[" + strings.Repeat(`{"name":"a"},`, n) + `{"id":5000}]`
		things := cms.NewCollection[gadgetWithID, gadgetParams, struct{}](stub.New(t, stub.Always(200, list)).Client(t),
			"shop/v1/things")
		page, err := things.List(t.Context(), nil)
		switch {
		case (page != nil) != whole:
			t.Errorf("%d broken records: page %v, error %v, want a page: %t", n, page, err, whole)
		case whole && (len(page.Items) != 1 || page.Items[0].ID != 5000):
			t.Errorf("%d broken records: page of %d records, want only record 5000", n, len(page.Items))
		case !errors.Is(err, cms.ErrDecode):
			t.Errorf("%d: things.List: error %v, want ErrDecode", n, err)
		}
		if !whole && !strings.Contains(err.Error(), "more than 1000 records") {
			t.Errorf("%d broken records: error %v, want %q in it", n, err, "more than 1000 records")
		}
	}
}
