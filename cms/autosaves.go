package cms

import (
	"context"
	"fmt"
	"net/http"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/fontcms/fontcms-go/internal/wire"
)

// Autosave is what a user was about to write when the editor saved it.
type Autosave struct {
	Revision

	// PreviewLink shows it as a page. The answer to a create has it.
	PreviewLink string `json:"preview_link,omitzero"`
}

// Autosaves are the autosaves of one record, at most one for each user.
type Autosaves[P any] struct {
	client *Client
	path   string
	name   string
	parent int64
	// fills says that the member parent of a create is that of the route. Pages and
	// menu items have a parent of their own under this name.
	fills bool
}

// autosaveNeeds are the fields by which an autosave is known.
func autosaveNeeds() []string { return []string{"id", "parent"} }

// Autosaves returns the autosaves of a record: posts, pages, blocks and menu
// items have the routes, though for a menu item nothing useful is stored.
// Nothing is sent.
func (c *Collection[T, P, L]) Autosaves(parent int64) *Autosaves[P] {
	return &Autosaves[P]{
		client: c.client,
		path:   fmt.Sprintf("%s/%d/autosaves", c.path, parent),
		name:   c.name + ".Autosaves",
		parent: parent,
		fills:  c.path == c.client.Posts.path || c.path == c.client.Blocks.path,
	}
}

// List reads the autosaves of all users: GET {collection}/{id}/autosaves. There
// are no pages.
func (a *Autosaves[P]) List(ctx context.Context, options ...GetOption) ([]Autosave, error) {
	s, err := gather(options, GetOption.get)
	if err := a.check("List", err); err != nil {
		return nil, err
	}
	list, err := perform(ctx, a.client, Request[[]Autosave]{
		Operation: a.name + ".List", Path: a.path, needs: autosaveNeeds(),
		check: func(list *[]Autosave) error {
			for i := range *list {
				if err := a.verify(&(*list)[i]); err != nil {
					return err
				}
			}
			return nil
		},
	}, s)
	if err != nil {
		return nil, err
	}
	if *list == nil {
		return []Autosave{}, nil
	}
	return *list, nil
}

// Get reads the autosave of the caller: GET {collection}/{parent}/autosaves/{id}.
// The site does not look at id; without an autosave of the caller the error is
// [ErrNotFound].
func (a *Autosaves[P]) Get(ctx context.Context, id int64, options ...GetOption) (*Autosave, error) {
	s, err := gather(options, GetOption.get)
	if err := a.check("Get", err); err != nil {
		return nil, err
	}
	if id < 1 {
		return nil, &ArgumentError{Operation: a.name + ".Get", Argument: "id", Reason: fmt.Sprintf("%d is not 1 or more", id)}
	}
	return perform(ctx, a.client, Request[Autosave]{
		Operation: a.name + ".Get", Path: fmt.Sprintf("%s/%d", a.path, id), needs: autosaveNeeds(), check: a.verify,
	}, s)
}

// Create stores an autosave: POST {collection}/{id}/autosaves. For posts and
// blocks the id is also the parent in the body. It replaces the one that the
// caller has. The autosave of a draft of one's own changes the draft itself: the
// answer then has the id of the draft, no parent and no dates.
func (a *Autosaves[P]) Create(ctx context.Context, params *P, options ...CallOption) (*Autosave, error) {
	s, err := gather(options, CallOption.get)
	if err := a.check("Create", err); err != nil {
		return nil, err
	}
	r := Request[Autosave]{Operation: a.name + ".Create", Method: http.MethodPost, Path: a.path, Body: orEmpty(params), Repeat: RepeatUnsent, params: true, needs: autosaveNeeds(), check: a.verify}
	body, err := r.encode(a.client.config.prefix)
	if err != nil {
		return nil, err
	}
	members := map[string]jsontext.Value{}
	if err := wire.Unmarshal(body.Bytes, &members); err != nil {
		return nil, err
	}
	if a.fills {
		if members["parent"], err = wire.Marshal(a.parent); err != nil {
			return nil, err
		}
	}
	r.Body, r.params = members, false
	return perform(ctx, a.client, r, s)
}

// verify refuses the autosave of another record. One that changed a draft has the
// draft's id, and its parent.
func (a *Autosaves[P]) verify(autosave *Autosave) error {
	if autosave.Parent != a.parent && autosave.ID != a.parent {
		return because(ErrForeignRecord, fmt.Errorf("asked for autosaves of %d, got one of %d", a.parent, autosave.Parent))
	}
	return nil
}

// check refuses the options and the parent of a call.
func (a *Autosaves[P]) check(verb string, err error) error {
	if err == nil && a.parent < 1 {
		err = &ArgumentError{Argument: "parent", Reason: fmt.Sprintf("%d is not 1 or more", a.parent)}
	}
	return named(a.name+"."+verb, err)
}
