package ledger_test

import (
	"context"
	"encoding/json"
	"slices"
	"strings"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/cms/users"
)

func usersOf(s *services) *users.Users {
	return users.New(s.site)
}

var (
	userOrders = []users.OrderBy{users.ByName, users.ByID, users.BySlug, users.ByInclude, users.ByIncludeSlugs,
		users.ByEmail, users.ByURL, users.ByRegisteredDate}
	userColumns = []users.SearchColumn{users.SearchEmail, users.SearchName, users.SearchID, users.SearchUsername,
		users.SearchSlug}
	publishedType = []string{
		"post", "page", "attachment", "nav_menu_item", "wp_block", "wp_template", "wp_template_part", "wp_global_styles",
		"wp_navigation", "wp_font_family", "wp_font_face",
	}
)

func userParams() *users.Params {
	return &users.Params{
		Username: new("ada"), Name: new("Ada"), FirstName: new("Ada"), LastName: new("Lovelace"),
		Email: new("ada@fonts.example"), URL: new("https://fonts.example/"),
		Description: new(""), Locale: new("en_US"), Nickname: new("ada"), Slug: new("ada"),
		Roles: []string{"editor", "author"}, Password: new("secret"),
		Meta: &cms.MetaParams{Extra: cms.Extra{
			"persisted_preferences": json.RawMessage(`{"_modified":"2026-08-28T17:00:00Z"}`),
		}},
	}
}

const userBody = `{"username":"ada","name":"Ada","first_name":"Ada","last_name":"Lovelace","email":"ada@fonts.example",
"url":"https://fonts.example/",
	"description":"","locale":"en_US","nickname":"ada","slug":"ada","roles":["editor","author"],"password":"secret",
	"meta":{"persisted_preferences":{"_modified":"2026-08-28T17:00:00Z"}}}`

func userCalls() []call {
	const name, path = "users", "/cms/v2/users"
	out := slices.Concat(
		walking(name, path, usersOf),
		getting(name, path, usersOf, false),
		one(name, path, usersOf, userParams(), userBody),
		one(name, path, usersOf, &users.Params{Locale: new("")}, `{"locale":""}`),
		one(name, path, usersOf, &users.Params{Roles: []string{}, NoRoles: true}, `{"roles":[]}`),
		listing(name, path, usersOf, &users.ListOptions{
			Context: cms.ContextEdit, Page: 2, PerPage: 100, Search: "ada", SearchColumns: userColumns, Include: []int64{5, 6},
			Exclude: []int64{3, 4}, Offset: 7,
			Order: cms.Ascending, OrderBy: users.ByName, Slug: []string{"one", "two"}, Roles: []string{"editor", "author"},
			Capabilities: []string{"edit_posts"},
			Who:          "authors", PublishedTypes: publishedType,
		}, "context=edit&page=2&per_page=100&search=ada&search_columns[]=email&search_columns[]=name&search_columns[]=id&"+
			"search_columns[]=username&search_columns[]=slug"+
			"&include[]=5&include[]=6&exclude[]=3&exclude[]=4&offset=7&order=asc&orderby=name&slug[]=one&slug[]=two&"+
			"roles[]=editor&roles[]=author&capabilities[]=edit_posts"+
			"&who=authors&has_published_posts[]="+strings.Join(publishedType, "&has_published_posts[]=")),
		listing(name, path, usersOf, &users.ListOptions{HasPublishedPosts: true}, "has_published_posts=true"),
		[]call{
			{"users.Delete", func(ctx context.Context, s *services) error {
				s.cms.answer = oneself
				_, err := users.New(s.site).Delete(ctx, 7, users.ReassignTo(2))
				return err
			}, []want{{"GET", path + "/me", "_fields=id", ""}, {"DELETE", path + "/7", "force=true&reassign=2", ""}}},
			{"users.DeleteMe", func(ctx context.Context, s *services) error {
				_, err := users.New(s.site).DeleteMe(ctx, users.ReassignTo(2))
				return err
			}, []want{{"DELETE", path + "/me", "force=true&reassign=2", ""}}},
		},
	)
	for _, o := range userOrders {
		out = append(out, listing(name, path, usersOf, &users.ListOptions{OrderBy: o, Order: cms.Descending},
			"order=desc&orderby="+string(o))...)
	}
	for _, c := range contexts {
		out = append(out, listing(name, path, usersOf, &users.ListOptions{Context: c}, "context="+string(c))...)
		out = append(out, call{"users.Me.Get", func(ctx context.Context, s *services) error {
			s.cms.answer = oneself
			_, err := users.New(s.site).Me(ctx, cms.InContext(c))
			return err
		}, []want{{"GET", path + "/me", "context=" + string(c), ""}}})
	}
	for _, method := range updateMethods {
		for body, params := range map[string]*users.Params{userBody: userParams(), `{"locale":""}`: {Locale: new("")}} {
			out = append(out, call{"users.Me.Update by " + method, func(ctx context.Context, s *services) error {
				_, err := users.New(s.site).UpdateMe(ctx, params, cms.UpdateMethod(method))
				return err
			}, []want{{method, path + "/me", "", body}}})
		}
	}
	return out
}

