package snippets

import (
	"context"
	"fmt"
	"net/http"
	"slices"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/internal/relay"
)

// This file holds what differs between versions of the plugin. Version 3.6.4 does not page
// its list, states no totals and has no trash. Later ones page and state totals. The first
// of them move what is deleted to the trash without showing that it is there; newer ones
// answer the member "trashed". An unknown id is a status of its own in each: see absent.

// stated is a snippet that tells what the site said from what it left out.
type stated struct {
	Snippet

	Active  *bool `json:"active"`
	Trashed *bool `json:"trashed"` // nil if the plugin has no trash, or does not show it
}

// snippet is the snippet as callers know it.
func (s *stated) snippet() *Snippet {
	s.Snippet.Active = s.Active != nil && *s.Active
	s.Snippet.Trashed = s.Trashed != nil && *s.Trashed
	return &s.Snippet
}

// read reads a snippet with what the site says of it.
func (s *Service) read(ctx context.Context, operation string, id int64, options []cms.CallOption) (*stated, error) {
	return one(ctx, s, identified[stated](operation, http.MethodGet, id), options)
}

// look finds a snippet in the list, nil for none. A single read does not tell: of
// a deleted snippet it is a status of 500. A snippet that a network of sites
// shares may have the same id; the DELETE means the other one.
func (s *Service) look(ctx context.Context, id int64) (found *stated, err error) {
	if err := relay.Sleep(ctx, pause); err != nil {
		return nil, err
	}
	var hidden error // it may be the one that cannot be read
	for one, err := range cms.NewCollection[stated, cms.ReadOnly, ListOptions](s.site, base).All(ctx, nil) {
		switch bad := broken(err); {
		case bad != nil:
			if bad[0].ID == 0 || bad[0].ID == id {
				hidden = err
			}
		case err != nil:
			return nil, err
		case one.ID != id:
		case one.SharedNetwork == nil || !*one.SharedNetwork:
			return one, nil
		default:
			found = one
		}
	}
	if hidden != nil {
		return nil, hidden
	}
	return found, nil
}

// part makes of a page without totals the part of the list that was asked for, if the page
// is all of the list. To tell it from a page it may read the first page as well.
func (s *Service) part(ctx context.Context, options ListOptions, page *cms.ListPage[Snippet], bad error, callOptions []cms.CallOption) error {
	records := len(page.Items) + len(broken(bad))
	if options.Page <= 0 && options.PerPage <= 0 {
		page.Total, page.TotalPages = records, 1
		return nil
	}
	number, size := max(options.Page, 1), options.PerPage
	if size == 0 {
		size = defaultPerPage
	}
	all := records > size || number == 1 && records < size
	if !all && number > 1 && records > 0 {
		options.Page = 1
		first, failed := s.all.List(ctx, &options, callOptions...)
		if first == nil {
			return failed
		}
		all = slices.Equal(keys(first.Items, failed), keys(page.Items, bad))
	}
	if all {
		page.Total, page.TotalPages = records, (records+size-1)/size
		whole := len(page.Items)
		page.Items = page.Items[min((number-1)*size, whole):min(number*size, whole)]
	}
	return nil
}

// keys tell the snippets of a page apart, also those that cannot be read.
func keys(items []Snippet, bad error) (out []string) {
	for _, snippet := range items {
		out = append(out, fmt.Sprint(snippet.ID))
	}
	for _, e := range broken(bad) {
		key := fmt.Sprint("broken ", e.ID)
		if e.ID == 0 {
			key += string(e.Raw)
		}
		out = append(out, key)
	}
	return out
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
