// Package terms reads and writes the terms of a site: categories, tags, the
// categories of patterns, and those of any other taxonomy that is open to the
// interface. It also reads the taxonomies themselves.
//
//	serif, err := terms.Categories(site).EnsurePath(ctx, "Type/Serif")
//	…
//	_, err = site.Posts.Create(ctx, &cms.PostParams{Title: new("Bodoni"), Categories: []int64{serif.ID}})
//
// [Terms] have the verbs of a [cms.Collection] besides: Get, BySlug, List, All, Create,
// Update, Delete and the others that `go doc cms.Collection` lists.
//
// # Three things people get wrong
//
// Names are HTML, in every context: a site stores "R&D" as "R&amp;D" and searches that
// form. [Terms.ByName] and [Terms.Ensure] compare what the name means.
//
// Two terms may have the same name if their parents differ, and even below one parent
// if their slugs differ.
//
// A create of a term that exists fails with [CodeTermExists]. [Terms.Ensure] finds or makes
// the term and brings it to what params say.
package terms

import (
	"fmt"
	"net/url"
	"strings"
	"unicode/utf8"

	"github.com/fontcms/fontcms-go/cms"
)

// Codes of errors of terms. All of them are considered replies of the site, which are
// never retried, although some have the status 500.
const (
	CodeTermExists    cms.ErrorCode = "term_exists"         // 400: the name is there, below the same parent
	CodeDuplicateSlug cms.ErrorCode = "duplicate_term_slug" // 500: an update to a slug that is taken
	CodeEmptyName     cms.ErrorCode = "empty_term_name"     // 500: nothing is left of the name without its tags
	CodeInvalidTerm   cms.ErrorCode = "rest_term_invalid"   // 404: no such term; 400: no such parent
	CodeNoLevels      cms.ErrorCode = "rest_taxonomy_not_hierarchical"
)

// Term is a record of a taxonomy. The contexts "view" and "edit" give all fields,
// "embed" gives ID, Link, Name, Slug and Taxonomy.
type Term struct {
	ID          int64  `json:"id"`
	Count       int    `json:"count"` // of published records
	Description string `json:"description"`
	Link        string `json:"link"`
	// Name is HTML, in every context: "R&amp;D". Writing it back changes nothing.
	Name     string `json:"name"`
	Slug     string `json:"slug"`
	Taxonomy string `json:"taxonomy"` // "category", "post_tag"
	// Parent is the id of the term above, 0 at the top and in a taxonomy without levels.
	Parent int64    `json:"parent,omitzero"`
	Meta   cms.Meta `json:"meta,omitzero"`

	Links    cms.Links    `json:"_links,omitzero"`
	Embedded cms.Embedded `json:"_embedded,omitzero"` // see [cms.Embed]

	// Extra holds the members that this package does not know.
	Extra cms.Extra `json:",embed"`

	// Reading says whether the term was read whole.
	Reading cms.Reading `json:"-"`
}

// Params is what a create or update of a term sets. A nil field is left alone.
//
// An error that is [cms.ErrPartlyWritten] means that the site refused a member of
// Meta, and that the term was created, or its other fields were changed.
type Params struct {
	// Name is text or HTML, of 200 characters at most; the site removes tags. A create
	// needs it.
	Name *string `json:"name,omitzero"`
	// Slug is a wish on create: the site makes it unique by -2, -3. An update to a slug
	// that is taken fails with [CodeDuplicateSlug].
	Slug *string `json:"slug,omitzero"`
	// Description may hold some HTML.
	Description *string `json:"description,omitzero"`
	// Parent is the id of the term above, 0 for the top. A taxonomy without levels
	// refuses it with [CodeNoLevels], an unknown id fails with [CodeInvalidTerm]. If it
	// is the term itself or a term below it, the site stores 0 and reports no error.
	Parent *int64          `json:"parent,omitzero"`
	Meta   *cms.MetaParams `json:"meta,omitzero"`
	// Extra holds members that plugins take: see [cms.Extra.Set].
	Extra cms.Extra `json:",embed"`
}

// Params returns the settable fields of a term, to write it elsewhere or change it.
// Members of meta that are null are left out.
// Errors: [cms.ErrIncomplete] if the term was read with [cms.Fields] or in the context
// "embed", or came along with another record.
func (t *Term) Params() (*Params, error) {
	if t.Reading.Partial || t.Name == "" || t.Slug == "" || t.Meta.IsZero() { // the context "embed" has no meta
		return nil, fmt.Errorf("%w: read it without Fields, and not in the context embed", cms.ErrIncomplete)
	}
	params := &Params{Name: new(t.Name), Slug: new(t.Slug), Description: new(t.Description)}
	if t.Parent != 0 {
		params.Parent = new(t.Parent)
	}
	params.Meta = t.Meta.Params()
	return params, nil
}

