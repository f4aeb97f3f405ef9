package cmstest_test

import (
	"fmt"
	"net/http"
	"reflect"
	"testing"

	"github.com/fontcms/fontcms-go/cms/cmstest"
)

// relics is a type with a field of each form, and with arguments that are called as fields.
const relics = `{"prefix":"wp","routes":{
	"/wp/v2/relics":{"endpoints":[
		{"methods":["GET"],"args":{"page":{},"per_page":{},"context":{},"order":{},"orderby":{},"status":{},
		"era":{"type":["object","array"]},"era_exclude":{"type":"array","items":{"type":"integer"}},
			"box":{"type":"string"},"size":{"type":"integer"},"on_loan":{"type":"boolean"}}},
		{"methods":["POST"],"args":{"title":{},"content":{},"status":{},"box":{"type":["string","null"]},
		"size":{"type":"integer","minimum":2,"maximum":9},"grade":{"type":"string","enum":["fine","poor"]},
			"found":{"type":"string","format":"date-time"},"era":{"type":"array","items":{"type":"integer"}},
			"place":{"type":"object","properties":{"room":{"type":"integer"}},"additionalProperties":false},
			"on_loan":{"type":"boolean"},"weight":{"type":"number"},"code":{"type":"string"},"made_by":{"type":"string"},
			"mixed":{"type":["string","integer"]},"notes":{"type":"object"}}}],
		"schema":{"title":"relic","properties":{"id":{},"date":{},"slug":{},"status":{},"type":{},"title":{},"content":{},
			"box":{"type":["string","null"]},"size":{"type":"integer"},"grade":{"type":"string","enum":["fine","poor"],
			"default":"fine"},"found":{"type":"string","format":"date-time"},
			"era":{"type":"array","items":{"type":"integer"}},"place":{"type":"object"},"on_loan":{"type":"boolean"},
			"weight":{"type":"number"},"mixed":{"type":["string","integer"]},
			"code":{"type":"string","context":["edit"]},"made_by":{"type":"string","readonly":true},"notes":{"type":"object"}}}},
	"/wp/v2/relics/(?P<id>[\\d]+)":{"endpoints":[{"methods":["GET"],"args":{}},{"methods":["POST","PUT","PATCH"],
	"args":{"id":{},"title":{},"box":{"type":["string","null"]},"size":{"type":"integer"},"made_by":{"type":"string"}}}]},
	"/wp/v2/eras":{"endpoints":[{"methods":["GET"],"args":{"page":{}}}],"schema":{"title":"era","properties":{"id":{},
	"name":{}}}},
	"/wp/v2/notes/(?P<id>[\\d]+)/posts":{"endpoints":[{"methods":["GET"],"args":{"page":{}}}],"schema":{"title":"n",
	"properties":{"id":{},"date":{},"slug":{},"status":{},"type":{}}}},
	"/shop/v1/untitled/":{"endpoints":[{"methods":"GET","args":{"page":{}}}],"schema":{"properties":{"id":{},"date":{},
	"slug":{},"status":{},"type":{}}}}
}}`

func TestUnsetFieldHasTheEmptyValueOfItsType(t *testing.T) {
	t.Parallel()
	server := cmstest.NewServer(cmstest.WithTest(t), cmstest.WithType([]byte(relics)))
	id := server.Insert("relics", map[string]any{"title": "Pot", "made_by": "Ida"})
	route := fmt.Sprint("/cms/v2/relics/", id)
	_, _, shown := ask(t, server, "", "GET", route, "")
	for field, want := range map[string]any{
		"box": nil, "size": 0.0, "grade": "fine", "found": "", "era": []any{}, "place": []any{}, "on_loan": false,
		"weight": 0.0, "mixed": nil, "made_by": "Ida", "type": "relic",
	} {
		got, there := shown.(map[string]any)[field]
		if !there || !reflect.DeepEqual(got, want) {
			t.Errorf("field %s is %v (present: %t), want %v", field, got, there, want)
		}
	}
	if _, there := shown.(map[string]any)["code"]; there {
		t.Error("GET in view: the field code is shown, want it only in edit")
	}
	if _, _, edited := ask(t, server, "editor", "GET", route+"?context=edit", ""); edited.(map[string]any)["code"] != "" {
		t.Errorf("GET in edit: field code is %#v, want an empty string", edited.(map[string]any)["code"])
	}
	for body, want := range map[string]map[string]any{
		`{"box":"B","size":4}`:     {"box": "B", "size": 4.0},
		`{"box":null,"size":null}`: {"box": nil, "size": 0.0},
		`{"made_by":"Eve"}`:        {"made_by": "Ida"}, // it is only read
	} {
		_, _, changed := ask(t, server, "editor", "POST", route, body)
		for field, value := range want {
			if got := memberOf(changed, field); got != value {
				t.Errorf("POST of %s: field %s is %v, want %v", body, field, got, value)
			}
		}
	}
}

