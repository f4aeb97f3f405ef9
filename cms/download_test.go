package cms_test

import (
	"bytes"
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/internal/stub"
)

// content is a file of 300 KB in which every place is told from the others.
var content = func() []byte {
	var b bytes.Buffer
	for b.Len() < 300_000 {
		fmt.Fprintf(&b, "%08d ", b.Len())
	}
	return b.Bytes()
}()

// files serves content, and lets a test do something else with the nth request.
func files(t *testing.T, ranges bool, odd func(n int, w http.ResponseWriter, r *http.Request) bool) (client *cms.Client,
	address string) {
	t.Helper()
	var n atomic.Int32
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if odd(int(n.Add(1)), w, r) {
			return
		}
		if !ranges {
			r.Header.Del("Range")
		}
		http.ServeContent(w, r, "a.bin", time.Unix(1_790_000_000, 0), bytes.NewReader(content))
	}))
	t.Cleanup(server.Close)
	client, err := cms.New(server.URL, cms.WithApplicationPassword("editor", "abcd EFGH 1234 ijkl"),
		cms.WithRetry(cms.Retry{MinWait: time.Nanosecond, MaxWait: time.Microsecond}))
	if err != nil {
		t.Fatal(err)
	}
	return client, server.URL + "/files/a.bin"
}

// cutAfter sends a part of what is asked for, and breaks the connection.
func cutAfter(w http.ResponseWriter, from, size int, modified string) {
	w.Header().Set("Content-Length", fmt.Sprint(len(content)-from))
	w.Header().Set("Last-Modified", modified)
	if from > 0 {
		w.Header().Set("Content-Range", fmt.Sprintf("bytes %d-%d/%d", from, len(content)-1, len(content)))
		w.WriteHeader(http.StatusPartialContent)
	}
	_, _ = w.Write(content[from : from+size])
	_ = http.NewResponseController(w).Flush()
	panic(http.ErrAbortHandler)
}

func TestDownloadContinuesAfterABrokenConnection(t *testing.T) {
	t.Parallel()
	modified := time.Unix(1_790_000_000, 0).UTC().Format(http.TimeFormat)
	for name, test := range map[string]struct {
		ranges bool
		odd    func(n int, w http.ResponseWriter, r *http.Request) bool
	}{
		"not cut": {true, func(int, http.ResponseWriter, *http.Request) bool { return false }},
		"cut once": {true, func(n int, w http.ResponseWriter, _ *http.Request) bool {
			if n == 1 {
				cutAfter(w, 0, 100_000, modified)
			}
			return false
		}},
		"cut again and again": {true, func(n int, w http.ResponseWriter, r *http.Request) bool {
			from := 0
			_, _ = fmt.Sscanf(r.Header.Get("Range"), "bytes=%d-", &from)
			if n < 20 {
				cutAfter(w, from, 10_000, modified)
			}
			return false
		}},
		"cut behind the first byte": {true, func(n int, w http.ResponseWriter, r *http.Request) bool {
			switch want := map[int]string{1: "", 2: "bytes=1-"}[n]; {
			case r.Header.Get("Range") != want:
				t.Errorf(`request %d has the header %v: Header.Get("Range") %q, want %q`, n, r.Header, r.Header.Get("Range"), want)
			case r.Header.Get("Accept-Encoding") != "identity":
				t.Errorf(`request %d has the header %v: Header.Get("Accept-Encoding") %q, want %q`, n, r.Header,
					r.Header.Get("Accept-Encoding"), "identity")
			case r.Header.Get("Accept") != "*/*":
				t.Errorf(`request %d has the header %v: Header.Get("Accept") %q, want %q`, n, r.Header, r.Header.Get("Accept"),
					"*/*")
			}
			if n == 1 {
				cutAfter(w, 0, 1, modified)
			}
			return false
		}},
		"cut at once, three times": {true, func(n int, w http.ResponseWriter, _ *http.Request) bool {
			if n < 4 {
				cutAfter(w, 0, 0, modified)
			}
			return false
		}},
		"from a server without ranges": {false, func(n int, w http.ResponseWriter, _ *http.Request) bool {
			if n == 1 {
				cutAfter(w, 0, 100_000, modified)
			}
			return false
		}},
		"refused first": {true, func(n int, w http.ResponseWriter, _ *http.Request) bool {
			if n < 3 {
				w.WriteHeader(http.StatusServiceUnavailable)
			}
			return n < 3
		}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			client, address := files(t, test.ranges, test.odd)
			var got bytes.Buffer
			n, err := client.Download(t.Context(), address, &got)
			switch {
			case err != nil:
				t.Errorf("Client.Download: %d bytes of %d, the same: %v, error %v, want nil", n, len(content),
					bytes.Equal(got.Bytes(), content), err)
			case n != int64(len(content)):
				t.Errorf("Client.Download: %d bytes (error %v), want %d", n, err, len(content))
			case !bytes.Equal(got.Bytes(), content):
				t.Errorf("Client.Download: %d bytes (error %v) differ from the file, want the same bytes", n, err)
			}
		})
	}
}

