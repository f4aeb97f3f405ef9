package snippets

import (
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
func (s *Service) List(ctx context.Context, options *ListOptions, callOptions ...cms.CallOption) (*cms.ListPage[Snippet], error) {
	page, err := s.wire.List(ctx, options, callOptions...)
	if err != nil {
		return nil, err
	}
	out := plain(page)
	if page.Total >= 0 {
		return out, nil
	}
	var number, size int
	if options != nil && (options.Page > 0 || options.PerPage > 0) {
		number, size = max(options.Page, 1), options.PerPage
		if size == 0 {
			size = defaultPerPage
		}
	}
	all := size == 0 || len(page.Items) > size || number == 1 && len(page.Items) < size
	if !all && number > 1 && len(page.Items) > 0 {
		first := *options
		first.Page = 1
		top, err := s.wire.List(ctx, &first, callOptions...)
		if err != nil {
			return nil, err
		}
		all = slices.EqualFunc(top.Items, page.Items, func(a, b element) bool {
			return a.ID == b.ID && (a.ID != 0 || reflect.DeepEqual(a, b))
		})
	}
	if !all {
		return out, nil
	}
	out.Total, out.TotalPages = len(out.Items), 1
	if size > 0 {
		out.TotalPages = (out.Total + size - 1) / size
		out.Items = out.Items[min((number-1)*size, out.Total):min(number*size, out.Total)]
	}
	return out, nil
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
		var seen seen
		var idle int // pages in a row that held nothing new
		for page, err := range s.wire.Pages(ctx, options, walkOptions...) {
			if err != nil {
				yield(nil, err)
				return
			}
			fresh := *page // the walk compares its own with the next one
			if page.Total < 0 {
				fresh.Items = nil
				for i := range page.Items {
					if e := &page.Items[i]; !seen.before(e) {
						fresh.Items = append(fresh.Items, *e)
					}
				}
				if seen.pages > 0 && len(fresh.Items) == 0 {
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

// All walks the snippets: [Service.Pages], one by one.
func (s *Service) All(ctx context.Context, options *ListOptions, walkOptions ...cms.WalkOption) iter.Seq2[*Snippet, error] {
	return func(yield func(*Snippet, error) bool) {
		for e, err := range s.all(ctx, options, walkOptions) {
			if err != nil {
				yield(nil, err)
				return
			}
			if !yield(&e.Snippet, nil) {
				return
			}
		}
	}
}

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
			if err != nil {
				yield(nil, err)
				return
			}
			if resp.Status != 0 {
				if begun {
					seen.turn()
				}
				begun, totals = true, s.states(resp.Header)
				resp.Status = 0
			}
			if !totals && seen.before(e) {
				if skipped++; skipped > seen.total {
					return // the same page again and again, though something in it changes
				}
				continue
			}
			skipped = 0
			seen.add(e)
			if !yield(e, nil) {
				return
			}
		}
	}
}

// Count returns how many snippets there are. It asks for one snippet and the
// total; if the site does not state one, the snippets are counted.
func (s *Service) Count(ctx context.Context, options *ListOptions, callOptions ...cms.CallOption) (int, error) {
	var o ListOptions
	if options != nil {
		o = *options
	}
	o.Page, o.PerPage = 0, 1
	callOptions = append([]cms.CallOption{cms.Fields("id")}, callOptions...)
	page, err := s.wire.List(ctx, &o, callOptions...)
	if err != nil {
		return 0, err
	}
	switch {
	case page.Total >= 0:
		return page.Total, nil
	case len(page.Items) != 1: // none, or all of them
		return len(page.Items), nil
	}
	n := 0
	o.PerPage = 0
	walkOptions := make([]cms.WalkOption, len(callOptions))
	for i, option := range callOptions {
		walkOptions[i] = option
	}
	for page, err := range s.Pages(ctx, &o, walkOptions...) {
		if err != nil {
			return 0, err
		}
		n += len(page.Items)
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
