// Package terms reads and writes the terms of a site: categories, tags, pattern
// categories, and the terms of any other taxonomy that the REST API shows. It also
// reads the taxonomies.
//
//	serif, err := terms.Categories(site).EnsurePath(ctx, "Type/Serif") // site is a *cms.Client
//	…
//	_, err = site.Posts.Create(ctx, &cms.PostParams{Title: new("Bodoni"), Categories: []int64{serif.ID}})
//
// # Three common mistakes
//
// Names are HTML, in every context. A site stores "R&D" as "R&amp;D" and searches that
// form. [Terms.ByName] and [Terms.Ensure] compare decoded names.
//
// Names need not be unique. Two terms may have the same name if their parents differ.
// Even two terms below one parent may have the same name, if their slugs differ.
//
// Creating a term that exists fails with [CodeTermExists]. Use [Terms.Ensure], which finds a
// term by its name, or [Terms.EnsureSlug] and [Terms.EnsureMany], which find terms by slug.
package terms

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/internal/wire"
)

// Error codes of the routes of terms. A request that fails with one of them is never retried,
// even if the status is 500.
const (
	// 400: the name exists below the same parent
	CodeTermExists    cms.ErrorCode = "term_exists"
	CodeDuplicateSlug cms.ErrorCode = "duplicate_term_slug" // 500: an update to a slug that is taken
	CodeEmptyName     cms.ErrorCode = "empty_term_name"     // 500: the name is empty without its tags
	// 404: no term has the id; 400: no term has the parent's id
	CodeInvalidTerm cms.ErrorCode = "rest_term_invalid"
	CodeNoLevels    cms.ErrorCode = "rest_taxonomy_not_hierarchical"
)

// Term is a record of a taxonomy. The contexts "view" and "edit" have all fields. The
// context "embed" has only ID, Link, Name, Slug and Taxonomy.
type Term struct {
	ID          int64  `json:"id"`
	Count       int    `json:"count"` // number of published records
	Description string `json:"description"`
	Link        string `json:"link"`
	// Name is HTML, in every context: "R&amp;D". It can be written back unchanged.
	Name     string `json:"name"`
	Slug     string `json:"slug"`
	Taxonomy string `json:"taxonomy"` // "category", "post_tag"
	// Parent is the id of the parent, 0 at the top level and in a flat taxonomy.
	Parent int64    `json:"parent,omitzero"`
	Meta   cms.Meta `json:"meta,omitzero"`

	Links    cms.Links    `json:"_links,omitzero"`
	Embedded cms.Embedded `json:"_embedded,omitzero"` // see [cms.Embed]

	// Extra holds the fields that this package does not know.
	Extra cms.Extra `json:",embed"`

	// Reading tells whether the whole term was read.
	Reading cms.Reading `json:"-"`
}

// Params are the fields that a create or update of a term sets. A nil field is not
// changed.
//
// [cms.ErrPartlyWritten] means that the site rejected a field of Meta after it had
// created the term or stored the other fields.
type Params struct {
	// Name is text or HTML. The site removes tags. It stores at most 200 characters of
	// HTML: an & counts as five ("&amp;"), a < or > as four. A create needs a name.
	Name *string `json:"name,omitzero"`
	// Slug is the preferred slug of a create: the site makes it unique by -2, -3. An
	// update to a slug that another term has fails with [CodeDuplicateSlug].
	Slug *string `json:"slug,omitzero"`
	// Description may hold some HTML.
	Description *string `json:"description,omitzero"`
	// Parent is the id of the parent, 0 for the top level. A flat taxonomy rejects it
	// with [CodeNoLevels], and an unknown id fails with [CodeInvalidTerm]. If Parent is
	// the term itself or a term below it, the site silently stores 0.
	Parent *int64          `json:"parent,omitzero"`
	Meta   *cms.MetaParams `json:"meta,omitzero"`
	// Extra holds fields that plugins accept: see [cms.Extra.Set].
	Extra cms.Extra `json:",embed"`
}

// Params returns the settable fields of a term, to change it or write it elsewhere. Null
// fields of meta are left out. Errors: [cms.ErrIncomplete] if the term was read with
// [cms.Fields], in the context "embed", or was embedded in another record.
func (t *Term) Params() (*Params, error) {
	if t.Reading.Partial || t.Name == "" || t.Slug == "" || t.Meta.IsZero() { // the context "embed" has no meta
		return nil, fmt.Errorf("%w: read it without Fields, and not in the context embed", cms.ErrIncomplete)
	}
	params := &Params{Name: new(t.Name), Slug: new(t.Slug), Description: new(t.Description)}
	if t.Parent != 0 {
		params.Parent = new(t.Parent)
	}
	params.Meta = t.Meta.Params()
	wire.LeaveOut(params, t.Extra)
	return params, nil
}

// maxName is the number of characters of a name, as HTML, that a site can store.
const maxName = 200

