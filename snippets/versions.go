package snippets

import (
	"bytes"
	"context"
	"fmt"
	"net/http"
	"slices"
	"time"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/internal/relay"
)

// This file holds the differences between versions of the plugin. Version 3.6.4 lists all
// snippets on one page, sends no totals and has no trash. Later versions have pages, totals
// and a trash. The first of them do not show whether a snippet is in the trash; newer
// versions send the field "trashed".

// stated is a snippet whose absent fields are nil.
type stated struct {
	Snippet

	Active  *bool `json:"active"`
	Trashed *bool `json:"trashed"` // nil if the plugin has no trash or does not show it
}

// snippet returns the exported form of a snippet.
func (s *stated) snippet() *Snippet {
	s.Snippet.Active = s.Active != nil && *s.Active
	s.Snippet.Trashed = s.Trashed != nil && *s.Trashed
	return &s.Snippet
}

// read reads a snippet, including the fields that may be absent.
func (s *Service) read(ctx context.Context, operation string, id int64, options []cms.CallOption) (*stated, error) {
	return known(one(ctx, s, identified[stated](operation, http.MethodGet, id), options))
}

// known refuses a snippet whose field active or trashed cannot be read. Otherwise the
// field would be nil, as if the plugin did not have it.
func known(s *stated, err error) (*stated, error) {
	if err != nil || s == nil {
		return s, err
	}
	for _, name := range []string{"active", "trashed"} {
		if raw, odd := s.Extra[name]; odd {
			return nil, fmt.Errorf("%w: %s of the snippet %d is %s", cms.ErrDecode, name, s.ID, cms.Line(string(raw), 64))
		}
	}
	return s, nil
}

// removeOnce sends one DELETE. An empty response means that the snippet does not exist
// any more.
func (s *Service) removeOnce(
	ctx context.Context, operation string, id int64, options []cms.CallOption,
) (*stated, error) {
	var resp cms.Response
	options = append(options[:len(options):len(options)], cms.Capture(&resp))
	if len(cms.FieldsOf(options...)) > 0 {
		options = append(options, cms.Fields("trashed"))
	}
	left, err := one(ctx, s, deletion[stated](operation, id), options)
	if resp.Status == http.StatusNoContent {
		return nil, nil
	}
	return known(left, err)
}

// pause is the wait before the list is read. A DELETE whose response was lost may still
// be running.
const pause = time.Second

// look finds a snippet in the list. It returns nil if the snippet is not listed. look
// does not read the single snippet, because the site sends the status 500 for a deleted
// snippet. A snippet that a network of sites shares may have the same id: look returns
// the snippet of the site itself.
func (s *Service) look(ctx context.Context, id int64) (found *stated, err error) {
	if err := relay.Sleep(ctx, pause); err != nil {
		return nil, err
	}
	var hidden error // error of a broken record that may be the wanted snippet
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
			return known(one, nil)
		default:
			found = one
		}
	}
	if hidden != nil {
		return nil, hidden
	}
	return known(found, nil)
}

// defaultPerPage is the page size if only Page is given.
const defaultPerPage = 10

// part sets the page to the requested part if the response was the whole list without
// totals. It may read the first page to find out.
func (s *Service) part(
	ctx context.Context, options ListOptions, page *cms.ListPage[Snippet], unread error, callOptions []cms.CallOption,
) error {
	bad := broken(unread)
	records := len(page.Items) + len(bad)
	number, size := max(options.Page, 1), options.PerPage
	switch {
	case options.Page <= 0 && size <= 0: // the whole list was requested
		page.Total, page.TotalPages = records, 1
		return nil
	case size == 0:
		size = defaultPerPage
	}
	all := records > size || number == 1 && records < size
	if !all && number > 1 && records > 0 {
		options.Page = 1
		first, err := s.all.List(ctx, &options, callOptions...)
		if first == nil {
			return err
		}
		all = slices.EqualFunc(first.Items, page.Items, func(a, b Snippet) bool { return a.ID == b.ID }) &&
			slices.EqualFunc(broken(err), bad, func(a, b *cms.BrokenRecordError) bool {
				return a.ID == b.ID && (a.ID != 0 || bytes.Equal(a.Raw, b.Raw))
			})
	}
	if all {
		page.Total, page.TotalPages = records, (records+size-1)/size
		whole := len(page.Items)
		page.Items = page.Items[min((number-1)*size, whole):min(number*size, whole)]
	}
	return nil
}

// broken returns all broken records in the error of a list.
func broken(err error) (bad []*cms.BrokenRecordError) {
	switch e := err.(type) { //nolint:errorlint // an error may join several broken records, and all of them are needed
	case *cms.BrokenRecordError:
		return []*cms.BrokenRecordError{e}
	case interface{ Unwrap() []error }:
		for _, err := range e.Unwrap() {
			bad = append(bad, broken(err)...)
		}
	}
	return bad
}
