package widgets

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"slices"

	"github.com/fontcms/fontcms-go/cms"
)

// Sidebar is a place of the active theme for widgets.
type Sidebar struct {
	ID          string `json:"id"` // pass it to Get
	Name        string `json:"name"`
	Description string `json:"description"`
	Class       string `json:"class"`

	// These are the HTML before and after each widget and its title.
	BeforeWidget string `json:"before_widget"`
	AfterWidget  string `json:"after_widget"`
	BeforeTitle  string `json:"before_title"`
	AfterTitle   string `json:"after_title"`

	// Status tells whether the theme registered the sidebar for its pages.
	Status SidebarStatus `json:"status"`
	// Widgets are the ids of the widgets in their order.
	Widgets cms.StringList `json:"widgets"`

	Links    cms.Links    `json:"_links,omitzero"`
	Embedded cms.Embedded `json:"_embedded,omitzero"` // see [cms.Embed]

	// Extra holds the fields that this package does not know.
	Extra cms.Extra `json:",embed"`

	// Reading tells whether the whole sidebar was read.
	Reading cms.Reading `json:"-"`
}

// SidebarStatus tells whether a sidebar is in use.
type SidebarStatus string

// The statuses of sidebars.
const (
	SidebarActive   SidebarStatus = "active"
	SidebarInactive SidebarStatus = "inactive"
)

// SidebarListOptions are the arguments of the list of sidebars.
type SidebarListOptions struct {
	// Context sets how much of each sidebar is read. Default "view".
	Context cms.Context `url:"context,omitempty"`
}

// sidebarParams is the body of a write. The site ignores all other fields of a sidebar.
type sidebarParams struct {
	Widgets []string `json:"widgets"`
}

// ErrNotApplied means that the site accepted the widgets of a sidebar, but stored another
// list. Edit returns the sidebar as it is along with the error.
var ErrNotApplied = errors.New("the site stored other widgets in the sidebar")

// Sidebars are the sidebars of the active theme. A block theme usually has only
// [Inactive].
type Sidebars struct {
	all     *cms.Catalog[Sidebar, sidebarParams, SidebarListOptions]
	widgets *catalog
	site    *cms.Client
}

func newSidebars(site *cms.Client, widgets *catalog) *Sidebars {
	all := cms.NewCatalog[Sidebar, sidebarParams, SidebarListOptions](site, "cms/v2/sidebars", "id")
	return &Sidebars{all, widgets, site}
}

// List returns all sidebars, [Inactive] among them: GET cms/v2/sidebars. See
// [cms.Catalog.List].
func (s *Sidebars) List(
	ctx context.Context, options *SidebarListOptions, callOptions ...cms.CallOption,
) ([]Sidebar, error) {
	return s.all.List(ctx, options, callOptions...)
}

// Get returns one sidebar: GET cms/v2/sidebars/{id}.
//
// Errors: [cms.ErrNotFound] with [CodeSidebarNotFound] if the theme has no such sidebar.
func (s *Sidebars) Get(ctx context.Context, id string, options ...cms.GetOption) (*Sidebar, error) {
	return s.all.Get(ctx, id, options...)
}

// Edit changes which widgets a sidebar has, and their order: GET and POST
// cms/v2/sidebars/{id}. It reads the sidebar, calls change with the ids of its widgets,
// and writes the ids that change returns. If they are the same, nothing is written. If
// change returns an error, nothing is written, and Edit returns the error.
//
// The write replaces the whole list. A widget that change leaves out moves to [Inactive]
// and keeps its settings. A widget that change adds leaves its other sidebar; Edit first
// reads it, because a site drops unknown ids without an error.
//
// Edits with one client, and clients derived from it, wait for each other. A site has no
// version check: a widget that somebody else adds between the read and the write moves to
// [Inactive].
//
// Errors:
//   - [cms.ErrNotFound] with [CodeSidebarNotFound] if the theme has no such sidebar, or
//     with [CodeNotFound] if change adds an unknown widget. Nothing was written.
//   - [cms.ErrInvalidArgument] if change returns an id twice. Nothing was written.
//   - [ErrNotApplied], along with the sidebar, if the site stored another list.
func (s *Sidebars) Edit(ctx context.Context, id string, change func(widgets []string) ([]string, error),
	options ...cms.CallOption) (*Sidebar, error) {
	const operation = "sidebars.Edit"
	unlock, err := s.site.Lock(ctx, operation)
	if err != nil {
		return nil, err
	}
	defer unlock()
	sending := cms.Sending(options...)
	before, err := s.all.Get(ctx, id, sending, cms.Uncached())
	if err != nil {
		return nil, err
	}
	wanted, err := change(slices.Clone([]string(before.Widgets)))
	if err != nil {
		return nil, err
	}
	if slices.Equal(wanted, []string(before.Widgets)) {
		return before, nil
	}
	for i, widget := range wanted {
		if slices.Contains(wanted[:i], widget) {
			return nil, refuse(operation, "widgets", fmt.Sprintf("%.80q is in the list twice", widget))
		}
	}
	for _, widget := range wanted {
		if slices.Contains(before.Widgets, widget) {
			continue
		}
		if _, err := s.widgets.Get(ctx, widget, sending, cms.Fields("id")); err != nil {
			return nil, err
		}
	}
	return s.write(ctx, operation, id, wanted, options)
}

// write replaces the widgets of a sidebar, and checks that the site stored them.
func (s *Sidebars) write(
	ctx context.Context, operation, id string, wanted []string, options []cms.CallOption,
) (*Sidebar, error) {
	if wanted == nil {
		wanted = []string{} // null would leave the list unchanged
	}
	r := s.all.UpdateRequest(id, &sidebarParams{wanted})
	r.Operation = operation
	if fields := cms.FieldsOf(options...); len(fields) > 0 && !slices.Contains(fields, "widgets") {
		options = append(options[:len(options):len(options)], cms.Fields("widgets"))
	}
	after, err := cms.Do(ctx, s.site, r, options...)
	if err != nil {
		return after, err
	}
	if !slices.Equal([]string(after.Widgets), wanted) {
		return after, &cms.Error{Operation: operation, Method: http.MethodPost,
			Path: s.site.Prefix() + "/v2/sidebars/" + id, Status: http.StatusOK,
			Reason: fmt.Errorf("%w: asked for %.400q, got %.400q", ErrNotApplied, wanted, after.Widgets)}
	}
	return after, nil
}
