package walk

import (
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"net/http"
	"reflect"
	"slices"
	"strconv"

	"github.com/fontcms/fontcms-go/internal/transport"
)

// Page is one page of a list.
type Page struct {
	Items             reflect.Value // a slice of records that can be set
	Number            int           // from 1
	Total, TotalPages int           // as the site counts, -1 if it does not say
	Response          Response

	IDs    []int64           // of the items, 0 where an id is no number; nil if records have none
	Sum    [sha256.Size]byte // of the list, where ids do not tell pages apart
	Broken []*Broken         // records that cannot be read

	held  int             // records that it had when its ids were read, if it was read by these
	known map[string]bool // records that the walk has yielded, by their keys
}

// Response is what is known of the response with a page, besides its records. Its fields
// are those of cms.Response.
type Response struct {
	Status     int
	Header     http.Header
	Attempts   int
	Noise      string
	DoneBefore bool
}

// Broken is a record that cannot be read. Its fields are those of
// cms.BrokenRecordError.
type Broken struct {
	ID   int64
	Name string
	Raw  json.RawMessage
	Err  error
}

func (e *Broken) Error() string {
	return transport.Line(fmt.Sprintf("record %d cannot be read: %v", e.ID, e.Err), transport.MaxError)
}

// MaxBroken is how many records of a page the site may fail on before it counts as
// failing altogether.
const MaxBroken = 5

// Empty returns no records of a type.
func Empty(record reflect.Type) reflect.Value {
	items := reflect.New(reflect.SliceOf(record)).Elem()
	items.Set(reflect.MakeSlice(items.Type(), 0, 0))
	return items
}

// Len returns how many records can be read.
func (p *Page) Len() int { return p.Items.Len() }

// At returns a pointer to a record.
func (p *Page) At(i int) any { return p.Items.Index(i).Addr().Interface() }

// from returns the page without the items before one.
func (p *Page) from(first int) *Page {
	rest := *p // a page that was fetched is not changed
	rest.Items = reflect.New(p.Items.Type()).Elem()
	rest.Items.Set(p.Items.Slice(first, p.Len()))
	if rest.IDs != nil {
		rest.IDs = p.IDs[first:]
	}
	return &rest
}

// key tells a record from others: by its id or, if it cannot be read and shows none, by
// its JSON. It is "" for what cannot be told from others.
func key(id int64, raw []byte) string {
	if id > 0 {
		return strconv.FormatInt(id, 10)
	}
	if raw == nil {
		return ""
	}
	return "0 " + string(raw)
}

// knows reports whether the walk has yielded an item of the page before.
func (p *Page) knows(i int) bool {
	return len(p.known) > 0 && p.IDs != nil && p.known[key(p.IDs[i], nil)]
}

// fresh returns the page without the records that the walk has yielded.
func (p *Page) fresh() *Page {
	if len(p.known) == 0 {
		return p
	}
	rest := *p
	rest.Items, rest.IDs = Empty(p.Items.Type().Elem()), nil
	for i := range p.Len() {
		if p.knows(i) {
			continue
		}
		rest.Items.Set(reflect.Append(rest.Items, p.Items.Index(i)))
		if p.IDs != nil {
			rest.IDs = append(rest.IDs, p.IDs[i])
		}
	}
	rest.Broken = slices.DeleteFunc(slices.Clone(p.Broken), func(e *Broken) bool { return p.known[key(e.ID, e.Raw)] })
	rest.held -= p.Len() - rest.Len() + len(p.Broken) - len(rest.Broken)
	return &rest
}

// add appends the records of another page.
func (p *Page) add(more *Page) {
	p.Items.Set(reflect.AppendSlice(p.Items, more.Items))
	p.IDs, p.Broken = append(p.IDs, more.IDs...), append(p.Broken, more.Broken...)
}

// size returns how many records the page brings: broken ones, too, and those that went
// while they were read one by one.
func (p *Page) size() int { return max(p.Len()+len(p.Broken), p.held) }

// empty reports whether the page brings nothing.
func (p *Page) empty() bool { return p.size() == 0 }

// covers returns how many positions of a list the page holds at least, of those that it
// was asked for: records may be hidden in it, and some sites give smaller pages.
func (p *Page) covers(size int) int {
	switch {
	case p.size() >= size:
		return size
	case p.TotalPages > 0 && p.TotalPages >= pages(p.Total, size):
		return pages(p.Total, p.TotalPages)
	}
	return max(p.size(), 1)
}

// repeats reports whether the page holds the records of another, by their ids.
func (p *Page) repeats(before *Page) bool {
	same := func(a, b *Broken) bool { return a.ID == b.ID }
	return before != nil && p.Sum == before.Sum && slices.Equal(p.IDs, before.IDs) &&
		slices.EqualFunc(p.Broken, before.Broken, same) && !p.empty()
}

// highest returns the highest id of a page, 0 if it shows none.
func (p *Page) highest() (id int64) {
	for _, known := range p.IDs {
		id = max(id, known)
	}
	for _, e := range p.Broken {
		id = max(id, e.ID)
	}
	return id
}

// pages returns how many pages of the given size hold n records.
func pages(n, size int) int {
	if n <= 0 {
		return 0
	}
	return (n-1)/size + 1
}
