package record_test

import (
	"encoding/base64"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strings"
	"testing"
)

// TestSecretIsNotRecordedWhereverItStands sends "hush" in all its forms, and gets it back.
func TestSecretIsNotRecordedWhereverItStands(t *testing.T) {
	t.Parallel()
	const origin, password = "http://127.0.0.1:8123", `hush "hush" hush/hush+hush`
	credentials := base64.StdEncoding.EncodeToString([]byte("kim:" + password))
	bare := strings.ReplaceAll(password, " ", "")
	answer := fmt.Sprintf("seen: Authorization: Basic %s, %s, %s, %s, %s, %s", credentials, password, bare,
		url.QueryEscape(password), url.PathEscape(password),
		base64.StdEncoding.EncodeToString([]byte(bare)))
	form := func(parts ...string) string {
		var out strings.Builder
		for _, part := range parts {
			out.WriteString("--xyz\r\n" + part + "\r\n")
		}
		return out.String() + "--xyz--\r\n"
	}
	for name, test := range map[string]struct {
		query, kind, body string   // of the request
		header            []string // of the answer
		answer            string
		kept              []string
	}{
		"repeated by the server": {answer: answer, kept: []string{"seen: Authorization: Basic REDACTED, REDACTED"}},
		"a redirect": {
			header: []string{"Location: https://kim:hush@other.test/x?a=1&token=hush#access_token=hush",
				"Link: <" + origin + "/?page=2&_wpnonce=hush>; rel=next"},
			kept: []string{"https://other.test/x?a=1\\u0026token=REDACTED", "/?page=2\\u0026_wpnonce=REDACTED"},
		},
		"names that end like one": {
			query: "post_password=hush&meta%5Brest_nonce%5D=hush&page=2", kind: "application/json",
			body: `{"new_password":"hush","app_password" : "hush","access-token":"hush","clientSecret":"hush","title":"kept",` +
				`"meta":{"apiKey":"hush","session_cookie":"hush"}}`,
			kept: []string{`post_password=REDACTED`, `%5Brest_nonce%5D=REDACTED`, "page=2", `\"title\":\"kept\"`},
		},
		"a number": {answer: `{"token":112358132134,"id":112}`, kept: []string{`{\"token\":\"REDACTED\",\"id\":112}`}},
		"links in a text": {
			answer: `{"content":"<a href=\"http://kim:hush@other.test\/x?a=1&amp;token=hush\">kept<\/a> ` +
				`http:\/\/kim:hush@other.test\/ ?a=1\u0026_wpnonce=hush"}`,
			kept: []string{"http://other.test", "a=1&amp;token=REDACTED", "kept", "_wpnonce=REDACTED"},
		},
		"a form": {
			kind: "multipart/form-data; boundary=xyz",
			body: form("Content-Disposition: form-data; name=\"user[application_password]\"\r\n\r\nhush\r\nhush hush",
				"content-type: text/plain\r\ncontent-disposition: form-data; name=\"token\"\r\n\r\nhush",
				"Content-Disposition: form-data; name=\"title\"\r\n\r\nkept",
				"Content-Disposition: form-data; name=\"file\"; filename=\"a.bin\"\r\n\r\n\xff\xfekept"),
			kept: []string{},
		},
		"what is no text": {kind: "application/json", body: "{\"password\":\"hush\",\"a\":\"\xff\"}"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			folder := t.TempDir()
			header := http.Header{"Content-Type": {"application/json"}, "Set-Cookie": {"a=hush"}}
			for _, line := range test.header {
				key, value, _ := strings.Cut(line, ": ")
				header.Set(key, value)
			}
			recorder := newRecorder(t, folder,
				echo(func(*http.Request) *http.Response { return response(200, header, test.answer) }))
			req, err := http.NewRequestWithContext(t.Context(), "POST", origin+"/wp-json/x?"+test.query,
				strings.NewReader(test.body))
			if err != nil {
				t.Fatal(err)
			}
			req.SetBasicAuth("kim", password)
			req.Header.Set("Content-Type", test.kind)
			req.Header.Set("Cookie", "a=hush")
			req.Header.Set("Referer", origin+"/?_wpnonce=hush")
			req.Header.Set("Proxy-Authorization", "Basic hush")
			resp, err := recorder.RoundTrip(req)
			if err != nil {
				t.Fatal(err)
			}
			if _, err := io.ReadAll(resp.Body); err != nil {
				t.Fatal(err)
			}
			resp.Body.Close()
			if err := recorder.Close(); err != nil {
				t.Fatal(err)
			}
			names, contents := files(t, folder)
			text := contents[names[0]]
			for _, secret := range []string{"hush", base64.StdEncoding.EncodeToString([]byte("hush"))[:5],
				credentials, "112358"} {
				if strings.Contains(text, secret) {
					t.Errorf("Recording has %q, want no secret in\n%s", secret, text)
				}
			}
			for _, kept := range test.kept {
				if !strings.Contains(text, kept) && !strings.Contains(text, strings.ReplaceAll(kept, `\u0026`, "&")) {
					t.Errorf("Recording lacks %s, want it in\n%s", kept, text)
				}
			}
		})
	}
}
