package install

import (
	"context"
	"errors"
	"fmt"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/cms/appearance"
	"github.com/fontcms/fontcms-go/cms/fontlibrary"
)

// ErrOtherReceipt means that the receipt in the store is that of another site or family,
// or that this version cannot read it. Nothing was written.
var ErrOtherReceipt = errors.New("the receipt is not that of this family on this site")

// receipt is the JSON content of a store.
type receipt struct {
	Version int           `json:"version"`
	Site    string        `json:"site"` // root of the REST API
	Slug    string        `json:"slug"`
	Family  *familyEntry  `json:"family,omitzero"`
	Faces   []*faceEntry  `json:"faces,omitzero"`
	Styles  *stylesChange `json:"styles,omitzero"`
}

const receiptVersion = 1

// familyEntry is the family in a receipt. ID is 0 until the response to the create has been read.
type familyEntry struct {
	ID    int64 `json:"id,omitzero"`
	Found bool  `json:"found,omitzero"` // whether the site had the family before the installation
	// Settings are the intended settings, or the stored settings if ID is not 0.
	Settings fontlibrary.FamilySettings `json:"settings"`
}

// faceEntry is a face in a receipt. ID, Found and Settings have the same meaning as in
// familyEntry.
type faceEntry struct {
	ID       int64                    `json:"id,omitzero"`
	Found    bool                     `json:"found,omitzero"`
	File     string                   `json:"file,omitzero"` // name of the uploaded file
	Settings fontlibrary.FaceSettings `json:"settings"`
}

// lost reports whether a create was sent, but its response was not read. In this case the site may
// have the family.
func (e *familyEntry) lost() bool { return e != nil && e.ID == 0 && !e.Found }

func (e *faceEntry) lost() bool { return e != nil && e.ID == 0 && !e.Found }

// stylesChange has the global styles twice: with the values from before the installation, and
// with the values that the installation writes.
type stylesChange struct {
	ID       int64 `json:"id"`
	Before   trees `json:"before"`
	Intended trees `json:"intended"`
}

type trees struct {
	Settings appearance.Tree `json:"settings"`
	Styles   appearance.Tree `json:"styles"`
}

func treesOf(g *appearance.GlobalStyles) trees { return trees{g.Settings, g.Styles} }

func (t trees) equal(other trees) bool {
	return t.Settings.Equal(other.Settings) && t.Styles.Equal(other.Styles)
}

// read returns the receipt from the store, or nil.
func (i *Installer) read(ctx context.Context) (*receipt, error) {
	content, err := i.store.Load(ctx)
	if err != nil {
		return nil, fmt.Errorf("install: the receipt cannot be read: %w", err)
	}
	if len(content) == 0 {
		return nil, nil
	}
	r := &receipt{}
	if err := cms.Unmarshal(content, r); err != nil {
		return nil, fmt.Errorf("install: %w: %w", ErrOtherReceipt, err)
	}
	if r.Version != receiptVersion || r.Site != i.site.Root() || r.Slug == "" {
		return nil, fmt.Errorf("install: %w: it is for %.200q", ErrOtherReceipt, r.Site)
	}
	return r, nil
}

// load reads the receipt, or begins a new receipt.
func (j *job) load(ctx context.Context) error {
	r, err := j.read(ctx)
	slug := j.wanted.settings.Slug
	switch {
	case err != nil:
		return err
	case r == nil:
		r = &receipt{Version: receiptVersion, Site: j.site.Root(), Slug: slug}
	case r.Slug != slug:
		return fmt.Errorf("install: %w: it is for the family %.200q", ErrOtherReceipt, r.Slug)
	}
	j.receipt = r
	return nil
}

// save stores the receipt. In a plan it does nothing.
func (j *job) save(ctx context.Context) error {
	if j.plan {
		return nil
	}
	content, err := cms.Marshal(j.receipt)
	if err == nil {
		err = j.store.Save(ctx, content)
	}
	if err != nil {
		return fmt.Errorf("install: the receipt cannot be saved: %w", err)
	}
	return nil
}

// entry returns the face with a key from the receipt, or nil.
func (r *receipt) entry(key string) *faceEntry {
	for _, e := range r.Faces {
		if keyOf(e.Settings) == key {
			return e
		}
	}
	return nil
}
