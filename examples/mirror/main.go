// Command mirror copies a site and a font catalogue into a folder, one readable JSON
// file for each record. It copies posts, pages, media with their files, menus, blocks,
// navigation, snippets and the records of the site's own types in all statuses, the
// terms of all taxonomies, and the authors. It copies templates, template parts and styles
// that were made on the site, and fonts with their files. It copies comments and settings
// on request, and leaves kinds out with -without.
// It is for backups, for search and diffs over a whole site, and for version control of
// a site:
//
//	FONTCMS_APP_PASSWORD=… go run ./examples/mirror -site https://example.org -user admin -dir backup
//
// To copy it, take the .go files of this folder without the tests. Of examples/internal
// it needs archive, files and program.
//
// The first run reads everything. Later ones compare the ids, times, statuses and terms of
// all records with what the last run has seen, by [changes.Feed], and read what differs.
// Terms, menu items, comments and the look have no times, and are read whole. The folder
// marks holds what was seen. A run that was interrupted or killed is continued by the next
// one, also one with -full: the folder becomes that of a run that nothing disturbed. A
// record that is moved in the list while a first run reads it comes with the next run. The
// user has to be allowed to edit all of it. What no list tells, such as custom fields that
// were changed without a new time, is read again with -full. Without -site it copies a
// server in memory: run it a second time to see what a later run copies. The command
// restore makes a site of the folder again.
//
// Comments and settings are copied only on request:
//
//	-comments  the comments and their authors, in all statuses and of all types, also
//	           pingbacks and notes. The user has to be an editor. They hold the e-mail
//	           and IP addresses of readers. Avatars are not copied.
//	-settings  the settings of the site, which only an administrator may read
//
// A run without the flag leaves what an earlier one
// copied as it is, and reads none of it.
//
// The site is asked for its types and taxonomies. Those that plugins and themes have
// registered are copied like posts and categories, into folders such as type-book and
// taxonomy-genre. A type or taxonomy is named if the REST API has no list of its records,
// or the user may not read it.
//
// # The look
//
//	templates, template-parts  those that are made or changed on the site
//	global-styles              of the active theme
//	font-families, font-faces  the font library, with the files that are on the site
//	widgets, sidebars          see below
//
// Fonts, styles and widgets need an administrator. A site that is older than one of these
// kinds is not lacking it. A block theme shows no widgets, so they are then skipped.
//
// # What writes
//
// mirror sends nothing that writes to the site. Some reads do. Reading the active theme
// creates its styles, so mirror reads the theme in a preview of another one, which
// creates nothing; this needs WordPress 6.3 and a second theme. Reading widgets and
// sidebars moves widgets that are in no sidebar. So widgets are only named, unless
// -may-write allows such reads. With it, also the styles of the only theme are read.
//
// # What is left out
//
// -without leaves out kinds, by the names of their folders: -without media,widgets.
// Sidebars belong to the widgets, and faces to their families. Each is named in a line, and
// the exit status does not count it. What an earlier run copied stays as it is.
//
// What the user may not read is named. These are neither copied nor named, because
// the REST API does not show them:
//   - revisions, passwords of users, types that are not in the REST API
//   - custom fields (meta) that are not registered for the REST API, for example all that
//     the classic editor makes
//   - slugs and dates that a record had before, and what WordPress notes for itself, such
//     as its waiting pings
//   - plugins and themes with their options
//   - templates and styles of themes that are not active, files of themes
//   - sidebars that a plugin adds to a block theme
//
// A copy keeps the JSON of the site, with all fields that plugins add to a record or to a
// part of it. Only what the site derives is left out:
//   - of a text that has a raw form: rendered, protected, block_version
//   - of a term: count
//   - of a widget: rendered, rendered_form
//   - of any record: _links, _embedded, author_avatar_urls, class_list, exif_orientation,
//     generated_slug, image_output_format, image_quality, image_save_progressive,
//     missing_image_sizes, type_label
//
// Folders of older versions are continued: the first run reads all records again.
//
// A file that is larger than -max-file allows is not copied, and counts as missing.
//
// If the site fails on a record, or does not send a file (404, 500, a timeout), the
// rest is copied. The file state.json lists what is missing and why, and every run
// tries it again. A run also copies again what was deleted or truncated in the folder.
// It names all of that at its end. A file that the site has permanently lost stays
// missing until its record is deleted there or has a file again.
//
// A copied record is removed only after a request for this record returned that it does
// not exist. A record that is only missing from a list is read and kept. The copy of a
// user is removed if no copied record is by the user.
//
// Its exit status is
//
//	0  if the folder holds all records of all kinds, except those of -without
//	1  after an error: a kind of records or the catalogue could not be read, a response
//	   was doubtful and nothing was deleted because of it, or another site has the address
//	2  after a mistake in the flags
//	3  if everything else was copied, but records or files are missing, the user may not
//	   read a kind, or only a request that may write can read it
//
// Nothing outside of the folder is written, read or deleted: a symbolic link in it that
// leads out of it, or to a hidden file, is an error or is replaced by what is copied.
// The folder itself may be reached through links.
package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/url"
	"slices"
	"strings"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/cms/appearance"
	"github.com/fontcms/fontcms-go/cms/cmstest"
	"github.com/fontcms/fontcms-go/examples/internal/archive"
	"github.com/fontcms/fontcms-go/examples/internal/program"
	"github.com/fontcms/fontcms-go/fonts/fontstest"
)

