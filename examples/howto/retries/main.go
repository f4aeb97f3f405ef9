// Command retries counts the posts of a slow or overloaded site. It logs each attempt to
// standard error:
//
//	go run ./examples/howto/retries -site https://blog.example.org -attempts 6 -timeout 2m
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"log"
	"log/slog"
	"os"
	"time"

	"github.com/fontcms/fontcms-go/cms"
)

func main() {
	address := flag.String("site", "", "address of the site")
	attempts := flag.Int("attempts", 4, "attempts of each call")
	wait := flag.Duration("wait", 500*time.Millisecond, "longest first wait; it doubles with each retry")
	timeout := flag.Duration("timeout", time.Minute, "limit of the whole program")
	flag.Parse()

	debug := &slog.HandlerOptions{Level: slog.LevelDebug}
	site, err := cms.New(*address, cms.WithPrefix("wp"),
		cms.WithRetry(cms.Retry{
			Attempts:      *attempts,
			MinWait:       *wait,
			MaxWait:       10 * time.Second,
			MaxRetryAfter: 30 * time.Second, // a site that asks for a longer wait gets no retry
		}),
		cms.WithCallTimeout(30*time.Second), // of each call, with all its attempts and waits
		cms.WithLogger(slog.New(slog.NewTextHandler(os.Stderr, debug))))
	if err != nil {
		log.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(context.Background(), *timeout)
	err = count(ctx, site)
	cancel()
	if err != nil {
		log.Fatal(err)
	}
}

func count(ctx context.Context, site *cms.Client) error {
	var last cms.Response
	n, err := site.Posts.Count(ctx, nil, cms.Capture(&last), cms.Timeout(10*time.Second)) // of each attempt
	switch {
	case errors.Is(err, cms.ErrCallTimeout), errors.Is(err, context.DeadlineExceeded):
		return fmt.Errorf("the site is too slow: %w", err)
	case errors.Is(err, cms.ErrUnavailable), errors.Is(err, cms.ErrRateLimited):
		return fmt.Errorf("the site is overloaded: %w", err)
	case err != nil:
		return err
	}
	fmt.Println(n, "posts, attempts:", last.Attempts)
	return nil
}
