package install

import (
	"context"
	"errors"
	"slices"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/cms/fontlibrary"
)

// makeFaces creates the faces that the site lacks, one after the other.
func (j *job) makeFaces(ctx context.Context) error {
	there, err := j.facesOf(ctx, j.family)
	if err != nil {
		return err
	}
	for i := range j.wanted.faces {
		face := &j.wanted.faces[i]
		made, err := j.keep(ctx, face, there[face.key])
		if err == nil && made == nil {
			made, err = j.createFace(ctx, face)
		}
		if err != nil {
			return err
		}
		if made != nil { // made is nil in a plan
			j.made = append(j.made, *made)
		}
	}
	return nil
}

// facesOf returns the faces of a family, by their keys. Each list is ordered by id.
func (i *Installer) facesOf(ctx context.Context, family *fontlibrary.Family) (map[string][]fontlibrary.Face, error) {
	all := map[string][]fontlibrary.Face{}
	if family == nil || len(family.FaceIDs) == 0 {
		return all, nil
	}
	for face, err := range i.library.Faces(family.ID).All(ctx, cms.Uncached()) {
		if err != nil {
			return nil, err
		}
		key := keyOf(face.Settings)
		all[key] = append(all[key], *face)
	}
	return all, nil
}

// has reports whether a face of the site uses the file or the address of a wanted face.
func (w *wantedFace) has(there *fontlibrary.Face) bool {
	return sameSource(w.fileName(), w.settings.Src, there)
}

func (w *wantedFace) fileName() string {
	if w.file == nil {
		return ""
	}
	return w.file.Name
}

// sameSource reports whether a face of the site uses the uploaded file with the name file. If file
// is "", sameSource reports whether the face uses the addresses in src.
func sameSource(file string, src fontlibrary.Sources, there *fontlibrary.Face) bool {
	if file == "" {
		return slices.Equal(there.Settings.Src, src)
	}
	return len(there.Settings.Src) == 1 && isFile(file, there.Settings.Src[0])
}

// keep chooses the face of the site that is used as the wanted face, and enters it into the
// receipt and the report. It returns nil if the site has no face with the same key.
func (j *job) keep(ctx context.Context, face *wantedFace, there []fontlibrary.Face) (*fontlibrary.Face, error) {
	if len(there) == 0 {
		return nil, nil
	}
	entry := j.receipt.entry(face.key)
	at := slices.IndexFunc(there, func(one fontlibrary.Face) bool { return entry != nil && one.ID == entry.ID })
	reason := ""
	if at < 0 {
		at = slices.IndexFunc(there, func(one fontlibrary.Face) bool { return face.has(&one) })
		found := true
		if at >= 0 && entry.lost() {
			found, reason = false, "its create was found again"
		}
		at = max(at, 0)
		j.enter(&faceEntry{ID: there[at].ID, Found: found, File: face.fileName(), Settings: there[at].Settings})
	}
	chosen := &there[at]
	if !face.has(chosen) {
		reason = "with another file, which is used: undo or delete it first to replace it"
	}
	j.report.add(Kept, "face "+face.title, chosen.ID, reason)
	for i := range there {
		if one := &there[i]; i != at && face.has(one) {
			j.report.add(Left, "face "+face.title, one.ID, "a second one with the same file, not in the receipt")
		}
	}
	return chosen, j.save(ctx)
}

// enter puts an entry into the receipt. It replaces the entry with the same key.
func (j *job) enter(entry *faceEntry) {
	key := keyOf(entry.Settings)
	j.receipt.Faces = append(slices.DeleteFunc(j.receipt.Faces, func(e *faceEntry) bool {
		return keyOf(e.Settings) == key
	}), entry)
}

// createFace creates a face. If the response is lost, or the site already has the face, createFace
// looks up the face.
func (j *job) createFace(ctx context.Context, face *wantedFace) (*fontlibrary.Face, error) {
	part := "face " + face.title
	if j.plan {
		j.report.add(Created, part, 0, "")
		return nil, nil
	}
	lost := j.receipt.entry(face.key).lost() // whether the response to an earlier create was lost
	entry := &faceEntry{File: face.fileName(), Settings: face.settings}
	j.enter(entry)
	if err := j.save(ctx); err != nil {
		return nil, err
	}
	params := &fontlibrary.FaceParams{Settings: face.settings}
	if face.file != nil {
		params.Files = []fontlibrary.File{*face.file}
	}
	made, err := j.library.Faces(j.family.ID).Create(ctx, params)
	unknown, taken := errors.Is(err, cms.ErrOutcomeUnknown), errors.Is(err, fontlibrary.CodeDuplicateFace)
	if unknown || taken {
		there, again := j.lookUp(ctx, face)
		switch {
		case again != nil:
			return nil, errors.Join(err, again)
		case there != nil:
			made, err = there, nil
			entry.Found = taken && !lost // true if another program created the face first
		}
	}
	if err != nil {
		if refused(err) {
			j.receipt.Faces = slices.DeleteFunc(j.receipt.Faces, func(e *faceEntry) bool { return e == entry })
			err = errors.Join(err, j.save(ctx))
		}
		return nil, err
	}
	entry.ID, entry.Settings = made.ID, made.Settings
	j.report.add(Created, part, made.ID, "")
	return made, j.save(ctx)
}

// lookUp returns the face of the site that has the key and the file of a wanted face, or
// nil.
func (j *job) lookUp(ctx context.Context, face *wantedFace) (*fontlibrary.Face, error) {
	family, err := j.library.Families.Get(ctx, j.family.ID, cms.Uncached())
	if err != nil {
		return nil, err
	}
	there, err := j.facesOf(ctx, family)
	if err != nil {
		return nil, err
	}
	same := there[face.key]
	at := slices.IndexFunc(same, func(one fontlibrary.Face) bool { return face.has(&one) })
	if at < 0 {
		return nil, nil
	}
	return &same[at], nil
}
