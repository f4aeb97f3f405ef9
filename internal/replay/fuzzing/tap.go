package fuzzing

import (
	"io"
	"net/http"
	"reflect"
	"strings"
	"sync"
	"testing"
)

// Tap sends the same response to every request and keeps what was sent.
type Tap struct {
	mu     sync.Mutex
	answer Answer
	sent   []*http.Request
}

// Answer sets the response to the next requests, and forgets the earlier requests.
func (p *Tap) Answer(status int, header http.Header, body []byte) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.answer, p.sent = Answer{status, header, body}, nil
}

// Sent returns the requests since the response was set. Their bodies were read.
func (p *Tap) Sent() []*http.Request {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.sent
}

// Client returns a client that sends to the tap.
func (p *Tap) Client() *http.Client { return &http.Client{Transport: p} }

// RoundTrip returns the response.
func (p *Tap) RoundTrip(req *http.Request) (*http.Response, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	kept := req.Clone(req.Context())
	if req.Body != nil {
		body, err := io.ReadAll(req.Body)
		if err != nil {
			return nil, err
		}
		kept.Body = io.NopCloser(strings.NewReader(string(body)))
		_ = req.Body.Close()
	}
	p.sent = append(p.sent, kept)
	header := p.answer.Header.Clone()
	if header == nil {
		header = http.Header{"Content-Type": {"application/json; charset=UTF-8"}}
	}
	return &http.Response{
		StatusCode: p.answer.Status, ProtoMajor: 1, ProtoMinor: 1, Request: req, Header: header,
		Body: io.NopCloser(strings.NewReader(string(p.answer.Body))), ContentLength: int64(len(p.answer.Body)),
	}, nil
}

// List checks the query of a list whose options are made from any bytes. The query must
// be the one that [QueryOf] returns. Options that are refused or match nothing must not
// be sent. rename turns the names of the options into the site's names. nil means that
// they are the same.
func List[L any](t testing.TB, tap *Tap, data []byte, list func(*L) error, rename func(string) string) {
	t.Helper()
	options, untouched := new(L), new(L)
	Fill(options, data)
	Fill(untouched, data)
	want := QueryOf(options)
	tap.Answer(http.StatusOK, nil, []byte("[]"))
	err := list(options)
	if !reflect.DeepEqual(options, untouched) {
		t.Fatalf("the options were changed: %+v, before %+v", options, untouched)
	}
	sent := tap.Sent()
	switch {
	case err != nil && len(sent) > 0:
		t.Fatalf("%+v was refused and sent: %v", options, err)
	case (err != nil) != (want.Refused != ""):
		t.Fatalf("%+v: %v, expected %+v", options, err, want)
	case err != nil:
		return
	case want.Nothing != (len(sent) == 0):
		t.Fatalf("%+v: %d requests, expected %+v", options, len(sent), want)
	case want.Nothing:
		return
	}
	got := sent[0].URL.Query()
	if rename != nil {
		for name, values := range want.Values {
			if to := rename(name); to != name {
				delete(want.Values, name)
				want.Values[to] = values
			}
		}
	}
	if !reflect.DeepEqual(got, want.Values) {
		t.Fatalf("%+v was sent as %v, not %v", options, got, want.Values)
	}
}
