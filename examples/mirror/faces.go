package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strconv"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/examples/internal/archive"
)

// faces copies the faces of all families with their files. A site lists the faces of all
// families below each of them, so the faces are read by the ids that each family has.
func (k *kindRun) faces(ctx context.Context) error {
	families, err := k.folder.IDs(archive.FontFamilies)
	if err != nil {
		return err
	}
	l := &listed{sent: len(families), get: k.face}
	for _, family := range families {
		var r archive.Record
		if err := k.folder.Read(archive.FontFamilies, strconv.FormatInt(family, 10), &r); err != nil {
			return err // it was read a moment ago
		}
		var ids []int64
		if err := json.Unmarshal(r["font_faces"], &ids); err != nil {
			return fmt.Errorf("the family %d: its faces: %w", family, err)
		}
		list := cms.NewCollection[archive.Record, struct{}, archive.ListOptions](k.site, k.below(family))
		for face, err := range list.GetMany(ctx, ids, &archive.ListOptions{Context: k.kind.Context}) {
			if id := k.broken(err); id > 0 {
				continue
			}
			if err != nil {
				return err
			}
			if face.Parent() == family {
				l.records = append(l.records, *face)
			}
		}
	}
	return k.keepListed(ctx, l)
}

// face reads the face of an earlier copy.
func (k *kindRun) face(ctx context.Context, id string, old archive.Record) (archive.Record, error) {
	if old.Parent() < 1 {
		return nil, nil
	}
	r, err := k.one(ctx, k.below(old.Parent())+"/"+id)
	if err != nil {
		return nil, err
	}
	return r, named(r, id)
}

// below is the route of the faces of a family.
func (k *kindRun) below(family int64) string {
	return fmt.Sprintf("%s/%d/font-faces", k.kind.Route, family)
}

// fetchFace downloads the files of a face, unless the folder has them.
func (k *kindRun) fetchFace(ctx context.Context, r archive.Record) (missing bool, err error) {
	for _, file := range r.FaceFiles(k.mirror.state.Home) {
		if file.Name == "" || k.folder.HasFaceFile(file, k.state) {
			continue
		}
		if k.failed >= patience {
			k.state.Miss(r.Name(), fmt.Sprintf("%s: not tried, since %d files in a row had failed", file.Name, patience), false)
			return true, nil
		}
		size, err := k.download(ctx, file.Name, file.Address)
		if ctx.Err() != nil {
			return false, ctx.Err()
		}
		if _, fromSite := errors.AsType[siteError](err); fromSite {
			if k.failed++; errors.Is(err, cms.ErrNotFound) || errors.Is(err, errTooLarge) { // the host responds
				k.failed = 0
			}
			k.state.Miss(r.Name(), fmt.Sprintf("%s: %v", file.Name, err), true)
			return true, nil
		}
		if err != nil {
			return false, fmt.Errorf("%s: %w", file.Name, err)
		}
		k.failed = 0
		k.tally.bytes += size
		k.state.NoteFaceFile(file, size)
	}
	return false, nil
}
