package download

import (
	"bytes"
	"compress/gzip"
	"context"
	"errors"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"testing"

	"github.com/fontcms/fontcms-go/cms/internal/fault"
	"github.com/fontcms/fontcms-go/internal/transport"
)

func TestCopyContinuesOnlyTheSameFile(t *testing.T) {
	t.Parallel()
	var packed bytes.Buffer
	z := gzip.NewWriter(&packed)
	_, _ = z.Write([]byte("0123456789"))
	_ = z.Close()
	const given, mirror = "https://a.test/f", "https://b.test/f"
	for name, test := range map[string]struct {
		responses []*transport.Response
		asked     []string
		want      string // what is written
		err       error
	}{
		"changed before a byte arrived": {
			[]*transport.Response{broken(200, "", "ETag", "a", "Content-Length", "9"), response(200, "01", "ETag", "b")},
			[]string{given, given}, "01", nil,
		},
		"changed after one byte": {
			[]*transport.Response{broken(200, "0", "ETag", "a"), response(206, "1", "Content-Range", "bytes 1-1/2", "ETag",
				"b")},
			[]string{given, given + " bytes=1-"}, "0", fault.ErrConflict,
		},
		"changed date": {
			[]*transport.Response{
				broken(200, "0", "Last-Modified", "a"),
				response(206, "1", "Content-Range", "bytes 1-1/2", "Last-Modified", "b"),
			},
			[]string{given, given + " bytes=1-"}, "0", fault.ErrConflict,
		},
		"changed size": {
			[]*transport.Response{broken(200, "01", "Content-Length", "4"),
				response(206, "234", "Content-Range", "bytes 2-4/5")},
			[]string{given, given + " bytes=2-"}, "01", fault.ErrConflict,
		},
		"no size in the part": {
			[]*transport.Response{broken(200, "01", "Content-Length", "4"), response(206, "23", "Content-Range", "bytes 2-3/*")},
			[]string{given, given + " bytes=2-"}, "0123", nil,
		},
		"more bytes than the size": {
			[]*transport.Response{broken(200, "01", "Content-Length", "4"),
				response(206, "2345", "Content-Range", "bytes 2-3/4")},
			[]string{given, given + " bytes=2-"}, "012345", fault.ErrDecode,
		},
		"ends early": {
			[]*transport.Response{response(200, "01", "Content-Length", "4"),
				response(206, "23", "Content-Range", "bytes 2-3/4")},
			[]string{given, given + " bytes=2-"}, "0123", nil,
		},
		"a part without a range": {
			[]*transport.Response{broken(200, "01"), response(206, "23")},
			[]string{given, given + " bytes=2-"}, "01", fault.ErrDecode,
		},
		"packed after the break": {
			[]*transport.Response{broken(200, "01"), response(200, packed.String(), "Content-Encoding", "X-GZIP")},
			[]string{given, given + " bytes=2-"}, "01", fault.ErrConflict,
		},
		"packed by x-gzip, with the size of the packed file": {
			[]*transport.Response{response(200, packed.String(), "Content-Encoding", "X-GZIP", "Content-Length", "3")},
			[]string{given}, "0123456789", nil,
		},
		"not packed at all": {
			[]*transport.Response{response(200, "01", "Content-Encoding", "identity", "Content-Length", "2")},
			[]string{given}, "01", nil,
		},
		"made anew for each request": {
			[]*transport.Response{broken(200, "0123", "Content-Length", "6"), response(200, "012X45", "Content-Length", "6")},
			[]string{given, given + " bytes=4-"}, "0123", fault.ErrConflict,
		},
		"the same bytes again": {
			[]*transport.Response{broken(200, "01"), broken(200, "0123"), response(200, "012345")},
			[]string{given, given + " bytes=2-", given + " bytes=4-"}, "012345", nil,
		},
		"shorter when sent again": {
			[]*transport.Response{broken(200, "0123"), response(200, "012"), response(200, "012345")},
			[]string{given, given + " bytes=4-", given + " bytes=4-"}, "012345", nil,
		},
		"a break after each byte": {
			[]*transport.Response{
				broken(200, "0"), broken(206, "1", "Content-Range", "bytes 1-4/5"),
				broken(206, "2", "Content-Range", "bytes 2-4/5"),
				broken(206, "3", "Content-Range", "bytes 3-4/5"), response(206, "4", "Content-Range", "bytes 4-4/5"),
			},
			[]string{given, given + " bytes=1-", given + " bytes=2-", given + " bytes=3-", given + " bytes=4-"}, "01234", nil,
		},
		"unsatisfiable without a size": {
			[]*transport.Response{broken(200, "01"), response(416, "")},
			[]string{given, given + " bytes=2-"}, "01", &Failure{},
		},
		"unsatisfiable from the start": {
			[]*transport.Response{response(416, "", "Content-Range", "bytes */0")},
			[]string{given}, "", &Failure{},
		},
		"gone":           {[]*transport.Response{response(410, "")}, []string{given}, "", fault.ErrNotFound},
		"not for anyone": {[]*transport.Response{response(403, "")}, []string{given}, "", &Failure{}},
		"elsewhere by the last status of a redirect": {
			[]*transport.Response{response(399, "", "Location", mirror), response(200, "01")},
			[]string{given, mirror}, "01", nil,
		},
		"an error with an address": {
			[]*transport.Response{response(400, "", "Location", mirror)},
			[]string{given}, "", &Failure{},
		},
		"gone where the transport was led": {
			[]*transport.Response{redirected(response(410, "")), response(200, "01")},
			[]string{given, given}, "01", nil,
		},
		"gone elsewhere, twice": {
			[]*transport.Response{
				response(302, "", "Location", mirror), response(401, ""), response(302, "", "Location", mirror), response(401, ""),
			},
			[]string{given, mirror, given, mirror}, "", &Failure{},
		},
		"failing elsewhere": {
			[]*transport.Response{response(302, "", "Location", mirror), response(500, "")},
			[]string{given, mirror}, "", &Failure{},
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			source, out := &fake{responses: test.responses}, bytes.Buffer{}
			n, err := Copy(t.Context(), source, mustParse(t, given), http.Header{}, 3, &out)
			switch {
			case out.String() != test.want:
				t.Errorf("Copy: %d bytes %q, want %q", n, out.String(), test.want)
			case n != int64(len(test.want)):
				t.Errorf("Copy: %d bytes %q, want %d", n, out.String(), len(test.want))
			}
			failure, failed := errors.AsType[*Failure](err)
			if _, isFailure := test.err.(*Failure); isFailure { //nolint:errorlint // the value of the table
				switch {
				case !failed:
					t.Errorf("Copy: error %v, want a *Failure", err)
				case failure.Reason != nil:
					t.Errorf("Copy: Reason error %v, want nil", failure.Reason)
				case failure.Response == nil:
					t.Error("Copy: Response nil, want a value")
				case failure.Address == nil:
					t.Error("Copy: Address nil, want a value")
				}
			} else {
				switch {
				case !errors.Is(err, test.err):
					t.Errorf("Copy: error %v, want %v", err, test.err)
				case failed != (test.err != nil):
					t.Errorf("Copy: failed is %t, want %t", failed, test.err != nil)
				}
			}
			if !slices.Equal(source.asked, test.asked) {
				t.Errorf("it asked %q, want %q", source.asked, test.asked)
			}
		})
	}
}

