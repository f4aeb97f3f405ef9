// Command restore rebuilds a site from a folder that the command mirror wrote, on a
// site that is empty. It restores terms, media with their files, posts, pages, blocks,
// navigation, records of types that plugins have, menus and snippets, with their dates,
// slugs, statuses, passwords and order, and what the site looks like. It restores comments
// and settings on request. Use it to move a site, to test a backup, or to set up a copy to
// work on:
//
//	FONTCMS_APP_PASSWORD=… go run ./examples/restore -site https://new.example -user admin -dir backup
//
// To copy it, take the .go files of this folder without the tests, and the folder
// sample. Of examples/internal it needs archive, files and program.
//
// The records get new ids and addresses. References to them change too: parents, terms,
// images in contents, links, menu items. restore keeps a journal. So the next run
// continues one that was interrupted or killed, and makes nothing twice. A site that is
// not empty is refused, unless the journal is of it. With -dry-run it prints what it
// would do. Without -site it restores the sample into a server in memory.
//
// Each record is made in two steps. The first creates an empty draft whose slug names
// the record, so that it is found again if the response was lost. When all ids are
// known, an update writes the rest. It may be retried.
//
// EnsureMany of package cms has the same predicate, but cannot take these steps. It knows a
// record by its slug, and drafts of the folder have none. Contents refer to each other by ids,
// so all records must exist before the first one is written, and until then only as drafts,
// which visitors do not see.
//
// Anybody may have written the folder and the journal in it. So the site tells which of
// its records restore may write, and no record that was there before is ever written,
// with -force either. A private post is made first and deleted last: it names all records
// that were made. An unfinished record is written only if that post names it, or if it
// still has the title of its draft. A finished record is never written again. A site that
// is not empty is refused, unless that post is there, or all of its records are the same
// as in the folder (title, and date or slug). If the site has nothing of what the journal
// names, for example because it was set up anew, a line says so and a new journal is
// begun. Single records that were deleted since are restored again;
// records that referred to them are not written again. The routes of types
// and taxonomies are those that the site has registered. A folder that names a type with
// the route of users, settings, plugins, themes, templates or other data is refused.
// Terms, users and menus that the site has are found by their slugs or names, and stay as
// they are. With -locations such a menu may be shown in a free location.
//
// What a new site makes by itself is no content: a navigation that only lists the pages,
// and the first post, its comment and the first pages if they were never changed. They
// stay.
//
// Records and terms of types and taxonomies that not every site has need the plugin that
// registers them on this site; without it they are left out. Of such a record everything
// is written that the site takes. Terms, parents, authors and pictures get their new
// ids, and so do the links of a navigation. Numbers in fields and in meta that only the
// plugin understands stay as they are.
//
// Some of it is restored only on request. Without the flag, a line tells how much of it
// the folder has:
//
//	-comments   the comments that mirror has copied with the same flag
//	-settings   the settings, likewise; needs an administrator
//	-locations  the places of the theme that show the menus; needs an administrator
//
// A comment keeps its text, date, status and thread, and the name and the addresses of
// its author. If the site has a user with the slug of the author, it belongs to that
// user, otherwise to a guest. All comments are made on a private post, which is deleted
// at the end, and then moved to their own posts. So this also works for drafts and for
// posts that accept no more comments, and nobody gets mail about them. Pingbacks, notes
// and comments on what was not restored are left out. A comment without an IP address
// gets 0.0.0.0, and one without a user agent gets "-". Comments on records in the trash
// are on hold, since the REST API does not tell what they were before.
//
// Settings are written once. The address and the e-mail address of the site are never
// written, and neither are settings of plugins. A site ignores a language that it does
// not have, and a setting that names a page, category or image that was not restored
// stays as it is; a line says so. A time zone without a name, such as UTC+2, cannot be
// written.
//
// Before the records are filled, which may name a template, restore writes what the site
// looks like: the families and faces of the font library with their files, the styles of the
// theme, templates and template parts that users have changed. The widgets of sidebars come
// last. All of it needs the theme of the old site. What the site has of it stays, with -force too, and a
// line says so: a template in its database, styles that somebody has changed, a sidebar with
// other widgets. The widgets that WordPress gives a new site become inactive. Fonts are
// found by the slugs of their families.
// A widget whose type does not show its settings cannot be written on another site. -without
// leaves kinds of these out: font-families, global-styles, template-parts, templates,
// widgets.
//
// A menu gets a location if the theme of the site has it and no other menu is assigned
// to it. The locations that it has stay.
//
// The REST API does not write when a record was last changed or moved to the trash, custom
// fields that are not registered, and the slugs and dates that a record had before. It
// writes registered custom fields also if they are empty, so that the database gets a row
// for each. A line says so. Of a pair of dates that belong to two time zones it writes
// one, and the record is named. A draft has neither slug nor another date, so that the
// site notes none of them as an old one.
//
// WordPress marks each post that is published with _encloseme, and with _pingme if the
// site is set to notify linked sites. At its next cron it then requests the links in these
// posts. The REST API reaches neither the marks nor the setting. A line tells before
// anything is written how many posts these will be, how an owner prevents the second mark,
// and how an owner removes both.
//
// What the folder lacks is named before anything is written: what mirror could not
// copy, and what was deleted or damaged on the disk since. What is there is restored.
// Its exit status is
//
//	0  if everything was restored; the lines on the way may name differences, such as
//	   another author or slug
//	1  after an error that stopped it
//	2  after a mistake in the flags
//	3  if it came to its end, but the folder lacks something, the site refused a record
//	   or has no such kind of records, a menu item leads to nothing, or a comment was left
//	   out; with -dry-run, if the folder lacks something
//
// Nothing outside of the folder is read: a symbolic link in it that leads out of it,
// or to a hidden file, counts as a file that is not there.
package main