// maxName is how many characters of a name, as HTML, a site can store.
const maxName = 200

// Check returns an error for a name that the site would fail on with the status 500,
// and for a parent below 0. Calls ask it before they send p.
func (p *Params) Check() error {
	refuse := func(argument, reason string) error { return &cms.ArgumentError{Argument: argument, Reason: reason} }
	switch {
	case p.Name != nil && strings.TrimSpace(*p.Name) == "":
		return refuse("name", "it is empty")
	case p.Name != nil && utf8.RuneCountInString(escaped(*p.Name)) > maxName:
		return refuse("name", fmt.Sprintf("it has more than %d characters as HTML", maxName))
	case p.Parent != nil && *p.Parent < 0:
		return refuse("parent", fmt.Sprintf("%d is not the id of a term", *p.Parent))
	}
	return nil
}

// OrderBy is what a list of terms is ordered by (argument orderby).
type OrderBy string

// The orders of terms. ByInclude and ByIncludeSlugs need Include or Slug; in
// descending order they are reversed. Terms that are equal in what orders the list
// come in no fixed order. Walks refuse ByName and ByTermGroup with
// [cms.ErrUnstableOrder], because sites lose terms between pages in these.
const (
	ByName         OrderBy = "name" // the default of a List
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
	// Context is how much of each term is read. Default "view".
	Context cms.Context `url:"context,omitempty"`
	// Page is the page, from 1. Default 1.
	Page int `url:"page,omitempty"`
	// PerPage is the size of a page, at most 100. Default 10 for a List, and 100 for
	// a walk.
	PerPage int `url:"per_page,omitempty"`
	// Search finds terms whose name or slug contains this text, in any case. The site
	// compares the HTML form of names: "R&amp;D" is found, "R&D" is not. See [Terms.ByName].
	Search string `url:"search,omitempty"`
	// Include and Exclude choose by ids. With Include the site ignores Exclude.
	Include []int64 `url:"include,brackets,omitempty"`
	Exclude []int64 `url:"exclude,brackets,omitempty"`
	// Offset skips this many terms. Categories ignore it.
	Offset int `url:"offset,omitempty"`
	// Order is the direction. Default ascending.
	Order cms.Order `url:"order,omitempty"`
	// OrderBy is what the list is ordered by. Default by name for a List, and by id for
	// a walk.
	OrderBy OrderBy `url:"orderby,omitempty"`
	// HideEmpty leaves out the terms that no published record has.
	HideEmpty bool `url:"hide_empty,omitempty"`
	// Parent chooses the terms directly below a term; 0 chooses those at the top.
	// Taxonomies without levels ignore it.
	Parent *int64 `url:"parent,omitempty"`
	// Post chooses the terms of a record. 0 is no filter.
	Post int64 `url:"post,omitempty"`
	// Slug chooses by slugs.
	Slug []string `url:"slug,brackets,omitempty"`
}

// Terms are the terms of one taxonomy. Anyone may read them. Creating tags and
// pattern categories needs a contributor, creating categories, and updating and
// deleting any term, an editor.
//
// All and Pages go by id unless OrderBy is set, and refuse [ByName] and [ByTermGroup]
// with [cms.ErrUnstableOrder].
//
// A delete moves the terms below one level up. A post that loses its last category
// gets the default one.
type Terms struct {
	*cms.Collection[Term, Params, ListOptions]
}

// Categories returns the categories of posts: cms/v2/categories. They have levels.
// The default category cannot be deleted: [cms.CodeCannotDelete].
func Categories(site *cms.Client) *Terms { return New(site, "cms/v2/categories") }

// Tags returns the tags of posts: cms/v2/tags. They have no levels.
func Tags(site *cms.Client) *Terms { return New(site, "cms/v2/tags") }

// PatternCategories returns the categories of blocks: cms/v2/cms_pattern_category.
// They have no levels. WordPress before 6.4 has none: [cms.ErrNoRoute].
func PatternCategories(site *cms.Client) *Terms {
	return New(site, "cms/v2/"+site.Prefix()+"_pattern_category")
}

// New returns the terms of a taxonomy by its route, as "cms/v2/genres". The last part
// is the rest_base of the taxonomy, which may differ from its name: see
// [Taxonomy.Terms].
func New(site *cms.Client, path string) *Terms {
	return &Terms{cms.NewCollection[Term, Params, ListOptions](site, path).WithWalkOrders(cms.WalkOrders{
		Default:  string(ByName),
		Unstable: func(url.Values) []string { return []string{string(ByName), string(ByTermGroup)} },
	})}
}
