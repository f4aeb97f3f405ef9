package walk

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"maps"
	"net/url"
	"slices"
	"strconv"
	"sync/atomic"

	"github.com/fontcms/fontcms-go/cms/internal/fault"
	"github.com/fontcms/fontcms-go/internal/paging"
	"github.com/fontcms/fontcms-go/internal/transport"
)

// plain is the state of a walk that increments the argument page. If the query has an offset, the
// walk increments the offset instead: with an offset, the site ignores the argument page.
type plain struct {
	*reader
	query     url.Values
	position  Cursor // where the walk begins
	offset    int
	hasOffset bool
	had       bool // the list had records when the cursor was stored

	promised atomic.Int64 // the last page according to the totals
	full     atomic.Bool  // at least one page was full

	count  totals
	order  idOrder
	before *Page        // the previous page
	known  map[key]bool // keys of the records of earlier pages: see [List]
	idle   int          // pages in a row without a new record
}

// plain returns the state of a walk, and its pages. The walk begins at the cursor.
func (r *reader) plain(ctx context.Context, query url.Values) (*plain, iter.Seq2[*Page, error]) {
	p := &plain{
		reader: r, query: query, position: Cursor{Page: 1}, hasOffset: query.Has("offset"), known: map[key]bool{},
	}
	p.position.PerPage, _ = strconv.Atoi(query.Get("per_page"))
	if p.hasOffset {
		p.offset, _ = strconv.Atoi(query.Get("offset"))
	} else if first, _ := strconv.Atoi(query.Get("page")); first > 1 {
		p.position.Page = first
	}
	if c := r.Cursor; c.Page > 0 {
		p.position.Page, p.position.Index, p.position.Short = c.Page, c.Index, c.Short
		p.had = c.Page > 1 || c.Index > 0
	}
	p.position.Order, p.order = orderOf(query), newIDOrder(query)
	p.count = totals{size: p.position.PerPage, offset: p.offset, hasOffset: p.hasOffset, short: p.position.Short}
	return p, paging.Walk(ctx, paging.Source[*Page]{
		First: p.position.Page, Ahead: r.Ahead, Adapt: r.Adapt, Fetch: p.fetch, Inspect: p.inspect,
	})
}

// at returns the query of a page, and the number of records before it.
func (p *plain) at(number int) (query url.Values, begin int) {
	query = maps.Clone(p.query)
	query.Set("page", strconv.Itoa(number))
	begin = p.offset + (number-1)*p.position.PerPage
	if p.hasOffset {
		query.Del("page")
		query.Set("offset", strconv.Itoa(begin))
	}
	return query, begin
}

// fetch reads a page by its number.
func (p *plain) fetch(ctx context.Context, number int) (*Page, error) {
	query, begin := p.at(number)
	later := number > p.position.Page
	page, err := p.read(ctx, query, How{})
	if err != nil && later && p.promised.Load() <= 0 && (p.Ended(err) || p.Empty(err)) {
		return nil, paging.ErrEnd // there are no totals, so the error means the end of the list
	}
	if err != nil && p.Ended(err) && (later || p.had) {
		return nil, p.confirmEnd(ctx, query, (number-1)*p.position.PerPage, err)
	}
	if err != nil {
		return nil, err
	}
	page.Number = number
	if p.hasOffset && page.Total == 0 && (later || p.had) {
		return nil, p.confirmEnd(ctx, query, begin, p.vanished())
	}
	if page.size() >= p.position.PerPage {
		p.full.Store(true)
	}
	if p.hasOffset && !p.full.Load() {
		if err := p.fills(ctx, query, begin, page); err != nil {
			return nil, err
		}
	}
	if !later && p.had && number > max(page.promised(p.position.PerPage), 1) && !page.empty() {
		// According to the totals, this page does not exist. So the site may ignore the page number,
		// and send its complete list for each page. To find this out, read the previous page. If both
		// pages have the same ids, keep the previous page for inspect, which compares the pages. If
		// not, do not keep it: records that this walk has not yielded may have moved to the previous
		// page, and the walk would leave them out.
		query, _ := p.at(number - 1)
		before, err := p.read(ctx, query, How{})
		if err != nil {
			return nil, err
		}
		if page.hasIDsOf(before) {
			p.before = before
		}
	}
	return page, nil
}

// fills returns an error if a page of a walk by offset lacks records. A page may have too few
// records because some are hidden from the caller, or because the site sends smaller pages than
// requested. So fills reads the positions that the page may not have covered, and fails if it
// finds a record there that the page does not have.
//
// It checks nothing if TotalPages is larger than Total implies, because [totals] then returns an
// error. It also checks nothing if the page is empty and TotalPages is smaller than Total implies.
func (p *plain) fills(ctx context.Context, query url.Values, begin int, page *Page) error {
	size := p.position.PerPage
	due, covered := size, page.covers(size)
	if page.Total >= 0 {
		due = min(size, page.Total-begin)
	}
	named := pages(page.Total, size)
	said := page.TotalPages > named || page.TotalPages < named && page.empty()
	if _, numbered, _ := p.Type(); said || page.size() >= due || covered >= due || !numbered {
		return nil
	}
	query.Set("offset", strconv.Itoa(begin+covered))
	query.Set("per_page", strconv.Itoa(due-covered))
	rest, err := p.read(ctx, query, How{})
	if err != nil {
		return err
	}
	for _, id := range rest.IDs {
		if !slices.Contains(page.IDs, id) {
			return p.Fail(transport.Because(fault.ErrDecode, errOtherPages), "")
		}
	}
	for _, e := range rest.Broken {
		if !slices.ContainsFunc(page.Broken, func(known *Broken) bool { return known.ID == e.ID }) {
			return p.Fail(transport.Because(fault.ErrDecode, errOtherPages), "")
		}
	}
	return nil
}

