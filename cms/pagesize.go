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

// pageSizes holds the largest page of each list, for lists that allow fewer than 100
// records. All copies of a client share it.
type pageSizes struct {
	lock sync.Mutex
	most map[string]int // the largest pages, by path
}

// of returns the largest page of the list at a path.
func (p *pageSizes) of(path string) int {
	p.lock.Lock()
	defer p.lock.Unlock()
	if most := p.most[path]; most > 0 {
		return most
	}
	return wire.MaxPerPage
}

// learn stores the largest page that an error names. It reports whether a request with
// the page size asked may be retried with a smaller one.
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
	p.most[path] = most
	return true
}

// largestBelow returns the largest of the numbers in a text, 0 if it is not between 1 and
// limit-1. The text is translated, but names the bounds in digits.
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

// largestPage reads the first page of a list, with as many records as the site allows.
func (c *resource) largestPage(
	ctx context.Context, verb string, query url.Values, s *callSettings,
) (*walk.Page, error) {
	size := c.site.sizes.of(c.path)
	query.Set("per_page", strconv.Itoa(size))
	page, err := c.page(ctx, verb, query, s)
	if err != nil && c.site.sizes.learn(c.path, size, err) {
		query.Set("per_page", strconv.Itoa(c.site.sizes.of(c.path)))
		return c.page(ctx, verb, query, s)
	}
	return page, err
}
