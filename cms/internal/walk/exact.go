package walk

import (
	"cmp"
	"context"
	"errors"
	"iter"
	"maps"
	"math"
	"net/url"
	"slices"
	"strconv"

	"github.com/fontcms/fontcms-go/cms/internal/fault"
	"github.com/fontcms/fontcms-go/internal/paging"
)

// The directions of an order by id.
const (
	ascending  = "asc"
	descending = "desc"
)

// exactWalk is the state of an exact walk. A page comes from one SQL query, so the page is
// complete between its first and its last id. The ids between two pages are read in windows. A
// window is a request that names ids, so it does not depend on positions.
type exactWalk struct {
	*reader
	query url.Values // the filters of the walk

	size    int
	last    int64    // all records up to this id were yielded
	highest int64    // records above this id need not be yielded
	sure    bool     // one query has shown that highest is the highest id
	total   int      // total of the latest page
	idle    int      // pages and windows in a row without a new record
	odd     []string // JSON of the broken records without a usable id, in the latest page and in the windows after it
}

func (r *reader) exact(query url.Values) *exactWalk {
	size, _ := strconv.Atoi(query.Get("per_page"))
	return &exactWalk{
		reader: r, query: query, size: size,
		last: r.Cursor.LastID, highest: r.Cursor.HighestID, sure: r.Cursor.HighestID > 0,
	}
}

// step is the distance between the beginnings of pages: the last record of a page is the
// first record of the next page.
func (w *exactWalk) step() int { return max(w.size-1, 1) }

// errStopped ends a walk whose yield returned false.
var errStopped = errors.New("the caller stopped the walk")

// run passes pages of new records to yield, in the order of ids. Its error is nil at the
// end of the list.
func (w *exactWalk) run(ctx context.Context, yield func(*Page) bool) error {
	if ids := IDs(w.query, "include"); len(ids) > 0 {
		slices.Sort(ids)
		ids = slices.DeleteFunc(slices.Compact(ids), func(id int64) bool { return id <= w.last })
		return w.windows(ctx, 1, slices.Values(ids), yield)
	}
	if w.highest == 0 {
		switch err := w.findHighest(ctx); {
		case err != nil:
			return err
		case w.total == 0 && w.last > 0:
			return w.vanished()
		case w.total == 0:
			return nil
		}
	}
	number := max(w.Cursor.Page, 1)
	for page, err := range paging.Walk(ctx, paging.Source[*Page]{
		First: number, Ahead: w.Ahead, Adapt: w.Adapt, Fetch: w.fetch, Inspect: w.inspect,
	}) {
		if err != nil {
			return err
		}
		number = page.Number
		if err := w.take(ctx, page, yield); err != nil {
			return err
		}
		if w.sure && w.last >= w.highest {
			return nil
		}
		if w.idle >= w.MaxEmpty {
			return w.tooEmpty(w.idle)
		}
	}
	return w.finish(ctx, number+1, yield)
}

// finish reads the remaining ids up to the highest one.
func (w *exactWalk) finish(ctx context.Context, number int, yield func(*Page) bool) error {
	if !w.sure {
		if err := w.findHighest(ctx); err != nil {
			return err
		}
	}
	if w.last >= w.highest {
		return nil
	}
	if err := w.windows(ctx, number, w.between(w.last, w.highest), yield); err != nil {
		return err
	}
	// The windows are empty, too, if the database fails. Find out whether it has failed: the total of
	// a page is then 0.
	page, err := w.ordered(ctx, w.query, 0, ascending, How{})
	if err == nil && page.Total == 0 {
		err = w.vanished()
	}
	return err
}

// take yields the new records of a page. Before them, it yields the records with ids between
// those already yielded and the first id of the page.
func (w *exactWalk) take(ctx context.Context, page *Page, yield func(*Page) bool) error {
	w.idle++
	if first := w.first(page); first > 0 && page.Number > 1 { // no record comes before the first page
		if err := w.windows(ctx, page.Number, w.between(w.last, first-1), yield); err != nil {
			return err
		}
	}
	return w.fresh(page, false, yield)
}

