package walk

import (
	"context"
	"net/url"
	"reflect"
	"slices"
	"strconv"
	"testing"
)

// pageOf returns a page of records with these ids.
func pageOf(ids ...int64) *Page {
	page := &Page{Items: Empty(reflect.TypeFor[record]()), IDs: ids, Total: -1, TotalPages: -1}
	for _, id := range ids {
		page.Items.Set(reflect.Append(page.Items, reflect.ValueOf(record{id})))
	}
	return page
}

func TestPageSizeFollowsRecordsAndTotals(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		held, total, pages, want int
	}{
		"a full page":                         {5, 20, 4, 5},
		"a full page, whose totals say less":  {5, 20, 10, 5},
		"a short page of the requested size":  {3, 20, 4, 5},
		"a short page, whose totals say less": {3, 20, 10, 2},
		"a short page without totals":         {3, -1, -1, 3},
		"an empty page without totals":        {0, -1, -1, 1},
	} {
		page := pageOf(upTo(test.held)...)
		page.Total, page.TotalPages = test.total, test.pages
		if got := page.covers(5); got != test.want {
			t.Errorf("%s: covers(5): %d positions, want %d", name, got, test.want)
		}
	}
}

func TestFreshPageOmitsRecordsThatWereYielded(t *testing.T) {
	t.Parallel()
	page := pageOf(7, 5, 3)
	page.Broken = []*Broken{{ID: 4}, {ID: 2}}
	page.known = map[key]bool{{id: 5}: true, {id: 2}: true}
	rest := page.fresh()
	switch {
	case !slices.Equal(rest.IDs, []int64{7, 3}):
		t.Errorf("Page.fresh: ids %v, want %v", rest.IDs, []int64{7, 3})
	case rest.Items.Len() != 2:
		t.Errorf("Page.fresh: %d records, want 2", rest.Items.Len())
	case len(rest.Broken) != 1:
		t.Errorf("Page.fresh: %v, %d records, broken %v: %d broken records, want 1", rest.IDs, rest.Items.Len(), rest.Broken,
			len(rest.Broken))
	case rest.Broken[0].ID != 4:
		t.Errorf("Page.fresh: %v, %d records, broken %v: rest.Broken[0].ID %d, want 4", rest.IDs, rest.Items.Len(),
			rest.Broken, rest.Broken[0].ID)
	}
}

func TestRecordsAreIdentifiedByIDOrByTheirJSON(t *testing.T) {
	t.Parallel()
	different := map[key]bool{}
	for id, raw := range map[int64]string{1: "", 2: `{"id":1}`, 0: `{"id":"a"}`, -1: `{"id":"b"}`} {
		different[keyOf(id, []byte(raw))] = true
	}
	switch {
	case len(different) != 4:
		t.Errorf("keys of four records: %v, want 4 different ones", different)
	case keyOf(0, nil) != (key{}):
		t.Errorf("keyOf(0, nil): %v, want the zero key", keyOf(0, nil))
	case keyOf(3, nil) != keyOf(3, []byte(`{"id":3}`)):
		t.Errorf("keyOf a record with an id: %v with its JSON and %v without, want the same", keyOf(3, []byte(`{"id":3}`)),
			keyOf(3, nil))
	}
	unidentified := pageOf(1)
	unidentified.Broken = []*Broken{{}}
	known := map[key]bool{}
	remember(known, unidentified)
	switch {
	case len(known) != 1:
		t.Errorf("known records %v, want 1", known)
	case !known[key{id: 1}]:
		t.Errorf("known records %v, want id 1 among them", known)
	}
}

func TestPageIsSortedLikeTheIDs(t *testing.T) {
	t.Parallel()
	page := pageOf(3, 5, 7, 5)
	page.sortLike([]int64{7, 4, 5, 3})
	var got []int64
	for i := range page.Items.Len() {
		got = append(got, page.At(i).(*record).ID)
	}
	switch {
	case !slices.Equal(got, []int64{7, 5, 3}):
		t.Errorf("got %v, want %v", got, []int64{7, 5, 3})
	case page.IDs != nil:
		t.Errorf("%d: pageOf(3, 5, 7, 5): IDs %v, want nil", got, page.IDs)
	}
}

func TestWindowsHaveTheNumberOfTheirPage(t *testing.T) {
	t.Parallel()
	query := perPage("2")
	query["include[]"] = []string{"3", "5", "7"}
	w, err := Begin(&fake{ids: upTo(9), says: "both"}, query, options(Options{Exact: true}))
	if err != nil {
		t.Fatal(err)
	}
	pages := 0
	w.Pages(t.Context(), func(page *Page, err error) bool {
		switch pages++; {
		case err != nil:
			t.Errorf("%+v: error %v, want nil", page, err)
		case page.Number != 1:
			t.Errorf("page.Number %d, want 1", page.Number)
		}
		return true
	})
	if pages != 2 {
		t.Errorf("%d pages, want 2", pages)
	}
}

// numbered is a list whose responses have the offset of the page in place of a status.
type numbered struct{ fake }

func (n *numbered) Page(ctx context.Context, query url.Values, how How) (*Page, error) {
	page, err := n.fake.Page(ctx, query, how)
	if err == nil {
		page.Response.Status, _ = strconv.Atoi(query.Get("offset"))
	}
	return page, err
}

func TestExactWalkCapturesPagesThatHoldNothingNew(t *testing.T) {
	t.Parallel()
	var capture Response
	var shown []int // at the next request
	list := &numbered{fake{ids: upTo(14), says: "both", hides: map[int64]bool{6: true, 7: true, 8: true, 9: true}}}
	list.before = func(int) { shown = append(shown, capture.Status) }
	w, err := Begin(list, perPage("5"), options(Options{Exact: true, Captures: []*Response{&capture}}))
	if err != nil {
		t.Fatal(err)
	}
	w.Each(t.Context(), func(any, error) bool { return true })
	if !slices.Contains(shown, 4) {
		t.Errorf("the page of the records 5 to 9 is not among %d, want 4 among them", shown)
	}
}
