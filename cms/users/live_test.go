package users_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/fontcms/fontcms-go/batch"
	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/cms/users"
	"github.com/fontcms/fontcms-go/internal/replay/sitetest"
)

// temporary creates a user for the time of a test.
func temporary(t *testing.T, site *cms.Client, name string, roles ...string) *users.User {
	t.Helper()
	user, err := users.New(site).Create(t.Context(), &users.Params{Username: &name, Email: new(name + "@docs.example.org"),
		Password: new("correct horse " + name), Roles: roles})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _, _ = users.New(site).Delete(context.Background(), user.ID, users.ReassignTo(1)) })
	return user
}

func TestLiveUsersAreWrittenAndRead(t *testing.T) {
	t.Parallel()
	site := sitetest.Live(t)
	all, ctx := users.New(site), t.Context()
	ada := temporary(t, site, "live-ada", "editor", "author")
	switch {
	case !slices.Equal(ada.Roles, []string{"editor", "author"}):
		t.Errorf("temporary: ada.Roles %q, want %q", ada.Roles, []string{"editor", "author"})
	case !ada.Can("edit_others_posts"):
		t.Errorf("user ada: Can(%q) false, want true", "edit_others_posts")
	case ada.Can("manage_options"):
		t.Errorf("user ada: Can(%q) true, want false", "manage_options")
	case ada.Extra != nil:
		t.Errorf("temporary: ada.Extra %v, want nil", ada.Extra)
	case ada.RegisteredDate.IsZero():
		t.Error("user ada: RegisteredDate is zero, want a date")
	}
	changed, err := all.Update(ctx, ada.ID, &users.Params{Name: new("Ada & Co"),
		URL: new("https://docs.example.org/?a=1&b=2"), Roles: []string{"author"}}, cms.UpdateMethod("PATCH"))
	switch {
	case err != nil:
		t.Errorf("Users.Update: error %v, want nil", err)
	case changed.Name != "Ada &amp; Co" || changed.URL != "https://docs.example.org/?a=1&amp;b=2":
		t.Errorf("Users.Update: changed.Name %q, changed.URL %q, want %q and %q", changed.Name, changed.URL, "Ada &amp; Co",
			"https://docs.example.org/?a=1&amp;b=2")
	case !slices.Equal(changed.Roles, []string{"author"}):
		t.Errorf("Users.Update: changed.Roles %q, want %q", changed.Roles, []string{"author"})
	}
	params, err := changed.Params()
	if err != nil {
		t.Fatal(err)
	}
	again, err := all.Update(ctx, ada.ID, params)
	switch {
	case err != nil:
		t.Errorf("written back it is %+v, %v, want nil", again, err)
	case again.Name != changed.Name:
		t.Errorf("written back it is %+v, %v: again.Name %q, want %q", again, err, again.Name, changed.Name)
	case again.URL != changed.URL:
		t.Errorf("written back it is %+v, %v: again.URL %q, want %q", again, err, again.URL, changed.URL)
	case !slices.Equal(again.Roles, changed.Roles):
		t.Errorf("written back it is %+v, %v: again.Roles %q, want %q", again, err, again.Roles, changed.Roles)
	case again.Email != changed.Email:
		t.Errorf("written back it is %+v, %v: again.Email %q, want %q", again, err, again.Email, changed.Email)
	}
	switch none, err := all.Update(ctx, ada.ID, &users.Params{Roles: []string{}, NoRoles: true}); {
	case err != nil:
		t.Errorf("Users.Update: error %v, want nil", err)
	case len(none.Roles) != 0:
		t.Errorf("Users.Update: none.Roles %q, want an empty list", none.Roles)
	case none.Can("read"):
		t.Errorf("user without roles: Can(%q) true, want false", "read")
	}
	switch found, err := all.ByLogin(ctx, "LIVE-ada"); {
	case err != nil:
		t.Errorf("Users.ByLogin: error %v, want nil", err)
	case found.ID != ada.ID:
		t.Errorf("Users.ByLogin: ID %d, want %d", found.ID, ada.ID)
	}
	post, err := site.Posts.Create(ctx, &cms.PostParams{Title: new("by ada"), Author: &ada.ID,
		Status: new(cms.StatusPublish)})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _, _ = site.Posts.Delete(context.Background(), post.ID) })
	switch deleted, err := all.Delete(ctx, ada.ID, users.ReassignTo(1)); {
	case err != nil:
		t.Errorf("Users.Delete: error %v, want nil", err)
	case !deleted.Deleted:
		t.Error("Users.Delete: Deleted false, want true")
	case deleted.Previous.Username != "live-ada":
		t.Errorf("Users.Delete: Previous.Username %q, want %q", deleted.Previous.Username, "live-ada")
	}
	switch moved, err := site.Posts.Get(ctx, post.ID); {
	case err != nil:
		t.Errorf("Posts.Get(post.ID): error %v, want nil", err)
	case moved.Author != 1 || moved.Status != cms.StatusPublish:
		t.Errorf("Posts.Get(post.ID): moved.Author %d, moved.Status %q, want 1 and %q", moved.Author, moved.Status,
			cms.StatusPublish)
	}
	if _, err := all.Get(ctx, ada.ID); !errors.Is(err, cms.ErrNotFound) {
		t.Errorf("Users.Get(ada.ID): error %v, want ErrNotFound", err)
	}
}

