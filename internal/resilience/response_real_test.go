package resilience

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/media"
	"github.com/fontcms/fontcms-go/snippets"
)

// listing answers with ids, which a page of a list holds.
func listing(ids ...int) string {
	records := make([]string, len(ids))
	for i, id := range ids {
		records[i] = fmt.Sprintf(`{"id":%d}`, id)
	}
	return "[" + strings.Join(records, ",") + "]"
}

// TestDeviationsOfRealServersAreAccepted has what sound servers answer, though it
// looks like a lie. The comment of the package names the tests against recordings
// and real servers.
func TestDeviationsOfRealServersAreAccepted(t *testing.T) {
	t.Parallel()
	byPage := func(total, pages string, lists ...string) http.HandlerFunc {
		return func(w http.ResponseWriter, r *http.Request) {
			page, _ := strconv.Atoi(r.URL.Query().Get("page"))
			if page = max(page, 1); page > len(lists) {
				answer(w, 400, refusal(400, "rest_post_invalid_page_number"))
				return
			}
			var headers []string
			if total != "" {
				headers = totals(total, pages)
			}
			answer(w, 200, lists[page-1], headers...)
		}
	}
	walked := func(want []int64, options *cms.PostListOptions, more ...cms.WalkOption) func(context.Context,
		*cms.Client) error {
		return func(ctx context.Context, c *cms.Client) error {
			got := all(options, more...)(ctx, c)
			if got.err != nil || len(got.broken) > 0 || !slices.Equal(got.ids, want) {
				return fmt.Errorf("the walk yields %d, %v, %w", got.ids, got.broken, got.err)
			}
			return nil
		}
	}
	many := make([]int, 250)
	for i := range many {
		many[i] = i + 1
	}
	first := make([]int64, 250)
	for i := range first {
		first[i] = int64(i + 1)
	}
	for name, test := range map[string]struct {
		handler http.HandlerFunc
		call    func(ctx context.Context, c *cms.Client) error
	}{
		"sticky posts stand in front of a page, and in their place again": {
			byPage("4", "2", listing(9, 8, 1, 2), listing(3, 9)),
			walked([]int64{9, 8, 1, 2, 3}, &cms.PostListOptions{PerPage: 2, IgnoreSticky: new(false)}),
		},
		"a page is short, since records are hidden": {
			byPage("6", "3", listing(1), listing(3, 4), listing(6)),
			walked([]int64{1, 3, 4, 6}, &cms.PostListOptions{PerPage: 2}),
		},
		"pages are empty, since records are hidden": {
			byPage("8", "4", "[]", "[]", listing(5), "[]"), walked([]int64{5}, &cms.PostListOptions{PerPage: 2}),
		},
		"a list does not page": {
			respondAlways(200, listing(many...)), walked(first, nil),
		},
		"a list does not page, and states its total": {
			respondAlways(200, listing(many...), totals("250", "1")...), walked(first, nil),
		},
		"a plugin caps the size of pages": {
			byPage("5", "3", listing(1, 2), listing(3, 4), listing(5)), walked([]int64{1, 2, 3, 4, 5}, nil),
		},
		"totals are absent": {
			byPage("", "", listing(1, 2), listing(3)), walked([]int64{1, 2, 3}, &cms.PostListOptions{PerPage: 2}),
		},
		"the total is stated, the number of pages is not": {
			func(w http.ResponseWriter, r *http.Request) {
				w.Header().Set("X-CMS-Total", "3")
				byPage("", "", listing(1, 2), listing(3))(w, r)
			}, walked([]int64{1, 2, 3}, &cms.PostListOptions{PerPage: 2}),
		},
		"a record moves to the next page, which repeats a part of the last": {
			byPage("5", "3", listing(5, 4), listing(4, 3), listing(2, 1)),
			walked([]int64{5, 4, 3, 2, 1}, &cms.PostListOptions{PerPage: 2}),
		},
		"the total of blocks is 40, and none is shown": {
			respondAlways(200, "[]", totals("40", "1")...),
			func(ctx context.Context, c *cms.Client) error {
				page, err := c.Blocks.List(ctx, nil)
				n, walkErr := counted(c.Blocks.All(ctx, nil))
				if err != nil || walkErr != nil || page.Total != 40 || len(page.Items)+n > 0 {
					return fmt.Errorf("%+v, %d, %w", page, n, errors.Join(err, walkErr))
				}
				return nil
			},
		},
		"an autosave of an own draft has the id of the draft, and no parent": {
			respondAlways(200, `{"id":5,"title":{"raw":"One","rendered":"One"},`+
				`"preview_link":"https://docs.example.org/?p=5&preview=true"}`),
			func(ctx context.Context, c *cms.Client) error {
				autosave, err := c.Posts.Autosaves(5).Create(ctx, &cms.PostParams{Title: new("One")})
				if err == nil && autosave.ID != 5 {
					err = fmt.Errorf("the id is %d", autosave.ID)
				}
				return err
			},
		},
		"an autosave has an id of its own, whichever was asked for": {
			respondAlways(200, `{"id":91,"parent":5,"title":{"raw":"One","rendered":"One"}}`),
			func(ctx context.Context, c *cms.Client) error { return failed(c.Posts.Autosaves(5).Get(ctx)) },
		},
		"a revision has no status and no link": {
			respondAlways(200, `{"id":7,"parent":5,"slug":"5-revision-v1","title":{"rendered":"One"}}`),
			func(ctx context.Context, c *cms.Client) error { return failed(c.Posts.Revisions(5).Get(ctx, 7)) },
		},
		"an empty object is an empty list": {
			respondAlways(200, `{"id":5,"meta":[],"_links":[],"title":{"rendered":"One"}}`),
			func(ctx context.Context, c *cms.Client) error { return failed(c.Posts.Get(ctx, 5)) },
		},
		"a record of fields that it does not have is an empty list": {
			respondAlways(200, `[[],[]]`, totals("2", "1")...),
			func(ctx context.Context, c *cms.Client) error {
				page, err := cms.NewCollection[nameless, cms.PostParams, arguments](c, "shop/v1/coupons").List(ctx, nil,
					cms.Fields("slug"))
				if err == nil && len(page.Items) != 2 {
					err = fmt.Errorf("there are %d", len(page.Items))
				}
				return err
			},
		},
		"the meta and details of a file are empty lists": {
			respondAlways(200, `{"id":5,"meta":[],"media_details":[],"description":{"rendered":""},"missing_image_sizes":[]}`),
			func(ctx context.Context, c *cms.Client) error { return failed(media.New(c).Get(ctx, 5)) },
		},
		"a menu item is in no menu": {
			respondAlways(200, `{"id":5,"title":{"rendered":"Home"},"type":"custom","status":"draft"}`),
			func(ctx context.Context, c *cms.Client) error { return failed(c.MenuItems.Get(ctx, 5)) },
		},
		"an edit of an image is answered with the copy": {
			respondAlways(201, `{"id":6,"source_url":"https://docs.example.org/a-edited.png"}`),
			func(ctx context.Context, c *cms.Client) error {
				return failed(media.New(c).Edit(ctx, 5,
					&media.EditParams{Src: "a.png", Modifiers: media.Modifiers{media.Rotate{Angle: 90}}}))
			},
		},
		"the delete of a snippet has no content": {
			func(w http.ResponseWriter, r *http.Request) {
				if r.Method == http.MethodDelete {
					w.WriteHeader(http.StatusNoContent)
					return
				}
				answer(w, 500, refusal(500, "rest_cannot_get"))
			},
			func(ctx context.Context, c *cms.Client) error { return failed(snippets.New(c).Delete(ctx, 5)) },
		},
		"an id is text, as from a database": {
			respondAlways(200, `{"id":"5","slug":"a"}`),
			func(ctx context.Context, c *cms.Client) error {
				return failed(cms.NewCollection[database, cms.PostParams, arguments](c, "shop/v1/coupons").Get(ctx, 5))
			},
		},
		"an alias is answered with the record behind it": {
			respondAlways(200, `{"id":3,"name":"Editor"}`),
			func(ctx context.Context, c *cms.Client) error {
				return failed(cms.Do(ctx, c, cms.Request[plain]{Path: "cms/v2/users/me"}))
			},
		},
		"a revision of a template is numbered by wp_id": {
			respondAlways(200, `{"id":"theme//index","wp_id":7,"parent":5}`),
			func(ctx context.Context, c *cms.Client) error {
				return failed(cms.Do(ctx, c, cms.Request[worded]{Path: "cms/v2/templates/5/revisions/7"}))
			},
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := newServer(t, 20, test.handler)
			if err := test.call(bounded(t), s.site(t)); err != nil {
				t.Errorf("Call: error %v, requests %v, want no error", err, s.seen())
			}
		})
	}
}
