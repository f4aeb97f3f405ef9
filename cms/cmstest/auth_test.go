package cmstest_test

import (
	"encoding/base64"
	"encoding/json"
	"maps"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/fontcms/fontcms-go/cms/cmstest"
)

func basic(user, password string) string {
	return "Authorization: Basic " + base64.StdEncoding.EncodeToString([]byte(user+":"+password))
}

func TestApplicationPasswordsAreAcceptedInEveryForm(t *testing.T) {
	t.Parallel()
	c := start(t)
	password := c.site.AppPassword("editor")
	if groups := strings.Split(password, " "); len(groups) != 6 || len(password) != 29 {
		t.Fatalf("AppPassword returned %q, want six groups of four characters", password)
	}
	bare := strings.ReplaceAll(password, " ", "")
	for _, tc := range []struct {
		user, password string
		ok             bool
	}{
		{"editor", password, true},
		{"EDITOR", bare, true},
		{"editor@site.test", strings.ReplaceAll(password, " ", "-"), true},
		{"editor", bare[:23], false},
		{"admin", bare, false},
		{"nobody", bare, false},
		{"editor", "", false},
	} {
		a := c.do("", "GET", "/users/me", "", basic(tc.user, tc.password))
		if ok := a.status == 200; ok != tc.ok || ok && a.field(t, "slug") != "editor" {
			t.Errorf("GET of /users/me as %s with the password %q: status %d, body %s, want success: %t", tc.user, tc.password,
				a.status, a.body, tc.ok)
		}
	}
}

func TestInvalidCredentialsAreAnonymous(t *testing.T) {
	t.Parallel()
	c := start(t)
	c.site.Insert("posts", map[string]any{"title": "One"})
	for _, header := range []string{basic("editor", "wrong"), "Authorization: Bearer x", "Authorization: Basic !!"} {
		a := c.do("", "GET", "/posts/1", "", header)
		if a.status != 200 || a.header.Get("Allow") != "GET" {
			t.Errorf("GET of a post with %s: status %d, Allow %q, want 200 and GET", header, a.status, a.header.Get("Allow"))
		} else if a.header.Get("Cache-Control") != "" {
			t.Errorf("GET of a post with %s: Cache-Control %q, want no such header", header, a.header.Get("Cache-Control"))
		}
		a = c.do("", "POST", "/posts", `{"title":"x"}`, header)
		if a.status != 401 || a.code(t) != "rest_cannot_create" {
			t.Errorf("POST of a post with %s: status %d, body %s, want 401 rest_cannot_create", header, a.status, a.body)
		}
		a = c.do("", "GET", "/users/me", "", header)
		if a.status != 401 || a.code(t) != "rest_not_logged_in" {
			t.Errorf("GET of /users/me with %s: status %d, body %s, want 401 rest_not_logged_in", header, a.status, a.body)
		}
	}
}

func TestPasswordsCanBeRotated(t *testing.T) {
	t.Parallel()
	c := start(t)
	before := c.site.AppPassword("author")
	c.site.SetAppPassword("author", "abcd EFGH 1234")
	if got := c.site.AppPassword("author"); got != "abcd EFGH 1234" {
		t.Errorf("AppPassword after SetAppPassword is %q, want the password that was set", got)
	}
	status := func(password string) int { return c.do("", "GET", "/users/me", "", basic("author", password)).status }
	if old, changed, cased := status(before), status("abcdEFGH1234"), status("ABCDEFGH1234"); old != 401 ||
		changed != 200 {
		t.Errorf("GET of /users/me: status %d with the old password, %d with the new one, want 401 and 200", old, changed)
	} else if cased != 401 {
		t.Errorf("GET of /users/me with the new password in capitals: status %d, want 401", cased)
	}
	c.site.RevokeAppPassword("author")
	if status("abcdEFGH1234") != 401 || status("") != 401 {
		t.Error("GET of /users/me with a revoked or an empty password succeeded, want 401")
	} else if c.site.AppPassword("author") != "" {
		t.Errorf("AppPassword after RevokeAppPassword is %q, want none", c.site.AppPassword("author"))
	}
	c.site.SetAppPassword("nobody", "x")
	if c.site.AppPassword("nobody") != "" {
		t.Errorf("AppPassword of an unknown user after SetAppPassword is %q, want none", c.site.AppPassword("nobody"))
	}
}

func TestUsersShowTheirRole(t *testing.T) {
	t.Parallel()
	c := start(t)
	for user, role := range map[string]string{"admin": "administrator", "editor": "editor", "author": "author",
		"contributor": "contributor", "subscriber": "subscriber"} {
		a := c.get(user, "/users/me?context=edit")
		if got, _ := a.field(t, "roles").([]any); len(got) != 1 || got[0] != role {
			t.Errorf("GET of /users/me as %s: roles %v, want only %s", user, got, role)
		}
		if a.field(t, "capabilities.read") != true || a.field(t, "extra_capabilities."+role) != true {
			t.Errorf("GET of /users/me as %s: %s, want the capability read and the role %s", user, a.body, role)
		} else if a.field(t, "email") != user+"@site.test" {
			t.Errorf("GET of /users/me as %s: %s, want the email %s@site.test", user, a.body, user)
		}
	}
}