func TestLiveEnsureMakesAUserOnce(t *testing.T) {
	t.Parallel()
	site := sitetest.Live(t)
	all, ctx := users.New(site), t.Context()
	params := &users.Params{Email: new("live-eve@docs.example.org"), Password: new("correct horse"),
		Roles: []string{"author"}}
	first, err := all.Ensure(ctx, "live-eve", params)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _, _ = all.Delete(context.Background(), first.ID, users.ReassignTo(1)) })
	again, err := all.Ensure(ctx, "Live-Eve", nil)
	switch {
	case err != nil:
		t.Errorf("Users.Ensure: error %v, want nil", err)
	case again.ID != first.ID:
		t.Errorf("Users.Ensure: again.ID %d, want %d", again.ID, first.ID)
	}
	switch again, err := all.Ensure(ctx, "live-eve", params); {
	case err != nil:
		t.Errorf("Users.Ensure: error %v, want nil", err)
	case again.ID != first.ID:
		t.Errorf("Users.Ensure: again.ID %d, want %d", again.ID, first.ID)
	}
	_, err = all.Ensure(ctx, "live-eve", &users.Params{Email: new("live-adam@docs.example.org"), Roles: []string{"editor"},
		Name: new("live-eve")})
	switch different, ok := errors.AsType[*users.DifferentError](err); {
	case !ok:
		t.Errorf("Users.Ensure: error %v, want a *users.DifferentError", err)
	case different.ID != first.ID:
		t.Errorf("Users.Ensure: ID %d, want %d", different.ID, first.ID)
	case !slices.Equal(different.Fields, []string{"email", "roles"}):
		t.Errorf("Users.Ensure: Fields %q, want %q", different.Fields, []string{"email", "roles"})
	}
	if _, err := all.Ensure(ctx, "live-eve-2", params); !errors.Is(err, users.CodeExistingEmail) {
		t.Errorf("Users.Ensure: error %v, want CodeExistingEmail", err)
	}
}

func TestLiveEnsureComparesAUserAsTheSiteStoresIt(t *testing.T) {
	t.Parallel()
	site := sitetest.Live(t)
	all, ctx := users.New(site), t.Context()
	params := &users.Params{
		Email: new("Live.Texts@docs.example.org"), Password: new("correct horse"), Name: new("A & B <b>x</b>  two"),
		FirstName: new("F & G"), LastName: new("O'N"), Nickname: new("N & M"),
		Description: new("l1\n\nl2 & <p>x</p>  two"), URL: new("x.test/?a=1&b=2 c"), Locale: new(""), Slug: new("live-texts"),
		Roles: []string{"editor", "author"},
	}
	first, err := all.Ensure(ctx, "live-texts", params)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _, _ = all.Delete(context.Background(), first.ID, users.ReassignTo(1)) })
	switch again, err := all.Ensure(ctx, "LIVE-texts", params); {
	case err != nil:
		t.Errorf("Users.Ensure: error %v, want nil", err)
	case again.ID != first.ID:
		t.Errorf("Users.Ensure: again.ID %d, want %d", again.ID, first.ID)
	}
}

