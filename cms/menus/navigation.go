package menus

import (
	"fmt"
	"time"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/internal/wire"
)

// Navigation is a menu of a block theme. Its links are blocks. The templates of the theme
// show it in a navigation block. Everyone may read published navigations.
type Navigation struct {
	ID          int64         `json:"id"`
	Date        cms.LocalTime `json:"date"`
	DateGMT     cms.GMTTime   `json:"date_gmt"`
	GUID        cms.Text      `json:"guid"`
	Modified    cms.LocalTime `json:"modified"`
	ModifiedGMT cms.GMTTime   `json:"modified_gmt"`
	Slug        string        `json:"slug"`
	Status      cms.Status    `json:"status"`
	Type        string        `json:"type"` // "wp_navigation"
	Link        string        `json:"link"`
	Title       cms.Text      `json:"title"`
	// Content holds blocks. Raw is set in the contexts "edit" and "embed".
	Content  cms.Text `json:"content"`
	Template string   `json:"template"`

	// Only in the context "edit".
	Password          string `json:"password,omitzero"`
	PermalinkTemplate string `json:"permalink_template,omitzero"`
	GeneratedSlug     string `json:"generated_slug,omitzero"`

	ClassList cms.StringList `json:"class_list,omitzero"`
	Links     cms.Links      `json:"_links,omitzero"`
	Embedded  cms.Embedded   `json:"_embedded,omitzero"` // see [cms.Embed]

	// Extra holds the fields that this package does not know.
	Extra cms.Extra `json:",embed"`

	// Reading tells whether the whole navigation was read.
	Reading cms.Reading `json:"-"`
}

// NavigationParams are the fields that a create or update of a navigation sets. A nil
// field is not changed.
type NavigationParams struct {
	// Date is the date of the navigation: see [cms.At]. DateGMT sets the same date; set
	// one of the two.
	Date    cms.Date `json:"date,omitzero"`
	DateGMT cms.Date `json:"date_gmt,omitzero"`
	// Slug is the preferred slug. The site makes it unique by -2, -3.
	Slug *string `json:"slug,omitzero"`
	// Status defaults to draft on create. Drafts are not displayed.
	Status   *cms.Status `json:"status,omitzero"`
	Password *string     `json:"password,omitzero"`
	// Title and Content are raw texts. A create without them makes an empty navigation.
	Title    *string `json:"title,omitzero"`
	Content  *string `json:"content,omitzero"`
	Template *string `json:"template,omitzero"`
	// Extra holds fields that plugins accept: see [cms.Extra.Set].
	Extra cms.Extra `json:",embed"`
}

// Params returns the settable fields of a navigation, to change it or to create it
// elsewhere. It leaves out the date, a status that cannot be set, and the suffix that a
// slug has in the trash. Errors: [cms.ErrIncomplete] if the navigation was not read in
// the context "edit", or was read with [cms.Fields].
func (n *Navigation) Params() (*NavigationParams, error) {
	if n.Reading.Partial || n.Status == "" || n.ModifiedGMT == "" || !n.GUID.HasRaw() || !n.Title.HasRaw() ||
		!n.Content.HasRaw() {
		return nil, fmt.Errorf("%w: read it with InContext(ContextEdit) and without Fields", cms.ErrIncomplete)
	}
	slug := n.Slug
	if n.Status == cms.StatusTrash { // remove the suffix that the site adds in the trash
		slug = wire.Untrashed(slug)
	}
	params := &NavigationParams{
		Slug: new(slug), Password: new(n.Password), Title: new(n.Title.Raw), Content: new(n.Content.Raw),
		Template: new(n.Template),
	}
	switch n.Status {
	case cms.StatusPublish, cms.StatusFuture, cms.StatusDraft, cms.StatusPending, cms.StatusPrivate:
		params.Status = new(n.Status)
	}
	wire.LeaveOut(params, n.Extra)
	return params, nil
}

// NavigationListOptions are the arguments of a list of navigations.
type NavigationListOptions struct {
	// Context sets how much of each navigation is read. Default "view".
	Context cms.Context `url:"context,omitempty"`
	// Page is the number of the page, from 1. Default 1.
	Page int `url:"page,omitempty"`
	// PerPage is the size of a page, at most 100. Default 10 for List, 100 for a walk.
	PerPage int `url:"per_page,omitempty"`
	// Search finds navigations that contain all of these words. -word excludes
	// navigations that contain word.
	Search string `url:"search,omitempty"`
	// SearchSemantics sets how Search compares. WordPress 6.1 ignores it and
	// SearchColumns: see [cms.WithCheckedArguments].
	SearchSemantics cms.SearchSemantics `url:"search_semantics,omitempty"`
	// SearchColumns are the columns to search. Default all.
	SearchColumns []cms.SearchColumn `url:"search_columns,brackets,omitempty"`
	// After and Before limit the date. ModifiedAfter and ModifiedBefore limit the date
	// of the last change. A limit may be in any time zone. The limits themselves are
	// excluded.
	//
	// If a navigation is created with a date in the past, the site also stores that
	// date as the date of its last change. So ModifiedAfter misses it.
	After          time.Time `url:"after,omitempty"`
	Before         time.Time `url:"before,omitempty"`
	ModifiedAfter  time.Time `url:"modified_after,omitempty"`
	ModifiedBefore time.Time `url:"modified_before,omitempty"`
	// Include and Exclude select by id. With Include the site ignores Exclude.
	Include []int64 `url:"include,brackets,omitempty"`
	Exclude []int64 `url:"exclude,brackets,omitempty"`
	// Offset skips this many records. The site then ignores Page.
	Offset int `url:"offset,omitempty"`
	// Order is the direction. Default descending.
	Order cms.Order `url:"order,omitempty"`
	// OrderBy is the field that the list is ordered by. The default is [cms.ByDate] for
	// List, and [cms.ByID] for a walk. A walk takes [cms.ByID], [cms.BySlug] and
	// [cms.ByTitle], [cms.ByInclude] with Include, [cms.ByIncludeSlugs] with Slug, and
	// [cms.ByDate] if nothing but one Status, After, Before and Exclude filters. It refuses
	// the other orders with [cms.ErrUnstableOrder]: see [cms.Collection.Pages].
	OrderBy cms.OrderBy `url:"orderby,omitempty"`
	// Slug selects by slug.
	Slug []string `url:"slug,brackets,omitempty"`
	// Status selects by status. Default "publish". Other statuses need a user who may
	// edit.
	Status []cms.Status `url:"status,brackets,omitempty"`
}