// oneself answers who asks.
func oneself(r request) string {
	if strings.HasSuffix(r.path, "/me") {
		return `{"id":1}`
	}
	return ""
}

// passwordCalls is the calls on the application passwords of one user, and of the
// user who asks.
func passwordCalls() (out []call) {
	const uuid = "0f3a1c5e-7b1d-4c59-9a57-2f6b0b7f6f00"
	const path, answer = "/cms/v2/users/5/application-passwords", `{"uuid":"` + uuid + `","password":"abcd"}`
	params, body := &users.PasswordParams{Name: new("ci"), AppID: new(uuid)}, `{"name":"ci","app_id":"`+uuid+`"}`
	add := func(verb, answer string, w want, do func(ctx context.Context, all *users.PasswordCatalog) error) {
		out = append(out, call{"application-passwords." + verb, func(ctx context.Context, s *services) error {
			s.cms.answer = func(request) string { return answer }
			return do(ctx, users.New(s.site).Passwords(5))
		}, []want{w}})
	}
	add("Create", answer, want{"POST", path, "", body}, func(ctx context.Context, all *users.PasswordCatalog) error {
		_, err := all.Create(ctx, params)
		return err
	})
	for _, method := range updateMethods {
		add("Update by "+method, answer, want{method, path + "/" + uuid, "", body},
			func(ctx context.Context, all *users.PasswordCatalog) error {
				_, err := all.Update(ctx, uuid, params, cms.UpdateMethod(method))
				return err
			})
	}
	add("Delete", `{"deleted":true,"previous":`+answer+`}`, want{"DELETE", path + "/" + uuid, "force=true", ""},
		func(ctx context.Context, all *users.PasswordCatalog) error {
			_, err := all.Delete(ctx, uuid)
			return err
		})
	add("RevokeAll", `{"deleted":true,"count":2}`, want{"DELETE", path, "", ""},
		func(ctx context.Context, all *users.PasswordCatalog) error {
			_, err := all.RevokeAll(ctx)
			return err
		})
	add("Introspect", answer, want{"GET", path + "/introspect", "", ""},
		func(ctx context.Context, all *users.PasswordCatalog) error {
			_, err := all.Introspect(ctx)
			return err
		})
	options := map[string]*users.PasswordListOptions{"": nil}
	for _, c := range contexts {
		options["context="+string(c)] = &users.PasswordListOptions{Context: c}
	}
	ofFive := func(s *services) *users.PasswordCatalog { return users.New(s.site).Passwords(5) }
	own := func(s *services) *users.PasswordCatalog { return users.New(s.site).MyPasswords }
	return slices.Concat(out,
		cataloguing("application-passwords", path, uuid, answer, ofFive, options),
		cataloguing("application-passwords of the user who asks", "/cms/v2/users/me/application-passwords", uuid,
			answer, own, options),
	)
}