func TestLiveWalksOfUsersLoseNobody(t *testing.T) {
	t.Parallel()
	site := sitetest.Live(t)
	all, ctx := users.New(site), t.Context()
	var made []int64
	for i := range 7 {
		made = append(made, temporary(t, site, fmt.Sprintf("live-walk-%d", i), "subscriber").ID)
	}
	for name, options := range map[string][]cms.WalkOption{"plain": nil, "exact": {cms.Exact()},
		"ahead": {cms.Prefetch(3)}} {
		var seen []int64
		for user, err := range all.All(ctx, &users.ListOptions{PerPage: 2, Search: "live-walk-"}, options...) {
			if err != nil {
				t.Fatal(err)
			}
			seen = append(seen, user.ID)
		}
		slices.Sort(seen)
		if !slices.Equal(seen, made) {
			t.Errorf("%s: walk yields %v, want %v", name, seen, made)
		}
	}
	var many []int64
	for user, err := range all.GetMany(ctx, made, nil) {
		if err != nil {
			t.Fatal(err)
		}
		many = append(many, user.ID)
	}
	if !slices.Equal(many, made) {
		t.Errorf("walk yields %v, want %v", many, made)
	}
	if n, err := all.Count(ctx, &users.ListOptions{Search: "live-walk-"}); err != nil || n != 7 {
		t.Errorf("Users.Count: error %v, n %d, want nil and 7", err, n)
	}
	for _, options := range []*users.ListOptions{
		{Roles: []string{"subscriber"}}, {Capabilities: []string{"read"}}, {Who: "authors"}, {HasPublishedPosts: true},
		{PublishedTypes: []string{"post"}},
		{Search: "live-walk-0", SearchColumns: []users.SearchColumn{users.SearchUsername, users.SearchEmail}},
		{Slug: []string{"live-walk-0"}}, {Exclude: made}, {Offset: 2},
		{OrderBy: users.ByRegisteredDate}, {OrderBy: users.ByEmail, Order: cms.Descending}, {OrderBy: users.ByURL},
		{OrderBy: users.ByInclude, Include: made}, {Context: cms.ContextEmbed},
	} {
		if _, err := all.List(ctx, options); err != nil {
			t.Errorf("%+v: Users.List(options): %v", options, err)
		}
	}
	report, err := batch.New(site).Add(all.UpdateRequest(made[0], &users.Params{FirstName: new("Ada")}),
		all.DeleteRequest(made[1], users.ReassignTo(1))).Do(ctx)
	switch {
	case err != nil:
		t.Error(err)
	case errors.Is(report.Err(), cms.CodeBatchNotAllowed):
		t.Log("the site takes no users in a batch")
	case report.Err() != nil:
		t.Error(report.Err())
	}
}

