package widgets

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"net/http"
	"net/url"
	"slices"
	"strings"

	"github.com/fontcms/fontcms-go/cms"
)

// ErrNotPlaced means that a new widget was stored, but did not reach its sidebar: it is
// in [Inactive]. Create returns the widget along with the error.
var ErrNotPlaced = errors.New("the widget was created, and is inactive")

// ErrTaken means that a widget has the id that a new widget was to get.
var ErrTaken = errors.New("a widget has this id")

type catalog = cms.Catalog[Widget, Params, ListOptions]

// Widgets holds the widgets of a site.
type Widgets struct {
	// Sidebars are the sidebars of the active theme: cms/v2/sidebars.
	Sidebars *Sidebars
	// Types are the types of widgets: cms/v2/widget-types.
	Types *Types

	all  *catalog
	site *cms.Client
}

// New returns the widgets of a site: cms/v2/widgets.
func New(site *cms.Client) *Widgets {
	all := cms.NewCatalog[Widget, Params, ListOptions](site, "cms/v2/widgets", "id")
	return &Widgets{newSidebars(site, all), newTypes(site), all, site}
}

// List returns the widgets that match options: GET cms/v2/widgets. See
// [cms.Catalog.List].
func (w *Widgets) List(ctx context.Context, options *ListOptions, callOptions ...cms.CallOption) ([]Widget, error) {
	return w.all.List(ctx, options, callOptions...)
}

// Get returns one widget: GET cms/v2/widgets/{id}.
//
// Errors: [cms.ErrNotFound] with [CodeNotFound] if no widget has the id.
func (w *Widgets) Get(ctx context.Context, id string, options ...cms.GetOption) (*Widget, error) {
	return w.all.Get(ctx, id, options...)
}

// Create creates a widget: POST cms/v2/widgets. WordPress ignores the sidebar of a new
// widget, although its response names it. So with a Sidebar, Create sends three requests:
// it reads the sidebar, creates the widget, and moves it: POST cms/v2/widgets/{id}.
// Create is retried only if the site provably did nothing.
//
// With an ID, Create first reads the widget with this id, because a site would change an
// existing one. So a Create with an ID can be called again after [cms.ErrOutcomeUnknown]:
// it fails with [ErrTaken] if the first call succeeded.
//
// Options apply to the create and the move. [cms.Capture] holds the last response.
//
// Errors:
//   - [cms.ErrInvalidArgument] if params has no IDBase and no ID, or neither Instance nor
//     FormData: a site responds as if it stored such a widget, but does not.
//   - [cms.ErrNotFound] with [CodeSidebarNotFound] if the theme has no such sidebar.
//     Nothing was created.
//   - [ErrTaken] if a widget has the ID.
//   - [cms.ErrBadRequest] with [CodeInvalid] for an unknown type or invalid settings.
//   - [ErrNotPlaced], along with the widget, if the move failed.
//   - [cms.ErrOutcomeUnknown] if the response to the create was lost.
func (w *Widgets) Create(ctx context.Context, params *Params, options ...cms.CallOption) (*Widget, error) {
	const operation = "widgets.Create"
	if err := checkCreate(operation, params); err != nil {
		return nil, err
	}
	if params.ID != nil {
		if _, err := w.all.Get(ctx, *params.ID, cms.Sending(options...), cms.Fields("id")); err == nil {
			return nil, &cms.ArgumentError{Operation: operation, Argument: "id", Err: ErrTaken,
				Reason: fmt.Sprintf("%v: %.80q", ErrTaken, *params.ID)}
		} else if !errors.Is(err, CodeNotFound) {
			return nil, err
		}
	}
	create := *params
	create.Sidebar = nil
	target := Inactive
	if params.Sidebar != nil && *params.Sidebar != "" {
		target = *params.Sidebar
	}
	// A widget that is to stay inactive needs only one request. Even for such a widget, the
	// site requires the argument sidebar.
	if target == Inactive {
		create.Sidebar = new(Inactive)
		return w.all.Create(ctx, &create, options...)
	}
	if _, err := w.Sidebars.Get(ctx, target, cms.Sending(options...)); err != nil {
		return nil, err
	}
	create.Sidebar = new(Inactive)
	made, err := w.all.Create(ctx, &create, options...)
	if err != nil {
		return made, err
	}
	r := w.all.UpdateRequest(made.ID, &Params{Sidebar: &target})
	r.Operation = operation
	moved, err := cms.Do(ctx, w.site, r, options...)
	if err == nil {
		err = w.placed(operation, moved, target)
	}
	if err != nil {
		made.Sidebar = Inactive
		return made, fmt.Errorf("%w: %.80q: %w", ErrNotPlaced, made.ID, err)
	}
	return moved, nil
}

// placed returns an error if the response names another sidebar than the request.
func (w *Widgets) placed(operation string, widget *Widget, sidebar string) error {
	if widget.Sidebar == sidebar || widget.Sidebar == "" && widget.Reading.Partial {
		return nil
	}
	return &cms.Error{Operation: operation, Method: http.MethodPost, Path: w.site.Prefix() + "/v2/widgets/" + widget.ID,
		Status: http.StatusOK, Reason: fmt.Errorf("%w: asked for the sidebar %.80q, got %.80q", cms.ErrDecode, sidebar,
			widget.Sidebar)}
}