import (
	"context"
	"embed"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/examples/internal/archive"
	"github.com/fontcms/fontcms-go/examples/internal/program"
	"github.com/fontcms/fontcms-go/media"
	"github.com/fontcms/fontcms-go/snippets"
)

func main() { program.Main("restore", run) }

// sample is what mirror wrote of a site to which publish had brought its own sample.
//
//go:embed sample
var sample embed.FS

// restore is a run.
type restore struct {
	site     *cms.Client
	library  *media.Library
	snippets *snippets.Service
	from     *archive.Folder
	source   *archive.State
	target   *archive.State // what the site says of its types and taxonomies
	kinds    []archive.Kind // of the folder, in their order
	takes    map[string]takes
	journal  *journal
	content  *archive.Rewriter
	benches  []int64        // posts of the site that say what was made
	noted    string         // content of the first bench, as this run has written it
	known    map[string]int // records of the site that come from the folder, by their kinds
	zone     *time.Location
	authors  map[int64]int64
	skip     map[string]bool  // kinds that the site does not have
	asked    map[string]*bool // what is restored on request, by the name of its flag
	without  map[string]bool  // kinds of [restore.looks] that are left out
	out      io.Writer
	notes    io.Writer      // progress, and what is not as it was
	lacks    []archive.Lack // of the folder
	failed   int            // records that the site has refused
	leftOut  int            // records that this run has not made

	looksDone    map[string]int    // records of [restore.looks] that this run has written
	fontFamilies map[int64]int64   // the new ids of families by the old ones
	faceFiles    map[string]string // the new addresses of the files of faces by the old ones
}

func run(ctx context.Context, args []string, env program.Environment) (err error) {
	flags := program.Flags("restore", "Rebuilds a site from a folder that mirror wrote, on a site that is empty.",
		"go run ./examples/restore", "records were refused or left out, or the folder lacks something")
	target := program.SiteFlags(flags)
	target.Empty = true
	dir := flags.String("dir", "", "folder that mirror wrote (default: mirror; without -site a sample)")
	path := flags.String("journal", "",
		"file with what was restored so far (default: in the folder, named after the site)")
	force := flags.Bool("force", false, "restore into a site that is not empty; its own records are kept")
	dry := program.DryRun(flags)
	r := &restore{out: env.Out, notes: env.Err, skip: map[string]bool{}, takes: map[string]takes{},
		known: map[string]int{}, looksDone: map[string]int{}, fontFamilies: map[int64]int64{}, faceFiles: map[string]string{}}
	r.asked = map[string]*bool{
		archive.Comments: flags.Bool(archive.Comments, false, "also restore the comments"),
		archive.Settings: flags.Bool(archive.Settings, false,
			"also restore the settings, except the address and the e-mail address of the site; needs an administrator"),
		locations: flags.Bool(locations, false, "show the menus where the theme of the old site did; needs an administrator"),
	}
	without := flags.String("without", "", "kinds of what the site looks like that are left out: templates,widgets")
	if err := program.Parse(flags, args, env); err != nil {
		return err
	}
	if err := r.chooseLooks(*without); err != nil {
		return err
	}
	if err := target.NeedUser("an administrator, who may write all of it"); err != nil {
		return err
	}
	folder, remove, err := target.Source(env, *dir, "mirror", sample)
	if err != nil {
		return err
	}
	defer remove()
	if r.from, err = archive.Open(folder); err != nil {
		return fmt.Errorf("%w: give the folder in -dir", err)
	}
	defer func() { err = errors.Join(err, r.from.Close()) }()
	if err := r.openFolder(); err != nil {
		return err
	}
	for _, l := range r.lacks {
		program.Println(env.Err, "the folder lacks", l.String())
	}
	if err := r.leftAlone(); err != nil {
		return err
	}
	site, end, err := target.Connect(ctx, env)
	if err != nil {
		return err
	}
	defer end()
	r.site, r.library, r.snippets = site, media.New(site), snippets.New(site)
	at := inFolder(r.from, "restore-"+strings.NewReplacer("://", "-", "/", "-", ":", "-").Replace(site.Site())+".journal")
	if *path != "" {
		at = elsewhere(*path)
	}
	if r.journal, err = openJournal(at, site.Site(), r.source.Site); err != nil {
		return err
	}
	if target.Address == "" {
		defer func() { err = errors.Join(err, r.journal.remove()) }() // the site is gone with this program
	}
	defer func() { err = errors.Join(err, r.journal.close()) }()
	if err := r.look(ctx, *force); err != nil {
		return err
	}
	before, err := r.tallies()
	if err != nil {
		return err
	}
	if err := r.foretell(); err != nil {
		return err
	}
	what := "what would be restored"
	if !*dry {
		what = "the restored site"
		err = r.run(ctx)
	}
	if err := errors.Join(err, r.print(before, *dry, err != nil)); err != nil {
		return err
	}
	return r.end(what)
}

