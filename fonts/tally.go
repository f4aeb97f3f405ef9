package fonts

import "math"

const (
	// maxIdle is how many pages in a row may bring nothing new while the totals say
	// that there is more.
	maxIdle = 1000
	// maxAgain is how often a page may come again, right after itself. Once is what
	// a page of new fonts in front of the list makes of it.
	maxAgain = 2
	// maxCount keeps sums of what servers and cursors say from overflowing.
	maxCount = math.MaxInt / 2
)

// tally is what the server states about the size of the list, and how much of it
// a walk has read.
type tally struct {
	size     int  // of a page, as asked for
	first    int  // number of the server's first page, 1 if that is not known
	known    bool // whether first is
	begin    int  // number of the page that the walk began at
	base     int  // fonts before that page
	counted  bool // whether the cursor has said so
	oriented bool // whether the first page was read to know it

	total   int  // the highest that was stated, 0 for none
	pages   int  // the highest pageTotal, 0 for none
	varied  bool // whether the total has changed
	moved   bool // whether pageTotal has
	largest int  // records on the largest page
	got     int  // fonts read, base included
	blank   int  // stated pages that brought nothing new
	idle    int  // pages in a row that did
	again   int  // how often the latest page has come again
}

// state takes over what a page states.
func (t *tally) state(p *Page) {
	t.varied = t.varied || t.total > 0 && p.Total >= 0 && p.Total != t.total
	t.moved = t.moved || t.pages > 0 && p.TotalPages >= 0 && p.TotalPages != t.pages
	t.total, t.pages = max(t.total, p.Total), max(t.pages, p.TotalPages)
	t.largest = max(t.largest, len(p.Fonts))
}

// assume sets what lies before the beginning, with so many records a page.
func (t *tally) assume(records int) {
	base := 0
	if before := t.begin - t.first; before > 0 && records > 0 {
		base = maxCount
		if before <= maxCount/records {
			base = before * records
		}
	}
	t.got += base - t.base
	t.base = base
}

// believed is the total, 0 if none is stated or it cannot be: it was exceeded, or
// it is no more than a page holds although there are pages for more.
func (t *tally) believed() int {
	switch {
	case t.got > t.total, t.total <= t.largest && t.pages > 1 && t.pages != quotient(t.total, t.size):
		return 0
	}
	return t.total
}

// last is the number of the last page as stated, -1 if it is not.
func (t *tally) last() int {
	if t.pages == 0 {
		return -1
	}
	return t.pages - 1 + t.first
}

// more reports that by the totals something comes after page number.
func (t *tally) more(number int) bool {
	if want := t.believed(); want > 0 {
		return t.got < want
	}
	return number < t.last()
}

// due reports that by the totals page number should bring something.
func (t *tally) due(number int) bool { return t.more(number - 1) }

// surplus reports that an empty page is the one that a pageTotal too high by one
// promises: the last, after a page that brought something, while pageTotal stayed as
// it was. That of a list that has shrunk has not.
func (t *tally) surplus(number, records int) bool {
	return records == 0 && number == t.last() && t.idle == 1 && t.got > 0 && !t.moved
}

// end is the number of the page that should be the last one, by all totals.
func (t *tally) end() int {
	size := t.largest
	if size == 0 {
		size = t.size
	}
	begin, pages := max(t.begin, t.first), quotient(t.believed()-t.base, size)
	return max(t.last(), begin+min(pages, maxNumber-begin)-1)
}

// short is what a walk that ends with page number has missed, nil for nothing.
func (t *tally) short(number int) *IncompleteError {
	if want := t.believed(); want > 0 {
		if t.got < want {
			return &IncompleteError{Got: t.got, Want: want}
		}
		return nil
	}
	left := max(t.last()-number, 0)
	// A list without a font may well have a page.
	if missed := t.blank + left; missed > 0 && t.pages > 1 {
		return &IncompleteError{Got: t.pages - missed, Want: t.pages, Pages: true}
	}
	return nil
}

// quotient divides and rounds up. b is above zero.
func quotient(a, b int) int {
	q := a / b
	if a%b > 0 {
		q++
	}
	return q
}
