package users_test

import (
	"context"
	"errors"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/cms/cmstest"
	"github.com/fontcms/fontcms-go/cms/users"
	"github.com/fontcms/fontcms-go/internal/replay"
	"github.com/fontcms/fontcms-go/internal/replay/sitetest"
)

// there is a list of one user.
func there(user string) replay.Reply {
	return replay.Reply{Status: http.StatusOK, Body: "[" + user + "]",
		Header: map[string]string{"X-CMS-Total": "1", "X-CMS-TotalPages": "1"}}
}

func TestEnsureNamesTheFieldsOfAUserThatDiffer(t *testing.T) {
	t.Parallel()
	const stored = `{"id":5,"username":"ada","name":"Ada &amp; Co","first_name":"A","last_name":"O'N",` +
		`"email":"Ada@docs.example.org","url":"http://x.test/?a=1&amp;b=2%20c","description":"l1\n\nl2 &amp; x",` +
		`"locale":"en_US","nickname":"ada","slug":"ada",
		"roles":["editor","author"],"registered_date":"2026-08-28T17:00:00+00:00","capabilities":{},` +
		`"meta":{"colour":"red","unset":null},"shown":1}`
	for name, c := range map[string]struct {
		params *users.Params
		fields []string
	}{
		"no params": {nil, nil},
		"the same": {&users.Params{
			Username: new("ADA"), Name: new("Ada & <b>Co</b>"), FirstName: new(" A "), LastName: new("O'N"),
			Email: new("ada@docs.example.org"), URL: new("HTTP://x.test/?a=1&b=2 c"),
			Description: new("l1\n\nl2 & <p>x</p>"), Locale: new(""), Nickname: new("ada"), Slug: new("ADA"),
			Roles: []string{"author", "editor"}, Password: new("another"),
			Meta:  &cms.MetaParams{Extra: cms.Extra{"colour": []byte(`"red"`), "unset": []byte("null")}},
			Extra: cms.Extra{"shown": []byte("1.0"), "notify": []byte("true")},
		}, nil},
		"what the site chooses": {&users.Params{Name: new(""), Nickname: new(""), Slug: new(""), Locale: new("")}, nil},
		"a role too few":        {&users.Params{Roles: []string{"editor"}}, []string{"roles"}},
		"no roles":              {&users.Params{Roles: []string{}, NoRoles: true}, []string{"roles"}},
		"an address":            {&users.Params{Email: new("eve@docs.example.org")}, []string{"email"}},
		"a name":                {&users.Params{Name: new("ada & co")}, []string{"name"}},
		"everything": {&users.Params{
			Name: new("b"), FirstName: new(""), LastName: new("b"), Email: new("b@x.test"),
			URL: new("https://x.test/?a=1&b=2 c"), Description: new("b"), Locale: new("de_DE"), Nickname: new("b"),
			Slug:  new("b"),
			Roles: []string{"author", "author"}, Meta: &cms.MetaParams{Footnotes: new("f"),
				Extra: cms.Extra{"size": []byte("1"), "colour": []byte("2")}}, Extra: cms.Extra{"shown": []byte("2")},
		}, []string{"name", "first_name", "last_name", "email", "url", "description", "locale", "nickname", "slug", "roles",
			"meta.footnotes", "meta.colour", "meta.size", "shown"}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				replies := []replay.Reply{there(stored)}
				if c.fields != nil {
					replies = slices.Repeat(replies, 5)
				}
				tap, site := sitetest.NewTap(t, replies...)
				before := time.Now()
				user, err := users.New(site).Ensure(t.Context(), "ada", c.params)
				tap.Drained()
				if c.fields == nil {
					switch {
					case err != nil:
						t.Errorf("Users.Ensure: error %v, want nil", err)
					case user.ID != 5:
						t.Errorf("Users.Ensure: ID %d, want 5", user.ID)
					case time.Since(before) > 0:
						t.Errorf("time.Since(before): %v, %v after %v, want at most 0", user, err, time.Since(before))
					}
					return
				}
				different, ok := errors.AsType[*users.DifferentError](err)
				switch {
				case !ok:
					t.Errorf("Users.Ensure: error %v, want a *users.DifferentError", err)
					return
				case user != nil:
					t.Errorf("Users.Ensure: user %+v, want nil", user)
					return
				case !errors.Is(err, cms.ErrConflict):
					t.Errorf("Users.Ensure: error %v, want ErrConflict", err)
					return
				case different.ID != 5 || !slices.Equal(different.Fields, c.fields):
					t.Errorf("Users.Ensure: ID %d, Fields %q, want 5 and %q", different.ID, different.Fields, c.fields)
					return
				case time.Since(before) != 750*time.Millisecond:
					t.Errorf("time.Since(before): %v, %v after %v, want %v", user, err, time.Since(before), 750*time.Millisecond)
					return
				}
				if err.Error() != "cms: users.Ensure: user 5 differs in "+strings.Join(c.fields, ", ") {
					t.Errorf("Users.Ensure: error %v, want %q", err,
						"cms: users.Ensure: user 5 differs in "+strings.Join(c.fields, ", "))
				}
			})
		})
	}
}

