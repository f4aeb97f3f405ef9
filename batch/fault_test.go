package batch_test

import (
	"context"
	"errors"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/fontcms/fontcms-go/batch"
	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/internal/stub"
)

const (
	oneAnswer   = `{"responses":[{"body":{"id":1},"status":200,"headers":[]}]}`
	outage      = `{"code":"internal_server_error","message":"x","data":{"status":500}}`
	maintenance = `{"code":"wp_die","message":"Briefly unavailable for scheduled maintenance.","data":{"status":503}}`
	tooMany     = `{"code":"too_many","message":"x"}`
)

func TestFaultOfTheRoundTripIsSentAgainOnlyIfNothingRan(t *testing.T) {
	t.Parallel()
	two := answers(item(200, `{"id":1}`), item(200, `{"id":2}`))
	unreadable := []error{cms.ErrOutcomeUnknown, cms.ErrDecode}
	for name, c := range map[string]struct {
		handle handler
		sent   int
		is     []error
		notRun bool // otherwise the items may have run
	}{
		"cut before the answer": {cut, 1, []error{cms.ErrOutcomeUnknown}, false},
		"cut in the answer":     {always(207, "Content-Length: 4000", two), 1, []error{cms.ErrOutcomeUnknown}, false},
		"408":                   {always(408, "<html></html>"), 1, []error{cms.ErrOutcomeUnknown, cms.ErrNotREST}, false},
		"429":                   {always(429, "Retry-After: 0", tooMany), 3, []error{cms.ErrRateLimited}, true},
		"500":                   {always(500, outage), 1, []error{cms.ErrOutcomeUnknown, cms.CodeInternalError}, false},
		"500, a web page":       {always(500, "<html></html>"), 1, []error{cms.ErrOutcomeUnknown, cms.ErrNotREST}, false},
		"502": {always(502, "<html></html>"), 1, []error{cms.ErrOutcomeUnknown, cms.ErrNotREST,
			cms.ErrUnavailable}, false},
		"503 for maintenance": {always(503, "Retry-After: 0", maintenance), 3, []error{cms.ErrUnavailable}, true},
		"503 of a proxy": {always(503, "<html></html>"), 1, []error{cms.ErrOutcomeUnknown, cms.ErrNotREST,
			cms.ErrUnavailable}, false},
		"504":                {always(504, ""), 1, []error{cms.ErrOutcomeUnknown, cms.ErrNotREST, cms.ErrUnavailable}, false},
		"redirected":         {always(301, "Location: /elsewhere", ""), 1, []error{cms.ErrRedirected}, true},
		"403, a web page":    {always(403, "<html></html>"), 1, []error{cms.ErrNotREST}, true},
		"404, no such route": {always(404, `{"code":"rest_no_route","message":"x"}`), 1, []error{cms.ErrNoRoute}, true},
		"200, a web page":    {always(200, "<html></html>"), 1, []error{cms.ErrOutcomeUnknown, cms.ErrNotREST}, false},
		"200, nothing":       {always(200, ""), 1, []error{cms.ErrOutcomeUnknown, cms.ErrNotREST}, false},
		"204":                {always(204, ""), 1, []error{cms.ErrOutcomeUnknown, cms.ErrNotREST}, false},
		"200, null":          {always(200, "null"), 1, unreadable, false},
		"200, a list":        {always(200, "[]"), 1, unreadable, false},
		"200, a record":      {always(200, `{"id":1}`), 1, unreadable, false},
		"200, an object of answers": {always(200, `{"responses":{"0":1,"1":2}}`), 1,
			unreadable, false},
		"one answer to two": {always(207, oneAnswer), 1, unreadable, false},
		"three answers to two": {always(207, answers(item(200, `{"id":1}`), item(200, `{"id":2}`), item(200, `{"id":3}`))),
			1, unreadable, false},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := newStub(t, c.handle)
			site := client(t, s)
			kept := cms.Post{ID: 99}
			report, err := batch.New(site).
				Add(site.Posts.UpdateRequest(1, post("a")).Into(&kept), site.Posts.CreateRequest(post("b"))).
				Do(t.Context())
			exactly(t, err, c.is...)
			switch e, ok := errors.AsType[*cms.Error](err); {
			case !ok:
				t.Errorf("Builder.Do: error %v, want a *cms.Error", err)
			case e.Attempts != c.sent || e.Operation != "batch":
				t.Errorf("Builder.Do: Attempts %d, Operation %q, want %d and %q", e.Attempts, e.Operation, c.sent, "batch")
			case e.Path != "batch/v1":
				t.Errorf("Builder.Do: Path %q, want %q", e.Path, "batch/v1")
			}
			want := outcome{0, 0, c.is}
			if c.notRun {
				want = notRun()
			}
			checkReport(t, report, "", each(2, want))
			if n := len(s.Seen()); n != c.sent {
				t.Errorf("sent %d times, want %d", n, c.sent)
			}
			if kept.ID != 99 {
				t.Errorf("Into was filled: kept.ID %d, want 99", kept.ID)
			}
		})
	}
}

