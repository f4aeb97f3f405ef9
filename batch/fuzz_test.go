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
	site, err := cms.New("https://docs.example.org",
		append([]cms.Option{cms.WithHTTPClient(tap.Client()), cms.WithRetry(cms.Retry{Attempts: 1})}, options...)...)
	if err != nil {
		t.Fatal(err)
	}
	return site, tap
}

// FuzzResponse takes any answer for that to a batch of one, two or three items.
func FuzzResponse(f *testing.F) {
	for _, answer := range fuzzing.Answers(f, "testdata") {
		f.Add(answer.Status, answer.Body, uint8(1), false)
	}
	f.Add(207, []byte(`{"responses":[{"status":201,"body":{"id":5},"headers":{"A":"b","C":["d","e"],"F":5}},null]}`),
		uint8(1), true)
	f.Add(207, []byte(`{"failed":"validation","responses":[null,{"status":400,"body":{"code":"x"},"headers":[]}]}`),
		uint8(1), true)
	f.Add(200, []byte(`{"responses":[{"status":"201","body":"{}"},{"status":99},{"body":null,"status":204}]}`), uint8(2),
		false)
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
			t.Fatalf("Builder.Do with status %d: %d requests, want 1 unless it redirects", status, len(tap.Sent()))
		}
		switch {
		case report == nil:
			t.Fatal("Builder.Do: report nil, want a value")
		case len(report.Results) != n:
			t.Fatalf("Builder.Do: %d results, want %d", len(report.Results), n)
		}
		e, _ := errors.AsType[*cms.Error](err)
		switch {
		case err != nil && (e == nil || err.Error() == ""):
			t.Fatalf("Builder.Do with status %d and body %q: error %#v, want a *cms.Error with a text", status, body, err)
		case err == nil && (status < 200 || status > 299):
			t.Fatalf("Builder.Do with status %d and body %q: error nil, want an error", status, body)
		}
		for i, result := range report.Results {
			switch {
			case (result.Err == nil) == (result.Value == nil):
				t.Errorf("Builder.Do with body %q: item %d has value %v and error %v, want one of them", body, i, result.Value,
					result.Err)
			case err != nil && (result.Value != nil || errors.Is(err, cms.ErrOutcomeUnknown) == errors.Is(result.Err,
				batch.ErrNotRun)):
				t.Errorf("Builder.Do with body %q: error %v, item %d has value %v and error %v, want no value and ErrNotRun "+
					"unless the outcome is unknown", body, err, i, result.Value, result.Err)
			case result.Err == nil && (result.Status < 200 || result.Status > 299):
				t.Errorf("Builder.Do with body %q: item %d has status %d and value %v, want an error", body, i, result.Status,
					result.Value)
			}
			if post, ok := batch.Value[cms.Post](result); ok && post.ID == 0 {
				t.Errorf("batch.Value(result): %q: item %d is a post without an id: post.ID 0, want more than 0", body, i)
			}
			for name := range result.Header {
				if name != http.CanonicalHeaderKey(name) {
					t.Errorf("Builder.Do: %q: the header %q, want %q", body, name, http.CanonicalHeaderKey(name))
				}
			}
		}
		if (report.Err() == nil) != (err == nil && report.Results[0].Err == nil && report.Results[n-1].Err == nil &&
			report.Results[n/2].Err == nil) {
			t.Errorf("Report.Err: %v, want an error if and only if Do (error %v) or an item failed", report.Err(), err)
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
			t.Fatalf("%d requests and error %v, want a request or an error", len(sent), err)
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
		switch err := json.NewDecoder(sent[0].Body).Decode(&got); {
		case err != nil:
			t.Fatalf("Decoder.Decode: error %v, want nil", err)
		case len(got.Requests) != 1:
			t.Fatalf("batch request with %d items, want 1", len(got.Requests))
		case sent[0].URL.Path != "/wp-json/batch/v1":
			t.Fatalf("Tap.Sent: sent[0].URL.Path %q, want %q", sent[0].URL.Path, "/wp-json/batch/v1")
		}
		item := got.Requests[0]
		u, err := url.Parse(item.Path)
		switch {
		case err != nil:
			t.Fatalf("url.Parse(item.Path): %q became %q: error %v, want nil", path, item.Path, err)
		case item.Method != method:
			t.Fatalf("Decoder.Decode: %q became %q: Method %q, want %q", path, item.Path, item.Method, method)
		case u.Host != "" || u.Fragment != "":
			t.Fatalf("url.Parse(item.Path): %q became %q: Host %q, Fragment %q, want an empty string and an empty string", path,
				item.Path, u.Host, u.Fragment)
		case !strings.HasPrefix(item.Path, "/"):
			t.Fatalf("Decoder.Decode: %q became %q, want the prefix %q", path, item.Path, "/")
		case strings.Contains(u.Path, "//"):
			t.Fatalf("url.Parse(item.Path): %q became %q: Path %q, want no %q in it", path, item.Path, u.Path, "//")
		case strings.Contains(u.Path+"/", "/../"):
			t.Fatalf(`%q became %q: u.Path+"/" %q, want no %q in it`, path, item.Path, u.Path+"/", "/../")
		}
		if u.Query().Get(strings.ReplaceAll(name, "cms_pattern_category", "wp_pattern_category")) != value && name != "" {
			t.Errorf("path %q of the item, want the query %q=%q in it", item.Path, name, value)
		}
		for _, kind := range []string{"/batch/", "/wp/v2/media", "/code-snippets/"} {
			if strings.HasPrefix(u.Path+"/", kind) {
				t.Errorf(`%q stands in a batch: u.Path+"/" %q, want no prefix %q`, item.Path, u.Path+"/", kind)
			}
		}
		for key, value := range item.Headers {
			switch value, _ := value.(string); {
			case strings.ContainsAny(key+value, "\r\n\x00"):
				t.Errorf("the header %q: %q: key+value %q, want no character of %q", key, value, key+value, "\r\n\x00")
			case strings.EqualFold(key, "Authorization"):
				t.Errorf("item has the header %q: %q, want no credentials", key, value)
			}
		}
		if id, there := item.Body["id"]; there && strings.HasPrefix(u.Path, "/wp/v2/posts/") &&
			!strings.HasSuffix(u.Path, "/"+text(id)) && strings.Trim(u.Path[len("/wp/v2/posts/"):], "0123456789") == "" {
			t.Errorf("item has the id %v and the path %q, want one id", id, item.Path)
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
