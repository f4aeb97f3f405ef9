package snippets

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"

	"github.com/fontcms/fontcms-go/cms"
)

// maxDeletes is how many DELETEs one call sends, the first included.
const maxDeletes = 4

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

// DeleteRequest is the DELETE of [Service.Delete] as a value, for a batch. Once
// the site may have received it, it is not retried, and nothing is looked up: a
// lost response is [cms.ErrOutcomeUnknown].
func (s *Service) DeleteRequest(id int64) cms.Request[cms.Nothing] {
	r := deletion[cms.Nothing]("snippets.Delete", id)
	r.ID = 0 // the older plugin answers with nothing that shows one
	return r
}

// remove sends a DELETE, and sends it again only if the list shows that the one
// before did nothing. It returns the snippet that is left in the trash, nil for
// none, and whether that was seen in the list only.
func (s *Service) remove(
	ctx context.Context, operation string, id int64, options []cms.CallOption,
) (left *stated, before bool, err error) {
	for sent := 1; ; sent++ {
		left, err := s.removeOnce(ctx, operation, id, options)
		lost := errors.Is(err, cms.ErrOutcomeUnknown) && !errors.Is(err, cms.ErrForeignRecord)
		if err == nil || !lost && (sent == 1 || !missing(err)) {
			return left, false, s.explained(ctx, err, id)
		}
		there, unseen := s.look(ctx, id)
		switch {
		case unseen != nil:
			return nil, false, hinted(err, "the list, which tells, could not be read: "+unseen.Error())
		case there == nil || there.Trashed != nil && *there.Trashed:
			return there, true, nil
		case !lost:
			return nil, false, err
		case sent == maxDeletes || there.Trashed != nil && unfinished(err):
			return nil, false, hinted(err, "the list shows the snippet, which is not in the trash")
		}
	}
}

// explained makes err [cms.ErrNotFound] if no snippet has the id: "cannot delete"
// may mean that, or that the snippet is locked.
func (s *Service) explained(ctx context.Context, err error, id int64) error {
	failed, ok := answered(err, CodeCannotDelete)
	if !ok || failed.Reason != nil {
		return err
	}
	if _, absent := s.read(ctx, failed.Operation, id, nil); errors.Is(absent, cms.ErrNotFound) {
		failed.Reason = cms.ErrNotFound
	}
	return failed
}

// missing reports that a DELETE did not find its snippet, or might not have.
func missing(err error) bool {
	_, refused := answered(err, CodeCannotDelete)
	return refused || errors.Is(err, cms.ErrNotFound)
}

// unfinished reports that the site may still be busy with a DELETE: a client or a
// gateway stopped waiting for it.
func unfinished(err error) bool {
	const cloudflareTimeout = 524
	e, ok := errors.AsType[*cms.Error](err)
	if ok && (e.Status == http.StatusGatewayTimeout || e.Status == cloudflareTimeout) {
		return true
	}
	timeout, ok := errors.AsType[net.Error](err)
	return ok && timeout.Timeout() || errors.Is(err, context.DeadlineExceeded)
}
