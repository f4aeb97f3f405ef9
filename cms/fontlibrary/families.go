package fontlibrary

import (
	"context"
	"fmt"
	"iter"
	"net/http"
	"strings"

	"github.com/fontcms/fontcms-go/cms"
)

// Family is a family of the library. All contexts have the same fields.
type Family struct {
	ID int64 `json:"id"`
	// ThemeJSONVersion is the version of the form of Settings: 3 on WordPress 7.1.
	ThemeJSONVersion int `json:"theme_json_version"`
	// FaceIDs are the ids of the faces of the family, in no fixed order.
	FaceIDs  []int64        `json:"font_faces"`
	Settings FamilySettings `json:"font_family_settings"`

	Links cms.Links `json:"_links,omitzero"`
	// the faces, in the relation "font_faces": see [cms.Embed]
	Embedded cms.Embedded `json:"_embedded,omitzero"`

	// Extra holds the fields that this package does not know.
	Extra cms.Extra `json:",embed"`

	// Reading tells whether the whole family was read.
	Reading cms.Reading `json:"-"`
}

// FamilyParams are the fields that a create or update of a family sets. A nil field is
// not changed. A create requires Name, Slug and FontFamily. An update refuses Slug,
// because a site does not change it. The faces of a family are created one by one: see
// [Library.Faces].
type FamilyParams struct {
	Name *string
	// Slug is the name in CSS variables. The site sanitizes it: "My Font" becomes
	// "my-font".
	Slug *string
	// FontFamily is the value of the CSS property font-family: "Inter, sans-serif".
	FontFamily *string
	Preview    *string // the address of an image
	// ThemeJSONVersion is the version of the form in which the settings are sent: 2 or
	// 3. Default 3.
	ThemeJSONVersion *int
}

// Params returns the settable fields of a family, to create it elsewhere. For an update,
// set Slug to nil. Errors: [cms.ErrIncomplete] if the family was read with [cms.Fields].
func (f *Family) Params() (*FamilyParams, error) {
	if f.Reading.Partial || f.Settings.Slug == "" {
		return nil, fmt.Errorf("%w: read it without Fields", cms.ErrIncomplete)
	}
	s := f.Settings
	return &FamilyParams{Name: &s.Name, Slug: &s.Slug, FontFamily: &s.FontFamily, Preview: &s.Preview}, nil
}

// FamilyListOptions are the arguments of the list of families. The list has no search: a
// site ignores that argument.
type FamilyListOptions struct {
	// Context sets how much of each family is read. Default "view".
	Context cms.Context `url:"context,omitempty"`
	// Page is the number of the page, from 1. Default 1.
	Page int `url:"page,omitempty"`
	// PerPage is the size of a page, at most 100. Default 10 for List, 100 for a walk.
	PerPage int `url:"per_page,omitempty"`
	// Include and Exclude select by id.
	Include []int64 `url:"include,brackets,omitempty"`
	Exclude []int64 `url:"exclude,brackets,omitempty"`
	// Offset skips this many families. The site then ignores Page.
	Offset int `url:"offset,omitempty"`
	// Order is the direction. Default descending for List.
	Order cms.Order `url:"order,omitempty"`
	// OrderBy is [cms.ByID] (the default) or [cms.ByInclude].
	OrderBy cms.OrderBy `url:"orderby,omitempty"`
	// Slug selects by slug.
	Slug []string `url:"slug,brackets,omitempty"`
}

// familyBody is the body of a write. The site accepts the settings only as a string that
// contains JSON.
type familyBody struct {
	ThemeJSONVersion *int   `json:"theme_json_version,omitzero"`
	Settings         string `json:"font_family_settings"`
}

// body returns the body of a write. p may be nil.
func (p *FamilyParams) body() (*familyBody, error) {
	if p == nil {
		p = &FamilyParams{}
	}
	settings, err := cms.Marshal(struct {
		Name       *string `json:"name,omitzero"`
		Slug       *string `json:"slug,omitzero"`
		FontFamily *string `json:"fontFamily,omitzero"`
		Preview    *string `json:"preview,omitzero"`
	}{p.Name, p.Slug, p.FontFamily, p.Preview})
	return &familyBody{p.ThemeJSONVersion, string(settings)}, err
}

// Families reads and writes the families of the library.
type Families struct {
	collection *cms.Collection[Family, familyBody, FamilyListOptions]
}

// Client returns the client that sends the calls.
func (f *Families) Client() *cms.Client { return f.collection.Client() }

// Get returns one family: GET cms/v2/font-families/{id}. Errors: [cms.ErrNotFound] if no
// family has the id.
func (f *Families) Get(ctx context.Context, id int64, options ...cms.GetOption) (*Family, error) {
	return f.collection.Get(ctx, id, options...)
}

