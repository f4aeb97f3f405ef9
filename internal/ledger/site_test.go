package ledger_test

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/cms/appearance"
	"github.com/fontcms/fontcms-go/cms/health"
	"github.com/fontcms/fontcms-go/cms/plugins"
	"github.com/fontcms/fontcms-go/cms/search"
	"github.com/fontcms/fontcms-go/cms/settings"
)

func settingCalls() []call {
	const path = "/cms/v2/settings"
	values := map[string]*settings.Params{
		`{"title":"Type","description":"","url":"https://fonts.example","email":"ada@fonts.example",
		"timezone":"Europe/Berlin","date_format":"Y","time_format":"H",
		"start_of_week":0,"language":"de_DE","use_smilies":false,"default_category":1,"default_post_format":"aside",
		"posts_per_page":20,"show_on_front":"page",
		"page_on_front":5,"page_for_posts":6,"site_logo":0,"site_icon":0}`: {
			Title: new("Type"), Description: new(""), URL: new("https://fonts.example"), Email: new("ada@fonts.example"),
			Timezone: new("Europe/Berlin"), DateFormat: new("Y"),
			TimeFormat: new("H"), StartOfWeek: new(0), Language: new("de_DE"), UseSmilies: new(false),
			DefaultCategory: new(int64(1)), DefaultPostFormat: new(cms.FormatAside),
			PostsPerPage: new(20), ShowOnFront: new("page"), PageOnFront: new(int64(5)), PageForPosts: new(int64(6)),
			SiteLogo: new(int64(0)), SiteIcon: new(int64(0)),
		},
	}
	for _, v := range openStatuses {
		values[fmt.Sprintf(`{"default_ping_status":%q,"default_comment_status":%q}`, v,
			v)] = &settings.Params{DefaultPingStatus: &v, DefaultCommentStatus: &v}
	}
	out := []call{
		{"settings.Get", func(ctx context.Context, s *services) error {
			s.cms.answer = func(request) string { return `{"title":"Type"}` }
			_, err := settings.New(s.site).Get(ctx)
			return err
		}, []want{{"GET", path, "", ""}}},
		{"settings.Edit", func(ctx context.Context, s *services) error {
			s.cms.answer = func(request) string { return `{"title":"Type","posts_per_page":20}` }
			_, err := settings.New(s.site).Edit(ctx, func(all *settings.Settings) error {
				all.Title = "Letters"
				return nil
			})
			return err
		}, []want{{"GET", path, "_embed=random", ""}, {"POST", path, "", `{"title":"Letters"}`}}},
	}
	for _, method := range updateMethods {
		for body, params := range values {
			out = append(out, call{"settings.Update by " + method, func(ctx context.Context, s *services) error {
				_, err := settings.New(s.site).Update(ctx, params, cms.UpdateMethod(method))
				return err
			}, []want{{method, path, "", body}}})
		}
	}
	return out
}

func typeCalls() []call {
	types, statuses := map[string]*settings.TypeListOptions{"": nil}, map[string]*settings.StatusListOptions{"": nil}
	for _, c := range contexts {
		types["context="+string(c)], statuses["context="+string(c)] = &settings.TypeListOptions{Context: c},
			&settings.StatusListOptions{Context: c}
	}
	return slices.Concat(
		cataloguing("settings.Types", "/cms/v2/types", "post", `{"slug":"post"}`,
			func(s *services) *cms.Catalog[settings.Type, cms.ReadOnly, settings.TypeListOptions] {
				return settings.New(s.site).Types
			}, types),
		cataloguing("settings.Statuses", "/cms/v2/statuses", "publish", `{"slug":"publish"}`,
			func(s *services) *cms.Catalog[settings.Status, cms.ReadOnly, settings.StatusListOptions] {
				return settings.New(s.site).Statuses
			}, statuses),
	)
}

func themeCalls() []call {
	const path = "/cms/v2/themes"
	list := func(options *appearance.ThemeListOptions, query string) call {
		return call{"appearance.Themes.List", func(ctx context.Context, s *services) error {
			_, err := appearance.New(s.site).Themes.List(ctx, options)
			return err
		}, []want{{"GET", path, query, ""}}}
	}
	return []call{
		list(nil, ""),
		list(&appearance.ThemeListOptions{Status: []appearance.ThemeStatus{appearance.ThemeActive, appearance.ThemeInactive}},
			"status[]=active&status[]=inactive"),
		{"appearance.Themes.Get", func(ctx context.Context, s *services) error {
			s.cms.answer = func(request) string { return `{"stylesheet":"twentytwentyfive"}` }
			_, err := appearance.New(s.site).Themes.Get(ctx, "twentytwentyfive")
			return err
		}, []want{{"GET", path + "/twentytwentyfive", "", ""}}},
	}
}