func TestLiveErrorsOfUsers(t *testing.T) {
	t.Parallel()
	site := sitetest.Live(t)
	all, ctx := users.New(site), t.Context()
	bob := temporary(t, site, "live-bob", "subscriber")
	create := func(name, email string, roles ...string) error {
		_, err := all.Create(ctx, &users.Params{Username: &name, Email: &email, Password: new("correct horse"), Roles: roles})
		return err
	}
	_, email := all.Update(ctx, bob.ID, &users.Params{Email: new("admin@site.test")})
	_, slug := all.Update(ctx, bob.ID, &users.Params{Slug: new("admin")})
	_, rename := all.Update(ctx, bob.ID, &users.Params{Username: new("live-rob")})
	_, unknown := all.Get(ctx, 999999)
	_, trash := cms.Do(ctx, site, cms.Request[cms.Nothing]{Method: "DELETE", Path: fmt.Sprintf("cms/v2/users/%d", bob.ID),
		Query: map[string][]string{"reassign": {"1"}}})
	_, heir := all.Delete(ctx, bob.ID, users.ReassignTo(999999))
	_, self := all.Delete(ctx, 1, users.ReassignTo(bob.ID))
	_, meta := all.Update(ctx, bob.ID, &users.Params{FirstName: new("Stored"),
		Meta: &cms.MetaParams{Extra: cms.Extra{"persisted_preferences": []byte("5")}}})
	_, id := all.Create(ctx, &users.Params{Username: new("a"), Extra: cms.Extra{"id": []byte("1")}})
	for _, c := range []struct {
		name string
		got  error
		want error
	}{
		{"a login that exists", create("LIVE-bob", "live-x@docs.example.org"), users.CodeExistingLogin},
		{"an e-mail address that exists", create("live-x", "live-bob@docs.example.org"), users.CodeExistingEmail},
		{"a login that is too long", create(strings.Repeat("x", 61), "live-x@docs.example.org"), users.CodeLoginTooLong},
		{"an unknown role", create("live-x", "live-x@docs.example.org", "king"), users.CodeInvalidRole},
		{"an e-mail address of another", email, users.CodeInvalidEmail}, {"a slug of another", slug, users.CodeInvalidSlug},
		{"another login", rename, cms.ErrorCode("rest_user_invalid_argument")},
		{"an unknown id", unknown, cms.ErrNotFound}, {"a trash", trash, cms.ErrTrashUnsupported},
		{"an unknown heir", heir, users.CodeInvalidReassign}, {"oneself", self, users.ErrSelf},
		{"a member of meta", meta, cms.ErrPartlyWritten}, {"an id in a create", id, cms.ErrInvalidArgument},
	} {
		switch {
		case !errors.Is(c.got, c.want):
			t.Errorf("%s: c.got error %v, want %v", c.name, c.got, c.want)
		case errors.Is(c.got, cms.ErrOutcomeUnknown):
			t.Errorf("%s: c.got error %v, want an error other than ErrOutcomeUnknown", c.name, c.got)
		}
	}
	switch stored, err := all.Get(ctx, bob.ID, cms.InContext(cms.ContextEdit)); {
	case err != nil:
		t.Errorf("Users.Get: error %v, want nil", err)
	case stored.FirstName != "Stored":
		t.Errorf("Users.Get: stored.FirstName %q, want %q", stored.FirstName, "Stored")
	}
	t.Log("13 errors")
}

