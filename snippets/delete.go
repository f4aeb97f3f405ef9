package snippets

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"

	"github.com/fontcms/fontcms-go/cms"
)

// maxDeletes is the maximum number of DELETE requests of one call.
const maxDeletes = 4

// Delete deletes a snippet: DELETE code-snippets/v1/snippets/{id}. The effect depends on
// the version of the plugin:
//
//   - Version 3.6.4 has no trash and deletes permanently. Previous is nil.
//   - Version 3.8 and later versions without the field Trashed move the snippet to the
//     trash. Previous is nil. A second DELETE does not delete it.
//   - Versions with the field Trashed move the snippet to the trash. Previous is then
//     the snippet, with Trashed set. They delete a snippet that is in the trash
//     permanently. Previous is then nil.
//
// The field Deleted of the result is true in each case, even if the snippet is now in
// the trash.
//
// Use [Service.Trash] if the snippet must stay recoverable. To delete permanently, call
// Delete again while Previous is not nil. Versions that have a trash but no field
// Trashed never delete permanently.
//
// A DELETE is never retried without a check, because a second one may delete
// permanently what the first one has trashed. If a response is lost, Delete waits a
// second and reads the list. If the snippet is in the trash or not listed, Delete
// succeeds and sets DoneBefore. Otherwise the list may be old, so Delete also reads the
// snippet itself, if the plugin has the field Trashed. If the snippet is unchanged,
// Delete sends another DELETE, up to four in total. [cms.Attempts] limits the attempts of
// each DELETE, not the number of DELETEs. [Service.DeleteRequest] sends at most one.
//
// Errors:
//   - [cms.ErrNotFound] if no snippet has the id.
//   - [CodeCannotTrash], or [CodeCannotDelete] for a snippet in the trash, if the
//     snippet is locked.
//   - [cms.ErrForeignRecord] if the site returned another snippet. Nothing more is sent.
//   - [cms.ErrOutcomeUnknown] if a response was lost and the list could not be read, or
//     still shows the snippet after four requests. If the plugin has a trash, a timeout
//     gives the same error, because the first DELETE may still be running. The error is
//     also the same if the response is the snippet outside of the trash: a proxy may have
//     turned the request into a read.
func (s *Service) Delete(ctx context.Context, id int64, options ...cms.CallOption) (*cms.Deleted[Snippet], error) {
	const operation = "snippets.Delete"
	left, before, err := s.remove(ctx, operation, id, options)
	if err != nil {
		return nil, err
	}
	deleted := &cms.Deleted[Snippet]{Deleted: true, DoneBefore: before}
	if left != nil {
		if err := inTrash(operation, left); err != nil {
			return nil, err
		}
		deleted.Previous = left.snippet()
	}
	return deleted, nil
}

// Trash moves a snippet to the trash and returns it as it is there: DELETE
// code-snippets/v1/snippets/{id}. The same request deletes permanently in version
// 3.6.4, and in newer versions if the snippet is already in the trash. So Trash reads
// the snippet first. If a DELETE would delete permanently, Trash does not send it, and
// returns an error.
//
// A lost response is handled as in [Service.Delete].
//
// Errors:
//   - [cms.ErrTrashUnsupported] if the site does not show whether the snippet is in the
//     trash. Version 3.6.4 has no trash; use Delete.
//   - [cms.ErrGone] if the snippet is already in the trash.
//   - [cms.ErrNotFound] if no snippet has the id, or if somebody else deleted it
//     permanently in the meantime.
//   - [CodeCannotTrash] if the snippet is locked.
//   - [cms.ErrOutcomeUnknown] as for Delete.
func (s *Service) Trash(ctx context.Context, id int64, options ...cms.CallOption) (*Snippet, error) {
	const operation = "snippets.Trash"
	there, err := s.read(ctx, operation, id, nil)
	switch {
	case err != nil:
		return nil, err
	case there.Trashed == nil:
		return nil, untrashed(operation, id, cms.ErrTrashUnsupported,
			"the plugin does not show whether a snippet is in the trash")
	case *there.Trashed:
		return nil, untrashed(operation, id, cms.ErrGone, "the snippet is already in the trash")
	}
	left, _, err := s.remove(ctx, operation, id, options)
	if err != nil {
		return nil, err
	}
	if left == nil { // a list may leave out the trash
		if left, err = s.read(ctx, operation, id, nil); err != nil {
			return nil, err
		}
	}
	if err := inTrash(operation, left); err != nil {
		return nil, err
	}
	return left.snippet(), nil
}

