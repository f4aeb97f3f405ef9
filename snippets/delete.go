package snippets

import (
	"context"
	"errors"

	"github.com/fontcms/fontcms-go/cms"
)

// Delete removes a snippet: DELETE code-snippets/v1/snippets/{id}. An unknown id
// is [cms.ErrNotFound]. The site does not answer with what there was: Previous
// is nil.
//
// Version 3.6.4 of the plugin removes it for good. Later ones move it to a
// trash that only the administration of the site empties, where the interface
// still shows it.
//
// The plugin answers "cannot delete" for several reasons. Delete then reads the
// snippet to find out which. If this was a repetition and the snippet is gone,
// the answer to an earlier attempt was lost: Delete succeeds, and DoneBefore is
// set.
func (s *Service) Delete(ctx context.Context, id int64, options ...cms.CallOption) (*cms.Deleted[Snippet], error) {
	const operation = "snippets.Delete"
	if _, err := item(operation, id); err != nil {
		return nil, err
	}
	_, err := cms.Do(ctx, s.site, s.DeleteRequest(id), options...)
	if err == nil {
		return &cms.Deleted[Snippet]{Deleted: true}, nil
	}
	failed, ok := answered(err, CodeCannotDelete)
	repeated := ok && failed.Attempts > 1
	if !ok {
		// Another server may say 404, as the specification's other types do.
		failed, ok = errors.AsType[*cms.Error](err)
		if ok && failed.Attempts > 1 && errors.Is(err, cms.ErrNotFound) {
			return &cms.Deleted[Snippet]{Deleted: true, DoneBefore: true}, nil
		}
		return nil, err
	}
	there, read := s.read(ctx, operation, id, nil)
	switch {
	case repeated && (read != nil || there.later):
		return &cms.Deleted[Snippet]{Deleted: true, DoneBefore: true}, nil
	case errors.Is(read, cms.ErrNotFound) && failed.Reason == nil:
		failed.Reason = cms.ErrNotFound
	}
	return nil, failed
}
