package comments_test

import (
	"context"
	"errors"
	"io"
	"net/http"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/cms/comments"
	"github.com/fontcms/fontcms-go/internal/replay"
	"github.com/fontcms/fontcms-go/internal/replay/sitetest"
)

func TestVerbsWriteOneSpellingAndReadTheOther(t *testing.T) {
	t.Parallel()
	post := func(status string) string { return `POST /cms-json/cms/v2/comments/7 {"status":"` + status + `"}` }
	for _, c := range []struct {
		name      string
		verb      func(*comments.Comments, context.Context, int64, ...cms.CallOption) (*comments.Comment, error)
		sent      string
		done, not string // statuses of the answer
	}{
		{"approve", (*comments.Comments).Approve, post("approved"), "approved", "hold"},
		{"hold", (*comments.Comments).Hold, post("hold"), "hold", "approved"},
		{"spam", (*comments.Comments).Spam, post("spam"), "spam", "hold"},
		{"trash", (*comments.Comments).Trash, "DELETE /cms-json/cms/v2/comments/7", "trash", "hold"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			answer := func(status string) replay.Reply { return ok(with(guest, `"status":"hold"`, `"status":"`+status+`"`)) }
			tap, site := sitetest.NewTap(t, answer(c.done), answer(c.not), answer(c.done))
			all, ctx := comments.New(site), t.Context()
			switch comment, err := c.verb(all, ctx, 7); {
			case err != nil:
				t.Errorf("%+v: error %v, want nil", comment, err)
			case comment.Status != comments.Status(c.done):
				t.Errorf("comment.Status %q, want %q", comment.Status, comments.Status(c.done))
			case tap.Asked()[0] != c.sent:
				t.Errorf("%+v: first request %q, want %q", comment, tap.Asked()[0], c.sent)
			}
			switch comment, err := c.verb(all, ctx, 7); {
			case !errors.Is(err, comments.ErrStatusKept):
				t.Errorf("%+v: error %v, want ErrStatusKept", comment, err)
			case comment == nil:
				t.Error("comment nil, want a value")
			case comment.Status != comments.Status(c.not):
				t.Errorf("comment.Status %q, want %q", comment.Status, comments.Status(c.not))
			}
			switch _, err := c.verb(all, ctx, 7, cms.Fields("id")); {
			case err != nil:
				t.Errorf("error %v, want nil", err)
			case !strings.Contains(tap.Asked()[2], "_fields=id%2Cstatus"):
				t.Errorf("third request %q, want %q in it", tap.Asked()[2], "_fields=id%2Cstatus")
			}
		})
	}
	for code, want := range map[string]error{"rest_already_trashed": cms.ErrGone,
		"rest_trash_not_supported": cms.ErrTrashUnsupported} {
		status := map[string]int{"rest_already_trashed": http.StatusGone,
			"rest_trash_not_supported": http.StatusNotImplemented}[code]
		_, site := sitetest.NewTap(t, replay.Answer(status, `{"code":"`+code+`","message":"m"}`))
		if _, err := comments.New(site).Trash(t.Context(), 7); !errors.Is(err, want) {
			t.Errorf("Comments.Trash(7): error %v, want %v", err, want)
		}
	}
}

func TestUnspamAndUntrashAreSentAtMostOnce(t *testing.T) {
	t.Parallel()
	for _, verb := range []struct {
		name, from string
		do         func(*comments.Comments, context.Context, int64, ...cms.CallOption) (*comments.Comment, error)
	}{{"unspam", "spam", (*comments.Comments).Unspam}, {"untrash", "trash", (*comments.Comments).Untrash}} {
		answer := func(status string) replay.Reply { return ok(with(guest, `"status":"hold"`, `"status":"`+status+`"`)) }
		there, back, lost := answer(verb.from), answer("approved"), replay.Reply{Err: replay.ErrLost}
		for _, c := range []struct {
			name    string
			replies []replay.Reply
			is      error
		}{
			{"there", []replay.Reply{there, back}, nil},
			{"not there", []replay.Reply{back}, nil}, // the site would hold it
			{"a lost response", []replay.Reply{there, lost, back}, nil},
			{"a lost request", []replay.Reply{there, lost, there}, replay.ErrLost},
			{"a site that fails", []replay.Reply{there, replay.Answer(http.StatusServiceUnavailable, "busy"), back}, nil},
			{"kept", []replay.Reply{there, there}, comments.ErrStatusKept},
			{"no status", []replay.Reply{ok(`{"id":7}`)}, cms.ErrDecode}, // nothing is written
			{"an empty status", []replay.Reply{answer("")}, cms.ErrDecode},
			{"gone", []replay.Reply{replay.Answer(http.StatusNotFound, `{"code":"rest_comment_invalid_id","message":"m"}`)},
				cms.ErrNotFound},
		} {
			t.Run(verb.name+" "+c.name, func(t *testing.T) {
				t.Parallel()
				tap, site := sitetest.NewTap(t, c.replies...)
				comment, err := verb.do(comments.New(site), t.Context(), 7)
				switch {
				case !errors.Is(err, c.is):
					t.Errorf("%+v: error %v, want %v", comment, err, c.is)
				case (c.is == nil) != (err == nil):
					t.Errorf("comment %+v, error %v, want the error %v", comment, err, c.is)
				case err == nil && comment.Status != "approved":
					t.Errorf("comment.Status %q, want %q", comment.Status, "approved")
				case len(tap.Asked()) != len(c.replies):
					t.Errorf("%+v: requests sent: %d, want %d", comment, len(tap.Asked()), len(c.replies))
				case !strings.HasPrefix(tap.Asked()[0], http.MethodGet):
					t.Errorf("first request %q, want a GET", tap.Asked()[0])
				}
			})
		}
	}
}

