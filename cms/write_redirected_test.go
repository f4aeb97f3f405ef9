package cms_test

import (
	"context"
	"errors"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"testing"

	"github.com/fontcms/fontcms-go/batch"
	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/cms/appearance"
	"github.com/fontcms/fontcms-go/cms/cmstest"
	"github.com/fontcms/fontcms-go/cms/comments"
	"github.com/fontcms/fontcms-go/cms/menus"
	"github.com/fontcms/fontcms-go/cms/settings"
	"github.com/fontcms/fontcms-go/cms/terms"
	"github.com/fontcms/fontcms-go/cms/users"
	"github.com/fontcms/fontcms-go/media"
	"github.com/fontcms/fontcms-go/snippets"
)

// A proxy that redirects http to https turns every write into a GET without a body.
func TestWritesThatArriveAsReadsAreErrors(t *testing.T) {
	t.Parallel()
	server := cmstest.NewServer(cmstest.WithTest(t), cmstest.WithSample())
	target := must(url.Parse(server.URL))
	proxy := httptest.NewServer(&httputil.ReverseProxy{Rewrite: func(r *httputil.ProxyRequest) {
		r.SetURL(target)
		r.Out.Host = r.In.Host
		if r.In.Method != http.MethodGet {
			r.Out.Method, r.Out.Body, r.Out.ContentLength = http.MethodGet, http.NoBody, 0
			r.Out.Header.Del("Content-Type")
		}
	}})
	t.Cleanup(proxy.Close)
	login := cms.WithApplicationPassword("admin", server.AppPassword("admin"))
	direct, err := cms.New(server.URL, login)
	if err != nil {
		t.Fatal(err)
	}
	site, err := cms.New(proxy.URL, login)
	if err != nil {
		t.Fatal(err)
	}
	ctx := t.Context()
	post := must(direct.Posts.Create(ctx, &cms.PostParams{Title: new("Old"), Content: new("Old")}))
	page := must(direct.Pages.Create(ctx, &cms.PageParams{Title: new("Old")}))
	block := must(direct.Blocks.Create(ctx, &cms.BlockParams{Title: new("Old"), Content: new("Old")}))
	item := must(direct.MenuItems.Create(ctx, &cms.MenuItemParams{Title: new("Old"), URL: new("https://a.test")}))
	file := must(media.New(direct).Upload(ctx, media.Bytes("a.txt", []byte("old")), nil))
	term := must(terms.Tags(direct).Create(ctx, &terms.Params{Name: new("Old")}))
	public := must(direct.Posts.Create(ctx, &cms.PostParams{Title: new("Old"), Status: new(cms.StatusPublish)}))
	comment := must(comments.New(direct).Create(ctx, &comments.Params{Post: &public.ID, Content: new("Old")}))
	me := must(users.New(direct).Me(ctx))
	menu := must(menus.New(direct).Create(ctx, &menus.Params{Name: new("Old")}))
	navigation := must(menus.New(direct).Navigations.Create(ctx, &menus.NavigationParams{Title: new("Old")}))
	snippet := must(snippets.New(direct).Create(ctx, &snippets.Params{Name: new("Old"), Code: new("old();")}))
	password := must(users.New(direct).Passwords(me.ID).Create(ctx, &users.PasswordParams{Name: new("Old")}))
	second := func(_ any, err error) error { return err }
	const untold = "the contexts view and edit are alike"
	for name, c := range map[string]struct {
		call func(context.Context) error
		why  string // the write cannot be told from a read, because
	}{
		"create a post": {call: func(ctx context.Context) error {
			return second(site.Posts.Create(ctx, &cms.PostParams{Title: new("New")}))
		}},
		"update a post": {call: func(ctx context.Context) error {
			return second(site.Posts.Update(ctx, post.ID, &cms.PostParams{Title: new("New")}))
		}},
		"update a post with PUT": {call: func(ctx context.Context) error {
			return second(site.Posts.Update(ctx, post.ID, &cms.PostParams{Title: new("New")}, cms.UpdateMethod("PUT")))
		}},
		"update a post with Fields": {why: "the selected fields are alike", call: func(ctx context.Context) error {
			return second(site.Posts.Update(ctx, post.ID, &cms.PostParams{Title: new("New")}, cms.Fields("id", "slug")))
		}},
		"update a post if unchanged": {call: func(ctx context.Context) error {
			read := must(direct.Posts.Get(ctx, post.ID, cms.InContext(cms.ContextEdit)))
			return second(site.Posts.UpdateIfUnchanged(ctx, read, &cms.PostParams{Title: new("New")}))
		}},
		"ensure a post": {call: func(ctx context.Context) error {
			return second(site.Posts.Ensure(ctx, public.Slug, &cms.PostParams{Title: new("New")}))
		}},
		"trash a post": {call: func(ctx context.Context) error { return second(site.Posts.Trash(ctx, post.ID)) }},
		"delete a post": {call: func(ctx context.Context) error {
			return second(site.Posts.Delete(ctx, post.ID))
		}},
		"autosave a post": {call: func(ctx context.Context) error {
			return second(site.Posts.Autosaves(post.ID).Create(ctx, &cms.PostParams{Title: new("New")}))
		}},
		"update a page": {call: func(ctx context.Context) error {
			return second(site.Pages.Update(ctx, page.ID, &cms.PageParams{Title: new("New")}))
		}},
		"update a block": {call: func(ctx context.Context) error {
			return second(site.Blocks.Update(ctx, block.ID, &cms.BlockParams{Title: new("New")}))
		}},
		"update a menu item": {call: func(ctx context.Context) error {
			return second(site.MenuItems.Update(ctx, item.ID, &cms.MenuItemParams{Title: new("New")}))
		}},
		"update a custom record": {call: func(ctx context.Context) error {
			own := cms.NewCollection[map[string]any, map[string]any, cms.PostListOptions](site, "cms/v2/posts")
			return second(own.Update(ctx, post.ID, &map[string]any{"title": "New"}))
		}},
		"update a file": {call: func(ctx context.Context) error {
			return second(media.New(site).Update(ctx, file.ID, &media.Params{Title: new("New")}))
		}},
		"upload a file": {call: func(ctx context.Context) error {
			return second(media.New(site).Upload(ctx, media.Bytes("b.txt", []byte("new")), nil))
		}},
		"update a comment": {call: func(ctx context.Context) error {
			return second(comments.New(site).Update(ctx, comment.ID, &comments.Params{Content: new("New")}))
		}},
		"update a user": {call: func(ctx context.Context) error {
			return second(users.New(site).Update(ctx, me.ID, &users.Params{Description: new("New")}))
		}},
		"update the current user": {call: func(ctx context.Context) error {
			return second(users.New(site).UpdateMe(ctx, &users.Params{Description: new("New")}))
		}},
		"update a term": {why: untold, call: func(ctx context.Context) error {
			return second(terms.Tags(site).Update(ctx, term.ID, &terms.Params{Name: new("New")}))
		}},
		"update the settings": {why: untold, call: func(ctx context.Context) error {
			return second(settings.New(site).Update(ctx, &settings.Params{Title: new("New")}))
		}},
		"update a menu": {why: untold, call: func(ctx context.Context) error {
			return second(menus.New(site).Update(ctx, menu.ID, &menus.Params{Description: new("New")}))
		}},
		"update a navigation": {call: func(ctx context.Context) error {
			return second(menus.New(site).Navigations.Update(ctx, navigation.ID, &menus.NavigationParams{Title: new("New")}))
		}},
		"create a template": {call: func(ctx context.Context) error {
			return second(appearance.New(site).Templates.Create(ctx,
				&appearance.TemplateParams{Slug: new("new"), Title: new("New")}))
		}},
		"create an application password": {call: func(ctx context.Context) error {
			return second(users.New(site).Passwords(me.ID).Create(ctx, &users.PasswordParams{Name: new("New")}))
		}},
		"update an application password": {why: untold, call: func(ctx context.Context) error {
			return second(users.New(site).Passwords(me.ID).Update(ctx, password.UUID, &users.PasswordParams{Name: new("New")}))
		}},
		"revoke an application password": {call: func(ctx context.Context) error {
			return second(users.New(site).Passwords(me.ID).Delete(ctx, password.UUID))
		}},
		"revoke all application passwords": {call: func(ctx context.Context) error {
			return second(users.New(site).Passwords(me.ID).RevokeAll(ctx))
		}},
		"create a snippet": {call: func(ctx context.Context) error {
			return second(snippets.New(site).Create(ctx, &snippets.Params{Name: new("New"), Code: new("new();")}))
		}},
		"update a snippet": {why: untold, call: func(ctx context.Context) error {
			return second(snippets.New(site).Update(ctx, snippet.ID, &snippets.Params{Name: new("New")}))
		}},
		"activate a snippet": {call: func(ctx context.Context) error {
			return second(snippets.New(site).Activate(ctx, snippet.ID))
		}},
		"deactivate a snippet": {call: func(ctx context.Context) error {
			return second(snippets.New(site).Deactivate(ctx, snippet.ID))
		}},
		"delete a snippet": {call: func(ctx context.Context) error {
			return second(snippets.New(site).Delete(ctx, snippet.ID))
		}},
		"send a batch": {call: func(ctx context.Context) error {
			return second(batch.New(site).Add(site.Posts.UpdateRequest(post.ID, &cms.PostParams{Title: new("New")})).Do(ctx))
		}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			err := c.call(ctx)
			if c.why != "" && err != nil {
				t.Errorf("%s through a proxy that reads instead: error %v, want none, because %s", name, err, c.why)
			}
			if c.why == "" && err == nil {
				t.Errorf("%s through a proxy that reads instead: no error, want one", name)
			}
			if e, ok := errors.AsType[*cms.Error](err); err != nil && (!ok || e.Method == http.MethodGet) {
				t.Errorf("%s through a proxy that reads instead: error %v, want an *Error of the write", name, err)
			}
		})
	}
}

// must returns a value that a test needs.
func must[T any](v T, err error) T {
	if err != nil {
		panic(err)
	}
	return v
}
