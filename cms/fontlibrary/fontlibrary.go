// Package fontlibrary reads and writes the font library of a site: the fonts that an
// administrator has installed. The library came with WordPress 6.5. On older sites each
// call fails with [cms.ErrNoRoute]. Each call requires the administrator role.
//
//	library := fontlibrary.New(site) // site is a *cms.Client
//	inter, err := library.Families.Create(ctx, &fontlibrary.FamilyParams{
//		Name: new("Inter"), Slug: new("inter"), FontFamily: new("Inter, sans-serif")})
//	…
//	file, err := fontlibrary.LocalFile("Inter-Bold.woff2")
//	…
//	bold, err := library.Faces(inter.ID).Create(ctx, &fontlibrary.FaceParams{
//		Settings: fontlibrary.FaceSettings{FontFamily: "Inter", FontWeight: "700", FontStyle: "normal"},
//		Files:    []fontlibrary.File{file}})
//
// # Three common mistakes
//
// A family in the library changes no page. Pages use the fonts that the global styles of
// the active theme name, in settings.typography.fontFamilies.custom. That entry is a copy
// of the family with the addresses of its files: see package appearance.
//
// Deleting a family or a face deletes its files. The global styles keep the addresses, so
// pages then request files that do not exist.
//
// A face cannot be changed. Delete it and create another one.
package fontlibrary

import (
	"errors"
	"fmt"

	"github.com/fontcms/fontcms-go/cms"
)

// Error codes of the font library.
const (
	CodeDuplicateFamily cms.ErrorCode = "rest_duplicate_font_family" // 400: another family has the slug
	// CodeDuplicateFace (400): another face of the family has the same family name,
	// style, weight, stretch and range. A missing weight and "normal" equal 400, "bold"
	// equals 700.
	CodeDuplicateFace cms.ErrorCode = "rest_duplicate_font_face"
	// CodeInvalidFile (400): the content or the extension of a file is not that of a
	// font. A site accepts .woff2, .woff, .ttf and .otf, and no collections (.ttc).
	CodeInvalidFile cms.ErrorCode = "rest_font_upload_invalid_file_type"
	CodeUploadError cms.ErrorCode = "rest_font_upload_unknown_error" // 500: a file is empty or too large
	// CodeFaceOfAnother (404): the face belongs to another family.
	CodeFaceOfAnother     cms.ErrorCode = "rest_font_face_parent_id_mismatch"
	CodeInvalidFamily     cms.ErrorCode = "rest_post_invalid_parent"       // 404: no family has the id
	CodeUnknownCollection cms.ErrorCode = "rest_font_collection_not_found" // 404
	// CodeCollectionMissing (500): the site cannot load the collection, for example
	// because it has no network.
	CodeCollectionMissing cms.ErrorCode = "font_collection_json_missing"
)

// Library is the font library of a site. It is immutable and safe for concurrent use.
type Library struct {
	// Families holds the installed families: cms/v2/font-families.
	Families *Families
	// Collections holds the collections of fonts that the site offers for installation,
	// by slug: cms/v2/font-collections. They are read-only. A stock site has
	// "google-fonts", which it loads from the network.
	//
	// List omits a collection that the site cannot load. Get of it fails with
	// [CodeCollectionMissing]. The list has pages of ten: see [CollectionListOptions].
	Collections *cms.Catalog[Collection, cms.ReadOnly, CollectionListOptions]

	site *cms.Client
}

// New returns the font library of a site. It sends nothing.
func New(site *cms.Client) *Library {
	return &Library{
		&Families{cms.NewCollection[Family, familyBody, FamilyListOptions](site, familiesRoute)},
		cms.NewCatalog[Collection, cms.ReadOnly, CollectionListOptions](site, "cms/v2/font-collections", "slug"),
		site,
	}
}

// Faces returns the faces of a family: cms/v2/font-families/{family}/font-faces. Nothing
// is sent. Calls fail with [cms.ErrInvalidArgument] if the id is below 1.
func (l *Library) Faces(family int64) *Faces {
	path := fmt.Sprintf("%s/%d/font-faces", familiesRoute, family)
	if family < 1 {
		path = "./" + path // an invalid path, which every call refuses
	}
	return &Faces{l, family, path, cms.NewCollection[Face, faceBody, FaceListOptions](l.site, path)}
}

const familiesRoute = "cms/v2/font-families"

// refuse returns an error for an invalid argument.
func refuse(operation, argument, reason string) error {
	return &cms.ArgumentError{Operation: operation, Argument: argument, Reason: reason}
}

// named sets the operation in the error of a request.
func named(operation string, err error) error {
	if e, ok := errors.AsType[*cms.Error](err); ok {
		e.Operation = operation
	}
	if e, ok := errors.AsType[*cms.ArgumentError](err); ok {
		e.Operation = operation
	}
	return err
}