// inTrash fails if a DELETE left the snippet outside of the trash.
func inTrash(operation string, left *stated) error {
	if left.Trashed != nil && *left.Trashed {
		return nil
	}
	return untrashed(operation, left.ID, cms.ErrOutcomeUnknown, "the site returned a snippet that is not in the trash")
}

func untrashed(operation string, id int64, reason error, why string) error {
	return &cms.Error{
		Operation: operation, Method: http.MethodDelete, Path: fmt.Sprintf("%s/%d", base, id),
		Reason: fmt.Errorf("%w: %s", reason, why),
	}
}

// DeleteRequest returns the request of [Service.Delete], for a batch. It is not
// retried once the site may have received it, and the list is not read: a lost response
// is [cms.ErrOutcomeUnknown].
func (s *Service) DeleteRequest(id int64) cms.Request[cms.Nothing] {
	r := deletion[cms.Nothing]("snippets.Delete", id)
	r.ID = 0 // the plugin version 3.6.4 sends no id in the response
	return r
}

// remove sends a DELETE. It sends another DELETE only if the list shows that the previous
// DELETE did nothing. In versions with the field Trashed, a read of the snippet must show
// the same. remove returns the snippet if it is now in the trash, otherwise nil. before
// means that the result was read afterwards, and is not from the response to a DELETE.
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
			return nil, false, hinted(err, "the list of snippets could not be read: "+unseen.Error())
		case there == nil || there.Trashed != nil && *there.Trashed:
			return there, true, nil
		case !lost:
			return nil, false, err
		case sent == maxDeletes || there.Trashed != nil && unfinished(err):
			return nil, false, hinted(err, "the list still shows the snippet, outside of the trash")
		case there.Trashed == nil:
			continue // another DELETE is safe: without this field, a DELETE never deletes a trashed snippet
		}
		now, unread := s.read(ctx, operation, id, nil) // the list may be out of date
		switch {
		case unread != nil:
			return nil, false, hinted(err, "the list still shows the snippet, and it could not be read: "+unread.Error())
		case now.Trashed != nil && *now.Trashed:
			return now, true, nil
		}
	}
}

// explained turns err into [cms.ErrNotFound] if no snippet has the id. The code "cannot
// delete" may also mean that the snippet is locked.
func (s *Service) explained(ctx context.Context, err error, id int64) error {
	failed, ok := hasCode(err, CodeCannotDelete)
	if !ok || failed.Reason != nil {
		return err
	}
	if _, absent := s.read(ctx, failed.Operation, id, nil); errors.Is(absent, cms.ErrNotFound) {
		failed.Reason = cms.ErrNotFound
	}
	return failed
}

// missing reports whether a DELETE did not find its snippet, or may not have found it.
func missing(err error) bool {
	_, refused := hasCode(err, CodeCannotDelete)
	return refused || errors.Is(err, cms.ErrNotFound)
}

// unfinished reports whether the site may still process a DELETE: a client or gateway
// stopped waiting for it.
func unfinished(err error) bool {
	const cloudflareTimeout = 524
	e, ok := errors.AsType[*cms.Error](err)
	if ok && (e.Status == http.StatusGatewayTimeout || e.Status == cloudflareTimeout) {
		return true
	}
	timeout, ok := errors.AsType[net.Error](err)
	return ok && timeout.Timeout() || errors.Is(err, context.DeadlineExceeded)
}
