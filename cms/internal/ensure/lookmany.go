package ensure

import (
	"context"
	"fmt"
	"maps"
	"net/url"
	"slices"
	"strconv"
	"strings"
)

// MaxWishes is the maximum number of wishes of a call: four batches, and the slugs of one list.
const MaxWishes = maxLook

const (
	maxLook  = 100  // largest number of slugs in one request: a page has at most 100 records
	maxQuery = 1600 // largest size of slugs and parents in bytes: an address may have about 2,000
)

// cut returns the largest n for which one request can look up all[:n].
func cut(all []*wanted) int {
	size, parents := 0, map[string]bool{}
	for n, w := range all {
		size += len(url.QueryEscape(w.slug + ","))
		if w.parent != "" && !parents[w.parent] {
			parents[w.parent] = true
			size += len(url.QueryEscape(w.parent + ","))
		}
		if n > 0 && (size > maxQuery || n == maxLook) {
			return n
		}
	}
	return len(all)
}

// lister is [Store.List] or [Batches.ListWhole].
type lister func(ctx context.Context, query url.Values) ([]Record, int, error)

// look lists the records of the site that have the slugs of the wanted records in all. It stores
// them in w.listed of each wanted record w, with the lowest id first. w.known then reports whether
// this list is complete.
func (m *Many) look(ctx context.Context, all []*wanted, list lister) {
	for _, w := range all {
		w.known, w.listed = false, nil
	}
	for len(all) > 0 {
		n := cut(all)
		m.lookOnce(ctx, all[:n], list)
		all = all[n:]
	}
}

// lookOnce looks up records with one list. If the list is not complete, it looks up each
// half. A list is not complete if it has more than one page, or if a record is hidden or
// cannot be read.
func (m *Many) lookOnce(ctx context.Context, all []*wanted, list lister) {
	if m.stopped != nil {
		return
	}
	found, total, err := list(ctx, lookUp(all))
	complete := err == nil && total <= len(found)
	if complete {
		err = m.distribute(all, found)
	}
	switch half := len(all) / 2; {
	case err == nil && complete:
	case err != nil && !m.Store.Splits(err):
		m.stopped = err
	case half > 0:
		m.lookOnce(ctx, all[:half], list)
		m.lookOnce(ctx, all[half:], list)
	}
}

// lookUp returns the query for the records with the slugs of the wanted records in all. The query also
// has a slug that no record has: see [run.holders].
func lookUp(all []*wanted) url.Values {
	slugs, parents := map[string]bool{token(all[0].slug): true}, map[string]bool{}
	for _, w := range all {
		slugs[w.slug] = true
		if w.parent != "" {
			parents[w.parent] = true
		}
	}
	query := url.Values{
		"slug": {strings.Join(slices.Sorted(maps.Keys(slugs)), ",")}, "status[]": {"any"},
		"context": {"edit"}, "orderby": {"id"}, "order": {"asc"},
	}
	if len(parents) > 0 {
		query.Set("parent", strings.Join(slices.Sorted(maps.Keys(parents)), ","))
	}
	return query
}

// distribute adds each found record to the field listed of the wanted record with the same slug and
// parent. It returns an error if a found record has a slug or a parent that was not requested.
func (m *Many) distribute(all []*wanted, found []Record) error {
	slugs, parents, keys := map[string]bool{}, map[string]bool{}, map[string]*wanted{}
	for _, w := range all {
		slugs[w.slug], parents[strings.TrimSuffix(w.key(), "/"+w.slug)], keys[w.key()] = true, true, w
		w.known, w.listed = true, nil
	}
	for _, one := range found {
		parent := strconv.FormatInt(one.Parent, 10)
		switch {
		case !slugs[one.Slug]:
			return all[0].ignored(fmt.Errorf("asked for %d slugs, record %d has %.80q", len(slugs), one.ID, one.Slug))
		case !parents[parent]:
			return all[0].ignored(fmt.Errorf("record %d is below %d, which was not asked for", one.ID, one.Parent))
		}
		if w := keys[parent+"/"+one.Slug]; w != nil {
			w.listed = append(w.listed, one)
		}
	}
	return nil
}
