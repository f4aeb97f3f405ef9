package conformance

import (
	"encoding/json"
	"fmt"
	"testing"
)

// usersScenarios are lists of users and what changes users, by every role.
func usersScenarios() []scenario {
	return append(exchanges(append(append(userLists(), userCreates()...), userUpdates()...)), exchanges(userDeletes())...)
}

// reads, writes and refuses make an exchange whose name is what it sends.
func reads(collection string, r role, path string, want ...string) exchange {
	return exchange{collection: collection, role: r, name: path, path: path, want: want}
}

func writes(collection string, r role, method, path, body string, want ...string) exchange {
	return exchange{collection: collection, kind: writing, role: r, name: fmt.Sprint(method, " ", path, " ", body), method: method, path: path, body: body, want: want}
}

// refuses is an exchange that changes nothing.
func refuses(one exchange, status int, code string, want ...string) exchange {
	one.kind, one.status, one.harmless = failing, status, true
	one.want = append([]string{`code=` + quoted(code)}, want...)
	return one
}

// withStatus is an exchange that ends with another status than 200.
func withStatus(one exchange, status int) exchange {
	one.status = status
	return one
}

// then reads after an exchange what it has left behind.
func then(one exchange, r role, path string, want ...string) exchange {
	return followed(one, exchange{role: r, path: path, want: want})
}

// thenMissing expects another status than 200 of a read after an exchange.
func thenMissing(one exchange, r role, path string, status int) exchange {
	return followed(one, exchange{role: r, path: path, status: status})
}

func ids(list ...int) string {
	out := []map[string]int{}
	for _, id := range list {
		out = append(out, map[string]int{"id": id})
	}
	raw, _ := json.Marshal(out)
	return "=" + string(raw)
}

