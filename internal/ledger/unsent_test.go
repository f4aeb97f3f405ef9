package ledger_test

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"slices"
	"testing"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/cms/comments"
	"github.com/fontcms/fontcms-go/cms/health"
	"github.com/fontcms/fontcms-go/cms/menus"
	"github.com/fontcms/fontcms-go/cms/plugins"
	"github.com/fontcms/fontcms-go/cms/search"
	"github.com/fontcms/fontcms-go/cms/settings"
	"github.com/fontcms/fontcms-go/cms/terms"
	"github.com/fontcms/fontcms-go/cms/users"
)

// unsent are the arguments and operations of the tables that no method sends, with the
// reason.
var unsent = map[string]string{
	"POST /cms/v2/plugins status":             "Install leaves a plugin inactive: its code runs when Activate says so",
	"POST /cms/v2/plugins/{plugin} context":   "a write is answered with the whole record",
	"PUT /cms/v2/plugins/{plugin} context":    "a write is answered with the whole record",
	"PATCH /cms/v2/plugins/{plugin} context":  "a write is answered with the whole record",
	"DELETE /cms/v2/plugins/{plugin} context": "a write is answered with the whole record",

	"GET /cms/v2/users/{user_id}/application-passwords/introspect context": "edit gives what view gives, embed hides " +
		"when the password was used",

	"PUT /cms-abilities/v1/abilities/{name}/run":   "a site responds with 405 to it",
	"PATCH /cms-abilities/v1/abilities/{name}/run": "a site responds with 405 to it",

	"GET /cms/v2/icon-collections page":                                      "the list has no pages",
	"GET /cms/v2/icon-collections per_page":                                  "the list has no pages",
	"GET /cms/v2/icon-collections search":                                    "a site ignores it",
	"GET /cms/v2/icons page":                                                 "the list has no pages",
	"GET /cms/v2/icons per_page":                                             "the list has no pages",
	"GET /cms/v2/icons/{collection} page":                                    "the list has no pages",
	"GET /cms/v2/icons/{collection} per_page":                                "the list has no pages",
	"GET /cms/v2/font-families search_semantics":                             "the lists of fonts have no argument search",
	"GET /cms/v2/font-families/{font_family_id}/font-faces search_semantics": "the lists of fonts have no argument search",

	"POST /cms/v2/templates status":                     "a site publishes every template, whatever is sent",
	"POST /cms/v2/templates type":                       "it is the type of the route",
	"POST /cms/v2/templates/{id} status":                "a site publishes every template, whatever is sent",
	"POST /cms/v2/templates/{id} type":                  "it is the type of the route",
	"PUT /cms/v2/templates/{id} status":                 "a site publishes every template, whatever is sent",
	"PUT /cms/v2/templates/{id} type":                   "it is the type of the route",
	"PATCH /cms/v2/templates/{id} status":               "a site publishes every template, whatever is sent",
	"PATCH /cms/v2/templates/{id} type":                 "it is the type of the route",
	"POST /cms/v2/templates/{id}/autosaves status":      "a site publishes every template, whatever is sent",
	"POST /cms/v2/templates/{id}/autosaves type":        "it is the type of the route",
	"GET /cms/v2/templates/{id}/autosaves parent":       "it is the id of the route",
	"POST /cms/v2/templates/{id}/autosaves parent":      "it is the id of the route",
	"POST /cms/v2/template-parts status":                "a site publishes every template, whatever is sent",
	"POST /cms/v2/template-parts type":                  "it is the type of the route",
	"POST /cms/v2/template-parts/{id} status":           "a site publishes every template, whatever is sent",
	"POST /cms/v2/template-parts/{id} type":             "it is the type of the route",
	"PUT /cms/v2/template-parts/{id} status":            "a site publishes every template, whatever is sent",
	"PUT /cms/v2/template-parts/{id} type":              "it is the type of the route",
	"PATCH /cms/v2/template-parts/{id} status":          "a site publishes every template, whatever is sent",
	"PATCH /cms/v2/template-parts/{id} type":            "it is the type of the route",
	"POST /cms/v2/template-parts/{id}/autosaves status": "a site publishes every template, whatever is sent",
	"POST /cms/v2/template-parts/{id}/autosaves type":   "it is the type of the route",
	"GET /cms/v2/template-parts/{id}/autosaves parent":  "it is the id of the route",
	"POST /cms/v2/template-parts/{id}/autosaves parent": "it is the id of the route",
	"GET /cms/v2/templates area":                        "it is for template parts",
	"GET /cms/v2/template-parts post_type":              "it is for templates",
	"GET /cms/v2/template-parts/lookup":                 "a site responds with a template, never with a part",

	"GET /cms/v2/navigation/{id}/autosaves parent":  "it is the id of the route",
	"POST /cms/v2/navigation/{id}/autosaves parent": "it is the id of the route",
}

