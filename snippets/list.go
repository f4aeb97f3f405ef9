package snippets

import (
	"context"
	"iter"

	"github.com/fontcms/fontcms-go/cms"
)

// List returns one page: GET code-snippets/v1/snippets. If the site has no pages and
// returns all snippets, List returns the requested part. To recognize such a site, it
// may also read the first page. Plugin versions with the field Trashed also list the
// snippets in the trash: see [Snippet.Trashed]. Total and TotalPages are -1 if they are
// not known.
//
// A snippet that does not fit its type, or has no id, is left out of the page but
// included in Total. List then returns the page and an error, which holds a
// [*cms.BrokenRecordError] for each such snippet.
func (s *Service) List(ctx context.Context, options *ListOptions,
	callOptions ...cms.CallOption) (*cms.ListPage[Snippet], error) {
	page, err := s.all.List(ctx, options, callOptions...)
	if page == nil || page.Total >= 0 {
		return page, err
	}
	if options == nil {
		options = new(ListOptions)
	}
	if failed := s.part(ctx, *options, page, err, callOptions); failed != nil {
		return nil, failed
	}
	return page, err
}

// Pages walks the pages of the list. It starts at options.Page and reads
// options.PerPage snippets at once, 100 by default: see [cms.Collection.Pages]. A site
// without pages returns one page with all snippets, and [cms.Resume] has no effect
// there.
func (s *Service) Pages(ctx context.Context, options *ListOptions,
	walkOptions ...cms.WalkOption) iter.Seq2[*cms.ListPage[Snippet], error] {
	return s.all.Pages(ctx, options, walkOptions...)
}

// All yields the snippets one by one. It reads the pages as [Service.Pages] does.
func (s *Service) All(ctx context.Context, options *ListOptions,
	walkOptions ...cms.WalkOption) iter.Seq2[*Snippet, error] {
	return s.all.All(ctx, options, walkOptions...)
}

// Count returns the number of snippets. It requests one snippet and the total. If the site
// sends no total, Count reads the list and counts its elements, including those that cannot
// be decoded into a Snippet.
func (s *Service) Count(ctx context.Context, options *ListOptions, callOptions ...cms.CallOption) (int, error) {
	return s.all.Count(ctx, options, callOptions...)
}