func searchCalls() []call {
	const path = "/cms/v2/search"
	list := func(options *search.ListOptions, query string) call {
		return call{"search.List", func(ctx context.Context, s *services) error {
			_, err := search.New(s.site).List(ctx, options)
			return err
		}, []want{{"GET", path, query, ""}}}
	}
	out := []call{
		list(nil, ""),
		list(&search.ListOptions{
			Context: cms.ContextView, Page: 2, PerPage: 100, Search: "serif", Type: search.Posts, Include: []int64{5, 6},
			Exclude: []int64{3, 4},
			Subtype: []string{"post", "page", "category", "post_tag", search.AnySubtype},
		}, "context=view&page=2&per_page=100&search=serif&type=post&include[]=5&include[]=6&exclude[]=3&exclude[]=4"+
			"&subtype[]=post&subtype[]=page&subtype[]=category&subtype[]=post_tag&subtype[]=any"),
		{"search.All", func(ctx context.Context, s *services) error { return drain(search.New(s.site).All(ctx, nil)) },
			[]want{{"GET", path, "page=1&per_page=100", ""}}},
		{"search.Count", func(ctx context.Context, s *services) error {
			_, err := search.New(s.site).Count(ctx, nil)
			return err
		}, []want{{"GET", path, "per_page=1&_fields=id", ""}}},
		{"search.Details", func(ctx context.Context, s *services) error {
			_, err := search.New(s.site).Details(ctx, "https://fonts.example/?a=1&b=2")
			return err
		}, []want{{"GET", "/cms-block-editor/v1/url-details", "url=https%3A%2F%2Ffonts.example%2F%3Fa%3D1%26b%3D2", ""}}},
	}
	for _, kind := range []search.Kind{search.Terms, search.PostFormats} {
		out = append(out, list(&search.ListOptions{Context: cms.ContextEmbed, Type: kind},
			"context=embed&type="+string(kind)))
	}
	return out
}

func siteCalls() []call {
	out := slices.Concat(settingCalls(), typeCalls(), themeCalls(), searchCalls(), pluginManagingCalls())
	for _, test := range health.Tests() {
		out = append(out, call{"health.Run", func(ctx context.Context, s *services) error {
			s.cms.answer = func(request) string { return `{"test":"` + string(test) + `"}` }
			_, err := health.New(s.site).Run(ctx, test)
			return err
		}, []want{{"GET", "/cms-site-health/v1/tests/" + string(test), "", ""}}})
	}
	return append(out, call{"health.DirectorySizes", func(ctx context.Context, s *services) error {
		_, err := health.New(s.site).DirectorySizes(ctx)
		return err
	}, []want{{"GET", "/cms-site-health/v1/directory-sizes", "", ""}}})
}

// pluginManagingCalls is the calls on the plugins of a site, one of which is
// installed.
func pluginManagingCalls() (out []call) {
	const path, name = "/cms/v2/plugins", "akismet/akismet"
	record := func(status plugins.Status) string {
		return `{"plugin":"` + name + `","status":"` + string(status) + `"}`
	}
	add := func(verb string, status plugins.Status, want []want,
		do func(ctx context.Context, all *plugins.Plugins) error) {
		out = append(out, call{"plugins." + verb, func(ctx context.Context, s *services) error {
			s.cms.answer = func(r request) string {
				switch {
				case r.method == "GET" && r.path == path:
					return `[` + record(status) + `]`
				case r.method == "DELETE":
					return `{"deleted":true,"previous":` + record(status) + `}`
				}
				return record(status)
			}
			return do(ctx, plugins.New(s.site))
		}, want})
	}
	list := func(options *plugins.ListOptions, query string) {
		add("List", plugins.Inactive, []want{{"GET", path, query, ""}},
			func(ctx context.Context, all *plugins.Plugins) error {
				_, err := all.List(ctx, options)
				return err
			})
	}
	list(nil, "")
	list(&plugins.ListOptions{Search: "mail", Status: []plugins.Status{plugins.Active, plugins.Inactive}},
		"search=mail&status[]=active&status[]=inactive")
	for _, c := range contexts {
		list(&plugins.ListOptions{Context: c}, "context="+string(c))
		add("Get", plugins.Inactive, []want{{"GET", path + "/" + name, "context=" + string(c), ""}},
			func(ctx context.Context, all *plugins.Plugins) error {
				_, err := all.Get(ctx, name, cms.InContext(c))
				return err
			})
	}
	add("Install", plugins.Inactive, []want{{"POST", path, "", `{"slug":"akismet"}`}},
		func(ctx context.Context, all *plugins.Plugins) error {
			_, err := all.Install(ctx, "akismet")
			return err
		})
	add("Delete", plugins.Inactive, []want{{"GET", path, "", ""}, {"DELETE", path + "/" + name, "", ""}},
		func(ctx context.Context, all *plugins.Plugins) error {
			_, err := all.Delete(ctx, name)
			return err
		})
	add("DeleteFolder", plugins.Inactive, []want{
		{"GET", path, "", ""}, {"GET", path + "/" + name, "_fields=plugin%2Cstatus", ""},
		{"DELETE", path + "/" + name, "", ""},
	}, func(ctx context.Context, all *plugins.Plugins) error {
		folder, _, _ := strings.Cut(name, "/")
		return all.DeleteFolder(ctx, folder)
	})
	for _, method := range updateMethods {
		add("Activate by "+method, plugins.Active, []want{{method, path + "/" + name, "", `{"status":"active"}`}},
			func(ctx context.Context, all *plugins.Plugins) error {
				_, err := all.Activate(ctx, name, cms.UpdateMethod(method))
				return err
			})
		add("Deactivate by "+method, plugins.Inactive, []want{{method, path + "/" + name, "", `{"status":"inactive"}`}},
			func(ctx context.Context, all *plugins.Plugins) error {
				_, err := all.Deactivate(ctx, name, cms.UpdateMethod(method))
				return err
			})
	}
	return out
}
