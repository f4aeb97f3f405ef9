package batch_test

import (
	"encoding/json"
	"net/http"
	"net/url"
	"testing"

	"github.com/fontcms/fontcms-go/batch"
	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/internal/replay"
	"github.com/fontcms/fontcms-go/media"
)

// outcome is what became of an item: the status, and either the value, of which
// the id (or what stands for it) is compared, or the errors.
type outcome struct {
	status int
	id     int64
	is     []error
}

func created(id int64) outcome               { return outcome{http.StatusCreated, id, nil} }
func done(id int64) outcome                  { return outcome{http.StatusOK, id, nil} }
func failed(status int, is ...error) outcome { return outcome{status, 0, is} }
func notRun() outcome                        { return outcome{0, 0, []error{batch.ErrNotRun}} }
func notAllowed() outcome                    { return failed(400, cms.ErrBadRequest, cms.CodeBatchNotAllowed) }
func noRoute() outcome                       { return failed(404, cms.ErrNoRoute, cms.CodeNoRoute) }
func unknownID() outcome                     { return failed(404, cms.ErrNotFound, cms.CodeInvalidID) }
func invalidStatus() outcome                 { return failed(400, cms.ErrBadRequest, cms.CodeInvalidParam) }
func post(title string) *cms.PostParams      { return &cms.PostParams{Title: new(title)} }
func withMethod[T any](r cms.Request[T], method string) cms.Request[T] {
	r.Method = method
	return r
}

// term is a type of the caller's own.
type term struct {
	ID   int64  `json:"id"`
	Name string `json:"name"`
	Slug string `json:"slug"`
}

type termParams struct {
	Name *string `json:"name,omitzero"`
}

// fixtureCase replays one fixture.
type fixtureCase struct {
	// body is what is sent where it is not what was recorded, and why says why
	// that is the same.
	body, why string
	build     func(*cms.Client, *batch.Builder)
	options   []cms.CallOption
	failed    string
	want      []outcome
}

