package fontlibrary

import (
	"context"
	"fmt"
	"iter"
	"net/http"
	"slices"
	"strings"

	"github.com/fontcms/fontcms-go/cms"
)

// Face is a face of a family: one weight and style, or a variable font. All contexts have
// the same fields.
type Face struct {
	ID int64 `json:"id"`
	// ThemeJSONVersion is the version of the form of Settings: 3 on WordPress 7.1.
	ThemeJSONVersion int   `json:"theme_json_version"`
	Parent           int64 `json:"parent"` // the id of the family
	// Settings has the fields that were sent, and Src with the addresses of the files on
	// the site.
	Settings FaceSettings `json:"font_face_settings"`

	Links    cms.Links    `json:"_links,omitzero"`
	Embedded cms.Embedded `json:"_embedded,omitzero"` // see [cms.Embed]

	// Extra holds the fields that this package does not know.
	Extra cms.Extra `json:",embed"`

	// Reading tells whether the whole face was read.
	Reading cms.Reading `json:"-"`
}

// FaceParams describe a new face. It requires Settings.FontFamily, and at least one file
// or address.
type FaceParams struct {
	// Settings describe the face. Src holds the addresses of files that are on the
	// network already. The site does not load them, but it rejects an address whose host
	// it cannot resolve, and the addresses of private networks.
	Settings FaceSettings
	// Files are uploaded to the site, in this order. Their addresses come before those
	// of Src. If the site rejects one of several files, the files before it stay on the
	// disk of the site, so prefer one file for each face.
	Files []File
	// ThemeJSONVersion is the version of the form of Settings: 2 or 3. Default 3.
	ThemeJSONVersion *int
}

// FaceListOptions are the arguments of the list of faces. The list has no search: a site
// ignores that argument.
type FaceListOptions struct {
	// Context sets how much of each face is read. Default "view".
	Context cms.Context `url:"context,omitempty"`
	// Page is the number of the page, from 1. Default 1.
	Page int `url:"page,omitempty"`
	// PerPage is the size of a page, at most 100. Default 10.
	PerPage int `url:"per_page,omitempty"`
	// Include and Exclude select by id.
	Include []int64 `url:"include,brackets,omitempty"`
	Exclude []int64 `url:"exclude,brackets,omitempty"`
	// Offset skips this many faces. The site then ignores Page.
	Offset int `url:"offset,omitempty"`
	// Order is the direction. Default descending.
	Order cms.Order `url:"order,omitempty"`
	// OrderBy is [cms.ByID] (the default) or [cms.ByInclude].
	OrderBy cms.OrderBy `url:"orderby,omitempty"`
}

// faceBody is the body of a create. The site accepts the settings only as a string that
// contains JSON.
type faceBody struct {
	ThemeJSONVersion *int   `json:"theme_json_version,omitzero"`
	Settings         string `json:"font_face_settings"`
}

// Faces reads and writes the faces of one family.
type Faces struct {
	library    *Library
	family     int64
	path       string
	collection *cms.Collection[Face, faceBody, FaceListOptions]
}

// Client returns the client that sends the calls.
func (f *Faces) Client() *cms.Client { return f.library.site }

// All yields the faces of the family, in the order of their ids. It reads the family, and
// then its faces, a hundred with each request: GET cms/v2/font-families/{family} and
// GET cms/v2/font-families/{family}/font-faces?include[]=… See [cms.Collection.GetMany].
// Errors: [cms.ErrNotFound] if no family has the id.
func (f *Faces) All(ctx context.Context, walkOptions ...cms.WalkOption) iter.Seq2[*Face, error] {
	const operation = "font-faces.All"
	return func(yield func(*Face, error) bool) {
		family, err := f.library.Families.Get(ctx, f.family, cms.Fields("font_faces"))
		if err != nil {
			yield(nil, named(operation, err))
			return
		}
		ids := slices.Clone(family.FaceIDs)
		slices.Sort(ids)
		for face, err := range f.collection.GetMany(ctx, slices.Compact(ids), nil, walkOptions...) {
			if err == nil {
				err = f.check("All", face)
			}
			if !yield(face, named(operation, err)) {
				return
			}
		}
	}
}

// List returns one page: GET cms/v2/font-families/{family}/font-faces. WordPress lists
// the faces of all families there. List removes the faces of other families, so a page may
// be short or empty. Total counts the faces of all families. To read the faces of the
// family use All. See [cms.Collection.List].
func (f *Faces) List(ctx context.Context, options *FaceListOptions,
	callOptions ...cms.CallOption) (*cms.ListPage[Face], error) {
	if len(cms.FieldsOf(callOptions...)) > 0 {
		callOptions = append(callOptions[:len(callOptions):len(callOptions)], cms.Fields("parent"))
	}
	page, err := f.collection.List(ctx, options, callOptions...)
	if page != nil {
		page.Items = slices.DeleteFunc(page.Items, func(face Face) bool { return face.Parent != f.family })
	}
	return page, err
}

