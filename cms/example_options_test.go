package cms_test

import (
	"bytes"
	"context"
	"fmt"
	"log/slog"
	"net/http"
	"os"
	"time"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/cms/cmstest"
	"github.com/fontcms/fontcms-go/media"
)

// ticks lets one request through at each tick. Programs usually take the Limiter of
// golang.org/x/time/rate.
type ticks struct{ *time.Ticker }

func (t ticks) Wait(ctx context.Context) error {
	select {
	case <-t.C:
		return nil
	case <-ctx.Done():
		return context.Cause(ctx)
	}
}

func ExampleWithLimiter() {
	server := cmstest.NewServer(cmstest.WithSample())
	defer server.Close()
	every := ticks{time.NewTicker(time.Millisecond)}
	defer every.Stop()

	site, err := cms.New(server.URL, cms.WithLimiter(every))
	if err != nil {
		fmt.Println(err)
		return
	}
	n, err := site.Posts.Count(context.Background(), nil)
	fmt.Println(n, err)
	// Output: 1190 <nil>
}

func ExampleWithLogger() {
	server := cmstest.NewServer()
	defer server.Close()
	// Times and addresses are left out here, because they differ in each run.
	steady := func(_ []string, a slog.Attr) slog.Attr {
		if a.Key == "msg" || a.Key == "level" || a.Key == "status" || a.Key == "operation" {
			return a
		}
		return slog.Attr{}
	}
	handler := slog.NewTextHandler(os.Stdout, &slog.HandlerOptions{Level: slog.LevelDebug, ReplaceAttr: steady})

	site, err := cms.New(server.URL, cms.WithLogger(slog.New(handler)))
	if err != nil {
		fmt.Println(err)
		return
	}
	_, _ = site.Posts.Get(context.Background(), 4711)
	// Output: level=DEBUG msg="http attempt" operation=Posts.Get status=404
}

// roundTripper is a function as an http.RoundTripper.
type roundTripper func(*http.Request) (*http.Response, error)

func (f roundTripper) RoundTrip(r *http.Request) (*http.Response, error) { return f(r) }

func ExampleWithMiddleware() {
	server := cmstest.NewServer()
	defer server.Close()
	trace := func(next http.RoundTripper) http.RoundTripper {
		return roundTripper(func(r *http.Request) (*http.Response, error) {
			if attempt, ok := cms.AttemptFrom(r.Context()); ok {
				fmt.Println(attempt.Operation, "attempt", attempt.Number)
			}
			return next.RoundTrip(r)
		})
	}

	site, err := cms.New(server.URL, cms.WithMiddleware(trace), cms.WithRetry(cms.Retry{MinWait: time.Millisecond}))
	if err != nil {
		fmt.Println(err)
		return
	}
	server.Fail(cmstest.Fault{Status: http.StatusBadGateway, Times: 1})
	n, err := site.Pages.Count(context.Background(), nil)
	fmt.Println(n, err)
	// Output:
	// Pages.Count attempt 1
	// Pages.Count attempt 2
	// 0 <nil>
}

func ExampleClient_Download() {
	site, done := startSite()
	defer done()
	ctx := context.Background()
	stored, err := media.New(site).Upload(ctx, media.Bytes("notes.txt", []byte("Kerning pairs")), nil)
	if err != nil {
		fmt.Println(err)
		return
	}

	var file bytes.Buffer // usually an *os.File
	n, err := site.Download(ctx, stored.SourceURL, &file)
	fmt.Println(n, file.String(), err)
	// Output: 13 Kerning pairs <nil>
}
