package ensure

import (
	"context"
	"errors"
	"fmt"

	"github.com/fontcms/fontcms-go/cms/internal/fault"
)

// deleteOwn deletes a record of this run. It first makes the record an unfinished draft again. If
// this run then ends before the deletion, the next run recognizes the draft.
func (e *run) deleteOwn(ctx context.Context, id int64) error {
	ours, err := e.revertToDraft(ctx, id)
	if err != nil {
		return err
	}
	return e.delete(ctx, ours)
}

// takenBack reports whether another process treated a claimed record as a leftover: it
// has deleted the record, or has made it a draft again.
func (e *run) takenBack(ctx context.Context, id int64) (bool, error) {
	now, unfinished, err := e.unfinishedNow(ctx, id)
	taken := err == nil && (unfinished || now.ID == 0)
	if taken {
		e.claimed = 0
	}
	return taken, err
}

// revertToDraft turns a record into an unfinished draft again, with a new token as its slug.
func (e *run) revertToDraft(ctx context.Context, id int64) (Record, error) {
	token := token(e.slug)
	now, err := e.update(ctx, id, e.unfinished(token))
	if err != nil {
		now, err = e.written(ctx, id, err)
	}
	switch {
	case errors.Is(err, errAgain):
		e.claimed = 0 // the record is gone: another process has deleted it as a leftover
	case err == nil && now.Slug == token:
		e.claimed = 0
	case err == nil && e.isLeftover(now): // another process has reverted the record, with another token
		e.claimed, err = 0, errAgain
	case err == nil && !e.isUnfinished(now.Content): // another process has claimed the record since
		e.claimed, err = 0, errAgain
	case err == nil:
		err = e.ignored(fmt.Errorf("record %d got the slug %.80q instead of %q", id, now.Slug, token))
	}
	return now, err
}

// written handles an update that ended with the error failed. If failed means that the site has not
// stored the fields, written returns failed. If the site may have stored the fields, written reads
// the record and returns it. If the record is missing, because another process has deleted it, the
// error is errAgain.
func (e *run) written(ctx context.Context, id int64, failed error) (Record, error) {
	if !maybeWritten(failed) {
		return Record{}, failed
	}
	e.claimed = id
	now, err := e.store.Read(ctx, id)
	switch {
	case errors.Is(err, fault.ErrNotFound):
		e.claimed, err = 0, errAgain
	case err != nil:
		err = e.store.Unread(failed, err)
	}
	return now, err
}

// maybeWritten reports whether the site may have stored what a failed update sent.
func maybeWritten(err error) bool {
	return errors.Is(err, fault.ErrOutcomeUnknown) || errors.Is(err, fault.ErrPartlyWritten) ||
		errors.Is(err, fault.ErrDecode)
}

// deleteLeftovers deletes drafts that are no longer needed. It reads each draft again immediately
// before it deletes it. It keeps a draft that another run has claimed or that somebody has edited.
func (e *run) deleteLeftovers(ctx context.Context, drafts []Record) error {
	for _, draft := range drafts {
		_, still, err := e.unfinishedNow(ctx, draft.ID)
		if err == nil && still {
			err = e.delete(ctx, draft)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// delete deletes a draft. A missing draft is no error: another process has deleted it.
func (e *run) delete(ctx context.Context, draft Record) error {
	if err := e.store.Delete(ctx, draft.ID); err != nil && !errors.Is(err, fault.ErrNotFound) {
		return err
	}
	return nil
}

// update sets fields of a record. It returns errAgain for a missing record: another
// process has deleted it.
func (e *run) update(ctx context.Context, id int64, fields Fields) (Record, error) {
	now, err := e.store.Update(ctx, id, fields)
	if errors.Is(err, fault.ErrNotFound) {
		err = errAgain
	}
	return now, err
}
