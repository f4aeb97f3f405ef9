package ledger_test

import (
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
	"comments.Approve":       {"comments.Update"},
	"comments.DeleteRequest": {"comments.Delete"},
	"comments.Hold":          {"comments.Update"},
	"comments.Spam":          {"comments.Update"},
	"comments.Unspam":        {"comments.Get", "comments.Update"},
	"comments.Untrash":       {"comments.Get", "comments.Update"},
	"media.UploadURL":        {"media.UploadURL", "media.Update"},
	"menus.Create":           {"menu-locations.List", "menus.Create"},
	"plugins.Delete":         {"plugins.List", "plugins.Delete"},
	"plugins.DeleteFolder":   {"plugins.List", "plugins.DeleteFolder"},
	"plugins.Install":        {"plugins.Create"},
	"settings.Edit":          {"settings.Get", "settings.Update"},
}

// otherwise are those services that errors name otherwise than the field or function that leads to them.
var otherwise = strings.NewReplacer(
	"appearance.Themes.", "themes.",
	"menus.Locations.", "menu-locations.",
	"menus.Navigations.", "navigation.",
	"settings.Statuses.", "statuses.",
	"settings.Types.", "types.",
	"terms.Categories.", "categories.",
	"terms.PatternCategories.", "cms_pattern_category.",
	"terms.Tags.", "tags.",
	"terms.Taxonomies.", "taxonomies.",
	"users.Me.", "me.",
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

// TestACallFailsWithEachOfItsRequests refuses the requests of each call, one at a time:
// the call hands the refusal to its caller, whichever of its requests it met, and the
// error names the operation.
func TestACallFailsWithEachOfItsRequests(t *testing.T) {
	t.Parallel()
	for _, c := range calls() {
		for n := range c.want {
			s := newServices(t)
			s.cms.refused, s.fonts.refused = n+1, n+1
			err := c.do(t.Context(), s)
			var operation string
			if failed, ok := errors.AsType[*cms.Error](err); ok && failed.Status == http.StatusForbidden && failed.Code == "rest_forbidden" {
				operation = failed.Operation
			} else if failed, ok := errors.AsType[*fonts.Error](err); ok && failed.Status == http.StatusForbidden {
				operation = failed.Operation
			} else {
				t.Errorf("%s: request %d of %d is refused: %v", c.name, n+1, len(c.want), err)
				continue
			}
			names := theirs[plain(c.name)]
			if len(names) == 0 {
				names = []string{otherwise.Replace(plain(c.name))}
			}
			if !slices.Contains(names, operation) {
				t.Errorf("%s: the error names %s, not %s", c.name, operation, names)
			}
		}
	}
}
