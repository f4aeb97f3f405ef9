package cms

import (
	"cmp"
	"context"
	"errors"
	"iter"
	"maps"
	"math"
	"net/http"
	"net/url"
	"slices"
	"strconv"

	"github.com/fontcms/fontcms-go/internal/paging"
)

// exactWalk is an exact walk on its way. A page is the answer to one statement of
// the database, so it holds all there is between its first id and its last.
// What lies between two pages is read by windows, lists of ids that positions
// do not matter to.
type exactWalk struct {
	c     *resource
	verb  string
	query url.Values // what the records have to match
	s     *settings
	quiet *settings // for pages in flight, which must not write to what the caller reads

	size    int
	last    int64    // all up to this id was yielded
	highest int64    // nothing above this id has to be
	sure    bool     // highest was seen in one statement
	total   int      // of the latest page
	idle    int      // pages and windows in a row that brought nothing new
	odd     []string // records without an id in the latest page, and in the windows after it
}

func (c *resource) exact(verb string, query url.Values, s *settings) *exactWalk {
	size, _ := strconv.Atoi(query.Get("per_page"))
	quiet := *s
	quiet.captures = nil
	w := &exactWalk{c: c, verb: verb, query: query, s: s, quiet: &quiet, size: size}
	if s.cursor != nil {
		w.last, w.highest = s.cursor.LastID, s.cursor.HighestID
		w.sure = w.highest > 0
	}
	return w
}

// step is how far apart pages begin: one record of a page is the first of the next.
func (w *exactWalk) step() int { return max(w.size-1, 1) }

// run hands pages of records that were not yielded before to yield, in the order of ids, and reports whether the walk
// reached its end: it does not if yield says so, or with an error.
func (w *exactWalk) run(ctx context.Context, yield func(*listPage) bool) (end bool, err error) {
	if ids := listed(w.query, "include"); len(ids) > 0 {
		slices.Sort(ids)
		ids = slices.DeleteFunc(slices.Compact(ids), func(id int64) bool { return id <= w.last })
		return w.windows(ctx, 1, slices.Values(ids), yield)
	}
	if w.highest == 0 {
		switch err := w.findHighest(ctx); {
		case err != nil:
			return false, err
		case w.total == 0 && w.last > 0:
			return false, w.c.fails(w.verb, http.MethodGet, ErrTotalsVanished)
		case w.total == 0:
			return true, nil
		}
	}
	number := 1
	if w.s.cursor != nil {
		number = max(w.s.cursor.Page, 1)
	}
	for page, err := range inOrder(ctx, w.s, number, w.fetch, w.inspect) {
		if err != nil {
			return false, err
		}
		number = page.Number
		if more, err := w.take(ctx, page, yield); err != nil || !more {
			return false, err
		}
		if w.sure && w.last >= w.highest {
			return true, nil
		}
		if w.idle >= w.s.maxEmpty {
			return false, w.c.tooEmpty(w.verb, w.idle)
		}
	}
	return w.finish(ctx, number+1, yield)
}

// finish reads what is open up to the highest id.
func (w *exactWalk) finish(ctx context.Context, number int, yield func(*listPage) bool) (end bool, err error) {
	if !w.sure {
		if err := w.findHighest(ctx); err != nil {
			return false, err
		}
	}
	if w.last >= w.highest {
		return true, nil
	}
	if more, err := w.windows(ctx, number, w.between(w.last, w.highest), yield); err != nil || !more {
		return false, err
	}
	// A broken database has nothing in its windows either.
	page, err := w.read(ctx, w.query, 0, "asc", w.quiet)
	if err == nil && page.Total == 0 {
		err = w.c.fails(w.verb, http.MethodGet, ErrTotalsVanished)
	}
	return err == nil, err
}

// take yields what is new of a page, and before it what lies between it and what was yielded before.
func (w *exactWalk) take(ctx context.Context, page *listPage, yield func(*listPage) bool) (more bool, err error) {
	w.idle++
	if first := w.first(page); first > 0 && page.Number > 1 { // the first page begins where the list does
		if more, err := w.windows(ctx, page.Number, w.between(w.last, first-1), yield); err != nil || !more {
			return false, err
		}
	}
	return w.yield(page, false, yield), nil
}

