// Package widgets reads and writes the widgets of a site and the sidebars that show them.
// All calls need an administrator, and fail with [cms.ErrUnauthorized] or
// [cms.ErrForbidden] for other users.
//
//	all := widgets.New(site) // site is a *cms.Client
//	w, err := all.Create(ctx, &widgets.Params{
//		IDBase:   new("text"),
//		Sidebar:  new("footer"),
//		Instance: &widgets.InstanceParams{Raw: map[string]string{"title": "Hours", "text": "9 to 5"}},
//	})
//
// A widget that no sidebar shows is in the sidebar [Inactive].
//
// Reading widgets and sidebars may write to the site: WordPress moves each widget that is
// in no sidebar to [Inactive]. A client with [cms.WithDryRun] therefore refuses these
// reads too.
package widgets

import (
	"encoding/json"

	"github.com/fontcms/fontcms-go/cms"
)

// Inactive is the sidebar of the widgets that are not shown.
const Inactive = "wp_inactive_widgets"

// Error codes of the routes of widgets.
const (
	// CodeNotFound means that the site has no such widget: 404.
	CodeNotFound cms.ErrorCode = "rest_widget_not_found"
	// CodeSidebarNotFound means that the theme has no such sidebar: 404.
	CodeSidebarNotFound cms.ErrorCode = "rest_sidebar_not_found"
	// CodeTypeNotFound means that the site has no such type of widgets: 404.
	CodeTypeNotFound cms.ErrorCode = "rest_widget_type_invalid"
	// CodeInvalid means that the id_base, the instance or its hash is invalid: 400.
	CodeInvalid cms.ErrorCode = "rest_invalid_widget"
)

// Widget is a widget: an instance of a [Type], with settings of its own.
type Widget struct {
	// ID is the IDBase and a number, "text-2". A widget of an old type, which a plugin
	// makes without a class, has only a name.
	ID string `json:"id"`
	// IDBase is the id of the [Type].
	IDBase string `json:"id_base"`
	// Sidebar is the id of the sidebar, or [Inactive].
	Sidebar string `json:"sidebar"`
	// Rendered is the HTML of the widget. It is empty while the widget is inactive.
	Rendered string `json:"rendered"`

	// RenderedForm is the HTML of the form with the settings. Only the context "edit" has
	// RenderedForm and Instance.
	RenderedForm string `json:"rendered_form,omitzero"`
	// Instance holds the settings. It is nil for a widget of an old type.
	Instance *Instance `json:"instance,omitzero"`

	Links    cms.Links    `json:"_links,omitzero"`
	Embedded cms.Embedded `json:"_embedded,omitzero"` // see [cms.Embed]

	// Extra holds the fields that this package does not know.
	Extra cms.Extra `json:",embed"`

	// Reading tells whether the whole widget was read.
	Reading cms.Reading `json:"-"`
}

// Instance is the settings of a widget.
type Instance struct {
	// Encoded is the settings as PHP serializes them, in Base64. Hash signs it.
	Encoded string `json:"encoded"`
	Hash    string `json:"hash"`
	// Raw is the settings as JSON. It is nil if there are none, and for types that do not
	// show their settings.
	Raw map[string]json.RawMessage `json:"raw,omitzero"`

	// Extra holds the fields that this package does not know.
	Extra cms.Extra `json:",embed"`
}

// Params returns the params that write the instance back, by Encoded and Hash.
func (i *Instance) Params() *InstanceParams {
	return &InstanceParams{Encoded: &i.Encoded, Hash: &i.Hash}
}

// Params are the fields that a create or update of a widget sets. A nil field is not
// changed.
type Params struct {
	// ID is the id of a new widget, "text-88". Default: the IDBase and the next number. If
	// a widget has the id, a create updates this widget.
	ID *string `json:"id,omitzero"`
	// IDBase is the id of the [Type]. A create needs it. A site ignores it in an update.
	IDBase *string `json:"id_base,omitzero"`
	// Sidebar is the id of a sidebar. Default for a create: [Inactive]. The widget comes
	// last in the sidebar: see [Sidebars.Edit] for another place.
	Sidebar *string `json:"sidebar,omitzero"`
	// Instance replaces all settings of the widget. A site prefers it to FormData.
	Instance *InstanceParams `json:"instance,omitzero"`
	// FormData is a form with the settings, as a query: "widget-text[6][title]=Hours".
	// The number must be the number of the widget; otherwise the site ignores the form,
	// or empties the widget. A create can use it only with ID: see [Types.Encode].
	FormData *string `json:"form_data,omitzero"`

	// Extra holds fields that plugins accept: see [cms.Extra.Set].
	Extra cms.Extra `json:",embed"`
}

// InstanceParams are the settings to write: either Raw, or Encoded with its Hash.
type InstanceParams struct {
	// Raw is an object with the settings, such as a map or a struct with json tags. It
	// replaces all settings: a setting that is left out is reset. Types that do not show
	// their settings as JSON reject it with [CodeInvalid].
	Raw any `json:"raw,omitzero"`
	// Encoded and Hash are as the site sent them. It rejects other values.
	Encoded *string `json:"encoded,omitzero"`
	Hash    *string `json:"hash,omitzero"`
}

// ListOptions are the arguments of the list of widgets.
type ListOptions struct {
	// Context sets how much of each widget is read. Default "view".
	Context cms.Context `url:"context,omitempty"`
	// Sidebar selects the widgets of one sidebar. An unknown sidebar matches nothing.
	Sidebar string `url:"sidebar,omitempty"`
}