func TestRestoreOfACommentWithoutAStatusNamesItsRoute(t *testing.T) {
	t.Parallel()
	_, site := sitetest.NewTap(t, ok(`{"id":7}`))
	_, err := comments.New(site).Unspam(t.Context(), 7)
	if failure, isError := errors.AsType[*cms.Error](err); !isError || failure.Path != "cms/v2/comments/7" {
		t.Errorf("Unspam of a comment without a status: error %v, want one of the route cms/v2/comments/7", err)
	}
}

func TestRestoreAsksForTheStatusInEachRequest(t *testing.T) {
	t.Parallel()
	spam, lost := ok(`{"id":7,"status":"spam"}`), replay.Reply{Err: replay.ErrLost}
	tap, site := sitetest.NewTap(t, spam, lost, spam)
	comment, err := comments.New(site).Unspam(t.Context(), 7, cms.Fields("id"))
	if !errors.Is(err, replay.ErrLost) || comment != nil {
		t.Errorf("Comments.Unspam: error %v, comment %+v, want ErrLost and nil", err, comment)
	}
	const fields = "?_fields=id%2Cstatus"
	tap.Sent("GET /cms-json/cms/v2/comments/7"+fields, `POST /cms-json/cms/v2/comments/7`+fields+` {"status":"unspam"}`,
		"GET /cms-json/cms/v2/comments/7"+fields)
}

func TestStatusThatIsKeptIsNamed(t *testing.T) {
	t.Parallel()
	_, site := sitetest.NewTap(t, ok(`{"id":7,"status":"spam"}`))
	_, err := comments.New(site).Approve(t.Context(), 7)
	failure, isError := errors.AsType[*cms.Error](err)
	switch {
	case !isError:
		t.Errorf("Comments.Approve(7): error %v, want a *cms.Error", err)
	case failure.Operation != "comments.Approve" || failure.Method != http.MethodPost:
		t.Errorf("Comments.Approve(7): Operation %q, Method %q, want %q and %q", failure.Operation, failure.Method,
			"comments.Approve", http.MethodPost)
	case failure.Path != "cms/v2/comments/7" || failure.Status != http.StatusOK:
		t.Errorf("Comments.Approve(7): Path %q, Status %d, want %q and StatusOK", failure.Path, failure.Status,
			"cms/v2/comments/7")
	case !strings.Contains(err.Error(), `it is "spam"`):
		t.Errorf("Comments.Approve(7): error %v, want %q in it", err, `it is "spam"`)
	}
}

// bubble is a site whose answers take a second each. It runs inside of synctest.
type bubble struct{ running, most, calls atomic.Int64 }

func (b *bubble) RoundTrip(req *http.Request) (*http.Response, error) {
	b.calls.Add(1)
	if n := b.running.Add(1); n > b.most.Load() {
		b.most.Store(n)
	}
	defer b.running.Add(-1)
	select {
	case <-time.After(time.Second):
	case <-req.Context().Done():
		return nil, req.Context().Err()
	}
	id := req.URL.Path[strings.LastIndex(req.URL.Path, "/")+1:]
	status, answer := http.StatusOK, `{"id":`+id+`,"status":"approved"}`
	if id == "5" {
		status, answer = http.StatusForbidden, `{"code":"rest_cannot_edit","message":"m"}`
	}
	return &http.Response{StatusCode: status, Header: http.Header{"Content-Type": {"application/json"}},
		Body: io.NopCloser(strings.NewReader(answer)), Request: req}, nil
}

func (b *bubble) client(t *testing.T) *cms.Client {
	t.Helper()
	site, err := cms.New("https://docs.example.org", cms.WithHTTPClient(&http.Client{Transport: b}),
		cms.WithRetry(cms.Retry{Attempts: 1}))
	if err != nil {
		t.Fatal(err)
	}
	return site
}

