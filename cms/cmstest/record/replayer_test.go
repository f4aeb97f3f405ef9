package record_test

import (
	"context"
	"errors"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/fontcms/fontcms-go/cms/cmstest/record"
)

func TestReplayedResponseIsComplete(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	recorder := newRecorder(t, folder, echo(func(*http.Request) *http.Response {
		return response(201, http.Header{"Content-Type": {"text/plain"}, "X-Kept": {"a", "b"}}, "made")
	}))
	send := func(transport http.RoundTripper) (*http.Request, *http.Response) {
		t.Helper()
		req, err := http.NewRequestWithContext(t.Context(), "GET", "http://a.test/?rest_route=/cms/v2/posts", nil)
		if err != nil {
			t.Fatal(err)
		}
		resp, err := transport.RoundTrip(req)
		if err != nil {
			t.Fatal(err)
		}
		return req, resp
	}
	_, resp := send(recorder)
	_, err := io.Copy(io.Discard, resp.Body)
	if err := errors.Join(err, resp.Body.Close(), recorder.Close()); err != nil {
		t.Fatal(err)
	}
	if names, _ := files(t, folder); len(names) != 1 || names[0] != "0001_GET_cms_v2_posts.http.json" {
		t.Errorf("Recordings are %v, want 0001_GET_cms_v2_posts", names)
	}
	replayer, err := record.NewReplayer(folder)
	if err != nil {
		t.Fatal(err)
	}
	req, resp := send(replayer)
	if resp.Proto != "HTTP/1.1" || !resp.ProtoAtLeast(1, 1) {
		t.Errorf("Replay of a response: %+v, want HTTP/1.1", resp)
	} else if resp.ProtoAtLeast(1, 2) || resp.Status != "201 Created" {
		t.Errorf("Replay of a response: %+v, want HTTP/1.1 and 201 Created", resp)
	} else if resp.StatusCode != http.StatusCreated || resp.Request != req {
		t.Errorf("Replay of a response: %+v, want 201 to the request that was sent", resp)
	} else if resp.ContentLength != 4 {
		t.Errorf("Replay of a response: %+v, want 4 bytes", resp)
	}
	if list := resp.Header["X-Kept"]; len(list) != 2 || list[1] != "b" {
		t.Errorf("Replay of a response: headers %v, want both values of X-Kept", resp.Header)
	}
	if body, err := io.ReadAll(resp.Body); err != nil || string(body) != "made" {
		t.Errorf("Replay of a response: body %q, error %v, want made", body, err)
	}
	_, resp = send(replayer)
	if resp.StatusCode != http.StatusTeapot || resp.Header.Get("Content-Type") != "text/plain; charset=utf-8" {
		t.Errorf("Second replay of a response: status %d, headers %v, want 418 in plain text", resp.StatusCode, resp.Header)
	}
}

func TestReplayerUsesNoExchangeForAFailedRequest(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	if err := os.WriteFile(filepath.Join(folder, "a.http.json"),
		[]byte(`{"request":{"method":"GET","path":"/x"},"response":{"status":200}}`), 0o600); err != nil {
		t.Fatal(err)
	}
	replayer, err := record.NewReplayer(folder)
	if err != nil {
		t.Fatal(err)
	}
	given, cancel := context.WithCancel(t.Context())
	cancel()
	lost := errors.New("lost")
	for name, tc := range map[string]struct {
		ctx  context.Context
		body io.Reader
		want error
	}{"a canceled context": {given, strings.NewReader("x"), context.Canceled},
		"a body that fails": {t.Context(), failing{lost}, lost}} {
		req, err := http.NewRequestWithContext(tc.ctx, "GET", record.Origin+"/x", tc.body)
		if err != nil {
			t.Fatal(err)
		}
		if resp, err := replayer.RoundTrip(req); !errors.Is(err, tc.want) || resp != nil {
			t.Errorf("Replay of a request with %s: error %v, want %v and no response", name, err, tc.want)
		}
	}
	if err := replayer.Close(); err == nil || strings.Count(err.Error(), "\n") != 0 {
		t.Errorf("Close of an unused replayer: %v, want an error of one line", err)
	} else if !strings.Contains(err.Error(), "nobody asked for a: GET /x?") {
		t.Errorf("Close of an unused replayer: %v, want the unused exchange named", err)
	}
}

type failing struct{ error }

func (f failing) Read([]byte) (int, error) { return 0, f.error }

