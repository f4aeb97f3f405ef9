package install

import (
	"context"
	"errors"
	"fmt"
	"reflect"
	"slices"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/cms/appearance"
	"github.com/fontcms/fontcms-go/cms/fontlibrary"
)

// Undo takes an installation back: it writes the global styles as they were, deletes the
// faces and then the family that the receipt names, and at the end the receipt. Without a
// receipt it does nothing. It may be called again after an error or a kill.
//
// A record is deleted only if the site shows it as it was made. A face that the site has
// changed, or a family with faces of others, stays. The report names it with the action
// [Left]: see [Report.Leftover]. The receipt is removed even then, so another call finds
// nothing: delete by hand what the report names.
//
// Errors, before the first write:
//   - [cms.ErrChanged] if the global styles are neither those from before nor those that
//     Install wrote. Any other change counts, even of a colour. Change them back in the
//     editor of the site: their revisions have all versions.
//   - [ErrOtherReceipt] if the receipt is that of another site.
//
// Later errors are those of the store and of the calls to the site.
func (i *Installer) Undo(ctx context.Context) (*Report, error) { return i.undo(ctx, false) }

// PlanUndo returns the steps that Undo would take. It writes nothing.
func (i *Installer) PlanUndo(ctx context.Context) (*Report, error) { return i.undo(ctx, true) }

func (i *Installer) undo(ctx context.Context, plan bool) (*Report, error) {
	report := &Report{}
	r, err := i.read(ctx)
	if r == nil || err != nil {
		return report, err
	}
	unlock, err := i.site.Lock(ctx, "font "+r.Slug)
	if err != nil {
		return report, fmt.Errorf("install: %w", err)
	}
	defer unlock()
	u := &undoing{Installer: i, receipt: r, report: report, plan: plan}
	return report, u.run(ctx)
}

// undoing is the state of one undo.
type undoing struct {
	*Installer

	receipt *receipt
	report  *Report
	plan    bool // the undo only plans, and writes nothing
}

func (u *undoing) run(ctx context.Context) error {
	styles, err := u.lookAtStyles(ctx)
	if err != nil {
		return err
	}
	family, faces, err := u.find(ctx)
	if err != nil {
		return err
	}
	// Restore the styles first, so that no page refers to a deleted file.
	if err := u.restore(ctx, styles); err != nil {
		return err
	}
	for _, entry := range u.receipt.Faces {
		if err := u.removeFace(ctx, family, entry, faces[keyOf(entry.Settings)]); err != nil {
			return err
		}
	}
	if err := u.removeFamily(ctx, family); err != nil || u.plan {
		return err
	}
	if err := u.store.Save(ctx, nil); err != nil {
		return fmt.Errorf("install: the receipt cannot be removed: %w", err)
	}
	return nil
}

// lookAtStyles reads the global styles, and returns what the undo must do with them. It
// fails if the styles have neither the values from before the installation nor the
// installed values.
func (u *undoing) lookAtStyles(ctx context.Context) (Action, error) {
	change := u.receipt.Styles
	if change == nil {
		return "", nil
	}
	g, err := u.styles.Get(ctx, change.ID, cms.Uncached())
	if errors.Is(err, cms.ErrNotFound) {
		return Gone, nil
	}
	if err != nil {
		return "", err
	}
	return change.state(g)
}

// state tells what the undo must do with the styles. It returns Kept if they have the values from
// before the installation, and Restored if they have the installed values.
func (c *stylesChange) state(g *appearance.GlobalStyles) (Action, error) {
	now := treesOf(g)
	switch {
	case now.equal(c.Before):
		return Kept, nil
	case now.equal(c.Intended):
		return Restored, nil
	}
	return "", fmt.Errorf("install: %w: the global styles %d are neither those from before nor those that were written",
		cms.ErrChanged, c.ID)
}

// restore writes the values from before the installation, if action is Restored. It adds action
// to the report.
func (u *undoing) restore(ctx context.Context, action Action) error {
	change := u.receipt.Styles
	if action == Restored && !u.plan {
		_, err := u.styles.Edit(ctx, change.ID, func(g *appearance.GlobalStyles) error {
			now, err := change.state(g)
			if now == Restored {
				g.Settings, g.Styles = change.Before.Settings, change.Before.Styles
			}
			return err
		})
		if err != nil {
			return err
		}
	}
	if action != "" {
		u.report.add(action, "styles", change.ID, "")
	}
	return nil
}

