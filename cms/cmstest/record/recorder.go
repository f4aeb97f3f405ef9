// Package record writes the exchanges of a client and a real site into files, and replays them in
// tests that have no site. Use it for routes that the server of package cmstest does not have, such
// as routes of a plugin.
//
// Record once:
//
//	recorder, err := record.NewRecorder("testdata/exchanges", nil)
//	…
//	site, err := cms.New(address, cms.WithHTTPClient(&http.Client{Transport: recorder}))
//	…
//	err = recorder.Close()
//
// Replay in each test:
//
//	replayer, err := record.NewReplayer("testdata/exchanges")
//	…
//	site, err := cms.New(record.Origin, cms.WithHTTPClient(&http.Client{Transport: replayer}))
//	…
//	err = replayer.Close()
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

// maxRecorded is the maximum number of recorded bytes of a body.
const maxRecorded = 4 << 20

// Recorder is an HTTP transport that writes every exchange into a file of a folder, for
// a [Replayer]. Give it to the client whose requests are to be recorded.
//
// # Files
//
// The name of a file has the number of the request, its method and its route:
// 0001_GET_cms_v2_posts.http.json. The content is a JSON object:
//
//	{"request": {"method", "path", "query", "headers", "body"}, "response": {"status", "headers", "body"}}
//
// "headers" is an object; each of its values is a list of strings. "body" is a string.
// It holds the body as it was sent, or in Base64 if it is not text. "body_encoding" is
// then "base64". These fields appear only if the body is not whole:
//   - "body_length" is the full length of a body that was cut, because it has more than
//     4 MiB. It is -1 if the program did not read the body to its end.
//   - "body_left_out" is the reason why the body is left out.
//
// Requests are numbered in the order in which they begin. The order of concurrent
// requests may differ from run to run. So record them one after another, or each in its
// own folder.
//
// # What is replaced or left out
//
// The recorder writes REDACTED in place of secrets:
//   - The credentials in the header Authorization. Their scheme, such as Basic, is kept.
//   - Headers with names of secrets: cookies, nonces, tokens, keys, passwords.
//   - Arguments, form fields and JSON fields with a word of a secret in their names, such
//     as _wpnonce, access_token, license_key, smtp_pass and webhook_secret_v2, and with
//     the names given to [NewRecorder]. This includes the passwords of posts. A list or an
//     object with such a name is replaced as a whole. Names with JSON escapes are
//     recognized. Facts about a secret stay: token_type, password_protected.
//   - Values that look like secrets, under any name: JWTs, private keys in PEM, hashes of
//     passwords, and keys of known services, such as sk_live_….
//   - Long random values of fields such as key, license and session. Other keys stay:
//     meta_key, sort_key.
//   - The application password of the request, everywhere in the exchange.
//
// It does not replace the schema of an argument with such a name, because a description
// of routes contains no secrets.
//
// The recorder leaves out:
//   - Bodies with a Content-Encoding.
//   - Responses that are not JSON, if the request creates an application password or
//     contains a secret.
//   - Other bodies that are not JSON, if they contain the name of a secret. If the
//     recorder can tell where the secret ends, it replaces only the secret.
//   - Headers that differ from run to run, such as Date, Server, User-Agent and
//     Set-Cookie.
//
// It replaces:
//   - The address of the site by [Origin].
//   - The fields email, user_email and author_email by someone@example.invalid.
//   - The boundary of multipart forms by a fixed one.
//
// It keeps ids, dates, names of people, and e-mail addresses within texts. Check
// recordings of a private site before you share them.
type Recorder struct {
	folder  string
	next    http.RoundTripper
	secrets []string // further names of secrets

	mu     sync.Mutex
	count  int
	open   map[int]string // names of the files of exchanges whose response was not read to its end
	errs   []error
	closed bool
}

// NewRecorder returns a recorder that sends through next, or through
// [http.DefaultTransport] if that is nil. It creates the folder, which must not contain
// recordings.
//
// The recorder replaces secrets by the words of names and by the form of values: see
// [Recorder]. A plugin may use other names. Pass them as secretNames, to [NewReplayer]
// too, and read each recording before you commit it. Case, hyphens and underscores in
// secretNames do not matter.
func NewRecorder(folder string, next http.RoundTripper, secretNames ...string) (*Recorder, error) {
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
	return &Recorder{folder: folder, next: next, secrets: slices.Clone(secretNames), open: map[int]string{}}, nil
}

// RoundTrip sends the request. It writes the exchange when the body of the response ends
// or is closed. A request without a response has a number, but no file.
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

// finish writes the file of an exchange. whole reports whether the body of the response was read
// to its end.
func (r *Recorder) finish(number int, req *http.Request, resp *http.Response, sent, got *tap, whole bool) {
	hide := redact.New(req, r.secrets...)
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

// Close ends the recording; later requests fail. It returns an error for each exchange
// that could not be written, and for each response whose body is still open.
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

// fileName returns a name with the number, method and route of a request.
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

// tapRequest returns the request to send, and the tap that records its body.
func tapRequest(req *http.Request) (*http.Request, *tap) {
	kept := &tap{}
	if req.Body == nil || req.Body == http.NoBody {
		return req, kept
	}
	outgoing := req.Clone(req.Context())
	outgoing.Body = &tapped{req.Body, kept, nil}
	if again := req.GetBody; again != nil {
		outgoing.GetBody = func() (io.ReadCloser, error) { // called if the transport sends the body again
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

// tap records the first maxRecorded bytes of a body.
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

// body returns the recorded bytes. length is the field body_length of a recording, and 0 if the
// body is complete.
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

// tapped is a body that is recorded while it is read.
type tapped struct {
	io.ReadCloser
	tap  *tap
	done func(whole bool) // called at the end of the body, perhaps more than once; may be nil
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
