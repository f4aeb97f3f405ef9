package download

import (
	"bytes"
	"cmp"
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"testing"

	"github.com/fontcms/fontcms-go/cms/internal/fault"
	"github.com/fontcms/fontcms-go/internal/transport"
)

// fake answers the nth request with the nth response, and the last one again and again.
type fake struct {
	responses []*transport.Response
	asked     []string // address and range of each request
	keys      []string // X-Key of each request
}

func (f *fake) Get(_ context.Context, address *url.URL, header http.Header) (*transport.Response, error) {
	f.asked = append(f.asked, strings.TrimSpace(address.String()+" "+header.Get("Range")))
	f.keys = append(f.keys, header.Get("X-Key"))
	resp := f.responses[min(len(f.asked), len(f.responses))-1]
	if resp == nil {
		return nil, errors.New("no connection")
	}
	copied := *resp
	if body, ok := resp.Stream.(*body); ok {
		copied.Stream = &breaking{strings.NewReader(body.text), body.err}
	}
	return &copied, nil
}

func (f *fake) Rewrites(address *url.URL) bool { return address.Query().Has("_method") }

// body is the text of a response, which ends with err.
type body struct {
	io.ReadCloser
	text string
	err  error
}

type breaking struct {
	io.Reader
	err error
}

func (b *breaking) Read(p []byte) (int, error) {
	n, err := b.Reader.Read(p)
	if err == io.EOF && b.err != nil {
		err = b.err
	}
	return n, err
}

func (b *breaking) Close() error { return nil }

// response makes a response of a status, a text, and headers in pairs.
func response(status int, text string, pairs ...string) *transport.Response {
	header := http.Header{}
	for pair := range slices.Chunk(pairs, 2) {
		header.Set(pair[0], pair[1])
	}
	resp := &transport.Response{Status: status, Header: header}
	if status < 300 {
		resp.Stream = &body{text: text}
	}
	return resp
}

// broken makes a response whose connection breaks after the text.
func broken(status int, text string, pairs ...string) *transport.Response {
	resp := response(status, "", pairs...)
	resp.Stream = &body{text: text, err: errors.New("connection reset")}
	return resp
}