// first is the lowest id of a page that is in the order of ids, 0 if it shows none. The
// records that can be read come first: they are surer to have the ids that they say.
func (w *exactWalk) first(page *listPage) int64 {
	if len(page.ids) > 0 {
		return page.ids[0]
	}
	for _, e := range page.broken {
		if e.ID > 0 && !w.beyond(e) {
			return e.ID
		}
	}
	return 0
}

// between are the ids above one up to another, without those that the caller excludes: the site lets an inclusion win.
func (w *exactWalk) between(above, last int64) iter.Seq[int64] {
	excluded := listed(w.query, "exclude")
	return func(yield func(int64) bool) {
		for id := above; id < last; {
			if id++; !slices.Contains(excluded, id) && !yield(id) {
				return
			}
		}
	}
}

// windows reads ids, which ascend, and yields the records that it finds.
func (w *exactWalk) windows(ctx context.Context, number int, ids iter.Seq[int64], yield func(*listPage) bool) (more bool, err error) {
	var window []int64
	for id := range ids {
		if window = append(window, id); len(window) == w.size {
			if more, err := w.window(ctx, number, window, yield); err != nil || !more {
				return false, err
			}
			window = window[:0]
		}
	}
	if len(window) == 0 {
		return true, nil
	}
	return w.window(ctx, number, window, yield)
}

func (w *exactWalk) window(ctx context.Context, number int, ids []int64, yield func(*listPage) bool) (more bool, err error) {
	query := maps.Clone(w.query)
	query.Del("include")
	query.Del("include[]")
	for _, id := range ids {
		query.Add("include[]", strconv.FormatInt(id, 10))
	}
	page, err := w.read(ctx, query, 0, "asc", w.s)
	if errors.Is(err, ErrForeignRecord) {
		return false, w.unsupported("the site does not read by ids")
	}
	if err != nil {
		return false, err
	}
	if w.idle++; w.idle > w.s.maxEmpty {
		return false, w.c.tooEmpty(w.verb, w.idle-1)
	}
	if page.TotalPages > 1 || page.TotalPages < 0 && page.Total > len(page.ids)+len(page.broken) {
		return false, w.unsupported("the site gives smaller pages than it is asked for")
	}
	page.Number = number
	more = w.yield(page, true, yield)
	w.last = max(w.last, ids[len(ids)-1])
	return more, nil
}

// yield hands on the records of a page, or of a window, that lie above the last one.
func (w *exactWalk) yield(page *listPage, window bool, yield func(*listPage) bool) bool {
	first, known := slices.BinarySearch(page.ids, w.last)
	if known {
		first++
	}
	fresh := page.from(first)
	var odd []string
	fresh.broken = slices.DeleteFunc(slices.Clone(page.broken), func(e *BrokenRecordError) bool {
		if e.ID > 0 && !w.beyond(e) {
			return e.ID <= w.last
		}
		odd = append(odd, string(e.Raw))
		return slices.Contains(w.odd, string(e.Raw)) // pages overlap, and windows read what is open between them
	})
	if w.odd = slices.Concat(w.odd, odd); !window {
		w.odd = odd
	}
	if len(fresh.ids) == 0 && len(fresh.broken) == 0 {
		return true
	}
	w.idle = 0
	for _, id := range fresh.ids {
		w.last = max(w.last, id)
	}
	for _, e := range fresh.broken {
		if !w.beyond(e) {
			w.last = max(w.last, e.ID)
		}
	}
	w.s.report(fresh.Response) // behind the windows before a page
	return yield(fresh)
}

// beyond reports that a record which does not fit its type has an id above all that have to be: nothing else in it is
// as it should be, and with such an id it would end the walk.
func (w *exactWalk) beyond(e *BrokenRecordError) bool {
	return e.Raw != nil && w.sure && e.ID > w.highest
}