// BySlug returns the family with a slug: GET cms/v2/font-families?slug[]=… Write the slug
// as the site stores it; case is ignored.
//
// Errors:
//   - [cms.ErrNotFound] if no family has the slug.
//   - [cms.ErrAmbiguous], with a [*cms.AmbiguousError], if several families have it.
//   - [cms.ErrSlugIgnored] if the site lists a family with another slug.
func (f *Families) BySlug(ctx context.Context, slug string, options ...cms.CallOption) (*Family, error) {
	const operation = "font-families.BySlug"
	if strings.TrimSpace(slug) == "" {
		return nil, refuse(operation, "slug", "must not be empty")
	}
	if len(cms.FieldsOf(options...)) > 0 {
		options = append(options[:len(options):len(options)], cms.Fields("font_family_settings.slug"))
	}
	page, err := f.collection.List(ctx, &FamilyListOptions{Slug: []string{slug}, PerPage: 100}, options...)
	if err != nil {
		return nil, named(operation, err)
	}
	fail := func(reason error) (*Family, error) {
		return nil, &cms.Error{Operation: operation, Method: http.MethodGet, Path: f.route(), Reason: reason}
	}
	ids := make([]int64, len(page.Items))
	for i := range page.Items {
		family := &page.Items[i]
		if ids[i] = family.ID; !strings.EqualFold(family.Settings.Slug, slug) {
			return fail(fmt.Errorf("%w: the family %d has the slug %.200q", cms.ErrSlugIgnored, family.ID,
				family.Settings.Slug))
		}
	}
	switch len(ids) {
	case 0:
		return fail(fmt.Errorf("%w: no family has the slug %.200q", cms.ErrNotFound, slug))
	case 1:
		return &page.Items[0], nil
	}
	return fail(&cms.AmbiguousError{IDs: ids})
}

// route returns the route of the list with the prefix of the site.
func (f *Families) route() string {
	return f.Client().Prefix() + strings.TrimPrefix(familiesRoute, "cms")
}

// List returns one page: GET cms/v2/font-families. See [cms.Collection.List].
func (f *Families) List(ctx context.Context, options *FamilyListOptions,
	callOptions ...cms.CallOption) (*cms.ListPage[Family], error) {
	return f.collection.List(ctx, options, callOptions...)
}

// Count returns the number of families that match options. See [cms.Collection.Count].
func (f *Families) Count(ctx context.Context, options *FamilyListOptions,
	callOptions ...cms.CallOption) (int, error) {
	return f.collection.Count(ctx, options, callOptions...)
}

// Pages walks the pages of the list. See [cms.Collection.Pages].
func (f *Families) Pages(ctx context.Context, options *FamilyListOptions,
	walkOptions ...cms.WalkOption) iter.Seq2[*cms.ListPage[Family], error] {
	return f.collection.Pages(ctx, options, walkOptions...)
}

// All walks the families of the list. See [cms.Collection.All].
func (f *Families) All(ctx context.Context, options *FamilyListOptions,
	walkOptions ...cms.WalkOption) iter.Seq2[*Family, error] {
	return f.collection.All(ctx, options, walkOptions...)
}

// GetMany reads the families with these ids, in this order. See [cms.Collection.GetMany].
func (f *Families) GetMany(ctx context.Context, ids []int64, options *FamilyListOptions,
	walkOptions ...cms.WalkOption) iter.Seq2[*Family, error] {
	return f.collection.GetMany(ctx, ids, options, walkOptions...)
}

// Create creates a family without faces: POST cms/v2/font-families. It is retried only if
// the site provably did nothing.
//
// Errors:
//   - [cms.ErrInvalidArgument] if Name, Slug or FontFamily is missing or empty.
//   - [CodeDuplicateFamily] if another family has the slug: see [Families.BySlug].
//   - [cms.ErrOutcomeUnknown] if the response was lost: see [Families.BySlug].
func (f *Families) Create(ctx context.Context, params *FamilyParams, options ...cms.CallOption) (*Family, error) {
	const operation = "font-families.Create"
	if params == nil {
		params = &FamilyParams{}
	}
	for _, required := range []struct {
		name  string
		value *string
	}{{"name", params.Name}, {"slug", params.Slug}, {"fontFamily", params.FontFamily}} {
		if required.value == nil || strings.TrimSpace(*required.value) == "" {
			return nil, refuse(operation, required.name, "a create requires this field")
		}
	}
	body, err := params.body()
	if err != nil {
		return nil, refuse(operation, "font_family_settings", err.Error())
	}
	return f.collection.Create(ctx, body, options...)
}

// Update changes only the fields of a family that params sets: POST
// cms/v2/font-families/{id}. It is retried on connection errors. The global styles of the
// site keep their copy of the family. Do not use [cms.UpdateMethod]: WordPress 7.1 rejects
// PUT and PATCH of a family with [cms.ErrBadRequest].
//
// Errors:
//   - [cms.ErrInvalidArgument] if Slug is set: a site does not change it.
//   - [cms.ErrNotFound] if no family has the id.
func (f *Families) Update(ctx context.Context, id int64, params *FamilyParams,
	options ...cms.CallOption) (*Family, error) {
	const operation = "font-families.Update"
	if params != nil && params.Slug != nil {
		return nil, refuse(operation, "slug", "a site does not change the slug of a family")
	}
	body, err := params.body()
	if err != nil {
		return nil, refuse(operation, "font_family_settings", err.Error())
	}
	return f.collection.Update(ctx, id, body, options...)
}

// Delete deletes a family with its faces and their files permanently: DELETE
// cms/v2/font-families/{id}?force=true. Families have no trash. The global styles of the
// site keep the addresses of the files, so remove the family there first: see package
// appearance. Errors: [cms.ErrNotFound] if no family has the id.
func (f *Families) Delete(ctx context.Context, id int64, options ...cms.CallOption) (*cms.Deleted[Family], error) {
	return f.collection.Delete(ctx, id, options...)
}
