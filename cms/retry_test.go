package cms_test

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/internal/freeport"
	"github.com/fontcms/fontcms-go/internal/stub"
)

const (
	created     = `{"id":5,"status":"draft"}`
	html        = "<html><body>Bad gateway</body></html>"
	maintenance = `{"code":"wp_die","message":"Briefly unavailable.","data":{"status":503},"additional_errors":[]}`
	fatal       = `{"code":"internal_server_error","message":"<p>Critical error.</p>","data":{"status":500},` +
		`"additional_errors":[]}`
	considered = `{"code":"rest_cannot_get","message":"No.","data":{"status":500}}`
	numeric    = `{"code":500,"message":"Internal Server Error"}`
	missing    = `{"code":"rest_post_invalid_id","message":"Invalid post ID.","data":{"status":404}}`
	trashed    = `{"code":"rest_already_trashed","message":"Trashed already.","data":{"status":410}}`
)

// doing is what the first answer to a call does.

type doing struct {
	name  string
	first func(w http.ResponseWriter, r *http.Request)
}

func answers(status int, parts ...string) doing {
	body := parts[len(parts)-1]
	return doing{fmt.Sprintf("%d %.40s", status, body), func(w http.ResponseWriter, _ *http.Request) {
		stub.Reply(w, status, parts...)
	}}
}

// lost are the faults after which nobody knows whether the site acted.

func lost() []doing {
	return []doing{
		answers(408, html), answers(500, html), answers(500, fatal), answers(500, numeric), answers(500, ""),
		answers(500, `{"code":"db_insert_error","message":"No."}`), answers(502, html), answers(503, html),
		answers(504, html),
		answers(503, "Retry-After: 0", html), answers(503, maintenance), // without Retry-After it is not the site's own
		{"cut before an answer", func(w http.ResponseWriter, _ *http.Request) { stub.Cut(w) }},
		{"cut within the answer", func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Length", "100")
			_, _ = w.Write([]byte(`{"id":`))
			stub.Cut(w)
		}},
	}
}

func TestCreateWithAnUnknownOutcomeIsNotRetried(t *testing.T) {
	t.Parallel()
	final := []doing{answers(501, html), answers(520, html), answers(524, html), answers(530, html),
		answers(520, `{"code":"rest_cannot_create","message":"No."}`), answers(500, `{"id":5}`), answers(200, html),
		answers(200, `[]`), answers(201, `{"id":`), answers(201, `null`), answers(201, ``)}
	for _, fault := range append(lost(), final...) {
		t.Run(fault.name, func(t *testing.T) {
			t.Parallel()
			s := stub.New(t, func(_ int, w http.ResponseWriter, r *http.Request) { fault.first(w, r) })
			var answer cms.Response
			post, err := s.Client(t).Posts.Create(t.Context(), &cms.PostParams{Title: new("One")}, cms.Capture(&answer))
			e, ok := errors.AsType[*cms.Error](err)
			switch {
			case post != nil:
				t.Errorf("Posts.Create: post %+v, want nil", post)
			case !ok:
				t.Errorf("Posts.Create: error %v, want a *cms.Error", err)
			case !errors.Is(err, cms.ErrOutcomeUnknown):
				t.Errorf("Posts.Create: error %v, want ErrOutcomeUnknown", err)
			case e.Attempts != 1 || e.Operation != "Posts.Create":
				t.Errorf("Posts.Create: Attempts %d, Operation %q, want 1 and %q", e.Attempts, e.Operation, "Posts.Create")
			}
			if ok && (e.Status != answer.Status || answer.Attempts != 1) {
				t.Errorf("error with status %d, response with status %d after %d attempts, want the same status after 1", e.Status,
					answer.Status, answer.Attempts)
			}
			if n := len(s.Seen()); n != 1 {
				t.Errorf("sent %d times, want 1", n)
			}
		})
	}
}