func TestEachGivesAResultForEachComment(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		site := &bubble{}
		ids := []int64{9, 5, 0, 9, 8, 7, 6, 4}
		began := time.Now()
		results := comments.New(site.client(t)).Each(t.Context(), ids, comments.New(site.client(t)).Approve)
		switch took := time.Since(began); {
		case took != 2*time.Second:
			t.Errorf("Each took %v, want %v", took, 2*time.Second)
		case site.most.Load() != 4:
			t.Errorf("Each: %d calls at once, want 4", site.most.Load())
		case site.calls.Load() != 6:
			t.Errorf("Each: %d calls, want 6", site.calls.Load())
		}
		for i, r := range results {
			switch {
			case r.ID != ids[i]:
				t.Errorf("result %d is that of %d, want %d", i, r.ID, ids[i])
			case r.ID == 5 && (!errors.Is(r.Err, cms.ErrForbidden) || r.Comment != nil),
				r.ID == 0 && !errors.Is(r.Err, cms.ErrInvalidArgument),
				r.ID > 5 && (r.Err != nil || r.Comment.ID != r.ID):
				t.Errorf("the result of comment %d is %+v, error %v, want ErrForbidden for 5, ErrInvalidArgument for 0, "+
					"and the comment for others", r.ID, r.Comment, r.Err)
			}
		}
	})
}

func TestEachEndsWithItsContext(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		site := &bubble{}
		ctx, cancel := context.WithTimeout(t.Context(), 1500*time.Millisecond)
		defer cancel()
		ids := make([]int64, 100)
		for i := range ids {
			ids[i] = int64(i + 10)
		}
		results := comments.New(site.client(t)).Each(ctx, ids, comments.New(site.client(t)).Approve)
		done := 0
		for _, r := range results {
			switch {
			case r.Err == nil:
				done++
			case !errors.Is(r.Err, context.DeadlineExceeded):
				t.Errorf("Comments.Each: Err %v, want DeadlineExceeded", r.Err)
			}
		}
		switch {
		case done != 4:
			t.Errorf("Each: %d results before the end of the context, want 4", done)
		case site.calls.Load() != 8:
			t.Errorf("Each: %d calls, want 8", site.calls.Load())
		case len(results) != 100:
			t.Errorf("Comments.Each: %d results, want 100", len(results))
		}
	})
	if got := (*comments.Comments)(nil).Each(t.Context(), nil, nil); len(got) != 0 {
		t.Errorf("Comments.Each: %v, want an empty list", got)
	}
}

func TestPanicOfAVerbCancelsTheOtherCalls(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		waits, canceled := make(chan struct{}), false
		verb := func(ctx context.Context, id int64, _ ...cms.CallOption) (*comments.Comment, error) {
			if id == 1 {
				<-waits
				panic("the verb fails")
			}
			close(waits)
			select {
			case <-ctx.Done():
				canceled = true
			case <-time.After(time.Hour):
			}
			return nil, ctx.Err()
		}
		defer func() {
			if failed := recover(); failed == nil || !canceled {
				t.Errorf("Each with a verb that panics: panic %v, the other call was canceled: %t, want both", failed, canceled)
			}
		}()
		(*comments.Comments)(nil).Each(t.Context(), []int64{1, 2}, verb)
	})
}

func TestErrorsOfModerationNameTheVerb(t *testing.T) {
	t.Parallel()
	for name, verb := range map[string]func(*comments.Comments) comments.Verb{
		"Approve": func(c *comments.Comments) comments.Verb { return c.Approve },
		"Hold":    func(c *comments.Comments) comments.Verb { return c.Hold },
		"Spam":    func(c *comments.Comments) comments.Verb { return c.Spam },
		"Unspam":  func(c *comments.Comments) comments.Verb { return c.Unspam },
		"Trash":   func(c *comments.Comments) comments.Verb { return c.Trash },
		"Untrash": func(c *comments.Comments) comments.Verb { return c.Untrash },
	} {
		for what, response := range map[string]replay.Reply{
			"a missing comment":             replay.Answer(http.StatusNotFound, `{"code":"rest_comment_invalid_id"}`),
			"a comment without status":      ok(`{"id":7}`),
			"a comment that stays as it is": ok(`{"id":7,"status":"other"}`),
		} {
			_, site := sitetest.NewTap(t, response)
			_, err := verb(comments.New(site))(t.Context(), 7)
			e, failed := errors.AsType[*cms.Error](err)
			if restores := strings.HasPrefix(name, "Un"); restores && what == "a comment that stays as it is" {
				continue // it is not in the status that would be ended, so there is no error
			}
			if !failed || e.Operation != "comments."+name {
				t.Errorf("%s with %s: error %v, want an Error of the operation %q", name, what, err, "comments."+name)
			}
		}
		_, site := sitetest.NewTap(t)
		_, err := verb(comments.New(site))(t.Context(), 0)
		if e, refused := errors.AsType[*cms.ArgumentError](err); !refused || e.Operation != "comments."+name {
			t.Errorf("%s of comment 0: error %v, want an ArgumentError of the operation %q", name, err, "comments."+name)
		}
	}
}