func TestErrorKeepsAResponseThatDoesNotMatchTheBatch(t *testing.T) {
	t.Parallel()
	long := strings.Repeat(" ", 100<<10)
	for name, body := range map[string]string{"short": oneAnswer, "long": oneAnswer[:len(oneAnswer)-1] + long + "}"} {
		s := newStub(t, always(207, body))
		_, err := updates(client(t, s), 2).Do(t.Context())
		e, ok := errors.AsType[*cms.Error](err)
		switch {
		case !ok:
			t.Errorf("%s: Builder.Do: error %v, want a *cms.Error", name, err)
		case !strings.HasPrefix(string(e.Body), oneAnswer[:len(oneAnswer)-1]):
			t.Errorf("%s: Builder.Do: Body %q, want the prefix %q", name, string(e.Body), oneAnswer[:len(oneAnswer)-1])
		case len(e.Body) > 64<<10 || e.Status != 207:
			t.Errorf("%s: Builder.Do: %d bytes of body, Status %d, want at most %d and 207", name, len(e.Body), e.Status, 64<<10)
		}
		if !strings.Contains(err.Error(), "1 responses to 2 requests") {
			t.Errorf("%s: error %v, want %q in it", name, err, "1 responses to 2 requests")
		}
	}
}

func TestNoiseAroundTheResponseIsIgnored(t *testing.T) {
	t.Parallel()
	s := newStub(t,
		always(207, "<br />\n<b>Warning</b>: Undefined variable in x.php on line 3<br />\n"+oneAnswer+"<!-- cached -->"))
	var response cms.Response
	report, err := updates(client(t, s), 1).Do(t.Context(), cms.Capture(&response))
	if err != nil {
		t.Fatal(err)
	}
	checkReport(t, report, "", []outcome{done(1)})
	switch {
	case response.Status != 207 || response.Attempts != 1:
		t.Errorf("cms.Capture: Status %d, Attempts %d, want 207 and 1", response.Status, response.Attempts)
	case !strings.Contains(response.Noise, "Warning"):
		t.Errorf("cms.Capture: Noise %q, want %q in it", response.Noise, "Warning")
	}
}

func TestRefusedConnectionLeavesAllNotRun(t *testing.T) {
	t.Parallel()
	s := &stub.Server{Server: &httptest.Server{URL: "http://127.0.0.1:1"}} // no server of the tests gets this port
	report, err := updates(client(t, s), 2).Do(t.Context())
	switch e, ok := errors.AsType[*cms.Error](err); {
	case !ok:
		t.Errorf("Builder.Do: error %v, want a *cms.Error", err)
	case e.Attempts != 3:
		t.Errorf("Builder.Do: Attempts %d, want 3", e.Attempts)
	case errors.Is(err, cms.ErrOutcomeUnknown):
		t.Errorf("Builder.Do: error %v, want an error other than ErrOutcomeUnknown", err)
	}
	checkReport(t, report, "", each(2, notRun()))
}

func TestCancelledBatchIsNotSent(t *testing.T) {
	t.Parallel()
	s := newStub(t, echo(t))
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	report, err := updates(client(t, s), 2).OneByOne().Do(ctx)
	if !errors.Is(err, context.Canceled) {
		t.Errorf("Builder.Do: error %v, want Canceled", err)
	}
	checkReport(t, report, "", each(2, notRun()))
	if len(s.Seen()) != 0 {
		t.Errorf("sent %q: requests sent: %d, want 0", lines(s), len(s.Seen()))
	}
}

func TestBrokenOptionLeavesAllNotRun(t *testing.T) {
	t.Parallel()
	s := newStub(t, echo(t))
	report, err := updates(client(t, s), 2).Do(t.Context(), cms.Attempts(0))
	exactly(t, err, cms.ErrInvalidArgument)
	checkReport(t, report, "", each(2, notRun()))
	if len(s.Seen()) != 0 {
		t.Errorf("sent %q: requests sent: %d, want 0", lines(s), len(s.Seen()))
	}
}