// unlisted are the arguments, with their routes, that methods send though the tables
// lack them, with the reason.
var unlisted = map[string]string{
	"/cms/v2/comments type": "a site takes it and does not describe it: notes are made with it",
	"/cms/v2/users/{user_id}/application-passwords/{uuid} force": "a catalog sends it with each delete, and the site " +
		"ignores it here",

	"/cms/v2/font-families/{font_family_id}/font-faces file-0": "a file, which font_face_settings names",
	"/cms/v2/font-families/{font_family_id}/font-faces file-1": "a file, which font_face_settings names",

	"/cms/v2/media file":                                "the file itself, as a part of the form",
	"/cms/v2/media/{id}/sideload file":                  "the file itself, as a part of the form",
	"/block-visibility/v1/settings visibility_controls": "a member of the document, of which the table names none",
	"/block-visibility/v1/settings disabled_blocks":     "a member of the document, of which the table names none",
	"/block-visibility/v1/settings plugin_settings":     "a member of the document, of which the table names none",
}

// TestUnsentArgumentsAreInTheTable finds rows of unsent that mean nothing.
func TestUnsentArgumentsAreInTheTable(t *testing.T) {
	t.Parallel()
	left := map[string]bool{}
	for row := range unsent {
		left[row] = true
	}
	for _, o := range slices.Concat(table(t), coreTable(t)) {
		delete(left, o.name())
		for _, a := range o.Args {
			delete(left, o.name()+" "+a.Name)
		}
	}
	for row := range left {
		t.Errorf("Row %s names no argument or operation of the table, want it removed", row)
	}
	if _, ok := cms.InContext(cms.ContextEdit).(cms.CallOption); ok {
		t.Error("InContext is a CallOption, want the rows of plugins updated for it")
	}
}

