package record_test

import (
	"bytes"
	"context"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"html"
	"io"
	"mime/multipart"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/cms/cmstest"
	"github.com/fontcms/fontcms-go/cms/cmstest/record"
)

func newSite(t testing.TB, options ...cmstest.Option) *cmstest.Server {
	t.Helper()
	site := cmstest.NewServer(options...)
	t.Cleanup(site.Close)
	return site
}

func newRecorder(t testing.TB, folder string, next http.RoundTripper) *record.Recorder {
	t.Helper()
	recorder, err := record.NewRecorder(folder, next)
	if err != nil {
		t.Fatal(err)
	}
	return recorder
}

// files are those of a folder, by name.
func files(t testing.TB, folder string) (names []string, contents map[string]string) {
	t.Helper()
	entries, err := os.ReadDir(folder)
	if err != nil {
		t.Fatal(err)
	}
	contents = map[string]string{}
	for _, entry := range entries {
		raw, err := os.ReadFile(filepath.Join(folder, entry.Name()))
		if err != nil {
			t.Fatal(err)
		}
		names = append(names, entry.Name())
		contents[entry.Name()] = string(raw)
	}
	return names, contents
}

// job is what a program does with a site.
func job(ctx context.Context, address, password string, transport http.RoundTripper) (seen []string, err error) {
	client, err := cms.New(address, cms.WithApplicationPassword("editor", password),
		cms.WithHTTPClient(&http.Client{Transport: transport}),
		cms.WithRetry(cms.Retry{Attempts: 1}))
	if err != nil {
		return nil, err
	}
	note := func(post *cms.Post, err error) error {
		if err == nil {
			seen = append(seen, fmt.Sprint(post.ID, post.Status, post.Title, post.Link))
		}
		return err
	}
	if err := note(client.Posts.Get(ctx, 1)); err != nil {
		return nil, err
	}
	if err := note(client.Posts.Update(ctx, 1, &cms.PostParams{Title: new("Changed – ä")})); err != nil {
		return nil, err
	}
	if err := note(client.Posts.Get(ctx, 1)); err != nil {
		return nil, err
	}
	if _, err := client.Posts.Get(ctx, 99); err == nil {
		return nil, fmt.Errorf("post 99 is there")
	}
	page, err := client.Posts.List(ctx, &cms.PostListOptions{PerPage: 1, Slug: []string{"one"}})
	if err == nil {
		seen = append(seen, fmt.Sprint(page.Total, page.Items[0].ID))
	}
	return seen, err
}

func TestRecordingReplays(t *testing.T) {
	t.Parallel()
	var first []string
	var before map[string]string
	for range 2 { // the second time the recordings have to be the same, from another server
		folder := filepath.Join(t.TempDir(), "exchanges")
		noon := time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC)
		site := newSite(t, cmstest.WithClock(func() time.Time { return noon }))
		site.Insert("posts", map[string]any{"title": "One"})
		recorder := newRecorder(t, folder, nil)
		recorded, err := job(t.Context(), site.URL, site.AppPassword("editor"), recorder)
		if err != nil || recorder.Close() != nil {
			t.Fatalf("Recording of the job: error %v, Close: %v, want none", err, recorder.Close())
		}
		names, contents := files(t, folder)
		want := []string{
			"0001_GET_cms_v2_posts_1.http.json", "0002_POST_cms_v2_posts_1.http.json", "0003_GET_cms_v2_posts_1.http.json",
			"0004_GET_cms_v2_posts_99.http.json", "0005_GET_cms_v2_posts.http.json",
		}
		if !slices.Equal(names, want) {
			t.Errorf("Recordings are %q, want %q", names, want)
		}
		replayer, err := record.NewReplayer(folder)
		if err != nil {
			t.Fatal(err)
		}
		replayed, err := job(t.Context(), record.Origin, "some other password 12345", replayer)
		if err != nil {
			t.Fatalf("Replay of the job: error %v, Close: %v, want none", err, replayer.Close())
		}
		if err := replayer.Close(); err != nil {
			t.Error(err)
		}
		for i := range recorded {
			if want := strings.ReplaceAll(recorded[i], site.URL, record.Origin); replayed[i] != want {
				t.Errorf("Replay of the job: %s, want %s as recorded", replayed[i], want)
			}
		}
		if first == nil {
			first, before = names, contents
			continue
		}
		for _, name := range first {
			if contents[name] != before[name] {
				t.Errorf("Recording %s of the second server changed:\n%s\nbecame\n%s\nwant the same", name, before[name],
					contents[name])
			}
		}
	}
}

