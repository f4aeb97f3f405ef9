package cms

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"

	"github.com/fontcms/fontcms-go/cms/internal/advice"
	"github.com/fontcms/fontcms-go/cms/internal/route"
	"github.com/fontcms/fontcms-go/cms/internal/turns"
	"github.com/fontcms/fontcms-go/cms/internal/unverified"
	"github.com/fontcms/fontcms-go/cms/internal/walk"
	"github.com/fontcms/fontcms-go/internal/transport"
	"github.com/fontcms/fontcms-go/internal/upsert"
)

// site sends the calls of a client. It does not depend on collections.
type site struct {
	// client is the result of [Collection.Client].
	client *Client
	// config is a pointer, because it may hold secrets, and fmt does not follow a pointer in a
	// field.
	config    *config
	root      route.Root
	transport *transport.Client
	turns     *turns.Turns // locks for methods that send several requests, such as Ensure
	sizes     *pageSizes   // the largest page size of each list
	// rewritten holds the fields that the site stores with other values than were sent. Clients
	// do not share it, because these values depend on the user.
	rewritten *upsert.Memory
	login     *login // nil if the login is not verified
	check     check  // nil if arguments are not checked
}

// check examines the arguments of a call before it is sent. An error refuses the call.
type check func(ctx context.Context, r request, call *transport.Call) error

// Format writes only the root, for every verb, because the configuration holds secrets.
func (s site) Format(f fmt.State, _ rune) { _, _ = io.WriteString(f, s.root.URL.String()) }

// callContext implements [Client.CallContext].
func (s *site) callContext(ctx context.Context) (context.Context, context.CancelFunc) {
	return s.transport.CallContext(upsert.WithMemory(ctx, s.rewritten))
}

func perform[T any](ctx context.Context, s *site, r Request[T], options *callSettings) (*T, error) {
	return typed[T](s.perform(ctx, untyped(r), options))
}

// typed converts the value that [site.perform] returns to a *T.
func typed[T any](v any, err error) (*T, error) {
	typed, _ := v.(*T)
	return typed, err
}

// perform runs every call: it builds the request, checks it, sends it and reads the response.
func (s *site) perform(ctx context.Context, r request, options *callSettings) (any, error) {
	r = r.withDefaults(s.config.prefix)
	call, err := r.build(s.root, options)
	if err != nil {
		return nil, err
	}
	if _, upload := r.Body.(*Upload); !upload && !r.Slow {
		var cancel context.CancelFunc
		ctx, cancel = s.transport.CallContext(ctx)
		defer cancel()
	}
	if err := s.admit(ctx, r, call); err != nil {
		return nil, err
	}
	if err := s.dry(r, call, options); err != nil {
		return nil, err
	}
	resp, err := s.transport.Do(ctx, call)
	v, response, err := r.read(ctx, call, resp, err)
	options.report(response)
	if err != nil {
		if made := s.created(ctx, r, call, resp, options); made != nil {
			return made, nil
		}
		s.failed(ctx, err)
		return v, err
	}
	if d, ok := deletionOf(v); ok && d.confirm() {
		if err := s.confirmDeletion(ctx, r, call, resp, options); err != nil {
			s.failed(ctx, err)
			return nil, err
		}
	}
	if r.copied {
		resp.Release()
	}
	return v, nil
}

// admit verifies the login if the client has the option WithVerifiedLogin. It checks the arguments
// of a call if the client has WithCheckedArguments.
func (s *site) admit(ctx context.Context, r request, call *transport.Call) error {
	if err := s.login.check(ctx); err != nil {
		return err
	}
	if s.check != nil {
		return s.check(ctx, r, call)
	}
	return nil
}

// report stores a response in the captures of the caller.
func (s *callSettings) report(r Response) {
	for _, capture := range s.Captures {
		*capture = walk.Response(r)
	}
}

// confirmDeletion reads the record that a plugin was asked to delete. The response of the
// plugin was the record itself, or empty, so it did not confirm the delete. confirmDeletion
// returns nil if the record is gone.
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

// readAgain reads the record of a request whose outcome is unclear.
func (s *site) readAgain(ctx context.Context, r request, options *callSettings) (*json.RawMessage, error) {
	read := *options
	read.Captures, read.fields, read.embedded, read.query = nil, nil, false, nil
	return perform(ctx, s, Request[json.RawMessage]{Operation: r.Operation, Path: r.Path}, &read)
}

// failed adds facts about the login and the prefix of the client to the hint of an error. An
// error that a site sends to anonymous callers also makes the next call verify the login,
// unless the failed call is a part of a verification.
func (s *site) failed(ctx context.Context, err error) {
	e, ok := errors.AsType[*Error](err)
	if !ok {
		return
	}
	if (e.Status == http.StatusUnauthorized || errors.Is(e, ErrCredentialsRejected)) && !unverified.Is(ctx) {
		s.login.forget()
	}
	if e.advise == nil {
		return
	}
	if e.Method == http.MethodPost && errors.Is(err, ErrOutcomeUnknown) {
		e.follows("outcome unknown")
	}
	e.advise(func(seen *advice.Seen) {
		seen.Prefix, seen.Gate = string(s.config.prefix), s.config.gate != nil
		// If ctx has not ended, a timeout has ended only one attempt.
		seen.Running = ctx.Err() == nil
		seen.Login, seen.User = s.loginKind()
	})
	e.advise = nil // advise keeps the whole response in memory, and is not called again
}