func userLists() []exchange {
	list := func(r role, query string, found ...int) exchange {
		return reads("users", r, "/cms/v2/users?_fields=id&"+query, ids(found...))
	}
	refused := func(r role, query, code string) exchange {
		return refuses(reads("users", r, "/cms/v2/users?"+query), r.refused(), code)
	}
	wrong := func(query, argument, code string) exchange {
		return refuses(reads("users", admin, "/cms/v2/users?"+query), 400, "rest_invalid_param", `data>details>`+argument+`>code=`+quoted(code))
	}
	searchColumns := []need{{"/cms/v2/users", "GET", "search_columns"}}
	needing := func(n []need, one exchange) exchange {
		one.needs = n
		return one
	}
	page := list(admin, "page=2&per_page=4", 3, 5)
	page.headers = map[string]string{"X-CMS-Total": "6", "X-CMS-TotalPages": "2"}
	skipped := list(admin, "offset=3&per_page=2", 6, 3)
	skipped.headers = map[string]string{"Link": `<ROOT/cms/v2/users?_fields=id&offset=3&per_page=2&page=2>; rel="prev"`}
	past := list(admin, "page=9")
	past.headers = map[string]string{"X-CMS-Total": "6", "X-CMS-TotalPages": "1"}
	out := []exchange{
		list(admin, "", 1, 4, 2, 6, 3, 5), page, skipped, past, list(admin, "offset=2&page=2&per_page=2", 2, 6), list(admin, "offset=20"),
		list(admin, "order=desc", 5, 3, 6, 2, 4, 1), list(admin, "orderby=id", 1, 2, 3, 4, 5, 6), list(admin, "orderby=slug&order=desc", 5, 6, 2, 4, 3, 1),
		list(admin, "orderby=email", 1, 3, 4, 2, 6, 5), list(admin, "orderby=registered_date", 1, 5, 4, 3, 2, 6), list(admin, "orderby=url&order=desc&include=1,6", 6, 1),
		list(admin, "orderby=include&include=3,6,1", 3, 6, 1), list(admin, "orderby=include&include=3,6,1&order=desc", 1, 6, 3), list(admin, "orderby=include", 1, 3, 4, 2, 6, 5),
		list(admin, "orderby=include_slugs&slug=kim-kern,admin", 6, 1), list(admin, "slug=KIM-Kern", 6), list(admin, "include=-2&exclude=2", 2), list(admin, "exclude=1,2,3", 4, 6, 5),
		list(admin, "include=&slug=&roles=&search=0", 1, 4, 2, 6, 3, 5),
		list(admin, "search=KIM", 6), list(admin, "search=site.test&per_page=2", 1, 4), list(admin, "search=kim@site.test", 6), list(admin, "search=6", 6), list(admin, "search=https://kim", 6), list(admin, "search=kern*", 6),
		list(nobody, "search=site.test"), list(author, "search=6"), list(author, "search=admin@site.test"), list(author, "search=Ada", 1),
		needing(searchColumns, list(admin, "search=site.test&search_columns=name")), needing(searchColumns, list(admin, "search=Kim&search_columns=name,slug", 6)), needing(searchColumns, list(admin, "search=3x&search_columns=id", 3)),
		list(admin, "roles=author", 6, 3), list(admin, "roles=Subscriber,none", 5), list(admin, "roles=none"), list(admin, "capabilities=edit_pages", 1, 2), list(admin, "capabilities=contributor", 4, 6),
		list(admin, "roles=subscriber&capabilities=manage_options", 1, 5), list(admin, "capabilities=none"), list(admin, "who=authors", 1, 4, 2, 6, 3), list(contributor, "who=authors", 1, 4, 2, 6, 3), reads("users", contributor, "/cms/v2/users?who=authors&include=6&_fields=_links", "!0>_links>self>0>targetHints"),
		list(admin, "has_published_posts=true", 1, 4, 2, 3), list(admin, "has_published_posts=false", 1, 4, 2, 6, 3, 5), list(admin, "has_published_posts=cms_block", 1, 2, 3), list(nobody, "has_published_posts=attachment"),
		list(admin, "roles=subscriber&has_published_posts=post"),
		wrong("orderby=none", "orderby", "rest_not_in_enum"), wrong("who=all", "who", "rest_not_in_enum"), wrong("has_published_posts=none", "has_published_posts", "rest_not_in_enum"),
		wrong("per_page=101", "per_page", "rest_out_of_bounds"), wrong("include[]=", "include", "rest_invalid_type"), wrong("roles[a]=editor", "roles", "rest_invalid_type"),
	}
	for _, r := range roles[1:] {
		out = append(out, list(r, "", 1, 4, 2, 3), refused(r, "context=edit", "rest_forbidden_context"), refused(r, "roles=editor", "rest_user_cannot_view"),
			refused(r, "capabilities=read", "rest_user_cannot_view"), refused(r, "orderby=email", "rest_forbidden_orderby"), refused(r, "orderby=registered_date", "rest_forbidden_orderby"))
	}
	return append(out,
		refused(subscriber, "who=authors", "rest_forbidden_who"), refused(nobody, "who=authors", "rest_forbidden_who"),
		allows(reads("users", admin, "/cms/v2/users"), "GET, POST"), allows(reads("users", editor, "/cms/v2/users"), "GET"),
		reads("users", admin, "/cms/v2/users?context=edit&include=6", `0>username="kim"`, `0>roles=["author","contributor"]`, `0>registered_date="2025-03-01T12:00:00+00:00"`, `0>name="Kim &amp; Co"`,
			`0>url="https://kim.example/?a=1&amp;b=2"`, `0>description="Writes about <b>type</b> &amp; <i>ink</i>."`, `0>first_name="Kim"`, `0>last_name="Kern"`, `0>nickname="kk"`, `0>locale="en_US"`,
			`0>link="SITE/author/kim-kern/"`, `0>extra_capabilities={"author":true,"contributor":true}`, `0>capabilities>publish_posts=true`, `!0>capabilities>edit_pages`, `0>meta={"persisted_preferences":[]}`),
		reads("users", editor, "/cms/v2/users/2?context=edit&_fields=capabilities", `capabilities>moderate_comments=true`, `capabilities>level_7=true`, `!capabilities>list_users`, `!capabilities>level_8`),
		refuses(reads("users", author, "/cms/v2/users/6"), 403, "rest_user_cannot_view"), refuses(reads("users", nobody, "/cms/v2/users/99"), 404, "rest_user_invalid_id"),
		reads("users", admin, "/cms/v2/users/6?context=embed", "!meta", "!username", "avatar_urls>96"))
}

