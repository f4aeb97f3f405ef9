package cms

import (
	"context"
	"errors"
	"fmt"
	"sync/atomic"
	"time"

	"github.com/fontcms/fontcms-go/cms/internal/turns"
	"github.com/fontcms/fontcms-go/internal/transport"
)

// renewLimit is how long a renewal of credentials may take.
const renewLimit = 30 * time.Second

// account adapts a source of credentials for the transport.
type account struct {
	source CredentialsSource
	turns  *turns.Turns // one renewal at a time
	name   string       // name of the lock in turns
	taken  string       // the header that another login uses; "" if there is none
	last   atomic.Pointer[encoded]
}

// encoded is a login with the credentials that it was made from. It is kept, because
// credentials seldom change.
type encoded struct {
	Credentials
	login transport.Login
}

// accountOf returns the account for a source. The result has no Authorize if source is nil.
func accountOf(source CredentialsSource, turns *turns.Turns, name, taken string) transport.Account {
	if source == nil {
		return transport.Account{}
	}
	a := &account{source: source, turns: turns, name: name, taken: taken}
	return transport.Account{Authorize: a.login, Renew: a.renew}
}

// login returns the login of an attempt. Expired credentials are never sent: some sites would
// treat the caller as anonymous, without an error.
func (a *account) login(ctx context.Context) (transport.Login, error) {
	credentials, err := a.source.Credentials(ctx)
	if err != nil {
		return transport.Login{}, ofSource(err)
	}
	login, err := a.encode(credentials)
	if err == nil && credentials.expired() {
		return a.renew(ctx, login)
	}
	return login, err
}

func (a *account) encode(credentials Credentials) (transport.Login, error) {
	if before := a.last.Load(); before != nil && before.Credentials == credentials {
		return before.login, nil
	}
	login, err := credentials.login()
	if err == nil && a.taken != "" && login.Authorization != "" {
		return transport.Login{}, errTaken(a.taken)
	}
	if err == nil {
		a.last.Store(&encoded{credentials, login})
	}
	return login, err
}

// renewing is the key that marks the context of a renewal. If a source sends a call that needs
// the same renewal, the call fails instead of waiting for itself.
type renewing struct {
	turns *turns.Turns
	name  string
}

// errRenewing is the error of a source that would wait for itself.
var errRenewing = errors.New("the source of credentials sends a call through a client that needs its credentials: " +
	"use With(WithoutCredentials()) for it")

// renew returns a login to use instead of the refused login. One call renews at a time. The
// other calls wait for it, and then use its result.
func (a *account) renew(ctx context.Context, refused transport.Login) (transport.Login, error) {
	if ctx.Value(renewing{a.turns, a.name}) != nil {
		return transport.Login{}, errRenewing
	}
	ctx, cancel := context.WithTimeoutCause(context.WithValue(ctx, renewing{a.turns, a.name}, true), renewLimit,
		fmt.Errorf("the renewal of the credentials took longer than %v", renewLimit))
	defer cancel()
	unlock, err := a.turns.Wait(ctx, a.name)
	if err != nil {
		return transport.Login{}, err
	}
	defer unlock()
	credentials, err := a.source.Credentials(ctx)
	if err != nil {
		return transport.Login{}, ofSource(err)
	}
	login, err := a.encode(credentials)
	renewer, renews := a.source.(Renewer)
	if err == nil && renews && (login == refused || credentials.expired()) {
		if credentials, err = renewer.Renew(ctx, credentials); err == nil {
			login, err = a.encode(credentials)
		} else {
			err = ofSource(err)
		}
	}
	switch {
	case err != nil:
		return transport.Login{}, err
	case credentials.expired():
		return transport.Login{}, fmt.Errorf("the credentials expired at %s, by the clock of this machine",
			credentials.Expires.UTC().Format(time.RFC3339))
	}
	return login, nil
}
