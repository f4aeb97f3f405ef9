package walk

import (
	"context"
	"errors"
	"net/url"
	"reflect"
	"testing"

	"github.com/fontcms/fontcms-go/cms/internal/fault"
)

// short is a list of twenty records whose pages hold fewer than requested. It gives one
// page for the offset 5, and another for the positions that this page may not cover.
type short struct {
	fake

	first, rest *Page
}

func (w *short) Page(_ context.Context, query url.Values, _ How) (*Page, error) {
	page := w.first
	if query.Get("offset") != "5" {
		page = w.rest
	}
	page.Items, page.Total, page.TotalPages = Empty(reflect.TypeFor[record]()), 20, -1
	for _, id := range page.IDs {
		page.Items.Set(reflect.Append(page.Items, reflect.ValueOf(record{id})))
	}
	return page, nil
}

func TestWalkByOffsetRefusesAPageThatOmitsRecords(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		rest    *Page
		refused bool
	}{
		"the positions after it are empty":           {&Page{}, false},
		"they hold the same records":                 {&Page{IDs: []int64{6, 7}}, false},
		"they hold another record":                   {&Page{IDs: []int64{7, 9}}, true},
		"they hold the same record, which is broken": {&Page{Broken: []*Broken{{ID: 8}}}, false},
		"they hold another record, which is broken":  {&Page{Broken: []*Broken{{ID: 9}}}, true},
	} {
		list := &short{first: &Page{IDs: []int64{6, 7}, Broken: []*Broken{{ID: 8}}}, rest: test.rest}
		query := perPage("5")
		query.Set("offset", "5")
		w, err := Begin(list, query, options(Options{}))
		if err != nil {
			t.Fatal(err)
		}
		var failed error
		w.Pages(t.Context(), func(page *Page, err error) bool {
			if _, broken := errors.AsType[*Broken](err); broken {
				return true
			}
			failed = err
			return false
		})
		switch {
		case errors.Is(failed, fault.ErrDecode) != test.refused:
			t.Errorf("%s: failed error %v is ErrDecode: %t, want %t", name, failed, errors.Is(failed, fault.ErrDecode),
				test.refused)
		case (failed != nil) != test.refused:
			t.Errorf("%s: error %v, want an error: %t", name, failed, test.refused)
		}
	}
}
