package cms

import (
	"context"
	"fmt"
	"iter"
	"reflect"

	"github.com/fontcms/fontcms-go/internal/transport"
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
	// Search, [BySlug], [ByIncludeSlugs] or [ByTitle].
	OrderBy OrderBy `url:"orderby,omitempty"`
}

// Revisions reads the revisions of one record. This needs a user who may edit the
// record.
type Revisions struct {
	all *Collection[Revision, Nothing, RevisionListOptions]
}

// Revisions returns the revisions of a record. Nothing is sent.
func (c *Content[T, P, L]) Revisions(parent int64) *Revisions {
	all := verbs[Revision, Nothing, RevisionListOptions]{c.resource.revisions(parent)}
	return &Revisions{&Collection[Revision, Nothing, RevisionListOptions]{all}}
}

func (c *resource) revisions(parent int64) *resource {
	all := newResource(c.site, fmt.Sprintf("%s/%d/revisions", c.path, parent), c.name+".Revisions",
		reflect.TypeFor[Revision](), reflect.TypeFor[Nothing]())
	all.alwaysFields, all.err = append(all.alwaysFields, "parent"), checkParent(parent)
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
		return &ArgumentError{Argument: "parent", Reason: fmt.Sprintf("%d is not 1 or more", id)}
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
