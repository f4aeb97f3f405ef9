package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"sync"

	"github.com/fontcms/fontcms-go/examples/internal/library"
	"github.com/fontcms/fontcms-go/examples/internal/program"
	"github.com/fontcms/fontcms-go/examples/internal/progress"
	"github.com/fontcms/fontcms-go/media"
)

// outcome is what became of a content.
type outcome struct {
	record *media.Media
	done   string
	err    error
}

// upload puts pictures into the library, some at once, and says what became of
// each in their order. One that fails does not stop the others.
func upload(ctx context.Context, library *library.Library, pictures []picture, concurrency int, out io.Writer) error {
	contents := map[string]picture{} // by slug: the same picture may lie in two folders
	var slugs []string
	for _, p := range pictures {
		if _, known := contents[p.slug]; !known {
			contents[p.slug] = p
			slugs = append(slugs, p.slug)
		}
	}
	found, err := library.Find(ctx, slugs)
	if err != nil {
		return err
	}

	outcomes := make(map[string]outcome, len(slugs))
	meter := progress.Count(out, "pictures", int64(len(slugs)))
	var mu sync.Mutex
	var workers sync.WaitGroup
	queue := make(chan string)
	for range min(concurrency, len(slugs)) {
		workers.Go(func() {
			for slug := range queue {
				record, done, err := library.Put(ctx, contents[slug].file, slug, found[slug], contents[slug].params)
				mu.Lock()
				outcomes[slug] = outcome{record, done, err}
				mu.Unlock()
				meter.Add(1)
			}
		})
	}
	for _, slug := range slugs {
		if ctx.Err() != nil {
			break
		}
		queue <- slug
	}
	close(queue)
	workers.Wait()
	meter.Done()
	return report(ctx, pictures, contents, outcomes, out)
}

// report writes a line for each picture and returns what went wrong.
func report(ctx context.Context, pictures []picture, contents map[string]picture, outcomes map[string]outcome, out io.Writer) error {
	failed := 0
	for _, p := range pictures {
		o, tried := outcomes[p.slug]
		switch first := contents[p.slug]; {
		case !tried || ctx.Err() != nil && o.err != nil:
		case o.err != nil:
			failed++
			program.Printf(out, "%s: %v\n", p.path, o.err)
		case first.path != p.path:
			program.Printf(out, "%6d  %s  %s, the same as %s\n", o.record.ID, o.record.SourceURL, p.path, first.path)
		default:
			program.Printf(out, "%6d  %s  %s, %s\n", o.record.ID, o.record.SourceURL, p.path, o.done)
		}
	}
	if ctx.Err() != nil {
		return fmt.Errorf("%w: run it again to go on", context.Cause(ctx))
	}
	if failed > 0 {
		return program.Status(errors.New(count(failed, len(pictures))), program.Incomplete)
	}
	return nil
}

func count(failed, all int) string {
	return fmt.Sprintf("%d of %d pictures failed: run it again for those", failed, all)
}