func main() { program.Main("mirror", run) }

// mirror is a run.
type mirror struct {
	site *cms.Client // refuses requests that write
	// reading is site without the check of arguments. With -may-write it sends all requests.
	reading *cms.Client
	folder  *archive.Folder
	state   *archive.State
	out     io.Writer
	notes   io.Writer // progress and warnings
	report  *report
	asked   map[string]*bool // the kinds that are copied on request, by their names

	listed map[string]bool // types and taxonomies of the site, by their kinds
	unread map[string]bool // kinds that cannot be read in this run, or are left out

	theme     *appearance.Theme // the active one, once it was read
	themeless error             // why it cannot be read

	largest    int64 // bytes of a file
	full       bool
	allowEmpty bool
	mayWrite   bool
	memory     bool // the site is a server in memory
}

func run(ctx context.Context, args []string, env program.Environment) error {
	flags := program.Flags("mirror", "Copies a site and a font catalogue into a folder, and later only what has changed.",
		"go run ./examples/mirror -dir backup", "records or files are missing, or a kind was not read")
	target := program.SiteFlags(flags)
	dir := flags.String("dir", "backup", "folder to write to")
	catalogue := flags.String("fonts", "", "address of a font catalogue; none if empty")
	m := &mirror{out: env.Out, notes: env.Err, listed: map[string]bool{},
		unread: map[string]bool{}}
	m.asked = map[string]*bool{
		archive.Comments: flags.Bool(archive.Comments, false, "also copy the comments, of every status"),
		archive.Settings: flags.Bool(archive.Settings, false,
			"also copy the settings of the site; needs an administrator"),
	}
	without := flags.String("without", "", "kinds to leave out, such as media,widgets; what was copied of them stays")
	flags.BoolVar(&m.mayWrite, "may-write", false, "also read what only requests that may write to the site can read: "+
		"widgets, and the styles if no other theme is installed")
	flags.BoolVar(&m.full, "full", false, "read everything again, from the beginning; the next run continues it")
	flags.BoolVar(&m.allowEmpty, "allow-empty", false,
		"if the site reports no records of a kind, delete all of that kind from the mirror")
	flags.Int64Var(&m.largest, "max-file", 2048, "largest file of the media library that is copied, in MiB")
	verbose := flags.Bool("v", false, "name each record that was added, changed or deleted")
	if err := program.Parse(flags, args, env); err != nil {
		return err
	}
	if m.largest < 1 || m.largest > 1<<40 {
		return program.Mistake("-max-file is to be from 1 to %d", 1<<40)
	}
	m.largest <<= 20
	leftOut, err := kinds(*without)
	if err != nil {
		return err
	}
	m.report = &report{out: env.Out, notes: env.Err, verbose: *verbose}

	target.Memory = []cmstest.Option{look()}
	site, end, err := target.Connect(ctx, env)
	if err != nil {
		return err
	}
	defer end()
	if err := m.connect(site); err != nil {
		return err
	}
	m.memory = target.Address == ""
	if m.memory && *catalogue == "" {
		server := fontstest.NewServer()
		defer server.Close()
		*catalogue = server.URL
		program.Println(env.Err, "catalogue: a server in memory at", server.URL)
	}
	if m.folder, err = archive.Make(*dir); err != nil {
		return err
	}
	defer func() { _ = m.folder.Close() }()
	if err := m.open(ctx, *catalogue); err != nil {
		return err
	}
	m.state.LeftOut = leftOut
	if err := m.changeSample(ctx, site); err != nil {
		return err
	}
	failed := m.content(ctx)
	if ctx.Err() != nil {
		return ctx.Err()
	}
	failed = errors.Join(failed, m.fonts(ctx, *catalogue), m.report.held)
	lacks := m.report.end(m.state)
	if failed != nil {
		return errors.Join(failed, lacks)
	}
	return program.Status(lacks, program.Incomplete)
}

