package ledger_test

import (
	"context"
	"errors"
	"testing"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/cms/terms"
	"github.com/fontcms/fontcms-go/cms/users"
	"github.com/fontcms/fontcms-go/internal/replay/sitetest"
)

// TestLiveFindAndEnsureGoWithCheckedArguments covers the calls that choose arguments by
// themselves.
func TestLiveFindAndEnsureGoWithCheckedArguments(t *testing.T) {
	t.Parallel()
	site := sitetest.Live(t, cms.WithCheckedArguments())
	for what, all := range map[string]*terms.Terms{"categories": terms.Categories(site), "tags": terms.Tags(site),
		"pattern categories": terms.PatternCategories(site)} {
		const name = "Checked & found"
		made, err := all.Ensure(t.Context(), name, nil)
		if what == "pattern categories" && errors.Is(err, cms.ErrDecode) { // before 6.4 there are none
			continue
		}
		if err != nil {
			t.Errorf("Ensure of %s: error %v, want none", what, err)
			continue
		}
		t.Cleanup(func() { _, _ = all.Delete(context.Background(), made.ID) })
		if found, err := all.ByName(t.Context(), name, 0); err != nil || found.ID != made.ID {
			t.Errorf("ByName of %s: %+v, error %v, want term %d", what, found, err, made.ID)
		}
		n := 0
		for _, err := range all.All(t.Context(), &terms.ListOptions{PerPage: 20}, cms.Exact()) {
			if n++; err != nil {
				t.Errorf("All of %s: error %v, want none", what, err)
			}
		}
		if n == 0 {
			t.Errorf("All of %s: no term, want some", what)
		}
	}
	who := users.New(site)
	const login = "found@checked" // WordPress 6.1 looks for a text with an @ among the e-mail addresses
	made, err := who.Ensure(t.Context(), login,
		&users.Params{Email: new("elsewhere@docs.example.org"), Password: new("correct horse battery")})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _, _ = who.Delete(context.Background(), made.ID, users.ReassignTo(1)) })
	plain := users.New(sitetest.Live(t))
	for _, all := range []*users.Users{who, plain} {
		if found, err := all.ByLogin(t.Context(), "Found@Checked"); err != nil || found.ID != made.ID {
			t.Errorf("ByLogin of the user: %+v, error %v, want user %d", found, err, made.ID)
		}
	}
	if _, err := who.List(t.Context(), &users.ListOptions{HasPublishedPosts: true}); err != nil {
		t.Error(err)
	}
	if _, err := who.List(t.Context(), &users.ListOptions{PublishedTypes: []string{"post", "page"}}); err != nil {
		t.Error(err)
	}
}
