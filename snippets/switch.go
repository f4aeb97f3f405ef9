package snippets

import (
	"context"
	"errors"
	"fmt"
	"net/http"

	"github.com/fontcms/fontcms-go/cms"
)

// Activate activates a snippet: POST code-snippets/v1/snippets/{id}/activate, or PUT or
// PATCH with [cms.UpdateMethod]. It then reads the snippet, with the same options, and
// returns it. If the snippet is already active, Activate succeeds, although the plugin
// responds with an error.
//
// Activate runs the code of the snippet on the site, so it is never retried once the
// site may have received it. After a lost response, and after 500, 502, 503 and 504,
// Activate reads the snippet instead, and succeeds if it is active.
//
// Errors:
//   - [cms.ErrNotFound] if no snippet has the id.
//   - [cms.ErrOutcomeUnknown] if Activate had to read the snippet, and the snippet is
//     inactive or cannot be read. If the code throws, the error also has the code
//     [cms.CodeInternalError].
//   - [ErrBrokenCode], with the snippet, if the plugin activated code with a syntax
//     error and reports it.
//
// Version 3.6.4 also activates code with a syntax error, and does not always report it.
// It checks code only in a create or an update, and does not keep the result. Use an
// Update with Active instead to have the code checked: it leaves broken code inactive.
func (s *Service) Activate(ctx context.Context, id int64, options ...cms.CallOption) (*Snippet, error) {
	snippet, err := s.turn(ctx, s.ActivateRequest(id), id, true, options)
	if err == nil && snippet.Active && !snippet.CodeError.IsZero() {
		err = fmt.Errorf("snippets: Activate: snippet %d is active: %w: %s", id, ErrBrokenCode, snippet.CodeError)
	}
	return snippet, err
}

// Deactivate deactivates a snippet: POST code-snippets/v1/snippets/{id}/deactivate, or
// PUT or PATCH with [cms.UpdateMethod]. It then reads the snippet and returns it. A
// snippet that is already inactive is not an error. The site does not run the code to
// deactivate it, so Deactivate is retried as an update is.
//
// Errors: [cms.ErrNotFound] if no snippet has the id.
func (s *Service) Deactivate(ctx context.Context, id int64, options ...cms.CallOption) (*Snippet, error) {
	return s.turn(ctx, s.DeactivateRequest(id), id, false, options)
}

// ActivateRequest returns the request of [Service.Activate], for a batch. Its
// response contains nothing useful.
func (s *Service) ActivateRequest(id int64) cms.Request[cms.Nothing] {
	return switching("snippets.Activate", id, "activate", cms.RepeatUnsent)
}

// DeactivateRequest returns the request of [Service.Deactivate], for a batch. Its
// response contains nothing useful.
func (s *Service) DeactivateRequest(id int64) cms.Request[cms.Nothing] {
	return switching("snippets.Deactivate", id, "deactivate", cms.RepeatSafe)
}

func switching(operation string, id int64, verb string, repeat cms.Repeat) cms.Request[cms.Nothing] {
	r := item[cms.Nothing](operation, http.MethodPost, id, "/"+verb)
	r.Repeat, r.Update = repeat, true
	return r
}

// turn sends r, which activates or deactivates a snippet, and then reads the snippet.
func (s *Service) turn(ctx context.Context, r cms.Request[cms.Nothing], id int64, active bool,
	options []cms.CallOption) (*Snippet, error) {
	_, err := cms.Do(ctx, s.site, r, options...)
	failed, refused := hasCode(err, CodeCannotActivate)
	lost := errors.Is(err, cms.ErrOutcomeUnknown)
	if err != nil && !lost && (!refused || errors.Is(err, cms.ErrNotFound)) {
		return nil, err
	}
	e, unread := s.read(ctx, r.Operation, id, options)
	switch {
	case unread == nil && (err == nil || e.Active != nil && *e.Active == active):
		return e.snippet(), nil
	case lost && unread == nil:
		return nil, hinted(err, "the snippet was read afterwards and is inactive")
	case refused && errors.Is(unread, cms.ErrNotFound):
		failed.Reason = cms.ErrNotFound
		return nil, failed
	case err != nil:
		return nil, err
	}
	return nil, unread
}