// full is a disk without space.
type full struct{}

var errFull = errors.New("no space left")

func (full) Write([]byte) (int, error) { return 0, errFull }

func TestErrorOfADownloadNamesItsCause(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		odd  func(n int, w http.ResponseWriter, r *http.Request) bool
		into io.Writer
		want error
	}{
		"there is no such file": {odd: func(_ int, w http.ResponseWriter, _ *http.Request) bool {
			http.Error(w, "<html>Not found</html>", http.StatusNotFound)
			return true
		}, want: cms.ErrNotFound},
		"the site refuses it": {odd: func(_ int, w http.ResponseWriter, _ *http.Request) bool {
			w.WriteHeader(http.StatusForbidden)
			_, _ = io.WriteString(w, `{"code":"rest_forbidden","message":"No.","data":{"status":403}}`)
			return true
		}, want: cms.ErrorCode("rest_forbidden")},
		"it is cut and brings nothing": {odd: func(_ int, w http.ResponseWriter, _ *http.Request) bool {
			cutAfter(w, 0, 0, "")
			return true
		}, want: io.ErrUnexpectedEOF},
		"no response comes": {odd: func(_ int, w http.ResponseWriter, _ *http.Request) bool {
			stub.Cut(w)
			return true
		}, want: io.EOF},
		"it changes": {odd: func(n int, w http.ResponseWriter, _ *http.Request) bool {
			if n == 1 {
				cutAfter(w, 0, 100_000, "Mon, 02 Jan 2006 15:04:05 GMT")
			}
			return false
		}, want: cms.ErrConflict},
		"another part comes": {odd: func(n int, w http.ResponseWriter, _ *http.Request) bool {
			if n == 1 {
				cutAfter(w, 0, 100_000, "")
			}
			cutAfter(w, 50_000, 100, "")
			return true
		}, want: cms.ErrDecode},
		"the redirects never end": {odd: func(_ int, w http.ResponseWriter, r *http.Request) bool {
			http.Redirect(w, r, "ftp://files.example.org/a.bin", http.StatusFound)
			return true
		}, want: cms.ErrRedirected},
		"it is refused, and the refusal names another address": {
			odd: func(n int, w http.ResponseWriter, r *http.Request) bool {
				if n > 1 {
					return false
				}
				w.Header().Set("Location", r.URL.Path)
				http.Error(w, "<html>Not for you</html>", http.StatusForbidden)
				return true
			}, want: errStatus(http.StatusForbidden)},
		"it is said to be packed, and is not": {odd: func(_ int, w http.ResponseWriter, _ *http.Request) bool {
			w.Header().Set("Content-Encoding", "gzip")
			_, _ = w.Write(content)
			return true
		}, want: gzip.ErrHeader},
		"the disk is full": {odd: func(int, http.ResponseWriter, *http.Request) bool { return false }, into: full{},
			want: errFull},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			client, address := files(t, true, test.odd)
			into := test.into
			if into == nil {
				into = io.Discard
			}
			_, err := client.Download(t.Context(), address, into)
			status, byStatus := errors.AsType[errStatus](test.want)
			e, ok := errors.AsType[*cms.Error](err)
			switch {
			case errors.Is(err, cms.ErrOutcomeUnknown):
				t.Errorf("Client.Download: error %v, want no ErrOutcomeUnknown: it writes nothing", err)
			case !byStatus && !errors.Is(err, test.want):
				t.Errorf("error %v, want %v", err, test.want)
			case byStatus && (!ok || e.Status != int(status) || e.Reason != nil):
				t.Errorf("Client.Download: error %#v, want a *cms.Error with status %d and no reason", err, status)
			}
		})
	}
}

