package conformance

import (
	"context"
	"slices"
	"testing"

	"github.com/fontcms/fontcms-go/cms"
)

// embedCalls read what is embedded with the client.
func embedCalls() []scenario {
	scene := func(name string, run func(ctx context.Context, t *testing.T, c *cms.Client)) scenario {
		return scenario{collection: "interface", kind: reading, role: nobody, name: "client: " + name,
			run: func(t *testing.T, _ *site, c *cms.Client) { run(t.Context(), t, c) }}
	}
	type named struct {
		ID   int64  `json:"id"`
		Slug string `json:"slug"`
	}
	return []scenario{
		scene("the author of each post of a list", func(ctx context.Context, t *testing.T, c *cms.Client) {
			page, err := c.Posts.List(ctx,
				&cms.PostListOptions{Include: []int64{101, 102, 103, 105}, OrderBy: cms.ByID, Order: cms.Ascending},
				cms.Embed("author"))
			if err != nil {
				t.Fatal(err)
			}
			var got []int64
			for _, post := range page.Items {
				users, err := cms.EmbeddedAs[named](post.Embedded, "author")
				if err != nil || len(users) != 1 {
					t.Fatalf("EmbeddedAs of post %d: %v, error %v, want one author", post.ID, users, err)
				}
				got = append(got, users[0].ID)
			}
			if !slices.Equal(got, []int64{1, 2, 3, 4}) {
				t.Errorf("EmbeddedAs: authors %v, want 1 to 4", got)
			}
		}),
		scene("the terms of a post", func(ctx context.Context, t *testing.T, c *cms.Client) {
			post, err := c.Posts.Get(ctx, 108, cms.Embed("cms:term"))
			if err != nil {
				t.Fatal(err)
			}
			terms, err := cms.EmbeddedAs[named](post.Embedded, "cms:term")
			if err != nil {
				t.Fatal(err)
			}
			var got []string
			for _, term := range terms {
				got = append(got, term.Slug)
			}
			if slices.Sort(got); !slices.Equal(got, []string{"css", "spacing", "typography"}) {
				t.Errorf("EmbeddedAs: terms %v, want css, spacing and typography", got)
			}
		}),
		scene("the page above", func(ctx context.Context, t *testing.T, c *cms.Client) {
			page, err := c.Pages.Get(ctx, 206, cms.Embed("up"))
			if err != nil {
				t.Fatal(err)
			}
			above, err := cms.EmbeddedAs[cms.Page](page.Embedded, "up")
			if err != nil || len(above) != 1 {
				t.Errorf("EmbeddedAs: %v, error %v, want one page", above, err)
			} else if above[0].ID != 203 || above[0].Title.Rendered != "Install" {
				t.Errorf("EmbeddedAs: %v, want page 203, Install", above)
			}
		}),
	}
}