// Get returns one face: GET cms/v2/font-families/{family}/font-faces/{id}. Errors:
// [cms.ErrNotFound] if no face has the id, or if the face belongs to another family; the
// code is then [CodeFaceOfAnother].
func (f *Faces) Get(ctx context.Context, id int64, options ...cms.GetOption) (*Face, error) {
	face, err := f.collection.Get(ctx, id, options...)
	if err != nil {
		return nil, err
	}
	if err := f.check("Get", face); err != nil {
		return nil, err
	}
	return face, nil
}

// Create creates a face: POST cms/v2/font-families/{family}/font-faces. Files are sent as
// a form, with constant memory. Create is retried only if the site provably did nothing.
// Faces that are created at the same time may be stored twice.
//
// Errors:
//   - [cms.ErrInvalidArgument] if the name of the family is missing, if there is neither a
//     file nor an address, or for a file without a name.
//   - [CodeDuplicateFace] if the family has such a face.
//   - [CodeInvalidFile] if a file is not a font; [CodeUploadError] if it is empty or too
//     large.
//   - [cms.ErrBadRequest] and the param font_face_settings if the site rejects an address or
//     a field.
//   - [cms.ErrNotFound] with [CodeInvalidFamily] if no family has the id.
//   - [cms.ErrOutcomeUnknown] if the response was lost. The face may exist: see All.
func (f *Faces) Create(ctx context.Context, params *FaceParams, options ...cms.CallOption) (*Face, error) {
	const operation = "font-faces.Create"
	body, err := params.body(operation)
	if err != nil {
		return nil, err
	}
	if len(params.Files) == 0 {
		face, err := f.collection.Create(ctx, body, options...)
		return f.created(face, err)
	}
	upload, err := params.form(operation, body)
	if err != nil {
		return nil, err
	}
	face, err := cms.Do(ctx, f.library.site, cms.Request[Face]{
		Operation: operation, Method: http.MethodPost, Path: f.path, Body: upload, Repeat: cms.RepeatUnsent,
	}, options...)
	return f.created(face, err)
}

// created checks that a new face belongs to the family.
func (f *Faces) created(face *Face, err error) (*Face, error) {
	if err != nil {
		return nil, err
	}
	if err := f.check("Create", face); err != nil {
		return nil, err
	}
	return face, nil
}

// Delete deletes a face and its files permanently: DELETE
// cms/v2/font-families/{family}/font-faces/{id}?force=true. Faces have no trash. The
// global styles of the site keep the addresses of the files. Errors: [cms.ErrNotFound] if
// no face of the family has the id.
func (f *Faces) Delete(ctx context.Context, id int64, options ...cms.CallOption) (*cms.Deleted[Face], error) {
	return f.collection.Delete(ctx, id, options...)
}

// check returns an error if a face belongs to another family. The parent may be absent if
// only a part of the face was read.
func (f *Faces) check(verb string, face *Face) error {
	if face.Parent == f.family || face.Parent == 0 && face.Reading.Partial {
		return nil
	}
	return &cms.Error{
		Operation: "font-faces." + verb, Method: http.MethodGet,
		Path: f.Client().Prefix() + strings.TrimPrefix(f.path, "cms"),
		Reason: fmt.Errorf("%w: the face %d belongs to the family %d, not %d", cms.ErrForeignRecord, face.ID, face.Parent,
			f.family),
	}
}

// body returns the body of a create. It fails for params that the site would reject.
func (p *FaceParams) body(operation string) (*faceBody, error) {
	switch {
	case p == nil:
		return nil, refuse(operation, "params", "must not be nil")
	case strings.TrimSpace(p.Settings.FontFamily) == "":
		return nil, refuse(operation, "fontFamily", "a face requires the name of its family")
	case len(p.Files)+len(p.Settings.Src) == 0:
		return nil, refuse(operation, "src", "a face requires a file or an address")
	case slices.ContainsFunc(p.Settings.Src, func(address string) bool { return strings.TrimSpace(address) == "" }):
		return nil, refuse(operation, "src", "an address is empty")
	}
	settings := p.Settings
	settings.Src = nil
	for i := range p.Files {
		settings.Src = append(settings.Src, partName(i))
	}
	settings.Src = append(settings.Src, p.Settings.Src...)
	encoded, err := cms.Marshal(settings)
	if err != nil {
		return nil, refuse(operation, "font_face_settings", err.Error())
	}
	return &faceBody{p.ThemeJSONVersion, string(encoded)}, nil
}

// partName returns the name of the form field for file i. Src refers to the file by this name.
func partName(i int) string { return fmt.Sprintf("file-%d", i) }