// errStatus is an error that says no more than its status.
type errStatus int

func (s errStatus) Error() string { return http.StatusText(int(s)) }

func TestCredentialsAreNotSentToAnotherHostOfADownload(t *testing.T) {
	t.Parallel()
	elsewhere := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch {
		case r.Header.Get("Authorization") != "":
			t.Errorf(`another host was told a secret: Header.Get("Authorization") %q, want an empty string`,
				r.Header.Get("Authorization"))
		case r.Header.Get("X-Key") != "":
			t.Errorf(`another host was told a secret: Header.Get("X-Key") %q, want an empty string`, r.Header.Get("X-Key"))
		}
		_, _ = w.Write(content)
	}))
	defer elsewhere.Close()
	client, address := files(t, true, func(_ int, w http.ResponseWriter, r *http.Request) bool {
		http.Redirect(w, r, elsewhere.URL+"/a.bin?signature=secret", http.StatusFound)
		return true
	})
	client, err := client.With(cms.WithHeader("X-Key", "secret"))
	if err != nil {
		t.Fatal(err)
	}
	for _, from := range []string{address, elsewhere.URL} {
		var got bytes.Buffer
		switch _, err := client.Download(t.Context(), from, &got); {
		case err != nil:
			t.Errorf("Client.Download: %s: %d bytes, error %v, want nil", from, got.Len(), err)
		case !bytes.Equal(got.Bytes(), content):
			t.Errorf("Client.Download(%s): %d bytes (error %v) differ from the file, want the same bytes", from, got.Len(), err)
		}
	}
}

func TestDownloadEndsWithItsContext(t *testing.T) {
	t.Parallel()
	client, address := files(t, true, func(_ int, w http.ResponseWriter, r *http.Request) bool {
		w.Header().Set("Content-Length", "100")
		_ = http.NewResponseController(w).Flush()
		<-r.Context().Done()
		return true
	})
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Millisecond)
	defer cancel()
	if _, err := client.Download(ctx, address, io.Discard); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("error %v, want DeadlineExceeded", err)
	}
}

// Old sites have files whose names WordPress would change today, and it does not encode all of them.
func TestDownloadRequestsEachNameOfAFileEncodedOnce(t *testing.T) {
	t.Parallel()
	for name, want := range map[string]string{
		"mellanm\u00e5l.jpg": "mellanm%C3%A5l.jpg",
		"a b.jpg":            "a%20b.jpg",
		"a%402x.jpg":         "a%402x.jpg",
		"a%25402x.jpg":       "a%25402x.jpg",
		"100%.jpg":           "100%25.jpg",
		"50%_off%20.jpg":     "50%25_off%20.jpg",
	} {
		var asked string
		client, address := files(t, true, func(_ int, _ http.ResponseWriter, r *http.Request) bool {
			asked = r.RequestURI
			return false
		})
		_, err := client.Download(t.Context(), strings.Replace(address, "a.bin", name, 1), io.Discard)
		if err != nil || asked != "/files/"+want {
			t.Errorf("Download of %q: request %q, error %v, want /files/%s and none", name, asked, err, want)
		}
	}
}

