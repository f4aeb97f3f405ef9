package main

import (
	"context"
	"fmt"
	"io"
	"sync"

	"github.com/fontcms/fontcms-go/examples/internal/library"
	"github.com/fontcms/fontcms-go/examples/internal/program"
	"github.com/fontcms/fontcms-go/media"
)

// outcome is what became of a content.
type outcome struct {
	record *media.Media
	done   string
	err    error
}

// uploader puts pictures into a library.
type uploader struct {
	library     *library.Library
	pictures    []picture
	concurrency int
	dry         bool
	out, notes  io.Writer

	contents map[string]picture // by slug: the same picture may lie in two folders
	slugs    []string           // in their order
	outcomes map[string]outcome // by slug
}

// run uploads pictures, some at once, and says what became of each in their order. One
// that fails does not stop the others. A dry run says what would be done.
func (u *uploader) run(ctx context.Context) error {
	u.contents, u.outcomes = map[string]picture{}, map[string]outcome{}
	for _, p := range u.pictures {
		if _, known := u.contents[p.slug]; !known {
			u.contents[p.slug] = p
			u.slugs = append(u.slugs, p.slug)
		}
	}
	found, err := u.library.Find(ctx, u.slugs)
	if err != nil {
		return err
	}
	if u.dry {
		for _, slug := range u.slugs {
			u.outcomes[slug] = outcome{done: library.Plan(found[slug])}
		}
	} else {
		u.upload(ctx, found)
	}
	return u.report(ctx)
}

func (u *uploader) upload(ctx context.Context, found map[string]library.Copies) {
	meter := program.Count(u.notes, "pictures", int64(len(u.slugs)))
	defer meter.Done()
	var mu sync.Mutex
	var workers sync.WaitGroup
	queue := make(chan string)
	for range min(u.concurrency, len(u.slugs)) {
		workers.Go(func() {
			for slug := range queue {
				record, done, err := u.library.Put(ctx, u.contents[slug].file, slug, found[slug], u.contents[slug].params)
				mu.Lock()
				u.outcomes[slug] = outcome{record, done, err}
				mu.Unlock()
				if err == nil || ctx.Err() == nil { // it was not stopped
					meter.Add(1)
				}
			}
		})
	}
	for _, slug := range u.slugs {
		if ctx.Err() != nil {
			break
		}
		queue <- slug
	}
	close(queue)
	workers.Wait()
}

// report writes a line for each picture and returns what went wrong.
func (u *uploader) report(ctx context.Context) error {
	did, failed := map[string]int{}, 0
	for _, p := range u.pictures {
		o, tried := u.outcomes[p.slug]
		switch first := u.contents[p.slug]; {
		case !tried || ctx.Err() != nil && o.err != nil:
		case o.err != nil:
			failed++
			program.Printf(u.notes, "%s: %v\n", p.path, o.err)
		case first.path != p.path:
			program.Printf(u.out, "%-9s  %s, the same as %s\n", library.Kept, p.path, first.path)
			did[library.Kept]++
		default:
			program.Printf(u.out, "%-9s  %s%s\n", o.done, p.path, where(o.record))
			did[o.done]++
		}
	}
	program.Total(u.out, u.dry, "%d uploaded, %d finished, %d unchanged, %d failed", did[library.Uploaded],
		did[library.Finished], did[library.Kept], failed)
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	if failed > 0 {
		return program.Status(fmt.Errorf("%d of %d pictures failed: run it again for those", failed, len(u.pictures)),
			program.Incomplete)
	}
	return nil
}

// where is the place of a record on the site. A dry run has none.
func where(m *media.Media) string {
	if m == nil {
		return ""
	}
	return fmt.Sprintf("  media %d  %s", m.ID, m.SourceURL)
}
