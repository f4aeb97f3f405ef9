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

	reached  int  // positions that the pages so far cover, from the offset on
	promised int  // the last page that any of them stated
	short    bool // the latest page held less than it could
}

var errSmallPages = errors.New("the site gives smaller pages than it is asked for, which an offset does not count")

// last is the number of the last page after page number, which holds so many
// records and states totals, -1 for none.
func (c *counting) last(number, records, total, totalPages int) (int, error) {
	c.reached += records
	wasShort := c.short
	c.short = records < c.size
	var last int
	switch named := pages(total-c.offset, c.size); {
	case total < 0 && totalPages < 0 && c.promised == 0:
		if c.hasOffset && wasShort && records > 0 {
			return 0, because(ErrDecode, errSmallPages)
		}
		return unknown, nil
	case total < 0 && totalPages < 0:
		if records == 0 {
			return 0, because(ErrTotalsVanished, fmt.Errorf("page %d of %d is empty, and states nothing", number, c.promised))
		}
		last = c.promised
	case c.hasOffset:
		smaller := totalPages > pages(total, c.size) ||
			totalPages < 0 && (wasShort && records > 0 || c.short && number >= named && c.reached < total-c.offset)
		if smaller {
			return 0, because(ErrDecode, errSmallPages)
		}
		last = named
	case totalPages < 0: // what a page holds at most is not known
		last = max(named, number)
		if records > 0 && c.reached < total {
			last = max(named, number+1)
		}
	case total < 0 || c.reached >= total:
		last = totalPages
	default:
		last = max(totalPages, named)
	}
	c.promised = last
	return last, nil
}
