package batch_test

import (
	"encoding/json"
	"errors"
	"net/http"
	"net/url"
	"strings"
	"testing"

	"github.com/fontcms/fontcms-go/batch"
	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/internal/replay/fuzzing"
)

// sending is a site that keeps what it is asked.
func sending(t testing.TB, options ...cms.Option) (*cms.Client, *fuzzing.Tap) {
	t.Helper()
	tap := new(fuzzing.Tap)
	site, err := cms.New("https://docs.example.org", append([]cms.Option{cms.WithHTTPClient(tap.Client()), cms.WithRetry(cms.Retry{Attempts: 1})}, options...)...)
	if err != nil {
		t.Fatal(err)
	}
	return site, tap
}

// FuzzAnswer takes any answer for that to a batch of one, two or three items.
func FuzzAnswer(f *testing.F) {
	for _, answer := range fuzzing.Answers(f, "testdata") {
		f.Add(answer.Status, answer.Body, uint8(1), false)
	}
	f.Add(207, []byte(`{"responses":[{"status":201,"body":{"id":5},"headers":{"A":"b","C":["d","e"],"F":5}},null]}`), uint8(1), true)
	f.Add(207, []byte(`{"failed":"validation","responses":[null,{"status":400,"body":{"code":"x"},"headers":[]}]}`), uint8(1), true)
	f.Add(200, []byte(`{"responses":[{"status":"201","body":"{}"},{"status":99},{"body":null,"status":204}]}`), uint8(2), false)
	site, tap := sending(f)
	f.Fuzz(func(t *testing.T, status int, body []byte, more uint8, all bool) {
		n := int(more%3) + 1
		b := batch.New(site).Add(site.Posts.CreateRequest(&cms.PostParams{Title: new("x")}))
		if n > 1 {
			b.Delete("cms/v2/pages/5", nil)
		}
		if n > 2 {
			b.Add(cms.Request[cms.Nothing]{Method: http.MethodPost, Path: "shop/v1/x"})
		}
		if all {
			b.RequireAllValidate()
		}
		tap.Answer(status, nil, body)
		report, err := b.Do(t.Context())
		if len(tap.Sent()) != 1 && (status < 300 || status > 399) {
			t.Fatalf("%d requests", len(tap.Sent()))
		}
		if report == nil || len(report.Results) != n {
			t.Fatalf("%q: %+v, %v", body, report, err)
		}
		e, _ := errors.AsType[*cms.Error](err)
		if err != nil && (e == nil || err.Error() == "") || err == nil && (status < 200 || status > 299) {
			t.Fatalf("%d with %q: %v", status, body, err)
		}
		for i, result := range report.Results {
			switch {
			case (result.Err == nil) == (result.Value == nil):
				t.Errorf("%q: item %d: %v, %v", body, i, result.Value, result.Err)
			case err != nil && (result.Value != nil || errors.Is(err, cms.ErrOutcomeUnknown) == errors.Is(result.Err, batch.ErrNotRun)):
				t.Errorf("%q: %v, but item %d: %v, %v", body, err, i, result.Value, result.Err)
			case result.Err == nil && (result.Status < 200 || result.Status > 299):
				t.Errorf("%q: item %d: %d, %v", body, i, result.Status, result.Value)
			}
			if post, ok := batch.Value[cms.Post](result); ok && post.ID == 0 {
				t.Errorf("%q: item %d is a post without an id", body, i)
			}
			for name := range result.Header {
				if name != http.CanonicalHeaderKey(name) {
					t.Errorf("%q: the header %q", body, name)
				}
			}
		}
		if (report.Err() == nil) != (err == nil && report.Results[0].Err == nil && report.Results[n-1].Err == nil && report.Results[n/2].Err == nil) {
			t.Errorf("%q: %v", body, report.Err())
		}
	})
}

// FuzzItem adds an item of any method, path, body and header: it is refused, and
// nothing is sent, or it stands in the batch as it was given.
func FuzzItem(f *testing.F) {
	f.Add("POST", "cms/v2/posts/5", "id", "6", "X-A", "b", `{"title":"x"}`)
	f.Add("DELETE", "/cms/v2/posts/5/", "force", "true", "", "", "")
	f.Add("PATCH", "batch/v1", "a[b]", "&_method=DELETE", "X-A", "c\r\nd", `{}`)
	f.Add("POST", "cms/v2/media/5", "", "", "Authorization", "x", `[1]`)
	f.Add("POST", "cms/v2/../a?b", "_Method", "x", "A", "b", `{"id":7}`)
	site, tap := sending(f, cms.WithPrefix("wp"))
	f.Fuzz(func(t *testing.T, method, path, name, value, header, content, body string) {
		r := cms.Request[json.RawMessage]{Method: method, Path: path, Header: http.Header{}}
		if name != "" {
			r.Query = url.Values{name: {value}}
		}
		if header != "" {
			r.Header[header] = []string{content}
		}
		if body != "" {
			r.Body = json.RawMessage(body)
		}
		tap.Answer(http.StatusMultiStatus, nil, []byte(`{"responses":[{"status":200,"body":{},"headers":[]}]}`))
		_, err := batch.New(site).Add(r).Do(t.Context())
		sent := tap.Sent()
		if (len(sent) == 0) != (err != nil) {
			t.Fatalf("%d requests, %v", len(sent), err)
		}
		if err != nil {
			return
		}
		var got struct {
			Requests []struct {
				Method, Path string
				Body         map[string]any
				Headers      map[string]any
			}
		}
		if err := json.NewDecoder(sent[0].Body).Decode(&got); err != nil || len(got.Requests) != 1 || sent[0].URL.Path != "/wp-json/batch/v1" {
			t.Fatalf("%v: %+v, %v", sent[0].URL, got, err)
		}
		item := got.Requests[0]
		u, err := url.Parse(item.Path)
		if err != nil || item.Method != method || u.Host != "" || u.Fragment != "" || !strings.HasPrefix(item.Path, "/") || strings.Contains(u.Path, "//") || strings.Contains(u.Path+"/", "/../") {
			t.Fatalf("%q became %q", path, item.Path)
		}
		if u.Query().Get(strings.ReplaceAll(name, "cms_pattern_category", "wp_pattern_category")) != value && name != "" {
			t.Errorf("%q=%q became %q", name, value, item.Path)
		}
		for _, kind := range []string{"/batch/", "/wp/v2/media", "/code-snippets/"} {
			if strings.HasPrefix(u.Path+"/", kind) {
				t.Errorf("%q stands in a batch", item.Path)
			}
		}
		for key, value := range item.Headers {
			if value, _ := value.(string); strings.ContainsAny(key+value, "\r\n\x00") || strings.EqualFold(key, "Authorization") {
				t.Errorf("the header %q: %q", key, value)
			}
		}
		if id, there := item.Body["id"]; there && strings.HasPrefix(u.Path, "/wp/v2/posts/") && !strings.HasSuffix(u.Path, "/"+text(id)) && strings.Trim(u.Path[len("/wp/v2/posts/"):], "0123456789") == "" {
			t.Errorf("%q with the id %v", item.Path, id)
		}
	})
}

// text is a scalar as the site reads it.
func text(v any) string {
	raw, err := json.Marshal(v)
	if err != nil {
		return ""
	}
	return strings.Trim(string(raw), `"`)
}
