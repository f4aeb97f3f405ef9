package cmstest_test

import (
	"strings"
	"testing"

	"github.com/fontcms/fontcms-go/cms/cmstest"
)

func TestRecordIsNilForAnUnknownID(t *testing.T) {
	t.Parallel()
	c := start(t)
	for _, kind := range []string{
		"users", "settings", "categories", "tags", "menus", "cms_pattern_category", "posts", "pages", "blocks", "navigation",
		"menu-items", "media", "revisions", "autosaves", "comments",
		"snippets", "analytics", "archiver", "block-visibility",
	} {
		if record := c.site.Record(kind, 99999); record != nil {
			t.Errorf("Record of an unknown id of %s: %v, want nil", kind, record)
		}
	}
}

func TestLoadNamesTheInvalidFieldOfAUser(t *testing.T) {
	t.Parallel()
	for field, want := range map[string]string{
		`"registered_date":"soon"`:       "registered_date",
		`"registered_date":"2026-01-02"`: "registered_date",
		`"role":"king"`:                  `there is no role "king"`,
		`"roles":["editor","king"]`:      `there is no role "king"`,
		`"roles":"editor"`:               "roles",
		`"email":"ADMIN@site.test"`:      "user 1 has",
		`"username":"Editor"`:            "user 2 has",
		`"username":""`:                  "needs a username",
		`"colour":"red"`:                 `"colour"`,
		`"name":5`:                       "name",
		`"id":0`:                         "id is 0",
		`"id":9007199254740993`:          "id is",
	} {
		record := `{"username":"kim",` + field + `}`
		err := start(t).site.Load([]byte(`{"version":1,"users":[` + record + `]}`))
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("Load of a user with %s: error %v, want %s", field, err, want)
		}
	}
}

func TestInvalidUTF8IsServedReplaced(t *testing.T) {
	t.Parallel()
	c := start(t)
	c.site.Insert("categories", map[string]any{"id": 50, "name": "a\xffb\tc\rd\x01e\u2028f"})
	a := c.get("", "/categories/50?_fields=name")
	if want := `{"name":"a?b\tc\rd\u0001e\u2028f"}`; a.body != want {
		t.Errorf("category %s, want %s", a.body, want)
	}
}

func TestSiteWithoutATitleHasTheNameFalse(t *testing.T) {
	t.Parallel()
	c := start(t, cmstest.WithDocument([]byte(`{"version":1,"settings":[{"title":null,"description":""}]}`)))
	if a := c.get("", c.at("?_fields=name,description")); a.body != `{"name":false,"description":""}` {
		t.Errorf("GET of the index: status %d, body %s, want the name false", a.status, a.body)
	}
}
