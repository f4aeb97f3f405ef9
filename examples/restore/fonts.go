package main

import (
	"context"
	"encoding/json"
	"errors"
	"path"
	"reflect"
	"strconv"
	"strings"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/cms/fontlibrary"
	"github.com/fontcms/fontcms-go/examples/internal/archive"
)

// families finds or creates the families of the folder by their slugs.
func (r *restore) families(ctx context.Context, names []string) error {
	all := fontlibrary.New(r.site).Families
	for _, name := range names {
		var wanted fontlibrary.Family
		if err := r.from.Read(archive.FontFamilies, name, &wanted); err != nil {
			return err
		}
		family, err := all.BySlug(ctx, wanted.Settings.Slug)
		isNew := errors.Is(err, cms.ErrNotFound)
		if isNew {
			params := &fontlibrary.FamilyParams{Name: &wanted.Settings.Name, Slug: &wanted.Settings.Slug,
				FontFamily: &wanted.Settings.FontFamily}
			if wanted.Settings.Preview != "" {
				params.Preview = &wanted.Settings.Preview
			}
			family, err = all.Create(ctx, params)
		}
		if err != nil {
			if err := r.failLook(archive.FontFamilies, name, err); err != nil {
				return err
			}
			continue
		}
		r.fontFamilies[wanted.ID] = family.ID
		if isNew {
			r.looksDone[archive.FontFamilies]++
		}
	}
	return nil
}

// faces adds the faces that the families of the site lack.
func (r *restore) faces(ctx context.Context, names []string) error {
	library, there := fontlibrary.New(r.site), map[int64][]*fontlibrary.Face{}
	for _, name := range names {
		var wanted fontlibrary.Face
		var record archive.Record
		err := errors.Join(r.from.Read(archive.FontFaces, name, &wanted), r.from.Read(archive.FontFaces, name, &record))
		if err != nil {
			return err
		}
		family := r.fontFamilies[wanted.Parent]
		if family == 0 {
			r.leaveLook(archive.FontFaces, name, "its family was not restored")
			continue
		}
		faces := library.Faces(family)
		if _, read := there[family]; !read {
			there[family] = []*fontlibrary.Face{}
			for face, err := range faces.All(ctx) {
				if err != nil {
					return err
				}
				there[family] = append(there[family], face)
			}
		}
		face := sameFace(there[family], &wanted)
		if face == nil {
			params, why := r.face(&wanted, record)
			if why != "" {
				r.leaveLook(archive.FontFaces, name, why)
				continue
			}
			if face, err = faces.Create(ctx, params); err != nil {
				if err := r.failLook(archive.FontFaces, name, err); err != nil {
					return err
				}
				continue
			}
			r.looksDone[archive.FontFaces]++
		}
		for i, address := range wanted.Settings.Src {
			if len(face.Settings.Src) == len(wanted.Settings.Src) {
				r.faceFiles[address] = face.Settings.Src[i]
			}
		}
	}
	return nil
}

// face returns the params of a new face, or why there are none. The addresses of files that
// are copied come first, as the site stores them.
func (r *restore) face(wanted *fontlibrary.Face, record archive.Record) (params *fontlibrary.FaceParams, why string) {
	params = &fontlibrary.FaceParams{Settings: wanted.Settings}
	params.Settings.Src = nil
	for i, file := range record.FaceFiles(r.source.Home) {
		if file.Name == "" {
			params.Settings.Src = append(params.Settings.Src, file.Address)
			continue
		}
		if !r.from.HasFaceFile(file, r.source.Kinds[archive.FontFaces]) {
			return nil, "the folder lacks its file " + file.Name
		}
		content, err := r.from.Upload(archive.FontFaces, file.Name)
		if err != nil {
			return nil, err.Error()
		}
		own := strings.TrimPrefix(path.Base(file.Name), strconv.FormatInt(wanted.ID, 10)+"-"+strconv.Itoa(i+1)+"-")
		params.Files = append(params.Files, fontlibrary.File{Name: own, Open: content.Open, Size: content.Size})
	}
	return params, ""
}

// sameFace returns the face with the same descriptors, nil if there is none.
func sameFace(all []*fontlibrary.Face, wanted *fontlibrary.Face) *fontlibrary.Face {
	plain := func(s fontlibrary.FaceSettings) (value any) {
		s.Src, s.Preview = nil, ""
		text, err := json.Marshal(s)
		if err != nil || json.Unmarshal(text, &value) != nil {
			return nil
		}
		return value
	}
	for _, face := range all {
		if reflect.DeepEqual(plain(face.Settings), plain(wanted.Settings)) {
			return face
		}
	}
	return nil
}