func TestCreateIsNotRetriedAfterATimeout(t *testing.T) {
	t.Parallel()
	released := make(chan struct{})
	s := stub.New(t, func(_ int, _ http.ResponseWriter, r *http.Request) {
		select {
		case <-released:
		case <-r.Context().Done():
		}
	})
	defer close(released)
	var answer cms.Response
	_, err := s.Client(t).Posts.Create(t.Context(), nil, cms.Timeout(50*time.Millisecond), cms.Capture(&answer))
	switch {
	case !errors.Is(err, cms.ErrOutcomeUnknown):
		t.Errorf("sent %d times: %v, want ErrOutcomeUnknown", answer.Attempts, err)
	case !errors.Is(err, context.DeadlineExceeded):
		t.Errorf("sent %d times: %v, want DeadlineExceeded", answer.Attempts, err)
	case answer.Attempts != 1:
		t.Errorf("Posts.Create: %d attempts (error %v), want 1", answer.Attempts, err)
	}
}

func TestCreateIsRetriedIfTheSiteProvablyDidNothing(t *testing.T) {
	t.Parallel()
	for _, fault := range []doing{
		answers(429, html), answers(429, "Retry-After: 0.01", `{"code":"rate_limited","message":"Slowly."}`),
		answers(503, "Retry-After: 0", maintenance),
	} {
		s := stub.New(t, func(n int, w http.ResponseWriter, r *http.Request) {
			if n < 3 {
				fault.first(w, r)
				return
			}
			stub.Reply(w, 201, created)
		})
		var answer cms.Response
		post, err := s.Client(t).Posts.Create(t.Context(), &cms.PostParams{Title: new("One")}, cms.Capture(&answer))
		switch {
		case err != nil:
			t.Errorf("%s: Posts.Create: error %v, want nil", fault.name, err)
		case post.ID != 5:
			t.Errorf("%s: Posts.Create: ID %d, want 5", fault.name, post.ID)
		case answer.Attempts != 3 || answer.Status != 201:
			t.Errorf("%s: cms.Capture: Attempts %d, Status %d, want 3 and 201", fault.name, answer.Attempts, answer.Status)
		case len(s.Seen()) != 3:
			t.Errorf("%s: requests sent: %d, want 3", fault.name, len(s.Seen()))
		}
		for _, request := range s.Seen() {
			if request.Body != `{"title":"One"}` {
				t.Errorf("%s: sent %q, want %q", fault.name, request.Body, `{"title":"One"}`)
			}
		}
	}
}

func TestCreateIsRetriedAfterAFailedDial(t *testing.T) {
	t.Parallel()
	s := stub.New(t, stub.Always(201, created))
	var dials atomic.Int32
	transport := &http.Transport{DialContext: func(ctx context.Context, network, address string) (net.Conn, error) {
		if dials.Add(1) < 3 {
			return nil, &net.OpError{Op: "dial", Net: network, Err: errors.New("connection refused")}
		}
		var d net.Dialer
		return d.DialContext(ctx, network, address)
	}}
	post, err := s.Client(t, cms.WithHTTPClient(&http.Client{Transport: transport})).Posts.Create(t.Context(), nil)
	switch {
	case err != nil:
		t.Errorf("Posts.Create: error %v after %d dials, want nil", err, dials.Load())
	case post.ID != 5:
		t.Errorf("Posts.Create: ID %d, want 5", post.ID)
	case len(s.Seen()) != 1:
		t.Errorf("requests sent: %d, want 1", len(s.Seen()))
	}
}

