package snippets

import (
	"context"

	"github.com/fontcms/fontcms-go/cms"
)

// Delete deletes a snippet: DELETE code-snippets/v1/snippets/{id}. The version
// of the plugin decides what that does:
//
//   - Version 3.6.4 has no trash and deletes for good. Previous is nil.
//   - The next versions move the snippet to the trash, but do not show that it
//     is there. Previous is nil.
//   - Newer versions move the snippet to the trash: Previous is the snippet, with
//     Trashed set. They delete for good what is in the trash: Previous is nil.
//
// The Deleted of the result is true in each case, also if the snippet is in the
// trash now.
//
// Use [Service.Trash] if the snippet has to stay recoverable. To delete for good
// whatever the version, delete again while Previous is not nil.
//
// A DELETE is never repeated blindly, because the second one may delete for good
// what the first one has trashed. If a response is lost, Delete waits a second
// and reads the list. A snippet that is in the trash, or not listed, was
// deleted: Delete succeeds and sets DoneBefore. A snippet that is unchanged is
// deleted again, up to four times in all. [cms.Attempts] limits each of these
// requests, not their number. [Service.DeleteRequest] sends at most one.
//
// Errors:
//   - [cms.ErrNotFound] if no snippet has the id.
//   - [CodeCannotTrash], or [CodeCannotDelete] for a snippet in the trash, if the
//     snippet is locked.
//   - [cms.ErrForeignRecord] if the site returned another snippet. Nothing more is
//     sent.
//   - [cms.ErrOutcomeUnknown] if a response was lost and the list could not be
//     read, or still shows the snippet after four requests. The same after a
//     timeout if the plugin has a trash: the first DELETE may still be running.
func (s *Service) Delete(ctx context.Context, id int64, options ...cms.CallOption) (*cms.Deleted[Snippet], error) {
	left, before, err := s.remove(ctx, "snippets.Delete", id, options)
	if err != nil {
		return nil, err
	}
	deleted := &cms.Deleted[Snippet]{Deleted: true, DoneBefore: before}
	if left != nil {
		deleted.Previous = left.snippet()
	}
	return deleted, nil
}
