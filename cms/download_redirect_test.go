package cms_test

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/fontcms/fontcms-go/cms"
)

// tickets is a host of files that gives each ticket out for one request.
type tickets struct {
	mu      sync.Mutex
	used    map[string]int // requests by ticket
	issued  int
	refusal int              // status of the answer to a ticket that was used
	serve   http.HandlerFunc // what a ticket that is new gets
}

// issue is the address that redirects to a ticket on host.
func (k *tickets) issue(host func() string) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		k.mu.Lock()
		k.issued++
		ticket := k.issued
		k.mu.Unlock()
		http.Redirect(w, r, fmt.Sprintf("%s/ticket?n=%d", host(), ticket), http.StatusFound)
	}
}

func (k *tickets) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	ticket := r.URL.Query().Get("n")
	k.mu.Lock()
	k.used[ticket]++
	used := k.used[ticket] > 1
	k.mu.Unlock()
	if used {
		w.WriteHeader(k.refusal)
		return
	}
	k.serve(w, r)
}

// counts is how often an address was given a ticket, and how often tickets were shown.
func (k *tickets) counts() (issued, shown int) {
	k.mu.Lock()
	defer k.mu.Unlock()
	for _, n := range k.used {
		shown += n
	}
	return k.issued, shown
}

// pieces serves content in pieces of a size: each answer is cut after one.
func pieces(size int) http.HandlerFunc {
	modified := time.Unix(1_790_000_000, 0).UTC().Format(http.TimeFormat)
	return func(w http.ResponseWriter, r *http.Request) {
		from := 0
		_, _ = fmt.Sscanf(r.Header.Get("Range"), "bytes=%d-", &from)
		if from+size < len(content) {
			cutAfter(w, from, size, modified)
		}
		http.ServeContent(w, r, "a.bin", time.Unix(1_790_000_000, 0), bytes.NewReader(content))
	}
}

func TestDownloadContinuesAfterARedirectTargetExpires(t *testing.T) {
	t.Parallel()
	for _, refusal := range []int{http.StatusUnauthorized, http.StatusForbidden, http.StatusNotFound, http.StatusGone} {
		for name, size := range map[string]int{"cut once": 200_000, "cut more often than redirects are followed": 12_000} {
			t.Run(fmt.Sprint(refusal, " ", name), func(t *testing.T) {
				t.Parallel()
				host := &tickets{used: map[string]int{}, refusal: refusal, serve: pieces(size)}
				elsewhere := httptest.NewServer(host)
				t.Cleanup(elsewhere.Close)
				issue := host.issue(func() string { return elsewhere.URL })
				client, address := files(t, true, func(_ int, w http.ResponseWriter, r *http.Request) bool {
					issue(w, r)
					return true
				})
				var got bytes.Buffer
				n, err := client.Download(t.Context(), address, &got)
				switch {
				case err != nil:
					t.Errorf("Client.Download: %d bytes of %d, error %v, want nil", n, len(content), err)
				case n != int64(len(content)):
					t.Errorf("Client.Download: %d bytes (error %v), want %d", n, err, len(content))
				case !bytes.Equal(got.Bytes(), content):
					t.Errorf("Client.Download: %d bytes (error %v) differ from the file, want the same bytes", n, err)
				}
				if want := (len(content) + size - 1) / size; host.issued != want {
					t.Errorf("the given address was asked %d times, want %d", host.issued, want)
				}
			})
		}
	}
}

