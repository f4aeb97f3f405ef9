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

// batchBuilders are batches as package batch makes them.
func batchBuilders() []scenario {
	scene := func(k kind, r role, name string, run func(t *testing.T, s *site, c *cms.Client)) scenario {
		return scenario{collection: "batch", kind: k, role: r, name: "builder: " + name,
			needs: []need{{"/batch/v1", "POST", "requests"}}, run: run}
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
			if post.Slug != "one" || post.Author != editorID {
				t.Errorf("Batch made post %d %q by %d, want the slug one by the editor", post.ID, post.Slug, post.Author)
			} else if page.ID != 201 || page.Title.Raw != "Two" {
				t.Errorf("Batch changed page %d to %q, want page 201 to Two", page.ID, page.Title.Raw)
			}
			if location := report.Results[0].Header.Get("Location"); !strings.HasSuffix(location, fmt.Sprintf("/%d", post.ID)) {
				t.Errorf("Batch made a post at %q, want the address of post %d", location, post.ID)
			}
			exchange{stored: map[string]record{
				fmt.Sprintf("posts/%d", post.ID): {"title": "One"}, "pages/201": {"title": "Two"}, "posts/102": {"status": "trash"},
			}}.look(t, s, nil)
		}),
		scene(failing, admin, "not run", func(t *testing.T, s *site, c *cms.Client) {
			report, err := batch.New(c).RequireAllValidate().Add(
				c.Posts.UpdateRequest(101, &cms.PostParams{Title: new("Never")}),
				c.Posts.UpdateRequest(102, &cms.PostParams{Status: new(cms.Status("bogus"))}),
			).Do(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			if report.Failed != "validation" || !errors.Is(report.Results[0].Err, batch.ErrNotRun) {
				t.Errorf("Batch failed with %q, error %v, want validation and ErrNotRun for the first", report.Failed, report.Err())
			} else if !errors.Is(report.Results[1].Err, cms.CodeInvalidParam) {
				t.Errorf("Batch: error %v, want CodeInvalidParam for the second", report.Results[1].Err)
			}
			exchange{stored: map[string]record{"posts/101": {"title": "Kerning in practice"}}}.look(t, s, nil)
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
				{cms.CodeCannotPublish, cms.ErrForbidden}, {cms.CodeCannotEdit, cms.ErrForbidden},
				{cms.CodeInvalidID, cms.ErrNotFound},
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
			page, err := c.Posts.List(context.WithoutCancel(t.Context()),
				&cms.PostListOptions{Search: "Nr.", Status: []cms.Status{cms.StatusDraft}, PerPage: 1})
			if err != nil {
				t.Fatal(err)
			}
			if page.Total != 30 || len(report.Results) != 30 {
				t.Errorf("%d results made %d posts, want 30", len(report.Results), page.Total)
			}
		}),
		scene(writing, admin, "an unknown route", func(t *testing.T, _ *site, c *cms.Client) {
			report, err := batch.New(c).Post("shop/v1/orders", map[string]any{"n": 1}).Patch("cms/v2/posts/101",
				map[string]any{"title": "After"}).Do(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			if !errors.Is(report.Results[0].Err, cms.CodeNoRoute) || report.Results[1].Err != nil {
				t.Errorf("Batch with an unknown route: error %v, want only CodeNoRoute for the first", report.Err())
			}
		}),
	}
}
