// Package sitetest makes clients for tests that replay recorded exchanges or prepared
// responses, and checks their errors. It is package replay for the package cms and
// those above it. Only files ending in _test.go import it.
package sitetest

import (
	"errors"
	"maps"
	"slices"
	"testing"
	"time"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/internal/replay"
)

// New returns a client that sends to a transport of recordings. It retries nothing
// unless the options set it.
func New(t testing.TB, m *replay.Transport, options ...cms.Option) *cms.Client {
	t.Helper()
	site, err := cms.New(replay.Host, append([]cms.Option{
		cms.WithPrefix("wp"),
		cms.WithHTTPClient(m.Client()),
		cms.WithRetry(cms.Retry{Attempts: 1}),
	}, options...)...)
	if err != nil {
		t.Fatal(err)
	}
	return site
}

// Replay is a recording that is being replayed.
type Replay struct {
	*testing.T
	*replay.Recording

	Transport *replay.Transport
	Site      *cms.Client // client with credentials, if the recording has credentials
}

// Start makes the client for a recording. Nothing is served yet.
func Start(t *testing.T, rec *replay.Recording, options ...cms.Option) *Replay {
	t.Helper()
	m := replay.NewTransport(t)
	if rec.Authorized() {
		options = append([]cms.Option{cms.WithApplicationPassword(replay.User, replay.Password)}, options...)
	}
	return &Replay{T: t, Recording: rec, Transport: m, Site: New(t, m, options...)}
}

// All replays each recording in a sub-test of its own, through the call that sends its
// request, and checks that no recording is left out: see [replay.Complete].
func All(t *testing.T, cases map[string]func(*Replay), unsent map[string]string) {
	t.Helper()
	replay.Complete(t, slices.Collect(maps.Keys(cases)), unsent)
	for name, run := range cases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			r := Start(t, replay.Load(t, name))
			r.Transport.Serve(r.Recording)
			run(r)
		})
	}
}

// Also serves the response of another recording for a further request of the call. The
// call must send this request the given number of times. If edit is not nil, it changes
// the body of the response.
func (r *Replay) Also(times int, name, method, path string, edit func(body string) string) {
	r.Helper()
	rec := replay.Load(r, name).Elsewhere(r.Authorized(), method, path)
	if edit != nil {
		changed := edit(rec.Response.Body)
		if changed == rec.Response.Body {
			r.Fatalf("%s was not changed", name)
		}
		rec.Response.Body = changed
	}
	r.Transport.ServeOn(rec, replay.Terms{Times: times})
}

// OK ends the test if there is an error.
func (r *Replay) OK(err error) {
	r.Helper()
	if err != nil {
		r.Fatal(err)
	}
}

// Kept is [replay.Kept] for the recorded response of a plugin.
func Kept[T any](r *Replay, v T) {
	r.Helper()
	replay.Kept(r, r.Recording, replay.Rules{Loose: true}, r.JSON(r), v)
}

// Tap is a [replay.Tap] that a client sends to.
type Tap struct {
	*replay.Tap

	t testing.TB
}

// NewTap returns a tap and a client that sends to it, with very short waits before
// retries.
func NewTap(t testing.TB, replies ...replay.Reply) (*Tap, *cms.Client) {
	t.Helper()
	p := &Tap{replay.NewTap(t, replies...), t}
	site, err := cms.New("https://docs.example.org",
		cms.WithHTTPClient(p.Client()),
		cms.WithRetry(cms.Retry{MinWait: time.Nanosecond, MaxWait: time.Nanosecond}))
	if err != nil {
		t.Fatal(err)
	}
	return p, site
}

// Refused checks that a call was refused because of an argument, and that nothing
// was sent.
func (p *Tap) Refused(err error, argument string) {
	p.t.Helper()
	Refused(p.t, err, argument)
	p.Sent()
}

// Refused checks that a call was refused because of an argument.
func Refused(t testing.TB, err error, argument string) {
	t.Helper()
	e, ok := errors.AsType[*cms.ArgumentError](err)
	if !ok || e.Argument != argument || e.Operation == "" || e.Reason == "" || !errors.Is(err, cms.ErrInvalidArgument) {
		t.Errorf("the argument %s is not refused: %v", argument, err)
	}
}

// Failed checks an error of the site: its status and code, that it matches all sentinels
// in is, and that it matches [cms.ErrNotFound] only if is contains this sentinel.
func Failed(t testing.TB, err error, status int, code cms.ErrorCode, is ...error) {
	t.Helper()
	_ = Failure(t, err, status, code, is...)
}

// Failure is Failed, and returns the error for further checks.
func Failure(t testing.TB, err error, status int, code cms.ErrorCode, is ...error) *cms.Error {
	t.Helper()
	e, ok := errors.AsType[*cms.Error](err)
	if !ok {
		t.Fatalf("the error is %T: %v", err, err)
	}
	if e.Status != status || e.Code != code || e.Operation == "" || e.Method == "" || e.Path == "" {
		t.Errorf("status %d, code %q, not %d, %q: %v", e.Status, e.Code, status, code, err)
	}
	for _, sentinel := range is {
		if !errors.Is(err, sentinel) {
			t.Errorf("is not %q: %v", sentinel, err)
		}
	}
	if !slices.Contains(is, cms.ErrNotFound) && errors.Is(err, cms.ErrNotFound) {
		t.Errorf("is taken for not found: %v", err)
	}
	return e
}
