package cms_test

import (
	"testing"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/internal/replay"
	"github.com/fontcms/fontcms-go/internal/replay/sitetest"
)

// replayCase replays one fixture: run makes the calls and judges what they
// return.
type replayCase struct {
	fixture string
	// query and body are what is sent where it is not what was recorded, and
	// why says why that is the same.
	query, body, why string
	options          []cms.Option
	run              func(*replayed)
}

// asking returns the case with another query than the recorded one.
func (c replayCase) asking(query, why string) replayCase {
	c.query, c.why = query, why
	return c
}

// replayed is a fixture that is being replayed.
type replayed struct{ *sitetest.Replay }

// replayAll replays each fixture in a sub-test of its own. Every one is asked
// for exactly once.
func replayAll(t *testing.T, cases []replayCase) {
	t.Helper()
	for _, c := range cases {
		t.Run(c.fixture, func(t *testing.T) {
			t.Parallel()
			r := newReplay(t, c)
			c.run(r)
			r.Transport.Sent(1)
		})
	}
}

func newReplay(t *testing.T, c replayCase) *replayed {
	t.Helper()
	rec := replay.Load(t, c.fixture)
	if c.query == rec.Request.Query && c.query != "" || c.body == rec.Request.Body && c.body != "" || (c.why == "") != (c.query == "" && c.body == "") {
		t.Fatal("what is sent instead of the recorded request has to differ from it, for a reason")
	}
	if c.query != "" {
		rec.Request.Query = c.query
	}
	if c.body != "" {
		rec.Request.Body = c.body
	}
	r := sitetest.Start(t, rec, c.options...)
	r.Transport.Serve(rec)
	return &replayed{r}
}

// sameJSON compares two bodies as JSON, or as what they are if one is none.
func sameJSON(a, b []byte) bool { return replay.SameJSON(a, b) }

// serveElsewhere gives the answers of fixtures, one after the other and the last
// of them ever after, to another request than the recorded one, which is to come
// with credentials or without. It returns the first fixture.
func serveElsewhere(t testing.TB, m *replay.Transport, authorized bool, method, path, query, body string, names ...string) *replay.Recording {
	t.Helper()
	rec := replay.Load(t, names[0]).Elsewhere(authorized, method, path)
	rec.Request.Query, rec.Request.Body = query, body
	answer := rec.Responder(t)
	for _, name := range names[1:] {
		answer = answer.Then(replay.Load(t, name).Responder(t))
	}
	m.ServeOn(rec, replay.Terms{Answer: answer})
	return rec
}
