package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"os"
	"os/exec"
	"runtime"
	"strconv"
	"strings"
	"time"

	jsonv2 "github.com/go-json-experiment/json"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/internal/benchmark/byhand"
	"github.com/fontcms/fontcms-go/internal/benchmark/cpu"
)

// taken is the cost of a crawl in one process.
type taken struct {
	Posts   int           `json:"posts"`
	Wall    time.Duration `json:"wall"`
	CPU     time.Duration `json:"cpu"` // CPU time of the process, user and system
	Allocs  uint64        `json:"allocs"`
	Bytes   uint64        `json:"bytes"` // allocated bytes
	PeakKiB int           `json:"peak_kib"`
}

// turns runs the variants one after the other, p.runs times. Each run has its own process.
func (p *plan) turns(ctx context.Context) (map[string][]taken, error) {
	program, err := os.Executable()
	if err != nil {
		return nil, err
	}
	all := map[string][]taken{}
	for range p.runs {
		for _, variant := range p.variants {
			command := exec.CommandContext(ctx, program, "-turn", variant, "-site", p.site,
				"-user", p.user, "-prefix", p.prefix, "-rounds", strconv.Itoa(p.rounds), "-fields", p.fields)
			command.Env = append(os.Environ(), "FONTCMS_APP_PASSWORD="+p.password)
			command.Stderr = os.Stderr
			out, err := command.Output()
			if err != nil {
				return nil, fmt.Errorf("%s: %w", variant, err)
			}
			var t taken
			if err := json.NewDecoder(bytes.NewReader(out)).Decode(&t); err != nil {
				return nil, err
			}
			all[variant] = append(all[variant], t)
		}
	}
	return all, nil
}

// query returns the arguments of a request for a page of posts, without the page number.
func (p *plan) query() url.Values {
	query := url.Values{"per_page": {strconv.Itoa(perPage)}}
	if p.fields != "" {
		query.Set("_fields", p.fields)
	}
	return query
}

// take crawls the variant p.turn once to warm up, and then p.rounds times. It prints the mean
// cost of the later crawls as JSON. If p.rounds is 0, it measures the first crawl.
func (p *plan) take(ctx context.Context, out io.Writer) error {
	crawl, err := p.crawler()
	if err != nil {
		return err
	}
	if p.rounds > 0 {
		if _, err := crawl(ctx); err != nil {
			return err
		}
	}
	p.rounds = max(p.rounds, 1)
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	began, used := time.Now(), cpu.Time()
	var t taken
	for range p.rounds {
		if t.Posts, err = crawl(ctx); err != nil {
			return err
		}
	}
	t.Wall, t.CPU = time.Since(began)/time.Duration(p.rounds), (cpu.Time()-used)/time.Duration(p.rounds)
	runtime.ReadMemStats(&after)
	rounds := uint64(p.rounds)
	t.Allocs, t.Bytes = (after.Mallocs-before.Mallocs)/rounds, (after.TotalAlloc-before.TotalAlloc)/rounds
	t.PeakKiB = peak()
	return json.NewEncoder(out).Encode(t)
}

// crawler returns a function that crawls the variant p.turn once and returns the number of
// posts.
func (p *plan) crawler() (func(context.Context) (int, error), error) {
	if p.turn == "hand" || p.turn == "raw" || p.turn == "v2" || p.turn == "rawv2" {
		site := &byhand.Site{
			Client: &http.Client{}, Root: p.site + "/" + p.prefix + "-json",
			User: p.user, Password: p.password, Query: p.query(),
		}
		if strings.HasSuffix(p.turn, "v2") {
			site.Decode = func(from io.Reader, into any) error { return jsonv2.UnmarshalRead(from, into) }
		}
		return func(ctx context.Context) (n int, err error) {
			if strings.HasPrefix(p.turn, "raw") {
				err = byhand.Posts(ctx, site, func(post *byhand.RawPost) { n += look(post.ID) })
			} else {
				err = byhand.Posts(ctx, site, func(post *byhand.Post) { n += look(post.ID) })
			}
			return n, err
		}, nil
	}
	var options []cms.WalkOption
	clientOptions := []cms.Option{cms.WithPrefix(p.prefix), cms.WithApplicationPassword(p.user, p.password)}
	switch ahead, err := strconv.Atoi(p.turn); {
	case err == nil:
		options = append(options, cms.Prefetch(ahead))
	case p.turn == "adaptive":
		options = append(options, cms.PrefetchAdaptive())
	case p.turn == "exact":
		options = append(options, cms.Exact())
	case p.turn == "lean":
		clientOptions = append(clientOptions, cms.WithoutLinks())
	case p.turn != "sdk":
		return nil, fmt.Errorf("no variant %q", p.turn)
	}
	if p.fields != "" {
		options = append(options, cms.Fields(strings.Split(p.fields, ",")...))
	}
	site, err := cms.New(p.site, clientOptions...)
	return func(ctx context.Context) (n int, err error) {
		for post, err := range site.Posts.All(ctx, nil, options...) {
			if err != nil {
				return n, err
			}
			n += look(post.ID)
		}
		return n, nil
	}, err
}

// look returns 1 for a post with an id, otherwise 0. Each variant adds up the results, so
// that it uses every post that it decodes.
func look(id int64) int {
	if id > 0 {
		return 1
	}
	return 0
}

// peak returns the largest amount of memory that this process has held, in KiB. It
// returns 0 if the system does not report it. Getrusage is not used, because it returns
// the memory of the parent process if that is larger.
func peak() int {
	status, err := os.ReadFile("/proc/self/status")
	if err != nil {
		return 0
	}
	for line := range strings.Lines(string(status)) {
		if value, ok := strings.CutPrefix(line, "VmHWM:"); ok {
			kib, _ := strconv.Atoi(strings.TrimSpace(strings.TrimSuffix(strings.TrimSpace(value), "kB")))
			return kib
		}
	}
	return 0
}