func fixtureCases() map[string]fixtureCase {
	bogus := &cms.PostParams{Title: new("bad"), Status: new(cms.Status("bogus"))}
	return map[string]fixtureCase{
		"batch_all_fail_normal": {build: func(s *cms.Client, b *batch.Builder) {
			b.Add(s.Posts.UpdateRequest(999999, nil), s.Posts.UpdateRequest(999998, nil))
		}, want: []outcome{unknownID(), unknownID()}},
		"batch_anonymous_require_all": {build: func(s *cms.Client, b *batch.Builder) {
			b.RequireAllValidate().Add(s.Posts.CreateRequest(post("anon")))
		}, want: []outcome{failed(401, cms.ErrUnauthorized, cms.CodeCannotCreate)}},
		"batch_create_two_207": {build: func(s *cms.Client, b *batch.Builder) {
			b.Add(s.Posts.CreateRequest(post("Batch one"))).Add(s.Posts.CreateRequest(post("Batch two")))
		}, options: []cms.CallOption{cms.Fields("responses")}, want: []outcome{created(1544), created(1545)}},
		"batch_media_not_allowed": {build: func(s *cms.Client, b *batch.Builder) {
			b.Add(media.New(s).UpdateRequest(8, &media.Params{AltText: new("x")}))
		}, want: []outcome{notAllowed()}},
		"batch_mixed_207": {build: func(s *cms.Client, b *batch.Builder) {
			b.Add(s.Posts.CreateRequest(&cms.PostParams{Title: new("Batch three"), Status: new(cms.StatusPublish)})).
				Add(s.Posts.UpdateRequest(72, &cms.PostParams{Excerpt: new("Set in batch")})).
				Add(s.Posts.TrashRequest(73)).
				Add(withMethod(s.Pages.UpdateRequest(1322, &cms.PageParams{MenuOrder: new(4)}), http.MethodPut)).
				Add(s.Blocks.CreateRequest(&cms.BlockParams{Title: new("Bb"), Content: new("x")}))
		}, want: []outcome{created(1546), done(72), done(73), done(1322), created(1550)}},
		"batch_nested_batch": {build: func(_ *cms.Client, b *batch.Builder) {
			b.Post("batch/v1", map[string]any{"requests": []any{
				map[string]any{"method": "POST", "path": "/wp/v2/posts", "body": map[string]any{"title": "x"}},
			}})
		}, want: []outcome{notAllowed()}},
		"batch_nested_headers": {
			body: `{"requests": [{"path": "/wp/v2/posts", "body": {"title": "h"}, "headers": {"X-Test": "a", "X-List": ` +
				`["application/json", "text/plain"]}},
				{"path": "/wp/v2/posts", "body": {"title": "h2"}, "headers": {"X-Test": "b"}}]}`,
			why: "Accept and Authorization are the client's own: the items run as the user of the batch",
			build: func(s *cms.Client, b *batch.Builder) {
				b.Add(s.Posts.CreateRequest(post("h"))).Header("X-Test", "a").Header("x-list", "application/json", "text/plain")
				own := s.Posts.CreateRequest(post("h2"))
				own.Header = http.Header{"X-Test": {"replaced"}}
				b.Add(own).Header("x-test", "b")
			}, want: []outcome{created(1583), created(1584)},
		},
		"batch_normal_one_invalid_207": {build: func(s *cms.Client, b *batch.Builder) {
			b.Add(s.Posts.CreateRequest(post("ok")), s.Posts.CreateRequest(bogus), s.Posts.UpdateRequest(999999, post("x")))
		}, want: []outcome{created(1551), invalidStatus(), unknownID()}},
		"batch_not_allowed_route": {build: func(s *cms.Client, b *batch.Builder) {
			b.Post("code-snippets/v1/snippets", map[string]string{"name": "x"}).
				Add(s.Posts.CreateRequest(post("after not allowed")))
		}, want: []outcome{notAllowed(), created(1582)}},
		"batch_path_with_query": {
			body: `{"requests": [{"method": "DELETE", "path": "/wp/v2/posts/74?_fields=deleted&force=true"}]}`,
			why:  "arguments are sent in the order of their names",
			build: func(s *cms.Client, b *batch.Builder) {
				r := s.Posts.DeleteRequest(74)
				r.Query.Set("_fields", "deleted")
				b.Add(r)
			}, want: []outcome{done(1)},
		},
		"batch_require_all_ok_207": {build: func(s *cms.Client, b *batch.Builder) {
			b.RequireAllValidate().Add(s.Posts.CreateRequest(post("all ok")))
		}, want: []outcome{created(1554)}},
		"batch_require_all_one_invalid_207": {build: func(s *cms.Client, b *batch.Builder) {
			b.RequireAllValidate().Add(s.Posts.CreateRequest(post("ok should not exist")), s.Posts.CreateRequest(bogus))
		}, failed: "validation", want: []outcome{notRun(), invalidStatus()}},
		"batch_require_all_runtime_failure_207": {build: func(s *cms.Client, b *batch.Builder) {
			b.RequireAllValidate().Add(s.Posts.CreateRequest(post("rt ok")), s.Posts.UpdateRequest(999999, post("x")),
				s.Posts.CreateRequest(post("rt ok2")))
		}, want: []outcome{created(1552), unknownID(), created(1553)}},
		"batch_revision_not_allowed": {build: func(_ *cms.Client, b *batch.Builder) {
			b.Add(cms.Request[cms.Nothing]{
				Method: http.MethodDelete, Path: "cms/v2/posts/65/revisions/1", Query: url.Values{"force": {"true"}},
			})
		}, want: []outcome{notAllowed()}},
		"batch_subscriber": {build: func(s *cms.Client, b *batch.Builder) {
			b.Add(s.Posts.CreateRequest(post("sub")))
		}, want: []outcome{failed(403, cms.ErrForbidden, cms.CodeCannotCreate)}},
		"batch_terms": {build: func(s *cms.Client, b *batch.Builder) {
			b.Add(cms.NewCollection[term, termParams, struct{}](s, "cms/v2/categories").
				CreateRequest(&termParams{Name: new("Batch cat")}))
		}, want: []outcome{created(30)}},
		"batch_unknown_route": {build: func(s *cms.Client, b *batch.Builder) {
			b.Post("cms/v2/nope", nil).Add(s.Posts.CreateRequest(post("after unknown")))
		}, want: []outcome{noRoute(), created(1580)}},
		"batch_with_prefix_path": {build: func(_ *cms.Client, b *batch.Builder) {
			b.Post("wp-json/wp/v2/posts", map[string]string{"title": "x"})
		}, want: []outcome{noRoute()}},
	}
}

func TestRecordedBatchesAreSentAsRecordedAndReportedItemByItem(t *testing.T) {
	t.Parallel()
	for name, c := range fixtureCases() {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			rec := replay.Load(t, name)
			switch {
			case c.body == rec.Request.Body:
				t.Fatalf(
					"what is sent instead of the recorded body has to differ from it, for a reason: body %q, want a value other "+
						"than %q", c.body, rec.Request.Body)
			case (c.body == "") != (c.why == ""):
				t.Fatalf("recording %s: body %q, why %q, want both or neither", name, c.body, c.why)
			}
			if c.body != "" {
				rec.Request.Body = c.body
			}
			r := start(t, rec)
			b := batch.New(r.Site)
			c.build(r.Site, b)
			report, err := b.Do(t.Context(), c.options...)
			if err != nil {
				t.Fatal(err)
			}
			checkReport(t, report, c.failed, c.want)
			r.Transport.Sent(1)
		})
	}
}

// idOf is the id of a value, 1 for a deletion that says so.
func idOf(t testing.TB, value any) int64 {
	t.Helper()
	switch v := value.(type) {
	case *cms.Post:
		return v.ID
	case *cms.Page:
		return v.ID
	case *cms.Block:
		return v.ID
	case *cms.MenuItem:
		return v.ID
	case *term:
		return v.ID
	case *cms.Deleted[cms.Post]:
		if v.Deleted {
			return 1
		}
		return 0
	case *json.RawMessage:
		var record struct{ ID int64 }
		if err := json.Unmarshal(*v, &record); err != nil {
			t.Errorf("json.Unmarshal: %v", err)
		}
		return record.ID
	}
	t.Errorf("idOf: a value of the type %T, want a record or raw JSON", value)
	return 0
}
