package cms_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/cms/cmstest"
	"github.com/fontcms/fontcms-go/internal/stub"
)

// writes returns the bodies of the requests that wrote, and forgets all requests.
func writes(server *cmstest.Server) (bodies []string) {
	for _, r := range server.Requests() {
		if r.Method != http.MethodGet {
			bodies = append(bodies, r.Method+" "+string(r.Body))
		}
	}
	server.ResetRequests()
	return bodies
}

// allParams sets every field of a post. The terms are not in the order of the site, and the
// date has a zone.
func allParams(categories, tags []int64) *cms.PostParams {
	return &cms.PostParams{
		Date: cms.GMTTime("2020-03-01T10:00:00").Date(), Status: new(cms.StatusPublish), Password: new(""),
		Title: new("Kerning & <em>more</em>"), Content: new("<p>Pairs & \"more\".</p>"), Excerpt: new("Pairs"),
		Author: new(int64(1)), FeaturedMedia: new(int64(0)), CommentStatus: new(cms.DiscussionStatus("closed")),
		PingStatus: new(cms.DiscussionStatus("closed")), Format: new(cms.Format("aside")), Sticky: new(false),
		Template: new(""), Categories: categories, Tags: tags,
		Meta: &cms.MetaParams{Footnotes: new("")},
	}
}

func TestEnsureWritesNothingIfNothingDiffers(t *testing.T) {
	t.Parallel()
	server := cmstest.NewServer(cmstest.WithTest(t))
	var ids []int64
	for _, name := range []string{"Sans", "Serif", "Mono"} {
		ids = append(ids, server.Insert("categories", map[string]any{"name": name}))
	}
	slices.Reverse(ids)
	params := allParams(ids, []int64{server.Insert("tags", map[string]any{"name": "Type"})})
	for process := range 2 {
		site := ensurer(t, server, "admin", http.DefaultTransport)
		for n := range 3 {
			post, err := site.Posts.Ensure(t.Context(), "kerning", params)
			if err != nil {
				t.Fatal(err)
			}
			if post.Title.Raw != *params.Title || post.Reading.Partial {
				t.Errorf("Ensure returned %+v, want the whole post", post)
			}
			requests, written := len(server.Requests()), writes(server)
			if first := process+n == 0; !first && (len(written) > 0 || requests != 3) {
				t.Errorf("call %d of process %d sent %d requests and wrote %q, want 3 requests and no write", n, process,
					requests, written)
			}
		}
	}
}

func TestEnsureWritesOnlyTheFieldsThatDiffer(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		change func(*cms.PostParams)
		want   string
	}{
		"a title":  {func(p *cms.PostParams) { p.Title = new("New") }, `{"title":"New"}`},
		"a status": {func(p *cms.PostParams) { p.Status = new(cms.StatusDraft) }, `{"status":"draft"}`},
		"a date": {func(p *cms.PostParams) { p.Date = cms.GMTTime("2021-03-01T10:00:00").Date() },
			`{"date":"2021-03-01T10:00:00Z"}`},
		"no date": {func(p *cms.PostParams) { p.Date = cms.NoDate() }, `{"date":null}`},
		"two fields": {func(p *cms.PostParams) { p.Excerpt, p.Sticky = new("New"), new(true) },
			`{"excerpt":"New","sticky":true}`},
		"no terms": {func(p *cms.PostParams) { p.Tags = []int64{} }, `{"tags":[]}`},
	} {
		server := cmstest.NewServer(cmstest.WithTest(t))
		site := ensurer(t, server, "admin", http.DefaultTransport)
		params := allParams([]int64{1}, []int64{server.Insert("tags", map[string]any{"name": "Type"})})
		if _, err := site.Posts.Ensure(t.Context(), "kerning", params); err != nil {
			t.Fatal(err)
		}
		writes(server)
		c.change(params)
		if _, err := site.Posts.Ensure(t.Context(), "kerning", params); err != nil {
			t.Fatal(err)
		}
		written := writes(server)
		if len(written) != 1 || !sameJSON([]byte(strings.TrimPrefix(written[0], "POST ")), []byte(c.want)) {
			t.Errorf("%s: Ensure wrote %q, want %s", name, written, c.want)
		}
	}
}

