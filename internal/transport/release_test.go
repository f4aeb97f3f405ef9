package transport

import (
	"strings"
	"testing"

	"github.com/jarcoal/httpmock"
)

func TestReleasedBodyIsReadIntoByALaterCall(t *testing.T) {
	t.Parallel()
	long, other := strings.Repeat("a", 5000), strings.Repeat("b", 5000)
	reused := false
	for range 10 { // the race detector drops memory by chance
		c := newClient(t, Config{}, newScript(t, httpmock.NewStringResponder(200, long),
			httpmock.NewStringResponder(200, other), httpmock.NewStringResponder(200, long)))
		do := func() *Response {
			resp, err := c.Do(t.Context(), get(site))
			if err != nil {
				t.Fatal(err)
			}
			return resp
		}
		first := do()
		memory := first.Body
		first.Release()
		second := do()
		reused = reused || &memory[0] == &second.Body[0]
		first.Release() // it has no memory any more
		if third := do(); string(second.Body) != other || string(third.Body) != long {
			t.Error("a body that was not released changed")
		}
		if first.Body != nil {
			t.Error("a released response has a body")
		}
	}
	if !reused {
		t.Error("no memory is used again")
	}
}

func TestLargeBodyIsNotKeptForLaterCalls(t *testing.T) {
	t.Parallel()
	large := strings.Repeat("a", maxKept+1)
	c := newClient(t, Config{}, newScript(t, httpmock.NewStringResponder(200, large)))
	resp, err := c.Do(t.Context(), get(site))
	if err != nil || len(resp.Body) != len(large) {
		t.Fatal(err)
	}
	if resp.Release(); resp.Body != nil || c.bodies.Get() != nil {
		t.Error("the memory of a large body is kept")
	}
}
