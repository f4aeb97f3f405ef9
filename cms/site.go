package cms

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"

	"github.com/fontcms/fontcms-go/cms/internal/route"
	"github.com/fontcms/fontcms-go/cms/internal/turns"
	"github.com/fontcms/fontcms-go/internal/transport"
	"github.com/fontcms/fontcms-go/internal/webpage"
)

// site carries the calls of a client. It knows nothing of what asks for them.
type site struct {
	client    any     // the *Client on top, for [Collection.Client] alone
	config    *config // behind a pointer, where fmt does not look: it may hold secrets
	root      route.Root
	transport *transport.Client
	turns     *turns.Turns // of procedures of several requests
	checks    []check
}

// check looks at a call before it is sent. Its error refuses the call.
type check func(ctx context.Context, r request, call *transport.Call) error

// Format writes the root, whatever the verb: what stands below does not belong in a log.
func (s site) Format(f fmt.State, _ rune) { _, _ = io.WriteString(f, s.root.URL.String()) }

func perform[T any](ctx context.Context, s *site, r Request[T], options *callSettings) (*T, error) {
	return typed[T](s.perform(ctx, r.erase(), options))
}

// typed is an answer with its type.
func typed[T any](v any, err error) (*T, error) {
	typed, _ := v.(*T)
	return typed, err
}

// perform is the road of every call: the request is built, looked at, sent, and its
// answer read.
func (s *site) perform(ctx context.Context, r request, options *callSettings) (any, error) {
	r = r.withDefaults()
	call, err := r.build(s.root, s.config.prefix, options)
	if err != nil {
		return nil, err
	}
	if err := s.check(ctx, r, call); err != nil {
		return nil, err
	}
	resp, err := s.transport.Do(ctx, call)
	v, answer, err := r.read(ctx, s.config.prefix, call, resp, err, options.partial())
	options.report(answer)
	if err != nil {
		s.explain(err)
	}
	if d, ok := v.(deletion); ok && d.confirm() {
		if err := s.confirmDeletion(ctx, r, call, resp, options); err != nil {
			return nil, err
		}
	}
	return v, err
}

// confirmDeletion reads a record to find out whether a response that does not say so, the
// record itself or nothing, means that it was deleted. Plugins answer in this way.
func (s *site) confirmDeletion(
	ctx context.Context, r request, call *transport.Call, resp *transport.Response, options *callSettings,
) error {
	_, err := s.readAgain(ctx, r, options)
	switch {
	case errors.Is(err, ErrNotFound), errors.Is(err, ErrGone):
		return nil
	case err == nil:
		err = transport.Because(ErrDecode, fmt.Errorf("%w, and the site still has it", errNotConfirmed))
	default:
		err = transport.Because(ErrOutcomeUnknown, err)
	}
	return failure(call, resp, err)
}

// readAgain reads the record that a request is about.
func (s *site) readAgain(ctx context.Context, r request, options *callSettings) (*json.RawMessage, error) {
	read := *options
	read.captures, read.fields, read.embedded, read.query = nil, nil, false, nil
	return perform(ctx, s, Request[json.RawMessage]{Operation: r.Operation, Path: r.Path}, &read)
}

// check makes the checks of a call.
func (s *site) check(ctx context.Context, r request, call *transport.Call) error {
	for _, check := range s.checks {
		if err := check(ctx, r, call); err != nil {
			return err
		}
	}
	return nil
}

// wordPress is the prefix of a WordPress.
const wordPress = "wp"

// explain adds to an error what the credentials and the prefix of the site may have to
// do with it.
func (s *site) explain(err error) {
	e, ok := errors.AsType[*Error](err)
	if !ok {
		return
	}
	known := s.config.source != nil
	if known && e.Status == http.StatusUnauthorized {
		e.Hint = join(e.Hint, "credentials were sent, but the site does not know the user: the user or application password is wrong, or the Authorization header was dropped on the way; connect.Diagnose tells which")
	}
	if _, status := e.Params["status"]; known && status && e.Method == http.MethodGet && e.Status == http.StatusBadRequest {
		e.Hint = join(e.Hint, "a site refuses this status to visitors too, and takes wrong credentials for none: ask Client.Verify who the site takes you for")
	}
	absent := errors.Is(e, ErrNoRoute) || errors.Is(e, ErrNotREST)
	if absent && s.config.prefix != wordPress && e.answer != nil && webpage.IsWordPress(e.answer().Header, e.Body) {
		e.Hint = join(e.Hint, `this looks like a WordPress: WithPrefix("wp")`)
	}
}
