// Package record writes the exchanges of a client and a site into files, and replays them
// where there is no site. A [Recorder] writes, a [Replayer] reads. Neither needs
// a server in memory.
package record

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"maps"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"

	"github.com/fontcms/fontcms-go/cms/cmstest/internal/redact"
)

// maxRecorded is how much of a body is kept.
const maxRecorded = 4 << 20

// Recorder is a transport that writes every exchange into a file of a folder, for a [Replayer]. It is for the client
// that is recorded, and needs no server in memory: the site is usually a real one.
//
//	recorder, err := record.NewRecorder("testdata/exchanges", nil)
//	…
//	site, err := cms.New(address, cms.WithHTTPClient(&http.Client{Transport: recorder}))
//
// # Files
//
// A file is called after the number of the request, its method and its route, 0001_GET_cms_v2_posts.http.json. It is a
// JSON object:
//
//	{"request": {"method", "path", "query", "headers", "body"}, "response": {"status", "headers", "body"}}
//
// Headers are an object of lists. Bodies are strings as they were sent; with "body_encoding": "base64" they are Base64
// of what is not text. Of a body above 4 MiB only the beginning is kept, and "body_length" says how long it was;
// -1 says that nobody read it to the end. "body_left_out" says why nothing of a body is kept.
//
// Numbers follow the order in which requests begin. What is sent at the same time has no order: record it one after
// the other, or in folders of their own.
//
// # What is not written
//
//   - Credentials become REDACTED: what follows the scheme in Authorization, headers with names of cookies, nonces,
//     tokens, keys and passwords, and arguments, fields of forms and members of JSON with names such as password,
//     _wpnonce and token. Passwords of posts are among them.
//   - The application password of the request becomes REDACTED wherever it is.
//   - A list or an object below such a name is replaced as a whole, also if the name is escaped. Descriptions of
//     arguments stay.
//   - A body that is not JSON is left out if the request makes an application password or holds a secret. It is also
//     left out if it names a secret whose end cannot be found. Bodies with a Content-Encoding are left out.
//   - The members email, user_email and author_email become someone@example.invalid. Addresses in texts and names stay.
//   - The address of the site becomes [Origin].
//   - Headers that change from one time to the next, such as Date, Server, User-Agent and Set-Cookie, are left out. The
//     boundary of a form is always the same. Ids and dates in bodies stay.
//
// Check recordings of a private site before you share them.
type Recorder struct {
	folder string
	next   http.RoundTripper

	mu     sync.Mutex
	count  int
	open   map[int]string // what was sent and is not read to its end
	errs   []error
	closed bool
}

// NewRecorder returns a recorder that sends through next, or through [http.DefaultTransport] if that is nil. It makes
// the folder, which must hold no recordings yet.
func NewRecorder(folder string, next http.RoundTripper) (*Recorder, error) {
	if err := os.MkdirAll(folder, 0o755); err != nil {
		return nil, fmt.Errorf("record: NewRecorder: %w", err)
	}
	names, err := recordings(folder)
	if err != nil {
		return nil, fmt.Errorf("record: NewRecorder: %w", err)
	}
	if len(names) > 0 {
		return nil, fmt.Errorf("record: NewRecorder: there are recordings in %s; remove them first", folder)
	}
	if next == nil {
		next = http.DefaultTransport
	}
	return &Recorder{folder: folder, next: next, open: map[int]string{}}, nil
}

// RoundTrip sends the request. The exchange is written when the body of the response ends or is closed; without a
// response nothing is written, and the number is not used again.
func (r *Recorder) RoundTrip(req *http.Request) (*http.Response, error) {
	r.mu.Lock()
	if r.closed {
		r.mu.Unlock()
		if req.Body != nil {
			req.Body.Close()
		}
		return nil, errors.New("record: the recorder is closed")
	}
	r.count++
	number := r.count
	r.mu.Unlock()

	outgoing, sent := tapRequest(req)
	resp, err := r.next.RoundTrip(outgoing)
	if err != nil {
		return resp, err
	}
	got := &tap{}
	finish := func(whole bool) { r.finish(number, req, resp, sent, got, whole) }
	if resp.Body == nil || resp.Body == http.NoBody {
		finish(true)
		return resp, nil
	}
	r.mu.Lock()
	r.open[number] = fileName(number, req)
	r.mu.Unlock()
	var once sync.Once
	resp.Body = &tapped{resp.Body, got, func(whole bool) { once.Do(func() { finish(whole) }) }}
	return resp, nil
}

