package conformance

import (
	"strings"
	"testing"
)

// settingScenarios are about the settings of a site.
func settingScenarios() []scenario {
	const path = "/cms/v2/settings"
	var out []exchange
	add := func(r role, name, body string, status int, want ...string) *exchange {
		one := exchange{collection: "settings", kind: writing, role: r, name: name, method: "POST", path: path, body: body, status: status, want: want}
		if status >= 400 {
			one.kind = failing
		}
		out = append(out, one)
		return &out[len(out)-1]
	}
	// stores is an update and what the answer and the next one say.
	stores := func(body string, want ...string) {
		add(admin, "store "+body, body, 200, want...).after = func(t *testing.T, s *site, _ any) {
			t.Helper()
			again := exchange{role: admin, path: path, want: want}
			again.check(t, s)
		}
	}
	out = append(out, exchange{collection: "settings", role: admin, name: "all", path: path, want: []string{
		`title="Type Docs"`, `description=""`, `url="SITE"`, `email="admin@site.test"`, `timezone="Europe/Berlin"`, `date_format="F j, Y"`, `time_format="g:i a"`, "start_of_week=1",
		`language="en_US"`, "use_smilies=true", "default_category=1", `default_post_format="0"`, "posts_per_page=10", `show_on_front="posts"`, "page_on_front=0",
		`default_ping_status="open"`, `default_comment_status="open"`, "site_logo=null", "site_icon=0",
	}})
	for _, r := range []role{editor, author, contributor, subscriber, nobody} {
		out = append(out, exchange{collection: "settings", kind: failing, harmless: true, role: r, name: "read", path: path, status: r.refused(), want: []string{`code="rest_forbidden"`}})
		add(r, "write", `{"title":"x"}`, r.refused(), `code="rest_forbidden"`)
	}
	add(editor, "a wrong type before the right", `{"start_of_week":"x"}`, 400, `code="rest_invalid_param"`)
	stores(`{"title":"A & <b>B</b> \"q\"","description":"don't"}`, `title="A &amp; &lt;b&gt;B&lt;/b&gt; &quot;q&quot;"`, `description="don&#039;t"`)
	stores(`{"title":null}`, "title=null")
	stores(`{"timezone":"Nope/X"}`, `timezone="Europe/Berlin"`)
	stores(`{"timezone":"UTC+5"}`, `timezone="Europe/Berlin"`)
	stores(`{"timezone":"America/New_York"}`, `timezone="America/New_York"`)
	stores(`{"date_format":"<b>\\Y & q"}`, `date_format="\\Y &amp; q"`)
	stores(`{"start_of_week":-2}`, "start_of_week=2")
	stores(`{"start_of_week":"9"}`, "start_of_week=9")
	stores(`{"language":"de_DE"}`, `language="en_US"`)
	stores(`{"posts_per_page":0}`, "posts_per_page=1")
	stores(`{"posts_per_page":-5}`, "posts_per_page=5")
	stores(`{"posts_per_page":-1}`, "posts_per_page=-1")
	stores(`{"posts_per_page":null}`, "posts_per_page=10")
	stores(`{"default_category":-99999}`, "default_category=99999")
	stores(`{"show_on_front":"zzz","default_post_format":"zzz","page_on_front":-3}`, `show_on_front="zzz"`, `default_post_format="zzz"`, "page_on_front=3")
	stores(`{"email":null,"date_format":null,"default_ping_status":null}`, "email=null", "date_format=null", "default_ping_status=null")
	stores(`{"use_smilies":null}`, "use_smilies=true")
	stores(`{"nope":1}`, "!nope")
	stores(`[]`, `title="Type Docs"`)
	add(admin, "false is nothing when it is read again", `{"use_smilies":false}`, 200, "use_smilies=false").after = func(t *testing.T, s *site, _ any) {
		t.Helper()
		again := exchange{role: admin, path: path, want: []string{"use_smilies=null"}}
		again.check(t, s)
		lost := exchange{role: admin, method: "POST", path: path, body: `{"use_smilies":null}`, status: 500, want: []string{`code="rest_invalid_stored_value"`}}
		lost.check(t, s)
	}
	add(admin, "null of what is not set, after others", `{"description":"kept","site_logo":null,"title":"also"}`, 500, `code="rest_invalid_stored_value"`).after = func(t *testing.T, s *site, _ any) {
		t.Helper()
		again := exchange{role: admin, path: path, want: []string{`title="also"`, `description="kept"`}}
		again.check(t, s)
	}
	add(admin, "null twice", `{"site_icon":null}`, 200, "site_icon=null").after = func(t *testing.T, s *site, _ any) {
		t.Helper()
		again := exchange{role: admin, method: "POST", path: path, body: `{"site_icon":null}`, status: 500}
		again.check(t, s)
	}
	add(admin, "several wrong types", `{"title":5,"email":"y","start_of_week":"x"}`, 400, `data>details>title>code="rest_invalid_type"`, `data>details>email>code="rest_invalid_email"`, "data>details>start_of_week")
	add(admin, "no e-mail", `{"email":""}`, 400, `data>details>email>code="rest_invalid_email"`)
	add(admin, "a word that is none of its own", `{"title":"x","default_comment_status":""}`, 400, `data>details>default_comment_status>code="rest_not_in_enum"`).after = func(t *testing.T, s *site, _ any) {
		t.Helper()
		again := exchange{role: admin, path: path, want: []string{`title="Type Docs"`}}
		again.check(t, s)
	}
	add(admin, "the index says them", `{"title":"New & old","page_for_posts":202,"site_icon":301,"site_logo":302}`, 200).after = func(t *testing.T, s *site, _ any) {
		t.Helper()
		index := exchange{path: "/?_fields=name,page_for_posts,site_icon,site_logo,site_icon_url,_links", want: []string{
			`name="New &amp; old"`, "page_for_posts=202", "site_icon=301", "site_logo=302", "site_icon_url",
			`_links>cms:featuredmedia=[{"embeddable":true,"type":"site_logo","href":"ROOT/cms/v2/media/302"},{"embeddable":true,"type":"site_icon","href":"ROOT/cms/v2/media/301"}]`,
		}}
		index.check(t, s)
	}
	add(admin, "a page at the front", `{"show_on_front":"page","page_on_front":201}`, 200).after = func(t *testing.T, s *site, _ any) {
		t.Helper()
		front := exchange{path: "/cms/v2/pages/201?_fields=link", want: []string{`link="SITE/"`}}
		front.check(t, s)
		below := exchange{path: "/cms/v2/pages/203?_fields=link", want: []string{`link="SITE/aa-guide/oo-install/"`}}
		below.check(t, s)
	}
	add(admin, "another default category", `{"default_category":4}`, 200).after = func(t *testing.T, s *site, _ any) {
		t.Helper()
		for _, e := range []exchange{
			{role: admin, method: "POST", path: "/cms/v2/posts", body: `{"title":"x"}`, status: 201, want: []string{"categories=[4]"}},
			{role: admin, method: "DELETE", path: "/cms/v2/categories/4?force=true", status: 403, want: []string{`code="rest_cannot_delete"`}},
			{role: admin, method: "DELETE", path: "/cms/v2/categories/1?force=true"},
			{role: admin, method: "POST", path: path, body: `{"default_category":0}`},
			{role: admin, method: "DELETE", path: "/cms/v2/categories/4?force=true"},
			{role: admin, method: "POST", path: "/cms/v2/posts", body: `{"title":"x"}`, status: 201, want: []string{"categories=[]"}},
		} {
			e.check(t, s)
		}
	}
	add(admin, "the discussion of new posts", `{"default_comment_status":"closed","default_ping_status":"closed"}`, 200).after = func(t *testing.T, s *site, _ any) {
		t.Helper()
		made := exchange{role: admin, method: "POST", path: "/cms/v2/posts", body: `{"title":"x"}`, status: 201, want: []string{`comment_status="closed"`, `ping_status="closed"`}}
		made.check(t, s)
	}
	add(admin, "the zone of dates", `{"timezone":"America/New_York"}`, 200).after = func(t *testing.T, s *site, _ any) {
		t.Helper()
		made := exchange{role: admin, method: "POST", path: "/cms/v2/posts", body: `{"title":"x","date":"2025-07-01T10:00:00"}`, status: 201, want: []string{`date_gmt="2025-07-01T14:00:00"`}}
		made.check(t, s)
	}
	add(admin, "the address is hidden by the configuration", `{"url":"http://other.test"}`, 200, `url="SITE"`)
	add(admin, "the address deleted", `{"url":null}`, 200, "url=null").after = func(t *testing.T, s *site, _ any) {
		t.Helper()
		for _, e := range []exchange{{path: "/", status: 500}, {role: admin, path: path, status: 500}, {role: admin, method: "POST", path: path, body: `{"url":"http://x.test"}`, status: 500}} {
			e.check(t, s)
		}
	}
	out = append(out,
		exchange{collection: "settings", kind: failing, role: admin, name: "no route to delete", method: "DELETE", path: path, status: 404, want: []string{`code="rest_no_route"`}},
		exchange{collection: "settings", kind: failing, role: admin, name: "not in a batch", method: "POST", path: "/batch/v1", body: `{"requests":[{"path":"/cms/v2/settings","body":{"title":"x"}}]}`, status: 207,
			want: []string{`responses>0>body>code="rest_batch_not_allowed"`}})
	return exchanges(out)
}