// find reads the family of the receipt from the site. It returns the family, and the faces of the
// family by key. The family is nil if the site does not have it.
func (u *undoing) find(ctx context.Context) (*fontlibrary.Family, map[string][]fontlibrary.Face, error) {
	entry := u.receipt.Family
	if entry == nil {
		return nil, nil, nil
	}
	var family *fontlibrary.Family
	var err error
	if entry.lost() {
		family, err = u.bySlug(ctx, u.receipt.Slug)
		if family != nil && !entry.matches(family) {
			u.report.add(Left, u.family(), family.ID, "it is another one than the receipt names")
			family = nil
		}
	} else if family, err = u.library.Families.Get(ctx, entry.ID, cms.Uncached()); errors.Is(err, cms.ErrNotFound) {
		family, err = nil, nil
	}
	if family == nil || err != nil {
		return nil, nil, err
	}
	faces, err := u.facesOf(ctx, family)
	return family, faces, err
}

func (u *undoing) family() string { return "family " + u.receipt.Slug }

// removeFace deletes a face if it is unchanged since the installation.
func (u *undoing) removeFace(ctx context.Context, family *fontlibrary.Family, entry *faceEntry,
	there []fontlibrary.Face) error {
	part := "face " + titleOf(entry.Settings)
	if entry.Found {
		u.report.add(Kept, part, entry.ID, "it was there before")
		return nil
	}
	at := slices.IndexFunc(there, func(one fontlibrary.Face) bool {
		if entry.lost() {
			return sameSource(entry.File, entry.Settings.Src, &one)
		}
		return one.ID == entry.ID
	})
	switch {
	case at < 0 && len(there) > 0:
		u.report.add(Left, part, there[0].ID, "it is another one than the receipt names")
		return nil
	case at < 0:
		if !entry.lost() {
			u.report.add(Gone, part, entry.ID, "")
		}
		return nil
	case !entry.lost() && !reflect.DeepEqual(there[at].Settings, entry.Settings):
		u.report.add(Left, part, entry.ID, "the site shows it otherwise than it was made")
		return nil
	}
	id := there[at].ID
	if !u.plan {
		if _, err := u.library.Faces(family.ID).Delete(ctx, id); err != nil && !errors.Is(err, cms.ErrNotFound) {
			return err
		}
	}
	u.report.add(Removed, part, id, "")
	return nil
}

// removeFamily deletes the family if the installation created it, nobody has changed it, and it has
// no faces left.
func (u *undoing) removeFamily(ctx context.Context, family *fontlibrary.Family) error {
	entry, part := u.receipt.Family, u.family()
	switch {
	case entry == nil || family == nil && entry.lost():
		return nil
	case entry.Found:
		u.report.add(Kept, part, entry.ID, "it was there before")
		return nil
	case family == nil:
		u.report.add(Gone, part, entry.ID, "")
		return nil
	case !entry.lost() && !reflect.DeepEqual(family.Settings, entry.Settings):
		u.report.add(Left, part, entry.ID, "the site shows it otherwise than it was made")
		return nil
	}
	// others is the number of faces that the undo does not remove. A plan has removed no face yet,
	// so subtract the faces that the undo would remove.
	others := len(family.FaceIDs)
	for _, step := range u.report.Steps {
		if step.Action == Removed {
			others--
		}
	}
	if !u.plan {
		now, err := u.library.Families.Get(ctx, family.ID, cms.Uncached())
		if errors.Is(err, cms.ErrNotFound) {
			u.report.add(Gone, part, family.ID, "")
			return nil
		}
		if err != nil {
			return err
		}
		others = len(now.FaceIDs)
	}
	if others > 0 {
		u.report.add(Left, part, family.ID, fmt.Sprintf("it has %d faces that the receipt does not name", others))
		return nil
	}
	if !u.plan {
		if _, err := u.library.Families.Delete(ctx, family.ID); err != nil && !errors.Is(err, cms.ErrNotFound) {
			return err
		}
	}
	u.report.add(Removed, part, family.ID, "")
	return nil
}