// echo answers with what it is told to.
type echo func(*http.Request) *http.Response

func (f echo) RoundTrip(req *http.Request) (*http.Response, error) {
	if req.Body != nil {
		if _, err := io.Copy(io.Discard, req.Body); err != nil {
			return nil, err
		}
		req.Body.Close()
	}
	resp := f(req)
	resp.Request = req
	return resp, nil
}

func response(status int, header http.Header, body string) *http.Response {
	return &http.Response{StatusCode: status, Header: header, Body: io.NopCloser(strings.NewReader(body))}
}

func TestResponseWithoutABodyIsRecordedAtOnce(t *testing.T) {
	t.Parallel()
	for name, body := range map[string]io.ReadCloser{"none": nil, "no content": http.NoBody} {
		folder := t.TempDir()
		recorder := newRecorder(t, folder, echo(func(*http.Request) *http.Response {
			return &http.Response{StatusCode: http.StatusNoContent, Header: http.Header{}, Body: body}
		}))
		req, err := http.NewRequestWithContext(t.Context(), http.MethodDelete,
			"http://127.0.0.1:8123/cms-json/cms/v2/posts/5", http.NoBody)
		if err != nil {
			t.Fatal(err)
		}
		resp, err := recorder.RoundTrip(req)
		if err != nil || resp.Body != body {
			t.Fatalf("RoundTrip of a response with %s: %v, error %v, want the same body", name, resp, err)
		}
		if names, _ := files(t, folder); len(names) != 1 {
			t.Errorf("RoundTrip of a response with %s: recordings %q, want one", name, names)
		}
		if err := recorder.Close(); err != nil {
			t.Errorf("Close after a response with %s: %v, want no error", name, err)
		}
	}
}

func TestPasswordIsNotRecordedInAnyEscape(t *testing.T) {
	t.Parallel()
	const password = `pa"ss\w/ö rd&1`
	quoted, err := json.Marshal("refused: " + password + " is wrong")
	if err != nil {
		t.Fatal(err)
	}
	bare := strings.ReplaceAll(password, " ", "")
	for name, text := range map[string]string{
		"as it is": password, "without spaces": bare, "in JSON": string(quoted),
		"in a query": "x=" + url.QueryEscape(password), "in a path": "/a/" + url.PathEscape(password),
		"in HTML": html.EscapeString(password), "in base64": base64.StdEncoding.EncodeToString([]byte(bare)),
		"in a header": base64.StdEncoding.EncodeToString([]byte("kim:" + password)),
	} {
		folder := t.TempDir()
		recorder := newRecorder(t, folder, echo(func(*http.Request) *http.Response {
			return response(http.StatusOK, http.Header{"Content-Type": {"text/plain; charset=UTF-8"}}, "before "+text+" after")
		}))
		req, err := http.NewRequestWithContext(t.Context(), http.MethodGet, "http://127.0.0.1:8123/cms-json/", http.NoBody)
		if err != nil {
			t.Fatal(err)
		}
		req.SetBasicAuth("kim", password)
		resp, err := recorder.RoundTrip(req)
		if err != nil {
			t.Fatal(err)
		}
		_, _ = io.Copy(io.Discard, resp.Body)
		resp.Body.Close()
		if err := recorder.Close(); err != nil {
			t.Fatal(err)
		}
		names, contents := files(t, folder)
		if len(names) != 1 || strings.Count(contents[names[0]], "REDACTED") != 2 {
			t.Errorf("Recording of %s %q: %s, want one file with two redactions", name, text, contents)
		} else if !strings.Contains(contents[names[0]], " after") {
			t.Errorf("Recording of %s %q: %s, want the text after the password", name, text, contents)
		}
	}
}