// searchScenarios are about the search over all that a site has.
func searchScenarios() []scenario {
	var out []exchange
	get := func(r role, query string, status int, want ...string) *exchange {
		one := exchange{collection: "search", role: r, name: strings.TrimSpace("search " + query), path: "/cms/v2/search?" + query, status: status, want: want, harmless: true}
		if status >= 400 {
			one.kind = failing
		}
		out = append(out, one)
		return &out[len(out)-1]
	}
	paged := func(one *exchange, total, pages string) {
		one.headers = map[string]string{"X-CMS-Total": total, "X-CMS-TotalPages": pages}
	}
	paged(get(nobody, "per_page=2", 200, "0>id=141", `0>title="Rich &#038; &#8220;full&#8221; record"`, `0>url="SITE/2025/12/dd-rich/"`, `0>type="post"`, `0>subtype="post"`, `1>subtype="page"`,
		`0>_links>about=[{"href":"ROOT/cms/v2/types/post"}]`, `0>_links>collection=[{"href":"ROOT/cms/v2/search"}]`, "0>_links>self>0>embeddable=true"), "46", "23")
	paged(get(admin, "per_page=1&_fields=id", 200, `=[{"id":141}]`), "46", "46")
	paged(get(nobody, "search=zebrafish&_fields=id", 200, `=[{"id":105},{"id":111},{"id":207},{"id":226},{"id":203},{"id":102},{"id":222},{"id":108}]`), "8", "1")
	get(nobody, "search=zebrafish&subtype=page&_fields=id", 200, `=[{"id":207},{"id":226},{"id":203},{"id":222}]`)
	get(nobody, "include=101,141&_fields=id", 200, `=[{"id":141},{"id":101}]`)
	get(nobody, "include=141&exclude=141&_fields=id", 200, `=[{"id":141}]`)
	paged(get(nobody, "exclude=141&per_page=1&_fields=id", 200), "45", "45")
	get(nobody, "search=letmein", 200, "=[]")
	paged(get(nobody, "page=99", 200, "=[]"), "0", "0")
	paged(get(nobody, "subtype=category&per_page=1&_fields=id", 200, `=[{"id":141}]`), "30", "30")
	paged(get(nobody, "subtype=&per_page=1&_fields=id", 200, `=[{"id":141}]`), "30", "30")
	paged(get(nobody, "subtype[]=page&subtype[]=any&per_page=1&_fields=id", 200), "46", "46")
	paged(get(nobody, "search=0&per_page=1&_fields=id", 200), "46", "46")
	paged(get(nobody, "orderby=title&order=asc&status=draft&per_page=1&_fields=id", 200, `=[{"id":141}]`), "46", "46")
	for _, query := range []string{"subtype=nope", "subtype=any,nope", "subtype=attachment", "type=", "type=media", "context=edit", "type=post-format&include=aside", "per_page=0"} {
		get(nobody, query, 400, `code="rest_invalid_param"`)
	}
	get(nobody, "context=embed&per_page=1&_embed=1", 200, "0>_embedded>self>0>id=141", "0>subtype")
	paged(get(nobody, "type=term&per_page=2", 200, "0>id=6", `0>title="Caching"`, `0>type="category"`, "!0>subtype", "1>id=11", `1>_links>about=[{"href":"ROOT/cms/v2/taxonomies/post_tag"}]`), "13", "7")
	get(nobody, "type=term&subtype=post_tag,category&search=IN&_fields=id", 200, `=[{"id":6},{"id":13},{"id":4}]`)
	get(nobody, "type=term&subtype=page&search=menu&_fields=id,type", 200, `=[{"id":31,"type":"nav_menu"}]`)
	get(nobody, "type=term&include=4,11&_fields=id", 200, `=[{"id":11},{"id":4}]`)
	get(nobody, "type=term&page=22", 400, `code="rest_search_invalid_page_number"`)
	paged(get(nobody, "type=term&search=nothing&page=3", 200, "=[]"), "0", "0")
	paged(get(nobody, "type=post-format", 200, `0>id="aside"`, `0>title="Aside"`, `0>url="SITE/type/aside/"`, `0>type="post-format"`, "!0>subtype", "!0>_links>self"), "9", "1")
	get(nobody, "type=post-format&search=GAL&_fields=id", 200, `=[{"id":"gallery"}]`)
	get(nobody, "type=post-format&page=2", 400, `code="rest_search_invalid_page_number"`)
	out = append(out, exchange{collection: "search", kind: failing, role: admin, name: "no route to write", method: "POST", path: "/cms/v2/search", body: "{}", status: 404, want: []string{`code="rest_no_route"`}})
	return exchanges(out)
}