func TestRecordingsNeedAFolder(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	file := filepath.Join(folder, "a.http.json")
	if err := os.WriteFile(file, []byte(`{"request":`), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := record.NewRecorder(file, nil); err == nil || !strings.HasPrefix(err.Error(), "record: NewRecorder: ") {
		t.Errorf("NewRecorder in a file: error %v, want one", err)
	}
	if _, err := record.NewReplayer(folder); err == nil || !strings.HasPrefix(err.Error(), "record: NewReplayer: a: ") {
		t.Errorf("NewReplayer of half a recording: error %v, want one that names it", err)
	}
}

func TestRecorderReturnsErrorsOfItsTransport(t *testing.T) {
	t.Parallel()
	lost := errors.New("lost")
	recorder := newRecorder(t, t.TempDir(), refusing{lost})
	send := func() (*spied, error) {
		body := &spied{Reader: strings.NewReader("x")}
		req, err := http.NewRequestWithContext(t.Context(), "POST", "http://a.test/x", body)
		if err != nil {
			t.Fatal(err)
		}
		resp, err := recorder.RoundTrip(req)
		if resp != nil {
			t.Errorf("RoundTrip over a broken transport: response %+v, want none", resp)
		}
		return body, err
	}
	if _, err := send(); !errors.Is(err, lost) {
		t.Error(err)
	}
	if err := recorder.Close(); err != nil {
		t.Errorf("nothing is missing: %v", err)
	}
	if body, err := send(); err == nil || !body.closed {
		t.Errorf("RoundTrip after Close: error %v, body closed %v, want an error and a closed body", err, body.closed)
	}
}

type refusing struct{ error }

func (r refusing) RoundTrip(*http.Request) (*http.Response, error) { return nil, r.error }

// spied tells whether it was closed.
type spied struct {
	io.Reader
	closed bool
}

func (s *spied) Close() error { s.closed = true; return nil }

func TestRecorderKeepsTheBodyThatIsSentAgain(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	recorder := newRecorder(t, folder, again{})
	req, err := http.NewRequestWithContext(t.Context(), "POST", "http://a.test/x", strings.NewReader("whole"))
	if err != nil {
		t.Fatal(err)
	}
	req.Host = "public.test"
	resp, err := recorder.RoundTrip(req)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := io.Copy(io.Discard, resp.Body); err != nil {
		t.Error(err)
	}
	if err := errors.Join(resp.Body.Close(), recorder.Close()); err != nil {
		t.Error(err)
	}
	_, contents := files(t, folder)
	text := contents["0001_POST_x.http.json"]
	if strings.Count(text, "whole") != 1 || !strings.Contains(text, `"body": "whole"`) {
		t.Errorf("Recording of a body that is sent twice: %s, want it whole and once", text)
	}
	if strings.Contains(text, "a.test") || strings.Contains(text, "public.test") {
		t.Errorf("Recording of a redirect: %s, want no name of the site", text)
	} else if strings.Count(text, record.Origin) != 2 {
		t.Errorf("Recording of a redirect: %s, want the placeholder twice", text)
	}
}

// again begins to send a request, and then sends it anew, as a transport does whose connection breaks.
type again struct{}

func (again) RoundTrip(req *http.Request) (*http.Response, error) {
	if _, err := req.Body.Read(make([]byte, 3)); err != nil {
		return nil, err
	}
	body, err := req.GetBody()
	if err != nil {
		return nil, err
	}
	if _, err := io.Copy(io.Discard, body); err != nil {
		return nil, err
	}
	return response(200, http.Header{}, "see http://a.test/x and http://public.test/x"),
		errors.Join(req.Body.Close(), body.Close())
}

func TestRecorderCloseReturnsWriteErrors(t *testing.T) {
	t.Parallel()
	folder := filepath.Join(t.TempDir(), "exchanges")
	recorder := newRecorder(t, folder,
		echo(func(*http.Request) *http.Response { return response(200, http.Header{}, "x") }))
	req, err := http.NewRequestWithContext(t.Context(), "GET", "http://a.test/x", nil)
	if err != nil {
		t.Fatal(err)
	}
	resp, err := recorder.RoundTrip(req)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.RemoveAll(folder); err != nil {
		t.Fatal(err)
	}
	if _, err := io.Copy(io.Discard, resp.Body); err != nil {
		t.Error(err)
	}
	resp.Body.Close()
	if err := recorder.Close(); !errors.Is(err, os.ErrNotExist) ||
		!strings.HasPrefix(err.Error(), "record: the recorder: ") {
		t.Error(err)
	}
}