func TestCopyWritesTheWholeFileOrSaysWhyNot(t *testing.T) {
	t.Parallel()
	var packed bytes.Buffer
	z := gzip.NewWriter(&packed)
	_, _ = z.Write([]byte("0123456789"))
	_ = z.Close()
	half := packed.String()[:packed.Len()-4]
	const given, mirror = "https://a.test/f", "https://b.test/f"
	on := func(to string) *transport.Response { return response(302, "", "Location", to) }
	for name, test := range map[string]struct {
		responses []*transport.Response
		asked     []string
		want      string // what is written
		err       error
	}{
		"at once": {
			[]*transport.Response{
				response(200, "0123456789", "Content-Length", "10"),
			},
			[]string{given}, "0123456789", nil,
		},
		"continued after a break": {
			[]*transport.Response{
				broken(200, "0123", "Content-Length", "10"),
				response(206, "456789", "Content-Range", "bytes 4-9/10"),
			},
			[]string{given, given + " bytes=4-"}, "0123456789", nil,
		},
		"sent again from its start": {
			[]*transport.Response{
				broken(200, "0123"),
				response(200, "0123456789"),
			},
			[]string{given, given + " bytes=4-"}, "0123456789", nil,
		},
		"less than was asked for": {
			[]*transport.Response{
				broken(200, "01"),
				response(206, "23", "Content-Range", "bytes 2-3/10"),
				response(206, "456789", "Content-Range", "bytes 4-9/10"),
			},
			[]string{given, given + " bytes=2-", given + " bytes=4-"}, "0123456789", nil,
		},
		"all there after a break": {
			[]*transport.Response{
				broken(200, "0123456789"),
				response(416, "", "Content-Range", "bytes */10"),
			},
			[]string{given, given + " bytes=10-"}, "0123456789", nil,
		},
		"packed and broken": {
			[]*transport.Response{
				broken(200, half, "Content-Encoding", "gzip"),
				response(200, packed.String(), "Content-Encoding", "gzip"),
			},
			[]string{given, given}, "0123456789", nil,
		},
		"packed another way": {
			[]*transport.Response{
				response(200, "x", "Content-Encoding", "br"),
			},
			[]string{given}, "", fault.ErrDecode,
		},
		"changed meanwhile": {
			[]*transport.Response{
				broken(200, "0123", "ETag", "a"),
				response(206, "456789", "Content-Range", "bytes 4-9/10", "ETag", "b"),
			},
			[]string{given, given + " bytes=4-"}, "0123", fault.ErrConflict,
		},
		"shorter meanwhile": {
			[]*transport.Response{
				broken(200, "0123"),
				response(416, "", "Content-Range", "bytes */3"),
			},
			[]string{given, given + " bytes=4-"}, "0123", fault.ErrConflict,
		},
		"another part": {
			[]*transport.Response{
				broken(200, "0123"),
				response(206, "56789", "Content-Range", "bytes 5-9/10"),
			},
			[]string{given, given + " bytes=4-"}, "0123", fault.ErrDecode,
		},
		"no file":   {[]*transport.Response{response(204, "")}, []string{given}, "", fault.ErrDecode},
		"not there": {[]*transport.Response{response(404, "")}, []string{given}, "", fault.ErrNotFound},
		"nothing comes": {
			[]*transport.Response{
				broken(200, "", "Content-Length", "10"),
			},
			[]string{given, given, given}, "", io.ErrUnexpectedEOF,
		},
		"elsewhere": {
			[]*transport.Response{
				on(mirror),
				response(200, "ab"),
			},
			[]string{given, mirror}, "ab", nil,
		},
		"elsewhere without TLS": {
			[]*transport.Response{
				on("http://b.test/f"),
			},
			[]string{given}, "", fault.ErrRedirected,
		},
		"elsewhere at what is no address": {
			[]*transport.Response{
				on("http://[b.test/f"),
			},
			[]string{given}, "", fault.ErrRedirected,
		},
		"a part that was not asked for": {
			[]*transport.Response{
				response(206, "01", "Content-Range", "bytes 0-1/4"),
			},
			[]string{given}, "", fault.ErrDecode,
		},
		"elsewhere as a write": {
			[]*transport.Response{
				on(given + "?_method=DELETE"),
			},
			[]string{given}, "", fault.ErrRedirected,
		},
		"no longer good elsewhere": {
			[]*transport.Response{
				on(mirror),
				broken(200, "01"),
				response(403, ""),
				on(mirror),
				response(206, "23", "Content-Range", "bytes 2-3/4"),
			},
			[]string{given, mirror, mirror + " bytes=2-", given + " bytes=2-", mirror + " bytes=2-"}, "0123", nil,
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if test.err == io.ErrUnexpectedEOF { //nolint:errorlint // the value of the table
				test.responses[0].Stream = &body{}
			}
			source, address, out := &fake{responses: test.responses}, mustParse(t, given), bytes.Buffer{}
			n, err := Copy(t.Context(), source, address, http.Header{"X-Key": {"k"}}, 3, &out)
			switch {
			case out.String() != test.want:
				t.Errorf("Copy: wrote %q (error %v), want %q", out.String(), err, test.want)
			case n != int64(len(test.want)):
				t.Errorf("Copy: %d bytes, want %d", n, len(test.want))
			case !errors.Is(err, test.err):
				t.Errorf("Copy: %d bytes %q, %v, want %v", n, out.String(), err, test.err)
			}
			if !slices.Equal(source.asked, test.asked) {
				t.Errorf("it asked %q, want %q", source.asked, test.asked)
			}
			for i, asked := range source.asked {
				if own := strings.HasPrefix(asked, given); own != (source.keys[i] == "k") {
					t.Errorf("%s was asked with the key %q: own is %t, want %t", asked, source.keys[i], own, source.keys[i] == "k")
				}
			}
		})
	}
}