func TestSecretsAreNotRecorded(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	const origin, escapedOrigin = "http://127.0.0.1:8123", `http:\/\/127.0.0.1:8123`
	recorder := newRecorder(t, folder, echo(func(*http.Request) *http.Response {
		return response(200, http.Header{
			"Content-Type": {"application/json"}, "Set-Cookie": {"hush=1"}, "set-cookie": {"hush=2"}, "X-Wp-Nonce": {"hush"},
			"x-wp-nonce": {"hush"}, "Date": {"now"}, "Server": {"x/1"},
			"Link": {"<" + origin + "/wp-json/>"}, "Access-Control-Allow-Headers": {"Authorization, X-WP-Nonce"},
			"X-Cms-Total": {"3"},
		}, `{"password":"hush-1","email":"kim@private.test","link":"`+escapedOrigin+
			`\/a","also":"localhost:8123","empty":{"password": ""},
			"text":"{\"password\":\"kept\"}","echo":"hushhushhushhush","n":1.0, "token" : "hu\"sh"}`)
	}))
	send := func(method, address, contentType, body string) {
		t.Helper()
		req, err := http.NewRequestWithContext(t.Context(), method, address, strings.NewReader(body))
		if err != nil {
			t.Fatal(err)
		}
		req.SetBasicAuth("hushed-user", "hush hush hush hush")
		req.Header.Set("Content-Type", contentType)
		req.Header.Set("Cookie", "hush=1")
		req.Header.Set("X-Wp-Nonce", "hush")
		req.Header.Set("X-Api-Key", "hush")
		resp, err := recorder.RoundTrip(req)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := io.ReadAll(resp.Body); err != nil {
			t.Fatal(err)
		}
		resp.Body.Close()
	}
	send("GET", origin+"/wp-json/wp/v2/posts?password=hush&_wpnonce=hush&a[token]=hush&page=2", "", "")
	send("POST", origin+"/wp-json/wp/v2/posts", "application/json", `{"password":"hush","title":"kept"}`)
	send("POST", origin+"/wp-json/wp/v2/posts", "application/x-www-form-urlencoded", `title=kept&user_pass=hush`)
	send("POST", origin+"/wp-json/wp/v2/media", "multipart/form-data; boundary=xyz",
		"--xyz\r\nContent-Disposition: form-data; name=\"password\"\r\n\r\nhush\r\n--xyz\r\nContent-Disposition: "+
			"form-data; name=\"f\"\r\n\r\n\xff\xfekept\r\n--xyz--\r\n")
	if err := recorder.Close(); err != nil {
		t.Fatal(err)
	}
	names, contents := files(t, folder)
	for _, name := range names {
		for _, secret := range []string{"hush", "8123", "private.test", "Date", "Server", "xyz"} {
			if strings.Contains(contents[name], secret) {
				t.Errorf("Recording %s has %s, want no secret in\n%s", name, secret, contents[name])
			}
		}
	}
	for i, kept := range []string{
		`"query": "password=REDACTED&_wpnonce=REDACTED&a[token]=REDACTED&page=2"`,
		`"body": "{\"password\":\"REDACTED\",\"title\":\"kept\"}"`,
		`"body": "title=kept&user_pass=REDACTED"`,
		`"multipart/form-data; boundary=recorded-boundary"`,
	} {
		if !strings.Contains(contents[names[i]], kept) {
			t.Errorf("Recording lacks %s, want it in\n%s", kept, contents[names[i]])
		}
	}
	for _, kept := range []string{
		`"Basic REDACTED"`, `<https://site.test/wp-json/>`, `https:\\/\\/site.test\\/a`, `\"also\":\"site.test\"`,
		`\"password\": \"\"`,
		`{\\\"password\\\":\\\"REDACTED\\\"}`, `\"n\":1.0`, `someone@example.invalid`, `Authorization, X-WP-Nonce`,
		`"X-Cms-Total"`,
	} {
		if !strings.Contains(contents[names[0]], kept) {
			t.Errorf("Recording lacks %s, want it in\n%s", kept, contents[names[0]])
		}
	}
}

