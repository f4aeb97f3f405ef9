package cms

import (
	"context"
	"errors"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"sync"

	"github.com/fontcms/fontcms-go/cms/internal/walk"
	"github.com/fontcms/fontcms-go/internal/wire"
)

// pageSizes holds the largest page size of each list that allows fewer than 100 records. All
// copies of a client share it.
type pageSizes struct {
	lock sync.Mutex
	most map[string]int // largest page sizes, by path without ids
}

// of returns the largest page size of the list at a path: 100 unless learn has stored a smaller
// one.
func (p *pageSizes) of(path string) int {
	p.lock.Lock()
	defer p.lock.Unlock()
	if most := p.most[listOf(path)]; most > 0 {
		return most
	}
	return wire.MaxPerPage
}

// learn stores the largest page size that an error names. asked is the page size of the
// refused request. learn reports whether the request may be retried with a smaller page size.
func (p *pageSizes) learn(path string, asked int, err error) bool {
	e, ok := errors.AsType[*Error](err)
	if !ok || e.Status != http.StatusBadRequest || e.Code != CodeInvalidParam || e.Params["per_page"] == "" {
		return false
	}
	most := largestBelow(e.Params["per_page"], asked)
	if most == 0 {
		return false
	}
	p.lock.Lock()
	defer p.lock.Unlock()
	if p.most == nil {
		p.most = make(map[string]int)
	}
	p.most[listOf(path)] = most
	return true
}

// listOf returns a path without its ids: all lists of revisions, for example, allow the same
// page size.
func listOf(path string) string {
	segments := strings.Split(path, "/")
	for i, segment := range segments {
		if strings.Trim(segment, "0123456789") == "" {
			segments[i] = ""
		}
	}
	return strings.Join(segments, "/")
}

// largestBelow returns the largest number in a text, or 0 if that number is not between 1 and
// limit-1. The text may be in any language, but it has the limits in digits.
func largestBelow(text string, limit int) int {
	largest := 0
	for _, digits := range strings.FieldsFunc(text, func(r rune) bool { return r < '0' || r > '9' }) {
		n, err := strconv.Atoi(digits)
		if err != nil {
			return 0
		}
		largest = max(largest, n)
	}
	if largest >= limit {
		return 0
	}
	return largest
}

// first reads the first records of a list. most is the maximum number of records. first sends
// only one request if the site allows a page of that size.
func (c *resource) first(
	ctx context.Context, verb string, query url.Values, most int, s *callSettings,
) (*walk.Page, error) {
	size := min(most, c.site.sizes.of(c.path))
	query.Set("per_page", strconv.Itoa(size))
	page, err := c.page(ctx, verb, query, s)
	if err != nil && c.site.sizes.learn(c.path, size, err) {
		size = c.site.sizes.of(c.path)
		query.Set("per_page", strconv.Itoa(size))
		page, err = c.page(ctx, verb, query, s)
	}
	if err != nil {
		return nil, err
	}
	for number := 2; (number-1)*size < min(most, page.Total); number++ {
		query.Set("page", strconv.Itoa(number))
		more, err := c.page(ctx, verb, query, s)
		if pastEnd(err) {
			break
		}
		if err != nil {
			return nil, err
		}
		page.Add(more)
	}
	return page, nil
}