const kim7 = `"username":"lee","email":"lee@site.test","password":"pw"`

func userCreates() []exchange {
	with := func(members string) string {
		if members == "" {
			return "{" + kim7 + "}"
		}
		return "{" + kim7 + "," + members + "}"
	}
	made := func(members string, want ...string) exchange {
		return withStatus(writes("users", admin, "POST", "/cms/v2/users", with(members), want...), 201)
	}
	bare := func(body string, want ...string) exchange {
		return withStatus(writes("users", admin, "POST", "/cms/v2/users", body, want...), 201)
	}
	wrong := func(body, argument, code string) exchange {
		return refuses(writes("users", admin, "POST", "/cms/v2/users", body), 400, "rest_invalid_param", `data>details>`+argument+`>code=`+quoted(code))
	}
	refused := func(r role, body string, status int, code string, want ...string) exchange {
		return refuses(writes("users", r, "POST", "/cms/v2/users", body), status, code, want...)
	}
	first := made("", `id=7`, `username="lee"`, `name="lee"`, `nickname="lee"`, `slug="lee"`, `roles=["subscriber"]`, `locale="en_US"`, `url=""`, `capabilities={"level_0":true,"read":true,"subscriber":true}`, `email="lee@site.test"`)
	first.headers = map[string]string{"Location": "ROOT/cms/v2/users/7", "Allow": "GET, POST"}
	stored := func(one exchange) exchange { // an error that comes after the user
		one.kind = writing
		one.harmless = false
		return one
	}
	out := []exchange{
		then(first, admin, "/cms/v2/users/7?context=edit", `username="lee"`),
		made(`"roles":["editor","author"]`, `roles=["editor","author"]`, `extra_capabilities={"author":true,"editor":true}`), made(`"roles":"editor,author"`, `roles=["editor","author"]`),
		made(`"roles":[]`, `roles=[]`, `capabilities={}`, `extra_capabilities={}`), made(`"roles":null`, `roles=[]`), made(`"roles":["editor","editor"]`, `roles=["editor"]`),
		made(`"name":"R&D <b>x</b> \"q\""`, `name="R&amp;D x \"q\""`), made(`"name":"a < b"`, `name="a &lt; b"`), made(`"name":"  x  y "`, `name="x y"`), made(`"name":""`, `name="lee"`), made(`"name":"0"`, `name="lee"`),
		made(`"first_name":"A&B","last_name":"<i>L</i>"`, `name="A&amp;B L"`, `first_name="A&amp;B"`, `last_name="L"`), made(`"last_name":"B"`, `name="B"`), made(`"nickname":"<b>"`, `nickname="lee"`),
		made(`"description":"a & b <b>c</b> <script>x</script>\nline"`, `description="a &amp; b <b>c</b> x\nline"`),
		made(`"url":"https://x.test/?a=1&b=2"`, `url="https://x.test/?a=1&amp;b=2"`), made(`"url":"not a url"`, `url="http://not%20a%20url"`), made(`"url":"javascript:alert(1)"`, `url=""`),
		made(`"slug":"Lee Slug"`, `slug="lee-slug"`), made(`"slug":"admin"`, `slug="admin-2"`), made(`"slug":"!!!"`, `slug="lee"`), made(`"locale":""`, `locale="en_US"`), made(`"id":0`, `id=7`),
		made(`"meta":{"persisted_preferences":{"a":[1,null]}}`, `meta={"persisted_preferences":{"a":[1,null]}}`), made(`"meta":{"persisted_preferences":null,"other":1}`, `meta={"persisted_preferences":[]}`), made(`"meta":[]`, `id=7`),
		bare(`{"username":"A.b@c d","email":"lee&co@site.test","password":" "}`, `username="A.b@c d"`, `slug="a-bc-d"`, `email="lee&amp;co@site.test"`),
		bare(`{"username":"`+sixty+`","email":"lee@site.test","password":"pw"}`, `slug="`+sixty[:50]+`"`),
		then(stored(refused(admin, with(`"meta":{"persisted_preferences":5}`), 400, "rest_invalid_type", `additional_data=[{"param":"meta.persisted_preferences"}]`)), admin, "/cms/v2/users/7?context=edit", `username="lee"`),
		stored(refused(admin, with(`"meta":{"persisted_preferences":{"_modified":"x"}}`), 400, "rest_invalid_date", "!additional_data")),
		refused(admin, `{}`, 400, "rest_missing_callback_param", `data>params=["username","email","password"]`), refused(admin, with(`"id":1`), 400, "rest_user_exists"), refused(admin, with(`"id":"x"`), 400, "rest_user_exists"),
		refused(admin, with(`"roles":["king"]`), 400, "rest_user_invalid_role"), refused(admin, with(`"roles":["Editor"]`), 400, "rest_user_invalid_role"), refused(admin, with(`"roles":[""]`), 400, "rest_user_invalid_role"),
		refused(admin, `{"username":"ADMIN","email":"lee@site.test","password":"pw"}`, 500, "existing_user_login", `data=null`),
		refused(admin, `{"username":"lee","email":"ADMIN@site.test","password":"pw"}`, 500, "existing_user_email", `data=null`),
		refused(admin, `{"username":"x`+sixty+`","email":"lee@site.test","password":"pw"}`, 500, "user_login_too_long", `data=null`),
		latest(refused(admin, with(`"slug":"日本"`), 500, "empty_user_nicename", `data=null`)), refused(admin, with(`"slug":"`+sixty[:51]+`"`), 500, "user_nicename_too_long"), refused(admin, with(`"url":"http://`+sixty+sixty+`"`), 500, "user_url_too_long"),
		wrong(with(`"meta":"x"`), "meta", ""), wrong(with(`"locale":"de_DE"`), "locale", "rest_not_in_enum"), wrong(with(`"roles":{"a":"editor"}`), "roles", "rest_invalid_type"), wrong(with(`"url":5`), "url", "rest_invalid_type"),
		wrong(`{"username":"lee","email":" lee@site.test","password":"pw"}`, "email", "rest_invalid_email"), wrong(`{"username":"lee","email":"lee@localhost","password":"pw"}`, "email", "rest_invalid_email"),
		wrong(`{"username":"lee","email":"lee@site.test","password":""}`, "password", "rest_user_invalid_password"), wrong(`{"username":"lee","email":"lee@site.test","password":"a\\b"}`, "password", "rest_user_invalid_password"),
		wrong(`{"username":"Ünï","email":"lee@site.test","password":"pw"}`, "username", "rest_user_invalid_username"), wrong(`{"username":" lee","email":"lee@site.test","password":"pw"}`, "username", "rest_user_invalid_username"),
		wrong(`{"username":"","email":"lee@site.test","password":"pw"}`, "username", "rest_user_invalid_username"), wrong(`{"username":5,"email":"lee@site.test","password":"pw"}`, "username", "rest_invalid_type"),
	}
	for i := range out {
		if len(out[i].want) == 2 && out[i].want[1] == `data>details>meta>code=""` {
			out[i].want = []string{`data>params>meta`, `!data>details>meta`}
		}
	}
	for _, r := range roles[1:] {
		out = append(out, refused(r, with(""), r.refused(), "rest_cannot_create_user"))
	}
	return out
}

