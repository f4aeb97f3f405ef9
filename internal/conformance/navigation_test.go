package conformance

import (
	"fmt"
	"strings"
	"testing"
)

// navigationScenarios are about the navigation that is made of blocks: records like posts, with a title and a text alone.
func navigationScenarios() []scenario {
	const path = "/cms/v2/navigation"
	var out []exchange
	add := func(r role, method, path, body string, status int, want ...string) *exchange {
		one := exchange{
			collection: "navigation", kind: writing, role: r, name: strings.TrimSpace(fmt.Sprintf("%s %s %.80s", method, strings.TrimPrefix(path, "/cms/v2/"), body)),
			method: method, path: path, body: body, status: status, want: want,
		}
		switch {
		case status >= 400:
			one.kind = failing
		case method == "GET" && !strings.Contains(path, "fallback"):
			one.kind = reading
		}
		out = append(out, one)
		return &out[len(out)-1]
	}
	get := func(r role, path string, want ...string) *exchange { return add(r, "GET", path, "", 200, want...) }

	get(nobody, path, "0>id=601", "1>id=602", `0>title={"rendered":"Top &#038; &#8220;first&#8221;"}`, `0>type="cms_navigation"`, `0>slug="aa-top"`, `0>template=""`, "0>content>protected=false",
		"!0>content>raw", "!0>excerpt", "!0>meta", "!0>author", "!0>class_list", `0>_links>about=[{"href":"ROOT/cms/v2/types/cms_navigation"}]`, "!0>_links>author")
	get(subscriber, path+"?context=embed", `0>title={"raw":"Top & \"first\"","rendered":"Top &#038; &#8220;first&#8221;"}`, `1>status="publish"`, "0>content>raw", "0>content>block_version=1", "!0>modified", "!0>template")
	get(admin, path+"/603?context=edit", `status="draft"`, `password=""`, `content={"raw":"Words","rendered":"<p>Words</p>\n","protected":false,"block_version":0}`, "!generated_slug", "!permalink_template",
		"_links>cms:action-publish", "_links>cms:action-unfiltered-html", "!_links>cms:action-assign-author")
	get(admin, path+"?status=any&orderby=title&order=asc&_fields=id", `=[{"id":603},{"id":602},{"id":601}]`)
	get(nobody, path+"?search=zebrafish&_fields=id", `=[{"id":602}]`)
	for _, r := range []role{editor, author, contributor, subscriber, nobody} {
		add(r, "GET", path+"?context=edit", "", r.refused(), `code="rest_forbidden_context"`)
		add(r, "GET", path+"/603", "", r.refused(), `code="rest_forbidden"`)
		add(r, "POST", path, `{"title":"x"}`, r.refused(), `code="rest_cannot_create"`)
		add(r, "POST", path+"/601", `{"title":"x"}`, r.refused(), `code="rest_cannot_edit"`)
		add(r, "DELETE", path+"/601", "", r.refused(), `code="rest_cannot_delete"`)
		add(r, "GET", path+"/601/revisions", "", r.refused(), `code="rest_cannot_read"`)
		add(r, "GET", path+"?status=draft", "", 400, `data>details>status>code="rest_forbidden_status"`)
	}
	add(admin, "POST", path, `{}`, 201, `status="draft"`, `slug=""`, `title>raw=""`, "content>block_version=0")
	add(admin, "POST", path, `{"title":"Nav two","status":"publish","content":"x & y","password":"pw","excerpt":"no","meta":{"footnotes":"no"}}`, 201,
		`slug="nav-two"`, "content>protected=true", `content>rendered="<p>x &#038; y</p>\n"`, "!meta", "!excerpt").after = func(t *testing.T, s *site, body any) {
		t.Helper()
		id, _ := memberOf(body, "id")
		for query, want := range map[string]string{"": `content={"rendered":"","protected":true}`, "?password=pw": `content={"rendered":"<p>x &#038; y</p>\n","protected":true}`} {
			one := exchange{path: fmt.Sprintf("%s/%v%s", path, id, query), want: []string{want}}
			one.check(t, s)
		}
	}
	add(admin, "POST", path+"/601", `{"title":"Changed","content":"<p>New</p>"}`, 200, `title>raw="Changed"`, `slug="aa-top"`).after = func(t *testing.T, s *site, _ any) {
		t.Helper()
		for query, want := range map[string][]string{
			"?context=edit":  {`0>title>raw="Changed"`, `0>content>raw="<p>New</p>"`, "0>meta=[]", "!0>excerpt"},
			"?context=embed": {`0>title>raw="Changed"`, `0>content>raw="<p>New</p>"`, "!0>meta", "!0>excerpt"},
			"":               {`0>title={"rendered":"Changed"}`, "!0>content>raw", "0>meta=[]"},
		} {
			one := exchange{role: admin, path: path + "/601/revisions" + query, want: want}
			one.check(t, s)
		}
	}
	add(admin, "POST", path+"/601/autosaves", `{"title":"A","content":"B"}`, 200, "parent=601", `title>raw="A"`, `content>raw="B"`, `preview_link=""`, "!excerpt").after = hasTitle("navigation", 601, "Top & \"first\"")
	add(admin, "POST", path+"/603/autosaves", `{"title":"A"}`, 200, "id=603", `title>raw="A"`).after = hasTitle("navigation", 603, "A")
	add(admin, "POST", path+"/603/autosaves", `{"title":"","password":"horse"}`, 200, `title>rendered="Protected:"`)
	add(admin, "DELETE", path+"/602", "", 200, `status="trash"`).after = hasStatus("navigation", 602, "trash")
	add(admin, "DELETE", path+"/602?force=true", "", 200, "deleted=true", "previous>id=602").after = isGone("navigation", 602)

	const fallback = "/cms-block-editor/v1/navigation-fallback"
	withFallback := func(one *exchange) *exchange {
		one.needs = []need{{fallback, "", ""}}
		return one
	}
	withFallback(get(admin, fallback, "id=601", `_links>self>0>href="ROOT/cms/v2/navigation/601"`, "_links>self>0>embeddable=true"))
	withFallback(get(admin, fallback+"?_embed=1", `_embedded>self>0>title>raw="Top & \"first\""`))
	for _, r := range []role{editor, author, contributor, subscriber, nobody} {
		withFallback(add(r, "GET", fallback, "", r.refused(), `code="rest_cannot_create"`))
	}
	withFallback(add(admin, "POST", path+"/601", `{"status":"draft","title":"None left"}`, 200)).after = func(t *testing.T, s *site, _ any) {
		t.Helper()
		for _, e := range []exchange{
			{role: admin, method: "DELETE", path: path + "/602"},
			{role: editor, path: fallback, status: 403},
			{role: admin, path: path + "?_fields=id", want: []string{"=[]"}},
			{role: admin, path: fallback, want: []string{"id"}},
			{role: admin, path: fallback, want: []string{"id"}},
			{role: admin, path: path + "?context=edit", want: []string{`0>slug="navigation"`, `0>title>raw="Navigation"`, `0>status="publish"`, "!1"}},
		} {
			e.check(t, s)
		}
	}
	return exchanges(out)
}
