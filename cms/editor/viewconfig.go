package editor

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"

	"github.com/fontcms/fontcms-go/cms"
)

// ViewConfig is how the editor lists the records of a kind.
type ViewConfig struct {
	Kind    string `json:"kind"` // "postType"
	Name    string `json:"name"` // "page"
	Version int    `json:"version"`
	// DefaultView is the view that a user sees first.
	DefaultView View `json:"default_view"`
	// DefaultLayouts are the layouts that a user can choose, by name: "table", "grid", "list".
	DefaultLayouts map[string]json.RawMessage `json:"default_layouts"`
	ViewList       []ListedView               `json:"view_list"`
	// the form with the fields of a record; {} if none
	Form json.RawMessage `json:"form"`

	// Extra holds the fields that this package does not know.
	Extra cms.Extra `json:",embed"`

	// Reading tells whether the whole configuration was read.
	Reading cms.Reading `json:"-"`
}

// ListedView is a view in the list of views.
type ListedView struct {
	Title string `json:"title"` // "Drafts", in the language of the user
	Slug  string `json:"slug"`
	// View is what differs from the default view. It is nil if nothing differs.
	View *View `json:"view,omitzero"`

	// Extra holds the fields that this package does not know.
	Extra cms.Extra `json:",embed"`
}

// View is how records are listed. In a [ListedView] most fields are empty.
type View struct {
	Type    string       `json:"type,omitzero"` // "table", "grid", "list"
	Filters []ViewFilter `json:"filters,omitzero"`
	PerPage int          `json:"perPage,omitzero"`
	Sort    ViewSort     `json:"sort,omitzero"`
	GroupBy *ViewGroup   `json:"groupBy,omitzero"`
	// Fields are shown in addition to TitleField, MediaField and DescriptionField.
	Fields           []string `json:"fields,omitzero"`
	TitleField       string   `json:"titleField,omitzero"`
	MediaField       string   `json:"mediaField,omitzero"`
	DescriptionField string   `json:"descriptionField,omitzero"`
	// These are nil if the editor decides.
	ShowTitle       *bool `json:"showTitle,omitzero"`
	ShowMedia       *bool `json:"showMedia,omitzero"`
	ShowDescription *bool `json:"showDescription,omitzero"`
	ShowLevels      *bool `json:"showLevels,omitzero"` // children are indented
	// InfiniteScrollEnabled means that there are no pages.
	InfiniteScrollEnabled bool `json:"infiniteScrollEnabled,omitzero"`
	// Layout is an object with the details of Type.
	Layout json.RawMessage `json:"layout,omitzero"`

	// Extra holds the fields that this package does not know.
	Extra cms.Extra `json:",embed"`
}

// ViewGroup is the field by which records are grouped.
type ViewGroup struct {
	Field     string    `json:"field"`
	Direction cms.Order `json:"direction"`
	ShowLabel *bool     `json:"showLabel,omitzero"` // nil means true

	// Extra holds the fields that this package does not know.
	Extra cms.Extra `json:",embed"`
}

// ViewFilter is a filter of a [View].
type ViewFilter struct {
	Field    string          `json:"field"`
	Operator string          `json:"operator"` // "is", "isAny", "isNone", "before" and others
	Value    json.RawMessage `json:"value"`
	IsLocked bool            `json:"isLocked,omitzero"` // a user cannot remove it

	// Extra holds the fields that this package does not know.
	Extra cms.Extra `json:",embed"`
}

// ViewSort is the order of a [View].
type ViewSort struct {
	Field     string    `json:"field"`
	Direction cms.Order `json:"direction"`

	// Extra holds the fields that this package does not know.
	Extra cms.Extra `json:",embed"`
}

// ViewConfig returns how the editor lists the records of a kind, such as "postType" with
// the name "page": GET cms/v2/view-config. WordPress before 7.1 has no such route:
// [cms.ErrNoRoute]. It needs an editor. An unknown kind gets the defaults of all kinds.
//
// Errors: [cms.ErrNotFound] with [CodeEntityNotFound] if no post type has the name.
func (s *Service) ViewConfig(ctx context.Context, kind, name string, options ...cms.CallOption) (*ViewConfig, error) {
	const operation = "editor.ViewConfig"
	switch "" {
	case kind:
		return nil, refuse(operation, "kind", "must not be empty")
	case name:
		return nil, refuse(operation, "name", "must not be empty")
	}
	r := cms.Request[ViewConfig]{Operation: operation, Path: "cms/v2/view-config",
		Query: url.Values{"kind": {kind}, "name": {name}}}
	config, err := cms.Do(ctx, s.site, r, options...)
	if err != nil || config.Reading.Partial {
		return config, err
	}
	if config.Kind != kind || config.Name != name {
		return nil, &cms.Error{Operation: operation, Method: http.MethodGet, Path: r.Path, Status: http.StatusOK,
			Reason: fmt.Errorf("%w: asked for %.80q of %.80q, got %.80q of %.80q", cms.ErrForeignRecord, name, kind,
				config.Name, config.Kind)}
	}
	return config, nil
}
