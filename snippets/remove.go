package snippets

import (
	"context"
	"errors"
	"net"
	"net/http"
	"time"

	"github.com/fontcms/fontcms-go/cms"
)

const (
	maxDeletes = 4           // of one call, the first included
	pause      = time.Second // before a look: the lost DELETE may be running
)

// remove sends a DELETE, and sends it again only if the list shows that the one
// before did nothing. It returns the snippet that is left in the trash, nil for
// none, and whether that was seen in the list only.
func (s *Service) remove(ctx context.Context, operation string, id int64, options []cms.CallOption) (left *stated, before bool, err error) {
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
	if e, ok := errors.AsType[*cms.Error](err); ok && (e.Status == http.StatusGatewayTimeout || e.Status == cloudflareTimeout) {
		return true
	}
	timeout, ok := errors.AsType[net.Error](err)
	return ok && timeout.Timeout() || errors.Is(err, context.DeadlineExceeded)
}

// hinted adds to a failed DELETE what the look has shown.
func hinted(err error, hint string) error {
	if failed, ok := errors.AsType[*cms.Error](err); ok && failed.Hint == "" {
		failed.Hint = hint
	}
	return err
}

// deletion is the DELETE of a snippet. It is not retried once the site may have
// received it.
func deletion[T any](operation string, id int64) cms.Request[T] {
	r := identified[T](operation, http.MethodDelete, id)
	r.Repeat = cms.RepeatUnsent
	return r
}
