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

const ada = `{"id":5,"username":"ada","name":"Ada &amp; Co","first_name":"","last_name":"",` +
	`"email":"ada@docs.example.org","url":"https://x.test/?a=1&amp;b=2","description":"","link":"l","locale":"",` +
	`"nickname":"ada","slug":"ada",
	"roles":{"1":"editor"},"registered_date":"2026-08-28T17:00:00+00:00","capabilities":{"edit_posts":true,"level_0":1}` +
	`,"extra_capabilities":[],"meta":{"unset":null}}`

func TestUserIsReadAsSitesWriteOne(t *testing.T) {
	t.Parallel()
	tap, site := sitetest.NewTap(t, ok(ada), ok(ada))
	user, err := users.New(site).Get(t.Context(), 5, cms.InContext(cms.ContextEdit))
	switch {
	case err != nil:
		t.Fatalf("Users.Get: error %v, want nil", err)
	case len(user.Roles) != 1:
		t.Fatalf("Users.Get: %d roles, want 1", len(user.Roles))
	case user.Roles[0] != "editor":
		t.Fatalf("Users.Get: user.Roles[0] %q, want %q", user.Roles[0], "editor")
	case !user.Can("edit_posts"):
		t.Fatalf("user of Get: Can(%q) false, want true", "edit_posts")
	case !user.Can("level_0"):
		t.Fatalf("user of Get: Can(%q) false, want true", "level_0")
	case user.Can("manage_options"):
		t.Fatalf("user of Get: Can(%q) true, want false", "manage_options")
	case user.AvatarURLs != nil:
		t.Fatalf("Users.Get: AvatarURLs %v, want nil", user.AvatarURLs)
	case user.Extra != nil:
		t.Fatalf("Users.Get: Extra %v, want nil", user.Extra)
	}
	switch when, err := user.RegisteredDate.Time(); {
	case err != nil:
		t.Errorf("%v: RegisteredDate.Time: error %v, want nil", when.Unix(), err)
	case when.Unix() != 1787936400:
		t.Errorf("RegisteredDate.Time: %d, want 1787936400", when.Unix())
	}
	params, err := user.Params()
	if err != nil {
		t.Fatal(err)
	}
	if _, err := users.New(site).Update(t.Context(), 5, params); err != nil {
		t.Fatal(err)
	}
	const want = `POST /cms-json/cms/v2/users/5 {"username":"ada","name":"Ada &amp; Co","first_name":"","last_name":"",` +
		`"email":"ada@docs.example.org","url":"https://x.test/?a=1&amp;b=2","description":"","nickname":"ada",` +
		`"slug":"ada","roles":["editor"]}`
	if got := tap.Asked()[1]; got != want {
		t.Errorf("second request %q, want %q", got, want)
	}
	user.Locale, user.Roles, user.Email = "de_DE", nil, "" // the language is perhaps that of the site
	switch params, err := user.Params(); {
	case err != nil:
		t.Errorf("User.Params: error %v, want nil", err)
	case params.Locale != nil:
		t.Errorf("User.Params: Locale %+v, want nil", params.Locale)
	case params.Roles != nil:
		t.Errorf("User.Params: Roles %q, want nil", params.Roles)
	case params.Email != nil:
		t.Errorf("User.Params: Email %+v, want nil", params.Email)
	}
	for _, part := range []*users.User{{}, {ID: 5, Username: "ada", Email: "e", RegisteredDate: "d",
		Reading: cms.Reading{Partial: true}}, {ID: 5, Name: "as in view"},
		{Email: "e", RegisteredDate: "d"}, {Username: "ada", Email: "e"}} {
		if _, err := part.Params(); !errors.Is(err, cms.ErrIncomplete) {
			t.Errorf("User.Params: error %v, want ErrIncomplete", err)
		}
	}
}

