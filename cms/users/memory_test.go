package users_test

import (
	"errors"
	"slices"
	"testing"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/cms/cmstest"
	"github.com/fontcms/fontcms-go/cms/users"
)

// TestUsersFromCreateToDelete takes the road of a program on a site in memory.
func TestUsersFromCreateToDelete(t *testing.T) {
	t.Parallel()
	srv := cmstest.NewServer()
	defer srv.Close()
	site, err := cms.New(srv.URL, cms.WithApplicationPassword("admin", srv.AppPassword("admin")))
	if err != nil {
		t.Fatal(err)
	}
	all, ctx := users.New(site), t.Context()
	ada, err := all.Create(ctx, &users.Params{Username: new("ada"), Email: new("ada@docs.test"),
		Password: new("correct horse"), Name: new("Ada & Co"), Roles: []string{"author", "editor"}})
	switch {
	case err != nil:
		t.Fatalf("Users.Create: error %v, want nil", err)
	case ada.Name != "Ada &amp; Co":
		t.Fatalf("Users.Create: ada.Name %q, want %q", ada.Name, "Ada &amp; Co")
	case !ada.Can("edit_others_posts"):
		t.Fatalf("user ada: Can(%q) false, want true", "edit_others_posts")
	case ada.Extra != nil:
		t.Fatalf("Users.Create: ada.Extra %v, want nil", ada.Extra)
	}
	switch same, err := all.Ensure(ctx, "ADA", nil); {
	case err != nil:
		t.Errorf("Users.Ensure: error %v, want nil", err)
	case same.ID != ada.ID:
		t.Errorf("Users.Ensure: same.ID %d, want %d", same.ID, ada.ID)
	}
	if _, err := all.Ensure(ctx, "eve", &users.Params{Email: new("ada@docs.test"), Password: new("x")}); !errors.Is(err,
		users.CodeExistingEmail) {
		t.Errorf("another with the address: %v, want CodeExistingEmail", err)
	}
	switch list, err := all.List(ctx, &users.ListOptions{Roles: []string{"author"}, OrderBy: users.ByID}); {
	case err != nil:
		t.Errorf("Users.List: error %v, want nil", err)
	case len(list.Items) != 2:
		t.Errorf("Users.List: %d records, want 2", len(list.Items))
	case list.Items[1].ID != ada.ID:
		t.Errorf("Users.List: list.Items[1].ID %d, want %d", list.Items[1].ID, ada.ID)
	}
	switch changed, err := all.Update(ctx, ada.ID, &users.Params{Roles: []string{"author"}, FirstName: new("Ada")}); {
	case err != nil:
		t.Errorf("Users.Update: error %v, want nil", err)
	case !slices.Equal(changed.Roles, []string{"author"}) || changed.FirstName != "Ada":
		t.Errorf("Users.Update: changed.Roles %q, changed.FirstName %q, want %q and %q", changed.Roles, changed.FirstName,
			[]string{"author"}, "Ada")
	}
	key, err := users.New(site).Passwords(ada.ID).Create(ctx, &users.PasswordParams{Name: new("ci")})
	if err != nil {
		t.Fatal(err)
	}
	asAda, err := site.With(cms.WithApplicationPassword("ada", key.Secret.Reveal()))
	if err != nil {
		t.Fatal(err)
	}
	switch used, err := users.New(asAda).MyPasswords.Introspect(ctx); {
	case err != nil:
		t.Errorf("MyPasswords.Introspect: error %v, want nil", err)
	case used.UUID != key.UUID:
		t.Errorf("MyPasswords.Introspect: used.UUID %q, want %q", used.UUID, key.UUID)
	}
	post, err := asAda.Posts.Create(ctx, &cms.PostParams{Title: new("by ada"), Status: new(cms.StatusPublish)})
	switch {
	case err != nil:
		t.Fatalf("Posts.Create: error %v, want nil", err)
	case post.Author != ada.ID:
		t.Fatalf("Posts.Create: Author %d, want %d", post.Author, ada.ID)
	}
	if _, err := users.New(asAda).Delete(ctx, 2, users.ReassignTo(1)); !errors.Is(err, cms.ErrForbidden) {
		t.Errorf("an author deletes: %v, want ErrForbidden", err)
	}
	if n, err := users.New(site).Passwords(ada.ID).RevokeAll(ctx); err != nil || n != 1 {
		t.Errorf("PasswordCatalog.RevokeAll: error %v, n %d, want nil and 1", err, n)
	}
	if _, err := users.New(asAda).Me(ctx); !errors.Is(err, cms.ErrUnauthorized) {
		t.Errorf("with a revoked password: %v, want ErrUnauthorized", err)
	}
	switch deleted, err := all.Delete(ctx, ada.ID, users.ReassignTo(2)); {
	case err != nil:
		t.Errorf("Users.Delete: error %v, want nil", err)
	case deleted.Previous.Username != "ada":
		t.Errorf("Users.Delete: Previous.Username %q, want %q", deleted.Previous.Username, "ada")
	}
	if got := srv.Record("posts", post.ID)["author"]; got != int64(2) {
		t.Errorf("the post is that of %v, want %d", got, int64(2))
	}
}
