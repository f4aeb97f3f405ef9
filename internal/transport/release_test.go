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
		switch third := do(); {
		case string(second.Body) != other:
			t.Errorf("a body that was not released changed: second.Body %q, want %q", string(second.Body), other)
		case string(third.Body) != long:
			t.Errorf("a body that was not released changed: third.Body %q, want %q", string(third.Body), long)
		}
		if first.Body != nil {
			t.Errorf("a released response has a body: first.Body %s, want nil", first.Body)
		}
	}
	if !reused {
		t.Error("no later call read into the released body, want one that does")
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
	switch resp.Release(); {
	case resp.Body != nil:
		t.Errorf("the memory of a large body is kept: Body %s, want nil", resp.Body)
	case c.bodies.Get() != nil:
		t.Error("memory of a large body was kept after Release, want it dropped")
	}
}
