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
	all  *cms.Collection[Snippet, Params, ListOptions]
}

// New returns the snippets of a site. Nothing is sent.
func New(site *cms.Client) *Service {
	return &Service{site, cms.NewCollection[Snippet, Params, ListOptions](site, base)}
}

// Get reads one snippet: GET code-snippets/v1/snippets/{id}. An unknown id is
// [cms.ErrNotFound].
func (s *Service) Get(ctx context.Context, id int64, options ...cms.CallOption) (*Snippet, error) {
	return one(ctx, s, identified[Snippet]("snippets.Get", http.MethodGet, id), options)
}

// item is a request to the route of one snippet, or to one below it. The site answers
// an empty snippet to the id 0.
func item[T any](operation, method string, id int64, below string) cms.Request[T] {
	r := cms.Request[T]{Operation: operation, Method: method, Path: fmt.Sprintf("%s/%d%s", base, id, below)}
	if id < 1 {
		r.Err = &cms.ArgumentError{Argument: "id", Reason: fmt.Sprintf("%d is not 1 or more", id)}
	}
	return r
}

// identified is a request whose response is the snippet with the id, if anything.
func identified[T any](operation, method string, id int64) cms.Request[T] {
	r := item[T](operation, method, id, "")
	if r.Err == nil {
		r.ID = id
	}
	return r
}

// deletion is the DELETE of a snippet. It is not retried once the site may have
// received it.
func deletion[T any](operation string, id int64) cms.Request[T] {
	r := identified[T](operation, http.MethodDelete, id)
	r.Repeat = cms.RepeatUnsent
	return r
}

// one sends a request for one snippet.
func one[T any](ctx context.Context, s *Service, r cms.Request[T], options []cms.CallOption) (*T, error) {
	v, err := cms.Do(ctx, s.site, r, options...)
	return v, absent(err)
}

// Create makes a snippet: POST code-snippets/v1/snippets. Without params it is
// an empty one. A create whose answer was lost is not sent again: it is
// [cms.ErrOutcomeUnknown].
//
// With Active, the site tests the code first, by running it. Code with a syntax
// error is stored without being switched on, and CodeError says what is wrong.
func (s *Service) Create(ctx context.Context, params *Params, options ...cms.CallOption) (*Snippet, error) {
	return s.all.Create(ctx, params, options...)
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
	return one(ctx, s, s.UpdateRequest(id, params), options)
}

// CreateRequest is [Service.Create] as a value, for a batch. A stock site does
// not take snippets in a batch.
func (s *Service) CreateRequest(params *Params) cms.Request[Snippet] {
	return s.all.CreateRequest(params)
}

// UpdateRequest is [Service.Update] as a value, for a batch.
func (s *Service) UpdateRequest(id int64, params *Params) cms.Request[Snippet] {
	r := s.all.UpdateRequest(id, params) // to store code that is active is to run it
	r.Repeat, r.Update = cms.RepeatUnsent, true
	if params != nil && params.Active != nil && !*params.Active {
		r.Repeat = cms.RepeatSafe
	}
	return r
}
