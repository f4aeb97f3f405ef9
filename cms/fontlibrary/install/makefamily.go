package install

import (
	"context"
	"errors"
	"fmt"
	"net/http"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/cms/fontlibrary"
)

// refused reports whether the site has rejected a create, so that nothing was created.
func refused(err error) bool {
	e, ok := errors.AsType[*cms.Error](err)
	return errors.Is(err, cms.ErrInvalidArgument) || ok && e.Status >= http.StatusBadRequest &&
		e.Status < http.StatusInternalServerError && !errors.Is(err, cms.ErrOutcomeUnknown)
}

// bySlug returns the family with a slug, or nil.
func (i *Installer) bySlug(ctx context.Context, slug string) (*fontlibrary.Family, error) {
	family, err := i.library.Families.BySlug(ctx, slug, cms.Uncached())
	if errors.Is(err, cms.ErrNotFound) {
		return nil, nil
	}
	return family, err
}

// matches reports whether the family on the site has the name, the slug and the fonts of the entry.
func (e *familyEntry) matches(there *fontlibrary.Family) bool {
	a, b := e.Settings, there.Settings
	return a.Name == b.Name && a.Slug == b.Slug && sameNames(a.FontFamily, b.FontFamily)
}

// findFamily looks up the family. It fails if another family has the same slug.
func (j *job) findFamily(ctx context.Context) (err error) {
	settings := j.wanted.settings
	if j.family, err = j.bySlug(ctx, settings.Slug); err != nil || j.family == nil {
		return err
	}
	if entry := (&familyEntry{Settings: settings}); !entry.matches(j.family) {
		there := j.family.Settings
		return fmt.Errorf("install: %w: the family %d has the slug %s, the name %.200q and the value %.200q",
			cms.ErrConflict, j.family.ID, settings.Slug, there.Name, there.FontFamily)
	}
	return nil
}

// makeFamily creates the family unless the site has it.
func (j *job) makeFamily(ctx context.Context) error {
	part := "family " + j.wanted.settings.Slug
	if j.family != nil {
		entry, reason := j.receipt.Family, ""
		switch {
		case entry.lost():
			entry.ID, reason = j.family.ID, "its create was found again"
		case entry == nil || entry.ID != j.family.ID:
			entry = &familyEntry{ID: j.family.ID, Found: true}
		}
		entry.Settings = j.family.Settings
		j.receipt.Family = entry
		j.report.add(Kept, part, j.family.ID, reason)
		return j.save(ctx)
	}
	if j.plan {
		j.report.add(Created, part, 0, "")
		return nil
	}
	lost := j.receipt.Family.lost() // whether the response to an earlier create was lost
	entry := &familyEntry{Settings: j.wanted.settings}
	j.receipt.Family = entry
	if err := j.save(ctx); err != nil {
		return err
	}
	settings := j.wanted.settings
	made, err := j.library.Families.Create(ctx, &fontlibrary.FamilyParams{Name: &settings.Name, Slug: &settings.Slug,
		FontFamily: &settings.FontFamily})
	unknown, taken := errors.Is(err, cms.ErrOutcomeUnknown), errors.Is(err, fontlibrary.CodeDuplicateFamily)
	if unknown || taken {
		there, again := j.bySlug(ctx, settings.Slug)
		switch {
		case again != nil:
			return errors.Join(err, again)
		case there != nil && entry.matches(there):
			made, err = there, nil
			entry.Found = taken && !lost // true if another program created the family first
		}
	}
	if err != nil {
		if refused(err) {
			j.receipt.Family = nil
			err = errors.Join(err, j.save(ctx))
		}
		return err
	}
	entry.ID, entry.Settings, j.family = made.ID, made.Settings, made
	j.report.add(Created, part, made.ID, "")
	return j.save(ctx)
}
