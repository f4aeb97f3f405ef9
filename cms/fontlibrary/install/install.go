// Package install puts a family of fonts on a site, so that its pages use it: the family
// and its faces into the font library, and both into the global styles of the active theme.
//
//	installer := install.New(site, install.File("inter.receipt.json")) // site is a *cms.Client
//	report, err := installer.Install(ctx, install.Family{Name: "Inter", Faces: []install.Face{
//		{Weight: "100 900", File: file}}})
//	…
//	report, err = installer.Undo(ctx)
//
// Install writes only what is missing, so a second call writes nothing. A face that is on
// the site stays, even if its file differs from the wanted one: the report says so. To
// replace a file, call Undo first.
//
// After a kill or a lost response, call Install or Undo again, in another process too. Both
// read from the receipt what was begun. Install writes the styles last, and Undo first, so
// no page names a font that is not there.
//
// Package cms/fontlibrary/fontfile, a module of its own, reads weight, style and stretch from the tables of
// a font file. [FromFont] takes the faces of a font of the catalogue.
//
// # The receipt
//
// Before each write, the receipt is saved in the [Store]: the ids that were made, and the
// styles before and as intended. Undo removes only records that the receipt names, and
// only if the site still shows them as they were made. All others stay and are named in
// the report.
//
// Families and faces carry no mark of who made them. A create whose response was lost is
// found again: a family by its slug, name and CSS value, a face by its weight, style,
// stretch, range and file name. The file name has a part of the checksum of the file.
//
// # Limitations
//
// A write of the global styles has no version check. A change that somebody else makes in
// the moment between the last read and the write is overwritten. The revisions of the
// styles have it.
//
// A site accepts a face by address only if it can resolve the host.
//
// Two installations of one family at the same time, by two processes, may store a face
// twice.
package install

import (
	"context"
	"fmt"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/cms/appearance"
	"github.com/fontcms/fontcms-go/cms/fontlibrary"
)

// Installer installs one family on one site. It is safe for concurrent use: its calls wait
// for each other.
type Installer struct {
	site    *cms.Client
	library *fontlibrary.Library
	styles  *appearance.Styles
	store   Store
}

// New returns an installer that keeps its receipt in store. Each family of each site needs
// a store of its own. Nothing is sent. All calls require the administrator role.
func New(site *cms.Client, store Store) *Installer {
	return &Installer{site, fontlibrary.New(site), appearance.New(site).Styles, store}
}

// String names the site.
func (i *Installer) String() string { return "install.Installer(" + i.site.Root() + ")" }

// Install makes what is missing: the family, its faces one by one, and then the change of
// the global styles. The report has the steps, and those before an error. It also names
// the page that shows the font.
//
// A family with the same slug, name and CSS value that was on the site before is used, and
// Undo does not remove it. The same holds for its faces.
//
// The routes are those of package fontlibrary and of [appearance.Styles.Edit]. Reading the
// id of the styles may make their record: see [appearance.Styles.ActiveID].
//
// Errors, before the first write:
//   - [cms.ErrInvalidArgument] for a family or a file that a site would reject.
//   - [cms.ErrNoRoute] if the site has no font library: before WordPress 6.5.
//   - [appearance.ErrNoStyles] if the active theme has no editable styles.
//   - [cms.ErrConflict] if another family has the slug.
//   - [ErrOtherReceipt] if the receipt is that of another site or family.
//
// Later errors are those of the store and of the calls to the site. Among them are
// [cms.ErrOutcomeUnknown] if a response was lost and the record is not on the site, and an
// [*appearance.LostError] if the site dropped a part of the styles. Call Install again to
// continue, or Undo.
func (i *Installer) Install(ctx context.Context, family Family) (*Report, error) {
	return i.install(ctx, "Install", family, false)
}

// Plan returns the steps that Install would take. It writes nothing. It reads the global
// styles only if the receipt has their id, because reading the id may write to the site.
func (i *Installer) Plan(ctx context.Context, family Family) (*Report, error) {
	return i.install(ctx, "Plan", family, true)
}

func (i *Installer) install(ctx context.Context, operation string, family Family, plan bool) (*Report, error) {
	j := &job{Installer: i, report: &Report{}, plan: plan}
	wanted, err := prepare(operation, family, j.report)
	if err != nil {
		return j.report, err
	}
	j.wanted = wanted
	unlock, err := i.site.Lock(ctx, "font "+wanted.settings.Slug)
	if err != nil {
		return j.report, fmt.Errorf("install: %w", err)
	}
	defer unlock()
	return j.report, j.install(ctx)
}

// job is the state of one installation.
type job struct {
	*Installer

	wanted  *wanted
	receipt *receipt
	report  *Report
	plan    bool // the job only plans, and writes nothing

	family *fontlibrary.Family // family on the site, nil if there is none
	made   []fontlibrary.Face  // faces on the site, in the order of wanted
}

func (j *job) install(ctx context.Context) error {
	if err := j.load(ctx); err != nil {
		return err
	}
	if err := j.findFamily(ctx); err != nil {
		return err
	}
	var styles int64
	if j.wanted.place != Nowhere && !j.plan {
		id, err := j.styles.ActiveID(ctx)
		if err != nil {
			return err
		}
		styles = id
	}
	if err := j.makeFamily(ctx); err != nil {
		return err
	}
	if err := j.makeFaces(ctx); err != nil {
		return err
	}
	if err := j.changeStyles(ctx, styles); err != nil {
		return err
	}
	index, err := j.site.Index(ctx, cms.Fields("home"))
	if err != nil {
		return err
	}
	j.report.Page = index.Home
	return nil
}
