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

func TestOnlyTheRecordedRequestIsAnswered(t *testing.T) {
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
		if n := j.end(); n != test.failures || resp.StatusCode != test.status ||
			test.status == 201 && (string(answer) != "hi" || resp.Header.Get("X-WP-Total") != "3") {
			t.Errorf("%s: %d failures, status %d: %s", name, n, resp.StatusCode, j.failures)
		}
	}
	j := &judged{TB: t}
	m := replay.NewTransport(j)
	m.Serve(exchange())
	m.Sent(1)
	if n := j.end(); n != 2 {
		t.Errorf("a request that did not come: %s", j.failures)
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
			t.Fatal(errServer, errOurs)
		}
		for rules, want := range map[*replay.Rules]int{{}: test.strict, &optional: test.optional, {Loose: true}: test.lose} {
			if got := rules.Differences("", server, ours); len(got) != want {
				t.Errorf("%s, %s by %+v: %q", test.server, test.ours, *rules, got)
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
	if len(j.failures) != 2 || !strings.HasPrefix(j.failures[0], ".b is") ||
		!strings.HasPrefix(j.failures[1], "encoding/json gives another value") {
		t.Errorf("%q", j.failures)
	}
	rec.Request.Query = "_fields=a"
	j = &judged{TB: t}
	replay.Kept(j, rec, replay.Rules{Loose: true}, map[string]any{"a": 1}, half{A: 1, hidden: 2})
	if len(j.failures) != 0 {
		t.Errorf("%q", j.failures)
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
		t.Errorf("%q", names)
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
			t.Errorf("%v, %v: %q", test.replayed, test.unsent, j.failures)
		}
	}
}

func TestATapReturnsItsResponsesInOrder(t *testing.T) {
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
		t.Errorf("the request too many: %q", j.failures)
	}
	const sent = "POST /a?b=c d"
	if p.Sent(sent, sent, sent); len(j.failures) != 1 {
		t.Errorf("%q", j.failures)
	}
	if p.Sent(sent); len(j.failures) != 2 {
		t.Errorf("%q", j.failures)
	}
	if replay.NewTap(j, replay.Answer(200, "x")).Drained(); len(j.failures) != 3 {
		t.Errorf("%q", j.failures)
	}
}
