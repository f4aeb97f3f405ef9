package walk

import (
	"cmp"
	"fmt"
	"net/url"
	"slices"
)

// orderOf returns the order of a walk in the form of the field Order of [Cursor]: "id asc".
func orderOf(query url.Values) string {
	order := query.Get("orderby")
	if direction := query.Get("order"); direction != "" {
		order += " " + direction
	}
	return order
}

// idOrder checks the order in a walk by id: the ids must rise within every page, or fall within
// every page. A page comes from one query, so changes of the list cannot break this order. Sticky
// posts are exempt: they are in front of the first page, and come once more at their place in the
// order.
//
// idOrder also finds the records of a page that the walk has already yielded. Records of the
// previous page may have moved to this page. Records of the first page may be sticky posts, which
// come again.
type idOrder struct {
	byID   bool
	sticky bool // the query asks for sticky posts
	rising int  // 1 if ids rise, -1 if they fall, 0 while that is unknown

	first   []int64 // ids of the first page, if sticky posts may be in front of it
	checked bool    // the order of the first page was checked
}

func newIDOrder(query url.Values) idOrder {
	o := idOrder{byID: query.Get("orderby") == "id", sticky: query.Get("ignore_sticky") == "false"}
	switch query.Get("order") {
	case ascending:
		o.rising = 1
	case descending:
		o.rising = -1
	}
	return o
}

// check checks the next page. before is the previous page, or nil. front means that page may begin
// with sticky posts. known holds the keys of the records that the walk must not yield again.
func (o *idOrder) check(page, before *Page, front bool) (known map[key]bool, err error) {
	if !o.byID && !o.sticky {
		return nil, nil
	}
	ids := without(page.IDs, []int64{0})
	if before == nil && front {
		o.first = ids
		return nil, nil
	}
	known = map[key]bool{}
	remember(known, &Page{IDs: o.first})
	if !o.byID {
		return known, nil
	}
	remember(known, before)
	fresh := without(ids, o.first)
	if len(fresh) > 0 && !o.sticky && !o.checked {
		o.checked = true
		// Check only the second half of the first page: sticky posts fill at most its first half.
		half := o.first[(len(o.first)+1)/2:]
		if err := o.keeps(half); err != nil {
			return nil, err
		}
	}
	return known, o.keeps(fresh)
}

// keeps returns an error if ids neither rise nor fall, or if their direction differs from that of the
// earlier ids.
func (o *idOrder) keeps(ids []int64) error {
	for i := 1; i < len(ids); i++ {
		step := cmp.Compare(ids[i], ids[i-1])
		if o.rising == 0 {
			o.rising = step
		}
		if step == 0 || step != o.rising {
			return fmt.Errorf("record %d is listed after record %d", ids[i], ids[i-1])
		}
	}
	return nil
}

// without returns ids that are not among others.
func without(ids, others []int64) []int64 {
	return slices.DeleteFunc(slices.Clone(ids), func(id int64) bool { return slices.Contains(others, id) })
}
