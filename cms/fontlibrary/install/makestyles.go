package install

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/cms/appearance"
	"github.com/fontcms/fontcms-go/cms/fontlibrary"
)

// tries is the maximum number of attempts to change the styles. An attempt fails if
// somebody else writes the styles at the same time.
const tries = 4

// changeStyles changes the styles so that the pages use the family.
func (j *job) changeStyles(ctx context.Context, id int64) error {
	const part = "styles"
	if j.wanted.place == Nowhere {
		return nil
	}
	if j.plan {
		return j.planStyles(ctx)
	}
	var err error
	for range tries {
		changed := false
		var after *appearance.GlobalStyles
		after, err = j.styles.Edit(ctx, id, func(g *appearance.GlobalStyles) error {
			before := treesOf(g)
			if err := j.use(g); err != nil {
				return err
			}
			if intended := treesOf(g); !intended.equal(before) {
				changed = true
				return j.intend(ctx, id, before, intended)
			}
			// No value has changed. Restore the JSON as it was read, so that Edit writes nothing.
			g.Settings, g.Styles = before.Settings, before.Styles
			return nil
		})
		if errors.Is(err, cms.ErrChanged) {
			continue
		}
		if changed && after != nil && !after.Reading.Partial && (err == nil || errors.Is(err, cms.ErrPartlyWritten)) {
			// Keep the stored values in the receipt: the site may store other values than it received.
			j.receipt.Styles.Intended = treesOf(after)
			j.report.add(Changed, part, id, "")
			return errors.Join(err, j.save(ctx))
		}
		if err == nil {
			j.report.add(Kept, part, id, "")
		}
		return err
	}
	return err
}

// intend stores the change of the styles in the receipt. If the styles have the values that an
// earlier change wrote, the receipt keeps the values from before that change.
func (j *job) intend(ctx context.Context, id int64, before, intended trees) error {
	if old := j.receipt.Styles; old != nil && old.ID == id && old.Intended.equal(before) {
		before = old.Before
	}
	j.receipt.Styles = &stylesChange{id, before, intended}
	return j.save(ctx)
}

// planStyles adds a step to the report that tells whether the styles would be written. It
// does not read the styles if reading might write to the site.
func (j *job) planStyles(ctx context.Context) error {
	change := j.receipt.Styles
	if change == nil {
		j.report.add(Changed, "styles", 0, "they were not read, because reading their id may write to the site")
		return nil
	}
	g, err := j.styles.Get(ctx, change.ID, cms.Uncached())
	if err != nil {
		return err
	}
	action := Kept
	if before := treesOf(g); len(j.made) < len(j.wanted.faces) {
		action = Changed
	} else if err := j.use(g); err != nil {
		return err
	} else if !treesOf(g).equal(before) {
		action = Changed
	}
	j.report.add(action, "styles", change.ID, "")
	return nil
}

// use puts the family into the settings, and its font into the styles. Other families and
// other faces of this family stay.
func (j *job) use(g *appearance.GlobalStyles) error {
	path := []string{"typography", "fontFamilies", "custom"}
	var all []fontlibrary.FamilySettings
	if _, err := g.Settings.Get(&all, path...); err != nil {
		return fmt.Errorf("install: settings.typography.fontFamilies.custom: %w", err)
	}
	slug := j.wanted.settings.Slug
	at := slices.IndexFunc(all, func(f fontlibrary.FamilySettings) bool { return f.Slug == slug })
	if at < 0 {
		at, all = len(all), append(all, fontlibrary.FamilySettings{})
	}
	there := j.family.Settings
	entry := &all[at]
	entry.Name, entry.Slug, entry.FontFamily = there.Name, there.Slug, there.FontFamily
	for _, face := range j.made {
		key := keyOf(face.Settings)
		same := func(one fontlibrary.FaceSettings) bool { return keyOf(one) == key }
		if i := slices.IndexFunc(entry.Faces, same); i < 0 {
			entry.Faces = append(entry.Faces, face.Settings)
		} else if !slices.Equal(entry.Faces[i].Src, face.Settings.Src) {
			entry.Faces[i] = face.Settings
		}
	}
	if err := g.Settings.Set(all, path...); err != nil {
		return err
	}
	font := "var:preset|font-family|" + slug
	switch j.wanted.place {
	case AllText:
		return g.Styles.Set(font, "typography", "fontFamily")
	case Headings:
		return g.Styles.Set(font, "elements", "heading", "typography", "fontFamily")
	}
	return nil
}