// first returns the lowest id of a page whose ids are ascending, or 0 if the page has no ids. It
// prefers ids of readable records, because these are more reliable.
func (w *exactWalk) first(page *Page) int64 {
	if len(page.IDs) > 0 {
		return page.IDs[0]
	}
	for _, e := range page.Broken {
		if e.ID > 0 && !w.beyond(e) {
			return e.ID
		}
	}
	return 0
}

// between yields the ids from above+1 up to the parameter last. It leaves out the ids that the
// caller excludes, because a site ignores the argument exclude in a request with include.
func (w *exactWalk) between(above, last int64) iter.Seq[int64] {
	excluded := IDs(w.query, "exclude")
	return func(yield func(int64) bool) {
		for id := above; id < last; {
			if id++; !slices.Contains(excluded, id) && !yield(id) {
				return
			}
		}
	}
}

// windows requests the records with the given ids, w.size records with each request. It yields the
// records that exist. The ids must be ascending.
func (w *exactWalk) windows(ctx context.Context, number int, ids iter.Seq[int64], yield func(*Page) bool) error {
	var window []int64
	for id := range ids {
		if window = append(window, id); len(window) == w.size {
			if err := w.window(ctx, number, window, yield); err != nil {
				return err
			}
			window = window[:0]
		}
	}
	if len(window) == 0 {
		return nil
	}
	return w.window(ctx, number, window, yield)
}

func (w *exactWalk) window(ctx context.Context, number int, ids []int64, yield func(*Page) bool) error {
	query := maps.Clone(w.query)
	query.Del("include")
	query.Del("include[]")
	for _, id := range ids {
		query.Add("include[]", strconv.FormatInt(id, 10))
	}
	page, err := w.ordered(ctx, query, 0, ascending, How{})
	if errors.Is(err, fault.ErrForeignRecord) {
		return w.unsupported("the site does not list by ids")
	}
	if err != nil {
		return err
	}
	if w.idle++; w.idle > w.MaxEmpty {
		return w.tooEmpty(w.idle - 1)
	}
	if page.TotalPages > 1 || page.TotalPages < 0 && page.Total > len(page.IDs)+len(page.Broken) {
		return w.unsupported("the site sends smaller pages than requested")
	}
	page.Number = number
	err = w.fresh(page, true, yield)
	w.last = max(w.last, ids[len(ids)-1])
	return err
}

// fresh yields the records of a page or window with ids above w.last.
func (w *exactWalk) fresh(page *Page, window bool, yield func(*Page) bool) error {
	first, known := slices.BinarySearch(page.IDs, w.last)
	if known {
		first++
	}
	fresh := page.from(first)
	var odd []string
	fresh.Broken = slices.DeleteFunc(slices.Clone(page.Broken), func(e *Broken) bool {
		if e.ID > 0 && !w.beyond(e) {
			return e.ID <= w.last
		}
		odd = append(odd, string(e.Raw))
		return slices.Contains(w.odd, string(e.Raw)) // already yielded: pages and windows overlap
	})
	if w.odd = slices.Concat(w.odd, odd); !window {
		w.odd = odd
	}
	if len(fresh.IDs) == 0 && len(fresh.Broken) == 0 {
		return nil
	}
	w.idle = 0
	for _, id := range fresh.IDs {
		w.last = max(w.last, id)
	}
	for _, e := range fresh.Broken {
		if !w.beyond(e) {
			w.last = max(w.last, e.ID)
		}
	}
	// For a page, inspect has already done this. But the windows before the page may have replaced
	// its response.
	fresh.show(w.Captures)
	if !yield(fresh) {
		return errStopped
	}
	return nil
}

// beyond reports whether a broken record shows an id above the highest id of the list. Such an id may
// be wrong. If w.last were set to this id, the walk would end too early.
func (w *exactWalk) beyond(e *Broken) bool {
	return e.Raw != nil && w.sure && e.ID > w.highest
}