func TestFieldIsCheckedByItsSchema(t *testing.T) {
	t.Parallel()
	server := cmstest.NewServer(cmstest.WithTest(t), cmstest.WithType([]byte(relics)))
	for body, want := range map[string]any{
		`"size":2`: 2.0, `"size":9`: 9.0, `"size":1`: nil, `"size":10`: nil, `"size":"3"`: 3.0, `"size":1.5`: nil,
		`"grade":"poor"`: "poor", `"grade":"good"`: nil,
		`"found":"2026-01-02T03:04:05"`: "2026-01-02T03:04:05", `"found":"soon"`: nil, `"era":["1",2]`: []any{1.0, 2.0},
		`"era":["x"]`: nil, `"era":5`: []any{5.0}, `"place":{"room":"7"}`: map[string]any{"room": 7.0},
		`"place":{"shelf":1}`: nil, `"place":5`: nil, `"on_loan":"true"`: true, `"on_loan":"maybe"`: nil,
		`"weight":"2.5"`: 2.5, `"weight":"heavy"`: nil, `"box":5`: nil,
		`"mixed":5`: 5.0, `"mixed":"five"`: "five", `"notes":{"a":{"b":"c"}}`: map[string]any{"a": map[string]any{"b": "c"}},
	} {
		status, _, answer := ask(t, server, "editor", "POST", "/cms/v2/relics", `{"title":"x","status":"publish",`+body+`}`)
		var field string
		_, _ = fmt.Sscanf(body, "%q", &field)
		switch {
		case want == nil && (status != http.StatusBadRequest || memberOf(answer, "code") != "rest_invalid_param" ||
			memberOf(answer, "data", "params", field) == nil):
			t.Errorf("POST of %s: status %d, response %v, want 400 rest_invalid_param for %s", body, status, answer, field)
		case want != nil && (status != http.StatusCreated || !reflect.DeepEqual(memberOf(answer, field), want)):
			t.Errorf("POST of %s: status %d, response %v, want 201 with %v", body, status, answer, want)
		}
	}
}

func TestArgumentNamedLikeAFieldFiltersByIt(t *testing.T) {
	t.Parallel()
	server := cmstest.NewServer(cmstest.WithTest(t), cmstest.WithType([]byte(relics)))
	for i, record := range []map[string]any{
		{"era": []any{1}, "box": "A", "size": 3}, {"era": []any{1, 2}, "box": "B", "on_loan": true},
		{"era": []any{2, 3}, "box": "A"}, {"box": "C"},
	} {
		record["title"], record["id"], record["date"] = "x", i+1, "2026-01-01T00:00:00"
		server.Insert("relics", record)
	}
	for query, want := range map[string][]any{
		"":                                    {1.0, 2.0, 3.0, 4.0},
		"era=1":                               {1.0, 2.0},
		"era=1,3":                             {1.0, 2.0, 3.0},
		"era[]=2":                             {2.0, 3.0},
		"era[terms]=1,2":                      {1.0, 2.0, 3.0},
		"era[terms]=1,2&era[operator]=AND":    {2.0},
		"era[terms]=1,2&era[operator]=OR":     {1.0, 2.0, 3.0},
		"era[terms][]=3&era[operator]=AND":    {3.0},
		"era=9":                               {},
		"era=":                                {1.0, 2.0, 3.0, 4.0},
		"era_exclude=1":                       {3.0, 4.0},
		"era_exclude=1,3":                     {4.0},
		"era_exclude=":                        {1.0, 2.0, 3.0, 4.0},
		"era=2&era_exclude=3":                 {2.0},
		"box=A":                               {1.0, 3.0},
		"size=3":                              {1.0},
		"on_loan=true":                        {2.0},
		"box=A&era[terms]=2&era[operator]=OR": {3.0},
	} {
		status, _, list := ask(t, server, "", "GET", "/cms/v2/relics?orderby=id&order=asc&_fields=id&"+query, "")
		ids := []any{}
		records, _ := list.([]any)
		for _, record := range records {
			ids = append(ids, memberOf(record, "id"))
		}
		if status != http.StatusOK || !reflect.DeepEqual(ids, want) {
			t.Errorf("query %q finds %v, want %v: %v", query, ids, want, list)
		}
	}
}

