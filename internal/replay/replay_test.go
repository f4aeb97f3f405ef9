package replay_test

import (
	"fmt"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/fontcms/fontcms-go/internal/replay"
)

// judged is a test whose failures are looked at.
type judged struct {
	testing.TB

	failures []string
	cleanups []func()
}

func (j *judged) Helper()          {}
func (j *judged) Cleanup(f func()) { j.cleanups = append(j.cleanups, f) }
func (j *judged) Error(args ...any) {
	j.failures = append(j.failures, fmt.Sprint(args...))
}

func (j *judged) Errorf(format string, args ...any) {
	j.failures = append(j.failures, fmt.Sprintf(format, args...))
}

// end runs the cleanups and returns how often the test failed.
func (j *judged) end() int {
	for _, f := range j.cleanups {
		f()
	}
	return len(j.failures)
}

func exchange() *replay.Recording {
	rec := new(replay.Recording)
	rec.Request = replay.Request{Method: "POST", Path: "/wp-json/x", Query: "a[]=1&b=2", Headers: http.Header{
		"Authorization": {"Basic REDACTED"}, "Content-Type": {"application/json"},
	}, Content: replay.Content{Body: `{"x":1.0,"y":2}`}}
	rec.Response = replay.Response{Status: 201, Headers: http.Header{"X-Wp-Total": {"3"}},
		Content: replay.Content{Body: "aGk=", BodyEncoding: "base64"}}
	return rec
}

func TestOnlyTheRecordedRequestIsServed(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		change   func(*http.Request)
		query    string
		body     string
		failures int
		status   int
	}{
		"as recorded":     {nil, "b=2&a%5B%5D=1", `{"y":2, "x":1.0}`, 0, 201},
		"other arguments": {nil, "b=2&a%5B%5D=2", `{"x":1.0,"y":2}`, 2, 418},
		"another body":    {nil, "b=2&a%5B%5D=1", `{"x":1,"y":2}`, 2, 418},
		"without credentials": {func(r *http.Request) { r.Header.Del("Authorization") }, "b=2&a%5B%5D=1",
			`{"x":1.0,"y":2}`, 1, 201},
		"of another type": {func(r *http.Request) { r.Header.Set("Content-Type", "text/plain") }, "b=2&a%5B%5D=1",
			`{"x":1.0,"y":2}`, 1, 201},
		"with an override": {func(r *http.Request) { r.Header.Set("X-HTTP-Method-Override", "PUT") }, "b=2&a%5B%5D=1",
			`{"x":1.0,"y":2}`, 1, 201},
		"taking anything": {func(r *http.Request) { r.Header.Del("Accept") }, "b=2&a%5B%5D=1", `{"x":1.0,"y":2}`, 1, 201},
	} {
		j := &judged{TB: t}
		m := replay.NewTransport(j)
		m.Serve(exchange())
		req, err := http.NewRequestWithContext(t.Context(), "POST", replay.Host+"/wp-json/x?"+test.query,
			strings.NewReader(test.body))
		if err != nil {
			t.Fatal(err)
		}
		req.SetBasicAuth(replay.User, replay.Password)
		req.Header.Set("Accept", "application/json")
		req.Header.Set("Content-Type", "application/json")
		if test.change != nil {
			test.change(req)
		}
		resp, err := m.Client().Do(req)
		if err != nil {
			t.Fatal(err)
		}
		answer, _ := io.ReadAll(resp.Body)
		resp.Body.Close()
		if n := j.end(); n != test.failures || resp.StatusCode != test.status {
			t.Errorf("%s: %d failures %q, status %d, want %d and %d", name, n, j.failures, resp.StatusCode, test.failures,
				test.status)
		} else if test.status == 201 && (string(answer) != "hi" || resp.Header.Get("X-WP-Total") != "3") {
			t.Errorf("%s: body %s, X-WP-Total %q, want hi and 3", name, answer, resp.Header.Get("X-WP-Total"))
		}
	}
	j := &judged{TB: t}
	m := replay.NewTransport(j)
	m.Serve(exchange())
	m.Sent(1)
	if n := j.end(); n != 2 {
		t.Errorf("A request that did not come: %d failures %q, want 2", n, j.failures)
	}
}