func TestEnsureComparesTextsAndURLsByMeaning(t *testing.T) {
	t.Parallel()
	const name, address = "name", "url"
	for _, c := range []struct {
		field, stored, asked string
		same                 bool
	}{
		{name, "Ada  King", " Ada King ", true},
		{name, "Ada King", "AdaKing", false},
		{address, "http://x.test", "x.test", true},
		{address, "https://x.test", "HTTPS://x.test", true},
		{address, "https://x.test", "x.test", false},
		{address, "https://x.test", "httpsx.test", false},
	} {
		t.Run(c.stored+" and "+c.asked, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				user := there(`{"id":5,"username":"ada","` + c.field + `":"` + c.stored + `"}`)
				_, site := sitetest.NewTap(t, slices.Repeat([]replay.Reply{user}, 5)...)
				params := &users.Params{Name: &c.asked}
				if c.field == address {
					params = &users.Params{URL: &c.asked}
				}
				_, err := users.New(site).Ensure(t.Context(), "ada", params)
				different, ok := errors.AsType[*users.DifferentError](err)
				switch {
				case c.same && err != nil:
					t.Errorf("Users.Ensure of the %s %q, stored as %q: error %v, want nil", c.field, c.asked,
						c.stored, err)
				case !c.same && (!ok || !slices.Equal(different.Fields, []string{c.field})):
					t.Errorf("Users.Ensure of the %s %q, stored as %q: error %v, want a DifferentError of this field",
						c.field, c.asked, c.stored, err)
				}
			})
		})
	}
}

func TestEnsureWaitsForAUserWhoIsBeingCreated(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		// The first user of a site has the id 1.
		const half, whole = `{"id":1,"username":"ada","roles":[]}`, `{"id":1,"username":"ada","roles":["editor"]}`
		tap, site := sitetest.NewTap(t, there(half), there(half), there(whole))
		switch user, err := users.New(site).Ensure(t.Context(), "ada", &users.Params{Roles: []string{"editor"}}); {
		case err != nil:
			t.Errorf("Users.Ensure: error %v, want nil", err)
		case len(user.Roles) != 1:
			t.Errorf("Users.Ensure: %d roles, want 1", len(user.Roles))
		}
		tap.Drained()
		_, site = sitetest.NewTap(t, there(half), failed(http.StatusForbidden, "rest_forbidden_context"))
		user, err := users.New(site).Ensure(t.Context(), "ada", &users.Params{Roles: []string{"editor"}})
		if user != nil || !errors.Is(err, cms.ErrForbidden) {
			t.Errorf("Users.Ensure whose second search is refused: user %+v, error %v, want nil and ErrForbidden",
				user, err)
		}
		ctx, cancel := context.WithTimeout(t.Context(), 60*time.Millisecond)
		defer cancel()
		_, site = sitetest.NewTap(t, there(half), there(half))
		if _, err := users.New(site).Ensure(ctx, "ada", &users.Params{Roles: []string{"editor"}}); !errors.Is(err,
			context.DeadlineExceeded) {
			t.Errorf("Users.Ensure: error %v, want DeadlineExceeded", err)
		}
	})
}