func TestDownloadEndsAtASecondRefusalOfItsTarget(t *testing.T) {
	t.Parallel()
	const given, mirror = "https://example.org/f", "https://mirror.test/f"
	source := &fake{responses: []*transport.Response{
		response(302, "", "Location", mirror), broken(200, "01"), response(403, ""),
		response(302, "", "Location", mirror), response(403, ""),
	}}
	var out bytes.Buffer
	_, err := Copy(t.Context(), source, mustParse(t, given), http.Header{}, 5, &out)
	if failure, ok := errors.AsType[*Failure](err); !ok || failure.Error() != "status 403" {
		t.Errorf("Copy: error %v, want a failure with the status 403", err)
	}
	if out.String() != "01" {
		t.Errorf("Copy: wrote %q, want the first part", out.String())
	}
	want := []string{given, mirror, mirror + " bytes=2-", given + " bytes=2-", mirror + " bytes=2-"}
	if !slices.Equal(source.asked, want) {
		t.Errorf("Copy sent the requests %q, want %q", source.asked, want)
	}
}

func TestRedirectsEnd(t *testing.T) {
	t.Parallel()
	for location, most := range map[string]int{"/again": 1, "": maxHops + 1} {
		source := &fake{}
		for i := range 20 { // from one host to the next, where the location is not that of the same
			to := cmp.Or(location, fmt.Sprintf("https://host%d.test/f", i))
			source.responses = append(source.responses, response(302, "", "Location", to))
		}
		_, err := Copy(t.Context(), source, mustParse(t, "https://a.test/f"), http.Header{}, 3, io.Discard)
		switch {
		case !errors.Is(err, fault.ErrRedirected):
			t.Errorf("Copy: %q: %d requests, %v, want ErrRedirected", location, len(source.asked), err)
		case len(source.asked) != most:
			t.Errorf("Copy with redirects to %q: %d requests (error %v), want %d", location, len(source.asked), err, most)
		}
	}
}

func TestErrorOfTheWriterEndsACopy(t *testing.T) {
	t.Parallel()
	full := errors.New("disk full")
	source := &fake{responses: []*transport.Response{response(200, "0123")}}
	_, err := Copy(t.Context(), source, mustParse(t, "https://a.test/f"), http.Header{}, 3, failing{full})
	switch failure := new(Failure); {
	case !errors.As(err, &failure):
		t.Errorf("Copy: error %v, want a *Failure", err)
	case !errors.Is(err, full):
		t.Errorf("Copy: %d requests, %v, want %v", len(source.asked), err, full)
	case len(source.asked) != 1:
		t.Errorf("Copy: %d requests (error %v), want 1", len(source.asked), err)
	}
	source.responses = []*transport.Response{nil}
	_, err = Copy(t.Context(), source, mustParse(t, "https://a.test/f"), http.Header{}, 3, io.Discard)
	if err == nil || err.Error() != "no connection" {
		t.Error(err)
	}
}

type failing struct{ err error }

func (f failing) Write([]byte) (int, error) { return 0, f.err }

func mustParse(t *testing.T, address string) *url.URL {
	t.Helper()
	u, err := url.Parse(address)
	if err != nil {
		t.Fatal(err)
	}
	return u
}

func TestErrorsArePrintable(t *testing.T) {
	t.Parallel()
	const evil = "\x1b[2J\u202eevil\r\nFAKE LINE"
	for _, err := range []error{&Failure{Reason: errors.New(evil)}, &Failure{}} {
		if got := err.Error(); got != transport.Line(got, transport.MaxError) {
			t.Errorf("got %q, want %q", got, transport.Line(got, transport.MaxError))
		}
	}
}

func TestFailureSaysWhyTheDownloadEnded(t *testing.T) {
	t.Parallel()
	for want, failure := range map[string]*Failure{
		"status 404":  {Response: &transport.Response{Status: 404}},
		"no response": {},
		"cut":         {Reason: errors.New("cut"), Response: &transport.Response{Status: 200}},
	} {
		if got := failure.Error(); got != want {
			t.Errorf("Failure.Error: %q, want %q", got, want)
		}
	}
}
