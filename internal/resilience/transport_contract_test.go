package resilience

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/fontcms/fontcms-go/batch"
	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/cms/connect"
	"github.com/fontcms/fontcms-go/fonts"
	"github.com/fontcms/fontcms-go/media"
)

// brokenContract are transports of a caller that return what net/http forbids.
func brokenContract() map[string]func(*http.Request) (*http.Response, error) {
	empty := func(response http.Response) func(*http.Request) (*http.Response, error) {
		return func(*http.Request) (*http.Response, error) { return new(response), nil }
	}
	return map[string]func(*http.Request) (*http.Response, error){
		"nil, nil": func(*http.Request) (*http.Response, error) {
			return nil, nil //nolint:nilnil // this is what the test is about
		},
		"200 with a nil Body":              empty(http.Response{StatusCode: http.StatusOK, Header: http.Header{}}),
		"200 with a nil Body and Header":   empty(http.Response{StatusCode: http.StatusOK}),
		"200 with a length and a nil Body": empty(http.Response{StatusCode: http.StatusOK, ContentLength: 5}),
		"206 with a nil Body":              empty(http.Response{StatusCode: http.StatusPartialContent, ContentLength: -1}),
		"302 with a nil Body and Header":   empty(http.Response{StatusCode: http.StatusFound}),
		"302 to itself with a nil Body": empty(http.Response{
			StatusCode: http.StatusFound, Header: http.Header{"Location": {"/"}},
		}),
		"401 with a nil Body and Header": empty(http.Response{StatusCode: http.StatusUnauthorized}),
		"503 with a nil Body": empty(http.Response{
			StatusCode: http.StatusServiceUnavailable, Header: http.Header{"Retry-After": {"0"}},
		}),
		"the zero Response": empty(http.Response{}),
		"a Response and an error": func(*http.Request) (*http.Response, error) {
			return &http.Response{StatusCode: http.StatusOK, Body: http.NoBody}, errors.New("broken")
		},
	}
}

func TestTransportThatBreaksItsContractIsAPlainError(t *testing.T) {
	t.Parallel()
	for name, broken := range brokenContract() {
		client := &http.Client{Transport: roundTrip(broken)}
		site, err := cms.New("https://site.example", cms.WithHTTPClient(client), cms.WithDownloadClient(client),
			cms.WithToken("a-token"), cms.WithRetry(cms.Retry{MinWait: time.Nanosecond, MaxWait: time.Nanosecond}))
		if err != nil {
			t.Fatal(err)
		}
		anonymous, err := site.With(cms.WithoutCredentials())
		if err != nil {
			t.Fatal(err)
		}
		for call, do := range contractCalls(t, site, anonymous, client) {
			err := do(t.Context())
			if err == nil {
				t.Errorf("%s through a transport that returns %s: no error, want one", call, name)
				continue
			}
			if text := err.Error(); strings.Contains(text, "nil pointer") || strings.Contains(text, "a-token") {
				t.Errorf("%s through a transport that returns %s: error %q, want a plain one without the token", call, name, text)
			}
		}
	}
}

// contractCalls are calls of each part of the module. Each must fail.
func contractCalls(
	t *testing.T, site, anonymous *cms.Client, client *http.Client,
) map[string]func(context.Context) error {
	t.Helper()
	catalogue, err := fonts.New("https://fonts.example", fonts.WithHTTPClient(client),
		fonts.WithRetry(fonts.Retry{MinWait: time.Nanosecond, MaxWait: time.Nanosecond}))
	if err != nil {
		t.Fatal(err)
	}
	session, err := anonymous.With(cms.WithCredentials(connect.SessionLogin(anonymous, "ada", "secret")))
	if err != nil {
		t.Fatal(err)
	}
	found := func(d *connect.Diagnosis, err error) error {
		if err != nil || len(d.Findings) == 0 {
			return err
		}
		return fmt.Errorf("%v", d)
	}
	last := func(_ any, err error) error { return err }
	return map[string]func(context.Context) error{
		"Get":    func(ctx context.Context) error { return last(site.Posts.Get(ctx, 7)) },
		"Create": func(ctx context.Context) error { return last(site.Posts.Create(ctx, &cms.PostParams{})) },
		"List":   func(ctx context.Context) error { return last(site.Posts.List(ctx, nil)) },
		"Delete": func(ctx context.Context) error { return last(site.Posts.Delete(ctx, 7)) },
		"Verify": func(ctx context.Context) error { return last(site.Verify(ctx)) },
		"Index":  func(ctx context.Context) error { return last(site.Index(ctx)) },
		"Upload": func(ctx context.Context) error {
			return last(media.New(site).Upload(ctx, media.Bytes("a.png", []byte("x")), nil))
		},
		"batch": func(ctx context.Context) error {
			return last(batch.New(site).Delete("cms/v2/posts/1", nil).Do(ctx))
		},
		"Get with a session": func(ctx context.Context) error { return last(session.Posts.Get(ctx, 7)) },
		"Discover": func(ctx context.Context) error {
			return last(connect.Discover(ctx, "https://site.example", cms.WithHTTPClient(client)))
		},
		"Diagnose": func(ctx context.Context) error { return found(connect.Diagnose(ctx, site)) },
		"DiagnoseAddress": func(ctx context.Context) error {
			return found(connect.DiagnoseAddress(ctx, "https://site.example", nil, cms.WithHTTPClient(client)))
		},
		"a list of fonts": func(ctx context.Context) error { return last(catalogue.List(ctx, nil)) },
	}
}

func TestDownloadThroughATransportThatBreaksItsContract(t *testing.T) {
	t.Parallel()
	for name, broken := range brokenContract() {
		client := &http.Client{Transport: roundTrip(broken)}
		site, err := cms.New("https://site.example", cms.WithHTTPClient(client), cms.WithDownloadClient(client),
			cms.WithRetry(cms.Retry{MinWait: time.Nanosecond, MaxWait: time.Nanosecond}))
		if err != nil {
			t.Fatal(err)
		}
		for _, address := range []string{"https://site.example/a.png", "https://files.example/a.png"} {
			_, err := site.Download(t.Context(), address, io.Discard)
			empty := name == "200 with a nil Body" || name == "200 with a nil Body and Header"
			if (err == nil) != empty {
				t.Errorf("Download of %s through a transport that returns %s: error %v, want one: %t", address, name, err, !empty)
			}
		}
	}
}

// roundTrip is a transport of a caller.
type roundTrip func(*http.Request) (*http.Response, error)

func (f roundTrip) RoundTrip(r *http.Request) (*http.Response, error) { return f(r) }
