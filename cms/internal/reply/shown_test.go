package reply

import (
	"testing"

	"github.com/fontcms/fontcms-go/cms/internal/facts"
)

func TestReadsTellsUsersAndWidgetsByTheFieldsOfTheirRoutes(t *testing.T) {
	t.Parallel()
	const user, widget = `{"id":1,"slug":"ada","link":"https://a.test"}`, `{"id":"text-1","id_base":"text","rendered":"x"}`
	for name, c := range map[string]struct {
		route, record string
		reads         bool
	}{
		"a user as it is shown":      {"cms/v2/users/1", user, true},
		"a user in upper case":       {"cms/v2/USERS/1", user, true},
		"a user in the context edit": {"cms/v2/users/1", `{"id":1,"slug":"ada","link":"","email":"a@a.test"}`, false},
		"a type named like users":    {"cms/v2/userstories/1", user, false},
		"a widget as it is shown":    {"cms/v2/widgets/text-1", widget, true},
		"a widget in the context edit": {
			"cms/v2/widgets/text-1", `{"id":"text-1","id_base":"text","rendered":"x","instance":null}`, false,
		},
		"a type named like widgets": {"cms/v2/widgets-of-ours/1", widget, false},
	} {
		about, _ := facts.Of(c.route)
		if got := Reads([]byte(c.record), about.Contexts); got != c.reads {
			t.Errorf("Reads of %s: %t, want %t", name, got, c.reads)
		}
	}
}
