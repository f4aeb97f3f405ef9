package users_test

import (
	"errors"
	"net/http"
	"net/url"
	"strings"
	"testing"

	"github.com/fontcms/fontcms-go/cms"
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
		if user, err := users.New(site).Find(t.Context(), strings.ToUpper(login)); err != nil || user.ID != 5 {
			t.Errorf("%s: %+v, %v", login, user, err)
		}
		address, err := url.Parse(strings.TrimPrefix(tap.Asked()[0], "GET "))
		if err != nil || !strings.EqualFold(address.Query().Get("search"), search) {
			t.Errorf("%s: %v, %v", login, address, err)
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
			Status: http.StatusOK, Body: `[{"id":5,"username":"` + row.stored + `"}]`, Header: map[string]string{"X-CMS-Total": "1", "X-CMS-TotalPages": "1"},
		})
		_, err := users.New(site).Find(t.Context(), row.asked)
		if row.same && err != nil || !row.same && !errors.Is(err, cms.ErrNotFound) {
			t.Errorf("%q, asked for %q: %v", row.stored, row.asked, err)
		}
	}
}

func TestFindGoesWithCheckedArgumentsWhereASiteHasNoSearchColumns(t *testing.T) {
	t.Parallel()
	const old = `{"endpoints":[{"methods":["GET"],"args":{"context":{"type":"string"},"search":{"type":"string"},"orderby":{"type":"string"}}}]}`
	tap, site := sitetest.NewTap(t, replay.Answer(http.StatusOK, old), ok(`[{"id":5,"username":"ada","email":"ada@example.org"}]`))
	checked, err := site.With(cms.WithCheckedArguments())
	if err != nil {
		t.Fatal(err)
	}
	if user, err := users.New(checked).Find(t.Context(), "ada"); err != nil || user.ID != 5 {
		t.Errorf("%+v, %v", user, err)
	}
	if asked := tap.Asked(); len(asked) != 2 || strings.Contains(asked[1], "search_columns") {
		t.Errorf("%q", asked)
	}
}
