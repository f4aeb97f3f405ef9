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
		t.Fatalf("POST of a user: status %d, body %s, want 201", a.status, a.body)
	}
	c.do("admin", "POST", "/users/4", `{"roles":[],"description":"Gone."}`)
	document := c.site.Document()
	if again := start(t, cmstest.WithDocument(document)).site.Document(); !bytes.Equal(again, document) {
		t.Errorf("Document of a site that was loaded from a document: %s, want the same document",
			firstDifference(document, again))
	}
	got := c.site.Record("users", 6)
	if got["role"] != "author" || got["email"] != "kim@docs.test" {
		t.Errorf("Record of a user: %v, want the role author and the email kim@docs.test", got)
	} else if got["first_name"] != "Kim" || got["name"] != "Kim" {
		t.Errorf("Record of a user: %v, want the first name and the name Kim", got)
	} else if got["password"] != nil {
		t.Errorf("Record of a user: %v, want no password", got)
	}
	c.site.Restore(before)
	if a := c.get("admin", "/users?context=edit"); a.header.Get("X-CMS-Total") != "5" ||
		c.site.Record("users", 4)["role"] != "contributor" {
		t.Errorf("GET of the users after Restore: headers %v, body %s, want 5 users with their roles", a.header, a.body)
	}
}

func TestPreferencesThatAreNothingAreTakenAway(t *testing.T) {
	t.Parallel()
	c := start(t)
	for _, nothing := range []string{"null", "{}", "[]", `""`} {
		if a := c.do("editor", "POST", "/users/me",
			`{"meta":{"persisted_preferences":{"a":1}}}`); fmt.Sprint(a.field(t, "meta.persisted_preferences")) != "map[a:1]" {
			t.Errorf("POST of preferences: status %d, body %s, want them kept", a.status, a.body)
		}
		a := c.do("editor", "POST", "/users/me", `{"meta":{"persisted_preferences":`+nothing+`}}`)
		if left := c.site.Record("users", 2)["preferences"]; left != nil ||
			fmt.Sprint(a.field(t, "meta.persisted_preferences")) != "[]" {
			t.Errorf("POST of the preferences %s: %v stored, status %d, meta %v, want none", nothing, left, a.status,
				a.field(t, "meta"))
		}
	}
}

// TestApplicationPasswordIsValidUntilItIsRevoked also says which of them AppPassword returns.
func TestApplicationPasswordIsValidUntilItIsRevoked(t *testing.T) {
	t.Parallel()
	c := start(t)
	made := c.do("author", "POST", "/users/me/application-passwords", `{"name":"ci"}`)
	secret, _ := made.field(t, "password").(string)
	status := func(password string) int { return c.do("", "GET", "/users/me", "", basic("author", password)).status }
	first := c.site.AppPassword("author")
	if made.status != http.StatusCreated || secret == first {
		t.Fatalf("POST of an application password: status %d, password %q, want 201 and a new password", made.status, secret)
	} else if status(secret) != http.StatusOK {
		t.Fatalf("GET of /users/me with the new password: status %d, want 200", status(secret))
	} else if status(first) != http.StatusOK {
		t.Fatalf("GET of /users/me with the first password: status %d, want 200", status(first))
	}
	c.site.RevokeAppPassword("author")
	if c.site.AppPassword("author") != "" || status(first) != http.StatusUnauthorized {
		t.Errorf("After RevokeAppPassword: AppPassword %q, status %d with it, want none and 401",
			c.site.AppPassword("author"), status(first))
	} else if status(secret) != http.StatusOK {
		t.Errorf("GET of /users/me with the other password: status %d, want 200", status(secret))
	}
	kept := c.site.Snapshot()
	if a := c.do("admin", "DELETE", "/users/3/application-passwords", ""); a.field(t, "count") != 1.0 ||
		status(secret) != http.StatusUnauthorized {
		t.Errorf("DELETE of all application passwords: %s, status %d with one of them, want a count of 1 and 401", a.body,
			status(secret))
	}
	c.site.Restore(kept)
	if status(secret) != http.StatusOK {
		t.Errorf("GET of /users/me after Restore: status %d, want 200 with the password of the snapshot", status(secret))
	}
	off := start(t, cmstest.WithoutApplicationPasswords())
	if a := off.get("", "/users/1/application-passwords"); a.status != http.StatusNotImplemented ||
		a.code(t) != "application_passwords_disabled" {
		t.Errorf("GET without application passwords: status %d, body %s, want 501 application_passwords_disabled", a.status,
			a.body)
	}
}
