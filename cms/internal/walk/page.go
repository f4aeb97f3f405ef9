package walk

import (
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"net/http"
	"reflect"
	"slices"

	"github.com/fontcms/fontcms-go/internal/transport"
)

// Page is one page of a list.
type Page struct {
	Items             reflect.Value // a slice of records that can be set
	Number            int           // number of the page, from 1
	Total, TotalPages int           // as the site counts, -1 if absent
	Response          Response

	IDs    []int64           // ids of the items, 0 if an id is not a number; nil if records have no ids
	Sum    [sha256.Size]byte // hash of the list, if ids do not identify pages
	Broken []*Broken         // records that cannot be read

	held  int          // number of listed ids, if the site failed on the page and its records were read by id; else 0
	known map[key]bool // keys of records that the walk has yielded
	once  bool         // if the page has a record twice, the walk yields it once
}

// Response holds the status and headers of the response with a page. It has the fields of
// cms.Response.
type Response struct {
	Status     int
	Header     http.Header
	Attempts   int
	Noise      string
	DoneBefore bool
}

// Broken is a record that cannot be read. It has the fields of cms.BrokenRecordError.
type Broken struct {
	ID   int64
	Name string
	Raw  json.RawMessage
	Err  error
}

func (e *Broken) Error() string {
	return transport.Line(fmt.Sprintf("record %d cannot be read: %v", e.ID, e.Err), transport.MaxError)
}

// MaxBroken is the number of records of a page that the site may fail on. If there are
// more, the site itself fails.
const MaxBroken = 5

// Empty returns an empty list of records of a type.
func Empty(record reflect.Type) reflect.Value {
	items := reflect.New(reflect.SliceOf(record)).Elem()
	items.Set(reflect.MakeSlice(items.Type(), 0, 0))
	return items
}

// At returns a pointer to a record.
func (p *Page) At(i int) any { return p.Items.Index(i).Addr().Interface() }

// from returns the page without the items before first.
func (p *Page) from(first int) *Page {
	rest := *p // a copy: the fetched page must not change
	rest.Items = reflect.New(p.Items.Type()).Elem()
	rest.Items.Set(p.Items.Slice(first, p.Items.Len()))
	if rest.IDs != nil {
		rest.IDs = p.IDs[first:]
	}
	return &rest
}

// key identifies a record: by its id, or by its JSON if it is broken and has no id. The
// zero key is that of a record that cannot be identified.
type key struct {
	id  int64
	raw string
}

func keyOf(id int64, raw []byte) key {
	if id > 0 {
		return key{id: id}
	}
	return key{raw: string(raw)}
}

// remember adds the keys of the records of a page to known. The page may be nil.
func remember(known map[key]bool, page *Page) {
	if page == nil {
		return
	}
	for _, id := range page.IDs {
		known[keyOf(id, nil)] = true
	}
	for _, e := range page.Broken {
		known[keyOf(e.ID, e.Raw)] = true
	}
	delete(known, key{})
}

// knows reports whether the walk has already yielded item i of the page.
func (p *Page) knows(i int) bool {
	if p.IDs == nil || p.IDs[i] == 0 {
		return false
	}
	return p.known[keyOf(p.IDs[i], nil)] || p.once && slices.Contains(p.IDs[:i], p.IDs[i])
}

// fresh returns the page without the records that the walk has yielded.
func (p *Page) fresh() *Page {
	if len(p.known) == 0 && !p.once {
		return p
	}
	rest := *p
	rest.Items, rest.IDs = Empty(p.Items.Type().Elem()), nil
	for i := range p.Items.Len() {
		if p.knows(i) {
			continue
		}
		rest.Items.Set(reflect.Append(rest.Items, p.Items.Index(i)))
		if p.IDs != nil {
			rest.IDs = append(rest.IDs, p.IDs[i])
		}
	}
	rest.Broken = slices.DeleteFunc(slices.Clone(p.Broken), func(e *Broken) bool { return p.known[keyOf(e.ID, e.Raw)] })
	rest.held -= p.Items.Len() - rest.Items.Len() + len(p.Broken) - len(rest.Broken)
	return &rest
}

// Add appends the records of another page.
func (p *Page) Add(more *Page) {
	p.Items.Set(reflect.AppendSlice(p.Items, more.Items))
	p.IDs, p.Broken = append(p.IDs, more.IDs...), append(p.Broken, more.Broken...)
}

// size returns the number of records of the page, including broken records, and records
// that disappeared while they were read one by one.
func (p *Page) size() int { return max(p.Items.Len()+len(p.Broken), p.held) }

// empty reports whether the page has no records, not even broken ones.
func (p *Page) empty() bool { return p.size() == 0 }

// covers returns how many positions of a list the page covers at least. The parameter size is the
// requested size. A page may have fewer records: some records may be hidden, or the site sends
// smaller pages.
func (p *Page) covers(size int) int {
	switch {
	case p.size() >= size:
		return size
	case p.TotalPages > 0 && p.TotalPages >= pages(p.Total, size):
		return pages(p.Total, p.TotalPages)
	}
	return max(p.size(), 1)
}

// promised returns the number of the last page according to the totals. It returns 0 if the page has
// no totals.
func (p *Page) promised(size int) int {
	if p.TotalPages >= 0 {
		return p.TotalPages
	}
	return pages(p.Total, size)
}

// show stores the response of the page in captures. The walk calls show when it reaches the page.
func (p *Page) show(captures []*Response) {
	for _, capture := range captures {
		*capture = p.Response
	}
}

// hasIDsOf reports whether the page has the same ids as another page.
func (p *Page) hasIDsOf(before *Page) bool {
	same := func(a, b *Broken) bool { return a.ID == b.ID }
	return before != nil && p.Sum == before.Sum && slices.Equal(p.IDs, before.IDs) &&
		slices.EqualFunc(p.Broken, before.Broken, same) && !p.empty()
}

// highest returns the highest id of a page, 0 if it has none.
func (p *Page) highest() (id int64) {
	for _, known := range p.IDs {
		id = max(id, known)
	}
	for _, e := range p.Broken {
		id = max(id, e.ID)
	}
	return id
}

// pages returns the number of pages of the given size that hold n records.
func pages(n, size int) int {
	if n <= 0 {
		return 0
	}
	return (n-1)/size + 1
}
