package snippets

import (
	"context"
	"errors"
	"fmt"
	"net/http"

	"github.com/fontcms/fontcms-go/cms"
)

// Activate switches a snippet on: POST code-snippets/v1/snippets/{id}/activate,
// or PUT or PATCH by [cms.UpdateMethod]. The site answers nothing of use, so
// Activate reads the snippet afterwards, with the same options, and returns it
// as it then is. A snippet that is on already is no error, though the plugin says
// so.
//
// Activate is never retried once the site may have received it, because it runs
// the code of the snippet there: not after a lost response, and not after a
// status of 500, 502, 503 or 504. Activate then reads the snippet, and succeeds if
// it is on.
//
// Errors:
//   - [cms.ErrNotFound] if no snippet has the id.
//   - [cms.ErrOutcomeUnknown] if the response was lost, or its status was that of
//     an outage, and the snippet is off or cannot be read. Code that throws ends
//     like this, with [cms.CodeInternalError].
//   - [ErrBrokenCode] as described below.
//
// Version 3.6.4 switches on code with a syntax error, too. If the snippet that
// was read tells, Activate returns it with [ErrBrokenCode]. It need not tell:
// the plugin tests code when a snippet is saved, and does not keep the result.
// To have the code tested, switch the snippet on by an Update with Active, which
// leaves broken code off.
func (s *Service) Activate(ctx context.Context, id int64, options ...cms.CallOption) (*Snippet, error) {
	snippet, err := s.turn(ctx, s.ActivateRequest(id), id, true, options)
	if err == nil && snippet.Active && !snippet.CodeError.IsZero() {
		err = fmt.Errorf("snippets: Activate: snippet %d is switched on: %w: %s", id, ErrBrokenCode, snippet.CodeError)
	}
	return snippet, err
}

// Deactivate switches a snippet off: POST
// code-snippets/v1/snippets/{id}/deactivate, or PUT or PATCH by
// [cms.UpdateMethod]. It reads the snippet afterwards and returns it as it then
// is. A snippet that is off already is no error; an unknown id is
// [cms.ErrNotFound]. Deactivate runs no code of the snippet on purpose, and is
// retried.
func (s *Service) Deactivate(ctx context.Context, id int64, options ...cms.CallOption) (*Snippet, error) {
	return s.turn(ctx, s.DeactivateRequest(id), id, false, options)
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

func switching(operation string, id int64, verb string, repeat cms.Repeat) cms.Request[cms.Nothing] {
	r := item[cms.Nothing](operation, http.MethodPost, id, "/"+verb)
	r.Repeat, r.Update = repeat, true
	return r
}

// turn sends r, which is to make a snippet active or not, and reads the snippet.
func (s *Service) turn(ctx context.Context, r cms.Request[cms.Nothing], id int64, active bool, options []cms.CallOption) (*Snippet, error) {
	_, err := cms.Do(ctx, s.site, r, options...)
	failed, refused := answered(err, CodeCannotActivate)
	lost := errors.Is(err, cms.ErrOutcomeUnknown)
	if err != nil && !lost && (!refused || errors.Is(err, cms.ErrNotFound)) {
		return nil, err
	}
	e, unread := s.read(ctx, r.Operation, id, options)
	switch {
	case unread == nil && (err == nil || e.Active != nil && *e.Active == active):
		return e.snippet(), nil
	case lost && unread == nil:
		return nil, hinted(err, "the snippet was read afterwards, and is off")
	case refused && errors.Is(unread, cms.ErrNotFound):
		failed.Reason = cms.ErrNotFound
		return nil, failed
	case err != nil:
		return nil, err
	}
	return nil, unread
}