func TestEnsureSaysWhatTheSiteDidNotStoreOfANewUser(t *testing.T) {
	t.Parallel()
	server := cmstest.NewServer(cmstest.WithTest(t))
	site, err := cms.New(server.URL, cms.WithApplicationPassword("admin", server.AppPassword("admin")))
	if err != nil {
		t.Fatal(err)
	}
	_, err = users.New(site).Ensure(t.Context(), "ada",
		&users.Params{Email: new("ada@docs.test"), Password: new("p"), Slug: new("editor")})
	switch different, ok := errors.AsType[*users.DifferentError](err); {
	case !ok:
		t.Errorf("Users.Ensure: error %v, want a *users.DifferentError", err)
	case !slices.Equal(different.Fields, []string{"slug"}):
		t.Errorf("Users.Ensure: Fields %q, want %q", different.Fields, []string{"slug"})
	}
}

func TestEnsureReturnsNoUserWithAnotherLoginName(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		none := replay.Reply{Status: http.StatusOK, Body: "[]",
			Header: map[string]string{"X-CMS-Total": "0", "X-CMS-TotalPages": "0"}}
		other := replay.Answer(http.StatusCreated, `{"id":5,"username":"eve","email":"ada@docs.test"}`)
		tap, site := sitetest.NewTap(t, none, other, none, none, none, none, none)
		user, err := users.New(site).Ensure(t.Context(), "ada",
			&users.Params{Email: new("ada@docs.test"), Password: new("p")})
		switch different, ok := errors.AsType[*users.DifferentError](err); {
		case !ok:
			t.Errorf("%v: Users.Ensure: error %v, want a *users.DifferentError", user, err)
		case !slices.Equal(different.Fields, []string{"username"}):
			t.Errorf("%v: Users.Ensure: Fields %q, want %q", user, different.Fields, []string{"username"})
		}
		tap.Drained()
	})
}

func TestEnsureOfOneClientMakesOneUser(t *testing.T) {
	t.Parallel()
	server := cmstest.NewServer(cmstest.WithTest(t))
	site, err := cms.New(server.URL, cms.WithApplicationPassword("admin", server.AppPassword("admin")))
	if err != nil {
		t.Fatal(err)
	}
	var group sync.WaitGroup
	for i := range 8 {
		group.Go(func() {
			name := []string{"ada", "ADA"}[i%2]
			if _, err := users.New(site).Ensure(t.Context(), name,
				&users.Params{Email: new("ada@docs.test"), Password: new("p"), Roles: []string{"author"}}); err != nil {
				t.Error(err)
			}
		})
	}
	group.Wait()
	creates := 0
	for _, r := range server.Requests() {
		if r.Method == http.MethodPost {
			creates++
		}
	}
	if creates != 1 {
		t.Errorf("%d creates, want 1", creates)
	}
}

func TestEnsureEndsWithItsContextWhileAnotherCreatesTheUser(t *testing.T) {
	t.Parallel()
	server := cmstest.NewServer()
	t.Cleanup(server.Close)
	began, goOn := make(chan struct{}), make(chan struct{})
	var once sync.Once
	front := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		once.Do(func() { close(began) })
		<-goOn
		server.Handler().ServeHTTP(w, r)
	}))
	t.Cleanup(front.Close)
	site, err := cms.New(front.URL, cms.WithApplicationPassword("admin", server.AppPassword("admin")))
	if err != nil {
		t.Fatal(err)
	}
	all, params := users.New(site), &users.Params{Email: new("ada@docs.example.org"), Password: new("p")}
	var first sync.WaitGroup
	first.Go(func() {
		if _, err := all.Ensure(t.Context(), "ada", params); err != nil {
			t.Errorf("Ensure: error %v, want nil", err)
		}
	})
	<-began
	ended, end := context.WithCancel(t.Context())
	end()
	_, err = all.Ensure(ended, " ADA", params)
	close(goOn)
	first.Wait()
	if !errors.Is(err, context.Canceled) || !strings.Contains(err.Error(), "users.Ensure") {
		t.Errorf("Ensure whose context has ended: error %v, want Canceled of users.Ensure", err)
	}
}