func TestFailedDialIsNotErrOutcomeUnknown(t *testing.T) {
	t.Parallel()
	_, err := stub.Dial(t, "http://"+freeport.Refused).Posts.Create(t.Context(), nil)
	e, ok := errors.AsType[*cms.Error](err)
	switch {
	case !ok:
		t.Errorf("Posts.Create: error %v, want a *cms.Error", err)
	case errors.Is(err, cms.ErrOutcomeUnknown):
		t.Errorf("Posts.Create: error %v, want an error other than ErrOutcomeUnknown", err)
	case e.Attempts != 4 || e.Status != 0:
		t.Errorf("Posts.Create: Attempts %d, Status %d, want 4 and 0", e.Attempts, e.Status)
	}
	if _, ok := errors.AsType[*net.OpError](err); !ok {
		t.Errorf("the error of the network is out of reach: %v, want a *net.OpError", err)
	}
}

func TestRejectedCreateIsNotErrOutcomeUnknown(t *testing.T) {
	t.Parallel()
	for _, fault := range []doing{
		answers(400, `{"code":"empty_content","message":"Empty."}`), answers(401, html), answers(403, html),
		answers(404, html), answers(413, html),
		answers(500, considered), answers(501, `{"code":"rest_trash_not_supported","message":"No trash."}`),
	} {
		s := stub.New(t, func(_ int, w http.ResponseWriter, r *http.Request) { fault.first(w, r) })
		_, err := s.Client(t).Posts.Create(t.Context(), nil)
		switch {
		case err == nil:
			t.Errorf("Posts.Create: %s: sent %d times: %v: error nil, want an error", fault.name, len(s.Seen()), err)
		case errors.Is(err, cms.ErrOutcomeUnknown):
			t.Errorf("Posts.Create: %s: sent %d times: %v, want an error other than ErrOutcomeUnknown", fault.name,
				len(s.Seen()), err)
		case len(s.Seen()) != 1:
			t.Errorf("%s: Posts.Create: %d requests (error %v), want 1", fault.name, len(s.Seen()), err)
		}
	}
}

func TestReadsAndUpdatesAreRetried(t *testing.T) {
	t.Parallel()
	calls := map[string]func(context.Context, *cms.Client) error{
		"Get":    func(ctx context.Context, c *cms.Client) error { _, err := c.Posts.Get(ctx, 5); return err },
		"Update": func(ctx context.Context, c *cms.Client) error { _, err := c.Posts.Update(ctx, 5, nil); return err },
		"Patch": func(ctx context.Context, c *cms.Client) error {
			_, err := c.Posts.Update(ctx, 5, nil, cms.UpdateMethod("PATCH"))
			return err
		},
		"Do": func(ctx context.Context, c *cms.Client) error {
			_, err := cms.Do(ctx, c, cms.Request[cms.Post]{Path: "cms/v2/posts/5"})
			return err
		},
	}
	for verb, call := range calls {
		for _, fault := range append(lost(), answers(429, html)) {
			t.Run(verb+" "+fault.name, func(t *testing.T) {
				t.Parallel()
				s := stub.New(t, func(n int, w http.ResponseWriter, r *http.Request) {
					if n == 1 {
						fault.first(w, r)
						return
					}
					stub.Reply(w, 200, created)
				})
				switch err := call(t.Context(), s.Client(t)); {
				case err != nil:
					t.Errorf("sent %d times: %v, want nil", len(s.Seen()), err)
				case len(s.Seen()) != 2:
					t.Errorf("call: %d requests (error %v), want 2", len(s.Seen()), err)
				}
				s = stub.New(t, func(_ int, w http.ResponseWriter, r *http.Request) { fault.first(w, r) })
				err := call(t.Context(), s.Client(t))
				e, ok := errors.AsType[*cms.Error](err)
				switch {
				case !ok:
					t.Errorf("sent %d times: %v, want a *cms.Error", len(s.Seen()), err)
				case e.Attempts != 4:
					t.Errorf("sent %d times: %v: Attempts %d, want 4", len(s.Seen()), err, e.Attempts)
				case len(s.Seen()) != 4:
					t.Errorf("call: %d requests (error %v), want 4", len(s.Seen()), err)
				case errors.Is(err, cms.ErrOutcomeUnknown):
					t.Errorf("sent %d times: %v, want an error other than ErrOutcomeUnknown", len(s.Seen()), err)
				}
			})
		}
		s := stub.New(t, stub.Always(500, considered))
		err := call(t.Context(), s.Client(t))
		switch {
		case !errors.Is(err, cms.ErrorCode("rest_cannot_get")):
			t.Errorf("%s with a considered 500: error %v, want %v", verb, err, cms.ErrorCode("rest_cannot_get"))
		case len(s.Seen()) != 1:
			t.Errorf("%s with a considered 500: %d requests, want 1", verb, len(s.Seen()))
		}
	}
}

