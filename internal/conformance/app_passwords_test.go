package conformance

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/fontcms/fontcms-go/cms"
)

// passwordLives follow an application password from its creation to the login that it no longer gives.
func passwordLives() []scenario {
	return []scenario{{
		collection: "application-passwords", kind: writing, role: author, name: "from its creation to its end",
		run: func(t *testing.T, s *site, _ *cms.Client) { passwordLife(t, s) },
	}}
}

// someApp identifies a program that has an application password.
const someApp = "0f3a3c0e-6c2b-4e64-9d0f-7f2f6f0a5b11"

func passwordLife(t *testing.T, s *site) {
	t.Helper()
	const path, app = "/cms/v2/users/me/application-passwords", someApp
	send := func(method, path, body string, want ...string) exchange {
		return exchange{role: author, method: method, path: path, body: body, want: want}
	}
	with := func(password string, one exchange) exchange {
		one.login = func(l login) login { return login{l.user, password} }
		return one
	}
	ends := func(status int, one exchange) exchange {
		one.status = status
		return one
	}
	body, same := `{"name":"ci","app_id":"`+app+`"}`, `app_id="`+app+`"`
	one := ends(201, send("POST", path, body, `name="ci"`, same, `last_used=null`))
	var made record
	one.after = func(_ *testing.T, _ *site, body any) { made, _ = body.(map[string]any) }
	one.check(t, s)
	at, secret := path+"/"+made.text("uuid"), made.text("password")
	if parts := strings.Fields(secret); len(parts) != 6 || len(strings.Join(parts, "")) != 24 {
		t.Errorf("POST of a password: %d groups, %d characters in all, want 6 and 24", len(parts),
			len(strings.Join(parts, "")))
	}
	send("GET", at, "", `last_used=null`, "!password").check(t, s)
	send("GET", path, "", `0>name="tests"`, `1>name="ci"`).check(t, s)
	with(secret, send("GET", path+"/introspect", "", `name="ci"`, `last_ip="127.0.0.1"`, "last_used")).check(t, s)
	with(strings.ReplaceAll(secret, " ", ""), send("GET", "/cms/v2/users/me", "", "id=3")).check(t, s)
	send("GET", at, "", `last_ip="127.0.0.1"`).check(t, s)
	other := `{"name":"ci & co","app_id":"1` + app[1:] + `"}`
	for body, name := range map[string]string{`{}`: "ci", `{"name":"<b>"}`: "ci", other: "ci & co"} {
		send("PATCH", at, body, `name="`+name+`"`, same, "!password").check(t, s)
		send("PUT", at, `{"name":"ci"}`).check(t, s)
	}
	ends(403, send("GET", at+"?user_id=1", "")).check(t, s)
	send("DELETE", at, "", "deleted=true", `previous>name="ci"`, "!previous>_links").check(t, s)
	with(secret, ends(401, send("GET", "/cms/v2/users/me", ""))).check(t, s)
	ends(404, send("DELETE", at, "")).check(t, s)
	got := slices.Sorted(maps.Keys(made))
	if fmt.Sprint(got) != "[_links app_id created last_ip last_used name password uuid]" {
		t.Errorf("POST of a password: fields %s, want those of WordPress", got)
	}
}