func TestCustomTypeIsShownAsDescribed(t *testing.T) {
	t.Parallel()
	server := museum(t, cmstest.WithType([]byte(relics)))
	for name, want := range map[string]map[string]any{
		"relic": {"rest_base": "relics", "rest_namespace": "cms/v2", "name": "relic", "slug": "relic",
			"hierarchical": false, "taxonomies": []any{}, "viewable": true, "supports": map[string]any{
				"title": true, "editor": []any{map[string]any{"notes": true}}, "autosave": true}},
		"untitled": {"rest_base": "untitled", "rest_namespace": "shop/v1", "name": "untitled", // after its route
			"supports": []any{}},
		"specimen": {"rest_base": "specimens", "rest_namespace": "catalogue/v1", "taxonomies": []any{"mineral"},
			"supports": map[string]any{"title": true, "editor": []any{map[string]any{"notes": true}}, "author": true,
				"excerpt": true, "custom-fields": true, "autosave": true}},
	} {
		status, _, said := ask(t, server, "editor", "GET", "/cms/v2/types/"+name+"?context=edit", "")
		for field, value := range want {
			if got := memberOf(said, field); status != http.StatusOK || !reflect.DeepEqual(got, value) {
				t.Errorf("GET of the type %s: status %d, %s is %v, want 200 and %v", name, status, field, got, value)
			}
		}
		if memberOf(said, "visibility", "show_in_nav_menus") != true ||
			memberOf(said, "visibility", "show_ui") != true {
			t.Errorf("GET of the type %s: %v, want it shown in menus and in the administration", name, said)
		} else if memberOf(said, "capabilities", "edit_posts") != "edit_posts" {
			t.Errorf("GET of the type %s: %v, want the capability edit_posts", name, said)
		}
		items := fmt.Sprintf("%s/cms-json/%s/%s", server.URL, want["rest_namespace"], want["rest_base"])
		links, _ := memberOf(said, "_links", "cms:items").([]any)
		if len(links) != 1 || memberOf(links[0], "href") != items {
			t.Errorf("GET of the type %s: links to its records %v, want %s", name, links, items)
		}
	}
	for _, none := range []string{"/cms/v2/eras", "/cms/v2/notes/1/posts", "/cms/v2/relics/1/revisions"} {
		if status, _, answer := ask(t, server, "editor", "GET", none, ""); status != http.StatusNotFound {
			t.Errorf("GET of %s: status %d, %v, want 404", none, status, answer)
		}
	}
	server.Insert("relics", map[string]any{"title": "x", "author": 4})
	_, _, writers := ask(t, server, "admin", "GET", "/cms/v2/users?has_published_posts=relic&_fields=id", "")
	if !reflect.DeepEqual(writers, []any{map[string]any{"id": 4.0}}) {
		t.Errorf("GET of the users with published relics: %v, want user 4", writers)
	}
	if _, _, index := ask(t, server, "", "GET", "/shop/v1", ""); memberOf(index, "namespace") != "shop/v1" {
		t.Errorf("GET of the index of the namespace: %v, want shop/v1", index)
	}
}

func TestTypeWithParentsShowsThem(t *testing.T) {
	t.Parallel()
	const rooms = `{"prefix":"wp","routes":{"/wp/v2/rooms":{"endpoints":[{"methods":["GET"],"args":{"page":{}}}],
		"schema":{"title":"room","properties":{"id":{},"date":{},"slug":{},"status":{},"type":{},"title":{},
			"parent":{"type":"integer"},"menu_order":{"type":"integer"}}}},
		"/wp/v2/rooms/(?P<id>[\\d]+)":{"endpoints":[{"methods":["GET"],"args":{}}]}}}`
	server := cmstest.NewServer(cmstest.WithTest(t), cmstest.WithType([]byte(rooms)))
	wing := server.Insert("rooms", map[string]any{"title": "East wing"})
	hall := server.Insert("rooms", map[string]any{"title": "Hall", "parent": wing, "menu_order": 2})
	_, _, shown := ask(t, server, "", "GET", fmt.Sprint("/cms/v2/rooms/", hall), "")
	if got := memberOf(shown, "parent"); got != float64(wing) || memberOf(shown, "menu_order") != 2.0 {
		t.Errorf("GET of a hall: parent %v, order %v, want the east wing and 2", got, memberOf(shown, "menu_order"))
	}
}
