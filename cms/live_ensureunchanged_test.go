package cms_test

import (
	"context"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/cms/terms"
	"github.com/fontcms/fontcms-go/internal/replay/sitetest"
	"github.com/fontcms/fontcms-go/internal/stub"
)

// TestLiveEnsureWritesNothingIfNothingDiffers calls Ensure twenty times for records of
// several types. Each call has a new client, which remembers nothing.
func TestLiveEnsureWritesNothingIfNothingDiffers(t *testing.T) {
	t.Parallel()
	site, ctx := sitetest.Live(t), t.Context()
	var written atomic.Int64
	counting := cms.WithMiddleware(func(next http.RoundTripper) http.RoundTripper {
		return stub.Carrier(func(r *http.Request) (*http.Response, error) {
			if r.Method != http.MethodGet {
				written.Add(1)
			}
			return next.RoundTrip(r)
		})
	})
	stamp := fmt.Sprintf("unchanged-%x", time.Now().UnixNano())
	var ids []int64
	for _, name := range []string{"z", "m", "a"} { // not in the order of the site, which is by name
		term, err := terms.Categories(site).Create(ctx, &terms.Params{Name: new(name + " " + stamp)})
		if err != nil {
			t.Fatal(err)
		}
		ids = append(ids, term.ID)
		t.Cleanup(func() { _, _ = terms.Categories(site).Delete(context.Background(), term.ID) })
	}
	params := allParams(ids, nil)
	params.Author = nil
	if !hasFootnotes(t, site) { // a WordPress before 6.3: the field stays different, and is named
		params.Meta = nil
		expectRewrittenMeta(t, site, stamp+"-notes")
	}
	page := &cms.PageParams{
		Date: params.Date, Status: params.Status, Title: params.Title, Content: params.Content, Excerpt: params.Excerpt,
		CommentStatus: params.CommentStatus, MenuOrder: new(3), Parent: new(int64(0)),
	}
	block := &cms.BlockParams{Status: params.Status, Title: params.Title, Content: params.Content}
	type kind struct {
		id        int64
		modified  cms.GMTTime
		revisions int
	}
	for name, ensure := range map[string]func(c *cms.Client) (kind, error){
		"posts": func(c *cms.Client) (kind, error) {
			post, err := c.Posts.Ensure(ctx, stamp, params)
			if err != nil {
				return kind{}, err
			}
			t.Cleanup(func() { _, _ = site.Posts.Delete(context.Background(), post.ID) })
			n, err := site.Posts.Revisions(post.ID).Count(ctx, nil)
			return kind{post.ID, post.ModifiedGMT, n}, err
		},
		"pages": func(c *cms.Client) (kind, error) {
			one, err := c.Pages.Ensure(ctx, stamp, page)
			if err != nil {
				return kind{}, err
			}
			t.Cleanup(func() { _, _ = site.Pages.Delete(context.Background(), one.ID) })
			n, err := site.Pages.Revisions(one.ID).Count(ctx, nil)
			return kind{one.ID, one.ModifiedGMT, n}, err
		},
		"blocks": func(c *cms.Client) (kind, error) {
			one, err := c.Blocks.Ensure(ctx, stamp, block)
			if err != nil {
				return kind{}, err
			}
			t.Cleanup(func() { _, _ = site.Blocks.Delete(context.Background(), one.ID) })
			n, err := site.Blocks.Revisions(one.ID).Count(ctx, nil)
			return kind{one.ID, one.ModifiedGMT, n}, err
		},
	} {
		first, err := ensure(site)
		if err != nil {
			t.Fatalf("%s: Ensure: %v", name, err)
		}
		for n := range 20 {
			other, err := site.With(counting)
			if err != nil {
				t.Fatal(err)
			}
			if got, err := ensure(other); err != nil || got != first {
				t.Errorf("%s: Ensure %d: %+v, error %v, want %+v unchanged", name, n, got, err, first)
			}
		}
		if n := written.Swap(0); n > 0 {
			t.Errorf("%s: 20 calls of Ensure for an unchanged record wrote %d times, want 0", name, n)
		}
	}
}

// hasFootnotes reports whether posts have the meta field footnotes.
func hasFootnotes(t *testing.T, site *cms.Client) bool {
	t.Helper()
	said, err := cms.Do(t.Context(), site, cms.Request[cms.Raw]{Method: http.MethodOptions, Path: "cms/v2/posts"})
	if err != nil {
		t.Fatal(err)
	}
	return strings.Contains(string(said.Body), `"footnotes"`)
}

// expectRewrittenMeta brings a post to footnotes that the site ignores.
func expectRewrittenMeta(t *testing.T, site *cms.Client, slug string) {
	t.Helper()
	wanted := []cms.Wanted[cms.PostParams]{{Slug: slug, Params: &cms.PostParams{Title: new(slug),
		Meta: &cms.MetaParams{Footnotes: new("")}}}}
	for _, want := range []cms.EnsureAction{cms.EnsureCreated, cms.EnsureUnchanged} {
		for _, one := range site.Posts.EnsureMany(t.Context(), wanted, nil) {
			if one.Err != nil {
				t.Fatal(one.Err)
			}
			t.Cleanup(func() { _, _ = site.Posts.Delete(context.Background(), one.Record.ID) })
			if one.Action != want || !slices.Equal(one.Rewritten, []string{"meta"}) {
				t.Errorf("EnsureMany of a post with footnotes: %q, rewritten %q, want %q and meta", one.Action, one.Rewritten, want)
			}
		}
	}
}
