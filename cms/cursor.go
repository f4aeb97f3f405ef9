package cms

import (
	"math"
	"net/url"
	"strconv"
)

// Cursor is a position in a walk: see [Resume]. The zero value is its beginning.
type Cursor struct {
	// Page is the page, or with an offset the window, that the walk is in, from 1.
	Page int `json:"page"`
	// Index is how many records of that page were yielded.
	Index int `json:"index"`
	// PerPage is the size of its pages. A walk with another size refuses the cursor.
	PerPage int `json:"per_page"`
	// Short says that the page before Page held fewer than PerPage records, in a walk
	// with an Offset of a site that does not state how many pages there are.
	Short bool `json:"short,omitzero"`
	// Exact says that the walk is one with [Exact]. All up to LastID was yielded,
	// all up to HighestID will be, 0 as long as that is unknown, and Index is 0.
	Exact     bool  `json:"exact,omitzero"`
	LastID    int64 `json:"last_id,omitzero"`
	HighestID int64 `json:"highest_id,omitzero"`
	// Done says that the walk reached its end.
	Done bool `json:"done"`
}

// possible reports that a walk may have kept the cursor. Offsets are counted
// from its page: one that is too large would begin the list anew, or before it.
func (c *Cursor) possible() bool {
	return c.Page >= 0 && c.Page <= math.MaxInt32 && c.Index >= 0 && c.LastID >= 0 && c.HighestID >= 0
}

// start is the position that a walk begins at, which goes on behind c unless that
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

// keep stores a position, unless nobody wants to know it.
func (c *Cursor) keep(position Cursor) {
	if c != nil {
		*c = position
	}
}