// A plugin may redirect a missing file to the home page, and a gate to its login page.
func TestDownloadTakesNoWebPageForAFile(t *testing.T) {
	t.Parallel()
	const page = "<!DOCTYPE html>\n<html><head><title>Home</title></head><body>Welcome</body></html>"
	for name, test := range map[string]struct {
		file, contentType, body string
		redirect                bool
		want                    error
	}{
		"the home page for a picture":     {"a.jpg", "text/html; charset=UTF-8", page, true, cms.ErrDecode},
		"a page for a document":           {"a.pdf", "text/html", "\ufeff \n" + page, false, cms.ErrDecode},
		"a page for a film":               {"A.MP4", "text/html", page, false, cms.ErrDecode},
		"a page":                          {"a.html", "text/html", page, false, nil},
		"a page of the site":              {"about/", "text/html", page, false, nil},
		"a script that makes a page":      {"a.php", "text/html", page, false, nil},
		"a picture with the type of PHP":  {"a.png", "text/html", "\x89PNG\r\n\x1a\n", false, nil},
		"a drawing that begins like HTML": {"a.svg", "image/svg+xml", "<!-- a --><svg></svg>", false, nil},
		"an empty picture":                {"a.jpg", "text/html", "", false, nil},
	} {
		client, address := files(t, true, func(_ int, w http.ResponseWriter, r *http.Request) bool {
			if test.redirect && r.URL.Path != "/" {
				http.Redirect(w, r, "/", http.StatusMovedPermanently)
				return true
			}
			w.Header().Set("Content-Type", test.contentType)
			_, _ = io.WriteString(w, test.body)
			return true
		})
		var got bytes.Buffer
		_, err := client.Download(t.Context(), strings.Replace(address, "a.bin", test.file, 1), &got)
		switch {
		case !errors.Is(err, test.want):
			t.Errorf("Download, and %s comes: error %v, want %v", name, err, test.want)
		case test.want != nil && got.Len() > 0:
			t.Errorf("Download, and %s comes: %q written, want nothing", name, got.String())
		case test.want == nil && got.String() != test.body:
			t.Errorf("Download, and %s comes: %q written, want %q", name, got.String(), test.body)
		}
		if e, ok := errors.AsType[*cms.Error](err); ok && !strings.Contains(e.Hint, "web page") {
			t.Errorf("Download, and %s comes: hint %q, want one about a web page", name, e.Hint)
		}
	}
}

// Plugins keep files in a bucket and sign their addresses for some minutes.
func TestRefusalOfAnotherHostIsExplained(t *testing.T) {
	t.Parallel()
	bucket := stub.New(t, stub.Always(403, "Content-Type: application/xml", "<Error><Code>AccessDenied</Code></Error>"))
	client, address := files(t, true, func(_ int, w http.ResponseWriter, r *http.Request) bool {
		http.Redirect(w, r, bucket.URL+"/a.bin?Signature=hush", http.StatusFound)
		return true
	})
	for _, from := range []string{address, bucket.URL + "/a.bin?Signature=hush"} {
		_, err := client.Download(t.Context(), from, io.Discard)
		e, ok := errors.AsType[*cms.Error](err)
		switch {
		case !ok || e.Status != http.StatusForbidden:
			t.Errorf("Download(%s): error %v, want the status 403", from, err)
		case !strings.Contains(e.Hint, strings.TrimPrefix(bucket.URL, "http://")+", which has the file"):
			t.Errorf("Download(%s): hint %q, want one that names the other host", from, e.Hint)
		case strings.Contains(err.Error(), "hush"):
			t.Errorf("Download(%s): error %v, want no signature in it", from, err)
		}
	}
}

func TestDownloadRefusesInvalidAddresses(t *testing.T) {
	t.Parallel()
	client, address := files(t, true, func(int, http.ResponseWriter, *http.Request) bool {
		t.Error("Download of a refused address sends a request, want none")
		return false
	})
	for _, from := range []string{"", "/files/a.bin", "ftp://x/a", "http://",
		strings.Replace(address, "http://", "http://u:p@", 1), "http://[::1"} {
		switch n, err := client.Download(t.Context(), from, io.Discard); {
		case !refuses(err, "address"):
			t.Errorf("Client.Download(%q): error %v, want the argument %q refused", from, err, "address")
		case n != 0:
			t.Errorf("Client.Download(%q): %d bytes, want 0", from, n)
		}
	}
	for name, option := range map[string]cms.CallOption{"Range": cms.Header("Range", "bytes=1-"),
		"If-Range": cms.Header("If-Range", "x"), "attempts": cms.Attempts(0)} {
		if n, err := client.Download(t.Context(), address, io.Discard, option); !errors.Is(err, cms.ErrInvalidArgument) ||
			n != 0 {
			t.Errorf("Client.Download with %s: %d bytes, error %v, want 0 and ErrInvalidArgument", name, n, err)
		}
	}
	if n, err := client.Download(t.Context(), address+"?_method=DELETE",
		io.Discard); !errors.Is(err, cms.ErrInvalidArgument) || n != 0 {
		t.Errorf("Client.Download with another method: %d bytes, error %v, want 0 and ErrInvalidArgument", n, err)
	}
}
