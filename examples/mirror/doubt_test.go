package main

import (
	"fmt"
	"maps"
	"net/http"
	"strings"
	"testing"

	"github.com/fontcms/fontcms-go/cms/cmstest"
)

// total is an answer that states how many records there are.
func total(n int, body string) cmstest.Fault {
	text := fmt.Sprint(n)
	return cmstest.Fault{Method: "GET", Body: []byte(body),
		Header: http.Header{"X-Cms-Total": {text}, "X-Cms-Totalpages": {fmt.Sprint(min(n, 1))}}}
}

func TestUnclearResponseDeletesNothing(t *testing.T) {
	t.Parallel()
	refused := cmstest.Fault{Method: "GET", Status: 403, Code: "rest_forbidden", Message: "no"}
	index := `{"name":"x","home":"%s","url":"%[1]s","gmt_offset":1,"timezone_string":"Europe/Berlin",` +
		`"namespaces":["cms/v2"]}`
	on := func(f cmstest.Fault, route string, skip int) cmstest.Fault {
		f.Route, f.Skip = route, skip
		return f
	}
	for name, c := range map[string]struct {
		fault cmstest.Fault
		says  string
		fine  bool // it is no error
	}{
		"the first record is refused": {fault: on(refused, "/cms/v2/posts", 0), says: "posts: nothing was deleted"},
		"the list is refused":         {fault: on(refused, "/cms/v2/posts", 1), says: "posts: nothing was deleted"},
		"the list is cut off": {fault: on(cmstest.Fault{Method: "GET", Truncate: 10}, "/cms/v2/posts", 1),
			says: "posts: nothing was deleted"},
		"the posts fell to zero": {fault: on(total(0, "[]"), "/cms/v2/posts", 0),
			says: "posts: nothing was deleted: the site says that it has none, and there were 29"},
		"the list fell to zero": {fault: on(total(0, "[]"), "/cms/v2/posts", 1), says: "posts: nothing was deleted"},
		"the menu items fell to zero": {fault: on(total(0, "[]"), "/cms/v2/menu-items", 0),
			says: "menu-items: nothing was deleted: the site says that it has none"},
		"the media fell to zero": {fault: on(total(0, "[]"), "/cms/v2/media", 0), says: "media: nothing was deleted"},
		"the snippets fell to zero": {fault: on(cmstest.Fault{Body: []byte("[]")}, "/code-snippets/v1/snippets", 0),
			says: "snippets: nothing was deleted: the site says that it has none"},
		"terms are hidden": {fault: on(total(2, `[{"id":11,"name":"Tooling","slug":"tooling"}]`),
			"/cms/v2/categories", 0), says: "categories: nothing was deleted: the site counts 2 and shows 1"},
		"the plugin of snippets is off": {fault: on(cmstest.Fault{Body: []byte(index)}, "/", 0),
			says: "snippets:            skipped: the site does not have code-snippets/v1, which is part of the plugin Code " +
				"Snippets", fine: true},
		"a route is gone": {fault: on(cmstest.Fault{Status: 404, Code: "rest_no_route"}, "/cms/v2/menu-items", 0),
			says: "menu-items:          skipped: the site does not have cms/v2/menu-items", fine: true},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			server, folder := newSite(t), t.TempDir()
			mustTake(t, server, folder)
			before := content(t, folder)
			fault := c.fault
			if fault.Route == "/" {
				fault.Body = fmt.Appendf(nil, index, server.URL)
			}
			remove := server.Fail(fault)
			said, err := take(t, server, folder)
			if (err == nil) != c.fine || !strings.Contains(said, c.says) {
				t.Errorf("mirror where %s: error %v, want none: %t, and %q in\n%s", name, err, c.fine, c.says, said)
			}
			after := content(t, folder)
			for name := range before {
				if after[name] == "" {
					t.Errorf("mirror deleted %s, want it kept", name)
				}
			}
			if remove() == 0 {
				t.Error("The fault did not strike, want it once or more")
			}
			mustTake(t, server, folder)
			if !maps.Equal(before, content(t, folder)) {
				t.Error("The mirror after the fault left another folder, want the same files as before")
			}
		})
	}
}

func TestAnotherSiteOrPrefixIsRefused(t *testing.T) {
	t.Parallel()
	server, folder := newSite(t), t.TempDir()
	mustTake(t, server, folder)
	before := content(t, folder)
	for name, args := range map[string][]string{
		"another site":   {"-site", newEmpty(t).URL, "-user", ""},
		"another prefix": {"-prefix", "wp"},
	} {
		said, err := take(t, server, folder, args...)
		if err == nil {
			t.Errorf("mirror of %s: no error, want one: %s", name, said)
		}
		if name == "another site" && !strings.Contains(err.Error(), "nothing deleted") {
			t.Errorf("mirror of %s: error %v, want that nothing is deleted", name, err)
		}
		if !maps.Equal(before, content(t, folder)) {
			t.Errorf("mirror of %s changed the folder, want the same files", name)
		}
	}
}

func TestAllRecordsOfAKindGoOnlyOnRequest(t *testing.T) {
	t.Parallel()
	server, folder := newSite(t), t.TempDir()
	mustTake(t, server, folder)
	for id := range int64(3) {
		if _, err := client(t, server).MenuItems.Delete(t.Context(), 501+id); err != nil {
			t.Fatal(err)
		}
	}
	if said, err := take(t, server, folder); err == nil || content(t, folder)["menu-items/501.json"] == "" {
		t.Errorf("mirror of a menu without items: error %v, want one, and the items kept: %s", err, said)
	}
	mustTake(t, server, folder, "-allow-empty")
	if content(t, folder)["menu-items/501.json"] != "" {
		t.Error("mirror -allow-empty kept menu-items/501.json, want it deleted")
	}
}
