package conformance

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"testing"

	"github.com/fontcms/fontcms-go/cms"
)

// listCase is an argument of a list, or several, and what the list must then hold.
type listCase[L any] struct {
	name     string // as in a query: author=[3]
	argument string // whose absence in an index skips the scenario
	set      func(*L)
	// match chooses the records of the documents that must be found, from those that a list holds anyhow; with all,
	// from all of the kind, since the case names a status.
	match func(record) bool
	all   bool
	// role overrides who calls.
	role role
	// order is the expected order, if it is about that: a key, ascending unless desc.
	key  func(record) any // string or int64
	desc bool
	// ids are expected in this order; they override match.
	ids []int64
}

// listing makes a scenario of each case in each context. Each list must differ from the one without the argument, so
// that a server which ignores the argument fails.
func (c collection[T, P, L]) listing(cases []listCase[L]) []scenario {
	var out []scenario
	for _, one := range cases {
		for _, context := range contexts {
			caller := cmp.Or(one.role, c.reader(context))
			if one.all && one.role == "" {
				caller = admin
			}
			out = append(out, scenario{
				collection: c.name, kind: reading, role: caller, name: fmt.Sprintf("%s in %s", one.name, context),
				needs: []need{{c.route(), "GET", one.argument}},
				run: func(t *testing.T, s *site, site *cms.Client) {
					var options L
					c.setPage(&options, 1, 100)
					c.setContext(&options, context)
					one.set(&options)
					page, err := c.of(site).List(t.Context(), &options)
					if err != nil {
						t.Fatal(err)
					}
					c.checkList(t, s, one, page.Items)
					want := c.expected(s, one)
					if page.Total != len(want) || page.TotalPages != (len(want)+99)/100 {
						t.Errorf("the totals are %d records, %d pages; want %d records", page.Total, page.TotalPages, len(want))
					}
					for i := range page.Items {
						if got := c.context(&page.Items[i]); got != context {
							t.Errorf("List: record %d as in the context %s, want %s", c.id(&page.Items[i]), got, context)
						}
					}
				},
			})
		}
	}
	return out
}

// expected are the records that a case must find, in the order of the documents.
func (c collection[T, P, L]) expected(s *site, one listCase[L]) []int64 {
	if one.ids != nil {
		return one.ids
	}
	var out []int64
	for _, r := range s.matching(c.name,
		func(r record) bool { return (one.all || c.listed(r)) && (one.match == nil || one.match(r)) }) {
		out = append(out, r.id())
	}
	return out
}

func (c collection[T, P, L]) checkList(t *testing.T, s *site, one listCase[L], items []T) {
	t.Helper()
	var got []int64
	for i := range items {
		got = append(got, c.id(&items[i]))
	}
	want := c.expected(s, one)
	if one.ids != nil {
		if !slices.Equal(got, want) {
			t.Errorf("the list holds %v, want %v in this order", got, want)
		}
		return
	}
	if len(want) == 0 {
		t.Fatal("Scenario expects an empty list, want records that a wrong filter would lose")
	}
	if !slices.Equal(slices.Sorted(slices.Values(got)), slices.Sorted(slices.Values(want))) {
		t.Errorf("the list holds %v, want %v in any order", got, want)
		return
	}
	if one.key == nil {
		plain := c.expected(s, listCase[L]{})
		if len(plain) == len(want) && slices.Equal(plain, want) {
			t.Fatal("Scenario lists the same records with and without the argument, want others")
		}
		return
	}
	c.checkOrder(t, s, one, got)
}

// pagesOf reads the pages of a list that walks refuse, because its order is not fixed.
func (c collection[T, P, L]) pagesOf(t *testing.T, site *cms.Client, options L, size int) (items []T) {
	t.Helper()
	for number, last := 1, 1; number <= last; number++ {
		c.setPage(&options, number, size)
		page, err := c.of(site).List(t.Context(), &options)
		if err != nil {
			t.Fatal(err)
		}
		items, last = append(items, page.Items...), page.TotalPages
	}
	return items
}

// checkWalk is checkList for a list that came in pages. Where records are equal in the order, a database may give them
// in another one for each page, so that some come twice and others not at all: then only their number and order count.
func (c collection[T, P, L]) checkWalk(t *testing.T, s *site, one listCase[L], items []T) {
	t.Helper()
	want := c.expected(s, one)
	keys := map[any]bool{}
	var got []int64
	for i := range items {
		got = append(got, c.id(&items[i]))
	}
	for _, id := range want {
		keys[one.key(s.record(t, c.name, id))] = true
	}
	if len(keys) == len(want) {
		c.checkList(t, s, one, items)
		return
	}
	if len(got) != len(want) {
		t.Errorf("the walk found %d records, want %d", len(got), len(want))
	}
	c.checkOrder(t, s, one, got)
}

func (c collection[T, P, L]) checkOrder(t *testing.T, s *site, one listCase[L], got []int64) {
	t.Helper()
	for i := 1; i < len(got); i++ {
		order := compareKeys(one.key(s.record(t, c.name, got[i-1])), one.key(s.record(t, c.name, got[i])))
		if one.desc && order < 0 || !one.desc && order > 0 {
			t.Errorf("List: %d before %d in %v, want the order of the key", got[i-1], got[i], got)
		}
	}
}

func compareKeys(a, b any) int {
	if x, ok := a.(string); ok {
		return cmp.Compare(x, b.(string))
	}
	return cmp.Compare(a.(int64), b.(int64))
}

// ordering is a way to order a list, and the key that it goes by.
type ordering struct {
	by  cms.OrderBy
	key func(record) any
}

// orders makes scenarios of each ordering in both directions: the whole list at once in each context, and walked to
// the end in pages of seven.
func (c collection[T, P, L]) orders(orderings []ordering) []scenario {
	var cases []listCase[L]
	var out []scenario
	for _, o := range orderings {
		for _, direction := range []cms.Order{cms.Ascending, cms.Descending} {
			one := listCase[L]{
				name: fmt.Sprintf("orderby=%s&order=%s", o.by, direction), argument: "orderby",
				set: func(l *L) { c.setOrder(l, o.by, direction) },
				key: o.key, desc: direction == cms.Descending,
			}
			cases = append(cases, one)
			out = append(out, scenario{
				collection: c.name, kind: reading, role: c.reader(cms.ContextView), name: "walk by sevens, " + one.name,
				run: func(t *testing.T, s *site, site *cms.Client) {
					var options L
					c.setPage(&options, 0, 7)
					one.set(&options)
					var items []T
					for item, err := range c.of(site).All(t.Context(), &options) {
						if errors.Is(err, cms.ErrUnstableOrder) {
							items = c.pagesOf(t, site, options, 7)
							break
						}
						if err != nil {
							t.Fatal(err)
						}
						items = append(items, *item)
					}
					c.checkWalk(t, s, one, items)
				},
			})
		}
	}
	return append(c.listing(cases), out...)
}