func TestDownloadAsksTheGivenAddressOnceMoreForARefusedTarget(t *testing.T) {
	t.Parallel()
	refuse := func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusForbidden) }
	for name, test := range map[string]struct {
		serve         http.HandlerFunc
		sameHost      bool
		options       []cms.CallOption
		issued, shown int
	}{
		"every target refuses":             {refuse, false, nil, 2, 2},
		"every target of the site refuses": {refuse, true, nil, 2, 2},
		"one attempt":                      {refuse, false, []cms.CallOption{cms.Attempts(1)}, 1, 1},
		"a target is refused for another reason": {func(w http.ResponseWriter, _ *http.Request) {
			w.WriteHeader(http.StatusUnavailableForLegalReasons)
		}, false, nil, 1, 1},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			host := &tickets{used: map[string]int{}, refusal: http.StatusForbidden, serve: test.serve}
			elsewhere := httptest.NewServer(host)
			t.Cleanup(elsewhere.Close)
			target := elsewhere.URL
			issue := host.issue(func() string { return target })
			client, address := files(t, true, func(_ int, w http.ResponseWriter, r *http.Request) bool {
				if r.URL.Path == "/ticket" {
					host.ServeHTTP(w, r)
				} else {
					issue(w, r)
				}
				return true
			})
			if test.sameHost {
				site, err := url.Parse(address)
				if err != nil {
					t.Fatal(err)
				}
				target = "http://" + site.Host
			}
			_, err := client.Download(t.Context(), address, io.Discard, test.options...)
			switch e, ok := errors.AsType[*cms.Error](err); {
			case !ok:
				t.Errorf("error %v, want a *cms.Error", err)
			case e.Status < 400:
				t.Errorf("error %v: Status %d, want at least 400", err, e.Status)
			}
			if issued, shown := host.counts(); issued != test.issued || shown != test.shown {
				t.Errorf("the given address was asked %d times and its targets %d times, want %d and %d", issued, shown,
					test.issued, test.shown)
			}
		})
	}
}

func TestErrorOfADownloadNamesTheTargetThatIsNotFollowed(t *testing.T) {
	t.Parallel()
	for location, hint := range map[string]string{
		"": "the server redirects, but the redirect has no usable address; ask the hosting company to correct " +
			"this redirect",
		"ftp://files.example.org/a.bin?key=abc": "the server redirects to ftp://files.example.org/a.bin; if you trust " +
			"this address, download the file from it",
	} {
		client, address := files(t, true, func(_ int, w http.ResponseWriter, _ *http.Request) bool {
			w.Header().Set("Location", location)
			w.WriteHeader(http.StatusFound)
			return true
		})
		_, err := client.Download(t.Context(), address, io.Discard)
		e, ok := errors.AsType[*cms.Error](err)
		switch {
		case !ok:
			t.Errorf("%q: Client.Download(address, io.Discard): error %v, want a *cms.Error", location, err)
		case !errors.Is(err, cms.ErrRedirected):
			t.Errorf("%q: Client.Download(address, io.Discard): error %v, want ErrRedirected", location, err)
		case e.Hint != hint:
			t.Errorf("%q: Client.Download(address, io.Discard): Hint %q, want %q", location, e.Hint, hint)
		}
	}
}

func TestDownloadDoesNotRetryARejectedAddress(t *testing.T) {
	t.Parallel()
	for _, status := range []int{http.StatusUnauthorized, http.StatusForbidden, http.StatusNotFound, http.StatusGone} {
		requests := make(chan string, 10)
		host := &tickets{used: map[string]int{}, refusal: status, serve: pieces(100_000)}
		elsewhere := httptest.NewServer(host)
		t.Cleanup(elsewhere.Close)
		issue := host.issue(func() string { return elsewhere.URL })
		client, address := files(t, true, func(_ int, w http.ResponseWriter, r *http.Request) bool {
			requests <- r.URL.Path
			if strings.HasSuffix(r.URL.Path, "/gone") || len(requests) > 1 {
				w.WriteHeader(status)
			} else {
				issue(w, r)
			}
			return true
		})
		switch _, err := client.Download(t.Context(), address+"/gone", io.Discard); {
		case err == nil:
			t.Errorf("Client.Download: %d: error nil, want an error", status)
		case len(requests) != 1:
			t.Errorf("Client.Download with status %d: %d requests (error %v), want 1", status, len(requests), err)
		}
		<-requests
		n, err := client.Download(t.Context(), address, io.Discard)
		switch e, ok := errors.AsType[*cms.Error](err); {
		case !ok:
			t.Errorf(
				"Client.Download(address, io.Discard): %d, refused when it is asked again: %d bytes, %d requests, error %v, "+
					"want a *cms.Error", status, n, len(requests), err)
		case e.Status != status:
			t.Errorf("Client.Download, continued with status %d: error has status %d, want %[1]d", status, e.Status)
		case n != 100_000:
			t.Errorf("Client.Download, continued with status %d: %d bytes, want 100000", status, n)
		case len(requests) != 2:
			t.Errorf("Client.Download, continued with status %d: %d requests, want 2", status, len(requests))
		}
	}
}