// Update changes a widget: POST cms/v2/widgets/{id}. An Instance or FormData replaces all
// settings of the widget; a Sidebar moves it to the end of that sidebar. If params has a
// Sidebar, Update first reads it: a site accepts an unknown sidebar and makes the widget
// inactive. It is retried on connection errors.
//
// Errors:
//   - [cms.ErrNotFound] with [CodeNotFound] if no widget has the id.
//   - [cms.ErrNotFound] with [CodeSidebarNotFound] if the theme has no such sidebar.
//     Nothing was written.
//   - [cms.ErrInvalidArgument] if IDBase or FormData belongs to another widget.
//   - [cms.ErrBadRequest] with [CodeInvalid] for invalid settings.
func (w *Widgets) Update(ctx context.Context, id string, params *Params, options ...cms.CallOption) (*Widget, error) {
	const operation = "widgets.Update"
	if params == nil {
		params = &Params{}
	}
	if err := checkUpdate(operation, id, params); err != nil {
		return nil, err
	}
	if params.Sidebar != nil && *params.Sidebar != Inactive {
		if _, err := w.Sidebars.Get(ctx, *params.Sidebar, cms.Sending(options...)); err != nil {
			return nil, err
		}
	}
	widget, err := w.all.Update(ctx, id, params, options...)
	if err == nil && params.Sidebar != nil {
		if err := w.placed(operation, widget, *params.Sidebar); err != nil {
			return nil, err
		}
	}
	return widget, err
}

// Deactivate moves a widget to [Inactive] and keeps its settings: DELETE
// cms/v2/widgets/{id}. An inactive widget stays inactive. It is retried on connection
// errors.
func (w *Widgets) Deactivate(ctx context.Context, id string, options ...cms.CallOption) (*Widget, error) {
	const operation = "widgets.Deactivate"
	r := cms.Request[Widget]{Operation: operation, Method: http.MethodDelete, Path: "cms/v2/widgets/" + id}
	if !isWord(id) {
		r.Err = refuse(operation, "id", "must be a name of letters, digits, _ and -")
	}
	widget, err := cms.Do(ctx, w.site, r, options...)
	if err == nil && widget.ID != id && !(widget.ID == "" && widget.Reading.Partial) {
		return nil, &cms.Error{Operation: operation, Method: r.Method, Path: w.site.Prefix() + "/v2/widgets/" + id,
			Status: http.StatusOK, Reason: fmt.Errorf("%w: asked for %.80q, got %.80q", cms.ErrForeignRecord, id, widget.ID)}
	}
	return widget, err
}

// isWord reports whether an id may be a segment of a route.
func isWord(id string) bool {
	const words = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-"
	return id != "" && strings.Trim(id, words) == ""
}

// Delete deletes a widget and its settings permanently: DELETE
// cms/v2/widgets/{id}?force=true. See [cms.Catalog.Delete].
func (w *Widgets) Delete(ctx context.Context, id string, options ...cms.CallOption) (*cms.Deleted[Widget], error) {
	return w.all.Delete(ctx, id, options...)
}

func refuse(operation, argument, reason string) error {
	return &cms.ArgumentError{Operation: operation, Argument: argument, Reason: reason}
}

// checkCreate refuses params that the site would accept without storing a widget.
func checkCreate(operation string, params *Params) error {
	switch {
	case params == nil || params.IDBase == nil && params.ID == nil:
		return refuse(operation, "id_base", "a new widget needs the id of its type")
	case params.Instance == nil && params.FormData == nil:
		return refuse(operation, "instance", "a site does not store a new widget without settings: set Instance, "+
			"at least with an empty Raw")
	case params.FormData != nil && params.ID == nil:
		return refuse(operation, "form_data", "a form must have the number of its widget, so set ID, or use Types.Encode")
	case params.ID != nil:
		return checkUpdate(operation, *params.ID, params)
	}
	return checkInstance(operation, params.Instance)
}

// checkUpdate refuses params that have the IDBase or the FormData of another widget than
// the one with id.
func checkUpdate(operation, id string, params *Params) error {
	base, number := cutNumber(id)
	if params.IDBase != nil && *params.IDBase != base && *params.IDBase != id {
		return refuse(operation, "id_base", fmt.Sprintf("%.80q is not the type of the widget %.80q", *params.IDBase, id))
	}
	if params.FormData != nil && params.Instance == nil && number != "" {
		if prefix := "widget-" + base + "[" + number + "]"; !hasField(*params.FormData, prefix) {
			return refuse(operation, "form_data", fmt.Sprintf("no field begins with %.80q, so it is the form of another widget",
				prefix))
		}
	}
	return checkInstance(operation, params.Instance)
}

// hasField reports whether a form has a field whose name begins with prefix.
func hasField(form, prefix string) bool {
	fields, err := url.ParseQuery(form)
	return err == nil && slices.ContainsFunc(slices.Collect(maps.Keys(fields)), func(name string) bool {
		return strings.HasPrefix(name, prefix)
	})
}

// checkInstance refuses settings unless they are given in exactly one form, Raw or
// Encoded with Hash.
func checkInstance(operation string, instance *InstanceParams) error {
	switch {
	case instance == nil:
		return nil
	case instance.Raw == nil && instance.Encoded == nil:
		return refuse(operation, "instance", "needs Raw or Encoded")
	case (instance.Encoded == nil) != (instance.Hash == nil):
		return refuse(operation, "instance", "Encoded needs its Hash")
	case instance.Raw != nil && instance.Encoded != nil:
		return refuse(operation, "instance", "Raw and Encoded are both set")
	}
	return nil
}

// cutNumber splits an id such as "text-2" into the type "text" and the number "2".
// Widgets of old types have no number.
func cutNumber(id string) (base, number string) {
	at := strings.LastIndexByte(id, '-')
	if at < 0 || at == len(id)-1 || strings.Trim(id[at+1:], "0123456789") != "" {
		return id, ""
	}
	return id[:at], id[at+1:]
}
