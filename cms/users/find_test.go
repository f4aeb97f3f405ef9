package users_test

import (
	"errors"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"testing"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/cms/cmstest"
	"github.com/fontcms/fontcms-go/cms/users"
	"github.com/fontcms/fontcms-go/internal/replay"
	"github.com/fontcms/fontcms-go/internal/replay/sitetest"
)

func TestFindSearchesForThePartOfALoginNameThatEverySiteFinds(t *testing.T) {
	t.Parallel()
	for login, search := range map[string]string{
		"ada":          "ada",
		"ada@home":     "home",
		"ada@x":        "ada",
		"long name @x": "long name",
		"@":            "",
	} {
		tap, site := sitetest.NewTap(t, ok(`[{"id":5,"username":"`+login+`","email":"other@example.org"}]`))
		switch user, err := users.New(site).ByLogin(t.Context(), strings.ToUpper(login)); {
		case err != nil:
			t.Errorf("%s: Users.ByLogin(strings.ToUpper(login)): error %v, want nil", login, err)
		case user.ID != 5:
			t.Errorf("%s: Users.ByLogin(strings.ToUpper(login)): ID %d, want 5", login, user.ID)
		}
		address, err := url.Parse(strings.TrimPrefix(tap.Asked()[0], "GET "))
		switch {
		case err != nil:
			t.Errorf("%s: url.Parse: error %v, want nil", login, err)
		case !strings.EqualFold(address.Query().Get("search"), search):
			t.Errorf("ByLogin(%q): search %q, want %q", login, address.Query().Get("search"), search)
		}
	}
}

func TestFindComparesLoginNamesWithoutRegardToCaseOnly(t *testing.T) {
	t.Parallel()
	for _, row := range []struct {
		stored, asked string
		same          bool
	}{
		{"kate", "KATE", true},
		{"жанна", "ЖАННА", true},
		{"kate", "\u212aate", false}, // the Kelvin sign
		{"sam", "\u017fam", false},   // the long s
		{"\u212aate", "\u212aATE", true},
	} {
		_, site := sitetest.NewTap(t, replay.Reply{
			Status: http.StatusOK, Body: `[{"id":5,"username":"` + row.stored + `"}]`,
			Header: map[string]string{"X-CMS-Total": "1", "X-CMS-TotalPages": "1"},
		})
		_, err := users.New(site).ByLogin(t.Context(), row.asked)
		switch {
		case row.same && err != nil:
			t.Errorf("login %q, searched as %q: error %v, want nil", row.stored, row.asked, err)
		case !row.same && !errors.Is(err, cms.ErrNotFound):
			t.Errorf("login %q, searched as %q: error %v, want ErrNotFound", row.stored, row.asked, err)
		}
	}
}

func TestFindGoesWithCheckedArgumentsWhereASiteHasNoSearchColumns(t *testing.T) {
	t.Parallel()
	const old = `{"endpoints":[{"methods":["GET"],"args":{"context":{"type":"string"},"search":{"type":"string"},` +
		`"orderby":{"type":"string"}}}]}`
	tap, site := sitetest.NewTap(t, replay.Answer(http.StatusOK, old),
		ok(`[{"id":5,"username":"ada","email":"ada@example.org"}]`))
	checked, err := site.With(cms.WithCheckedArguments())
	if err != nil {
		t.Fatal(err)
	}
	switch user, err := users.New(checked).ByLogin(t.Context(), "ada"); {
	case err != nil:
		t.Errorf("Users.ByLogin: error %v, want nil", err)
	case user.ID != 5:
		t.Errorf("Users.ByLogin: ID %d, want 5", user.ID)
	}
	switch asked := tap.Asked(); {
	case len(asked) != 2:
		t.Errorf("requests sent: %d, want 2", len(asked))
	case strings.Contains(asked[1], "search_columns"):
		t.Errorf("Tap.Asked: asked[1] %q, want no %q in it", asked[1], "search_columns")
	}
}