// TestWaits runs in the time of a bubble, with a transport in memory.

// TestReadOfASingleRecordIsRetried has a site that breaks on a page, and
// once on one of its records.
func TestReadOfASingleRecordIsRetried(t *testing.T) {
	t.Parallel()
	const fails = `{"code":"internal_server_error","message":"No.","data":{"status":500}}`
	alone := map[string]int{}
	s := stub.New(t, func(_ int, w http.ResponseWriter, r *http.Request) {
		q := r.URL.Query()
		include := q["include[]"]
		switch {
		case q.Get("_fields") == "id":
			stub.Reply(w, 200, "X-CMS-Total: 2", "X-CMS-TotalPages: 1", `[{"id":1},{"id":2}]`)
		case len(include) == 1:
			if alone[include[0]]++; include[0] == "2" && alone["2"] == 1 {
				stub.Reply(w, 500, fails)
				return
			}
			switch {
			case q.Get("per_page") != "1":
				t.Errorf(`it asked for %s: q.Get("per_page") %q, want %q`, r.URL.RawQuery, q.Get("per_page"), "1")
			case q.Has("page"):
				t.Errorf("query %s, want no page in it", r.URL.RawQuery)
			case q.Has("offset"):
				t.Errorf("query %s, want no offset in it", r.URL.RawQuery)
			}
			stub.Reply(w, 200, "X-CMS-Total: 1", "X-CMS-TotalPages: 1", `[{"id":`+include[0]+`}]`)
		default:
			stub.Reply(w, 500, fails)
		}
	})
	got, err := walked(t, s.Client(t), nil, cms.Attempts(2))
	switch {
	case err != nil:
		t.Errorf("walk: error %v, want nil; single reads %v", err, alone)
	case fmt.Sprint(got) != "[1 2]":
		t.Errorf("walked: %q, want %q", fmt.Sprint(got), "[1 2]")
	case alone["1"] != 1:
		t.Errorf("record 1 was read %d times by itself, want 1", alone["1"])
	case alone["2"] != 2:
		t.Errorf("record 2 was read %d times by itself, want 2", alone["2"])
	}
	if n := len(s.Seen()); n != 2+1+1+1+2 { // the page twice, its ids, both together, each alone
		t.Errorf("%d requests, want %d", n, 2+1+1+1+2)
	}
}

func TestWholeRecordWithAnErrorStatusIsNotAskedForAgain(t *testing.T) {
	t.Parallel()
	for body, want := range map[string]int{`{"id":5}`: 1, `{"id":6}`: 3, `{"id":5`: 3, `{"title":"x"}`: 3} {
		s := stub.New(t, stub.Always(500, body))
		_, err := s.Client(t).Posts.Get(t.Context(), 5, cms.Attempts(3))
		if e, ok := errors.AsType[*cms.Error](err); !ok || e.Status != 500 {
			t.Errorf("Get of post 5 with the status 500 and %s: error %v, want one with the status 500", body, err)
		}
		if got := len(s.Seen()); got != want {
			t.Errorf("Get of post 5 with the status 500 and %s: %d requests, want %d", body, got, want)
		}
		const reason = "the body holds what was requested, although the status is an error"
		if err != nil && strings.Contains(err.Error(), reason) != (want == 1) {
			t.Errorf("Get of post 5 with the status 500 and %s: error %v, want this reason: %t", body, err, want == 1)
		}
	}
}
