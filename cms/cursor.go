package cms

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
