package cms

import (
	"context"
	"fmt"
	"net/http"
	"reflect"
	"strconv"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/fontcms/fontcms-go/internal/transport"
	"github.com/fontcms/fontcms-go/internal/wire"
)

// Autosave is the unsaved work of one user on a record, as the editor stored it.
type Autosave struct {
	Revision

	// PreviewLink is the address of a preview. Only the response to a create has it.
	PreviewLink string `json:"preview_link,omitzero"`
}

// Autosaves are the autosaves of one record, at most one for each user.
type Autosaves[P any] struct {
	all    *resource
	parent int64
	// fills means that a create has the field parent in its body. Pages and menu items
	// do not: there a field of this name is the page or item above.
	fills bool
}

// Autosaves returns the autosaves of a record. Nothing is sent.
func (c *Content[T, P, L]) Autosaves(parent int64) *Autosaves[P] {
	return autosaves[P](c.resource, parent)
}

func autosaves[P any](of *resource, parent int64) *Autosaves[P] {
	all := newResource(of.site, fmt.Sprintf("%s/%d/autosaves", of.path, parent), of.name+".Autosaves",
		reflect.TypeFor[Autosave](), of.params)
	all.alwaysFields, all.err = append(all.alwaysFields, "parent"), checkParent(parent)
	all.check = func(v any) error { return autosaveOf(v.(*Autosave), parent) }
	return &Autosaves[P]{all: all, parent: parent, fills: of.path == "cms/v2/posts" || of.path == "cms/v2/blocks"}
}

// List returns the autosaves of all users: GET {collection}/{id}/autosaves. The list has
// no pages.
//
// An autosave that does not fit its type is left out. List then returns the others and
// an error, which holds a [*BrokenRecordError] for each of them.
func (a *Autosaves[P]) List(ctx context.Context, options ...GetOption) ([]Autosave, error) {
	page, err := a.all.list(ctx, nil, apply(options, GetOption.get))
	if page == nil {
		return nil, err
	}
	return typedPage[Autosave](page).Items, err
}

// Get returns the autosave of the caller: GET {collection}/{parent}/autosaves/{parent}.
// Errors: [ErrNotFound] if the caller has none.
func (a *Autosaves[P]) Get(ctx context.Context, options ...GetOption) (*Autosave, error) {
	r := a.all.item("Get", http.MethodGet, a.parent)
	r.ID = 0 // the autosave has an id of its own
	return typed[Autosave](a.all.site.perform(ctx, r, apply(options, GetOption.get)))
}

// Create stores an autosave: POST {collection}/{id}/autosaves. It replaces the autosave
// that the caller has for this record. For posts and blocks the request body also names
// the parent.
//
// If the record is a draft of the caller, the site changes the draft itself. The
// response then has the id of the draft, and neither a parent nor dates.
func (a *Autosaves[P]) Create(ctx context.Context, params *P, options ...CallOption) (*Autosave, error) {
	return typed[Autosave](a.all.autosave(ctx, params, a.parent, a.fills, apply(options, CallOption.get)))
}

func (c *resource) autosave(ctx context.Context, params any, parent int64, fills bool, s *callSettings) (any, error) {
	r := c.written(c.request("Create", http.MethodPost, c.path), params, RepeatUnsent)
	if fills && r.err == nil {
		r.Body, r.err = c.filled(r, parent)
	}
	return c.site.perform(ctx, r, s)
}

// filled returns the body of a create, with the parent in it.
func (c *resource) filled(r request, parent int64) (any, error) {
	body, err := r.marshal(c.site.config.prefix)
	if err != nil {
		return nil, err
	}
	members := map[string]jsontext.Value{}
	_ = wire.Unmarshal(body, &members) // it was encoded above
	members["parent"] = jsontext.Value(strconv.FormatInt(parent, 10))
	return members, nil
}

// autosaveOf returns an error for an autosave of another record than parent. An autosave
// that changed a draft has the draft's id and its parent.
func autosaveOf(autosave *Autosave, parent int64) error {
	if autosave.Parent != parent && autosave.ID != parent {
		return transport.Because(ErrForeignRecord,
			fmt.Errorf("asked for autosaves of %d, got %d, which is one of %d", parent, autosave.ID, autosave.Parent))
	}
	return nil
}
