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
	failed, ok := errors.AsType[*cms.Error](err)
	if !ok {
		return nil, err
	}
	if done, reason := s.doneBefore(ctx, failed, id); done {
		return &cms.Deleted[Snippet]{Deleted: true, DoneBefore: true}, nil
	} else if reason != nil && failed.Reason == nil {
		failed.Reason = reason
	}
	return nil, failed
}

// doneBefore reports that a delete failed because an earlier attempt of it had
// succeeded, and otherwise why it failed, if that can be told.
func (s *Service) doneBefore(ctx context.Context, failed *cms.Error, id int64) (done bool, reason error) {
	repeated := failed.TakenBefore
	if failed.Code != CodeCannotDelete {
		// Another server may say 404, as it does for the other types.
		return repeated && errors.Is(failed, cms.ErrNotFound), nil
	}
	there, err := s.read(ctx, failed.Operation, id, nil)
	switch {
	case err == nil: // a plugin with a trash shows what is in it
		return repeated && there.later, nil
	case repeated:
		return true, nil
	case errors.Is(err, cms.ErrNotFound):
		return false, cms.ErrNotFound
	}
	return false, nil
}