// fetch reads a page by its number, from 1.
func (w *exactWalk) fetch(ctx context.Context, number int) (*listPage, error) {
	page, err := w.read(ctx, w.query, (number-1)*w.step(), "asc", w.quiet)
	if err != nil {
		if invalidPage(err) && number > 1 {
			return nil, paging.ErrEnd
		}
		return nil, err
	}
	page.Number = number
	if page.Total == 0 && number > 1 { // said behind the end, too, which windows go over
		return nil, w.c.behind(ctx, w.verb, maps.Clone(w.query), w.quiet, math.MaxInt, w.c.fails(w.verb, http.MethodGet, ErrTotalsVanished))
	}
	return page, nil
}

func (w *exactWalk) inspect(number int, page *listPage) (paging.Step, error) {
	w.s.report(page.Response)
	if page.Total == 0 && w.total > 0 {
		return paging.Step{}, w.c.fails(w.verb, http.MethodGet, ErrTotalsVanished)
	}
	w.total = page.Total
	last := max(pages(page.Total-1, w.step()), 1)
	return paging.Step{Last: max(last, number), Done: number >= last}, nil
}

// findHighest looks for the highest id that the caller may read. If none of the newest records is readable, it
// goes down page by page and up again, since those that are deleted meanwhile move others past it. As many pages
// without an id as may be empty end it, whatever the totals say.
func (w *exactWalk) findHighest(ctx context.Context) error {
	only := *w.quiet
	only.fields, only.embedded = []string{"id"}, false
	step, offset, idle := w.step(), 0, 0
	for direction := 1; offset >= 0; offset += direction * step {
		page, err := w.read(ctx, w.query, offset, "desc", &only)
		if err != nil && (!invalidPage(err) || offset == 0) {
			return err
		}
		id, end := int64(0), err != nil
		if err == nil {
			covered := page.covers(w.size)
			step = min(step, max(covered-1, 1))
			named := max(page.Total, (page.TotalPages-1)*w.size+1) // of two totals the one that names more counts
			id, end = page.highest(), offset+covered >= named
			w.total = max(w.total, page.Total)
		}
		w.highest = max(w.highest, id)
		if direction < 0 {
			continue
		}
		w.sure = w.sure || offset == 0 && id > 0
		if end || id > 0 {
			direction = -1
		} else if idle++; idle >= w.s.maxEmpty {
			return w.c.tooEmpty(w.verb, idle)
		}
	}
	return nil
}

// highest is the highest id of a page, 0 if it shows none.
func (p *listPage) highest() (id int64) {
	for _, known := range p.ids {
		id = max(id, known)
	}
	for _, e := range p.broken {
		id = max(id, e.ID)
	}
	return id
}

// read reads a page ordered by id, and refuses one that is not.
func (w *exactWalk) read(ctx context.Context, query url.Values, offset int, order string, s *settings) (*listPage, error) {
	query = maps.Clone(query)
	query.Set("orderby", "id")
	query.Set("order", order)
	query.Set("per_page", strconv.Itoa(w.size))
	if offset > 0 {
		query.Set("offset", strconv.Itoa(offset))
	}
	page, err := w.c.sturdy(ctx, w.verb, query, s)
	if err != nil {
		return nil, err
	}
	ids := page.ids
	if order == "desc" {
		ids = slices.Clone(ids)
		slices.Reverse(ids)
	}
	for i := 1; i < len(ids); i++ {
		if ids[i] <= ids[i-1] {
			return nil, w.unsupported("the site does not order by id")
		}
	}
	if len(ids) > 0 && ids[0] < 1 {
		return nil, w.unsupported("the records have no ids")
	}
	slices.SortStableFunc(page.broken, func(a, b *BrokenRecordError) int { return cmp.Compare(a.ID, b.ID) })
	if page.Total < min(page.size(), 1) || len(ids) > w.size {
		return nil, w.unsupported("the site does not page, or states no totals")
	}
	return page, nil
}

func (w *exactWalk) unsupported(why string) error {
	e := w.c.fails(w.verb, http.MethodGet, ErrExactUnsupported)
	e.Hint = why
	return e
}
