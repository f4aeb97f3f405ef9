package cms_test

import (
	"testing"

	"github.com/fontcms/fontcms-go/cms"
	recordings "github.com/fontcms/fontcms-go/internal/replay"
	"github.com/fontcms/fontcms-go/internal/replay/sitetest"
)

// Where the fixtures were recorded, and who replays them.
const (
	replayHost     = recordings.Host
	replayUser     = recordings.User
	replayPassword = recordings.Password
)

// replayCase replays one fixture: run makes the calls and judges what they
// return.
type replayCase struct {
	fixture string
	// query and body are what is sent where it is not what was recorded, and
	// why says why that is the same.
	query, body, why string
	options          []cms.Option
	run              func(*replay)
}

// asking returns the case with another query than the recorded one.
func (c replayCase) asking(query, why string) replayCase {
	c.query, c.why = query, why
	return c
}

// replay is a fixture that is being replayed.
type replay struct {
	*testing.T
	*recordings.Recording
	mock *recordings.Transport
	site *cms.Client // with credentials if the recording has some; it repeats nothing
}

// replayAll replays each fixture in a sub-test of its own. Every one is asked
// for exactly once.
func replayAll(t *testing.T, cases []replayCase) {
	t.Helper()
	for _, c := range cases {
		t.Run(c.fixture, func(t *testing.T) {
			t.Parallel()
			r := newReplay(t, c)
			c.run(r)
			r.mock.Sent(1)
		})
	}
}

func newReplay(t *testing.T, c replayCase) *replay {
	t.Helper()
	rec := recordings.Load(t, c.fixture)
	switch {
	case c.query == rec.Request.Query && c.query != "":
		t.Fatalf("%s: query %q instead of the recorded one is the same, want another", c.fixture, c.query)
	case c.body == rec.Request.Body && c.body != "":
		t.Fatalf("%s: body %q instead of the recorded one is the same, want another", c.fixture, c.body)
	case (c.why == "") != (c.query == "" && c.body == ""):
		t.Fatalf("%s: reason %q for the query %q and the body %q, want a reason if and only if one differs", c.fixture, c.why,
			c.query, c.body)
	}
	if c.query != "" {
		rec.Request.Query = c.query
	}
	if c.body != "" {
		rec.Request.Body = c.body
	}
	r := sitetest.Start(t, rec, c.options...)
	r.Transport.Serve(rec)
	return &replay{r.T, rec, r.Transport, r.Site}
}

func (r *replay) ok(err error) {
	r.Helper()
	if err != nil {
		r.Fatal(err)
	}
}

// asJSON is v as JSON has it.
func (r *replay) asJSON(v any) any {
	r.Helper()
	return recordings.JSON(r, v)
}

// newReplayTransport fails the test on what nobody recorded.
func newReplayTransport(t testing.TB) *recordings.Transport {
	t.Helper()
	return recordings.NewTransport(t)
}

// replaySite is a client that sends to mock and repeats nothing.
func replaySite(t testing.TB, mock *recordings.Transport, options ...cms.Option) *cms.Client {
	t.Helper()
	return sitetest.New(t, mock, options...)
}

// fixture reads a file of testdata.
func fixture(t testing.TB, name string) *recordings.Recording {
	t.Helper()
	return recordings.Load(t, name)
}

// sameJSON compares two bodies as JSON, or as what they are if one is none.
func sameJSON(a, b []byte) bool { return recordings.SameJSON(a, b) }

// serveElsewhere gives the answers of fixtures, one after the other and the last
// of them ever after, to another request than the recorded one, which is to come
// with credentials or without. It returns the first fixture.
func serveElsewhere(t testing.TB, m *recordings.Transport, authorized bool, method, path, query, body string,
	names ...string) *recordings.Recording {
	t.Helper()
	rec := recordings.Load(t, names[0]).Elsewhere(authorized, method, path)
	rec.Request.Query, rec.Request.Body = query, body
	answer := rec.Responder(t)
	for _, name := range names[1:] {
		answer = answer.Then(recordings.Load(t, name).Responder(t))
	}
	m.ServeOn(rec, recordings.Terms{Answer: answer})
	return rec
}