func TestParamsOfAUserLeaveOutAValueOfAnotherType(t *testing.T) {
	t.Parallel()
	const old = `"description":""`
	_, site := sitetest.NewTap(t, ok(strings.Replace(ada, old, `"description":{"raw":"x"}`, 1)))
	user, err := users.New(site).Get(t.Context(), 5, cms.InContext(cms.ContextEdit))
	if err != nil {
		t.Fatal(err)
	}
	params, err := user.Params()
	if err != nil {
		t.Fatal(err)
	}
	if params.Description != nil {
		t.Errorf("Params of a user whose description is an object: Description %q, want nil", *params.Description)
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
			switch {
			case err != nil:
				t.Errorf("Users.Update: error %v, want nil", err)
			case own != nil:
				t.Errorf("Users.UpdateMe: own error %v, want nil", own)
			case tap.Asked()[0] != "POST /cms-json/cms/v2/users/5 "+c.body:
				t.Errorf("first request %q, want %q", tap.Asked()[0],
					"POST /cms-json/cms/v2/users/5 "+c.body)
			case tap.Asked()[1] != "POST /cms-json/cms/v2/users/me "+c.body:
				t.Errorf("second request %q, want %q", tap.Asked()[1],
					"POST /cms-json/cms/v2/users/me "+c.body)
			}
		})
	}
	tap, site := sitetest.NewTap(t)
	_, err := users.New(site).Update(t.Context(), 5, &users.Params{Extra: cms.Extra{"id": []byte("1")}})
	tap.Refused(err, "id")
	_, err = users.New(site).Update(t.Context(), 5,
		&users.Params{Roles: []string{"editor"}, Extra: cms.Extra{"roles": []byte("[]")}})
	tap.Refused(err, "roles")
}