func TestReplayerAcceptsOnlyRecordedRequests(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	recorder := newRecorder(t, folder, echo(func(r *http.Request) *http.Response {
		return response(201, http.Header{"Content-Type": {"text/plain"}}, "answer to "+r.Method)
	}))
	send := func(transport http.RoundTripper, change func(*http.Request), method, address, body string) (int, string) {
		t.Helper()
		req, err := http.NewRequestWithContext(t.Context(), method, address, strings.NewReader(body))
		if err != nil {
			t.Fatal(err)
		}
		if req.Header.Set("Content-Type", "application/json"); change != nil {
			change(req)
		}
		resp, err := transport.RoundTrip(req)
		if err != nil {
			t.Fatal(err)
		}
		defer resp.Body.Close()
		raw, err := io.ReadAll(resp.Body)
		if err != nil {
			t.Fatal(err)
		}
		return resp.StatusCode, string(raw)
	}
	send(recorder, nil, "POST", "http://a.test/x?a=1&b[]=2&b[]=3", `{"n":1,"m":"http://a.test/"}`)
	send(recorder, nil, "GET", "http://a.test/x", "")
	if err := recorder.Close(); err != nil {
		t.Fatal(err)
	}
	for name, tc := range map[string]struct {
		change              func(*http.Request)
		method, query, body string
		want                string // in the error; "" if the exchange is found
	}{
		"as it was":        {nil, "POST", "b[]=2&a=1&b%5B%5D=3", `{"m":"https://site.test/", "n":1}`, ""},
		"another method":   {nil, "PUT", "a=1&b[]=2&b[]=3", `{}`, "no exchange with that method and path"},
		"another order":    {nil, "POST", "a=1&b[]=3&b[]=2", `{}`, `its arguments are "a=1&b[]=2&b[]=3"`},
		"another argument": {nil, "POST", "a=1&b[]=2&b[]=3&c", `{}`, "its arguments are"},
		"another body":     {nil, "POST", "a=1&b[]=2&b[]=3", `{"n":1.0,"m":"http://site.test/"}`, "its body is"},
		"with credentials": {func(r *http.Request) { r.SetBasicAuth("a", "b") }, "POST", "a=1&b[]=2&b[]=3", "",
			"sent with credentials: false, now: true"},
		"another media type": {func(r *http.Request) { r.Header.Set("Content-Type", "a/b") }, "POST", "a=1&b[]=2&b[]=3", "",
			`its Content-Type is "application/json", not "a/b"`},
		"arguments unescaped": {nil, "POST", "a=%zz", "", "its arguments are"},
	} {
		replayer, err := record.NewReplayer(folder)
		if err != nil {
			t.Fatal(err)
		}
		status, body := send(replayer, tc.change, tc.method, record.Origin+"/x?"+tc.query, tc.body)
		if tc.want == "" && (status != 201 || body != "answer to POST") ||
			tc.want != "" && (status != 418 || !strings.Contains(body, tc.want)) {
			t.Errorf("Replay with %s: status %d, body %s, want 201, or 418 with %q", name, status, body, tc.want)
		}
		if status, _ := send(replayer, nil, "GET", record.Origin+"/x", ""); status != 201 {
			t.Errorf("Replay of the second request after one with %s: status %d, want 201", name, status)
		}
		err = replayer.Close()
		if (err == nil) != (tc.want == "") ||
			err != nil && (!strings.Contains(err.Error(), tc.want) ||
				!strings.Contains(err.Error(), "nobody asked for 0001_POST_x: POST /x?a=1")) {
			t.Errorf("Close after a request with %s: error %v, want %q and the unused exchange, or none if empty", name, err,
				tc.want)
		}
		if again := replayer.Close(); fmt.Sprint(again) != fmt.Sprint(err) {
			t.Errorf("Second Close after a request with %s: error %v, want %v", name, again, err)
		}
	}
}

