package main

import (
	"crypto/rand"
	"fmt"
	"net/url"
	"os"
	"regexp"
	"testing"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/examples/internal/program"
)

// TestLivePasswordComesThroughTheSitesOwnPages makes a user, logs in as it by form and cookie, and
// approves on the page of the site.
func TestLivePasswordComesThroughTheSitesOwnPages(t *testing.T) {
	address := os.Getenv("FONTCMS_SITE")
	if address == "" || os.Getenv("FONTCMS_PREFIX") != "wp" {
		t.Skip("FONTCMS_SITE names no WordPress")
	}
	t.Parallel()
	admin, err := cms.New(address, cms.WithPrefix("wp"),
		cms.WithApplicationPassword(os.Getenv("FONTCMS_USER"), os.Getenv("FONTCMS_APP_PASSWORD")))
	if err != nil {
		t.Fatal(err)
	}
	type account struct {
		ID int64 `json:"id"`
	}
	name, password := "authorize-"+rand.Text()[:8], rand.Text()
	made, err := cms.Do(t.Context(), admin,
		cms.Request[account]{Method: "POST", Path: "cms/v2/users", Body: map[string]any{
			"username": name, "email": name + "@site.test", "password": password, "roles": []string{"author"},
		}})
	if err != nil {
		t.Fatal(err)
	}
	defer func() {
		gone := cms.Request[cms.Nothing]{Method: "DELETE", Path: fmt.Sprintf("cms/v2/users/%d", made.ID),
			Query: url.Values{"force": {"true"}, "reassign": {"1"}}}
		if _, err := cms.Do(t.Context(), admin, gone); err != nil {
			t.Error(err)
		}
	}()
	b := &browser{T: t, user: name, password: password, press: "approve"}
	if err := run(t.Context(), []string{"-site", address}, program.Environment{Out: b, Err: b}); err != nil {
		t.Fatalf("authorize: error %v, want none\nthe browser is at %s\n%s", err, b.last, b.page)
	}
	said := b.output()
	t.Log(regexp.MustCompile(`PASSWORD='\w{20}`).ReplaceAllString(said, "PASSWORD='…"))
	if !regexp.MustCompile(`authorized as ` + name + ` \(user \d+\)\nFONTCMS_APP_PASSWORD='\w{24}'\n$`).MatchString(said) {
		t.Errorf("authorize printed no password of %s, want one of 24 characters last", name)
	}

	again := &browser{T: t, user: name, password: password, press: "reject"}
	err = run(t.Context(), []string{"-site", address, "-name", "another"}, program.Environment{Out: again, Err: again})
	again.pending.Wait()
	if err == nil || err.Error() != errRejected.Error() {
		t.Errorf("authorize that is rejected: error %v, want %v", err, errRejected)
	}
}
