package snippets

import (
	"context"
	"fmt"
	"net/http"

	"github.com/fontcms/fontcms-go/cms"
)

// Trash moves a snippet to the trash and returns it as it is there: DELETE
// code-snippets/v1/snippets/{id}. It reads the snippet first, because the same
// request deletes for good in version 3.6.4 of the plugin, and in newer versions
// what is in the trash already. If that is so, nothing else is sent.
//
// A lost response is looked up as by [Service.Delete].
//
// Errors:
//   - [cms.ErrTrashUnsupported] if the site does not say whether the snippet is in
//     the trash. Version 3.6.4 has none; use Delete.
//   - [cms.ErrGone] if the snippet is in the trash already.
//   - [cms.ErrNotFound] if no snippet has the id, or if somebody else deleted it
//     for good meanwhile.
//   - [CodeCannotTrash] if the snippet is locked.
//   - [cms.ErrOutcomeUnknown] as for Delete.
func (s *Service) Trash(ctx context.Context, id int64, options ...cms.CallOption) (*Snippet, error) {
	const operation = "snippets.Trash"
	there, err := s.read(ctx, operation, id, nil)
	switch {
	case err != nil:
		return nil, err
	case there.Trashed == nil:
		return nil, untrashed(id, cms.ErrTrashUnsupported, "the plugin does not say whether a snippet is in the trash")
	case *there.Trashed:
		return nil, untrashed(id, cms.ErrGone, "the snippet is in the trash already")
	}
	left, _, err := s.remove(ctx, operation, id, options)
	if err != nil {
		return nil, err
	}
	if left == nil { // a list need not show what is in the trash
		if left, err = s.read(ctx, operation, id, nil); err != nil {
			return nil, err
		}
	}
	if left.Trashed != nil && !*left.Trashed {
		return nil, untrashed(id, cms.ErrOutcomeUnknown, "the site returned a snippet that is not in the trash")
	}
	return left.snippet(), nil
}

func untrashed(id int64, reason error, why string) error {
	return &cms.Error{
		Operation: "snippets.Trash", Method: http.MethodDelete, Path: fmt.Sprintf("%s/%d", base, id),
		Reason: fmt.Errorf("%w: %s", reason, why),
	}
}
