package conformance

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/fontcms/fontcms-go/batch"
	"github.com/fontcms/fontcms-go/cms"
)

// batchRefusals are batches that are refused as a whole.
func batchRefusals() []exchange {
	var out []exchange
	add := func(r role, name, body, code, detail string, more ...string) {
		blamed := "requests"
		if strings.Contains(name, "validation") {
			blamed = "validation"
		}
		want := append(more, fmt.Sprintf("code=%q", code), "data>status=400", "!responses")
		if detail != "" {
			want = append(want, fmt.Sprintf("data>details>%s>code=%q", blamed, detail), "data>params>"+blamed)
		}
		out = append(out, exchange{
			collection: "batch", kind: failing, role: r, name: "refused: " + name, needs: []need{{"/batch/v1", "POST", "requests"}},
			method: "POST", path: "/batch/v1", body: body, status: 400, headers: map[string]string{"Allow": "POST"}, want: want,
			after: hasTitle("posts", 101, "Kerning in practice"),
		})
	}
	valid := `{"path":"/cms/v2/posts/101","body":{"title":"Never"}}`
	item := func(more string) string { return `{"requests":[` + valid + `,` + more + `]}` }
	const invalid = "rest_invalid_param"
	for _, r := range []role{admin, nobody} {
		add(r, "no requests", `{}`, "rest_missing_callback_param", "", `data>params=["requests"]`)
		add(r, "26 requests", `{"requests":[`+strings.Repeat(valid+",", 25)+valid+`]}`, invalid, "rest_too_many_items")
		add(r, "a method that reads", item(`{"path":"/cms/v2/posts","method":"GET"}`), invalid, "rest_not_in_enum")
	}
	add(admin, "null for requests", `{"requests":null}`, "rest_missing_callback_param", "", `data>params=["requests"]`)
	add(admin, "a text for requests", `{"requests":"all"}`, invalid, "rest_invalid_type", `data>details>requests>data>param="requests[0]"`)
	add(admin, "an object for requests", `{"requests":`+valid+`}`, invalid, "rest_invalid_type", `data>details>requests>data>param="requests"`)
	add(admin, "a number among the requests", item(`5`), invalid, "rest_invalid_type", `data>details>requests>data>param="requests[1]"`)
	add(admin, "a request without a path", item(`{"body":{}}`), invalid, "rest_property_required")
	add(admin, "a path that is a number", item(`{"path":5}`), invalid, "rest_invalid_type", `data>details>requests>data>param="requests[1][path]"`)
	add(admin, "a path that is null", item(`{"path":null}`), invalid, "rest_invalid_type")
	add(admin, "a method in lower case", item(`{"path":"/cms/v2/posts","method":"post"}`), invalid, "rest_not_in_enum")
	add(admin, "the method OPTIONS", item(`{"path":"/cms/v2/posts","method":"OPTIONS"}`), invalid, "rest_not_in_enum")
	add(admin, "a body that is a text", item(`{"path":"/cms/v2/posts","body":"text"}`), invalid, "rest_invalid_type", `data>details>requests>data>param="requests[1][body]"`)
	add(admin, "a body that is null", item(`{"path":"/cms/v2/posts","body":null}`), invalid, "rest_invalid_type")
	add(admin, "headers that are a text", item(`{"path":"/cms/v2/posts","headers":"x"}`), invalid, "rest_invalid_type", `data>details>requests>data>param="requests[1][headers]"`)
	add(admin, "a header of numbers", item(`{"path":"/cms/v2/posts","headers":{"X-A":[5]}}`), invalid, "rest_invalid_type")
	add(admin, "an unknown validation", `{"validation":"maybe","requests":[`+valid+`]}`, invalid, "rest_not_in_enum")
	add(admin, "null for validation", `{"validation":null,"requests":[`+valid+`]}`, invalid, "rest_invalid_type")
	add(admin, "no JSON", `{"requests":`, "rest_invalid_json", "", "data>json_error_code=4")
	for _, method := range []string{"GET", "PUT", "PATCH", "DELETE"} {
		out = append(out, exchange{
			collection: "batch", kind: failing, role: admin, name: "no route: " + method, harmless: true, method: method, path: "/batch/v1", status: 404,
			want: []string{`code="rest_no_route"`, "data>status=404"}, headers: map[string]string{"Allow": ""},
		})
	}
	return out
}