// permissions: posts 1 (published, by the administrator) and 2 to 4 (draft, private, scheduled, by the author), page 5.
func permissionsSite(t *testing.T) *client {
	t.Helper()
	c := start(t)
	c.site.Insert("posts", map[string]any{"id": 1, "title": "Published", "author": 1})
	c.site.Insert("posts", map[string]any{"id": 2, "title": "Draft", "author": 3, "status": "draft"})
	c.site.Insert("posts", map[string]any{"id": 3, "title": "Private", "author": 3, "status": "private"})
	c.site.Insert("posts", map[string]any{"id": 4, "title": "Scheduled", "author": 3, "status": "future",
		"date": "2040-01-01T00:00:00"})
	c.site.Insert("pages", map[string]any{"id": 5, "title": "Page", "author": 1})
	return c
}

func TestRolesHaveTheRightsOfWordPress(t *testing.T) {
	t.Parallel()
	for _, tc := range []struct {
		user, method, path, body string
		status                   int
		code                     string
	}{
		{"", "GET", "/posts/2", "", 401, "rest_forbidden"},
		{"", "GET", "/posts/3", "", 401, "rest_forbidden"},
		{"", "GET", "/posts/4", "", 401, "rest_forbidden"},
		{"subscriber", "GET", "/posts/2", "", 403, "rest_forbidden"},
		{"contributor", "GET", "/posts/3", "", 403, "rest_forbidden"},
		{"author", "GET", "/posts/3", "", 200, ""},
		{"author", "GET", "/posts/4", "", 200, ""},
		{"editor", "GET", "/posts/3?context=edit", "", 200, ""},
		{"", "GET", "/posts/1?context=edit", "", 401, "rest_forbidden_context"},
		{"author", "GET", "/posts/1?context=edit", "", 403, "rest_forbidden_context"},
		{"", "GET", "/posts?context=edit", "", 401, "rest_forbidden_context"},
		{"subscriber", "GET", "/posts?context=edit", "", 403, "rest_forbidden_context"},
		{"author", "GET", "/pages?context=edit", "", 403, "rest_forbidden_context"},
		{"", "POST", "/posts", `{"title":"x"}`, 401, "rest_cannot_create"},
		{"", "POST", "/posts", `{"title":"x","sticky":true}`, 401, "rest_cannot_assign_sticky"},
		{"", "POST", "/posts", `{"title":"x","author":1}`, 401, "rest_cannot_edit_others"},
		{"subscriber", "POST", "/posts", `{"title":"x"}`, 403, "rest_cannot_create"},
		{"author", "POST", "/pages", `{"title":"x"}`, 403, "rest_cannot_create"},
		{"contributor", "POST", "/posts", `{"title":"x"}`, 201, ""},
		{"contributor", "POST", "/posts", `{"title":"x","author":4,"status":"pending"}`, 201, ""},
		{"contributor", "POST", "/posts", `{"title":"x","status":"publish"}`, 403, "rest_cannot_publish"},
		{"contributor", "POST", "/posts", `{"title":"x","status":"private"}`, 403, "rest_cannot_publish"},
		{"contributor", "POST", "/posts", `{"title":"x","author":1}`, 403, "rest_cannot_edit_others"},
		{"author", "POST", "/posts", `{"title":"x","status":"publish"}`, 201, ""},
		{"author", "POST", "/posts", `{"title":"x","sticky":true}`, 403, "rest_cannot_assign_sticky"},
		{"author", "POST", "/posts/1", `{"title":"x"}`, 403, "rest_cannot_edit"},
		{"author", "POST", "/posts/2", `{"title":"x"}`, 200, ""},
		{"author", "POST", "/posts/2", `{"author":1}`, 403, "rest_cannot_edit_others"},
		{"author", "DELETE", "/posts/3", "", 200, ""},
		{"contributor", "DELETE", "/posts/2", "", 403, "rest_cannot_delete"},
		{"", "DELETE", "/posts/1", "", 401, "rest_cannot_delete"},
		{"editor", "POST", "/pages/5", `{"title":"x"}`, 200, ""},
		{"editor", "DELETE", "/posts/1?force=true", "", 200, ""},
	} {
		c := permissionsSite(t)
		a := c.do(tc.user, tc.method, tc.path, tc.body)
		if a.status != tc.status || tc.code != "" && a.code(t) != tc.code {
			t.Errorf("User %q sent %s %s %s: status %d, body %s, want %d %s", tc.user, tc.method, tc.path, tc.body, a.status,
				a.body, tc.status, tc.code)
		}
	}
}