// openFolder reads what the folder is a mirror of. Half a mirror is refused.
func (r *restore) openFolder() error {
	state, err := r.from.State()
	if err != nil {
		return err
	}
	if state == nil {
		return fmt.Errorf("the folder %s was not written by mirror: give the folder of mirror in -dir", r.from.Path())
	}
	for name, kind := range state.Kinds {
		if !kind.Complete && r.wants(name) && !isLook(name) { // what is missing of the look is named
			return fmt.Errorf("the mirror in %s has never held all %s: let it come to its end", r.from.Path(), name)
		}
	}
	for _, name := range []string{archive.Comments, archive.Settings} {
		if *r.asked[name] && state.Kinds[name] == nil {
			return fmt.Errorf("the folder %s holds no %s: mirror copies them with -%[2]s", r.from.Path(), name)
		}
	}
	r.source = state
	r.lacks, err = r.from.Lacks(state)
	r.lacks = slices.DeleteFunc(r.lacks, func(l archive.Lack) bool { return !r.wants(l.Kind) })
	return err
}

// records are the ids of the records of a kind that can be read.
func (r *restore) records(kind string) ([]int64, error) {
	ids, err := r.from.IDs(kind)
	return slices.DeleteFunc(ids, func(id int64) bool {
		return slices.ContainsFunc(r.lacks, func(l archive.Lack) bool {
			return l.Unreadable && l.Kind == kind && l.Name == strconv.FormatInt(id, 10)
		})
	}), err
}

// run restores in the order in which records refer to each other. All drafts are
// there before the first is filled, so that every reference has its new id.
func (r *restore) run(ctx context.Context) error {
	if err := r.journal.begin(); err != nil {
		return err
	}
	drafts := r.drafted()
	steps := []func(context.Context) error{r.setUpBench, r.settings, r.findAuthors, r.terms, r.upload}
	for _, kind := range drafts {
		steps = append(steps, func(ctx context.Context) error { return r.drafts(ctx, kind) })
	}
	steps = append(steps, r.draftSnippets, r.noteMade, r.readReferences, r.fillMedia, r.appearance)
	for _, kind := range drafts {
		steps = append(steps, func(ctx context.Context) error { return r.fill(ctx, kind) })
	}
	steps = append(steps, r.fillSnippets, r.comments, r.locations, r.widgetsOfSidebars, r.settingsThatRefer,
		r.clear)
	for _, step := range steps {
		if err := step(ctx); err != nil {
			return err
		}
	}
	return nil
}

// drafted are the kinds of which drafts are made first, in batches. Menu items come last:
// they lead to the others.
func (r *restore) drafted() []string {
	var out []string
	for _, kind := range r.kinds {
		switch kind.Name {
		case archive.Posts, archive.Pages, archive.Blocks, archive.MenuItems:
			out = append(out, kind.Name)
		default:
			if kind.Raw {
				out = append(out, kind.Name)
			}
		}
	}
	return out
}

// kind is the kind of a name.
func (r *restore) kind(name string) archive.Kind {
	for _, kind := range r.kinds {
		if kind.Name == name {
			return kind
		}
	}
	return archive.Kind{}
}

// end says whether everything is there.
func (r *restore) end(what string) error {
	out := r.leftOut + r.journal.leftOut()
	if r.failed+out+len(r.lacks) == 0 {
		return nil
	}
	err := fmt.Errorf("%s is incomplete: the site refused %d records, %d were left out, and the folder lacks %d: "+
		"see above; run this again when that is fixed",
		what, r.failed, out, len(r.lacks))
	return program.Status(err, program.Incomplete)
}

// leave says what is left out of the site in this run.
func (r *restore) leave(kind string, old int64, why string) {
	r.leftOut++
	r.note(kind, old, "left out, since %s", why)
}

// fail says what could not be restored. The next run tries again.
func (r *restore) fail(kind string, old int64, err error) {
	r.failed++
	program.Printf(r.notes, "%s/%d: %v\n", kind, old, err)
}

// note says what is not as it was.
func (r *restore) note(kind string, old int64, format string, args ...any) {
	program.Printf(r.notes, "%s/%d: %s\n", kind, old, fmt.Sprintf(format, args...))
}
