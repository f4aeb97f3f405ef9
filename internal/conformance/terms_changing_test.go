package conformance

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

// termChanging are requests that change and destroy terms, lists of them with arguments of all kinds, and what is refused.
func termChanging() []scenario {
	var out []exchange
	add := func(r role, method, path, body string, status int, want ...string) *exchange {
		collection, _, _ := strings.Cut(strings.TrimPrefix(path, "/cms/v2/"), "/")
		collection, _, _ = strings.Cut(collection, "?")
		one := exchange{
			collection: collection, kind: writing, role: r, name: strings.TrimSpace(fmt.Sprintf("%s %s %.80s", method, strings.TrimPrefix(path, "/cms/v2/"), body)),
			method: method, path: path, body: body, status: status, want: want,
		}
		if status >= 400 {
			one.kind = failing
		} else if method == "GET" {
			one.kind = reading
		}
		if strings.Contains(path, "pattern_category") {
			one.needs = []need{{"/cms/v2/cms_pattern_category", "", ""}}
		}
		out = append(out, one)
		return &out[len(out)-1]
	}
	post := func(path, body string, status int, want ...string) *exchange {
		return add(admin, "POST", path, body, status, want...)
	}
	get := func(path string, want ...string) { add(nobody, "GET", path, "", 200, want...) }
	const tags, categories, menus, patterns = "/cms/v2/tags", "/cms/v2/categories", "/cms/v2/menus", "/cms/v2/cms_pattern_category"

	// Names are lines of text with the signs of HTML as entities; quotation marks stay.
	for name, stored := range map[string]string{
		"Ünïcode – “quotes”": "Ünïcode – “quotes”", `it's "quoted" -- x`: `it's "quoted" -- x`, "R&D &amp; more": "R&amp;D &amp; more", "a < b": "a &lt; b", `back\slash`: `back\slash`,
		" two  blanks ": "two blanks", "<b>bold</b>": "bold", "!!!": "!!!", "0": "0", "2026": "2026", "a, b": "a, b",
	} {
		post(tags, quoted(map[string]any{"name": name}), 201, "name="+quoted(stored), "count=0", "meta=[]")
	}
	post(tags, `{"name":"Über grün"}`, 201, `slug="uber-grun"`)
	post(tags, `{"name":"яблоко"}`, 201, `slug="%d1%8f%d0%b1%d0%bb%d0%be%d0%ba%d0%be"`)
	post(tags, `{"name":"x","description":"<b>x</b> <script>y</script> & \"z\" <p>p</p>"}`, 201, `description="<b>x</b> y &amp; \"z\" p"`)
	post(tags, `{"name":"x","id":11}`, 201, `name="x"`).after = hasName("tags", 11, "css")
	post(tags, `{"name":"CSS"}`, 400, `code="term_exists"`, "data>term_id=11", "additional_data=[11,11]")
	post(tags, `{"name":"css","slug":"other"}`, 201, `slug="other"`)
	post(tags, `{"name":"Releases","slug":"css"}`, 201, `slug="css-2"`)
	post(tags, `{"name":"Releases"}`, 201, `slug="releases"`)
	post(tags, `{"name":5}`, 400, `data>details>name>code="rest_invalid_type"`)
	post(tags, `{"name":null}`, 400, `code="rest_missing_callback_param"`)
	post(tags, `{"name":"  "}`, 500, `code="empty_term_name"`, "data=null")
	post(tags, `{"name":"x","parent":0}`, 400, `code="rest_taxonomy_not_hierarchical"`)
	post(tags, `{"name":"x","meta":"y"}`, 400, `code="rest_invalid_param"`, "data>details=[]")
	post(tags, `{"name":"x","meta":{"y":1}}`, 201, "meta=[]")
	post(tags, quoted(map[string]any{"name": strings.Repeat("a", 201)}), 500, `code="db_insert_error"`)
	post(tags, quoted(map[string]any{"slug": "long", "name": strings.Repeat("a", 200)}), 201, `slug="long"`)
	post(categories, `{"name":"SPACING","parent":2}`, 400, `code="term_exists"`, "data>term_id=4")
	post(categories, `{"name":"spacing","parent":2,"slug":"typography"}`, 201, `slug="typography-typography"`, "parent=2")
	post(categories, `{"name":"Caching","parent":4}`, 201, `slug="caching-spacing"`, `link="SITE/category/typography/spacing/caching-spacing/"`)
	post(categories, `{"name":"CACHING","parent":3,"slug":"fast"}`, 201, `slug="fast"`)
	post(categories, `{"name":"x","parent":11}`, 400, `code="rest_term_invalid"`)

	post(tags+"/11", `{}`, 200, `name="css"`, "description=\"\"")
	post(tags+"/11", `{"name":"latin","description":"d"}`, 200, `name="latin"`, `slug="css"`, `description="d"`)
	post(tags+"/11", `{"slug":"latin"}`, 500, `code="duplicate_term_slug"`, "data=null")
	post(tags+"/11", `{"name":"Latin","slug":""}`, 200, `slug="latin-2"`)
	post(tags+"/11", `{"name":"!!!","slug":""}`, 200, `slug="11"`)
	post(tags+"/11", `{"name":null}`, 500, `code="empty_term_name"`, "data=null")
	post(tags+"/11", `{"parent":0}`, 400, `code="rest_taxonomy_not_hierarchical"`)
	post(tags+"/11", `{"id":12,"name":"z"}`, 200, "id=12").after = hasName("tags", 11, "css")
	post(tags+"/11", quoted(map[string]any{"description": "kept", "name": strings.Repeat("a", 201)}), 200, `name="css"`, `description="kept"`)
	post(tags+"/5", `{}`, 404, `code="rest_term_invalid"`)
	add(admin, "PUT", categories+"/6", `{"parent":2}`, 200, "parent=2", `link="SITE/category/typography/caching/"`)
	add(admin, "PATCH", categories+"/6", `{"parent":null,"description":null}`, 200, "parent=0", `description=""`)
	post(categories+"/2", `{"parent":4}`, 200, "parent=0")
	post(categories+"/2", `{"parent":2}`, 200, "parent=0")
	post(categories+"/7", `{"slug":"spacing","parent":5}`, 200, `slug="spacing-releases"`)
	post(categories+"/7", `{"slug":"spacing"}`, 500, `code="duplicate_term_slug"`)
	post(categories+"/7", `{"parent":987}`, 400, `code="rest_term_invalid"`)
	post(patterns+"/21", `{"name":"R & D","slug":"rd"}`, 200, `name="R &amp; D"`, `slug="rd"`, "!parent")
	for _, path := range []string{tags + "/12", categories + "/5", patterns + "/22"} {
		for _, r := range []role{author, contributor, subscriber, nobody} {
			add(r, "POST", path, `{"name":"x"}`, r.refused(), `code="rest_cannot_update"`)
			add(r, "DELETE", path+"?force=true", "", r.refused(), `code="rest_cannot_delete"`)
		}
		add(editor, "POST", path, `{"name":"by an editor"}`, 200, `name="by an editor"`)
		add(editor, "DELETE", path+"?force=true", "", 200, "deleted=true", "previous>id", "!previous>_links")
	}
	add(nobody, "POST", tags+"/999999", `{}`, 404, `code="rest_term_invalid"`)
	add(nobody, "DELETE", tags+"/999999", "", 404, `code="rest_term_invalid"`)
	add(admin, "DELETE", tags+"/11", "", 501, `code="rest_trash_not_supported"`).after = hasName("tags", 11, "css")
	add(admin, "DELETE", tags+"/11", `{"force":true}`, 200, `previous>name="css"`, "previous>count=10").after = func(t *testing.T, s *site, _ any) {
		if left := s.stored(t, "posts", 181).ints("tags"); !slices.Equal(left, []int64{12}) {
			t.Errorf("the post has the tags %v", left)
		}
		if s.stored(t, "tags", 11) != nil {
			t.Error("the tag is still there")
		}
	}
	add(admin, "DELETE", categories+"/1?force=true", "", 403, `code="rest_cannot_delete"`)
	add(admin, "DELETE", categories+"/2?force=true", "", 200, "previous>id=2").after = func(t *testing.T, s *site, _ any) {
		if child := s.stored(t, "categories", 4); child.int("parent") != 0 {
			t.Errorf("what stood below is %v", child)
		}
		if left := s.stored(t, "posts", 102).ints("categories"); !slices.Equal(left, []int64{1}) {
			t.Errorf("the post has the categories %v", left)
		}
	}
	add(admin, "DELETE", categories+"/4?force=true", "", 200, "deleted=true").after = isGone("menu-items", 508)

	post(categories, `{"name":"Kid","parent":7}`, 201).after = func(t *testing.T, s *site, body any) {
		t.Helper()
		id, _ := memberOf(body, "id")
		made := exchange{role: admin, method: "POST", path: "/cms/v2/posts", body: fmt.Sprintf(`{"title":"x","status":"publish","categories":[%v]}`, id), status: 201}
		made.check(t, s)
		// What has posts below it alone is shown, and not counted.
		shown := exchange{path: categories + "?hide_empty=true&include=7&_fields=id,count", want: []string{`=[{"id":7,"count":0}]`}, headers: map[string]string{"X-CMS-Total": "0"}}
		shown.check(t, s)
	}
	get(tags+"?parent=5&per_page=1&_fields=id", `=[{"id":11}]`)
	get(categories+"?offset=3&per_page=1&orderby=id&_fields=id", `=[{"id":1}]`)
	get(tags+"?offset=4&page=1&orderby=id&_fields=id", `=[{"id":15},{"id":16}]`)
	get(tags+"?slug=CSS,Latin&_fields=id", `=[{"id":11},{"id":13}]`)
	get(categories+"?orderby=description&order=desc&per_page=2&_fields=id", `=[{"id":2},{"id":7}]`)
	get(categories+"?include=&exclude=&slug=&search=&per_page=1&orderby=id&_fields=id", `=[{"id":1}]`)
	get(categories+"?search=R%26D", "=[]")
	get(categories+"?post=0&per_page=1&orderby=id&_fields=id", `=[{"id":1}]`)
	get(categories+"?parent=2&search=SPA&_fields=id", `=[{"id":4}]`)
	get(categories+"?hide_empty=true&include=7", "=[]")
	for _, argument := range []string{"parent=", "post=", "include[]=", "per_page=101", "orderby=nope", "hide_empty=x"} {
		add(nobody, "GET", categories+"?"+argument, "", 400, `code="rest_invalid_param"`)
	}
	out = append(out, exchange{collection: "tags", name: "a page past the last one", path: tags + "?page=99", want: []string{"=[]"}, headers: map[string]string{"X-CMS-Total": "6", "X-CMS-TotalPages": "1"}})

	post(menus, `{"name":"A & \"B\"","slug":"zz","description":"<b>x</b> & y","auto_add":true,"locations":[]}`, 201,
		`name="A &amp; \"B\""`, `slug="a-b"`, `description="<b>x</b> &amp; y"`, "auto_add=true", "locations=[]", "!count", "!link")
	post(menus, `{"name":"MAIN menu"}`, 400, `code="menu_exists"`, "data>term_id=31", "additional_data=[31]")
	post(menus, `{"name":""}`, 400, `code="empty_term_name"`, "data>status=400")
	post(menus, `{"name":"x","parent":5}`, 400, `code="rest_taxonomy_not_hierarchical"`)
	post(menus, `{"name":"x","locations":["nope"]}`, 400, `data>details>locations>code="rest_invalid_menu_location"`, `data>details>locations>data={"location":"nope"}`)
	post(menus, `{"name":"x","auto_add":"maybe"}`, 400, `data>details>auto_add>code="rest_invalid_type"`)
	post(menus+"/32", `{}`, 200, `name="Footer"`, `description=""`)
	post(menus+"/32", `{"name":"Main menu"}`, 500, `code="menu_exists"`, "data=null")
	post(menus+"/32", `{"name":"New name","slug":"x","auto_add":true,"description":"d"}`, 200, `slug="new-name"`, "auto_add=true", `description="d"`)
	post(menus+"/32", `{"name":""}`, 500, `code="empty_term_name"`, "data=null")
	post(menus+"/32", `{"name":"main-menu"}`, 200, `slug="main-menu-2"`)
	add(editor, "POST", menus+"/32", `{"name":"x"}`, 403, `code="rest_cannot_update"`)
	add(editor, "DELETE", menus+"/32?force=true", "", 403, `code="rest_cannot_delete"`)
	add(admin, "DELETE", menus+"/32", "", 501, `code="rest_trash_not_supported"`)
	add(admin, "DELETE", menus+"/31?force=true", "", 200, "deleted=true", `previous>name="Main menu"`, "!previous>_links").after = isGone("menu-items", 501)
	return exchanges(out)
}

// hasName says that a term is called so afterwards.
func hasName(kind string, id int64, name string) func(*testing.T, *site, any) {
	return func(t *testing.T, s *site, _ any) {
		t.Helper()
		if got := s.stored(t, kind, id).text("name"); got != name {
			t.Errorf("the term is called %q, want %q", got, name)
		}
	}
}