func TestRecordedBodiesAreReplayedUpToTheLimit(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	large := strings.Repeat("ä", 3<<20) // more than is kept
	recorder := newRecorder(t, folder, echo(func(r *http.Request) *http.Response {
		switch r.Method {
		case "HEAD":
			return &http.Response{StatusCode: http.StatusOK, Header: http.Header{}, Body: http.NoBody}
		case "GET":
			return response(200, http.Header{}, "\xff\x00binary")
		}
		return response(200, http.Header{}, large)
	}))
	steps := func(transport http.RoundTripper) {
		for _, tc := range []struct{ method, path, body string }{{"POST", "/large", large}, {"GET", "/binary", ""},
			{"HEAD", "/head", ""}, {"POST", "/early", "x"}} {
			req, err := http.NewRequestWithContext(t.Context(), tc.method, record.Origin+tc.path, strings.NewReader(tc.body))
			if err != nil {
				t.Fatal(err)
			}
			resp, err := transport.RoundTrip(req)
			if err != nil || resp.StatusCode != http.StatusOK {
				t.Fatalf("Sent %s %s: error %v, response %v, want 200", tc.method, tc.path, err, resp)
			}
			var body []byte
			if tc.path == "/early" {
				body = make([]byte, 8)
				_, err = io.ReadFull(resp.Body, body)
			} else {
				body, err = io.ReadAll(resp.Body)
			}
			resp.Body.Close()
			switch {
			case tc.path == "/large" && transport != http.RoundTripper(recorder): // the rest is not there
				if !errors.Is(err, io.ErrUnexpectedEOF) || !strings.HasPrefix(large, string(body)) {
					t.Errorf("Replay of a large response: %d bytes, error %v, want its beginning and ErrUnexpectedEOF", len(body), err)
				} else if len(body) == 0 {
					t.Errorf("Replay of a large response: %d bytes, error %v, want at least one byte", len(body), err)
				}
			case err != nil, tc.path == "/large" && string(body) != large,
				tc.method == "GET" && string(body) != "\xff\x00binary", tc.path == "/early" && string(body) != large[:8]:
				t.Errorf("Response of %s: error %v, %d bytes, want the body of the server", tc.path, err, len(body))
			}
		}
	}
	steps(recorder)
	if err := recorder.Close(); err != nil {
		t.Fatal(err)
	}
	_, contents := files(t, folder)
	for name, part := range map[string]string{
		"0001_POST_large.http.json": fmt.Sprintf(`"body_length": %d`, len(large)),
		"0002_GET_binary.http.json": `"body_encoding": "base64"`,
		"0004_POST_early.http.json": `"body_length": -1`,
	} {
		if !strings.Contains(contents[name], part) {
			t.Errorf("Recording %s lacks %s, want it in\n%s", name, part, contents[name])
		}
	}
	replayer, err := record.NewReplayer(folder)
	if err != nil {
		t.Fatal(err)
	}
	steps(replayer)
	if err := replayer.Close(); err != nil {
		t.Error(err)
	}
}

func TestFormsReplayThoughTheirBoundariesDiffer(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	send := func(transport http.RoundTripper) {
		var form bytes.Buffer
		w := multipart.NewWriter(&form)
		if err := w.WriteField("title", "Kerning"); err != nil {
			t.Fatal(err)
		}
		if err := w.Close(); err != nil {
			t.Fatal(err)
		}
		req, err := http.NewRequestWithContext(t.Context(), "POST", record.Origin+"/", &form)
		if err != nil {
			t.Fatal(err)
		}
		req.Header.Set("Content-Type", w.FormDataContentType())
		resp, err := transport.RoundTrip(req)
		if err != nil || resp.StatusCode != http.StatusOK {
			t.Fatalf("POST of a form: error %v, response %v, want 200", err, resp)
		}
		resp.Body.Close()
	}
	recorder := newRecorder(t, folder,
		echo(func(*http.Request) *http.Response { return response(200, http.Header{}, "") }))
	send(recorder)
	if err := recorder.Close(); err != nil {
		t.Fatal(err)
	}
	replayer, err := record.NewReplayer(folder)
	if err != nil {
		t.Fatal(err)
	}
	send(replayer)
	if err := replayer.Close(); err != nil {
		t.Error(err)
	}
}

