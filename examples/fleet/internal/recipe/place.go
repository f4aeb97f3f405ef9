package recipe

import (
	"fmt"
	"slices"
	"strings"

	"github.com/fontcms/fontcms-go/cms"
)

// place is the position of a mirror.
type place struct {
	Done   []string   `json:"done,omitempty"`   // kinds that need no more reading
	Absent []string   `json:"absent,omitempty"` // kinds of Done that were not read
	Kind   string     `json:"kind,omitempty"`
	Cursor cms.Cursor `json:"cursor,omitzero"`
	// Authors are the ids of the authors of what was read, in order.
	Authors []int64 `json:"authors,omitempty"`
	Named   int     `json:"named,omitempty"` // of Authors, those whose names were read
	// Again are the kinds that were read again from the beginning.
	Again []string `json:"again,omitempty"`
	// Missing are the first records and kinds that could not be read.
	Missing []string `json:"missing,omitempty"`
	More    int      `json:"more,omitempty"` // further ones
}

// has reports whether a kind needs no more reading.
func (p *place) has(kind string) bool { return slices.Contains(p.Done, kind) }

// end notes that a kind was read.
func (p *place) end(kind string) {
	if !p.has(kind) {
		p.Done = append(p.Done, kind)
	}
	p.Kind, p.Cursor = "", cms.Cursor{}
}

// wrote notes an author; 0 is none.
func (p *place) wrote(author int64) {
	if at, found := slices.BinarySearch(p.Authors, author); author > 0 && !found {
		p.Authors = slices.Insert(p.Authors, at, author)
	}
}

// miss notes what could not be read. The position is stored with each page, so that the
// list must stay short.
func (p *place) miss(what Missed) {
	const most, longest = 10, 200
	if len(p.Missing) < most {
		p.Missing = append(p.Missing, cms.Line(what.String(), longest))
	} else {
		p.More++
	}
}

// note says what was read again, and what is missing.
func (p *place) note() string {
	var notes []string
	if len(p.Again) > 0 {
		notes = append(notes, "read again from the beginning: "+strings.Join(p.Again, ", "))
	}
	if len(p.Missing) > 0 {
		text := "not read: " + strings.Join(p.Missing, "; ")
		if p.More > 0 {
			text += fmt.Sprintf("; and %d more", p.More)
		}
		notes = append(notes, text)
	}
	return strings.Join(notes, "; ")
}
