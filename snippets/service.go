package snippets

import (
	"context"
	"fmt"
	"net/http"

	"github.com/fontcms/fontcms-go/cms"
)

// base is the route of the list.
const base = cms.NamespaceCodeSnippets + "/snippets"

// Service reads and writes the snippets of a site. It is immutable and safe for
// concurrent use.
type Service struct {
	site *cms.Client
	all  *cms.Collection[Snippet, Params, ListOptions]
}

// New returns the snippets of a site. It sends nothing.
func New(site *cms.Client) *Service {
	return &Service{site, cms.NewCollection[Snippet, Params, ListOptions](site, base)}
}

// Get returns one snippet: GET code-snippets/v1/snippets/{id}. Errors: [cms.ErrNotFound]
// if no snippet has the id.
func (s *Service) Get(ctx context.Context, id int64, options ...cms.CallOption) (*Snippet, error) {
	return one(ctx, s, identified[Snippet]("snippets.Get", http.MethodGet, id), options)
}

// item returns a request to the route of one snippet, or to a route below it. It refuses
// the id 0, for which the site would return an empty snippet.
func item[T any](operation, method string, id int64, below string) cms.Request[T] {
	r := cms.Request[T]{Operation: operation, Method: method, Path: fmt.Sprintf("%s/%d%s", base, id, below)}
	if id < 1 {
		r.Err = &cms.ArgumentError{Argument: "id", Reason: fmt.Sprintf("must be 1 or more, not %d", id)}
	}
	return r
}

// identified returns a request for one snippet. The response must be empty or have the id
// of the snippet.
func identified[T any](operation, method string, id int64) cms.Request[T] {
	r := item[T](operation, method, id, "")
	if r.Err == nil {
		r.ID = id
	}
	return r
}

// deletion returns the DELETE request of a snippet. It is not retried once the site may
// have received it.
func deletion[T any](operation string, id int64) cms.Request[T] {
	r := identified[T](operation, http.MethodDelete, id)
	r.Repeat = cms.RepeatUnsent
	return r
}

// one sends a request for one snippet, and returns [cms.ErrNotFound] if the snippet does
// not exist.
func one[T any](ctx context.Context, s *Service, r cms.Request[T], options []cms.CallOption) (*T, error) {
	v, err := cms.Do(ctx, s.site, r, options...)
	return v, absent(err)
}

// Create creates a snippet: POST code-snippets/v1/snippets. With nil params the snippet
// is empty. Create is not retried once the site may have received it. If the response is
// lost, it returns [cms.ErrOutcomeUnknown].
//
// With Active, the site runs the code before it stores it, as a check. Code with a
// syntax error is stored and stays inactive; CodeError holds the error.
func (s *Service) Create(ctx context.Context, params *Params, options ...cms.CallOption) (*Snippet, error) {
	return s.all.Create(ctx, params, options...)
}

// Update changes only the fields that params sets: POST code-snippets/v1/snippets/{id},
// or PUT or PATCH with [cms.UpdateMethod].
//
// Before the site stores a snippet that is to be active, it runs the code, as a check.
// The check fails for code with a syntax error, and for code that declares a function
// that other active code also declares. Such code is stored and deactivated; CodeError
// holds the error. If the code throws, the request ends with 500, and nothing is
// stored.
//
// So Update is retried only if Active is set to false. Without Active, Update does not
// know whether the snippet is active. All other updates are never retried once the site
// may have received them.
//
// Newer versions of the plugin also take the snippet out of the trash. For a locked
// snippet they keep name and code: see [Snippet.Trashed] and [Snippet.Locked].
//
// Errors:
//   - [cms.ErrNotFound] if no snippet has the id.
//   - [cms.ErrOutcomeUnknown] if the update is one that is never retried, and its response
//     was lost or had a status such as 500, 502, 503 or 504. Read the snippet to find out
//     whether it was stored. With [cms.CodeInternalError] the code probably throws.
func (s *Service) Update(ctx context.Context, id int64, params *Params, options ...cms.CallOption) (*Snippet, error) {
	return one(ctx, s, s.UpdateRequest(id, params), options)
}

// CreateRequest returns the request of [Service.Create], for a batch. A stock site rejects
// snippets in a batch.
func (s *Service) CreateRequest(params *Params) cms.Request[Snippet] {
	return s.all.CreateRequest(params)
}

// UpdateRequest returns the request of [Service.Update], for a batch.
func (s *Service) UpdateRequest(id int64, params *Params) cms.Request[Snippet] {
	r := s.all.UpdateRequest(id, params)
	// Storing an active snippet runs its code, so by default the request is not retried.
	r.Repeat, r.Update = cms.RepeatUnsent, true
	if params != nil && params.Active != nil && !*params.Active {
		r.Repeat = cms.RepeatSafe
	}
	return r
}