// finish writes the exchange.
func (r *Recorder) finish(number int, req *http.Request, resp *http.Response, sent, got *tap, whole bool) {
	hide := redact.New(req)
	asked, askedLength := sent.body(true)
	answered, answeredLength := got.body(whole)
	x := &exchange{requestOf(hide, req, asked, askedLength), responseOf(hide, resp, answered, answeredLength)}
	name := fileName(number, req)
	err := x.write(filepath.Join(r.folder, name))
	r.mu.Lock()
	defer r.mu.Unlock()
	delete(r.open, number)
	if err != nil {
		r.errs = append(r.errs, fmt.Errorf("record: the recorder: %w", err))
	}
}

// Close ends the recording. Its error names what could not be written, and responses whose bodies are still open.
// Requests after it fail.
func (r *Recorder) Close() error {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.closed = true
	errs := r.errs
	for _, number := range slices.Sorted(maps.Keys(r.open)) {
		errs = append(errs, fmt.Errorf("record: the recorder: nobody closed the body of %s", r.open[number]))
	}
	return errors.Join(errs...)
}

var restRoot = regexp.MustCompile(`^.*?/[a-z]+-json(?:/|$)`)

// fileName tells number, method and route.
func fileName(number int, req *http.Request) string {
	path := restRoot.ReplaceAllString(req.URL.Path, "")
	if route := req.URL.Query().Get("rest_route"); route != "" {
		path = route
	}
	words := strings.FieldsFunc(path, func(c rune) bool {
		return (c < '0' || c > '9') && (c < 'a' || c > 'z') && (c < 'A' || c > 'Z') && c != '-'
	})
	if len(words) == 0 {
		words = []string{"index"}
	}
	path = strings.Join(words, "_")
	return fmt.Sprintf("%04d_%s_%s%s", number, req.Method, path[:min(len(path), 60)], recordingSuffix)
}

// tapRequest returns the request to send, and what keeps its body.
func tapRequest(req *http.Request) (*http.Request, *tap) {
	kept := &tap{}
	if req.Body == nil || req.Body == http.NoBody {
		return req, kept
	}
	outgoing := req.Clone(req.Context())
	outgoing.Body = &tapped{req.Body, kept, nil}
	if again := req.GetBody; again != nil {
		outgoing.GetBody = func() (io.ReadCloser, error) { // the transport begins anew
			body, err := again()
			if err != nil {
				return nil, err
			}
			kept.reset()
			return &tapped{body, kept, nil}, nil
		}
	}
	return outgoing, kept
}

// tap keeps the beginning of what passes.
type tap struct {
	mu     sync.Mutex
	kept   []byte
	length int64
}

func (t *tap) add(p []byte) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.kept = append(t.kept, p[:min(len(p), maxRecorded-len(t.kept))]...)
	t.length += int64(len(p))
}

func (t *tap) reset() {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.kept, t.length = nil, 0
}

// body is what was kept, and what a recording says of its length.
func (t *tap) body(whole bool) (kept []byte, length int64) {
	t.mu.Lock()
	defer t.mu.Unlock()
	switch {
	case !whole:
		length = -1
	case t.length > int64(len(t.kept)):
		length = t.length
	}
	return bytes.Clone(t.kept), length
}

// tapped is a body that is kept while it is read.
type tapped struct {
	io.ReadCloser
	tap  *tap
	done func(whole bool) // nil, or called at the end, perhaps more than once
}

func (t *tapped) Read(p []byte) (int, error) {
	n, err := t.ReadCloser.Read(p)
	t.tap.add(p[:n])
	if err != nil && t.done != nil {
		t.done(err == io.EOF)
	}
	return n, err
}

func (t *tapped) Close() error {
	err := t.ReadCloser.Close()
	if t.done != nil {
		t.done(false)
	}
	return err
}
