package snippets

import (
	"bytes"
	"context"
	"iter"
	"net/http"
	"reflect"
	"slices"
	"strconv"

	"github.com/fontcms/fontcms-go/cms"
)

// ListOptions are the arguments of GET code-snippets/v1/snippets.
type ListOptions struct {
	// Context is in the specification; the plugin answers alike in all of them.
	Context cms.Context `url:"context,omitempty"`
	// Page is the page, from 1. Default 1.
	Page int `url:"page,omitempty"`
	// PerPage is the size of a page, at most 100. Default 10 where Page is given,
	// and 100 for a walk. Without both a List is of all snippets.
	PerPage int `url:"per_page,omitempty"`
	// Search is in the specification; no version of the plugin that was looked at
	// heeds it.
	Search string `url:"search,omitempty"`
}

// defaultPerPage is the size of a page where only its number is given.
const defaultPerPage = 10

// List reads one page: GET code-snippets/v1/snippets. Of a site that does not
// page, and answers all snippets, List returns the part that was asked for; to
// tell such a site from one that merely states no totals it may read the first
// page as well. Newer versions of the plugin list what is in the trash, too: see
// [Snippet.Trashed]. Total and TotalPages are -1 where they cannot be known.
//
// A snippet that does not fit its type is left out of the page, and counted. List then
// returns both the page and an error, which holds a [*cms.BrokenRecordError] for each.
func (s *Service) List(ctx context.Context, options *ListOptions, callOptions ...cms.CallOption) (*cms.ListPage[Snippet], error) {
	page, err := s.wire.List(ctx, options, callOptions...)
	if page == nil {
		return nil, err
	}
	out, bad := plain(page), broken(err)
	if page.Total >= 0 {
		return out, err
	}
	var number, size int
	if options != nil && (options.Page > 0 || options.PerPage > 0) {
		number, size = max(options.Page, 1), options.PerPage
		if size == 0 {
			size = defaultPerPage
		}
	}
	records := len(page.Items) + len(bad)
	all := size == 0 || records > size || number == 1 && records < size
	if !all && number > 1 && records > 0 {
		first := *options
		first.Page = 1
		top, failed := s.wire.List(ctx, &first, callOptions...)
		if top == nil {
			return nil, failed
		}
		all = slices.EqualFunc(top.Items, page.Items, func(a, b element) bool {
			return a.ID == b.ID && (a.ID != 0 || reflect.DeepEqual(a, b))
		}) && slices.EqualFunc(broken(failed), bad, func(a, b *cms.BrokenRecordError) bool {
			return a.ID == b.ID && (a.ID != 0 || bytes.Equal(a.Raw, b.Raw))
		})
	}
	if !all {
		return out, err
	}
	out.Total, out.TotalPages = records, 1
	if size > 0 {
		out.TotalPages = (records + size - 1) / size
		whole := len(out.Items)
		out.Items = out.Items[min((number-1)*size, whole):min(number*size, whole)]
	}
	return out, err
}

// broken are the snippets that an error of a list says cannot be read.
func broken(err error) (bad []*cms.BrokenRecordError) {
	switch e := err.(type) { //nolint:errorlint // each of several is wanted
	case *cms.BrokenRecordError:
		return []*cms.BrokenRecordError{e}
	case interface{ Unwrap() []error }:
		for _, err := range e.Unwrap() {
			bad = append(bad, broken(err)...)
		}
	}
	return bad
}

// plain is a page as callers know it.
func plain(page *cms.ListPage[element]) *cms.ListPage[Snippet] {
	out := &cms.ListPage[Snippet]{
		Items:  make([]Snippet, len(page.Items)),
		Number: page.Number, Total: page.Total, TotalPages: page.TotalPages,
		Response: page.Response,
	}
	for i := range page.Items {
		out.Items[i] = page.Items[i].Snippet
	}
	return out
}

// Pages walks the pages of the list, from options.Page on and of options.PerPage
// snippets, 100 by default: see [cms.Collection.Pages]. A site that does not page
// gives one page with all snippets, whatever its size; [cms.Resume] is of no use
// there.
func (s *Service) Pages(ctx context.Context, options *ListOptions, walkOptions ...cms.WalkOption) iter.Seq2[*cms.ListPage[Snippet], error] {
	return func(yield func(*cms.ListPage[Snippet], error) bool) {
		var (
			seen   seen
			resp   cms.Response // of the page, filled anew when one begins
			totals bool
			told   int // broken ones of the page that are new
			idle   int // pages in a row that held nothing new
		)
		walkOptions := append(walkOptions[:len(walkOptions):len(walkOptions)], cms.Capture(&resp))
		for page, err := range s.wire.Pages(ctx, options, walkOptions...) {
			bad := broken(err)
			if err != nil && bad == nil {
				yield(nil, err)
				return
			}
			if resp.Status != 0 {
				totals, told, resp.Status = s.states(resp.Header), 0, 0
			}
			if bad != nil {
				if e := unread(bad[0]); totals || !seen.before(e) {
					seen.add(e)
					told++
					if !yield(nil, err) {
						return
					}
				}
				continue
			}
			fresh := *page // the walk compares its own with the next one
			if page.Total < 0 {
				fresh.Items = nil
				for i := range page.Items {
					if e := &page.Items[i]; !seen.before(e) {
						fresh.Items = append(fresh.Items, *e)
					}
				}
				if seen.pages > 0 && len(fresh.Items)+told == 0 {
					if idle++; idle > 1 {
						return
					}
					continue
				}
				idle = 0
			}
			for i := range fresh.Items {
				seen.add(&fresh.Items[i])
			}
			seen.turn()
			if !yield(plain(&fresh), nil) {
				return
			}
		}
	}
}

