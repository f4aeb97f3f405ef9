package record

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"mime"
	"net/http"
	"net/url"
	"reflect"
	"slices"
	"strings"
	"sync"

	"github.com/fontcms/fontcms-go/cms/cmstest/internal/redact"
)

// Replayer is an HTTP transport that responds with the exchanges that a [Recorder]
// wrote. It sends nothing.
//
// A request gets the response of an exchange whose request is equal. Each exchange is
// used once, in the order of the recording. So a program can read a record, change it
// and read it again. Two requests are equal if all of these are equal:
//   - the method and the path
//   - the arguments, in any order
//   - the body: the same JSON or the same bytes
//   - the media type
//   - whether there are credentials; the credentials themselves are not compared
//
// Any other request gets the status 418, which is never retried. [Replayer.Close] then
// returns an error. It also returns an error if an exchange was not used. So a test
// fails if the program no longer sends the recorded requests.
type Replayer struct {
	secrets []string // further names of secrets

	mu     sync.Mutex
	left   []*take
	errs   []error
	closed bool
}

// take is an exchange that was not used yet.
type take struct {
	name string
	exchange
}

// NewReplayer reads the recordings of a folder. It returns an error if there are none.
// Pass the secretNames that [NewRecorder] got.
func NewReplayer(folder string, secretNames ...string) (*Replayer, error) {
	names, err := recordings(folder)
	if err != nil {
		return nil, fmt.Errorf("record: NewReplayer: %w", err)
	}
	if len(names) == 0 {
		return nil, fmt.Errorf("record: NewReplayer: there are no recordings in %s", folder)
	}
	r := &Replayer{secrets: slices.Clone(secretNames)}
	again := redact.Again(secretNames...)
	for _, name := range names {
		x, err := readExchange(folder, name)
		if err != nil {
			return nil, fmt.Errorf("record: NewReplayer: %w", err)
		}
		// A recording of an older recorder may contain secrets that the recorder now replaces. So
		// the secrets are replaced again before the comparison.
		x.Request.Query = again.Query(x.Request.Query)
		if body, _ := x.Request.Bytes(); x.Request.LeftOut == "" {
			x.Request.Content = again.Content(x.Request.Header, body, x.Request.Length)
		}
		r.left = append(r.left, &take{name, *x})
	}
	return r, nil
}

// RoundTrip returns the recorded response to a request.
func (r *Replayer) RoundTrip(req *http.Request) (*http.Response, error) {
	var body []byte
	if req.Body != nil {
		var err error
		body, err = io.ReadAll(req.Body)
		req.Body.Close()
		if err != nil {
			return nil, err
		}
	}
	if err := req.Context().Err(); err != nil {
		return nil, err
	}
	return r.take(req, body).answer(req), nil
}

// take returns the exchange for a request, and marks it as used. If there is no such
// exchange, it returns an error response.
func (r *Replayer) take(req *http.Request, body []byte) *take {
	length := int64(0)
	if len(body) > maxRecorded {
		body, length = body[:maxRecorded], int64(len(body))
	}
	want := requestOf(redact.New(req, r.secrets...), req, body, length)
	r.mu.Lock()
	defer r.mu.Unlock()
	why := "no exchange with that method and path is left"
	for i, one := range r.left {
		difference := one.Request.difference(&want)
		if difference == "" {
			r.left = append(r.left[:i:i], r.left[i+1:]...)
			return one
		}
		if one.Request.Method == want.Method && one.Request.Path == want.Path {
			why = one.name + ": " + difference
		}
	}
	err := fmt.Errorf("record: the replayer: nobody recorded %s %s?%s: %s", want.Method, want.Path, want.Query, why)
	r.errs = append(r.errs, err)
	return &take{exchange: exchange{Response: recordedResponse{
		Status: http.StatusTeapot, Header: http.Header{"Content-Type": {"text/plain; charset=utf-8"}},
		Content: redact.Content{Body: err.Error() + "\n"},
	}}}
}

// difference returns the first difference between the recorded request q and the sent request, or
// "" if there is none.
func (q *recordedRequest) difference(sent *recordedRequest) string {
	if q.Method != sent.Method || q.Path != sent.Path {
		return "another method or path"
	}
	recorded, errRecorded := url.ParseQuery(q.Query)
	got, errGot := url.ParseQuery(sent.Query)
	if errRecorded != nil || errGot != nil || !reflect.DeepEqual(recorded, got) {
		return fmt.Sprintf("its arguments are %q", q.Query)
	}
	if was, is := authorized(q.Header), authorized(sent.Header); was != is {
		return fmt.Sprintf("it was sent with credentials: %v, now: %v", was, is)
	}
	if was, is := mediaType(q.Header), mediaType(sent.Header); was != is {
		return fmt.Sprintf("its Content-Type is %q, not %q", was, is)
	}
	if q.Content == sent.Content || q.Encoding == "" && sent.Encoding == "" && sameJSON(q.Body, sent.Body) {
		return ""
	}
	return fmt.Sprintf("its body is %.200q, not %.200q", q.Body, sent.Body)
}

// authorized reports whether a request has credentials. It checks only whether the header
// Authorization is present, because recordings do not contain the credentials.
func authorized(h http.Header) bool { return h.Get("Authorization") != "" }

func mediaType(h http.Header) string {
	kind, _, _ := mime.ParseMediaType(h.Get("Content-Type"))
	return kind
}

func sameJSON(a, b string) bool {
	left, errLeft := decodeJSON(a)
	right, errRight := decodeJSON(b)
	return errLeft == nil && errRight == nil && reflect.DeepEqual(left, right)
}

func decodeJSON(text string) (value any, err error) {
	decoder := json.NewDecoder(strings.NewReader(text))
	decoder.UseNumber()
	if err = decoder.Decode(&value); err == nil && decoder.More() {
		err = errors.New("more than one value")
	}
	return value, err
}

// answer returns the recorded response. If its body was cut or left out, reading it
// ends with an error.
func (t *take) answer(req *http.Request) *http.Response {
	body, _ := t.Response.Bytes() // checked by NewReplayer
	var reader io.Reader = bytes.NewReader(body)
	length := int64(len(body))
	if t.Response.Length != 0 {
		reader, length = io.MultiReader(reader, broken{}), -1
	}
	return &http.Response{
		Status: fmt.Sprintf("%d %s", t.Response.Status, http.StatusText(t.Response.Status)), StatusCode: t.Response.Status,
		Proto: "HTTP/1.1", ProtoMajor: 1, ProtoMinor: 1, Request: req,
		Header: t.Response.Header.Clone(), Body: io.NopCloser(reader), ContentLength: length,
	}
}

// broken is a reader that always fails. It is read after the recorded part of an incomplete body.
type broken struct{}

func (broken) Read([]byte) (int, error) { return 0, io.ErrUnexpectedEOF }

// Close returns an error for each request that was not recorded, and for each exchange
// that was not used.
func (r *Replayer) Close() error {
	r.mu.Lock()
	defer r.mu.Unlock()
	if !r.closed {
		r.closed = true
		for _, one := range r.left {
			r.errs = append(r.errs, fmt.Errorf("record: the replayer: nobody asked for %s: %s %s?%s", one.name,
				one.Request.Method, one.Request.Path, one.Request.Query))
		}
	}
	return errors.Join(r.errs...)
}