// rewriting is a server that removes <script> from contents, as a site does for users
// without the capability unfiltered_html.
func rewriting(server *cmstest.Server) http.RoundTripper {
	return stub.Carrier(func(r *http.Request) (*http.Response, error) {
		if r.Body == nil {
			return inProcess(server, r)
		}
		var body map[string]any
		if err := json.NewDecoder(r.Body).Decode(&body); err != nil {
			return nil, err
		}
		if text, ok := body["content"].(string); ok {
			body["content"] = strings.ReplaceAll(text, "<script>", "")
		}
		data, err := json.Marshal(body)
		if err != nil {
			return nil, err
		}
		again, err := http.NewRequestWithContext(r.Context(), r.Method, r.URL.String(), strings.NewReader(string(data)))
		if err != nil {
			return nil, err
		}
		again.Header = r.Header
		return inProcess(server, again)
	})
}

// TestEnsureWritesARewrittenFieldOnce has a field that differs after each update. A client
// writes it once, or again after the wanted or the stored value has changed.
func TestEnsureWritesARewrittenFieldOnce(t *testing.T) {
	t.Parallel()
	server := cmstest.NewServer(cmstest.WithTest(t))
	first := ensurer(t, server, "editor", rewriting(server))
	second := ensurer(t, server, "editor", rewriting(server))
	var id int64
	for n, c := range []struct {
		site    *cms.Client
		content string
		before  func()
		want    int // requests that write
	}{
		{site: first, content: "<script>Pairs", want: 2}, // the draft and its claim
		{site: first, content: "<script>Pairs"},
		{site: first, content: "<script>Pairs"},
		{site: second, content: "<script>Pairs", want: 1},
		{site: second, content: "<script>Pairs"},
		{site: first, content: "<script>More", want: 1},
		{site: first, content: "<script>More"},
		{site: first, content: "<script>More", want: 1, before: func() {
			if _, err := second.Posts.Update(t.Context(), id, &cms.PostParams{Content: new("Mine")}); err != nil {
				t.Fatal(err)
			}
			writes(server)
		}},
		{site: first, content: "<script>More"},
	} {
		if c.before != nil {
			c.before()
		}
		post, err := c.site.Posts.Ensure(t.Context(), "kerning",
			&cms.PostParams{Content: &c.content, Status: new(cms.StatusPublish)})
		if err != nil {
			t.Fatal(err)
		}
		id = post.ID
		if written := writes(server); len(written) != c.want {
			t.Errorf("call %d, with the content %q: Ensure wrote %q, want %d writes", n, c.content, written, c.want)
		}
	}
}

// TestEnsureComparesNoRenderedTexts has a site whose blocks render another text in each response, such as
// a form with a nonce.
func TestEnsureComparesNoRenderedTexts(t *testing.T) {
	t.Parallel()
	server := cmstest.NewServer(cmstest.WithTest(t))
	next, responses := rewriting(server), 0
	site := ensurer(t, server, "editor", stub.Carrier(func(r *http.Request) (*http.Response, error) {
		response, err := next.RoundTrip(r)
		if err != nil {
			return nil, err
		}
		body, err := io.ReadAll(response.Body)
		if err != nil {
			return nil, err
		}
		responses++
		nonce := fmt.Appendf(nil, `"rendered":"<b>%d</b>`, responses)
		body = bytes.ReplaceAll(body, []byte(`"rendered":"`), nonce)
		response.Body, response.ContentLength = io.NopCloser(bytes.NewReader(body)), int64(len(body))
		response.Header.Del("Content-Length")
		return response, nil
	}))
	for n, want := range []int{2, 0, 0} { // the draft and its claim
		_, err := site.Posts.Ensure(t.Context(), "kerning", &cms.PostParams{
			Title: new("<script>Pairs"), Content: new("<script>Pairs"), Excerpt: new("Pairs")})
		if err != nil {
			t.Fatal(err)
		}
		if written := writes(server); len(written) != want {
			t.Errorf("call %d: Ensure wrote %q, want %d writes", n, written, want)
		}
	}
}
