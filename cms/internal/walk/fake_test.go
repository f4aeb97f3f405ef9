package walk

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net/url"
	"reflect"
	"slices"
	"strconv"
	"sync"
)

var (
	errEnded    = errors.New("no such page")
	errBroke    = errors.New("the site broke")
	errTooLarge = errors.New("the page is too large")
)

type record struct{ ID int64 }

// fake is a list of records, newest first unless a request orders by id.
type fake struct {
	ids     []int64
	largest int            // page that the site gives, 0 for any
	says    string         // totals that it states: "both", "total", "pages" or ""
	fails   map[int64]bool // records that the site fails on
	hides   map[int64]bool // records that it counts and leaves out

	most int // the largest page that the list allows, 0 for any

	distinct bool // the ids of the records

	mu     sync.Mutex      // guards what follows
	before func(calls int) // a request
	calls  int

	learned int // the largest page that a refusal named
}

func (f *fake) Page(_ context.Context, query url.Values, how How) (*Page, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.calls++
	if f.before != nil {
		f.before(f.calls)
	}
	all := slices.Clone(f.ids)
	if query.Get("order") != "asc" && query.Get("orderby") != "include" {
		slices.Reverse(all)
	}
	if include := IDs(query, "include"); len(include) > 0 {
		all = slices.DeleteFunc(all, func(id int64) bool { return !slices.Contains(include, id) })
		if query.Get("orderby") == "include" {
			slices.SortFunc(all, func(a, b int64) int { return slices.Index(include, a) - slices.Index(include, b) })
		}
	}
	size, _ := strconv.Atoi(query.Get("per_page"))
	if f.most > 0 && size > f.most {
		return nil, errTooLarge
	}
	if f.largest > 0 {
		size = min(size, f.largest)
	}
	number, _ := strconv.Atoi(query.Get("page"))
	from := max(number-1, 0) * size
	if query.Has("offset") {
		from, _ = strconv.Atoi(query.Get("offset"))
	}
	if from > 0 && from >= len(all) && number > 1 {
		return nil, errEnded
	}
	page := &Page{Items: Empty(reflect.TypeFor[record]()), Number: 1, Total: -1, TotalPages: -1, IDs: []int64{}}
	if f.says == "both" || f.says == "total" {
		page.Total = len(all)
	}
	if f.says == "both" || f.says == "pages" {
		page.TotalPages = pages(len(all), size)
	}
	for _, id := range all[min(from, len(all)):min(from+size, len(all))] {
		if f.fails[id] && !how.IDs {
			return nil, errBroke
		}
		if f.hides[id] {
			continue
		}
		page.Items.Set(reflect.Append(page.Items, reflect.ValueOf(record{id})))
		page.IDs = append(page.IDs, id)
	}
	return page, nil
}

func (f *fake) Fail(reason error, hint string) error { return fmt.Errorf("%w (%s)", reason, hint) }
func (f *fake) Ended(err error) bool                 { return errors.Is(err, errEnded) }
func (f *fake) Empty(error) bool                     { return false }
func (f *fake) Broke(err error) bool                 { return errors.Is(err, errBroke) }

func (f *fake) LargestPage() int { return cmp.Or(f.learned, 100) }

func (f *fake) Refused(size int, err error) bool {
	if !errors.Is(err, errTooLarge) || f.most >= size {
		return false
	}
	f.learned = f.most
	return true
}

func (f *fake) Type() (of reflect.Type, numbered, distinct bool) {
	return reflect.TypeFor[record](), true, f.distinct
}

// upTo returns the ids from 1 to n.
func upTo(n int) []int64 {
	var ids []int64
	for id := range int64(n) {
		ids = append(ids, id+1)
	}
	return ids
}
