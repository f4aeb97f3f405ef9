package ledger_test

import (
	"context"
	"errors"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/fonts"
)

// theirs are the operations that errors name of calls that are made of others.
var theirs = map[string][]string{
	"batch.Do":               {"batch"},
	"comments.DeleteRequest": {"comments.Delete"},
	"media.UploadURL":        {"media.UploadURL", "media.Update"},
	"menus.Create":           {"menu-locations.List", "menus.Create"},
	"plugins.Delete":         {"plugins.List", "plugins.Delete"},
	"plugins.DeleteFolder":   {"plugins.List", "plugins.Get", "plugins.DeleteFolder"},
	"plugins.Install":        {"plugins.Create"},
	"settings.Edit":          {"settings.Get", "settings.Update"},
	"widgets.Create":         {"sidebars.Get", "widgets.Get", "widgets.Create"},
	"widgets.Sidebars.Edit":  {"sidebars.Get", "widgets.Get", "sidebars.Edit"},
	"widgets.Update":         {"sidebars.Get", "widgets.Update"},
}

// otherwise are those services that errors name otherwise than the field or function that leads to them.
var otherwise = strings.NewReplacer(
	"abilities.Categories.", "categories.",
	"appearance.Export", "Download",
	"appearance.LookUpTemplate", "templates.LookUp",
	"appearance.PartAutosaves.", "autosaves.",
	"appearance.PartRevisions.", "revisions.",
	"appearance.Parts.", "template-parts.",
	"appearance.TemplateAutosaves.", "autosaves.",
	"appearance.TemplateRevisions.", "revisions.",
	"appearance.Templates.", "templates.",
	"appearance.Themes.", "themes.",
	"editor.BlockTypes.In", "core.List",
	"editor.BlockTypes.", "block-types.",
	"editor.Icons.Collections", "icon-collections.List",
	"editor.Icons.Collection", "icon-collections.Get",
	"editor.Icons.In", "core.List",
	"editor.Icons.", "icons.",
	"editor.PatternCategories", "categories.List",
	"editor.Patterns", "patterns.List",
	"editor.SearchBlocks", "search.List",
	"editor.SearchPatterns", "patterns.List",
	"global-styles.Revisions.", "revisions.",
	"menus.Locations.", "menu-locations.",
	"menus.Navigations.", "navigation.",
	"settings.Statuses.", "statuses.",
	"settings.Types.", "types.",
	"terms.Categories.", "categories.",
	"terms.PatternCategories.", "cms_pattern_category.",
	"terms.Tags.", "tags.",
	"terms.Taxonomies.", "taxonomies.",
	"users.Me.", "me.",
	"widgets.Sidebars.", "sidebars.",
	"widgets.Types.", "widget-types.",
)

// plain is the name of a call without what is special about the call: "Blocks.Update" of
// "Blocks null dates.Update by PUT".
func plain(call string) string {
	parts := strings.Split(call, ".")
	for i := range parts {
		parts[i], _, _ = strings.Cut(parts[i], " ")
	}
	return strings.Join(parts, ".")
}

// failures are ways in which a request fails, and what the errors of the two services then are.
var failures = []struct {
	name  string
	fails func(ctx context.Context, end context.CancelFunc) (status int, body string, err error)
	is    func(error) bool
}{
	{"refused", func(context.Context, context.CancelFunc) (int, string, error) {
		return http.StatusForbidden, `{"code":"rest_forbidden","message":"No.","data":{"status":403}}`, nil
	}, func(err error) bool {
		if failed, ok := errors.AsType[*cms.Error](err); ok {
			return failed.Status == http.StatusForbidden && failed.Code == "rest_forbidden"
		}
		failed, ok := errors.AsType[*fonts.Error](err)
		return ok && failed.Status == http.StatusForbidden
	}},
	{"answered by half a document", func(context.Context, context.CancelFunc) (int, string, error) {
		return http.StatusOK, `{"id":`, nil
	}, func(error) bool { return true }},
	{"ended by the caller", func(ctx context.Context, end context.CancelFunc) (int, string, error) {
		end()
		return 0, "", ctx.Err()
	}, func(err error) bool { return errors.Is(err, context.Canceled) }},
}

// TestCallFailsWithEachOfItsRequests lets the requests of each call fail, one at a time and
// in several ways: the call hands the failure to its caller, whichever of its requests it
// met, and the error names the operation.
func TestCallFailsWithEachOfItsRequests(t *testing.T) {
	t.Parallel()
	for _, failure := range failures {
		tried := map[string]bool{}
		for _, c := range calls() {
			if tried[c.name] {
				continue // the same verb with other arguments
			}
			tried[c.name] = true
			for n := range c.want {
				s := newServices(t)
				ctx, end := context.WithCancel(t.Context())
				defer end()
				for _, r := range []*recorder{s.cms, s.fonts} {
					r.failing, r.fails = n+1, func(req *http.Request) (int, string, error) { return failure.fails(req.Context(), end) }
				}
				err := c.do(ctx, s)
				var operation string
				if failed, ok := errors.AsType[*cms.Error](err); ok {
					operation = failed.Operation
				} else if failed, ok := errors.AsType[*fonts.Error](err); ok {
					operation = failed.Operation
				}
				if !failure.is(err) {
					t.Errorf("Call %s with request %d of %d %s: error %v, want that of the failure", c.name, n+1, len(c.want),
						failure.name, err)
					continue
				}
				if err == nil && plain(c.name) == "snippets.Activate" && n == 0 {
					continue // what it had said is read back
				}
				if err == nil && plain(c.name) == "appearance.Export" {
					continue // any bytes may be a file
				}
				names := theirs[plain(c.name)]
				if len(names) == 0 {
					names = []string{otherwise.Replace(plain(c.name))}
				}
				if !slices.Contains(names, operation) {
					t.Errorf("Call %s with request %d of %d %s: error of %q, want one of %s: %v", c.name, n+1, len(c.want),
						failure.name, operation, names, err)
				}
			}
		}
	}
}
