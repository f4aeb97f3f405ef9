package cms

import (
	"cmp"
	"context"
	"fmt"
	"iter"
	"net/http"
	"reflect"
	"strconv"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/fontcms/fontcms-go/internal/transport"
	"github.com/fontcms/fontcms-go/internal/wire"
)

// Revision is an earlier state of a record, stored by the site at each update. It has no
// status and no link. Raw texts are present in the context "edit", and for a block in
// every context.
type Revision struct {
	ID          int64     `json:"id"`
	Author      int64     `json:"author"`
	Date        LocalTime `json:"date"`
	DateGMT     GMTTime   `json:"date_gmt"`
	Modified    LocalTime `json:"modified"`
	ModifiedGMT GMTTime   `json:"modified_gmt"`
	Parent      int64     `json:"parent"` // id of the record
	Slug        string    `json:"slug"`   // "65-revision-v1"
	GUID        Text      `json:"guid"`
	Title       Text      `json:"title"`
	Content     Text      `json:"content"`
	Excerpt     Text      `json:"excerpt"`
	Meta        Meta      `json:"meta,omitzero"`

	Links    Links    `json:"_links,omitzero"`
	Embedded Embedded `json:"_embedded,omitzero"` // see [Embed]

	// Extra holds the fields that this package does not know.
	Extra Extra `json:",embed"`
}

// RevisionListOptions are the arguments of GET {collection}/{parent}/revisions. Zero
// fields are not sent.
type RevisionListOptions struct {
	// Context sets how much of each revision is read. Default "view".
	Context Context `url:"context,omitempty"`
	// Page is the number of the page, from 1. Default 1.
	Page int `url:"page,omitempty"`
	// PerPage is the size of a page, at most 100. Default all for List, 100 for a walk.
	PerPage int `url:"per_page,omitempty"`
	// Search finds revisions with all of these words.
	Search string `url:"search,omitempty"`
	// Include and Exclude select by the ids of revisions. With Include the site ignores
	// Exclude.
	Include []int64 `url:"include,brackets,omitempty"`
	Exclude []int64 `url:"exclude,brackets,omitempty"`
	// Offset skips this many revisions. The site ignores it without PerPage.
	Offset int `url:"offset,omitempty"`
	// Order is the direction. Default descending.
	Order Order `url:"order,omitempty"`
	// OrderBy is [ByDate] (the default), [ByID], [ByInclude], [ByRelevance] with
	// Search, [BySlug], [ByIncludeSlugs] or [ByTitle]. A walk takes each of them.
	OrderBy OrderBy `url:"orderby,omitempty"`
}

// Revisions reads the revisions of one record. This needs a user who may edit the
// record.
type Revisions struct {
	all *Collection[Revision, Nothing, RevisionListOptions]
}

// Revisions returns the revisions of a record. Nothing is sent.
func (c *Content[T, P, L]) Revisions(parent int64) *Revisions {
	return &Revisions{&Collection[Revision, Nothing, RevisionListOptions]{c.resource.revisions(parent)}}
}

func (c *resource) revisions(parent int64) *resource {
	all := newResource(c.site, fmt.Sprintf("%s/%d/revisions", c.path, parent), c.name+".Revisions",
		reflect.TypeFor[Revision](), reflect.TypeFor[Nothing]())
	all.alwaysFields, all.err = append(all.alwaysFields, "parent"), cmp.Or(c.err, checkParent(parent))
	all.check = func(v any) error {
		r := v.(*Revision)
		if r.Parent != parent {
			return transport.Because(ErrForeignRecord,
				fmt.Errorf("asked for revisions of %d, got %d, which is one of %d", parent, r.ID, r.Parent))
		}
		return nil
	}
	return all
}

// checkParent returns an error for an id below 1: a site reports 0 as a missing record.
func checkParent(id int64) error {
	if id < 1 {
		return &ArgumentError{Argument: "parent", Reason: fmt.Sprintf("must be 1 or more, not %d", id)}
	}
	return nil
}

// List reads one page: GET {collection}/{parent}/revisions. See [Collection.List].
func (r *Revisions) List(ctx context.Context, options *RevisionListOptions,
	callOptions ...CallOption) (*ListPage[Revision], error) {
	return r.all.List(ctx, options, callOptions...)
}

// Pages walks the pages of the list: see [Collection.Pages].
func (r *Revisions) Pages(ctx context.Context, options *RevisionListOptions,
	walkOptions ...WalkOption) iter.Seq2[*ListPage[Revision], error] {
	return r.all.Pages(ctx, options, walkOptions...)
}

// All walks the revisions, newest first: see [Collection.All].
func (r *Revisions) All(ctx context.Context, options *RevisionListOptions,
	walkOptions ...WalkOption) iter.Seq2[*Revision, error] {
	return r.all.All(ctx, options, walkOptions...)
}

// Count returns the number of revisions: see [Collection.Count].
func (r *Revisions) Count(ctx context.Context, options *RevisionListOptions, callOptions ...CallOption) (int, error) {
	return r.all.Count(ctx, options, callOptions...)
}

