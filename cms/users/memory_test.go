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
	ada, err := all.Create(ctx, &users.Params{Username: new("ada"), Email: new("ada@docs.test"), Password: new("correct horse"), Name: new("Ada & Co"), Roles: []string{"author", "editor"}})
	if err != nil || ada.Name != "Ada &amp; Co" || !ada.Can("edit_others_posts") || ada.Extra != nil {
		t.Fatalf("%+v, %v", ada, err)
	}
	if same, err := all.Ensure(ctx, "ADA", nil); err != nil || same.ID != ada.ID {
		t.Errorf("%+v, %v", same, err)
	}
	if _, err := all.Ensure(ctx, "eve", &users.Params{Email: new("ada@docs.test"), Password: new("x")}); !errors.Is(err, users.CodeExistingEmail) {
		t.Errorf("another with the address: %v", err)
	}
	if list, err := all.List(ctx, &users.ListOptions{Roles: []string{"author"}, OrderBy: users.ByID}); err != nil || len(list.Items) != 2 || list.Items[1].ID != ada.ID {
		t.Errorf("%+v, %v", list, err)
	}
	if changed, err := all.Update(ctx, ada.ID, &users.Params{Roles: []string{"author"}, FirstName: new("Ada")}); err != nil || !slices.Equal(changed.Roles, []string{"author"}) || changed.FirstName != "Ada" {
		t.Errorf("%+v, %v", changed, err)
	}
	key, err := users.New(site).Passwords(ada.ID).Create(ctx, &users.PasswordParams{Name: new("ci")})
	if err != nil {
		t.Fatal(err)
	}
	asAda, err := site.With(cms.WithApplicationPassword("ada", key.Secret.Reveal()))
	if err != nil {
		t.Fatal(err)
	}
	if used, err := users.New(asAda).MyPasswords.Introspect(ctx); err != nil || used.UUID != key.UUID {
		t.Errorf("%v, %v", used, err)
	}
	post, err := asAda.Posts.Create(ctx, &cms.PostParams{Title: new("by ada"), Status: new(cms.StatusPublish)})
	if err != nil || post.Author != ada.ID {
		t.Fatalf("%+v, %v", post, err)
	}
	if _, err := users.New(asAda).Delete(ctx, 2, users.ReassignTo(1)); !errors.Is(err, cms.ErrForbidden) {
		t.Errorf("an author deletes: %v", err)
	}
	if n, err := users.New(site).Passwords(ada.ID).RevokeAll(ctx); err != nil || n != 1 {
		t.Errorf("%d, %v", n, err)
	}
	if _, err := users.New(asAda).Me(ctx); !errors.Is(err, cms.ErrUnauthorized) {
		t.Errorf("with a revoked password: %v", err)
	}
	if deleted, err := all.Delete(ctx, ada.ID, users.ReassignTo(2)); err != nil || deleted.Previous.Username != "ada" {
		t.Errorf("%+v, %v", deleted, err)
	}
	if got := srv.Record("posts", post.ID)["author"]; got != int64(2) {
		t.Errorf("the post is that of %v", got)
	}
}
