package conformance

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/fontcms/fontcms-go/cms"
)

// passwordScenarios are application passwords: those that refuse, and the life of one, from its creation to the login that it no
// longer gives.
func passwordScenarios() []scenario {
	const group = "application-passwords"
	get := func(r role, path string, want ...string) exchange {
		return reads(group, r, "/cms/v2/users/"+path, want...)
	}
	refused := func(r role, path string, status int, code string) exchange {
		return refuses(get(r, path), status, code)
	}
	wrong := func(body, argument, code string) exchange {
		return refuses(writes(group, author, "POST", "/cms/v2/users/me/application-passwords", body), 400, "rest_invalid_param", `data>details>`+argument+`>code=`+quoted(code))
	}
	list := []exchange{
		since68(get(author, "me/application-passwords", `0>_links>self>0>targetHints>allow=["GET","POST","PUT","PATCH","DELETE"]`)),
		get(author, "3/application-passwords", `0>name="tests"`, `0>app_id=""`, `0>last_ip="127.0.0.1"`, "0>last_used", "0>uuid", "!0>password", "!1", `0>_links>self>0>href`),
		get(admin, "6/application-passwords", `0>name="tests"`, `0>last_used=null`, `0>last_ip=null`), get(author, "3/application-passwords?context=embed", `0>name="tests"`, "!0>created", "!0>last_used"),
		allows(get(subscriber, "me/application-passwords"), "GET, POST, DELETE"), allows(get(editor, "me/application-passwords/introspect"), "GET"),
		get(author, "3/application-passwords/introspect", `name="tests"`, "!password"),
		refused(author, "1/application-passwords", 403, "rest_cannot_list_application_passwords"), refused(nobody, "3/application-passwords", 401, "rest_cannot_list_application_passwords"),
		refused(nobody, "me/application-passwords", 401, "rest_not_logged_in"), refused(admin, "99/application-passwords", 404, "rest_user_invalid_id"), refused(admin, "0/application-passwords", 404, "rest_user_invalid_id"),
		refused(author, "3/application-passwords/none", 404, "rest_application_password_not_found"), refused(editor, "3/application-passwords/none", 403, "rest_cannot_read_application_password"),
		refused(admin, "3/application-passwords/introspect", 403, "rest_cannot_introspect_app_password_for_non_authenticated_user"), refused(nobody, "me/application-passwords/introspect", 401, "rest_not_logged_in"),
		refuses(writes(group, author, "POST", "/cms/v2/users/me/application-passwords/introspect", `{"name":"x"}`), 404, "rest_application_password_not_found"),
		refuses(writes(group, editor, "POST", "/cms/v2/users/3/application-passwords", `{"name":"x"}`), 403, "rest_cannot_create_application_passwords"),
		refuses(writes(group, editor, "PATCH", "/cms/v2/users/3/application-passwords/none", `{"name":"x"}`), 403, "rest_cannot_edit_application_password"),
		refuses(writes(group, editor, "DELETE", "/cms/v2/users/3/application-passwords/none", ""), 403, "rest_cannot_delete_application_password"),
		refuses(writes(group, editor, "DELETE", "/cms/v2/users/3/application-passwords", ""), 403, "rest_cannot_delete_application_passwords"),
		refuses(writes(group, author, "POST", "/cms/v2/users/me/application-passwords", `{}`), 400, "rest_missing_callback_param"),
		wrong(`{"name":""}`, "name", "rest_too_short"), wrong(`{"name":" "}`, "name", "rest_invalid_pattern"), wrong(`{"name":5}`, "name", "rest_invalid_type"),
		latest(wrong(`{"name":"x","app_id":"zz"}`, "app_id", "rest_no_matching_schema")), latest(wrong(`{"name":"x","app_id":null}`, "app_id", "rest_no_matching_schema")),
		refuses(writes(group, author, "POST", "/cms/v2/users/me/application-passwords", `{"name":"<b>"}`), 400, "application_password_empty_name"),
		latest(withStatus(writes(group, author, "POST", "/cms/v2/users/me/application-passwords", `{"name":"<b>x</b> & \"y\"","app_id":""}`, `name="x & \"y\""`, "password", `last_used=null`, `last_ip=null`), 201)),
		withStatus(writes(group, author, "POST", "/cms/v2/users/me/application-passwords", `{"name":"x","app_id":"`+someApp+`","uuid":"a"}`, `app_id=""`), 201),
		withStatus(writes(group, admin, "POST", "/cms/v2/users/5/application-passwords?_fields=name", `{"name":"x"}`, `={"name":"x"}`), 201),
		thenMissing(writes(group, author, "DELETE", "/cms/v2/users/me/application-passwords", "", `={"deleted":true,"count":1}`), author, "/cms/v2/users/me", 401),
		then(writes(group, admin, "DELETE", "/cms/v2/users/6/application-passwords", "", `={"deleted":true,"count":1}`), admin, "/cms/v2/users/6/application-passwords", "=[]"),
	}
	life := scenario{collection: group, kind: writing, role: author, name: "from its creation to its end", run: func(t *testing.T, s *site, _ *cms.Client) { passwordLife(t, s) }}
	return append(exchanges(list), life)
}