// connect makes the clients of a run.
func (m *mirror) connect(site *cms.Client) error {
	dry, err := site.With(cms.WithDryRun())
	if err != nil {
		return err
	}
	if m.reading = dry; m.mayWrite {
		m.reading = site
	}
	m.site, err = dry.With(cms.WithCheckedArguments()) // if a site ignored the status, drafts would look deleted
	return err
}

// kinds are the kinds that -without names.
func kinds(without string) (names []string, err error) {
	known := []string{"type-…", "taxonomy-…"}
	for _, kind := range slices.Concat(archive.Kinds(""), archive.LookKinds()) {
		if name := part(kind.Name); !slices.Contains(known, name) && !kind.OnRequest {
			known = append(known, name)
		}
	}
	for _, name := range strings.FieldsFunc(without, func(c rune) bool { return c == ',' || c == ' ' }) {
		name = part(name)
		own := strings.HasPrefix(name, "type-") || strings.HasPrefix(name, "taxonomy-")
		if !own && !slices.Contains(known, name) {
			return nil, program.Mistake("-without names the kind %.40q; the kinds are %s", name, strings.Join(known, ", "))
		}
		names = append(names, name)
	}
	slices.Sort(names)
	return slices.Compact(names), nil
}

// activeThemeOf is the folder of the active theme, "" if the site does not say it.
func activeThemeOf(index *cms.Index) string {
	for _, link := range index.Links.Get("cms:active-theme") {
		_, name, _ := strings.Cut(link.Href, "/themes/")
		if folder, err := url.PathUnescape(name); err == nil {
			return folder
		}
	}
	return ""
}

// open reads the state of the folder, or begins one. A folder of another site is
// refused: each of its records would count as deleted.
func (m *mirror) open(ctx context.Context, catalogue string) error {
	index, err := m.site.Index(ctx, cms.Fields("home", "namespaces", "_links"))
	if err != nil {
		return err
	}
	zone, err := m.site.Location(ctx)
	if err != nil {
		return err
	}
	m.report.namespaces = index.Namespaces
	if m.state, err = m.folder.State(); err != nil {
		return err
	}
	if m.state == nil {
		m.state = &archive.State{Site: m.site.Site(), Home: index.Home, Prefix: m.site.Prefix(), Zone: zone.String(),
			Theme: activeThemeOf(index), Catalogue: catalogue, Memory: m.memory}
		return nil
	}
	if m.state.Memory && m.memory { // it has another address in each run
		m.state.Site, m.state.Catalogue = m.site.Site(), catalogue
	}
	if was := m.state; was.Site != m.site.Site() || was.Prefix != m.site.Prefix() {
		return fmt.Errorf("%s is a mirror of %s with the prefix %s, not of %s with %s: nothing was read, nothing "+
			"deleted; choose another folder by -dir",
			m.folder.Path(), was.Site, was.Prefix, m.site.Site(), m.site.Prefix())
	}
	if catalogue != "" && m.state.Catalogue != "" && m.state.Catalogue != catalogue {
		return fmt.Errorf("%s holds the catalogue %s, not %s: nothing was read, nothing deleted; choose another "+
			"folder by -dir", m.folder.Path(), m.state.Catalogue, catalogue)
	}
	m.state.Home, m.state.Zone, m.state.Theme = index.Home, zone.String(), activeThemeOf(index)
	if catalogue != "" {
		m.state.Catalogue = catalogue
	}
	return nil
}