// inspect checks one page, and decides whether there are more. It must be called for the pages in
// order.
func (p *plain) inspect(number int, page *Page) (paging.Step, error) {
	previous := p.before
	p.before = page
	page.show(p.Captures)
	known, disorder := p.order.check(page, previous, p.hasOffset || number == 1)
	if disorder != nil {
		return paging.Step{}, p.Fail(transport.Because(fault.ErrUnstableOrder, disorder),
			"the list is not in the order of ids: a plugin of the site sorts it, or the route has no order by id")
	}
	page.known, page.once = known, p.order.byID || p.order.sticky
	repeated := page.hasIDsOf(previous)
	if page.Total == 0 && (previous != nil && previous.Total > 0 || previous == nil && p.had && page.empty()) {
		return paging.Step{}, p.vanished()
	}
	reached := p.count.promised == 0 || page.Total >= 0 && p.count.seen >= page.Total
	if repeated && reached && number > page.promised(p.position.PerPage) {
		return paging.Step{Done: true, Skip: true}, nil // the server ignores the page number
	}
	records := page.size()
	if p.query.Get("ignore_sticky") == "false" { // sticky posts come in addition to a full page
		records = min(records, p.position.PerPage)
	}
	last, err := p.count.last(number, records, page.Total, page.TotalPages)
	if err != nil {
		return paging.Step{}, p.Fail(err, "")
	}
	p.promised.Store(int64(last))
	if last == unknown {
		if _, _, distinct := p.Type(); distinct {
			remember(p.known, previous)
			page.known = p.known
		}
		if p.idle++; page.fresh().size() > 0 {
			p.idle = 0
		}
		return paging.Step{Done: records == 0 || p.idle > 1, Skip: p.idle > 0 && number > p.position.Page}, nil
	}
	// A page may have the ids of the previous page only if the total grew by at least a
	// page: new records have then moved the records to the next page.
	if repeated && page.Total-previous.Total < records {
		reason := fmt.Errorf("page %d holds the records of page %d, and the total is %d", number, number-1, page.Total)
		return paging.Step{}, p.Fail(transport.Because(fault.ErrPagesRepeat, reason),
			"ask the administrator of the site whether a cache or a plugin ignores the page number of requests")
	}
	if p.idle++; records > 0 && !repeated {
		p.idle = 0
	}
	done := number >= last
	if !done && p.idle >= p.MaxEmpty {
		return paging.Step{}, p.tooEmpty(p.idle)
	}
	return paging.Step{Last: max(last, p.position.Page), Done: done}, nil
}

// short reports whether two things are true: the page is not full, and its TotalPages is absent or
// smaller than its Total implies. Such totals do not show whether the site sends smaller pages.
func (p *plain) short(page *Page) bool {
	size := p.position.PerPage
	return page.TotalPages < pages(page.Total, size) && page.size() < size
}

// unknown stands for the number of the last page while this number is not known.
const unknown = -1

// totals finds the last page of a walk from the totals and the records of its pages.
type totals struct {
	size, offset int
	hasOffset    bool

	seen     int  // records of the pages so far
	largest  int  // records of the largest page
	promised int  // number of the last page, as computed by the method last; 0 if not known
	short    bool // the latest page was not full
}

var errOtherPages = errors.New("the site sends pages of another size than the offset assumes")

// last returns the number of the last page of the list, as far as a page shows it. The parameter
// number is the number of this page, and records is its number of records. total and totalPages are
// -1 if the page has no totals.
func (c *totals) last(number, records, total, totalPages int) (int, error) {
	wasShort := c.short
	c.seen, c.largest, c.short = c.seen+records, max(c.largest, records), records < c.size
	covered := (number-1)*c.largest + records // estimate: all earlier pages were as large as the largest one
	if c.hasOffset {
		covered = c.offset + (number-1)*c.size + records
	}
	var last int
	switch named := pages(total-c.offset, c.size); {
	case c.hasOffset && records > c.size:
		return 0, transport.Because(fault.ErrDecode, errOtherPages)
	case total < 0 && totalPages < 0 && c.promised == 0:
		if c.hasOffset && wasShort && records > 0 {
			return 0, transport.Because(fault.ErrDecode, errOtherPages)
		}
		return unknown, nil
	case total < 0 && totalPages < 0:
		if records == 0 {
			return 0, transport.Because(fault.ErrTotalsVanished,
				fmt.Errorf("page %d of %d is empty and has no totals", number, c.promised))
		}
		last = c.promised
	case c.hasOffset:
		full := pages(total, c.size)
		gap := wasShort && records > 0 || c.short && number >= named && covered < total
		// A totalPages that is too small is an error only if records are missing.
		if totalPages > full || totalPages < full && gap {
			return 0, transport.Because(fault.ErrDecode, errOtherPages)
		}
		last = named
	case totalPages >= 0 && c.seen >= total:
		last = totalPages
	// totalPages is too small for pages of the requested size, so the size of the site's pages is not
	// known.
	case totalPages < named:
		last = max(named, number)
		if records > 0 && c.seen < total {
			last = max(named, number+1)
		}
	default:
		last = totalPages
	}
	if records > 0 && total >= 0 && covered > total { // the total is too small, so there may be a further page
		last = max(last, number+1)
	}
	c.promised = last
	return last, nil
}
