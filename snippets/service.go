package snippets

import (
	"context"
	"fmt"
	"net/http"

	"github.com/fontcms/fontcms-go/cms"
)

// base is the route of the list.
const base = cms.NamespaceCodeSnippets + "/snippets"

// Service is the snippets of one site. It is immutable and safe for concurrent
// use.
type Service struct {
	site *cms.Client
	// wire is the collection as it is read, and plain as a caller knows it.
	wire  *cms.Collection[element, Params, ListOptions]
	plain *cms.Collection[Snippet, Params, ListOptions]
}

// New returns the snippets of a site. Nothing is sent.
func New(site *cms.Client) *Service {
	return &Service{
		site:  site,
		wire:  cms.NewCollection[element, Params, ListOptions](site, base),
		plain: cms.NewCollection[Snippet, Params, ListOptions](site, base),
	}
}

// Get reads one snippet: GET code-snippets/v1/snippets/{id}. An unknown id is
// [cms.ErrNotFound].
func (s *Service) Get(ctx context.Context, id int64, options ...cms.CallOption) (*Snippet, error) {
	e, err := s.read(ctx, "snippets.Get", id, options)
	if err != nil {
		return nil, err
	}
	return &e.Snippet, nil
}

func (s *Service) read(ctx context.Context, operation string, id int64, options []cms.CallOption) (*element, error) {
	if _, err := item(operation, id); err != nil {
		return nil, err
	}
	return s.one(ctx, record[element](operation, http.MethodGet, id), options)
}

// record is a request whose response is the snippet with the id, if anything.
func record[T any](operation, method string, id int64) cms.Request[T] {
	return cms.Request[T]{Operation: operation, Method: method, Path: fmt.Sprintf("%s/%d", base, id), ID: id}
}

// Create makes a snippet: POST code-snippets/v1/snippets. Without params it is
// an empty one. A create whose answer was lost is not sent again: it is
// [cms.ErrOutcomeUnknown].
//
// With Active, the site tests the code first, by running it. Code with a syntax
// error is stored without being switched on, and CodeError says what is wrong.
func (s *Service) Create(ctx context.Context, params *Params, options ...cms.CallOption) (*Snippet, error) {
	r := s.wire.CreateRequest(params)
	e, err := s.one(ctx, r, options)
	if err != nil {
		return nil, err
	}
	return &e.Snippet, nil
}

// Update changes the fields of a snippet that params sets, and no others: POST
// code-snippets/v1/snippets/{id}, or PUT or PATCH by [cms.UpdateMethod].
//
// If the snippet is active afterwards, the site tests the code first, as it does
// for a Create: it runs it. Code with a syntax error, or with a function that
// other active code has too, is stored and switched off; CodeError says why. Code
// that throws ends the request with a status of 500, and nothing is stored.
//
// Update is therefore retried only if Active is set and false. Without Active it
// cannot know whether the snippet is active. All other updates are never retried
// once the site may have received them.
//
// Newer versions of the plugin also take the snippet out of the trash, and keep
// the name and the code of a locked one: see [Snippet.Trashed] and
// [Snippet.Locked].
//
// Errors:
//   - [cms.ErrNotFound] if no snippet has the id.
//   - [cms.ErrOutcomeUnknown] if the response to an update that is not retried was
//     lost, or its status was that of an outage. Read the snippet to see what it is
//     now. With [cms.CodeInternalError] it is likely that the code throws.
func (s *Service) Update(ctx context.Context, id int64, params *Params, options ...cms.CallOption) (*Snippet, error) {
	e, err := s.one(ctx, update(s.wire, id, params), options)
	if err != nil {
		return nil, err
	}
	return &e.Snippet, nil
}

// one sends a request that is answered with a snippet.
func (s *Service) one(ctx context.Context, r cms.Request[element], options []cms.CallOption) (*element, error) {
	var resp cms.Response
	options = append(options[:len(options):len(options)], cms.Capture(&resp))
	e, err := cms.Do(ctx, s.site, r, options...)
	if err != nil {
		return nil, absent(err)
	}
	if err := e.check(r, resp); err != nil {
		return nil, err
	}
	return e, nil
}

// CreateRequest is [Service.Create] as a value, for a batch. A stock site does
// not take snippets in a batch.
func (s *Service) CreateRequest(params *Params) cms.Request[Snippet] {
	return s.plain.CreateRequest(params)
}

// UpdateRequest is [Service.Update] as a value, for a batch.
func (s *Service) UpdateRequest(id int64, params *Params) cms.Request[Snippet] {
	return update(s.plain, id, params)
}

// update is the request of an update. To store code that is active is to run it.
func update[T any](c *cms.Collection[T, Params, ListOptions], id int64, params *Params) cms.Request[T] {
	r := c.UpdateRequest(id, params)
	r.Repeat, r.Update = cms.RepeatUnsent, true
	if params != nil && params.Active != nil && !*params.Active {
		r.Repeat = cms.RepeatSafe
	}
	return r
}

// DeleteRequest is the DELETE of [Service.Delete] as a value, for a batch. Once
// the site may have received it, it is not retried, and nothing is looked up: a
// lost response is [cms.ErrOutcomeUnknown].
func (s *Service) DeleteRequest(id int64) cms.Request[cms.Nothing] {
	r := deletion[cms.Nothing]("snippets.Delete", id)
	r.ID = 0 // the older plugin answers with nothing that shows one
	return r
}

// ActivateRequest is the request of [Service.Activate] as a value, for a batch.
// Its answer tells nothing.
func (s *Service) ActivateRequest(id int64) cms.Request[cms.Nothing] {
	return switching("snippets.Activate", id, "activate", cms.RepeatUnsent)
}

// DeactivateRequest is the request of [Service.Deactivate] as a value, for a
// batch. Its answer tells nothing.
func (s *Service) DeactivateRequest(id int64) cms.Request[cms.Nothing] {
	return switching("snippets.Deactivate", id, "deactivate", cms.RepeatSafe)
}

// item is the route of one snippet. The site answers an empty one to the id 0.
func item(operation string, id int64) (string, error) {
	if id < 1 {
		return "", &cms.ArgumentError{Operation: operation, Argument: "id", Reason: fmt.Sprintf("%d is not 1 or more", id)}
	}
	return fmt.Sprintf("%s/%d", base, id), nil
}
