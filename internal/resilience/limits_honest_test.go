package resilience

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/fontcms/fontcms-go/batch"
	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/cms/describe"
	"github.com/fontcms/fontcms-go/cms/terms"
	"github.com/fontcms/fontcms-go/cms/users"
	"github.com/fontcms/fontcms-go/internal/replay"
	"github.com/fontcms/fontcms-go/media"
	"github.com/fontcms/fontcms-go/snippets"
)

// small is a record of a caller.
type small struct {
	ID   int64  `json:"id"`
	Name string `json:"name"`
}

// TestHonestResponsesAreNotTooHeavy reads the largest and the densest responses that real
// sites give: none may be refused as a bomb.
func TestHonestResponsesAreNotTooHeavy(t *testing.T) {
	t.Parallel()
	recorded := func(folder, name string) string {
		return replay.LoadFrom(t, "../../"+folder, name).Response.Body
	}
	times := func(n int, open, each, end string) string { return string(repeated(open, each, end)(n)) }
	post := strings.TrimSuffix(recorded("cms/testdata", "posts_get_edit"), "}") + `,"_embedded":{"author":[` +
		recorded("cms/testdata", "posts_get_edit") + `],"wp:featuredmedia":[` +
		recorded("media/testdata", "media_get_image_edit") +
		`],"wp:term":[[{"id":1,"name":"News","_links":{"self":[{"href":"https://a.example"}]}}],[]]}}`
	file := recorded("media/testdata", "media_get_image_edit")
	index := recorded("internal/conformance/testdata/recorded/index", "0001_GET_index")
	routes := strings.TrimSuffix(strings.TrimPrefix(index[:strings.LastIndex(index, "}")], `{"routes":{`), "}")
	var all []string
	for i := range 6 { // 1.2 MB of them, without the descriptions that a site gives
		all = append(all, strings.ReplaceAll(routes, `"\/wp\/v2`, fmt.Sprintf(`"\/wp\/v%d`, i+2)))
	}
	const user = `{"id":1,"name":"A","url":"","description":"","link":"https://a.example/","slug":"a",` +
		`"avatar_urls":{"24":"https://a.example/24","48":"https://a.example/48","96":"https://a.example/96"},` +
		`"roles":["editor"],"capabilities":{"edit_posts":true,"read":true,"level_1":true,"level_0":true,` +
		`"upload_files":true,"moderate_comments":true},"extra_capabilities":{"editor":true},"meta":[],` +
		`"_links":{"self":[{"href":"https://a.example/1","targetHints":{"allow":["GET","POST"]}}],` +
		`"collection":[{"href":"https://a.example"}]}}`
	ids := times(100, "[", `{"id":1}`, "]")
	for _, test := range []struct {
		name, body string
		call       func(ctx context.Context, c *cms.Client) (any, error)
	}{
		{"100 posts to edit, with what is embedded", times(100, "[", post, "]"),
			func(ctx context.Context, c *cms.Client) (any, error) {
				return c.Posts.List(ctx, &cms.PostListOptions{PerPage: 100, Context: cms.ContextEdit}, cms.Embed())
			}},
		{"1,000 posts of a site that ignores the size", times(1000, "[", post, "]"),
			func(ctx context.Context, c *cms.Client) (any, error) {
				return c.Posts.List(ctx, &cms.PostListOptions{PerPage: 100})
			}},
		{"100 posts without anything but ids", ids, func(ctx context.Context, c *cms.Client) (any, error) {
			return c.Posts.List(ctx, &cms.PostListOptions{PerPage: 100}, cms.Fields("id"))
		}},
		{"1,000 media", times(1000, "[", file, "]"), func(ctx context.Context, c *cms.Client) (any, error) {
			return media.New(c).List(ctx, &media.ListOptions{PerPage: 100})
		}},
		{"100 users", times(100, "[", user, "]"), func(ctx context.Context, c *cms.Client) (any, error) {
			return users.New(c).List(ctx, &users.ListOptions{PerPage: 100, Context: cms.ContextEdit})
		}},
		{"100 terms without anything but ids", ids, func(ctx context.Context, c *cms.Client) (any, error) {
			return terms.Tags(c).List(ctx, &terms.ListOptions{PerPage: 100}, cms.Fields("id"))
		}},
		{"10,000 terms of a site without pages", times(10_000, "[", `{"id":1}`, "]"),
			func(ctx context.Context, c *cms.Client) (any, error) {
				return terms.Tags(c).List(ctx, nil, cms.Fields("id"))
			}},
		{"10,000 snippets of a site without pages", times(10_000, "[", `{"id":1}`, "]"),
			func(ctx context.Context, c *cms.Client) (any, error) {
				return snippets.New(c).List(ctx, nil)
			}},
		{"10,000 records of a caller", times(10_000, "[", `{"id":1}`, "]"),
			func(ctx context.Context, c *cms.Client) (any, error) {
				return cms.Do(ctx, c, cms.Request[[]small]{Path: "shop/v1/products"})
			}},
		{"100,000 records of a caller", times(100_000, "[", `{"id":1,"name":"a"}`, "]"),
			func(ctx context.Context, c *cms.Client) (any, error) {
				return cms.Do(ctx, c, cms.Request[[]small]{Path: "shop/v1/products"})
			}},
		{"10,000 rows of anything", times(10_000, "[", `{"id":1,"name":"a"}`, "]"),
			func(ctx context.Context, c *cms.Client) (any, error) {
				return cms.Do(ctx, c, cms.Request[[]map[string]any]{Path: "shop/v1/products"})
			}},
		{"a million ids", times(1_000_000, "[", "12345", "]"), func(ctx context.Context, c *cms.Client) (any, error) {
			return cms.Do(ctx, c, cms.Request[[]int64]{Path: "shop/v1/ids"})
		}},
		{"the ids of a post with 100,000 terms", `{"id":1,"tags":` + times(100_000, `[`, `1`, `]`) + `}`,
			func(ctx context.Context, c *cms.Client) (any, error) {
				return c.Posts.Get(ctx, 1)
			}},
		{"a post of 4 MB of code", `{"id":1,"content":{"raw":"` + strings.Repeat(`{a:[1,2,3],b:{c:null}};`, 180_000) + `"}}`,
			func(ctx context.Context, c *cms.Client) (any, error) {
				return c.Posts.Get(ctx, 1)
			}},
		{"an index", `{"name":"A","namespaces":["wp/v2"],"routes":{` + strings.Join(all, ",") + `}}`,
			func(ctx context.Context, c *cms.Client) (any, error) { return c.Index(ctx) }},
		{"a description of a namespace", `{"namespace":"wp/v2","routes":{` + strings.Join(all, ",") + `}}`,
			func(ctx context.Context, c *cms.Client) (any, error) {
				return describe.Of(ctx, c.Read, "wp/v2")
			}},
		{"the schema of a site", `{"namespaces":["wp/v2"],"routes":{` + routes + `}}`,
			func(ctx context.Context, c *cms.Client) (any, error) { return c.Index(ctx) }},
		{"a batch of 25 posts", times(batch.MaxItems, `{"responses":[`,
			`{"status":200,"headers":{"Allow":"GET, POST"},"body":`+strings.Replace(post, `"id":564`, `"id":1`, 1)+`}`, `]}`),
			func(ctx context.Context, c *cms.Client) (any, error) {
				b := batch.New(c)
				for range batch.MaxItems {
					b.Add(c.Posts.UpdateRequest(1, nil))
				}
				report, err := b.Do(ctx)
				for _, result := range report.Results {
					if err == nil {
						err = result.Err
					}
				}
				return report, err
			}},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			if _, err := test.call(t.Context(), site(t, []byte(test.body))); err != nil {
				t.Errorf("Read of %d bytes: error %.400v, want none", len(test.body), err)
			}
		})
	}
}
