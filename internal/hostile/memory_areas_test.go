package hostile_test

import (
	"context"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/cms/comments"
	"github.com/fontcms/fontcms-go/cms/describe"
	"github.com/fontcms/fontcms-go/cms/health"
	"github.com/fontcms/fontcms-go/cms/menus"
	"github.com/fontcms/fontcms-go/cms/plugins"
	"github.com/fontcms/fontcms-go/cms/search"
	"github.com/fontcms/fontcms-go/cms/settings"
	"github.com/fontcms/fontcms-go/cms/terms"
	"github.com/fontcms/fontcms-go/cms/users"
)

// areas are the functions of the packages for the areas of a site.
func areas() map[string]decoder {
	list := []bomb{{name: "a list where an object is due", body: repeated("[", `{}`, "]"), beyond: 40_000}}
	crowd := []bomb{{name: "elements", body: repeated("[", `{"id":1}`, "]"), beyond: 100_001}}
	members := func(open string) []bomb {
		return []bomb{{name: "unknown members", body: repeated(open, `"%x":0`, "}"), within: 10_000, beyond: 30_000, read: true}}
	}
	out := map[string]decoder{
		"settings.Archive.UnmarshalJSON": {decode: old[settings.Archive], bombs: []bomb{{name: "a slug", body: repeated(`"`, "aa", `"`), within: 10_000}}},
		"users.Secret.UnmarshalJSON":     {decode: old[users.Secret], bombs: []bomb{{name: "a text", body: repeated(`"`, "aa", `"`), within: 10_000}}},
		"comments.Each": {decode: call(func(ctx context.Context, c *cms.Client) ([]comments.Result, error) {
			results := comments.Each(ctx, comments.Of(c), []int64{1}, comments.Approve)
			return results, results[0].Err
		}), bombs: list},
	}
	add := func(name string, bombs []bomb, f func(ctx context.Context, c *cms.Client) (any, error)) {
		out[name] = decoder{decode: call(f), bombs: bombs}
	}
	for name, verb := range map[string]comments.Verb{
		"Approve": comments.Approve, "Hold": comments.Hold, "Spam": comments.Spam, "Trash": comments.Trash, "Unspam": comments.Unspam, "Untrash": comments.Untrash,
	} {
		add("comments."+name, list, func(ctx context.Context, c *cms.Client) (any, error) { return verb(ctx, comments.Of(c), 1) })
	}
	add("health.Run", list, func(ctx context.Context, c *cms.Client) (any, error) { return health.Run(ctx, c, health.Tests()[0]) })
	add("describe.Of", append(inRoutes(`{"routes":`, "}"),
		bomb{name: "arguments of a route", body: repeated(`{"routes":{"/a":{"endpoints":[{"methods":["GET"],"args":{`, `"%x":{}`, `}}]}}}`), within: 900, beyond: 30_000},
	), func(ctx context.Context, c *cms.Client) (any, error) { return describe.Of(ctx, c.Read, "") })
	add("describe.OfRoute", []bomb{
		{name: "properties", body: repeated(`{"schema":{"properties":{`, `"%x":{}`, `}}}`), within: 900, beyond: 30_000},
		{name: "methods", body: repeated(`{"endpoints":[{"methods":[`, `"%x"`, `]}]}`), within: 9_000, beyond: 30_000, read: true},
	}, func(ctx context.Context, c *cms.Client) (any, error) {
		return describe.OfRoute(ctx, c.Read, "wp/v2/posts")
	})
	add("health.DirectorySizes", list, func(ctx context.Context, c *cms.Client) (any, error) { return health.DirectorySizes(ctx, c) })
	add("menus.Find", crowd, func(ctx context.Context, c *cms.Client) (any, error) { return menus.Find(ctx, menus.Of(c), "a") })
	add("menus.Ensure", crowd, func(ctx context.Context, c *cms.Client) (any, error) { return menus.Ensure(ctx, menus.Of(c), "a", nil) })
	add("menus.MakeFallback", members(`{"id":1,`), func(ctx context.Context, c *cms.Client) (any, error) { return menus.MakeFallback(ctx, c) })
	add("menus.Menus.Create", members(`{"id":1,`), func(ctx context.Context, c *cms.Client) (any, error) {
		return menus.Of(c).Create(ctx, &menus.Params{Name: new("a")})
	})
	add("menus.Menus.Update", members(`{"id":1,`), func(ctx context.Context, c *cms.Client) (any, error) {
		return menus.Of(c).Update(ctx, 1, &menus.Params{Description: new("a")})
	})
	add("menus.Menus.Delete", list, func(ctx context.Context, c *cms.Client) (any, error) {
		return menus.Of(c).Delete(ctx, 1, menus.DeleteItems)
	})
	add("plugins.Plugins.List", crowd, func(ctx context.Context, c *cms.Client) (any, error) { return plugins.Of(c).List(ctx, nil) })
	add("plugins.Plugins.Get", list, func(ctx context.Context, c *cms.Client) (any, error) { return plugins.Of(c).Get(ctx, "a/a") })
	add("plugins.Plugins.Install", members(`{"plugin":"a/a","status":"inactive",`), func(ctx context.Context, c *cms.Client) (any, error) { return plugins.Of(c).Install(ctx, "a") })
	add("plugins.Plugins.Activate", list, func(ctx context.Context, c *cms.Client) (any, error) { return plugins.Of(c).Activate(ctx, "a/a") })
	add("plugins.Plugins.Deactivate", list, func(ctx context.Context, c *cms.Client) (any, error) { return plugins.Of(c).Deactivate(ctx, "a/a") })
	add("plugins.Plugins.Delete", crowd, func(ctx context.Context, c *cms.Client) (any, error) { return plugins.Of(c).Delete(ctx, "a/a") })
	add("plugins.Plugins.DeleteFolder", crowd, func(ctx context.Context, c *cms.Client) (any, error) {
		return nil, plugins.Of(c).DeleteFolder(ctx, "a")
	})
	add("search.Details", list, func(ctx context.Context, c *cms.Client) (any, error) {
		return search.Details(ctx, c, "https://docs.example.org/")
	})
	results := func(c *cms.Client) *search.Results { return search.In(c) }
	add("search.Results.List", crowd, func(ctx context.Context, c *cms.Client) (any, error) { return results(c).List(ctx, nil) })
	add("search.Results.Count", crowd, func(ctx context.Context, c *cms.Client) (any, error) { return results(c).Count(ctx, nil) })
	add("search.Results.All", crowd, func(ctx context.Context, c *cms.Client) (any, error) { return one(results(c).All(ctx, nil)) })
	add("search.Results.Pages", crowd, func(ctx context.Context, c *cms.Client) (any, error) { return one(results(c).Pages(ctx, nil)) })
	add("settings.Edit", list, func(ctx context.Context, c *cms.Client) (any, error) {
		return settings.Edit(ctx, c, func(*settings.Settings) error { return nil })
	})
	add("terms.Find", crowd, func(ctx context.Context, c *cms.Client) (any, error) {
		return terms.Find(ctx, terms.Categories(c), "a", 0)
	})
	add("terms.Ensure", crowd, func(ctx context.Context, c *cms.Client) (any, error) {
		return terms.Ensure(ctx, terms.Categories(c), "a", nil)
	})
	add("terms.EnsureSlug", crowd, func(ctx context.Context, c *cms.Client) (any, error) {
		return terms.EnsureSlug(ctx, terms.Categories(c), "a", nil)
	})
	add("terms.EnsurePath", crowd, func(ctx context.Context, c *cms.Client) (any, error) {
		return terms.EnsurePath(ctx, terms.Categories(c), "a/b")
	})
	add("users.Users.Delete", list, func(ctx context.Context, c *cms.Client) (any, error) {
		return users.Of(c).Delete(ctx, 5, users.GiveTo(1))
	})
	add("users.DeleteMe", list, func(ctx context.Context, c *cms.Client) (any, error) { return users.DeleteMe(ctx, c, users.GiveTo(1)) })
	add("users.Find", crowd, func(ctx context.Context, c *cms.Client) (any, error) { return users.Find(ctx, users.Of(c), "a") })
	add("users.Ensure", crowd, func(ctx context.Context, c *cms.Client) (any, error) { return users.Ensure(ctx, users.Of(c), "a", nil) })
	passwords := func(c *cms.Client) *users.PasswordCatalog { return users.Passwords(c, 1) }
	add("users.PasswordCatalog.Create", members(`{"uuid":"a-b","password":"abcd",`), func(ctx context.Context, c *cms.Client) (any, error) {
		return passwords(c).Create(ctx, &users.PasswordParams{Name: new("a")})
	})
	add("users.PasswordCatalog.Introspect", list, func(ctx context.Context, c *cms.Client) (any, error) { return passwords(c).Introspect(ctx) })
	add("users.PasswordCatalog.RevokeAll", members(`{"deleted":true,"count":1,`), func(ctx context.Context, c *cms.Client) (any, error) { return passwords(c).RevokeAll(ctx) })
	return out
}
