package comments

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"sync"
	"sync/atomic"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/internal/relay"
)

// ErrStatusKept means that the site reported success, but the comment has another status
// than requested.
var ErrStatusKept = errors.New("the site did not change the status")

// Verb is an action of a moderator on a comment: [Comments.Approve], [Comments.Hold],
// [Comments.Spam], [Comments.Unspam], [Comments.Trash], [Comments.Untrash], or your own
// function. It returns the resulting comment.
type Verb func(ctx context.Context, id int64, options ...cms.CallOption) (*Comment, error)

// Approve approves a comment, also one that is spam or in the trash: POST
// cms/v2/comments/{id}. It is retried: a second identical request changes nothing.
//
// Errors of all verbs:
//   - [cms.ErrNotFound] if no comment has the id.
//   - [cms.ErrUnauthorized] or [cms.ErrForbidden] if the user may not moderate it.
//   - [ErrStatusKept], with the comment, if the site does not change the status.
func (all *Comments) Approve(ctx context.Context, id int64, options ...cms.CallOption) (*Comment, error) {
	return moderate(ctx, all, "comments.Approve", id, StatusApproved, options)
}

// Hold holds a comment for moderation: POST cms/v2/comments/{id}. For errors see
// [Comments.Approve].
func (all *Comments) Hold(ctx context.Context, id int64, options ...cms.CallOption) (*Comment, error) {
	return moderate(ctx, all, "comments.Hold", id, StatusHold, options)
}

// Spam marks a comment as spam: POST cms/v2/comments/{id}. For errors see
// [Comments.Approve].
func (all *Comments) Spam(ctx context.Context, id int64, options ...cms.CallOption) (*Comment, error) {
	return moderate(ctx, all, "comments.Spam", id, StatusSpam, options)
}

// Unspam restores the status that a comment had before it was marked as spam: POST
// cms/v2/comments/{id}. A comment that is not spam is not changed: Unspam reads the
// comment first, and then sends nothing more.
//
// The POST is not retried, because a second one would hold the restored comment for
// moderation. If it fails, Unspam reads the comment again, and returns it without an
// error if it is no longer spam.
//
// Errors: those of [Comments.Approve]; [cms.ErrDecode] if the site does not send the
// status of the comment. Nothing is written then.
func (all *Comments) Unspam(ctx context.Context, id int64, options ...cms.CallOption) (*Comment, error) {
	return restore(ctx, all, "comments.Unspam", id, statusUnspam, StatusSpam, options)
}

// Trash moves a comment to the trash: DELETE cms/v2/comments/{id}. The replies to a
// note are trashed with it. It is retried like [cms.Content.Trash].
//
// Errors: those of [Comments.Approve]; [cms.ErrGone] if the comment is in the trash;
// [cms.ErrTrashUnsupported] if the trash of the site is off.
func (all *Comments) Trash(ctx context.Context, id int64, options ...cms.CallOption) (*Comment, error) {
	c, err := all.content.Trash(ctx, id, withStatus(options)...)
	return kept("comments.Trash", c, err, id, c != nil && c.Status == StatusTrash)
}

// Untrash restores the status that a comment had before it was trashed, which may be
// spam: POST cms/v2/comments/{id}. A comment that is not in the trash is not changed.
// Like [Comments.Unspam], it reads the comment first. Errors: those of Unspam.
func (all *Comments) Untrash(ctx context.Context, id int64, options ...cms.CallOption) (*Comment, error) {
	return restore(ctx, all, "comments.Untrash", id, statusUntrash, StatusTrash, options)
}

// moderate sets the status of a comment, and checks that the response has this status.
func moderate(ctx context.Context, all *Comments, operation string, id int64, want Status,
	options []cms.CallOption) (*Comment, error) {
	c, err := all.Update(ctx, id, &Params{Status: &want}, withStatus(options)...)
	return kept(operation, c, err, id, c != nil && c.Status == want)
}

