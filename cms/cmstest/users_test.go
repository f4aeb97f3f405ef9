package cmstest_test

import (
	"bytes"
	"fmt"
	"net/http"
	"testing"

	"github.com/fontcms/fontcms-go/cms/cmstest"
)

// TestUsersAreKeptInDocumentsAndSnapshots also holds a user that a request made, and one whose roles were taken.
func TestUsersAreKeptInDocumentsAndSnapshots(t *testing.T) {
	t.Parallel()
	c := start(t)
	before := c.site.Snapshot()
	a := c.do("admin", "POST", "/users", `{"username":"kim","email":"kim@docs.test","password":"x","roles":["author",`+
		`"editor"],"first_name":"Kim","url":"https://kim.test","meta":{"persisted_preferences":{"a":1}}}`)
	if a.status != http.StatusCreated {
		t.Fatalf("%d %s", a.status, a.body)
	}
	c.do("admin", "POST", "/users/4", `{"roles":[],"description":"Gone."}`)
	document := c.site.Document()
	if again := start(t, cmstest.WithDocument(document)).site.Document(); !bytes.Equal(again, document) {
		t.Error(firstDifference(document, again))
	}
	got := c.site.Record("users", 6)
	if got["role"] != "author" || got["email"] != "kim@docs.test" || got["first_name"] != "Kim" || got["name"] != "Kim" ||
		got["password"] != nil {
		t.Errorf("%v", got)
	}
	c.site.Restore(before)
	if a := c.get("admin", "/users?context=edit"); a.header.Get("X-CMS-Total") != "5" ||
		c.site.Record("users", 4)["role"] != "contributor" {
		t.Errorf("%v %s", a.header, a.body)
	}
}

func TestPreferencesThatAreNothingAreTakenAway(t *testing.T) {
	t.Parallel()
	c := start(t)
	for _, nothing := range []string{"null", "{}", "[]", `""`} {
		if a := c.do("editor", "POST", "/users/me",
			`{"meta":{"persisted_preferences":{"a":1}}}`); fmt.Sprint(a.field(t, "meta.persisted_preferences")) != "map[a:1]" {
			t.Errorf("%d %s", a.status, a.body)
		}
		a := c.do("editor", "POST", "/users/me", `{"meta":{"persisted_preferences":`+nothing+`}}`)
		if left := c.site.Record("users", 2)["preferences"]; left != nil ||
			fmt.Sprint(a.field(t, "meta.persisted_preferences")) != "[]" {
			t.Errorf("%s: %v %d, %v", nothing, left, a.status, a.field(t, "meta"))
		}
	}
}

// TestAnApplicationPasswordOpensTheSiteUntilItIsRevoked also says which of them AppPassword returns.
func TestAnApplicationPasswordOpensTheSiteUntilItIsRevoked(t *testing.T) {
	t.Parallel()
	c := start(t)
	made := c.do("author", "POST", "/users/me/application-passwords", `{"name":"ci"}`)
	secret, _ := made.field(t, "password").(string)
	status := func(password string) int { return c.do("", "GET", "/users/me", "", basic("author", password)).status }
	first := c.site.AppPassword("author")
	if made.status != http.StatusCreated || secret == first || status(secret) != http.StatusOK ||
		status(first) != http.StatusOK {
		t.Fatalf("%d, %d, %d", made.status, status(secret), status(first))
	}
	c.site.RevokeAppPassword("author")
	if c.site.AppPassword("author") != "" || status(first) != http.StatusUnauthorized || status(secret) != http.StatusOK {
		t.Errorf("after one was revoked: %q, %d, %d", c.site.AppPassword("author"), status(first), status(secret))
	}
	kept := c.site.Snapshot()
	if a := c.do("admin", "DELETE", "/users/3/application-passwords", ""); a.field(t, "count") != 1.0 ||
		status(secret) != http.StatusUnauthorized {
		t.Errorf("after all were: %s, %d", a.body, status(secret))
	}
	c.site.Restore(kept)
	if status(secret) != http.StatusOK {
		t.Error("a snapshot keeps no passwords")
	}
	off := start(t, cmstest.WithoutApplicationPasswords())
	if a := off.get("", "/users/1/application-passwords"); a.status != http.StatusNotImplemented ||
		a.code(t) != "application_passwords_disabled" {
		t.Errorf("%d %s", a.status, a.body)
	}
}