const sixty = "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx"

func userUpdates() []exchange {
	update := func(r role, path, body string, want ...string) exchange {
		return writes("users", r, "POST", "/cms/v2/users/"+path, body, want...)
	}
	refused := func(r role, path, body string, status int, code string) exchange {
		return refuses(update(r, path, body), status, code)
	}
	out := []exchange{
		update(admin, "6", `{}`, `name="Kim &amp; Co"`, `roles=["author","contributor"]`), writes("users", admin, "PATCH", "/cms/v2/users/6", `{"name":"K"}`, `name="K"`), writes("users", admin, "PUT", "/cms/v2/users/6", `{"name":"K"}`, `name="K"`, `slug="kim-kern"`),
		update(admin, "me", `{"id":3,"name":"y"}`, `id=1`, `name="y"`, `url="SITE"`), update(admin, "3", `{"id":4,"name":"y"}`, `id=4`, `name="y"`), update(admin, "3?id=5", `{"name":"z"}`, `id=5`),
		update(admin, "3", `{"username":"author","email":"AUTHOR@site.test"}`, `email="AUTHOR@site.test"`), update(admin, "6", `{"name":"","nickname":""}`, `name="kim"`, `nickname="kim"`),
		update(admin, "6", `{"slug":""}`, `slug="kim"`), update(admin, "6", `{"slug":"New Slug"}`, `slug="new-slug"`, `link="SITE/author/new-slug/"`), update(admin, "6", `{"url":"x.y"}`, `url="http://x.y"`), update(admin, "1", `{"url":""}`, `url=""`),
		update(admin, "6", `{"url":"https://kim.example/?a=1&amp;b=2","name":"Kim &amp; Co"}`, `url="https://kim.example/?a=1&amp;b=2"`, `name="Kim &amp; Co"`),
		update(admin, "6", `{"roles":["editor"]}`, `roles=["editor"]`, `extra_capabilities={"editor":true}`), update(admin, "6", `{"roles":[]}`, `roles=[]`, `capabilities={}`), update(admin, "6", `{"roles":null}`, `roles=[]`),
		thenMissing(update(admin, "1", `{"roles":[]}`, `roles=[]`), admin, "/cms/v2/users/6", 403), update(author, "me", `{"roles":[]}`, `roles=[]`), update(admin, "1", `{"roles":["administrator"]}`, `roles=["administrator"]`),
		then(update(admin, "3", `{"password":"other","email":"new@site.test"}`, `email="new@site.test"`), author, "/cms/v2/users/me", `id=3`),
		update(author, "me", `{"meta":{"persisted_preferences":{"a":1}}}`, `meta={"persisted_preferences":{"a":1}}`), update(author, "3", `{"name":"x","first_name":"F"}`, `name="x"`, `first_name="F"`),
		refused(admin, "6", `{"username":"KIM"}`, 400, "rest_user_invalid_argument"), refused(admin, "6", `{"username":""}`, 400, "rest_invalid_param"), refused(admin, "6", `{"email":"ADMIN@site.test"}`, 400, "rest_user_invalid_email"),
		refused(admin, "6", `{"slug":"Admin"}`, 400, "rest_user_invalid_slug"), latest(refused(admin, "6", `{"slug":"日本"}`, 500, "empty_user_nicename")), refused(admin, "6", `{"roles":["king"]}`, 400, "rest_user_invalid_role"),
		refused(admin, "6", `{"email":""}`, 400, "rest_invalid_param"), refused(admin, "99", `{"name":"x"}`, 404, "rest_user_invalid_id"), refused(nobody, "me", `{"name":"x"}`, 404, "rest_user_invalid_id"),
		refused(admin, "1", `{"roles":["editor","administrator"]}`, 403, "rest_user_invalid_role"), refused(admin, "me", `{"roles":["editor"]}`, 403, "rest_user_invalid_role"),
		refuses(writes("users", admin, "PUT", "/cms/v2/users", `{}`), 404, "rest_no_route"),
	}
	for _, null := range []string{"3", "6"} { // null takes the address for mail away, from more than one
		out = append(out, since68(then(update(admin, null, `{"email":null}`, `email=""`, `avatar_urls>24="https://secure.gravatar.com/avatar/?s=24&d=mm&r=g"`), admin, "/cms/v2/users/1", "id=1")))
	}
	stored := refuses(update(admin, "6", `{"meta":{"persisted_preferences":5},"first_name":"Stored"}`), 400, "rest_invalid_type")
	stored.kind, stored.harmless = writing, false
	out = append(out, then(stored, admin, "/cms/v2/users/6?context=edit", `first_name="Stored"`))
	for _, r := range roles[1:] {
		out = append(out, refused(r, "6", `{"name":"x"}`, r.refused(), "rest_cannot_edit"), refused(r, "6", `{"roles":["author"]}`, r.refused(), "rest_cannot_edit_roles"))
		if r != nobody {
			out = append(out, refused(r, "me", `{"roles":["administrator"]}`, 403, "rest_cannot_edit_roles"))
		}
	}
	return out
}

