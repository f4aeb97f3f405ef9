package cmstest_test

import (
	"strings"
	"testing"

	"github.com/fontcms/fontcms-go/cms/cmstest"
)

// TestLocationsOfMenus holds to what a WordPress 7.1 with two locations answered; the theme of the live tests has none.
func TestLocationsOfMenus(t *testing.T) {
	t.Parallel()
	c := start(t, cmstest.WithMenuLocation("primary", "Primary & first"), cmstest.WithMenuLocation("side", "Side"))
	main := c.site.Insert("menus", map[string]any{"name": "Main", "locations": []string{"side"}, "auto_add": true})
	c.site.Insert("menus", map[string]any{"id": 20, "name": "Footer"})
	if record := c.site.Record("menus", main); record["auto_add"] != true || len(record["locations"].([]string)) != 1 {
		t.Errorf("Record of a menu: %v, want auto_add and one location", record)
	}
	for _, tc := range []struct {
		method, path, body string
		status             int
		want               string
	}{
		{"GET", "/menu-locations", "", 200, `{"primary":{"name":"primary","description":"Primary & first","menu":0,`},
		{"GET", "/menu-locations/side", "", 200, `"menu":2,`},
		{"GET", "/menu-locations/nope", "", 404, `"rest_menu_location_invalid"`},
		{"POST", "/menus/20", `{"locations":"side,primary"}`, 200, `"locations":["primary","side"]`},
		{"GET", "/menus/2", "", 200, `"locations":[],"auto_add":true`},
		{"POST", "/menus/20", `{"name":"y"}`, 200, `"locations":["primary","side"]`},
		{"POST", "/menus/20", `{"locations":["side","nope"]}`, 400, `"rest_invalid_menu_location"`},
		{"POST", "/menus/20", `{"locations":[["side"]]}`, 400, `"rest_invalid_type"`},
		{"POST", "/menus/20", `{"locations":["side"]}`, 200, `"locations":["side"]`},
		{"GET", "/menu-locations?_fields=side,menu", "", 200, `{"side":{"menu":20}}`},
		{"DELETE", "/menus/20?force=true", "", 200, `"locations":["side"]`},
		{"GET", "/menu-locations/side", "", 200, `"menu":0,`},
	} {
		name := tc.method + " " + tc.path + " " + tc.body
		if a := c.do("admin", tc.method, tc.path, tc.body); a.status != tc.status || !strings.Contains(a.body, tc.want) {
			t.Errorf("Sent %s: status %d, body %s, want %d with %s", name, a.status, a.body, tc.status, tc.want)
		}
	}
	of := c.do("admin", "POST", "/menus/2", `{"locations":["primary"],"description":"kept"}`)
	if places, _ := of.field(t, "_links.cms:menu-location").([]any); len(places) != 1 ||
		places[0].(map[string]any)["href"] != c.root+"/menu-locations/primary" {
		t.Errorf("POST of a menu: links to locations %v, want primary alone", places)
	}
	again := start(t, cmstest.WithMenuLocation("primary", ""), cmstest.WithDocument(c.site.Document()))
	if a := again.get("admin", "/menus/2"); !strings.Contains(a.body, `"locations":["primary"]`) {
		t.Errorf("GET of a menu from a document: %s, want the location primary", a.body)
	}
	expect(t, "shown in it", again.get("admin", "/menu-locations/primary?_embed=1"), 200, map[string]any{"menu": 2.0})
	shown := again.get("admin", "/menu-locations/primary?_embed=1")
	embedded, _ := shown.field(t, "_embedded.cms:menu").([]any)
	if len(embedded) != 1 || embedded[0].(map[string]any)["id"] != 2.0 {
		t.Errorf("GET of a location with _embed: embedded menus %v, want menu 2", embedded)
	}
	for name, want := range map[string]string{"self": "/menu-locations/primary", "collection": "/menu-locations",
		"cms:menu": "/menus/2"} {
		links, _ := shown.field(t, "_links."+name).([]any)
		if len(links) != 1 || links[0].(map[string]any)["href"] != again.root+want {
			t.Errorf("GET of a location: link %s is %v, want %s", name, links, want)
		}
	}
}