func TestDifferencesAreFound(t *testing.T) {
	t.Parallel()
	optional := replay.Rules{Optional: []string{"password"}}
	for _, test := range []struct {
		server, ours           string
		strict, optional, lose int
	}{
		{`{"a":[1,{"b":"x"}]}`, `{"a":[1,{"b":"x"}]}`, 0, 0, 0},
		{`{"a":1}`, `{}`, 1, 1, 1},
		{`{}`, `{"a":1}`, 1, 1, 1},
		{`{}`, `{"a":{"b":0}}`, 0, 0, 1},
		{`{"a":0}`, `{}`, 1, 1, 0},
		{`{"password":""}`, `{}`, 1, 0, 0},
		{`{"password":"x"}`, `{}`, 1, 1, 1},
		{`{"a":[]}`, `{"a":{}}`, 0, 0, 0},
		{`{"a":null}`, `{"a":""}`, 0, 0, 0},
		{`{"a":""}`, `{"a":false}`, 1, 1, 0},
		{`{"a":"2"}`, `{"a":2}`, 1, 1, 0},
		{`{"a":"x"}`, `{"a":["x"]}`, 1, 1, 0},
		{`{"a":["x"]}`, `{"a":["x","y"]}`, 1, 1, 1},
		{`{"a":{"b":1}}`, `{"a":7}`, 1, 1, 1},
		{`[1,2]`, `[1,3]`, 1, 1, 1},
	} {
		server, errServer := replay.Value([]byte(test.server))
		ours, errOurs := replay.Value([]byte(test.ours))
		if errServer != nil || errOurs != nil {
			t.Fatalf("Value of %s and %s: errors %v and %v, want none", test.server, test.ours, errServer, errOurs)
		}
		for rules, want := range map[*replay.Rules]int{{}: test.strict, &optional: test.optional, {Loose: true}: test.lose} {
			if got := rules.Differences("", server, ours); len(got) != want {
				t.Errorf("Differences of %s and %s by %+v: %q, want %d", test.server, test.ours, *rules, got, want)
			}
		}
	}
}

func TestLostFieldsAreReported(t *testing.T) {
	t.Parallel()
	type half struct {
		A      int `json:"a"`
		hidden int
	}
	server := map[string]any{"a": 1, "b": 2}
	rec := new(replay.Recording)
	j := &judged{TB: t}
	replay.Kept(j, rec, replay.Rules{Loose: true}, server, half{A: 1})
	replay.Kept(j, rec, replay.Rules{Loose: true}, map[string]any{"a": 1}, half{A: 1, hidden: 2})
	if len(j.failures) != 2 || !strings.HasPrefix(j.failures[0], ".b is") {
		t.Errorf("Kept of a lost field: failures %q, want 2, .b first", j.failures)
	} else if !strings.HasPrefix(j.failures[1], "encoding/json gives another value") {
		t.Errorf("Kept of a hidden field: failures %q, want encoding/json second", j.failures)
	}
	rec.Request.Query = "_fields=a"
	j = &judged{TB: t}
	replay.Kept(j, rec, replay.Rules{Loose: true}, map[string]any{"a": 1}, half{A: 1, hidden: 2})
	if len(j.failures) != 0 {
		t.Errorf("Kept with _fields: failures %q, want none", j.failures)
	}
}

// TestRecordingsAreListedOnce changes the folder of the whole process.
func TestRecordingsAreListedOnce(t *testing.T) {
	folder := t.TempDir()
	t.Chdir(folder)
	if err := os.Mkdir("testdata", 0o700); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"b", "a", "c"} {
		if err := os.WriteFile(filepath.Join("testdata", name+".http.json"),
			[]byte(`{"request":{"path":"/`+name+`"},"trimmed":true}`), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if names := replay.Names(t, "testdata"); !slices.Equal(names, []string{"a", "b", "c"}) ||
		replay.Load(t, "b").Request.Path != "/b" {
		t.Errorf("Names of testdata: %q, want a, b, c and the path /b", names)
	}
	for _, test := range []struct {
		replayed []string
		unsent   map[string]string
		want     int
	}{
		{[]string{"a", "b"}, map[string]string{"c": "why"}, 0},
		{[]string{"b", "a"}, map[string]string{"c": ""}, 1},
		{[]string{"a", "b"}, nil, 1},
		{[]string{"a", "b", "c"}, map[string]string{"c": "why"}, 1},
		{[]string{"a", "b", "c", "d"}, nil, 1},
	} {
		j := &judged{TB: t}
		if replay.Complete(j, test.replayed, test.unsent); len(j.failures) != test.want {
			t.Errorf("Complete of %v and %v: failures %q, want %d", test.replayed, test.unsent, j.failures, test.want)
		}
	}
}

func TestTapReturnsItsResponsesInOrder(t *testing.T) {
	t.Parallel()
	j := &judged{TB: t}
	p := replay.NewTap(j, replay.Answer(200, "x"), replay.Reply{Err: replay.ErrLost})
	for range 3 {
		resp, err := p.Client().Post("http://127.0.0.1:1/a?b=c", "text/plain", strings.NewReader("d"))
		if err == nil {
			resp.Body.Close()
		}
	}
	if len(j.failures) != 1 {
		t.Errorf("A tap with a third request: failures %q, want 1", j.failures)
	}
	const sent = "POST /a?b=c d"
	if p.Sent(sent, sent, sent); len(j.failures) != 1 {
		t.Errorf("Sent of what was sent: failures %q, want no other", j.failures)
	}
	if p.Sent(sent); len(j.failures) != 2 {
		t.Errorf("Sent of less than was sent: failures %q, want one more", j.failures)
	}
	if replay.NewTap(j, replay.Answer(200, "x")).Drained(); len(j.failures) != 3 {
		t.Errorf("Drained of a tap with a response left: failures %q, want one more", j.failures)
	}
}
