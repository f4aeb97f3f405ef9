package resilience

import (
	"context"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/cms/abilities"
	"github.com/fontcms/fontcms-go/cms/appearance"
	"github.com/fontcms/fontcms-go/cms/changes"
	"github.com/fontcms/fontcms-go/cms/comments"
	"github.com/fontcms/fontcms-go/cms/describe"
	"github.com/fontcms/fontcms-go/cms/editor"
	"github.com/fontcms/fontcms-go/cms/health"
	"github.com/fontcms/fontcms-go/cms/menus"
	"github.com/fontcms/fontcms-go/cms/plugins"
	"github.com/fontcms/fontcms-go/cms/search"
	"github.com/fontcms/fontcms-go/cms/settings"
	"github.com/fontcms/fontcms-go/cms/terms"
	"github.com/fontcms/fontcms-go/cms/users"
	"github.com/fontcms/fontcms-go/cms/widgets"
)

// areas are the functions of the packages for the areas of a site.
func areas() map[string]decoder {
	list := []bomb{{name: "a list where an object is due", body: repeated("[", `{}`, "]"), beyond: 40_000}}
	crowd := []bomb{{name: "elements", body: repeated("[", `{"id":1}`, "]"), beyond: 100_001}}
	members := func(open string) []bomb {
		return []bomb{{name: "unknown members", body: repeated(open, `"%x":0`, "}"), within: 10_000,
			beyond: 30_000, read: true}}
	}
	out := map[string]decoder{
		"settings.Archive.UnmarshalJSON": {decode: old[settings.Archive],
			bombs: []bomb{{name: "a slug", body: repeated(`"`, "aa", `"`), within: 10_000}}},
		"users.Secret.UnmarshalJSON": {decode: old[users.Secret],
			bombs: []bomb{{name: "a text", body: repeated(`"`, "aa", `"`), within: 10_000}}},
		"comments.Comments.Each": {decode: call(func(ctx context.Context, c *cms.Client) ([]comments.Result, error) {
			results := comments.New(c).Each(ctx, []int64{1}, comments.New(c).Approve)
			return results, results[0].Err
		}), bombs: list},
	}
	add := func(name string, bombs []bomb, f func(ctx context.Context, c *cms.Client) (any, error)) {
		out[name] = decoder{decode: call(f), bombs: bombs}
	}
	for name, verb := range map[string]func(*comments.Comments, context.Context, int64,
		...cms.CallOption) (*comments.Comment, error){
		"Approve": (*comments.Comments).Approve, "Hold": (*comments.Comments).Hold, "Spam": (*comments.Comments).Spam,
		"Trash": (*comments.Comments).Trash, "Unspam": (*comments.Comments).Unspam, "Untrash": (*comments.Comments).Untrash,
	} {
		add("comments.Comments."+name, list, func(ctx context.Context, c *cms.Client) (any, error) {
			return verb(comments.New(c), ctx, 1)
		})
	}
	add("abilities.Service.List", crowd, func(ctx context.Context, c *cms.Client) (any, error) {
		return abilities.New(c).List(ctx, nil)
	})
	add("abilities.Service.All", crowd, func(ctx context.Context, c *cms.Client) (any, error) {
		return one(abilities.New(c).All(ctx, nil))
	})
	add("abilities.Service.Get", list, func(ctx context.Context, c *cms.Client) (any, error) {
		return abilities.New(c).Get(ctx, "a/a")
	})
	add("abilities.Categories.List", crowd, func(ctx context.Context, c *cms.Client) (any, error) {
		return abilities.New(c).Categories.List(ctx, nil)
	})
	add("abilities.Categories.All", crowd, func(ctx context.Context, c *cms.Client) (any, error) {
		return one(abilities.New(c).Categories.All(ctx, nil))
	})
	add("abilities.Categories.Get", list, func(ctx context.Context, c *cms.Client) (any, error) {
		return abilities.New(c).Categories.Get(ctx, "a")
	})
	add("abilities.Run", crowd, func(ctx context.Context, c *cms.Client) (any, error) {
		return abilities.Run[[]abilities.Ability](ctx, abilities.New(c), &abilities.Ability{Name: "a/a"}, nil)
	})
	add("changes.Feed.All", list, func(ctx context.Context, c *cms.Client) (any, error) { // the index comes first
		return one(changes.New(c, new(changes.Memory)).All(ctx, nil))
	})
	site := func(c *cms.Client) *widgets.Widgets { return widgets.New(c) }
	raw := &widgets.InstanceParams{Raw: struct{}{}}
	add("widgets.Widgets.List", crowd, func(ctx context.Context, c *cms.Client) (any, error) {
		return site(c).List(ctx, nil)
	})
	add("widgets.Widgets.Get", list, func(ctx context.Context, c *cms.Client) (any, error) {
		return site(c).Get(ctx, "a-1")
	})
	add("widgets.Widgets.Create", list, func(ctx context.Context, c *cms.Client) (any, error) {
		return site(c).Create(ctx, &widgets.Params{IDBase: new("a"), Instance: raw})
	})
	add("widgets.Widgets.Update", list, func(ctx context.Context, c *cms.Client) (any, error) {
		return site(c).Update(ctx, "a-1", &widgets.Params{Instance: raw})
	})
	add("widgets.Widgets.Deactivate", list, func(ctx context.Context, c *cms.Client) (any, error) {
		return site(c).Deactivate(ctx, "a-1")
	})
	add("widgets.Widgets.Delete", list, func(ctx context.Context, c *cms.Client) (any, error) {
		return site(c).Delete(ctx, "a-1")
	})
	add("widgets.Sidebars.List", crowd, func(ctx context.Context, c *cms.Client) (any, error) {
		return site(c).Sidebars.List(ctx, nil)
	})
	add("widgets.Sidebars.Get", list, func(ctx context.Context, c *cms.Client) (any, error) {
		return site(c).Sidebars.Get(ctx, "a")
	})
	add("widgets.Sidebars.Edit", list, func(ctx context.Context, c *cms.Client) (any, error) {
		return site(c).Sidebars.Edit(ctx, "a", func(ids []string) ([]string, error) { return ids, nil })
	})
	add("widgets.Types.List", crowd, func(ctx context.Context, c *cms.Client) (any, error) {
		return site(c).Types.List(ctx, nil)
	})
	add("widgets.Types.Get", list, func(ctx context.Context, c *cms.Client) (any, error) {
		return site(c).Types.Get(ctx, "a")
	})
	add("widgets.Types.Encode", list, func(ctx context.Context, c *cms.Client) (any, error) {
		return site(c).Types.Encode(ctx, "a", nil, "")
	})
	add("widgets.Types.Render", list, func(ctx context.Context, c *cms.Client) (any, error) {
		return site(c).Types.Render(ctx, "a", nil)
	})
	tools := func(c *cms.Client) *editor.Service { return editor.New(c) }
	add("editor.BlockTypes.List", crowd, func(ctx context.Context, c *cms.Client) (any, error) {
		return tools(c).BlockTypes.List(ctx, nil)
	})
	add("editor.BlockTypes.In", crowd, func(ctx context.Context, c *cms.Client) (any, error) {
		return tools(c).BlockTypes.In(ctx, "a", nil)
	})
	add("editor.BlockTypes.Get", list, func(ctx context.Context, c *cms.Client) (any, error) {
		return tools(c).BlockTypes.Get(ctx, "a/a")
	})
	add("editor.Icons.List", crowd, func(ctx context.Context, c *cms.Client) (any, error) {
		return tools(c).Icons.List(ctx, nil)
	})
	add("editor.Icons.In", crowd, func(ctx context.Context, c *cms.Client) (any, error) {
		return tools(c).Icons.In(ctx, "a", nil)
	})
	add("editor.Icons.Get", list, func(ctx context.Context, c *cms.Client) (any, error) {
		return tools(c).Icons.Get(ctx, "a/a")
	})
	add("editor.Icons.Collections", crowd, func(ctx context.Context, c *cms.Client) (any, error) {
		return tools(c).Icons.Collections(ctx, nil)
	})
	add("editor.Icons.Collection", list, func(ctx context.Context, c *cms.Client) (any, error) {
		return tools(c).Icons.Collection(ctx, "a")
	})
	add("editor.Service.Patterns", crowd, func(ctx context.Context, c *cms.Client) (any, error) {
		return tools(c).Patterns(ctx)
	})
	add("editor.Service.PatternCategories", crowd, func(ctx context.Context, c *cms.Client) (any, error) {
		return tools(c).PatternCategories(ctx)
	})
	add("editor.Service.SearchBlocks", crowd, func(ctx context.Context, c *cms.Client) (any, error) {
		return tools(c).SearchBlocks(ctx, "a", nil)
	})
	add("editor.Service.SearchPatterns", crowd, func(ctx context.Context, c *cms.Client) (any, error) {
		return tools(c).SearchPatterns(ctx, nil)
	})
	add("editor.Service.Render", list, func(ctx context.Context, c *cms.Client) (any, error) {
		return tools(c).Render(ctx, "a/a", nil)
	})
	add("editor.Service.ViewConfig", list, func(ctx context.Context, c *cms.Client) (any, error) {
		return tools(c).ViewConfig(ctx, "a", "a")
	})
	designs(add, list, crowd)
	installs(add, list, crowd)
	look := func(c *cms.Client) *appearance.Service { return appearance.New(c) }
	add("appearance.Service.LookUpTemplate", list, func(ctx context.Context, c *cms.Client) (any, error) {
		return look(c).LookUpTemplate(ctx, "a", nil)
	})
	add("appearance.Revisions.List", crowd, func(ctx context.Context, c *cms.Client) (any, error) {
		return look(c).PartRevisions("a//a").List(ctx, nil)
	})
	add("appearance.Revisions.Get", list, func(ctx context.Context, c *cms.Client) (any, error) {
		return look(c).PartRevisions("a//a").Get(ctx, 1)
	})
	add("appearance.Revisions.Delete", list, func(ctx context.Context, c *cms.Client) (any, error) {
		return look(c).PartRevisions("a//a").Delete(ctx, 1)
	})
	add("appearance.Autosaves.List", crowd, func(ctx context.Context, c *cms.Client) (any, error) {
		return look(c).PartAutosaves("a//a").List(ctx, nil)
	})
	add("appearance.Autosaves.Get", list, func(ctx context.Context, c *cms.Client) (any, error) {
		return look(c).PartAutosaves("a//a").Get(ctx)
	})
	add("appearance.Autosaves.Create", list, func(ctx context.Context, c *cms.Client) (any, error) {
		return look(c).PartAutosaves("a//a").Create(ctx, nil)
	})
	add("health.Service.Run", list, func(ctx context.Context, c *cms.Client) (any, error) {
		return health.New(c).Run(ctx, health.Tests()[0])
	})
	add("describe.Of", append(inRoutes(`{"routes":`, "}"),
		bomb{name: "arguments of a route",
			body: repeated(`{"routes":{"/a":{"endpoints":[{"methods":["GET"],"args":{`, `"%x":{}`, `}}]}}}`), within: 900,
			beyond: 30_000},
	), func(ctx context.Context, c *cms.Client) (any, error) { return describe.Of(ctx, c.Read, "") })
	add("describe.OfRoute", []bomb{
		{name: "properties", body: repeated(`{"schema":{"properties":{`, `"%x":{}`, `}}}`), within: 900, beyond: 30_000},
		{name: "methods", body: repeated(`{"endpoints":[{"methods":[`, `"%x"`, `]}]}`), within: 9_000,
			beyond: 30_000, read: true},
	}, func(ctx context.Context, c *cms.Client) (any, error) {
		return describe.OfRoute(ctx, c.Read, "wp/v2/posts")
	})
	add("health.Service.DirectorySizes", list, func(ctx context.Context, c *cms.Client) (any, error) {
		return health.New(c).DirectorySizes(ctx)
	})
	add("menus.Menus.Arrange", []bomb{
		{name: "elements", body: repeated("[", `{"id":1}`, "]"), beyond: 1_001},
	}, func(ctx context.Context, c *cms.Client) (any, error) {
		return menus.New(c).Arrange(ctx, 1, nil)
	})
	add("menus.Menus.EnsureItems", []bomb{
		{name: "elements", body: repeated("[", `{"id":1,"menus":1}`, "]"), beyond: 1_001},
	}, func(ctx context.Context, c *cms.Client) (any, error) {
		wanted := []menus.WantedItem{{Params: &cms.MenuItemParams{Title: new("a"), URL: new("/")}}}
		for _, done := range menus.New(c).EnsureItems(ctx, 1, wanted, nil) {
			return done, done.Err
		}
		return nil, nil
	})
	add("menus.Menus.ByName", crowd, func(ctx context.Context, c *cms.Client) (any, error) {
		return menus.New(c).ByName(ctx, "a")
	})
	add("menus.Menus.Ensure", crowd, func(ctx context.Context, c *cms.Client) (any, error) {
		return menus.New(c).Ensure(ctx, "a", nil)
	})
	add("menus.Menus.MakeFallback", members(`{"id":1,`), func(ctx context.Context, c *cms.Client) (any, error) {
		return menus.New(c).MakeFallback(ctx)
	})
	add("menus.Menus.Create", members(`{"id":1,`), func(ctx context.Context, c *cms.Client) (any, error) {
		return menus.New(c).Create(ctx, &menus.Params{Name: new("a")})
	})
	add("menus.Menus.Update", members(`{"id":1,`), func(ctx context.Context, c *cms.Client) (any, error) {
		return menus.New(c).Update(ctx, 1, &menus.Params{Description: new("a")})
	})
	add("menus.Menus.Delete", list, func(ctx context.Context, c *cms.Client) (any, error) {
		return menus.New(c).Delete(ctx, 1, menus.DeleteItems)
	})
	add("plugins.Plugins.List", crowd, func(ctx context.Context, c *cms.Client) (any, error) {
		return plugins.New(c).List(ctx, nil)
	})
	add("plugins.Plugins.Get", list, func(ctx context.Context, c *cms.Client) (any, error) {
		return plugins.New(c).Get(ctx, "a/a")
	})
	add("plugins.Plugins.Install", members(`{"plugin":"a/a","status":"inactive",`),
		func(ctx context.Context, c *cms.Client) (any, error) {
			return plugins.New(c).Install(ctx, "a")
		})
	add("plugins.Plugins.Activate", list, func(ctx context.Context, c *cms.Client) (any, error) {
		return plugins.New(c).Activate(ctx, "a/a")
	})
	add("plugins.Plugins.Deactivate", list, func(ctx context.Context, c *cms.Client) (any, error) {
		return plugins.New(c).Deactivate(ctx, "a/a")
	})
	add("plugins.Plugins.Delete", crowd, func(ctx context.Context, c *cms.Client) (any, error) {
		return plugins.New(c).Delete(ctx, "a/a")
	})
	add("plugins.Plugins.DeleteFolder", crowd, func(ctx context.Context, c *cms.Client) (any, error) {
		return nil, plugins.New(c).DeleteFolder(ctx, "a")
	})
	add("search.Search.Details", list, func(ctx context.Context, c *cms.Client) (any, error) {
		return search.New(c).Details(ctx, "https://docs.example.org/")
	})
	results := func(c *cms.Client) *search.Search { return search.New(c) }
	add("search.Search.List", crowd, func(ctx context.Context, c *cms.Client) (any, error) {
		return results(c).List(ctx, nil)
	})
	add("search.Search.Count", crowd, func(ctx context.Context, c *cms.Client) (any, error) {
		return results(c).Count(ctx, nil)
	})
	add("search.Search.All", crowd, func(ctx context.Context, c *cms.Client) (any, error) {
		return one(results(c).All(ctx, nil))
	})
	add("search.Search.Pages", crowd, func(ctx context.Context, c *cms.Client) (any, error) {
		return one(results(c).Pages(ctx, nil))
	})
	add("settings.Service.Edit", list, func(ctx context.Context, c *cms.Client) (any, error) {
		return settings.New(c).Edit(ctx, func(*settings.Settings) error { return nil })
	})
	add("terms.Terms.ByName", crowd, func(ctx context.Context, c *cms.Client) (any, error) {
		return terms.Categories(c).ByName(ctx, "a", 0)
	})
	add("terms.Terms.Ensure", crowd, func(ctx context.Context, c *cms.Client) (any, error) {
		return terms.Categories(c).Ensure(ctx, "a", nil)
	})
	add("terms.Terms.EnsureSlug", crowd, func(ctx context.Context, c *cms.Client) (any, error) {
		return terms.Categories(c).EnsureSlug(ctx, "a", nil)
	})
	add("terms.Terms.EnsureMany", crowd, func(ctx context.Context, c *cms.Client) (any, error) {
		for _, done := range terms.Categories(c).EnsureMany(ctx, []cms.Wanted[terms.Params]{{Slug: "a"}}, nil) {
			return done, done.Err
		}
		return nil, nil
	})
	add("terms.Terms.EnsurePath", crowd, func(ctx context.Context, c *cms.Client) (any, error) {
		return terms.Categories(c).EnsurePath(ctx, "a/b")
	})
	add("users.Users.Delete", list, func(ctx context.Context, c *cms.Client) (any, error) {
		return users.New(c).Delete(ctx, 5, users.ReassignTo(1))
	})
	add("users.Users.DeleteMe", list, func(ctx context.Context, c *cms.Client) (any, error) {
		return users.New(c).DeleteMe(ctx, users.ReassignTo(1))
	})
	add("users.Users.Me", members(`{"id":1,`), func(ctx context.Context, c *cms.Client) (any, error) {
		return users.New(c).Me(ctx)
	})
	add("users.Users.UpdateMe", members(`{"id":1,`), func(ctx context.Context, c *cms.Client) (any, error) {
		return users.New(c).UpdateMe(ctx, &users.Params{Name: new("a")})
	})
	add("users.Users.ByLogin", crowd, func(ctx context.Context, c *cms.Client) (any, error) {
		return users.New(c).ByLogin(ctx, "a")
	})
	add("users.Users.ByEmail", crowd, func(ctx context.Context, c *cms.Client) (any, error) {
		return users.New(c).ByEmail(ctx, "a@a")
	})
	add("users.Users.Ensure", crowd, func(ctx context.Context, c *cms.Client) (any, error) {
		return users.New(c).Ensure(ctx, "a", nil)
	})
	passwords := func(c *cms.Client) *users.PasswordCatalog { return users.New(c).Passwords(1) }
	add("users.PasswordCatalog.Create", members(`{"uuid":"a-b","password":"abcd",`),
		func(ctx context.Context, c *cms.Client) (any, error) {
			return passwords(c).Create(ctx, &users.PasswordParams{Name: new("a")})
		})
	add("users.PasswordCatalog.Introspect", list, func(ctx context.Context, c *cms.Client) (any, error) {
		return passwords(c).Introspect(ctx)
	})
	add("users.PasswordCatalog.RevokeAll", members(`{"deleted":true,"count":1,`),
		func(ctx context.Context, c *cms.Client) (any, error) {
			return passwords(c).RevokeAll(ctx)
		})
	return out
}