func TestDuplicateUserIsNeitherRetriedNorUnknown(t *testing.T) {
	t.Parallel()
	for _, code := range []cms.ErrorCode{users.CodeExistingLogin, users.CodeExistingEmail, users.CodeLoginTooLong} {
		tap, site := sitetest.NewTap(t, failed(http.StatusInternalServerError, string(code)),
			failed(http.StatusInternalServerError, string(code)))
		_, err := users.New(site).Create(t.Context(), &users.Params{Username: new("ada")})
		_, updated := users.New(site).Update(t.Context(), 5, &users.Params{Email: new("a@b.test")})
		for _, err := range []error{err, updated} {
			switch {
			case !errors.Is(err, code):
				t.Errorf("error %v, want %v", err, code)
			case errors.Is(err, cms.ErrOutcomeUnknown):
				t.Errorf("error %v, want an error other than ErrOutcomeUnknown", err)
			case errors.Is(err, cms.ErrPartlyWritten):
				t.Errorf("error %v, want an error other than ErrPartlyWritten", err)
			}
		}
		if len(tap.Asked()) != 2 {
			t.Errorf("requests sent: %d, want 2", len(tap.Asked()))
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
		switch _, err := users.New(site).List(t.Context(), &c.options); {
		case err != nil:
			t.Errorf("%q: Users.List: error %v, want nil", tap.Asked(), err)
		case tap.Asked()[0] != "GET /cms-json/cms/v2/users?"+c.want:
			t.Errorf("first request %q, want %q", tap.Asked()[0], "GET /cms-json/cms/v2/users?"+c.want)
		}
	}
	// the site would give everybody
	for _, options := range []users.ListOptions{{Roles: []string{}}, {Capabilities: []string{}},
		{PublishedTypes: []string{}}, {Slug: []string{}}} {
		tap, site := sitetest.NewTap(t)
		switch page, err := users.New(site).List(t.Context(), &options); {
		case err != nil:
			t.Errorf("Users.List: error %v, want nil", err)
		case len(page.Items) != 0:
			t.Errorf("Users.List: Items %v, want an empty list", page.Items)
		case len(tap.Asked()) != 0:
			t.Errorf("Tap.Asked: %q, want an empty list", tap.Asked())
		}
	}
}

func TestEnsureReturnsTheUserWithTheLogin(t *testing.T) {
	t.Parallel()
	list := func(users string) replay.Reply {
		return replay.Reply{Status: http.StatusOK, Body: "[" + users + "]",
			Header: map[string]string{"X-CMS-Total": "1", "X-CMS-TotalPages": "1"}}
	}
	none := replay.Reply{Status: http.StatusOK, Body: "[]",
		Header: map[string]string{"X-CMS-Total": "0", "X-CMS-TotalPages": "0"}}
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
		{"made twice at once", "ada", []replay.Reply{none, replay.Answer(http.StatusCreated, ada),
			list(strings.Replace(ada, `"id":5`, `"id":3`, 1) + "," + ada)}, 0, cms.ErrConflict},
		{"not there, but a longer login", "ada", []replay.Reply{none, replay.Answer(http.StatusCreated, ada),
			list(strings.Replace(other, `"id":5`, `"id":3`, 1))}, 5, nil},
		{"made by another after us", "ada", []replay.Reply{none, replay.Answer(http.StatusCreated, ada),
			list(ada + "," + strings.Replace(ada, `"id":5`, `"id":6`, 1))}, 5, nil},
		{"made, and a list that may not be read", "ada", []replay.Reply{none, replay.Answer(http.StatusCreated, ada),
			failed(http.StatusForbidden, "rest_forbidden_context")}, 0, cms.ErrForbidden},
		{"made meanwhile, with its address", "ada", []replay.Reply{none,
			failed(http.StatusInternalServerError, "existing_user_email"), list(ada)}, 5, nil},
		{"made meanwhile", "ada", []replay.Reply{none, failed(http.StatusInternalServerError, "existing_user_login"),
			list(ada)}, 5, nil},
		{"taken by who is not listed", "ada", []replay.Reply{none,
			failed(http.StatusInternalServerError, "existing_user_login"), none}, 0, users.CodeExistingLogin},
		{"an e-mail address that is taken", "ada", []replay.Reply{none,
			failed(http.StatusInternalServerError, "existing_user_email"), none}, 0, users.CodeExistingEmail},
		{"a lost response", "ada", []replay.Reply{none, {Err: replay.ErrLost}, list(ada)}, 5, nil},
		{"a lost request", "ada", []replay.Reply{none, {Err: replay.ErrLost}, none}, 0, cms.ErrOutcomeUnknown},
		{"a lost response, and a list that may not be read", "ada", []replay.Reply{none, {Err: replay.ErrLost},
			failed(http.StatusForbidden, "rest_forbidden_context")}, 0, cms.ErrForbidden},
		{"made meanwhile, and a list that may not be read", "ada", []replay.Reply{none, failed(http.StatusInternalServerError,
			"existing_user_login"), failed(http.StatusForbidden, "rest_forbidden_context")}, 0, users.CodeExistingLogin},
		{"a list that may not be read", "ada", []replay.Reply{failed(http.StatusForbidden, "rest_forbidden_context")}, 0,
			cms.ErrForbidden},
		{"a wildcard", "a*", nil, 0, cms.ErrInvalidArgument},
		{"nobody", " ", nil, 0, cms.ErrInvalidArgument},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			tap, site := sitetest.NewTap(t, c.replies...)
			user, err := users.New(site).Ensure(t.Context(), c.login,
				&users.Params{Email: new("ada@docs.example.org"), Password: new("p")})
			switch {
			case !errors.Is(err, c.is):
				t.Errorf("Users.Ensure: error %v, want %v", err, c.is)
			case (c.is == nil) != (err == nil):
				t.Errorf("Users.Ensure: user %+v, error %v, want the error %v", user, err, c.is)
			case err == nil && user.ID != c.id:
				t.Errorf("Users.Ensure: ID %d, want %d", user.ID, c.id)
			case len(tap.Asked()) != len(c.replies):
				t.Errorf("%+v: requests sent: %d, want %d", user, len(tap.Asked()), len(c.replies))
			}
			for n, asked := range tap.Asked() { // no cache has an old response to a second search
				if excludes := strings.Contains(asked, "exclude"); strings.HasPrefix(asked, "GET ") && excludes != (n > 0) {
					t.Errorf("Users.Ensure: request %d is %s, want exclude in it: %t", n, asked, n > 0)
				}
			}
		})
	}
	asking, site := sitetest.NewTap(t, none)
	var seen cms.Response
	_, err := users.New(site).ByLogin(t.Context(), " ada ", cms.Embed("author"), cms.Capture(&seen))
	switch missing, ok := errors.AsType[*cms.Error](err); {
	case !ok:
		t.Errorf("Users.ByLogin: error %v, want a *cms.Error", err)
	case !errors.Is(err, cms.ErrNotFound):
		t.Errorf("Users.ByLogin: error %v, want ErrNotFound", err)
	case missing.Operation != "users.ByLogin" || missing.Method != http.MethodGet:
		t.Errorf("Users.ByLogin: missing.Operation %q, missing.Method %q, want %q and %q", missing.Operation, missing.Method,
			"users.ByLogin", http.MethodGet)
	case missing.Path != "cms/v2/users":
		t.Errorf("Users.ByLogin: missing.Path %q, want %q", missing.Path, "cms/v2/users")
	}
	if seen.Status != http.StatusOK {
		t.Errorf("cms.Capture: seen.Status %d, want StatusOK", seen.Status)
	}
	asking.Sent(
		"GET /cms-json/cms/v2/users?_embed=author&context=edit&orderby=id&page=1&per_page=100&search=ada&" +
			"search_columns%5B%5D=username")
	_, site = sitetest.NewTap(t, failed(http.StatusForbidden, "rest_forbidden_context"))
	switch found, err := users.New(site).ByLogin(t.Context(), "ada"); {
	case !errors.Is(err, cms.ErrForbidden):
		t.Errorf("Users.ByLogin: error %v, want ErrForbidden", err)
	case errors.Is(err, cms.ErrNotFound):
		t.Errorf("Users.ByLogin: error %v, want an error other than ErrNotFound", err)
	case found != nil:
		t.Errorf("Users.ByLogin: found %+v, want nil", found)
	}
	tap, site := sitetest.NewTap(t)
	_, err = users.New(site).Ensure(t.Context(), "ada", &users.Params{Username: new("eve")})
	tap.Refused(err, "username")
	_, err = users.New(site).Ensure(t.Context(), "ada", nil, cms.Fields("id"))
	tap.Refused(err, "fields")
}

