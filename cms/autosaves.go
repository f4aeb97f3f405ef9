package cms

import (
	"cmp"
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
	list, err := perform(ctx, a.client, Request[[]Autosave]{
		Operation: a.name + ".List", Path: a.path, needs: autosaveNeeds(), err: checkParent(a.parent),
		check: func(list *[]Autosave) error {
			for i := range *list {
				if err := a.verify(&(*list)[i]); err != nil {
					return err
				}
			}
			return nil
		},
	}, gather(options, GetOption.get))
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
	return perform(ctx, a.client, Request[Autosave]{
		Operation: a.name + ".Get", Path: fmt.Sprintf("%s/%d", a.path, id), needs: autosaveNeeds(), err: cmp.Or(checkParent(a.parent), checkNumber(id)), check: a.verify,
	}, gather(options, GetOption.get))
}

// Create stores an autosave: POST {collection}/{id}/autosaves. For posts and
// blocks the id is also the parent in the body. It replaces the one that the
// caller has. The autosave of a draft of one's own changes the draft itself: the
// answer then has the id of the draft, no parent and no dates.
func (a *Autosaves[P]) Create(ctx context.Context, params *P, options ...CallOption) (*Autosave, error) {
	r := written(Request[Autosave]{
		Operation: a.name + ".Create", Method: http.MethodPost, Path: a.path, needs: autosaveNeeds(), err: checkParent(a.parent), check: a.verify,
	}, params, RepeatUnsent).ready()
	if a.fills && r.err == nil {
		r.Body, r.err = a.filled(r)
		r.params = false
	}
	return perform(ctx, a.client, r, gather(options, CallOption.get))
}

// filled is the body of a create with the parent in it.
func (a *Autosaves[P]) filled(r Request[Autosave]) (any, error) {
	body, err := r.marshal(a.client.config.prefix)
	if err != nil {
		return nil, err
	}
	members := map[string]jsontext.Value{}
	if err := wire.Unmarshal(body, &members); err != nil {
		return nil, err
	}
	members["parent"], err = wire.Marshal(a.parent)
	return members, err
}

// verify refuses the autosave of another record. One that changed a draft has the
// draft's id, and its parent.
func (a *Autosaves[P]) verify(autosave *Autosave) error {
	if autosave.Parent != a.parent && autosave.ID != a.parent {
		return because(ErrForeignRecord, fmt.Errorf("asked for autosaves of %d, got %d, which is one of %d", a.parent, autosave.ID, autosave.Parent))
	}
	return nil
}
