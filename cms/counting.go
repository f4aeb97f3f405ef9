package cms

import (
	"errors"
	"fmt"
)

// unknown is the number of the last page where nothing says it.
const unknown = -1

// counting finds the last page of a walk in what its pages state and hold.
type counting struct {
	size, offset int
	hasOffset    bool

	before   int  // records of the pages before the first, if they were full
	seen     int  // records of the pages so far
	promised int  // the last page that any of them stated
	short    bool // the latest page held less than it could
}

var errOtherPages = errors.New("the site gives pages of another size than it is asked for, which an offset does not count")

// last is the number of the last page after page number, which holds so many
// records and states totals, -1 for none.
func (c *counting) last(number, records, total, totalPages int) (int, error) {
	c.seen += records
	reached := c.before + c.seen
	wasShort := c.short
	c.short = records < c.size
	var last int
	switch named := pages(total-c.offset, c.size); {
	case c.hasOffset && records > c.size:
		return 0, because(ErrDecode, errOtherPages)
	case total < 0 && totalPages < 0 && c.promised == 0:
		if c.hasOffset && wasShort && records > 0 {
			return 0, because(ErrDecode, errOtherPages)
		}
		return unknown, nil
	case total < 0 && totalPages < 0:
		if records == 0 {
			return 0, because(ErrTotalsVanished, fmt.Errorf("page %d of %d is empty, and states nothing", number, c.promised))
		}
		last = c.promised
	case c.hasOffset:
		full := pages(total, c.size)
		gap := wasShort && records > 0 || c.short && number >= named && reached < total-c.offset
		if totalPages > full || totalPages < full && gap { // pages that cannot hold the total state nothing
			return 0, because(ErrDecode, errOtherPages)
		}
		last = named
	case totalPages >= 0 && (total < 0 || reached >= total):
		last = totalPages
	case totalPages < named: // what a page holds at most is not known
		last = max(named, number)
		if records > 0 && c.seen < total {
			last = max(named, number+1)
		}
	default:
		last = totalPages
	}
	if !c.hasOffset && total >= 0 && records > 0 && c.seen > total { // so the total is wrong
		last = max(last, number+1)
	}
	c.promised = last
	return last, nil
}