// restore updates a comment if its status is the parameter from, which is spam or trash. The
// update sends the parameter write as the status. It is sent without retries: a second update
// would set the status of an approved comment to hold.
func restore(ctx context.Context, all *Comments, operation string, id int64, write, from Status,
	options []cms.CallOption) (*Comment, error) {
	options = withStatus(options)
	reading := make([]cms.GetOption, 0, len(options))
	for _, o := range options {
		reading = append(reading, o)
	}
	c, err := all.Get(ctx, id, reading...)
	switch {
	case err != nil:
		return nil, named(operation, err)
	case c.Status == "":
		return nil, &cms.Error{
			Operation: operation, Method: http.MethodGet, Path: fmt.Sprintf("cms/v2/comments/%d", id),
			Status: http.StatusOK,
			Reason: fmt.Errorf("%w: the response has no status of the comment; nothing was written", cms.ErrDecode),
		}
	case c.Status != from:
		return c, nil
	}
	once := append(options[:len(options):len(options)], cms.Attempts(1))
	c, err = all.Update(ctx, id, &Params{Status: &write}, once...)
	if err != nil {
		if now, lookup := all.Get(ctx, id, reading...); lookup == nil && now.Status != from && now.Status != "" {
			return now, nil
		}
	}
	return kept(operation, c, err, id, c != nil && c.Status != from && c.Status != "")
}

// kept returns the result of a method such as Approve. done means that the comment has the
// wanted status. If done is false and err is nil, the error is [ErrStatusKept].
func kept(operation string, c *Comment, err error, id int64, done bool) (*Comment, error) {
	if err == nil && !done {
		err = &cms.Error{
			Operation: operation, Method: http.MethodPost, Path: fmt.Sprintf("cms/v2/comments/%d", id),
			Status: http.StatusOK,
			Reason: fmt.Errorf("%w: it is %.40q", ErrStatusKept, c.Status),
		}
	}
	return c, named(operation, err)
}

// named sets the operation of an error to the method that was called, such as
// "comments.Approve".
func named(operation string, err error) error {
	if e, ok := errors.AsType[*cms.Error](err); ok {
		e.Operation = operation
	}
	if e, ok := errors.AsType[*cms.ArgumentError](err); ok {
		e.Operation = operation
	}
	return err
}

// withStatus adds the field status to the fields that the options select. Without selected
// fields it adds nothing.
func withStatus(options []cms.CallOption) []cms.CallOption {
	if fields := cms.FieldsOf(options...); len(fields) > 0 && !slices.Contains(fields, "status") {
		return append(options[:len(options):len(options)], cms.Fields("status"))
	}
	return options
}

// Result is the result for one comment in [Comments.Each].
type Result struct {
	ID int64
	// Comment is the comment that the verb returned. It is nil after most errors, but not after
	// [ErrStatusKept].
	Comment *Comment
	Err     error
}

// atOnce is the maximum number of requests that [Comments.Each] has in flight.
const atOnce = 4

// Each calls verb for each id and returns the results in the order of ids. An error of
// one comment does not stop the others. Each has up to four requests in flight, fewer
// with [cms.WithMaxConcurrent]. Use it instead of a batch, which rejects comments. A
// duplicate id is processed once. If the context ends, the remaining results hold its
// error.
//
// To pass options, write a Verb that calls a method such as Approve with these options.
// To delete, with a nil Comment if an earlier attempt has deleted it:
//
//	all.Each(ctx, ids, func(ctx context.Context, id int64, options ...cms.CallOption) (*comments.Comment, error) {
//		deleted, err := all.Delete(ctx, id, options...)
//		if err != nil {
//			return nil, err
//		}
//		return deleted.Previous, nil
//	})
//
// If verb panics, Each cancels the context of the other calls, waits for them, and
// panics. The new panic value is an error. Its text has the original value and its
// stack.
func (all *Comments) Each(ctx context.Context, ids []int64, verb Verb) []Result {
	results := make([]Result, len(ids))
	first := make(map[int64]int, len(ids))
	for i, id := range slices.Backward(ids) {
		first[id] = i
	}
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	var next atomic.Int64
	// set if a verb panicked or called Goexit; the stored function panics or calls Goexit in
	// the same way
	var exited atomic.Pointer[func()]
	work := func() {
		for i := next.Add(1) - 1; i < int64(len(ids)) && exited.Load() == nil; i = next.Add(1) - 1 {
			if first[ids[i]] == int(i) {
				c, err := verb(ctx, ids[i])
				results[i] = Result{ids[i], c, err}
			}
		}
	}
	var group sync.WaitGroup
	for range min(atOnce, len(ids)) {
		group.Go(func() {
			relay.Run(work, func(exit func()) {
				if exit != nil && exited.CompareAndSwap(nil, &exit) {
					cancel()
				}
			})
		})
	}
	group.Wait()
	if exit := exited.Load(); exit != nil {
		(*exit)()
	}
	for i, id := range ids {
		results[i] = results[first[id]]
	}
	return results
}