func TestLiveRightsOfUsers(t *testing.T) {
	t.Parallel()
	site := sitetest.Live(t)
	bob := temporary(t, site, "live-rights", "subscriber")
	list := func(options *users.ListOptions) func(context.Context, *cms.Client, string) error {
		return func(ctx context.Context, as *cms.Client, _ string) error {
			_, err := users.New(as).List(ctx, options)
			return err
		}
	}
	cases := sitetest.Check(t, []sitetest.Right{
		{Name: "list", Least: "nobody", Do: list(nil)},
		{Name: "list to edit", Least: "admin", Refused: cms.CodeForbiddenContext,
			Do: list(&users.ListOptions{Context: cms.ContextEdit})},
		{Name: "list by role", Least: "admin", Refused: users.CodeCannotView,
			Do: list(&users.ListOptions{Roles: []string{"editor"}})},
		{Name: "list by capability", Least: "admin", Refused: users.CodeCannotView,
			Do: list(&users.ListOptions{Capabilities: []string{"read"}})},
		{Name: "list authors", Least: "contributor", Refused: "rest_forbidden_who",
			Do: list(&users.ListOptions{Who: "authors"})},
		{Name: "order by e-mail", Least: "admin", Refused: "rest_forbidden_orderby",
			Do: list(&users.ListOptions{OrderBy: users.ByEmail})},
		{Name: "get another", Least: "admin", Refused: users.CodeCannotView,
			Do: func(ctx context.Context, as *cms.Client, _ string) error {
				_, err := users.New(as).Get(ctx, bob.ID)
				return err
			}},
		{Name: "get oneself", Least: "subscriber", Refused: cms.CodeNotLoggedIn,
			Do: func(ctx context.Context, as *cms.Client, role string) error {
				user, err := users.New(as).Me(ctx, cms.InContext(cms.ContextEdit))
				if err == nil && user.Username != role {
					err = fmt.Errorf("it is %s", user.Username)
				}
				return err
			}},
		{Name: "create", Least: "admin", Refused: "rest_cannot_create_user",
			Do: func(ctx context.Context, as *cms.Client, role string) error {
				made, err := users.New(as).Create(ctx, &users.Params{Username: new("live-by-" + role),
					Email: new("live-by-" + role + "@docs.example.org"), Password: new("correct horse")})
				if err == nil {
					_, err = users.New(as).Delete(ctx, made.ID, users.ReassignTo(1))
				}
				return err
			}},
		{Name: "update another", Least: "admin", Do: func(ctx context.Context, as *cms.Client, _ string) error {
			_, err := users.New(as).Update(ctx, bob.ID, &users.Params{LastName: new("x")})
			return err
		}},
		{Name: "roles of another", Least: "admin", Do: func(ctx context.Context, as *cms.Client, _ string) error {
			_, err := users.New(as).Update(ctx, bob.ID, &users.Params{Roles: []string{"author"}})
			return err
		}},
		{Name: "delete", Least: "admin", Do: func(ctx context.Context, as *cms.Client, role string) error {
			if role == "admin" {
				return nil // done above
			}
			_, err := users.New(as).Delete(ctx, bob.ID, users.ReassignTo(1))
			return err
		}},
		{Name: "passwords of another", Least: "admin", Do: func(ctx context.Context, as *cms.Client, _ string) error {
			_, err := users.New(as).Passwords(bob.ID).List(ctx, nil)
			return err
		}},
		{Name: "revoke those of another", Least: "admin", Do: func(ctx context.Context, as *cms.Client, _ string) error {
			_, err := users.New(as).Passwords(bob.ID).RevokeAll(ctx)
			return err
		}},
		{Name: "own passwords", Least: "subscriber", Do: func(ctx context.Context, as *cms.Client, _ string) error {
			_, err := users.New(as).MyPasswords.List(ctx, nil)
			return err
		}},
	})
	for _, role := range sitetest.Roles()[1:5] { // own names; the site gives them back what they were
		cases++
		me := users.New(sitetest.LiveAs(t, role))
		switch changed, err := me.UpdateMe(t.Context(), &users.Params{FirstName: new("Live")}); {
		case err != nil:
			t.Errorf("%s: Users.UpdateMe: error %v, want nil", role, err)
		case changed.FirstName != "Live":
			t.Errorf("%s: Users.UpdateMe: changed.FirstName %q, want %q", role, changed.FirstName, "Live")
		}
		if _, err := me.UpdateMe(t.Context(), &users.Params{FirstName: new(""),
			Roles: []string{"administrator"}}); !errors.Is(
			err, cms.ErrForbidden) {
			t.Errorf("Users.UpdateMe: %s makes itself an administrator: %v, want ErrForbidden", role, err)
		}
	}
	if _, err := users.New(sitetest.LiveAs(t, "nobody")).UpdateMe(t.Context(),
		&users.Params{FirstName: new("x")}); !errors.Is(err, cms.ErrNotFound) {
		t.Errorf("Users.UpdateMe: error %v, want ErrNotFound", err)
	}
	t.Logf("%d cases of rights", cases+1)
}

