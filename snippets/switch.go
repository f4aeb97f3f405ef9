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
// as it then is. An unknown id is [cms.ErrNotFound].
//
// A snippet that is on already is no error, though the plugin says so: the
// answer to an earlier attempt may have been lost.
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
// [cms.ErrNotFound].
func (s *Service) Deactivate(ctx context.Context, id int64, options ...cms.CallOption) (*Snippet, error) {
	return s.turn(ctx, s.DeactivateRequest(id), id, false, options)
}

func switching(operation string, id int64, verb string) cms.Request[cms.Nothing] {
	return cms.Request[cms.Nothing]{
		Operation: operation,
		Method:    http.MethodPost,
		Path:      fmt.Sprintf("%s/%d/%s", base, id, verb),
		Repeat:    cms.RepeatSafe,
	}
}

// turn sends r, which is to make a snippet active or not, and reads the snippet.
func (s *Service) turn(ctx context.Context, r cms.Request[cms.Nothing], id int64, active bool, options []cms.CallOption) (*Snippet, error) {
	if _, err := item(r.Operation, id); err != nil {
		return nil, err
	}
	_, err := cms.Do(ctx, s.site, r, options...)
	failed, refused := answered(err, CodeCannotActivate)
	if err != nil && (!refused || errors.Is(err, cms.ErrNotFound)) {
		return nil, err
	}
	e, err := s.read(ctx, r.Operation, id, options)
	switch {
	case err == nil && (!refused || e.hasActive && e.Active == active):
		return &e.Snippet, nil
	case refused && errors.Is(err, cms.ErrNotFound):
		failed.Reason = cms.ErrNotFound
		return nil, failed
	case refused:
		return nil, failed
	}
	return nil, err
}
