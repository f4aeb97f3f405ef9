package widgets

import (
	"context"

	"github.com/fontcms/fontcms-go/cms"
)

// Type is a type of widgets, such as "text" or "block".
type Type struct {
	ID          string `json:"id"` // the IDBase of its widgets
	Name        string `json:"name"`
	Description string `json:"description"`
	// IsMulti means that there may be several widgets of the type. Old types have one.
	IsMulti   bool   `json:"is_multi"`
	Classname string `json:"classname"` // of the HTML element

	Links    cms.Links    `json:"_links,omitzero"`
	Embedded cms.Embedded `json:"_embedded,omitzero"` // see [cms.Embed]

	// Extra holds the fields that this package does not know.
	Extra cms.Extra `json:",embed"`

	// Reading tells whether the whole type was read.
	Reading cms.Reading `json:"-"`
}

// TypeListOptions are the arguments of the list of types.
type TypeListOptions struct {
	// Context sets how much of each type is read. Default "view".
	Context cms.Context `url:"context,omitempty"`
}

// Types are the types of widgets that a site has.
type Types struct {
	all  *cms.Catalog[Type, cms.ReadOnly, TypeListOptions]
	site *cms.Client
}

func newTypes(site *cms.Client) *Types {
	return &Types{cms.NewCatalog[Type, cms.ReadOnly, TypeListOptions](site, "cms/v2/widget-types", "id"), site}
}

// List returns all types: GET cms/v2/widget-types. See [cms.Catalog.List].
func (t *Types) List(ctx context.Context, options *TypeListOptions, callOptions ...cms.CallOption) ([]Type, error) {
	return t.all.List(ctx, options, callOptions...)
}

// Get returns one type: GET cms/v2/widget-types/{id}.
//
// Errors: [cms.ErrNotFound] with [CodeTypeNotFound] if the site has no such type.
func (t *Types) Get(ctx context.Context, id string, options ...cms.GetOption) (*Type, error) {
	return t.all.Get(ctx, id, options...)
}

// Encoded is what a type makes of settings.
type Encoded struct {
	Form     string   `json:"form"`     // HTML of the form with the settings
	Preview  string   `json:"preview"`  // HTML of the widget
	Instance Instance `json:"instance"` // the settings

	// Extra holds the fields that this package does not know.
	Extra cms.Extra `json:",embed"`

	// Reading tells whether the whole response was read.
	Reading cms.Reading `json:"-"`
}

// encodeParams is the body of Encode and Render.
type encodeParams struct {
	Instance *InstanceParams `json:"instance,omitzero"`
	FormData *string         `json:"form_data,omitzero"`
}

// Encode returns the settings that the form of a type stands for:
// POST cms/v2/widget-types/{id}/encode. Nothing is stored. Use it to create a widget from
// a form:
//
//	encoded, err := all.Types.Encode(ctx, "text", nil, "widget-text[1][title]=Hours")
//	…
//	w, err := all.Create(ctx, &widgets.Params{IDBase: new("text"), Instance: encoded.Instance.Params()})
//
// instance holds the settings before the form, as Encoded and Hash; nil means the
// defaults. form is a query, whose fields may have any number; "" means no form.
//
// Errors:
//   - [cms.ErrInvalidArgument] if instance has Raw, which the site ignores.
//   - [cms.ErrNotFound] with [CodeTypeNotFound] if the site has no such type.
//   - [cms.ErrBadRequest] with [CodeInvalid] for an old type, or a wrong hash.
func (t *Types) Encode(
	ctx context.Context, id string, instance *InstanceParams, form string, options ...cms.CallOption,
) (*Encoded, error) {
	const operation = "widget-types.Encode"
	body := encodeParams{Instance: instance}
	if form != "" {
		body.FormData = &form
	}
	return cms.Do(ctx, t.site, cms.Request[Encoded]{
		Operation: operation, Method: "POST", Path: "cms/v2/widget-types/" + id + "/encode", Body: body,
		Repeat: cms.RepeatSafe, Err: checkEncoded(operation, id, instance),
	}, options...)
}

// Render returns a page of HTML with a widget of a type: POST
// cms/v2/widget-types/{id}/render. Nothing is stored. instance holds the settings as
// Encoded and Hash; nil means the defaults. The preview of an old type is an empty page.
//
// Errors: those of Encode.
func (t *Types) Render(
	ctx context.Context, id string, instance *InstanceParams, options ...cms.CallOption,
) (string, error) {
	const operation = "widget-types.Render"
	type page struct {
		Preview string `json:"preview"`
	}
	rendered, err := cms.Do(ctx, t.site, cms.Request[page]{
		Operation: operation, Method: "POST", Path: "cms/v2/widget-types/" + id + "/render",
		Body: encodeParams{Instance: instance}, Repeat: cms.RepeatSafe, Err: checkEncoded(operation, id, instance),
	}, options...)
	if err != nil {
		return "", err
	}
	return rendered.Preview, nil
}

// checkEncoded refuses an id that would lead to another route, and settings that the site
// would ignore.
func checkEncoded(operation, id string, instance *InstanceParams) error {
	if !isWord(id) {
		return refuse(operation, "id", "must be a name of letters, digits, _ and -")
	}
	if instance != nil && instance.Raw != nil {
		return refuse(operation, "instance", "a site ignores Raw here: set Encoded and Hash")
	}
	return checkInstance(operation, instance)
}
