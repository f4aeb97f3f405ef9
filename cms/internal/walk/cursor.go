package walk

import (
	"math"
	"net/url"
	"strconv"
)

// Cursor is a position in a walk. The zero value is the beginning. Its fields are those
// of cms.Cursor.
type Cursor struct {
	Page      int
	Index     int
	PerPage   int
	Short     bool
	Exact     bool
	LastID    int64
	HighestID int64
	Done      bool
}

// possible reports whether a walk may have stored the cursor. Offsets are counted from
// its page; one that is too large would start the list again.
func (c *Cursor) possible() bool {
	return c.Page >= 0 && c.Page <= math.MaxInt32 && c.Index >= 0 && c.LastID >= 0 && c.HighestID >= 0
}

// start returns the position at which a walk begins: after c, or at the beginning if c
// is nil or zero.
func (c *Cursor) start(query url.Values) Cursor {
	perPage, _ := strconv.Atoi(query.Get("per_page"))
	first, _ := strconv.Atoi(query.Get("page"))
	position := Cursor{Page: max(first, 1), PerPage: perPage}
	if query.Has("offset") {
		position.Page = 1
	}
	if c != nil && c.Page > 0 {
		position.Page, position.Index, position.Short = c.Page, c.Index, c.Short
	}
	return position
}

// keep stores a position if there is a cursor.
func (c *Cursor) keep(position Cursor) {
	if c != nil {
		*c = position
	}
}
