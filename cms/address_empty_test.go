package cms_test

import (
	"context"
	"errors"
	"testing"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/internal/stub"
)

func TestEveryCallOfAnEmptyRouteIsRefusedBeforeItIsSent(t *testing.T) {
	t.Parallel()
	s := stub.New(t, stub.Always(200, `[]`))
	site := s.Client(t)
	post := &cms.Post{ID: 1}
	for _, route := range []string{"", "/", "//", "//cms/v2/posts"} {
		content := cms.NewContent[cms.Post, cms.PostParams, cms.PostListOptions](site, route)
		document := cms.NewDocument[cms.Post, cms.PostParams](site, route)
		catalog := cms.NewCatalog[cms.Post, cms.PostParams, struct{}](site, route, "slug")
		for name, call := range map[string]func(context.Context) error{
			"List":  func(ctx context.Context) error { _, err := content.List(ctx, nil); return err },
			"Count": func(ctx context.Context) error { _, err := content.Count(ctx, nil); return err },
			"All": func(ctx context.Context) (failed error) {
				for _, err := range content.All(ctx, nil) {
					failed = err
				}
				return failed
			},
			"GetMany": func(ctx context.Context) (failed error) {
				for _, err := range content.GetMany(ctx, []int64{1}, nil) {
					failed = err
				}
				return failed
			},
			"Get":    func(ctx context.Context) error { _, err := content.Get(ctx, 1); return err },
			"BySlug": func(ctx context.Context) error { _, err := content.BySlug(ctx, "a"); return err },
			"ByPath": func(ctx context.Context) error { _, err := content.ByPath(ctx, "a"); return err },
			"Create": func(ctx context.Context) error { _, err := content.Create(ctx, &cms.PostParams{}); return err },
			"Update": func(ctx context.Context) error { _, err := content.Update(ctx, 1, &cms.PostParams{}); return err },
			"Delete": func(ctx context.Context) error { _, err := content.Delete(ctx, 1); return err },
			"Trash":  func(ctx context.Context) error { _, err := content.Trash(ctx, 1); return err },
			"Ensure": func(ctx context.Context) error { _, err := content.Ensure(ctx, "a", &cms.PostParams{}); return err },
			"UpdateIfUnchanged": func(ctx context.Context) error {
				_, err := content.UpdateIfUnchanged(ctx, post, &cms.PostParams{})
				return err
			},
			"Revisions.List": func(ctx context.Context) error { _, err := content.Revisions(1).List(ctx, nil); return err },
			"Autosaves.List": func(ctx context.Context) error { _, err := content.Autosaves(1).List(ctx, nil); return err },
			"Document.Get":   func(ctx context.Context) error { _, err := document.Get(ctx); return err },
			"Document.Update": func(ctx context.Context) error {
				_, err := document.Update(ctx, &cms.PostParams{})
				return err
			},
			"Catalog.List": func(ctx context.Context) error { _, err := catalog.List(ctx, nil); return err },
			"Catalog.Get":  func(ctx context.Context) error { _, err := catalog.Get(ctx, "a"); return err },
			"CreateRequest": func(ctx context.Context) error {
				_, err := cms.Do(ctx, site, content.CreateRequest(&cms.PostParams{}))
				return err
			},
		} {
			err := call(t.Context())
			refused, ok := errors.AsType[*cms.ArgumentError](err)
			if !ok || refused.Argument != "path" {
				t.Errorf("%s at the route %q: error %v, want one for the argument path", name, route, err)
			}
		}
	}
	if n := len(s.Seen()); n > 0 {
		t.Errorf("%d requests were sent, want none", n)
	}
}

func TestCollectionWithoutARouteIsRefused(t *testing.T) {
	t.Parallel()
	site, server := newSite(t)
	for _, path := range []string{"", "/", "//", "///"} {
		things := cms.NewCollection[map[string]any, struct{}, struct{}](site, path)
		_, list := things.List(t.Context(), nil)
		_, count := things.Count(t.Context(), nil)
		_, create := things.Create(t.Context(), nil)
		_, get := things.Get(t.Context(), 5)
		for verb, err := range map[string]error{"list": list, "count": count, "create": create, "get": get} {
			if !errors.Is(err, cms.ErrInvalidArgument) {
				t.Errorf("%s, %q: error %v, want ErrInvalidArgument", verb, path, err)
			}
		}
	}
	if sent := server.Requests(); len(sent) > 0 {
		t.Errorf("Server.Requests: %d requests were sent: sent %v, want an empty list", len(sent), sent)
	}
}