func TestByEmailComparesAddresses(t *testing.T) {
	t.Parallel()
	const ada, other = `{"id":1,"username":"ada","email":"Ada@example.org"}`, `{"id":6,"username":"eve",` +
		`"email":"not.ada@example.org"}`
	again := strings.Replace(ada, "1", "7", 1)
	for name, row := range map[string]struct {
		list  string
		asked string
		want  error
	}{
		"in another case": {"[" + other + "," + ada + "]", " ada@EXAMPLE.org ", nil},
		"part of another": {"[" + other + "]", "ada@example.org", cms.ErrNotFound},
		"twice":           {"[" + ada + "," + again + "]", "ada@example.org", cms.ErrAmbiguous},
		"no address":      {"[]", "ada", cms.ErrInvalidArgument},
		"pattern":         {"[]", "*@example.org", cms.ErrInvalidArgument},
	} {
		tap, site := sitetest.NewTap(t, replay.Reply{
			Status: http.StatusOK, Body: row.list, Header: map[string]string{"X-CMS-Total": "2", "X-CMS-TotalPages": "1"},
		})
		user, err := users.New(site).ByEmail(t.Context(), row.asked)
		if row.want != nil {
			if !errors.Is(err, row.want) || user != nil {
				t.Errorf("%s: Users.ByEmail(row.asked): error %v, user %+v, want %v and nil", name, err, user, row.want)
			}
			several, ok := errors.AsType[*cms.AmbiguousError](err)
			switch ambiguous := errors.Is(row.want, cms.ErrAmbiguous); {
			case ok != ambiguous:
				t.Errorf("%s: Users.ByEmail(row.asked): error %v, want an AmbiguousError: %t", name, err, ambiguous)
			case ambiguous && !slices.Equal(several.IDs, []int64{1, 7}):
				t.Errorf("%s: Users.ByEmail(row.asked): IDs %d, want 1 and 7", name, several.IDs)
			}
			continue
		}
		switch {
		case err != nil:
			t.Errorf("%s: Users.ByEmail(row.asked): error %v, want nil", name, err)
		case user.ID != 1:
			t.Errorf("%s: Users.ByEmail(row.asked): ID %d, want 1", name, user.ID)
		}
		address, err := url.Parse(strings.TrimPrefix(tap.Asked()[0], "GET "))
		switch query := address.Query(); {
		case err != nil:
			t.Errorf("%s: url.Parse: error %v, want nil", name, err)
		case query.Get("context") != "edit":
			t.Errorf("%s: url.Parse: %q, want %q", name, query.Get("context"), "edit")
		case query.Get("search_columns[]") != "email":
			t.Errorf("%s: url.Parse: %q, want %q", name, query.Get("search_columns[]"), "email")
		}
	}
}

func TestSearchThatIsRefusedNamesItsArgument(t *testing.T) {
	t.Parallel()
	tap, site := sitetest.NewTap(t)
	for _, login := range []string{"", " ", "a*"} {
		_, err := users.New(site).ByLogin(t.Context(), login)
		tap.Refused(err, "username")
	}
	for _, email := range []string{"", "ada", "*@example.org"} {
		_, err := users.New(site).ByEmail(t.Context(), email)
		tap.Refused(err, "email")
	}
}

func TestRefusedSearchByEmailNamesItself(t *testing.T) {
	t.Parallel()
	server := cmstest.NewServer(cmstest.WithTest(t), cmstest.WithSample())
	site, err := cms.New(server.URL, cms.WithApplicationPassword("subscriber", server.AppPassword("subscriber")))
	if err != nil {
		t.Fatal(err)
	}
	_, err = users.New(site).ByEmail(t.Context(), "ada@example.org")
	e, ok := errors.AsType[*cms.Error](err)
	if !ok {
		t.Fatalf("ByEmail of a subscriber: error %v, want a *cms.Error", err)
	}
	if e.Operation != "users.ByEmail" {
		t.Errorf("ByEmail of a subscriber: operation %q, want %q", e.Operation, "users.ByEmail")
	}
}