// unread is what is known of a snippet that cannot be read.
func unread(e *cms.BrokenRecordError) *element { return &element{Snippet: Snippet{ID: e.ID}} }

// All walks the snippets: [Service.Pages], one by one.
func (s *Service) All(ctx context.Context, options *ListOptions, walkOptions ...cms.WalkOption) iter.Seq2[*Snippet, error] {
	return func(yield func(*Snippet, error) bool) {
		for e, err := range s.all(ctx, options, walkOptions) {
			var snippet *Snippet
			if err == nil {
				snippet = &e.Snippet
			}
			if !yield(snippet, err) {
				return
			}
		}
	}
}

// all is All as snippets are read. It ends at the first error that is not a broken snippet.
func (s *Service) all(ctx context.Context, options *ListOptions, walkOptions []cms.WalkOption) iter.Seq2[*element, error] {
	return func(yield func(*element, error) bool) {
		var (
			seen    seen
			resp    cms.Response // of the page, filled anew when one begins
			begun   bool
			totals  bool
			skipped int // snippets in a row that are not new
		)
		walkOptions := append(walkOptions[:len(walkOptions):len(walkOptions)], cms.Capture(&resp))
		for e, err := range s.wire.All(ctx, options, walkOptions...) {
			known, bad := e, broken(err)
			if err != nil && bad == nil {
				yield(nil, err)
				return
			}
			if bad != nil {
				known = unread(bad[0])
			}
			if resp.Status != 0 {
				if begun {
					seen.turn()
				}
				begun, totals = true, s.states(resp.Header)
				resp.Status = 0
			}
			if !totals && seen.before(known) {
				if skipped++; skipped > seen.total {
					return // the same page again and again, though something in it changes
				}
				continue
			}
			skipped = 0
			seen.add(known)
			if !yield(e, err) {
				return
			}
		}
	}
}

// Count returns how many snippets there are. It asks for one snippet and the
// total; if the site does not state one, the snippets are counted, broken ones too.
func (s *Service) Count(ctx context.Context, options *ListOptions, callOptions ...cms.CallOption) (int, error) {
	var o ListOptions
	if options != nil {
		o = *options
	}
	o.Page, o.PerPage = 0, 1
	callOptions = append([]cms.CallOption{cms.Fields("id")}, callOptions...)
	page, err := s.wire.List(ctx, &o, callOptions...)
	if page == nil {
		return 0, err
	}
	switch records := len(page.Items) + len(broken(err)); {
	case page.Total >= 0:
		return page.Total, nil
	case records != 1: // none, or all of them
		return records, nil
	}
	n := 0
	o.PerPage = 0
	walkOptions := make([]cms.WalkOption, len(callOptions))
	for i, option := range callOptions {
		walkOptions[i] = option
	}
	for page, err := range s.Pages(ctx, &o, walkOptions...) {
		switch bad := broken(err); {
		case bad != nil:
			n++
		case err != nil:
			return 0, err
		default:
			n += len(page.Items)
		}
	}
	return n, nil
}

// states reports whether an answer states a total.
func (s *Service) states(header http.Header) bool {
	for _, prefix := range []string{s.site.Prefix(), "wp", "cms"} {
		if n, err := strconv.Atoi(header.Get("X-" + prefix + "-Total")); err == nil && n >= 0 {
			return true
		}
	}
	return false
}

// seen remembers the snippets of the pages before the present one. On a network
// of sites two snippets of one page may have the same id.
type seen struct {
	pages, total int
	ids          map[int64]bool
	present      []int64
}

func (s *seen) add(e *element) {
	s.present = append(s.present, e.ID)
	s.total++
}

// turn begins another page.
func (s *seen) turn() {
	if s.ids == nil {
		s.ids = map[int64]bool{}
	}
	for _, id := range s.present {
		s.ids[id] = true
	}
	s.present = s.present[:0]
	s.pages++
}

// before reports whether a page before this one held the snippet. Without an id
// there is no telling it from others: it is taken for one of them.
func (s *seen) before(e *element) bool { return s.pages > 0 && (e.ID == 0 || s.ids[e.ID]) }
