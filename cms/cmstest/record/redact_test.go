package record_test

import (
	"encoding/json"
	"io"
	"net/http"
	"strings"
	"testing"
)

// keptOf is what a recorder keeps of the answer to one request.
func keptOf(t *testing.T, change func(*http.Request), address, contentType, body, answer string) (file string,
	parts map[string]map[string]any) {
	t.Helper()
	folder := t.TempDir()
	recorder := newRecorder(t, folder, echo(func(*http.Request) *http.Response {
		return response(200, http.Header{"Content-Type": {"text/plain"}}, answer)
	}))
	req, err := http.NewRequestWithContext(t.Context(), http.MethodPost, address, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	req.Header.Set("Content-Type", contentType)
	if change != nil {
		change(req)
	}
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
	if err := json.Unmarshal([]byte(contents[names[0]]), &parts); err != nil {
		t.Logf("%v: %s", err, contents[names[0]])
	}
	return contents[names[0]], parts
}

func TestAddressOfASiteIsRecordedAsThePlaceholder(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		address, host, answer, want string
	}{
		"plain": {"http://x.test/a", "", "see http://x.test/b and https://x.test/c",
			"see https://site.test/b and https://site.test/c"},
		"escaped":           {"https://x.test/a", "", `"http:\/\/x.test\/b"`, `"https:\/\/site.test\/b"`},
		"in a query":        {"http://x.test/a", "", "u=https%3A%2F%2Fx.test%2Fb", "u=https%3A%2F%2Fsite.test%2Fb"},
		"without a port":    {"http://x.test/a", "", "x.test is a word", "x.test is a word"},
		"with a port":       {"http://x.test:81/a", "", "at x.test:81, or x.test%3A81", "at site.test, or site.test"},
		"with another port": {"http://x.test:81/a", "", "at x.test:82", "at x.test:82"},
		"by the name sent": {"http://10.0.0.1/a", "named.test", "http://named.test/b http://10.0.0.1/c",
			"https://site.test/b https://site.test/c"},
		"of this machine": {"http://localhost:81/a", "", "http://127.0.0.1:81/b http://localhost:81/c",
			"https://site.test/b https://site.test/c"},
		"by number":       {"http://127.0.0.1:81/a", "", "http://localhost:81/b", "https://site.test/b"},
		"another machine": {"http://10.0.0.1:81/a", "", "http://localhost:81/b", "http://localhost:81/b"},
		"with a user":     {"http://x.test/a", "", "http://kim:pass@x.test/b", "https://site.test/b"},
		"another site": {"http://x.test/a", "", "http://y.test/b?token=abc&page=2",
			"http://y.test/b?token=REDACTED&page=2"},
		"a secret and another": {"http://x.test/a", "", "?api_key=abc;nonce=d#signature=e",
			"?api_key=REDACTED;nonce=REDACTED#signature=REDACTED"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			file, parts := keptOf(t, func(r *http.Request) { r.Host = test.host }, test.address, "text/plain", "", test.answer)
			if got := parts["response"]["body"]; got != test.want {
				t.Errorf("recorded response %q, want %q: %s", got, test.want, file)
			}
		})
	}
}

func TestSecretsOfARequestAreRecordedByTheirNames(t *testing.T) {
	t.Parallel()
	const part = "--b\r\nContent-Disposition: form-data; name=\"%\"\r\nContent-Type: text/plain\r\n\r\nvalue\r\n--b--\r\n"
	for name, test := range map[string]struct{ contentType, body, want string }{
		"of a form": {"application/x-www-form-urlencoded", "post_password=x&pwd=&a[user_pass]=y&pass1=z&title=t",
			"post_password=REDACTED&pwd=&a[user_pass]=REDACTED&pass1=REDACTED&title=t"},
		"of JSON": {"application/json",
			`{"access_token":"x","ap-pass2":12.5,"author_email":"a@b.c","user_email":"a@b.c","title":"t"}`,
			`{"access_token":"REDACTED","ap-pass2":"REDACTED","author_email":"someone@example.invalid",` +
				`"user_email":"someone@example.invalid","title":"t"}`},
		"of a part": {"multipart/form-data; boundary=b", strings.Replace(part, "%", "post_password", 1),
			strings.NewReplacer("%", "post_password", "value", "REDACTED", "--b", "--recorded-boundary").Replace(part)},
		"of a part's own member": {"multipart/form-data; boundary=b", strings.Replace(part, "%", "meta[token]", 1),
			strings.NewReplacer("%", "meta[token]", "value", "REDACTED", "--b", "--recorded-boundary").Replace(part)},
		"no secret of a part": {"multipart/form-data; boundary=b", strings.Replace(part, "%", "title", 1),
			strings.NewReplacer("%", "title", "--b", "--recorded-boundary").Replace(part)},
		"of XML-RPC": {"text/xml", "<methodCall><string>user</string><value>x</value><i4>5</i4></methodCall>",
			"<methodCall><string>REDACTED</string><value>REDACTED</value><i4>5</i4></methodCall>"},
		"of other XML": {"text/xml", "<a><string>user</string></a>", "<a><string>user</string></a>"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			file, parts := keptOf(t, nil, "http://x.test/a", test.contentType, test.body, "")
			if got := parts["request"]["body"]; got != test.want {
				t.Errorf("recorded request %q, want %q: %s", got, test.want, file)
			}
		})
	}
}

func TestPasswordIsRedactedFromEightCharactersOn(t *testing.T) {
	t.Parallel()
	for password, want := range map[string]string{"7 signs": "7 signs", "8 signs!": "REDACTED"} {
		file, parts := keptOf(t, func(r *http.Request) { r.SetBasicAuth("kim", password) }, "http://x.test/a",
			"text/plain", "", password)
		if got := parts["response"]["body"]; got != want {
			t.Errorf("Recording of the password %q in a body: %q, want %q in %s", password, got, want, file)
		}
	}
}