// Get returns one revision: GET {collection}/{parent}/revisions/{id}. [PostPassword] and
// [ExcerptLength] have no effect.
func (r *Revisions) Get(ctx context.Context, id int64, options ...GetOption) (*Revision, error) {
	return r.all.Get(ctx, id, options...)
}

// Delete deletes a revision permanently: DELETE
// {collection}/{parent}/revisions/{id}?force=true. Revisions have no trash. A stock
// WordPress rejects this for everyone, with [ErrForbidden] and [CodeCannotDelete].
func (r *Revisions) Delete(ctx context.Context, id int64, options ...CallOption) (*Deleted[Revision], error) {
	return r.all.Delete(ctx, id, options...)
}

// Autosave is the unsaved work of one user on a record, as the editor stored it.
type Autosave struct {
	Revision

	// PreviewLink is the address of a preview. Only the response to a create has it.
	PreviewLink string `json:"preview_link,omitzero"`
}

// Autosaves are the autosaves of one record, at most one for each user.
// P is the type of the params that are written.
type Autosaves[P any] struct {
	all    *resource
	parent int64 // id of the record
}

// Autosaves returns the autosaves of a record. Nothing is sent.
func (c *Content[T, P, L]) Autosaves(parent int64) *Autosaves[P] {
	return &Autosaves[P]{c.resource.autosaves(parent), parent}
}

func (c *resource) autosaves(parent int64) *resource {
	all := newResource(c.site, fmt.Sprintf("%s/%d/autosaves", c.path, parent), c.name+".Autosaves",
		reflect.TypeFor[Autosave](), c.params)
	all.alwaysFields, all.err = append(all.alwaysFields, "parent"), cmp.Or(c.err, checkParent(parent))
	all.check = func(v any) error { return autosaveOf(v.(*Autosave), parent) }
	return all
}

// List returns the autosaves of all users: GET {collection}/{id}/autosaves. The list has
// no pages.
//
// An autosave that does not fit its type is left out. List then returns the other
// records and an error, which holds a [*BrokenRecordError] for each record that was
// left out.
func (a *Autosaves[P]) List(ctx context.Context, options ...GetOption) ([]Autosave, error) {
	return listAutosaves(ctx, a.all, options)
}

// Get returns the autosave of the caller: GET {collection}/{parent}/autosaves/{parent}.
// Errors: [ErrNotFound] if the caller has none.
func (a *Autosaves[P]) Get(ctx context.Context, options ...GetOption) (*Autosave, error) {
	return getAutosave(ctx, a.all, a.parent, options)
}

// Create stores an autosave: POST {collection}/{id}/autosaves. It replaces the autosave
// that the caller has for this record. For posts and blocks the request body also names
// the parent.
//
// If the record is a draft of the caller, the site changes the draft itself. The
// response then has the id of the draft, and neither a parent nor dates.
func (a *Autosaves[P]) Create(ctx context.Context, params *P, options ...CallOption) (*Autosave, error) {
	return createAutosave(ctx, a.all, a.parent, params, options)
}

func listAutosaves(ctx context.Context, all *resource, options []GetOption) ([]Autosave, error) {
	page, err := all.list(ctx, nil, apply(options, GetOption.get))
	if page == nil {
		return nil, err
	}
	return typedPage[Autosave](page).Items, err
}

func getAutosave(ctx context.Context, all *resource, parent int64, options []GetOption) (*Autosave, error) {
	r := all.item("Get", http.MethodGet, parent)
	r.ID = 0 // the response has the id of the autosave, not the id of the record
	return typed[Autosave](all.site.perform(ctx, r, apply(options, GetOption.get)))
}

// createAutosave stores an autosave. It sends the id of the record as the field parent only if
// the facts about the route say so. For pages and menu items, the field parent is the page or
// item above the record.
func createAutosave(ctx context.Context, all *resource, parent int64, params any,
	options []CallOption) (*Autosave, error) {
	r := all.written(all.request("Create", http.MethodPost, all.path), params, RepeatUnsent)
	if all.about.AutosaveNamesParent && r.err == nil {
		r.Body, r.err = all.filled(r, parent)
	}
	return typed[Autosave](all.site.perform(ctx, r, apply(options, CallOption.get)))
}

// filled returns the body of a create, with the field parent added.
func (c *resource) filled(r request, parent int64) (any, error) {
	body, _, err := r.marshal()
	if err != nil {
		return nil, err
	}
	members := map[string]jsontext.Value{}
	_ = wire.Unmarshal(body, &members) // cannot fail: marshal has encoded the body
	members["parent"] = jsontext.Value(strconv.FormatInt(parent, 10))
	return members, nil
}

// autosaveOf returns an error for an autosave of any record except the record with the id
// parent. If a site saves into the draft itself, the autosave has the id and the parent of the
// draft.
func autosaveOf(autosave *Autosave, parent int64) error {
	if autosave.Parent != parent && autosave.ID != parent {
		return transport.Because(ErrForeignRecord,
			fmt.Errorf("asked for autosaves of %d, got %d, which is one of %d", parent, autosave.ID, autosave.Parent))
	}
	return nil
}
