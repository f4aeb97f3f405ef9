package users_test

import (
	"bytes"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"strings"
	"testing"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/cms/users"
	"github.com/fontcms/fontcms-go/internal/replay"
	"github.com/fontcms/fontcms-go/internal/replay/sitetest"
)

const ada = `{"id":5,"username":"ada","name":"Ada &amp; Co","first_name":"","last_name":"","email":"ada@docs.example.org","url":"https://x.test/?a=1&amp;b=2","description":"","link":"l","locale":"","nickname":"ada","slug":"ada",
	"roles":{"1":"editor"},"registered_date":"2026-08-28T17:00:00+00:00","capabilities":{"edit_posts":true,"level_0":1},"extra_capabilities":[],"meta":{"unset":null}}`

func TestAUserIsReadAsSitesWriteOne(t *testing.T) {
	t.Parallel()
	tap, site := sitetest.NewTap(t, ok(ada), ok(ada))
	user, err := users.New(site).Get(t.Context(), 5, cms.InContext(cms.ContextEdit))
	if err != nil || len(user.Roles) != 1 || user.Roles[0] != "editor" || !user.Can("edit_posts") || !user.Can("level_0") || user.Can("manage_options") || user.AvatarURLs != nil || user.Extra != nil {
		t.Fatalf("%+v, %v", user, err)
	}
	if when, err := user.RegisteredDate.Time(); err != nil || when.Unix() != 1787936400 {
		t.Errorf("%v, %v", when.Unix(), err)
	}
	params, err := user.Params()
	if err != nil {
		t.Fatal(err)
	}
	if _, err := users.New(site).Update(t.Context(), 5, params); err != nil {
		t.Fatal(err)
	}
	const want = `POST /cms-json/cms/v2/users/5 {"username":"ada","name":"Ada &amp; Co","first_name":"","last_name":"","email":"ada@docs.example.org","url":"https://x.test/?a=1&amp;b=2","description":"","nickname":"ada","slug":"ada","roles":["editor"]}`
	if got := tap.Asked()[1]; got != want {
		t.Errorf("%s", got)
	}
	user.Locale, user.Roles, user.Email = "de_DE", nil, "" // the language is perhaps that of the site
	if params, err := user.Params(); err != nil || params.Locale != nil || params.Roles != nil || params.Email != nil {
		t.Errorf("%+v, %v", params, err)
	}
	for _, part := range []*users.User{{}, {ID: 5, Username: "ada", Email: "e", RegisteredDate: "d", Reading: cms.Reading{Partial: true}}, {ID: 5, Name: "as in view"},
		{Email: "e", RegisteredDate: "d"}, {Username: "ada", Email: "e"}} {
		if _, err := part.Params(); !errors.Is(err, cms.ErrIncomplete) {
			t.Errorf("%v", err)
		}
	}
}

func TestRolesAreNotTakenByAccident(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name   string
		params users.Params
		body   string // "" for refused
	}{
		{"left alone", users.Params{Name: new("a")}, `{"name":"a"}`},
		{"empty", users.Params{Roles: []string{}}, ""},
		{"empty, on purpose", users.Params{Roles: []string{}, NoRoles: true}, `{"roles":[]}`},
		{"one", users.Params{Roles: []string{"editor"}}, `{"roles":["editor"]}`},
		{"one and none", users.Params{Roles: []string{"editor"}, NoRoles: true}, ""},
		{"none without the list", users.Params{NoRoles: true}, ""},
		{"an empty role", users.Params{Roles: []string{""}}, ""},
		{"two in one", users.Params{Roles: []string{"editor,administrator"}}, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			replies := []replay.Reply{ok(ada), ok(ada)}
			if c.body == "" {
				replies = nil
			}
			tap, site := sitetest.NewTap(t, replies...)
			_, err := users.New(site).Update(t.Context(), 5, &c.params)
			_, own := users.New(site).UpdateMe(t.Context(), &c.params)
			if c.body == "" {
				tap.Refused(err, "roles")
				tap.Refused(own, "roles")
				return
			}
			if err != nil || own != nil || tap.Asked()[0] != "POST /cms-json/cms/v2/users/5 "+c.body || tap.Asked()[1] != "POST /cms-json/cms/v2/users/me "+c.body {
				t.Errorf("%v, %v, %q", err, own, tap.Asked())
			}
		})
	}
	tap, site := sitetest.NewTap(t)
	_, err := users.New(site).Update(t.Context(), 5, &users.Params{Extra: cms.Extra{"id": []byte("1")}})
	tap.Refused(err, "id")
	_, err = users.New(site).Update(t.Context(), 5, &users.Params{Roles: []string{"editor"}, Extra: cms.Extra{"roles": []byte("[]")}})
	tap.Refused(err, "roles")
}

