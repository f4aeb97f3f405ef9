// Command restore makes the site of a folder that the command mirror wrote, on a
// site that is empty: terms, media with their files, posts, pages, blocks, menus
// and snippets, with their dates, slugs, statuses, passwords and order. It is for
// who moves a site, tries a backup, or sets up a copy to work on:
//
//	FONTCMS_APP_PASSWORD=… go run ./examples/restore -site https://new.example -user admin -from backup
//
// The records get new ids and addresses, and what refers to them follows: parents,
// terms, images in contents, links, menu items. It keeps a journal, so that a run
// that was interrupted, or killed, is gone on with by the next, and nothing is made
// twice. A site that is not empty is refused, unless the journal is of it. With
// -dry-run it prints what it would do. Without -site it restores into a server in
// memory.
//
// Each record is made in two steps: first an empty draft under a slug that tells
// which record it stands for, so that it is found again if the answer was lost;
// then, when all ids are known, everything else by an update, which may be repeated.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/examples/internal/archive"
	"github.com/fontcms/fontcms-go/examples/internal/program"
	"github.com/fontcms/fontcms-go/media"
	"github.com/fontcms/fontcms-go/snippets"
)

func main() { program.Main("restore", run) }

// restore is a run.
type restore struct {
	site     *cms.Client
	library  *media.Library
	snippets *snippets.Service
	from     *archive.Folder
	source   *archive.State
	journal  *journal
	content  *archive.Rewriter
	zone     *time.Location
	authors  map[int64]int64
	skip     map[string]bool // kinds that the site does not have
	out      io.Writer
	failed   int
}

func run(ctx context.Context, args []string, env program.Environment) (err error) {
	flags := flag.NewFlagSet("restore", flag.ContinueOnError)
	target := program.SiteFlags(flags)
	target.Empty = true
	from := flags.String("from", "mirror", "folder that mirror wrote")
	path := flags.String("journal", "", "file that says what was made already (default: in the folder, named after the site)")
	force := flags.Bool("force", false, "restore into a site that is not empty: what is there stays")
	dryRun := flags.Bool("dry-run", false, "print what would be done, and change nothing")
	if err := program.Parse(flags, args); err != nil {
		return err
	}
	r := &restore{from: &archive.Folder{Root: *from}, out: env.Out, skip: map[string]bool{}}
	if err := r.openFolder(); err != nil {
		return err
	}
	site, end, err := target.Connect(env)
	if err != nil {
		return err
	}
	defer end()
	r.site, r.library, r.snippets = site, media.New(site), snippets.New(site)
	if *path == "" {
		*path = filepath.Join(*from, "restore-"+strings.NewReplacer("://", "-", "/", "-", ":", "-").Replace(site.Site())+".journal")
	}
	if target.Address == "" {
		defer func() { err = errors.Join(err, os.Remove(*path)) }() // the site is gone with this program
	}
	if r.journal, err = openJournal(*path, site.Site(), r.source.Site); err != nil {
		return err
	}
	defer func() { err = errors.Join(err, r.journal.close()) }()
	if err := r.look(ctx, *force); err != nil {
		return err
	}
	if *dryRun {
		return r.plan()
	}
	return r.run(ctx)
}

// openFolder reads what the folder is a mirror of. Half a mirror is refused.
func (r *restore) openFolder() error {
	state, err := r.from.State()
	if err != nil {
		return err
	}
	if state == nil {
		return fmt.Errorf("%s is no folder that mirror wrote", r.from.Root)
	}
	for name, kind := range state.Kinds {
		if !kind.Complete {
			return fmt.Errorf("the mirror in %s has never held all %s: let it come to its end", r.from.Root, name)
		}
	}
	r.source = state
	return nil
}

// run restores in the order in which records refer to each other. All drafts are
// there before the first is filled, so that every reference has its new id.
func (r *restore) run(ctx context.Context) error {
	if err := r.journal.begin(); err != nil {
		return err
	}
	drafts := []string{archive.Posts, archive.Pages, archive.Blocks, archive.MenuItems}
	steps := []func(context.Context) error{r.findAuthors, r.terms, r.upload}
	for _, kind := range drafts {
		steps = append(steps, func(ctx context.Context) error { return r.drafts(ctx, kind) })
	}
	steps = append(steps, r.draftSnippets, r.readReferences, r.fillMedia)
	for _, kind := range drafts {
		steps = append(steps, func(ctx context.Context) error { return r.fill(ctx, kind) })
	}
	steps = append(steps, r.fillSnippets, r.clear)
	for _, step := range steps {
		if err := step(ctx); err != nil {
			return err
		}
	}
	if r.failed > 0 {
		return fmt.Errorf("%d records could not be restored: see above; run this again when that is mended", r.failed)
	}
	fmt.Fprintln(r.out, "restored")
	return nil
}

// fail says what could not be restored. The next run tries again.
func (r *restore) fail(kind string, old int64, err error) {
	r.failed++
	fmt.Fprintf(r.out, "%s/%d: %v\n", kind, old, err)
}

// note says what is not as it was.
func (r *restore) note(kind string, old int64, format string, args ...any) {
	fmt.Fprintf(r.out, "%s/%d: %s\n", kind, old, fmt.Sprintf(format, args...))
}
