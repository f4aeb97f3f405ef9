package snippets

import (
	"context"
	"iter"

	"github.com/fontcms/fontcms-go/cms"
)

// List reads one page: GET code-snippets/v1/snippets. Of a site that does not
// page, and answers all snippets, List returns the part that was asked for; to
// tell such a site from one that merely states no totals it may read the first
// page as well. Newer versions of the plugin list what is in the trash, too: see
// [Snippet.Trashed]. Total and TotalPages are -1 where they cannot be known.
//
// A snippet that does not fit its type, or has no id, is left out of the page, and
// counted. List then returns both the page and an error, which holds a
// [*cms.BrokenRecordError] for each.
func (s *Service) List(ctx context.Context, options *ListOptions, callOptions ...cms.CallOption) (*cms.ListPage[Snippet], error) {
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

// Pages walks the pages of the list, from options.Page on and of options.PerPage
// snippets, 100 by default: see [cms.Collection.Pages]. A site that does not page
// gives one page with all snippets, whatever its size; [cms.Resume] is of no use
// there.
func (s *Service) Pages(ctx context.Context, options *ListOptions, walkOptions ...cms.WalkOption) iter.Seq2[*cms.ListPage[Snippet], error] {
	return s.all.Pages(ctx, options, walkOptions...)
}

// All walks the snippets: [Service.Pages], one by one.
func (s *Service) All(ctx context.Context, options *ListOptions, walkOptions ...cms.WalkOption) iter.Seq2[*Snippet, error] {
	return s.all.All(ctx, options, walkOptions...)
}

// Count returns how many snippets there are. It asks for one snippet and the
// total; if the site does not state one, the snippets are counted, broken ones too.
func (s *Service) Count(ctx context.Context, options *ListOptions, callOptions ...cms.CallOption) (int, error) {
	return s.all.Count(ctx, options, callOptions...)
}