func TestErrorOfAWriteHasNoBodyIfAPasswordWasSent(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		params   users.Params
		withheld bool
	}{
		{users.Params{Username: new("ada"), Password: new("correct horse")}, true},
		{users.Params{Username: new("ada")}, false},
	} {
		_, site := sitetest.NewTap(t, failed(http.StatusForbidden, "rest_cannot_create_user"))
		_, err := users.New(site).Create(t.Context(), &c.params)
		e, ok := errors.AsType[*cms.Error](err)
		switch {
		case !ok:
			t.Errorf("Users.Create that is refused: error %v, want a *cms.Error", err)
		case (e.Body == nil) != c.withheld:
			t.Errorf("Users.Create that is refused, with a password: %t: Body %q, want nil: %t", c.withheld, e.Body,
				c.withheld)
		}
	}
}

func TestParamsAreLoggedWithoutThePassword(t *testing.T) {
	t.Parallel()
	var log bytes.Buffer
	params := &users.Params{Username: new("ada"), Password: new("correct horse")}
	slog.New(slog.NewJSONHandler(&log, nil)).Info("made", "params", params)
	slog.New(slog.NewTextHandler(&log, nil)).Info("made", "params", *params)
	if got := fmt.Sprintf("%v %+v %#v", params, *params,
		*params) + fmt.Sprint(users.Params{}); got != strings.Repeat("users.Params(ada) ", 3)[:53]+"users.Params()" {
		t.Errorf("got %q, want %q", got, strings.Repeat("users.Params(ada) ", 3)[:53]+"users.Params()")
	}
	switch {
	case strings.Contains(log.String(), "horse"):
		t.Errorf("slog.NewTextHandler: %q, want no %q in it", log.String(), "horse")
	case !strings.Contains(log.String(), "ada"):
		t.Errorf("slog.NewTextHandler: %q, want %q in it", log.String(), "ada")
	}
}