// fetch reads a page by its number, from 1.
func (w *exactWalk) fetch(ctx context.Context, number int) (*Page, error) {
	page, err := w.ordered(ctx, w.query, (number-1)*w.step(), ascending, How{})
	if err != nil {
		if w.Ended(err) && number > 1 {
			return nil, paging.ErrEnd
		}
		return nil, err
	}
	page.Number = number
	// A site sends the total 0 also for a page past the end. A cursor may have the number of such a
	// page, if the earlier walk stopped in the windows after the last page.
	if page.Total == 0 && number > 1 {
		return nil, w.confirmEnd(ctx, maps.Clone(w.query), math.MaxInt, w.vanished())
	}
	return page, nil
}

func (w *exactWalk) inspect(number int, page *Page) (paging.Step, error) {
	page.show(w.Captures)
	if page.Total == 0 && w.total > 0 {
		return paging.Step{}, w.vanished()
	}
	w.total = page.Total
	last := max(pages(page.Total-1, w.step()), 1)
	return paging.Step{Last: max(last, number), Done: number >= last}, nil
}

// findHighest finds the highest id that the caller may read. If the page with the newest records
// has no id, it reads further pages, until one has an id. Then it reads the same pages back to
// the first: deletions may have moved records to a page that was already read. It fails after
// MaxEmpty pages without an id, whatever the totals are.
func (w *exactWalk) findHighest(ctx context.Context) error {
	step, offset, idle := w.step(), 0, 0
	for direction := 1; offset >= 0; offset += direction * step {
		page, err := w.ordered(ctx, w.query, offset, descending, How{IDs: true})
		if err != nil && (!w.Ended(err) || offset == 0) {
			return err
		}
		id, end := int64(0), err != nil
		if err == nil {
			covered := page.covers(w.size)
			step = min(step, max(covered-1, 1))
			// If Total and TotalPages do not fit each other, use the one that implies more records.
			named := max(page.Total, (page.TotalPages-1)*w.size+1)
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
		} else if idle++; idle >= w.MaxEmpty {
			return w.tooEmpty(idle)
		}
	}
	return nil
}

// ordered reads a page in the order of ids. It refuses a page in another order.
func (w *exactWalk) ordered(
	ctx context.Context, query url.Values, offset int, order string, how How,
) (*Page, error) {
	query = maps.Clone(query)
	query.Set("orderby", "id")
	query.Set("order", order)
	query.Set("per_page", strconv.Itoa(w.size))
	if offset > 0 {
		query.Set("offset", strconv.Itoa(offset))
	}
	page, err := w.read(ctx, query, how)
	if err != nil {
		return nil, err
	}
	ids := page.IDs
	for i := 1; i < len(ids); i++ {
		if (ids[i] > ids[i-1]) != (order == ascending) || ids[i] == ids[i-1] {
			return nil, w.unsupported("the site does not order by id")
		}
	}
	if len(ids) > 0 && min(ids[0], ids[len(ids)-1]) < 1 {
		return nil, w.unsupported("the records have no ids")
	}
	slices.SortStableFunc(page.Broken, func(a, b *Broken) int { return cmp.Compare(a.ID, b.ID) })
	if page.Total < min(page.size(), 1) || len(ids) > w.size {
		return nil, w.unsupported("the site does not page, or sends no totals")
	}
	return page, nil
}

func (w *exactWalk) unsupported(why string) error { return w.Fail(fault.ErrExactUnsupported, why) }

// close ends a walk. err is the result of run. After an error, close yields it; at the end of the
// list, close sets the cursor to Done. It does neither if the caller stopped the walk.
func (w *exactWalk) close(err error, yield func(error)) {
	switch {
	case errors.Is(err, errStopped):
	case err != nil:
		yield(err)
	default:
		*w.Cursor = w.cursor(1, w.last)
		w.Cursor.Done = true
	}
}

func (w *exactWalk) cursor(number int, last int64) Cursor {
	c := Cursor{Page: number, PerPage: w.size, Exact: true, LastID: last}
	if w.sure { // if HighestID stays 0, the next walk searches for the highest id again
		c.HighestID = w.highest
	}
	return c
}
