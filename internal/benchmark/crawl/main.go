// Command crawl reads all posts of a site through the SDK and through the loop
// written by hand, in turns, and prints what each of them took:
//
//	go run ./internal/benchmark/crawl                        # only the clients: pages come from memory
//	go run ./internal/benchmark/crawl -delay 150ms           # as if the site took this long for a page
//	go run ./internal/benchmark/crawl -posts 1000000         # the pages again and again, as if there were so many posts
//	go run ./internal/benchmark/crawl -site http://localhost:8571 -user admin -variants hand,sdk,1,2,4,8,adaptive
//	go run ./internal/benchmark/crawl -site http://localhost:8571 -user admin -depth
//
// Each turn is a process of its own, so that its memory is its own. The pages that
// are replayed are those of the server in memory with its sample content, or with
// -replay those of the site, read once at the beginning. The password comes from
// FONTCMS_APP_PASSWORD.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"strings"
	"time"

	"github.com/fontcms/fontcms-go/cms/cmstest"
)

// plan has the values of the flags.
type plan struct {
	site, user, prefix string
	password           string
	replay             bool
	delay              time.Duration
	posts              int
	deep               bool
	variants           []string
	runs, rounds       int
	fields             string
	turn               string // variant that this process crawls; "" in the process that starts the crawling processes
}

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	err := run(ctx, os.Args[1:], os.Getenv("FONTCMS_APP_PASSWORD"), os.Stdout)
	stop()
	if errors.Is(err, flag.ErrHelp) {
		os.Exit(2)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "crawl:", err)
		os.Exit(1)
	}
}

func run(ctx context.Context, args []string, password string, out io.Writer) error {
	p, err := parse(args, password)
	if err != nil {
		return err
	}
	if p.turn != "" {
		return p.take(ctx, out)
	}
	if p.site == "" {
		server := cmstest.NewServer(cmstest.WithSample(), cmstest.WithPrefix(p.prefix))
		defer server.Close()
		p.site, p.user, p.password, p.replay = server.URL, "admin", server.AppPassword("admin"), true
	}
	if p.replay {
		pages, err := p.record(ctx)
		if err != nil {
			return err
		}
		server := serve(pages, max(p.posts/perPage, len(pages)), p.delay)
		defer server.close()
		fmt.Fprintln(out, pages.String())
		p.site = server.address
	}
	if p.deep {
		return p.depth(ctx, out)
	}
	taken, err := p.turns(ctx)
	if err != nil {
		return err
	}
	report(out, p, taken)
	return nil
}

func parse(args []string, password string) (*plan, error) {
	p := &plan{password: password}
	flags := flag.NewFlagSet("crawl", flag.ContinueOnError)
	flags.StringVar(&p.site, "site", "", "address of a site; the server in memory if empty")
	flags.StringVar(&p.user, "user", "", "user on that site")
	flags.StringVar(&p.prefix, "prefix", "wp", "the site's own prefix")
	flags.BoolVar(&p.replay, "replay", false, "read the pages of the site once, and replay them")
	flags.DurationVar(&p.delay, "delay", 0, "what each replayed page takes")
	flags.IntVar(&p.posts, "posts", 0, "repeat the replayed pages until there are this many posts")
	variants := flags.String("variants", "hand,sdk", "what is compared with the first of them: "+
		"hand, raw (by hand, with links and meta left as JSON), v2 and rawv2 (the same by go-json-experiment), "+
		"sdk, lean (without links), exact, adaptive, or a number of pages ahead")
	flags.IntVar(&p.runs, "runs", 7, "processes of each variant")
	flags.IntVar(&p.rounds, "rounds", 1,
		"crawls that each process measures, after one that it does not; 0 measures that one")
	flags.StringVar(&p.fields, "fields", "", "fields to ask for, with commas; all if empty")
	flags.BoolVar(&p.deep, "depth", false, "print what single pages of the site take, by their depth in the list")
	flags.StringVar(&p.turn, "turn", "", "take one turn, and print it as JSON")
	if err := flags.Parse(args); err != nil {
		return nil, err
	}
	p.variants = strings.Split(*variants, ",")
	return p, nil
}