// userDeletes say what becomes of the records of user 3: post 103, post 150 in the trash, media 303.
func userDeletes() []exchange {
	remove := func(r role, path string, want ...string) exchange {
		return writes("users", r, "DELETE", "/cms/v2/users/"+path, "", want...)
	}
	refused := func(r role, path string, status int, code string) exchange {
		return refuses(remove(r, path), status, code)
	}
	gone := func(path string) exchange {
		return thenMissing(remove(admin, path, `deleted=true`, `previous>id=3`, `previous>username="author"`, `!previous>_links`, `previous>roles=["author"]`), admin, "/cms/v2/users/3", 404)
	}
	trashed := func(path string) exchange {
		one := thenMissing(gone(path), admin, "/cms/v2/posts/150", 404)
		one = then(one, admin, "/cms/v2/posts/103?context=edit", `status="trash"`, `slug="kk-subsets__trashed"`, `author=3`)
		return then(one, admin, "/cms/v2/media?include=303&status=inherit,private,trash", `=[]`)
	}
	out := []exchange{
		then(gone("3?force=true&reassign=2"), admin, "/cms/v2/posts/103?context=edit", `author=2`, `status="publish"`),
		then(then(gone("3?force=true&reassign=0"), admin, "/cms/v2/posts/103?context=edit", `author=0`, `status="publish"`, `!_links>author`), admin, "/cms/v2/media/303", `author=0`),
		// The revisions of the user go as well, and a file stays what it is though the record that it belongs to is in the trash.
		then(then(remove(admin, "me?force=true&reassign=", `previous>id=1`), editor, "/cms/v2/pages/206/revisions?_fields=id", ids(927, 923, 925, 921)), nobody, "/cms/v2/posts/143", `_links>cms:featuredmedia>0>href="ROOT/cms/v2/media/302"`),
		trashed("3?force=true&reassign="), trashed("3?force=true&reassign=false"),
		thenMissing(remove(admin, "me?force=true&reassign=2&id=3", `previous>id=1`), admin, "/cms/v2/users/me", 401), remove(admin, "3?force=true&reassign=1&id=4", `previous>id=4`),
		refused(admin, "3", 400, "rest_missing_callback_param"), refused(admin, "3?force=true", 400, "rest_missing_callback_param"), refused(admin, "3?reassign=1", 501, "rest_trash_not_supported"),
		refused(admin, "3?force=true&reassign=3", 400, "rest_user_invalid_reassign"), refused(admin, "3?force=true&reassign=99", 400, "rest_user_invalid_reassign"), refused(admin, "3?force=true&reassign=x", 400, "rest_invalid_param"),
		refused(admin, "me?force=true&reassign=1", 400, "rest_user_invalid_reassign"), refused(admin, "99?force=true&reassign=1", 404, "rest_user_invalid_id"), refused(nobody, "me?force=true&reassign=1", 404, "rest_user_invalid_id"),
	}
	for _, r := range roles[1:] {
		out = append(out, refused(r, "6?force=true&reassign=1", r.refused(), "rest_user_cannot_delete"))
		if r != nobody {
			out = append(out, refused(r, "me?force=true&reassign=1", 403, "rest_user_cannot_delete"))
		}
	}
	return out
}

// changed changes something after an exchange, and looks at the answer.
func changed(one exchange, r role, path, body string, want ...string) exchange {
	return followed(one, exchange{role: r, method: "POST", path: path, body: body, want: want})
}

// refusedAfter expects a refusal of the same kind of request after an exchange, refusedAgain of the same once more.
func refusedAfter(one exchange, r role, body string, status int, code string) exchange {
	one.name += ", then " + body
	return followed(one, exchange{role: r, method: one.method, path: one.path, body: body, status: status, want: []string{`code=` + quoted(code)}})
}

func refusedAgain(one exchange, r role, path string, status int, code string) exchange {
	one.name += " twice"
	return followed(one, exchange{role: r, method: one.method, path: path, body: one.body, status: status, want: []string{`code=` + quoted(code)}})
}

func followed(one, next exchange) exchange {
	before := one.after
	one.after = func(t *testing.T, s *site, body any) {
		t.Helper()
		if before != nil {
			before(t, s, body)
		}
		next.check(t, s)
	}
	return one
}