func TestADuplicateUserIsNeitherRetriedNorUnknown(t *testing.T) {
	t.Parallel()
	for _, code := range []cms.ErrorCode{users.CodeExistingLogin, users.CodeExistingEmail, users.CodeLoginTooLong} {
		tap, site := sitetest.NewTap(t, failed(http.StatusInternalServerError, string(code)), failed(http.StatusInternalServerError, string(code)))
		_, err := users.New(site).Create(t.Context(), &users.Params{Username: new("ada")})
		_, updated := users.New(site).Update(t.Context(), 5, &users.Params{Email: new("a@b.test")})
		for _, err := range []error{err, updated} {
			if !errors.Is(err, code) || errors.Is(err, cms.ErrOutcomeUnknown) || errors.Is(err, cms.ErrPartlyWritten) {
				t.Errorf("%v", err)
			}
		}
		if len(tap.Asked()) != 2 {
			t.Errorf("%q", tap.Asked())
		}
	}
}

func TestFiltersOfUsersAreSentAsTheSiteTakesThem(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		options users.ListOptions
		want    string
	}{
		{users.ListOptions{Roles: []string{"editor", "author"}}, "roles%5B%5D=editor&roles%5B%5D=author"},
		{users.ListOptions{HasPublishedPosts: true}, "has_published_posts=true"},
		{users.ListOptions{PublishedTypes: []string{"post"}}, "has_published_posts%5B%5D=post"},
		{users.ListOptions{SearchColumns: []users.SearchColumn{users.SearchEmail}}, "search_columns%5B%5D=email"},
		{users.ListOptions{Who: "authors"}, "who=authors"},
	} {
		tap, site := sitetest.NewTap(t, ok(`[]`))
		if _, err := users.New(site).List(t.Context(), &c.options); err != nil || tap.Asked()[0] != "GET /cms-json/cms/v2/users?"+c.want {
			t.Errorf("%q, %v", tap.Asked(), err)
		}
	}
	for _, options := range []users.ListOptions{{Roles: []string{}}, {Capabilities: []string{}}, {PublishedTypes: []string{}}, {Slug: []string{}}} { // the site would give everybody
		tap, site := sitetest.NewTap(t)
		if page, err := users.New(site).List(t.Context(), &options); err != nil || len(page.Items) != 0 || len(tap.Asked()) != 0 {
			t.Errorf("%+v, %v, %q", page, err, tap.Asked())
		}
	}
}