const someApp = "0f3a3c0e-6c2b-4e64-9d0f-7f2f6f0a5b11"

func passwordLife(t *testing.T, s *site) {
	t.Helper()
	const path = "/cms/v2/users/me/application-passwords"
	one := writes("", author, "POST", path, `{"name":"ci","app_id":"`+someApp+`"}`, `name="ci"`, `app_id=`+quoted(someApp), `last_used=null`)
	one.status = 201
	var made record
	one.after = func(_ *testing.T, _ *site, body any) { made, _ = body.(map[string]any) }
	one.check(t, s)
	at, secret := path+"/"+made.text("uuid"), made.text("password")
	if parts := strings.Fields(secret); len(parts) != 6 || len(strings.Join(parts, "")) != 24 {
		t.Errorf("the secret has %d groups of %d characters together", len(parts), len(strings.Join(parts, "")))
	}
	with := func(password string, one exchange) exchange {
		one.login = func(l login) login { return login{l.user, password} }
		return one
	}
	get := exchange{role: author, path: at, want: []string{`last_used=null`, "!password"}}
	get.check(t, s)
	exchange{role: author, path: path, want: []string{`0>name="tests"`, `1>name="ci"`}}.check(t, s)
	with(secret, exchange{role: author, path: path + "/introspect", want: []string{`name="ci"`, `last_ip="127.0.0.1"`, "last_used"}}).check(t, s)
	with(strings.ReplaceAll(secret, " ", ""), exchange{role: author, path: "/cms/v2/users/me", want: []string{"id=3"}}).check(t, s)
	exchange{role: author, path: at, want: []string{`last_ip="127.0.0.1"`}}.check(t, s)
	for body, name := range map[string]string{`{}`: "ci", `{"name":"<b>"}`: "ci", `{"name":"ci & co","app_id":"1` + someApp[1:] + `"}`: "ci & co"} {
		change := writes("", author, "PATCH", at, body, `name=`+quoted(name), `app_id=`+quoted(someApp), "!password")
		change.check(t, s)
		writes("", author, "PUT", at, `{"name":"ci"}`).check(t, s)
	}
	exchange{role: author, path: at + "?user_id=1", status: 403}.check(t, s)
	writes("", author, "DELETE", at, "", "deleted=true", `previous>name="ci"`, "!previous>_links").check(t, s)
	with(secret, exchange{role: author, path: "/cms/v2/users/me", status: 401}).check(t, s)
	withStatus(writes("", author, "DELETE", at, ""), 404).check(t, s)
	if got := slices.Sorted(maps.Keys(made)); fmt.Sprint(got) != "[_links app_id created last_ip last_used name password uuid]" {
		t.Errorf("a new one has %s", got)
	}
}
