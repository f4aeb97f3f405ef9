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
	"batch.Do":                   {"batch"},
	"comments.Approve":           {"Update"},
	"comments.DeleteRequest":     {"Delete"},
	"comments.Hold":              {"Update"},
	"comments.Spam":              {"Update"},
	"comments.Unspam":            {"Get", "Update"},
	"comments.Untrash":           {"Get", "Update"},
	"media.UploadURL":            {"Update", "UploadURL"},
	"menus.Create in a location": {"List", "Create"},
	"plugins.Delete":             {"List", "Delete"},
	"plugins.DeleteFolder":       {"List", "DeleteFolder"},
	"plugins.Install":            {"Create"},
	"settings.Edit":              {"Get", "Update"},
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
			name, _, _ := strings.Cut(c.name, " with ")
			own, _, _ := strings.Cut(last(c.name), " ")
			verbs := slices.Concat(theirs[c.name], theirs[name])
			if len(verbs) == 0 {
				verbs = []string{own}
			}
			if !slices.Contains(verbs, last(operation)) {
				t.Errorf("%s: the error names %s", c.name, operation)
			}
		}
	}
}

// last is what follows the last dot of a name.
func last(name string) string { return name[strings.LastIndexByte(name, '.')+1:] }
