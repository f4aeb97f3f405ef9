package walk

import (
	"errors"
	"fmt"

	"github.com/fontcms/fontcms-go/cms/internal/fault"
	"github.com/fontcms/fontcms-go/internal/transport"
)

// unknown is the number of the last page if it is not known.
const unknown = -1

// totals finds the last page of a walk from what its pages state and hold.
type totals struct {
	size, offset int
	hasOffset    bool

	seen     int  // records of the pages so far
	largest  int  // records of the largest page
	promised int  // the highest last page that a page stated
	short    bool // the latest page was not full
}

var errOtherPages = errors.New("the site sends pages of another size than the offset assumes")

// last returns the number of the last page after page number. records is the number of
// its records; total and totalPages are -1 if absent.
func (c *totals) last(number, records, total, totalPages int) (int, error) {
	wasShort := c.short
	c.seen, c.largest, c.short = c.seen+records, max(c.largest, records), records < c.size
	covered := (number-1)*c.largest + records // assumes that earlier pages were as large as the largest
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
		if totalPages > full || totalPages < full && gap { // too few pages for the total do not count
			return 0, transport.Because(fault.ErrDecode, errOtherPages)
		}
		last = named
	case totalPages >= 0 && c.seen >= total:
		last = totalPages
	case totalPages < named: // the page size of the site is not known
		last = max(named, number)
		if records > 0 && c.seen < total {
			last = max(named, number+1)
		}
	default:
		last = totalPages
	}
	if records > 0 && total >= 0 && covered > total { // the total is wrong
		last = max(last, number+1)
	}
	c.promised = last
	return last, nil
}
