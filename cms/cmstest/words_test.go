package cmstest_test

import (
	"encoding/json"
	"strings"
	"testing"
)

// told are the words of arguments that are not "The … of the record."
var told = map[string]string{
	"id": "Number of the record.", "context": "How much of each record to show.", "page": "Which page of the list to show.", "per_page": "Number of records on a page.",
	"search": "Only records in which these words are found.", "search_columns": "Where to look for the words searched.", "search_semantics": "How to read the words searched.",
	"after": side, "before": side, "modified_after": side, "modified_before": side,
	"include": "Only records with these numbers.", "exclude": "No records with these numbers.", "offset": "Number of records to leave out at the beginning.",
	"order": "Direction of the order.", "orderby": "What the list is ordered by.", "date": "A moment in the time of the site.", "date_gmt": "A moment in Greenwich mean time.",
	"slug": "Name of the record in addresses.", "status": "State of publication.", "password": "Password that protects the text.",
	"force": "Whether to delete for good rather than to move to the trash.", "url": "Address of what is to be embedded.", "format": "Form of the record or of the answer.",
	"maxwidth": "Limit of the size in pixels.", "maxheight": "Limit of the size in pixels.", "discover": "Whether to look at the page itself for a provider that is not known.",
	"meta": "Further fields.", "author_exclude": "Leaves out records by their author.", "parent_exclude": "Leaves out records by their parent.",
	"title": "The title of the record.", "alt_text": "The alt text of the record.", "generate_sub_sizes": "The generate sub sizes of the record.",
}

const side = "Only records on this side of a moment, which itself is not included."

// toldByPlugins are the words of their arguments, by namespace.
var toldByPlugins = map[string]map[string]string{
	"code-snippets/v1": {
		"name": "Title of the snippet.", "desc": "What the snippet is for.", "code": "The code that runs.", "tags": "Tags of the snippet.", "scope": "Where the code runs.",
		"active": "Whether the snippet is switched on.", "priority": "Which of the snippets runs first.", "modified": "When the snippet was changed.",
		"network": "Whether the snippet belongs to the network of sites.", "shared_network": "Whether each site of the network switches the snippet on.",
	},
	"block-visibility/v1": {"integration": "Which integration is asked about.", "search_term": "What to look for.", "saved_values": "What is chosen already."},
}

func TestPluginsDescribeArguments(t *testing.T) {
	t.Parallel()
	c := start(t)
	for namespace, told := range toldByPlugins {
		body := c.get("admin", c.at(namespace)).body
		for name, words := range told {
			if part := `"` + name + `":{"description":"` + words + `"`; !strings.Contains(body, part) {
				t.Errorf("%s: no %s", namespace, part)
			}
		}
	}
	schema := c.get("admin", c.at("code-snippets/v1/snippets/schema"))
	for name, words := range toldByPlugins["code-snippets/v1"] {
		expect(t, name, schema, 200, map[string]any{"properties." + name + ".description": words})
	}
	expect(t, "schema", schema, 200, map[string]any{
		"$schema": "http://json-schema.org/draft-04/schema#", "title": "snippet", "type": "object", "properties.id.description": "Identifies the snippet.", "properties.id.readonly": true,
	})
}

func TestTheIndexDescribesArguments(t *testing.T) {
	t.Parallel()
	c := start(t)
	var index struct {
		Routes map[string]struct {
			Namespace string
			Endpoints []struct{ Args json.RawMessage }
		}
	}
	if err := json.Unmarshal([]byte(c.get("admin", c.site.URL+"/cms-json/?_fields=routes").body), &index); err != nil {
		t.Fatal(err)
	}
	seen := map[string]bool{}
	for path, route := range index.Routes {
		if route.Namespace != "cms/v2" && route.Namespace != "oembed/1.0" {
			continue
		}
		for _, e := range route.Endpoints {
			var args map[string]struct{ Type, Description, OneOf any }
			if json.Unmarshal(e.Args, &args) != nil {
				continue // an empty list: there are no arguments
			}
			for name, one := range args {
				if one.Type == nil && one.OneOf == nil {
					continue // neither does the site say what it may be
				}
				seen[name] = true
				if words, _ := one.Description.(string); words == "" || told[name] != "" && words != told[name] {
					t.Errorf("%s: %s is described as %q, want %q", path, name, words, told[name])
				}
			}
		}
	}
	for name := range told {
		if !seen[name] {
			t.Errorf("no route has the argument %s", name)
		}
	}
}