func TestEnsureReturnsTheUserWithTheLogin(t *testing.T) {
	t.Parallel()
	list := func(users string) replay.Reply {
		return replay.Reply{Status: http.StatusOK, Body: "[" + users + "]", Header: map[string]string{"X-CMS-Total": "1", "X-CMS-TotalPages": "1"}}
	}
	none := replay.Reply{Status: http.StatusOK, Body: "[]", Header: map[string]string{"X-CMS-Total": "0", "X-CMS-TotalPages": "0"}}
	other := strings.Replace(ada, `"username":"ada"`, `"username":"ada2"`, 1)
	for _, c := range []struct {
		name    string
		login   string
		replies []replay.Reply
		id      int64
		is      error
	}{
		{"there", "ADA", []replay.Reply{list(other + "," + strings.Replace(ada, `"id":5`, `"id":6`, 1))}, 6, nil},
		{"not there", "ada", []replay.Reply{list(other), replay.Answer(http.StatusCreated, ada), list(ada)}, 5, nil},
		{"not there, and then not listed", "ada", []replay.Reply{none, replay.Answer(http.StatusCreated, ada), none}, 5, nil},
		{"made twice at once", "ada", []replay.Reply{none, replay.Answer(http.StatusCreated, ada), list(strings.Replace(ada, `"id":5`, `"id":3`, 1) + "," + ada)}, 0, cms.ErrConflict},
		{"made by another after us", "ada", []replay.Reply{none, replay.Answer(http.StatusCreated, ada), list(ada + "," + strings.Replace(ada, `"id":5`, `"id":6`, 1))}, 5, nil},
		{"made, and a list that may not be read", "ada", []replay.Reply{none, replay.Answer(http.StatusCreated, ada), failed(http.StatusForbidden, "rest_forbidden_context")}, 0, cms.ErrForbidden},
		{"made meanwhile, with its address", "ada", []replay.Reply{none, failed(http.StatusInternalServerError, "existing_user_email"), list(ada)}, 5, nil},
		{"made meanwhile", "ada", []replay.Reply{none, failed(http.StatusInternalServerError, "existing_user_login"), list(ada)}, 5, nil},
		{"taken by who is not listed", "ada", []replay.Reply{none, failed(http.StatusInternalServerError, "existing_user_login"), none}, 0, users.CodeExistingLogin},
		{"an e-mail address that is taken", "ada", []replay.Reply{none, failed(http.StatusInternalServerError, "existing_user_email"), none}, 0, users.CodeExistingEmail},
		{"a lost response", "ada", []replay.Reply{none, {Err: replay.ErrLost}, list(ada)}, 5, nil},
		{"a lost request", "ada", []replay.Reply{none, {Err: replay.ErrLost}, none}, 0, cms.ErrOutcomeUnknown},
		{"a lost response, and a list that may not be read", "ada", []replay.Reply{none, {Err: replay.ErrLost}, failed(http.StatusForbidden, "rest_forbidden_context")}, 0, cms.ErrForbidden},
		{"made meanwhile, and a list that may not be read", "ada", []replay.Reply{none, failed(http.StatusInternalServerError, "existing_user_login"), failed(http.StatusForbidden, "rest_forbidden_context")}, 0, users.CodeExistingLogin},
		{"a list that may not be read", "ada", []replay.Reply{failed(http.StatusForbidden, "rest_forbidden_context")}, 0, cms.ErrForbidden},
		{"a wildcard", "a*", nil, 0, cms.ErrInvalidArgument},
		{"nobody", " ", nil, 0, cms.ErrInvalidArgument},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			tap, site := sitetest.NewTap(t, c.replies...)
			user, err := users.New(site).Ensure(t.Context(), c.login, &users.Params{Email: new("ada@docs.example.org"), Password: new("p")})
			if !errors.Is(err, c.is) || (c.is == nil) != (err == nil) || err == nil && user.ID != c.id || len(tap.Asked()) != len(c.replies) {
				t.Errorf("%+v, %v\n%s", user, err, strings.Join(tap.Asked(), "\n"))
			}
		})
	}
	asking, site := sitetest.NewTap(t, none)
	var seen cms.Response
	_, err := users.New(site).ByLogin(t.Context(), " ada ", cms.Embed("author"), cms.Capture(&seen))
	if missing, ok := errors.AsType[*cms.Error](err); !ok || !errors.Is(err, cms.ErrNotFound) || missing.Operation != "users.ByLogin" || missing.Method != http.MethodGet || missing.Path != "cms/v2/users" {
		t.Errorf("%+v", err)
	}
	if seen.Status != http.StatusOK {
		t.Errorf("%+v", seen)
	}
	asking.Sent("GET /cms-json/cms/v2/users?_embed=author&context=edit&orderby=id&page=1&per_page=100&search=ada&search_columns%5B%5D=username")
	_, site = sitetest.NewTap(t, failed(http.StatusForbidden, "rest_forbidden_context"))
	if found, err := users.New(site).ByLogin(t.Context(), "ada"); !errors.Is(err, cms.ErrForbidden) || errors.Is(err, cms.ErrNotFound) || found != nil {
		t.Errorf("%+v, %v", found, err)
	}
	tap, site := sitetest.NewTap(t)
	_, err = users.New(site).Ensure(t.Context(), "ada", &users.Params{Username: new("eve")})
	tap.Refused(err, "username")
	_, err = users.New(site).Ensure(t.Context(), "ada", nil, cms.Fields("id"))
	tap.Refused(err, "fields")
}

func TestParamsAreLoggedWithoutThePassword(t *testing.T) {
	t.Parallel()
	var log bytes.Buffer
	params := &users.Params{Username: new("ada"), Password: new("correct horse")}
	slog.New(slog.NewJSONHandler(&log, nil)).Info("made", "params", params)
	slog.New(slog.NewTextHandler(&log, nil)).Info("made", "params", *params)
	if got := fmt.Sprintf("%v %+v %#v", params, *params, *params) + fmt.Sprint(users.Params{}); got != strings.Repeat("users.Params(ada) ", 3)[:53]+"users.Params()" {
		t.Error(got)
	}
	if strings.Contains(log.String(), "horse") || !strings.Contains(log.String(), "ada") {
		t.Error(log.String())
	}
}