// batchBuilders are batches as package batch makes them.
func batchBuilders() []scenario {
	scene := func(k kind, r role, name string, run func(t *testing.T, s *site, c *cms.Client)) scenario {
		return scenario{collection: "batch", kind: k, role: r, name: "builder: " + name, needs: []need{{"/batch/v1", "POST", "requests"}}, run: run}
	}
	return []scenario{
		scene(writing, editor, "values of the items", func(t *testing.T, s *site, c *cms.Client) {
			var post cms.Post
			var page cms.Page
			report, err := batch.New(c).Add(
				c.Posts.CreateRequest(&cms.PostParams{Title: new("One"), Status: new(cms.StatusPublish)}).Into(&post),
				c.Pages.UpdateRequest(201, &cms.PageParams{Title: new("Two")}).Into(&page),
				c.Posts.TrashRequest(102),
			).Do(t.Context())
			if err = errors.Join(err, report.Err()); err != nil {
				t.Fatal(err)
			}
			if post.Slug != "one" || post.Author != editorID || page.ID != 201 || page.Title.Raw != "Two" {
				t.Errorf("made %d %q by %d, changed %d %q", post.ID, post.Slug, post.Author, page.ID, page.Title.Raw)
			}
			if location := report.Results[0].Header.Get("Location"); !strings.HasSuffix(location, fmt.Sprintf("/%d", post.ID)) {
				t.Errorf("the first is at %q", location)
			}
			hasTitle("posts", post.ID, "One")(t, s, nil)
			hasTitle("pages", 201, "Two")(t, s, nil)
			hasStatus("posts", 102, "trash")(t, s, nil)
		}),
		scene(failing, admin, "not run", func(t *testing.T, s *site, c *cms.Client) {
			report, err := batch.New(c).RequireAllValidate().Add(
				c.Posts.UpdateRequest(101, &cms.PostParams{Title: new("Never")}),
				c.Posts.UpdateRequest(102, &cms.PostParams{Status: new(cms.Status("bogus"))}),
			).Do(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			if report.Failed != "validation" || !errors.Is(report.Results[0].Err, batch.ErrNotRun) || !errors.Is(report.Results[1].Err, cms.CodeInvalidParam) {
				t.Errorf("failed %q: %v", report.Failed, report.Err())
			}
			hasTitle("posts", 101, "Kerning in practice")(t, s, nil)
		}),
		scene(failing, contributor, "errors of the items", func(t *testing.T, _ *site, c *cms.Client) {
			report, err := batch.New(c).Add(
				c.Posts.CreateRequest(&cms.PostParams{Title: new("x"), Status: new(cms.StatusPublish)}),
				c.Posts.UpdateRequest(101, &cms.PostParams{Title: new("x")}),
				c.Posts.UpdateRequest(999999, &cms.PostParams{Title: new("x")}),
				c.Posts.TrashRequest(101),
				c.Pages.CreateRequest(&cms.PageParams{Title: new("x")}),
			).Do(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			for i, want := range []struct {
				code cms.ErrorCode
				is   error
			}{
				{cms.CodeCannotPublish, cms.ErrForbidden}, {cms.CodeCannotEdit, cms.ErrForbidden}, {cms.CodeInvalidID, cms.ErrNotFound},
				{cms.CodeCannotDelete, cms.ErrForbidden}, {cms.CodeCannotCreate, cms.ErrForbidden},
			} {
				if got := report.Results[i].Err; !errors.Is(got, want.code) || !errors.Is(got, want.is) {
					t.Errorf("item %d: %v, want %s", i, got, want.code)
				}
			}
		}),
		scene(writing, admin, "more than one batch", func(t *testing.T, _ *site, c *cms.Client) {
			many := batch.New(c).SplitLarge()
			for i := range 30 {
				many.Add(c.Posts.CreateRequest(&cms.PostParams{Title: new(fmt.Sprintf("Nr. %d", i))}))
			}
			report, err := many.Do(t.Context())
			if err = errors.Join(err, report.Err()); err != nil {
				t.Fatal(err)
			}
			page, err := c.Posts.List(context.WithoutCancel(t.Context()), &cms.PostListOptions{Search: "Nr.", Status: []cms.Status{cms.StatusDraft}, PerPage: 1})
			if err != nil {
				t.Fatal(err)
			}
			if page.Total != 30 || len(report.Results) != 30 {
				t.Errorf("%d results made %d posts, want 30", len(report.Results), page.Total)
			}
		}),
		scene(writing, admin, "an unknown route", func(t *testing.T, _ *site, c *cms.Client) {
			report, err := batch.New(c).Post("shop/v1/orders", map[string]any{"n": 1}).Patch("cms/v2/posts/101", map[string]any{"title": "After"}).Do(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			if !errors.Is(report.Results[0].Err, cms.CodeNoRoute) || report.Results[1].Err != nil {
				t.Errorf("%v", report.Err())
			}
		}),
	}
}