// TestDestructiveRequestsAreNotSent goes over what the REST API takes and the SDK refuses:
// nothing is sent, or nothing but what was read to find out.
func TestDestructiveRequestsAreNotSent(t *testing.T) {
	t.Parallel()
	for name, row := range map[string]struct {
		want error
		do   func(ctx context.Context, s *services) error
	}{
		"a user's delete without an heir": {cms.ErrInvalidArgument, func(ctx context.Context, s *services) error {
			_, err := users.New(s.site).Delete(ctx, 7, users.Reassign{})
			return err
		}},
		"a user's delete with the heir 0": {cms.ErrInvalidArgument, func(ctx context.Context, s *services) error {
			_, err := users.New(s.site).Delete(ctx, 7, users.ReassignTo(0))
			return err
		}},
		"a user's delete past the guard": {cms.ErrInvalidArgument, func(ctx context.Context, s *services) error {
			own := cms.NewCollection[users.User, users.Params, users.ListOptions](s.site, "cms/v2/users")
			_, err := own.Delete(ctx, 7)
			return err
		}},
		"a user who inherits from himself": {cms.ErrInvalidArgument, func(ctx context.Context, s *services) error {
			_, err := users.New(s.site).Delete(ctx, 7, users.ReassignTo(7))
			return err
		}},
		"one's own account": {users.ErrSelf, func(ctx context.Context, s *services) error {
			s.cms.answer = oneself
			_, err := users.New(s.site).Delete(ctx, 1, users.ReassignTo(2))
			return err
		}},
		"one's own account without an heir": {cms.ErrInvalidArgument, func(ctx context.Context, s *services) error {
			_, err := users.New(s.site).DeleteMe(ctx, users.Reassign{})
			return err
		}},
		"no roles": {cms.ErrInvalidArgument, func(ctx context.Context, s *services) error {
			_, err := users.New(s.site).UpdateMe(ctx, &users.Params{Roles: []string{}})
			return err
		}},
		"a walk in the order that loses users": {cms.ErrUnstableOrder, func(ctx context.Context, s *services) error {
			return drain(users.New(s.site).All(ctx, &users.ListOptions{OrderBy: users.ByRegisteredDate}))
		}},
		"pages in the order that loses users": {cms.ErrUnstableOrder, func(ctx context.Context, s *services) error {
			return drain(users.New(s.site).Pages(ctx, &users.ListOptions{OrderBy: users.ByRegisteredDate}))
		}},
		"an application password without a name": {cms.ErrInvalidArgument, func(ctx context.Context, s *services) error {
			_, err := users.New(s.site).Passwords(5).Create(ctx, &users.PasswordParams{Name: new(" ")})
			return err
		}},
		"the empty app_id as it is read": {cms.ErrInvalidArgument, func(ctx context.Context, s *services) error {
			_, err := users.New(s.site).MyPasswords.Create(ctx, &users.PasswordParams{Name: new("ci"), AppID: new("")})
			return err
		}},
		"the empty name of a term": {cms.ErrInvalidArgument, func(ctx context.Context, s *services) error {
			_, err := terms.Tags(s.site).Create(ctx, &terms.Params{Name: new("")})
			return err
		}},
		"a menu's update without its description": {menus.ErrDescriptionDue, func(ctx context.Context, s *services) error {
			_, err := menus.New(s.site).Update(ctx, 7, &menus.Params{Name: new("Main")})
			return err
		}},
		"a menu's update of nothing": {menus.ErrDescriptionDue, func(ctx context.Context, s *services) error {
			_, err := menus.New(s.site).Update(ctx, 7, nil)
			return err
		}},
		"a menu's delete that does not name its items": {menus.ErrItems, func(ctx context.Context, s *services) error {
			_, err := menus.New(s.site).Delete(ctx, 7, "")
			return err
		}},
		"a location of another menu": {menus.ErrLocationTaken, func(ctx context.Context, s *services) error {
			s.cms.answer = func(request) string { return `{"primary":{"name":"primary","menu":3}}` }
			_, err := menus.New(s.site).Update(ctx, 7, &menus.Params{Description: new(""), Locations: []string{"primary"}})
			return err
		}},
		"a comment's status that deletes where the trash is off": {cms.ErrInvalidArgument,
			func(ctx context.Context, s *services) error {
				_, err := comments.New(s.site).Update(ctx, 7, &comments.Params{Status: new(comments.StatusTrash)})
				return err
			}},
		"a comment's status that the site ignores": {cms.ErrInvalidArgument, func(ctx context.Context, s *services) error {
			_, err := comments.New(s.site).Update(ctx, 7, &comments.Params{Status: new(comments.Status("reject"))})
			return err
		}},
		"a comment of nobody": {cms.ErrInvalidArgument, func(ctx context.Context, s *services) error {
			_, err := comments.New(s.site).Create(ctx, &comments.Params{Author: new(int64(0))})
			return err
		}},
		"a setting that is null": {cms.ErrInvalidArgument, func(ctx context.Context, s *services) error {
			_, err := settings.New(s.site).Update(ctx, &settings.Params{Extra: cms.Extra{"acme": json.RawMessage(`null`)}})
			return err
		}},
		"a site without an address": {cms.ErrInvalidArgument, func(ctx context.Context, s *services) error {
			_, err := settings.New(s.site).Update(ctx, &settings.Params{URL: new("")})
			return err
		}},
		"an exact walk of a search": {cms.ErrExactUnsupported, func(ctx context.Context, s *services) error {
			return drain(search.New(s.site).All(ctx, nil, cms.Exact()))
		}},
		"the address of no page": {cms.ErrInvalidArgument, func(ctx context.Context, s *services) error {
			_, err := search.New(s.site).Details(ctx, "file:///etc/hosts")
			return err
		}},
		"a plugin that shares its folder": {plugins.ErrSharedFolder, func(ctx context.Context, s *services) error {
			s.cms.answer = func(request) string {
				return `[{"plugin":"a/one","status":"inactive"},{"plugin":"a/two","status":"active"}]`
			}
			_, err := plugins.New(s.site).Delete(ctx, "a/one")
			return err
		}},
		"a folder with an active plugin": {plugins.ErrActive, func(ctx context.Context, s *services) error {
			s.cms.answer = func(request) string {
				return `[{"plugin":"a/one","status":"inactive"},{"plugin":"a/two","status":"active"}]`
			}
			return plugins.New(s.site).DeleteFolder(ctx, "a")
		}},
		"a test of health that there is not": {cms.ErrInvalidArgument, func(ctx context.Context, s *services) error {
			_, err := health.New(s.site).Run(ctx, "../../users")
			return err
		}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := newServices(t)
			err := row.do(t.Context(), s)
			if !errors.Is(err, row.want) || !errors.Is(err, cms.ErrInvalidArgument) {
				t.Errorf("error %v, want %v", err, row.want)
			}
			for _, r := range s.sent() {
				if r.method != http.MethodGet {
					t.Errorf("Call sent %s %s, want only GET", r.method, r.path)
				}
			}
		})
	}
}