func TestRecorderServesManyAtOnce(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	site := newSite(t)
	recorder := newRecorder(t, folder, nil)
	var all sync.WaitGroup
	for range 20 {
		all.Go(func() {
			resp, err := (&http.Client{Transport: recorder}).Post(site.URL+"/cms-json/cms/v2/posts", "application/json",
				strings.NewReader(`{"title":"x"}`))
			if err == nil {
				_, err = io.Copy(io.Discard, resp.Body)
				resp.Body.Close()
			}
			if err != nil {
				t.Error(err)
			}
		})
	}
	all.Wait()
	if names, _ := files(t, folder); recorder.Close() != nil || len(names) != 20 {
		t.Errorf("Recording of 20 requests at once: Close %v, %d files, want no error and 20", recorder.Close(), len(names))
	}
}

func TestCloseOfARecorderNamesOpenResponses(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	recorder := newRecorder(t, folder,
		echo(func(*http.Request) *http.Response { return response(200, http.Header{}, "x") }))
	req, err := http.NewRequestWithContext(t.Context(), "GET", "http://a.test/open", nil)
	if err != nil {
		t.Fatal(err)
	}
	resp, err := recorder.RoundTrip(req)
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	if err := recorder.Close(); err == nil || !strings.Contains(err.Error(), "nobody closed the body of 0001_GET_open") {
		t.Error(err)
	}
	if _, err := recorder.RoundTrip(req); err == nil {
		t.Error("RoundTrip of a closed recorder succeeded, want an error")
	}
	if err := os.WriteFile(filepath.Join(folder, "a.http.json"), []byte(`{"request":{"body_encoding":"rot13"}}`),
		0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := record.NewRecorder(folder, nil); err == nil {
		t.Error("NewRecorder in a folder with recordings succeeded, want an error")
	}
	if _, err := record.NewRecorder(filepath.Join(folder, "a.http.json", "below"), nil); err == nil {
		t.Error("NewRecorder below a file succeeded, want an error")
	}
	if _, err := record.NewReplayer(folder); err == nil || !strings.Contains(err.Error(), "rot13") {
		t.Error(err)
	}
	for _, folder := range []string{t.TempDir(), filepath.Join(folder, "none")} {
		if _, err := record.NewReplayer(folder); err == nil {
			t.Error("NewReplayer of a folder without recordings succeeded, want an error")
		}
	}
}

func ExampleNewRecorder() {
	folder, err := os.MkdirTemp("", "exchanges")
	if err != nil {
		fmt.Println(err)
		return
	}
	defer func() { _ = os.RemoveAll(folder) }()
	site := cmstest.NewServer() // stands for a real site here
	defer site.Close()
	site.Insert("posts", map[string]any{"title": "Kerning"})

	title := func(address string, transport http.RoundTripper) string {
		client, err := cms.New(address, cms.WithHTTPClient(&http.Client{Transport: transport}))
		if err != nil {
			return err.Error()
		}
		post, err := client.Posts.Get(context.Background(), 1)
		if err != nil {
			return err.Error()
		}
		return post.Title.Rendered
	}
	recorder, err := record.NewRecorder(folder, nil)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(title(site.URL, recorder), recorder.Close())

	replayer, err := record.NewReplayer(folder)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(title(record.Origin, replayer), replayer.Close())
	// Output:
	// Kerning <nil>
	// Kerning <nil>
}