func TestAllowSaysWhatTheCallerMayDo(t *testing.T) {
	t.Parallel()
	c := permissionsSite(t)
	for _, tc := range []struct{ user, path, want string }{
		{"", "/posts", "GET"},
		{"subscriber", "/posts", "GET"},
		{"contributor", "/posts", "GET, POST"},
		{"contributor", "/pages", "GET"},
		{"", "/posts/1", "GET"},
		{"author", "/posts/1", "GET"},
		{"author", "/posts/2", "GET, POST, PUT, PATCH, DELETE"},
		{"admin", "/posts/1", "GET, POST, PUT, PATCH, DELETE"},
		{"admin", "/posts/1?context=nope", "GET, POST, PUT, PATCH, DELETE"},
		{"", "/posts/2", ""},
		{"", "/posts?context=edit", ""},
		{"admin", "/posts/999", ""},
		{"admin", "/nope", ""},
	} {
		if got := c.get(tc.user, tc.path).header.Get("Allow"); got != tc.want {
			t.Errorf("Allow of the response for user %q, GET %s: %q, want %q", tc.user, tc.path, got, tc.want)
		}
	}
	if got := c.do("admin", "DELETE", "/posts/1?force=true", "").header["Allow"]; got != nil {
		t.Errorf("DELETE of a post with force: Allow %v, want no such header", got)
	}
}

func TestMethodsAllowedOnAUserDependOnTheCaller(t *testing.T) {
	t.Parallel()
	c := permissionsSite(t)
	for _, tc := range []struct{ user, path, want string }{
		{"admin", "/users/1", "GET POST PUT PATCH DELETE"},
		{"admin", "/users/2", "GET POST PUT PATCH DELETE"},
		{"admin", "/users/2?context=edit", "GET POST PUT PATCH DELETE"},
		{"editor", "/users/me", "GET POST PUT PATCH"},
		{"editor", "/users/1", "GET"},
		{"", "/users/1", "GET"},
	} {
		var got struct {
			Links struct {
				Self []struct {
					TargetHints struct{ Allow []string }
				}
			} `json:"_links"`
		}
		a := c.get(tc.user, tc.path)
		if err := json.Unmarshal([]byte(a.body), &got); err != nil || a.status != http.StatusOK {
			t.Errorf("User %q sent GET %s: status %d, body %s, error %v, want 200 and JSON", tc.user, tc.path, a.status, a.body,
				err)
		} else if len(got.Links.Self) != 1 {
			t.Errorf("User %q sent GET %s: %d self links in %s, want 1", tc.user, tc.path, len(got.Links.Self), a.body)
		} else if allow := strings.Join(got.Links.Self[0].TargetHints.Allow, " "); allow != tc.want {
			t.Errorf("User %q sent GET %s: the self link allows %q, want %q", tc.user, tc.path, allow, tc.want)
		}
	}
}

// TestUserHasTheFieldsOfItsContext has those of WordPress 7.1.
func TestUserHasTheFieldsOfItsContext(t *testing.T) {
	t.Parallel()
	c := permissionsSite(t)
	for context, want := range map[string]string{
		"embed": "id name url description link slug avatar_urls _links",
		"view":  "id name url description link slug avatar_urls meta _links",
		"edit": "id username name first_name last_name email url description link locale nickname slug roles " +
			"registered_date capabilities " +
			"extra_capabilities avatar_urls meta _links",
	} {
		got, sorted := slices.Sorted(maps.Keys(c.get("admin", "/users/1?context="+context).object(t))), strings.Fields(want)
		slices.Sort(sorted)
		if !slices.Equal(got, sorted) {
			t.Errorf("GET of a user in context %s: fields %q, want %q", context, got, sorted)
		}
	}
}

func TestHeadersTellCachesAboutLogins(t *testing.T) {
	t.Parallel()
	c := start(t, cmstest.WithPrefix("cms"))
	a := c.get("", "/posts")
	if a.header.Get("Vary") != "Origin" || a.header.Get("Cache-Control") != "" {
		t.Errorf("GET of /posts by nobody: headers %v, want Vary: Origin and no Cache-Control", a.header)
	} else if a.header.Get("Content-Type") != "application/json; charset=UTF-8" {
		t.Errorf("GET of /posts by nobody: Content-Type %q, want JSON in UTF-8", a.header.Get("Content-Type"))
	}
	a = c.get("admin", "/posts")
	if a.header.Get("Cache-Control") != "no-cache, must-revalidate, max-age=0, no-store, private" ||
		a.header.Get("Expires") != "Wed, 11 Jan 1984 05:00:00 GMT" {
		t.Errorf("GET of /posts by the administrator: headers %v, want no caching and Expires in 1984", a.header)
	}
	a = c.do("", "GET", "/posts", "", "Origin: https://x.example")
	if a.header.Get("Access-Control-Allow-Origin") != "https://x.example" ||
		a.header.Get("Access-Control-Allow-Credentials") != "true" {
		t.Errorf("GET of /posts with an Origin: headers %v, want that origin and credentials allowed", a.header)
	}
}