// Check returns an error for an empty name, for a name of more than 200 characters as
// HTML, and for a negative parent. The site would respond to such names with 500. Calls
// check p before they send it.
func (p *Params) Check() error {
	refuse := func(argument, reason string) error { return &cms.ArgumentError{Argument: argument, Reason: reason} }
	switch {
	case p.Name != nil && strings.TrimSpace(*p.Name) == "":
		return refuse("name", "must not be empty")
	case p.Name != nil && utf8.RuneCountInString(escaped(*p.Name)) > maxName:
		return refuse("name", fmt.Sprintf("has more than %d characters as HTML", maxName))
	case p.Parent != nil && *p.Parent < 0:
		return refuse("parent", fmt.Sprintf("%d is not an id of a term", *p.Parent))
	}
	return nil
}

// OrderBy is the field that a list of terms is ordered by (argument orderby).
type OrderBy string

// The orders of terms. ByInclude needs Include, and ByIncludeSlugs needs Slug. Both keep
// the order of that list; [cms.Descending] reverses it. Walks refuse ByName, ByTermGroup,
// ByDescription and ByCount with [cms.ErrUnstableOrder]: a site sorts terms with equal
// values anew for each page, and loses some between pages.
const (
	ByName         OrderBy = "name" // the default of List
	ByID           OrderBy = "id"
	BySlug         OrderBy = "slug"
	ByInclude      OrderBy = "include"
	ByIncludeSlugs OrderBy = "include_slugs"
	ByTermGroup    OrderBy = "term_group"
	ByDescription  OrderBy = "description"
	ByCount        OrderBy = "count"
)

// ListOptions are the arguments of a list of terms.
type ListOptions struct {
	// Context sets how much of each term is read. Default "view".
	Context cms.Context `url:"context,omitempty"`
	// Page is the number of the page, from 1. Default 1.
	Page int `url:"page,omitempty"`
	// PerPage is the size of a page, at most 100. Default 10 for List, 100 for a walk.
	PerPage int `url:"per_page,omitempty"`
	// Search finds terms whose name or slug contains this text, in any case. The site
	// compares the HTML form of names: "R&amp;D" is found, "R&D" is not. See [Terms.ByName].
	Search string `url:"search,omitempty"`
	// Include and Exclude select by id. With Include the site ignores Exclude.
	Include []int64 `url:"include,brackets,omitempty"`
	Exclude []int64 `url:"exclude,brackets,omitempty"`
	// Offset skips this many terms. Categories ignore it.
	Offset int `url:"offset,omitempty"`
	// Order is the direction. Default ascending.
	Order cms.Order `url:"order,omitempty"`
	// OrderBy is the field that the list is ordered by. Default name for List, id for a
	// walk. A walk takes [ByID], [BySlug], [ByInclude] and [ByIncludeSlugs], and refuses the
	// others: see [OrderBy].
	OrderBy OrderBy `url:"orderby,omitempty"`
	// HideEmpty leaves out terms without a published record.
	HideEmpty bool `url:"hide_empty,omitempty"`
	// Parent selects the terms directly below a term; 0 selects those at the top level.
	// Flat taxonomies ignore it.
	Parent *int64 `url:"parent,omitempty"`
	// Post selects the terms of a record. 0 is no filter.
	Post int64 `url:"post,omitempty"`
	// Slug selects by slug.
	Slug []string `url:"slug,brackets,omitempty"`
}

// Terms reads and writes the terms of one taxonomy. Everyone may read them. Creating
// tags and pattern categories needs a contributor. Creating categories, and updating and
// deleting any term, needs an editor.
//
// All and Pages go by id unless OrderBy is set, and refuse [ByName], [ByTermGroup],
// [ByDescription] and [ByCount] with [cms.ErrUnstableOrder].
//
// Deleting a term moves the terms below it one level up. A post that loses its last
// category gets the default category.
type Terms struct {
	collection *cms.Collection[Term, Params, ListOptions]
}

// Categories returns the categories of posts: cms/v2/categories. They have parents.
// Deleting the default category fails with [cms.CodeCannotDelete].
func Categories(site *cms.Client) *Terms { return New(site, "cms/v2/categories") }

// Tags returns the tags of posts: cms/v2/tags. They have no parents.
func Tags(site *cms.Client) *Terms { return New(site, "cms/v2/tags") }

// PatternCategories returns the categories of blocks: cms/v2/cms_pattern_category. They
// have no parents. On WordPress before 6.4 calls fail with [cms.ErrNoRoute].
func PatternCategories(site *cms.Client) *Terms {
	return New(site, "cms/v2/"+site.Prefix()+"_pattern_category")
}

// New returns the terms of a taxonomy by its route: "cms/v2/genres". The last part is
// the rest_base of the taxonomy, which may differ from its name: see [Taxonomy.Terms].
func New(site *cms.Client, path string) *Terms {
	return &Terms{cms.NewCollection[Term, Params, ListOptions](site, path)}
}
