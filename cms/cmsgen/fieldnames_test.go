package main

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/go-json-experiment/json/jsontext"
)

// TestKeysThatAreDataAreNotKept is the table of what a saved description must not hold.
func TestKeysThatAreDataAreNotKept(t *testing.T) {
	t.Parallel()
	const record = `{"properties": {"id": {"type": "integer"}, "name": {"type": "string"}}}`
	secrets := []string{
		"jane@site.test", "jane", "joe", "Jane Doe", "sk_live_51HxYzAbCdEfGhIjKlMn", "0f3a3c0e-6c2b-4e64-9d0f-7f2f6f0a5b11",
		"d41d8cd98f00b204e9800998ecf8427e",
		"eyJhbGciOiJIUzI1NiJ9", "eyJh.bGci.OiJI", "ghp_16C7e42F292c6912E7710c838347Ae178B4a", "192.168.0.1", "+49301234",
		"user_17", "user_18", "order-20261124", "17",
		"AKIAIOSFODNN7EXAMPLE", "größe", "https://site.test/a", "",
	}
	for name, test := range map[string]struct {
		answer string
		kept   []string
	}{
		"by e-mail addresses":                    {`{"jane@site.test": {"role": 1}, "joe": {"role": 2}}`, nil},
		"by e-mail addresses, texts":             {`{"jane@site.test": "editor"}`, nil},
		"by login names":                         {`{"jane": {"role": 1}, "joe": {"role": 2}}`, nil},
		"by login names, texts":                  {`{"jane": "editor", "joe": "author"}`, nil},
		"by login names, of which one is a name": {`{"jane": {"role": 1}, "name": {"role": 2}}`, nil},
		"by tokens": {`{"sk_live_51HxYzAbCdEfGhIjKlMn": true, ` +
			`"d41d8cd98f00b204e9800998ecf8427e": false}`, nil},
		"by tokens, beside fields": {`{"id": 1, "eyJhbGciOiJIUzI1NiJ9": 1, "AKIAIOSFODNN7EXAMPLE": "x", ` +
			`"ghp_16C7e42F292c6912E7710c838347Ae178B4a": 1}`, nil},
		"by a token in the second record": {`[{"id": 1, "jane": 1}, {"id": 2, "0f3a3c0e-6c2b-4e64-9d0f-7f2f6f0a5b11": 1}]`,
			nil},
		"by numbers":                 {`{"id": 1, "17": "x"}`, nil},
		"by names with numbers":      {`{"id": 1, "user_17": 1, "user_18": 2}`, nil},
		"by a long number":           {`{"id": 1, "order-20261124": 1}`, nil},
		"records in a record":        {`{"id": 1, "jane": {"role": 1, "since": 2}, "joe": {"since": 1, "role": 2}}`, nil},
		"texts of people":            {`{"id": 1, "Jane Doe": "x", "jane": "y"}`, nil},
		"addresses":                  {`{"id": 1, "https://site.test/a": 1, "192.168.0.1": 1, "+49301234": 1}`, nil},
		"letters of other alphabets": {`{"id": 1, "größe": 1}`, nil},
		"no name":                    {`{"id": 1, "": 1}`, nil},
		"records by name":            {`{"jane@site.test": {"id": 1, "color": "x"}, "joe": {"id": 2}}`, []string{".color"}},
		"fields of plugins": {`{"id": 1, "yoast_head_json": {"a": 1}, "_embed_count": 1, "acf": [], "featured-media-src": ` +
			`"x", "sizes1536x1536": 1, "isAdmin": true, "sha256": "x", "meta2": 1}`,
			[]string{".yoast_head_json", "._embed_count", ".acf", ".featured-media-src", ".sizes1536x1536", ".isAdmin",
				".sha256", ".meta2"}},
		"two fields of the same shape": {`{"id": 1, "front": {"x": 1}, "back": {"y": 2}}`, []string{".front", ".back"}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			d, err := load([]byte(`{"routes": {"/things": {"schema": ` + record + `}}}`))
			if err != nil {
				t.Fatal(err)
			}
			schema := d.Routes["/things"].Schema
			kinds := Kinds(nil).answer(schema, jsontext.Value(test.answer), true)
			for path := range kinds {
				if path != "" && schema.Properties.Named(path[1:]) == nil && !slices.Contains(test.kept, path) &&
					!strings.HasPrefix(path, ".*") &&
					path != ".name.*" {
					t.Errorf("The kinds of %s keep %s, want only fields of the schema and %q", test.answer, path, test.kept)
				}
			}
			for _, path := range test.kept {
				if kinds[path] == nil {
					t.Errorf("The kinds of %s lack %s, want it kept", test.answer, path)
				}
			}
		})
	}
	for _, secret := range secrets { // alone, and in a description that an older cmsgen saved
		key, _ := json.Marshal(secret)
		path, _ := json.Marshal("." + secret)
		d, err := load([]byte(fmt.Sprintf(`{"routes": {"/things": {"schema": %s, "seen": {%s: ["string"], ".user_17": `+
			`["null"], ".name": ["string"]}}}}`, record, path)))
		if err != nil {
			t.Fatal(err)
		}
		if fine := slices.Contains([]string{"jane", "joe", "user_17", "user_18"}, secret); !fine &&
			d.Routes["/things"].Seen["."+secret] != nil {
			t.Errorf("load keeps the seen path %q, want it dropped", secret)
		}
		if d.Routes["/things"].Seen[".name"] == nil {
			t.Error("load drops the seen path .name, want it kept")
		}
		if kinds := Kinds(nil).answer(d.Routes["/things"].Schema, jsontext.Value(`{`+string(key)+`: "x"}`),
			false); kinds["."+secret] != nil {
			t.Errorf("The kinds of a record keep %q, want it dropped", secret)
		}
	}
}

func TestLoadKeepsSeenPathsThatTheSchemaHas(t *testing.T) {
	t.Parallel()
	d, err := load([]byte(`{"routes": {"/things": {"schema": {"properties": {"og:title": {"type": "string"},
	"a@b": {"properties": {"c d": {}}}, "map": {"additionalProperties": {}}}, "additionalProperties": {"type": "string"}},
		"seen": {".og:title": ["string"], ".a@b": ["object"], ".a@b.c d": ["null"], ".a@b[]": ["null"], ".map.*": ["null"],
		".*": ["null"], "": ["object"], ".a@bc": ["null"], ".x@y.z": ["null"]}}}}`))
	if err != nil {
		t.Fatal(err)
	}
	var paths []string
	for path := range d.Routes["/things"].Seen {
		paths = append(paths, path)
	}
	slices.Sort(paths)
	if got := strings.Join(paths, "|"); got != "|.*|.a@b|.a@b.c d|.a@b[]|.map.*|.og:title" {
		t.Errorf("load keeps the paths %s, want those of the schema", got)
	}
}