// redirected marks a response to which the transport has followed redirects.
func redirected(resp *transport.Response) *transport.Response {
	resp.Redirected = true
	return resp
}

// asking is a source that keeps the headers of the last request.
type asking struct {
	fake
	header http.Header
}

func (a *asking) Get(ctx context.Context, address *url.URL, header http.Header) (*transport.Response, error) {
	a.header = header
	return a.fake.Get(ctx, address, header)
}

func TestCopyRequestsTheFileAsItIs(t *testing.T) {
	t.Parallel()
	source := &asking{fake: fake{responses: []*transport.Response{response(200, "01")}}}
	given := http.Header{"X-Key": {"k"}, "Accept-Encoding": {"br"}}
	if _, err := Copy(t.Context(), source, mustParse(t, "https://a.test/f"), given, 3, &strings.Builder{}); err != nil {
		t.Fatal(err)
	}
	switch h := source.header; {
	case h.Get("Accept") != "*/*":
		t.Errorf(`h.Get("Accept") %q, want %q`, h.Get("Accept"), "*/*")
	case h.Get("Accept-Encoding") != "identity":
		t.Errorf(`h.Get("Accept-Encoding") %q, want %q`, h.Get("Accept-Encoding"), "identity")
	case h.Get("X-Key") != "k":
		t.Errorf(`h.Get("X-Key") %q, want %q`, h.Get("X-Key"), "k")
	}
	switch {
	case given.Get("Accept-Encoding") != "br":
		t.Errorf(`the header of the caller is now %v: given.Get("Accept-Encoding") %q, want %q`, given,
			given.Get("Accept-Encoding"), "br")
	case len(given) != 2:
		t.Errorf("header of the caller after Copy %v, want the same 2 fields", given)
	}
}

func TestIsFileAcceptsOnlyHTTPWithoutCredentials(t *testing.T) {
	t.Parallel()
	for address, want := range map[string]bool{
		"http://a.test/f": true, "https://a.test/f": true, "ftp://a.test/f": false, "/f": false,
		"https:///f": false, "https://u@a.test/f": false,
	} {
		if got := IsFile(mustParse(t, address)); got != want {
			t.Errorf("IsFile(%s): %t, want %t", address, got, want)
		}
	}
}
