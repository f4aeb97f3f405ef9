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

// ErrStatusKept means that the site reported success and left the comment with a
// status that was not asked for.
var ErrStatusKept = errors.New("the site did not change the status")

// Verb is what a moderator does to a comment: [Comments.Approve], [Comments.Hold], [Comments.Spam], [Comments.Unspam],
// [Comments.Trash], [Comments.Untrash], or a function of yours. It returns the comment as it then is.
type Verb func(ctx context.Context, id int64, options ...cms.CallOption) (*Comment, error)

// Approve approves a comment, also one that is spam or in the trash: POST
// cms/v2/comments/{id}. It may be done twice, and is retried.
//
// Errors of all verbs: [cms.ErrNotFound] if no comment has the id;
// [cms.ErrUnauthorized] or [cms.ErrForbidden] if the user may not moderate it;
// [ErrStatusKept], with the comment, if the site leaves the status as it is.
func (all *Comments) Approve(ctx context.Context, id int64, options ...cms.CallOption) (*Comment, error) {
	return moderate(ctx, all, id, StatusApproved, StatusApproved, options)
}

// Hold makes a comment wait for a moderator: POST cms/v2/comments/{id}. See
// [Comments.Approve] for errors.
func (all *Comments) Hold(ctx context.Context, id int64, options ...cms.CallOption) (*Comment, error) {
	return moderate(ctx, all, id, StatusHold, StatusHold, options)
}

// Spam marks a comment as spam: POST cms/v2/comments/{id}. See [Comments.Approve] for errors.
func (all *Comments) Spam(ctx context.Context, id int64, options ...cms.CallOption) (*Comment, error) {
	return moderate(ctx, all, id, StatusSpam, StatusSpam, options)
}

// Unspam gives a comment the status back that it had before it was spam, and leaves
// any other comment as it is: POST cms/v2/comments/{id}. It sends two requests: a site
// holds a comment that is no spam, so that Unspam looks first, and after an error
// looks again instead of retrying. Errors: those of [Comments.Approve]; [cms.ErrDecode] if the
// site does not say the status of the comment, to which then nothing is written.
func (all *Comments) Unspam(ctx context.Context, id int64, options ...cms.CallOption) (*Comment, error) {
	return restore(ctx, all, id, statusUnspam, StatusSpam, options)
}

// Trash moves a comment to the trash: DELETE cms/v2/comments/{id}. The replies to a
// note are trashed with it.
//
// Errors: those of [Comments.Approve]; [cms.ErrGone] if the comment is in the trash;
// [cms.ErrTrashUnsupported] if the trash of the site is off.
func (all *Comments) Trash(ctx context.Context, id int64, options ...cms.CallOption) (*Comment, error) {
	c, err := all.content.Trash(ctx, id, withStatus(options)...)
	return kept(c, err, id, c != nil && c.Status == StatusTrash)
}

// Untrash gives a comment the status back that it had before it was in the trash,
// which may be spam, and leaves any other comment as it is: POST
// cms/v2/comments/{id}. Like [Comments.Unspam] it looks first. Errors: those of [Comments.Unspam].
func (all *Comments) Untrash(ctx context.Context, id int64, options ...cms.CallOption) (*Comment, error) {
	return restore(ctx, all, id, statusUntrash, StatusTrash, options)
}

// moderate writes a status, and looks whether the comment has got it.
func moderate(ctx context.Context, all *Comments, id int64, write, want Status, options []cms.CallOption) (*Comment, error) {
	c, err := all.Update(ctx, id, &Params{Status: &write}, withStatus(options)...)
	return kept(c, err, id, c != nil && c.Status == want)
}

// restore takes a comment out of a status. Done twice, that would hold a comment that
// was approved before.
func restore(ctx context.Context, all *Comments, id int64, write, from Status, options []cms.CallOption) (*Comment, error) {
	options = withStatus(options)
	reading := make([]cms.GetOption, 0, len(options))
	for _, o := range options {
		reading = append(reading, o)
	}
	c, err := all.Get(ctx, id, reading...)
	switch {
	case err != nil:
		return nil, err
	case c.Status == "":
		return nil, &cms.Error{
			Operation: "comments.Moderate", Method: http.MethodGet, Path: fmt.Sprintf("cms/v2/comments/%d", id), Status: http.StatusOK,
			Reason: fmt.Errorf("%w: the response does not say the status of the comment, and nothing was written", cms.ErrDecode),
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
	return kept(c, err, id, c != nil && c.Status != from && c.Status != "")
}

// kept is the error of a comment whose status is not what it should be.
func kept(c *Comment, err error, id int64, done bool) (*Comment, error) {
	if err == nil && !done {
		err = &cms.Error{
			Operation: "comments.Moderate", Method: http.MethodPost, Path: fmt.Sprintf("cms/v2/comments/%d", id), Status: http.StatusOK,
			Reason: fmt.Errorf("%w: it is %.40q", ErrStatusKept, c.Status),
		}
	}
	return c, err
}

// withStatus asks for the status where fields are named.
func withStatus(options []cms.CallOption) []cms.CallOption {
	if fields := cms.FieldsOf(options...); len(fields) > 0 && !slices.Contains(fields, "status") {
		return append(options[:len(options):len(options)], cms.Fields("status"))
	}
	return options
}

// Result is what became of one comment in [Comments.Each].
type Result struct {
	ID      int64
	Comment *Comment // as it then is; nil if there is an error, except for ErrStatusKept
	Err     error
}

// atOnce is how many requests [Comments.Each] has in flight.
const atOnce = 4

// Each does verb to each of the comments and returns a result for each, in the order
// of ids. An error of one comment does not stop the others. Each has up to four
// requests in flight, fewer with [cms.WithMaxConcurrent]; the batch route takes no
// comments. An id that stands twice is done once. After the end of the context the
// results of the rest hold its error.
//
// If verb panics, Each ends the context of the other calls, waits for them, and panics
// with a [cms.PanicError].
//
// For options give a verb of your own that calls another with them.
func (all *Comments) Each(ctx context.Context, ids []int64, verb Verb) []Result {
	results := make([]Result, len(ids))
	first := make(map[int64]int, len(ids))
	for i, id := range slices.Backward(ids) {
		first[id] = i
	}
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	var next atomic.Int64
	var exited atomic.Pointer[func()] // what a verb did instead of returning
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