func TestLiveApplicationPasswords(t *testing.T) {
	t.Parallel()
	site := sitetest.Live(t)
	ctx := t.Context()
	bob := temporary(t, site, "live-keys", "administrator")
	theirs := users.New(site).Passwords(bob.ID)
	made, err := theirs.Create(ctx, &users.PasswordParams{Name: new("live ci"),
		AppID: new("0f3a3c0e-6c2b-4e64-9d0f-7f2f6f0a5b11")}, cms.Fields("name"))
	switch {
	case err != nil:
		t.Fatalf("PasswordCatalog.Create: error %v, want nil", err)
	case len(made.Secret.Reveal()) < 24:
		t.Fatalf("secret of %d characters, want at least 24", len(made.Secret.Reveal()))
	}
	asBob, err := site.With(cms.WithApplicationPassword("live-keys", made.Secret.Reveal()))
	if err != nil {
		t.Fatal(err)
	}
	used, err := users.New(asBob).MyPasswords.Introspect(ctx)
	switch {
	case err != nil:
		t.Errorf("MyPasswords.Introspect: error %v, want nil", err)
	case used.UUID != made.UUID:
		t.Errorf("MyPasswords.Introspect: used.UUID %q, want %q", used.UUID, made.UUID)
	case !used.Secret.IsZero():
		t.Error("MyPasswords.Introspect: a secret, want none")
	case used.AppID == "":
		t.Error("MyPasswords.Introspect: used.AppID empty, want a text")
	}
	if _, err := theirs.Introspect(ctx); !errors.Is(err, users.CodeCannotIntrospect) {
		t.Errorf("PasswordCatalog.Introspect: error %v, want CodeCannotIntrospect", err)
	}
	switch one, err := theirs.Get(ctx, made.UUID); {
	case err != nil:
		t.Errorf("PasswordCatalog.Get(made.UUID): error %v, want nil", err)
	case one.Name != "live ci" || one.Extra != nil:
		t.Errorf("PasswordCatalog.Get(made.UUID): Name %q, Extra %v, want %q and nil", one.Name, one.Extra, "live ci")
	case one.Created.IsZero():
		t.Error("Passwords.Get: Created is zero, want a date")
	}
	switch one, err := theirs.Update(ctx, made.UUID, &users.PasswordParams{Name: new("live renamed")},
		cms.UpdateMethod("PUT")); {
	case err != nil:
		t.Errorf("PasswordCatalog.Update: error %v, want nil", err)
	case one.Name != "live renamed":
		t.Errorf("PasswordCatalog.Update: Name %q, want %q", one.Name, "live renamed")
	case !one.Secret.IsZero():
		t.Error("Passwords.Update: a secret, want none")
	}
	second, err := theirs.Create(ctx, &users.PasswordParams{Name: new("live second")})
	if err != nil {
		t.Fatal(err)
	}
	if list, err := theirs.List(ctx, nil); err != nil || len(list) != 2 {
		t.Errorf("PasswordCatalog.List: error %v, length of list %d, want nil and 2", err, len(list))
	}
	switch deleted, err := theirs.Delete(ctx, second.UUID); {
	case err != nil:
		t.Errorf("PasswordCatalog.Delete(second.UUID): error %v, want nil", err)
	case deleted.Previous.UUID != second.UUID:
		t.Errorf("PasswordCatalog.Delete(second.UUID): Previous.UUID %q, want %q", deleted.Previous.UUID, second.UUID)
	}
	if _, err := theirs.Delete(ctx, second.UUID); !errors.Is(err, cms.ErrNotFound) {
		t.Errorf("PasswordCatalog.Delete(second.UUID): error %v, want ErrNotFound", err)
	}
	if n, err := theirs.RevokeAll(ctx); err != nil || n != 1 {
		t.Errorf("PasswordCatalog.RevokeAll: error %v, n %d, want nil and 1", err, n)
	}
	if _, err := users.New(asBob).Me(ctx); !errors.Is(err, cms.ErrUnauthorized) {
		t.Errorf("Users.Me: error %v, want ErrUnauthorized", err)
	}
	last, err := theirs.Create(ctx, &users.PasswordParams{Name: new("live last")})
	if err != nil {
		t.Fatal(err)
	}
	if asBob, err = site.With(cms.WithApplicationPassword("live-keys", last.Secret.Reveal())); err != nil {
		t.Fatal(err)
	}
	if _, err := users.New(asBob).Delete(ctx, bob.ID, users.ReassignTo(1)); !errors.Is(err, users.ErrSelf) {
		t.Errorf("Users.Delete: error %v, want ErrSelf", err)
	}
	switch deleted, err := users.New(asBob).DeleteMe(ctx, users.ReassignTo(1)); {
	case err != nil:
		t.Errorf("Users.DeleteMe: error %v, want nil", err)
	case deleted.Previous.ID != bob.ID:
		t.Errorf("Users.DeleteMe(users.ReassignTo(1)): Previous.ID %d, want %d", deleted.Previous.ID, bob.ID)
	}
	if _, err := users.New(site).Get(ctx, bob.ID); !errors.Is(err, cms.ErrNotFound) {
		t.Errorf("Users.Get(bob.ID): error %v, want ErrNotFound", err)
	}
	t.Log("12 operations on application passwords")
}
