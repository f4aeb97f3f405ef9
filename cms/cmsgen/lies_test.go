package main

import (
	"os"
	"regexp"
	"strings"
	"testing"
)

// made generates code from a description, and checks that it compiles.
func made(t *testing.T, description string) string {
	t.Helper()
	d, err := load([]byte(description))
	if err != nil {
		t.Fatal(err)
	}
	source, err := generate(t.Context(), d, wants{}, "made")
	if err != nil {
		t.Fatal(err)
	}
	if err := typecheck(t, source); err != nil {
		t.Fatalf("typecheck of generated code: %v, want valid Go:\n%s", err, source)
	}
	return string(source)
}

// things describes a list of records with these members besides an id, what was seen
// of them, and the arguments of a create.
func things(properties, seen, args string) string {
	if properties != "" {
		properties = ", " + properties
	}
	return `{"prefix": "wp", "routes": {
		"/wp/v2/things": {
			"endpoints": [
				{"methods": ["GET"], "args": {"page": {"type": "integer"}, "per_page": {"type": "integer"}}},
				{"methods": ["POST"], "args": {` + args + `}}
			],
			"schema": {"title": "thing", "type": "object", "properties": {"id": {"type": "integer"}` + properties + `}},
			"seen": {` + seen + `}
		},
		"/wp/v2/things/(?P<id>[\\d]+)": {"endpoints": [{"methods": ["GET"]}]}
	}}`
}

// declaration is a field of a struct with the comment above it, in one line.
func declaration(t *testing.T, source, typ, name string) string {
	t.Helper()
	_, body, ok := strings.Cut(source, "type "+typ+" struct {")
	if !ok {
		t.Fatalf("generate made no struct %s, want one:\n%s", typ, source)
	}
	body, _, _ = strings.Cut(body, "\n}")
	found := regexp.MustCompile(`(?m)((?:^\t// .*\n)*)^\t` + name + ` +(.*)$`).FindStringSubmatch(body)
	if found == nil {
		return ""
	}
	text := strings.ReplaceAll(found[2]+" "+found[1], "// ", "")
	return strings.Join(strings.Fields(text), " ")
}

// TestWrongSchemasBecomeTheseFields is the table of what schemas get wrong, and of what becomes of it.
func TestWrongSchemasBecomeTheseFields(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct{ property, seen, want string }{
		"a date without a zone": {
			`"a": {"type": "string", "format": "date-time"}`, "",
			"cms.LocalTime `json:\"a\"`",
		},
		"a date in Greenwich mean time": {
			`"a_gmt": {"type": ["string", "null"], "format": "date-time"}`, "",
			"cms.GMTTime `json:\"a_gmt\"`",
		},
		"a format in place of a type": {
			`"a": {"type": "date-time"}`, "",
			"cms.LocalTime `json:\"a\"`",
		},
		"another format in place of a type": {
			`"a": {"type": "email"}`, "",
			"string `json:\"a\"`",
		},
		"an address in place of a type": {
			`"a": {"type": "uri"}`, "",
			"string `json:\"a\"`",
		},
		"an empty list for a schema": {
			`"a": []`, "",
			"json.RawMessage `json:\"a\"`",
		},
		"one value and no type": {
			`"a": {"enum": ["<"]}`, "",
			"string `json:\"a\"` One of \"<\".",
		},
		"one member and no type": {
			`"a": {"properties": {"b": {"type": "string"}}}`, "",
			"ThingA `json:\"a\"`",
		},
		"bool": {
			`"a": {"type": "bool"}`, "",
			"bool `json:\"a\"`",
		},
		"int": {
			`"a": {"type": "int"}`, "",
			"int `json:\"a\"`",
		},
		"a type that does not exist": {
			`"a": {"type": "mixed"}`, `".a": ["object"]`,
			"json.RawMessage `json:\"a\"`",
		},
		"an empty list for an object": {
			`"a": {"type": "object", "properties": {"b": {"type": "string"}}}`, `".a": ["[]", "object"]`,
			"ThingA `json:\"a\"` The site also returns [].",
		},
		"false for an object": {
			`"a": {"type": "object", "properties": {"b": {"type": "string"}}}`, `".a": ["false", "object"]`,
			"*ThingA `json:\"a\"` The site also returns false.",
		},
		"null where the type has none": {
			`"a": {"type": "string", "description": "A text"}`, `".a": ["null", "string"]`,
			"*string `json:\"a\"` A text. The site also returns null.",
		},
		"null that was not seen": {
			`"a": {"type": ["integer", "null"]}`, "",
			"*int `json:\"a\"`",
		},
		"a number in a string": {
			`"a": {"type": "number"}`, `".a": ["\"\"", "numeral"]`,
			"float64 `json:\"a\"` The site also returns \"\" or a number in a string.",
		},
		"a fraction for an integer": {
			`"a": {"type": "integer"}`, `".a": ["number"]`,
			"float64 `json:\"a\"` The site also returns a number with a fraction.",
		},
		"a fraction in a string for an integer": {
			`"a": {"type": "integer"}`, `".a": ["numeral"]`,
			"string `json:\"a\"` The schema says integer.",
		},
		"a word for a number": {
			`"a": {"type": "number"}`, `".a": ["string"]`,
			"string `json:\"a\"` The schema says number.",
		},
		"a number for a text": {
			`"a": {"type": "string"}`, `".a": ["integer", "string"]`,
			"string `json:\"a\"` The site also returns a whole number.",
		},
		"an object for a text": {
			`"a": {"type": "string"}`, `".a": ["object"]`,
			"map[string]json.RawMessage `json:\"a\"` The schema says string.",
		},
		"0 and 1 for a boolean": {
			`"a": {"type": "boolean"}`, `".a": ["0 or 1"]`,
			"bool `json:\"a\"` The site also returns 0 or 1.",
		},
		"a word for a boolean": {
			`"a": {"type": "boolean"}`, `".a": ["string"]`,
			"string `json:\"a\"` The schema says boolean.",
		},
		"a list as an object": {
			`"a": {"type": "array", "items": {"type": "string"}}`, `".a": ["list with holes"]`,
			"cms.StringList `json:\"a\"` The site also returns a list as an object.",
		},
		"a list of numbers as an object": {
			`"a": {"type": "array", "items": {"type": "integer"}}`, `".a": ["list with holes"]`,
			"json.RawMessage `json:\"a\"` The site also returns a list as an object.",
		},
		"an object for a list of texts": {
			`"a": {"type": "array", "items": {"type": "string"}}`, `".a": ["object"], ".a.size": ["integer"]`,
			"ThingA `json:\"a\"` The schema says array.",
		},
		"a map for a list of texts": {
			`"a": {"type": "array", "items": {"type": "string"}}`, `".a": ["[]", "object"], ".a.*": ["integer"]`,
			"map[string]float64 `json:\"a\"` The schema says array. The site also returns [].",
		},
		"what PHP writes for nothing": {
			`"a": {"type": "object", "properties": {"b": {"type": "string"}}}`, `".a": ["\"\"", "[]", "false", "null"]`,
			"*ThingA `json:\"a\"` The site also returns \"\", [], false or null.",
		},
		"an object without members that was seen": {
			`"a": {"type": "object"}`, `".a": ["object"], ".a.size": ["integer"]`,
			"ThingA `json:\"a\"`",
		},
		"a list for an object": {
			`"a": {"type": "object", "properties": {"b": {"type": "string"}}}`, `".a": ["array"]`,
			"[]json.RawMessage `json:\"a\"` The schema says object.",
		},
		"records by name inside of one": {
			`"a": {"type": "string"}`, `".a": ["object of records"]`,
			"string `json:\"a\"` The site also returns an object of records.",
		},
		"a list of unknown items": {
			`"a": {"type": "array"}`, "",
			"[]json.RawMessage `json:\"a\"`",
		},
		"a list of items that were seen": {
			`"a": {"type": "array"}`, `".a": ["array"], ".a[]": ["integer"]`,
			"[]float64 `json:\"a\"` Guessed from samples.",
		},
		"several types, none seen": {
			`"a": {"type": ["string", "integer"]}`, "",
			"json.RawMessage `json:\"a\"`",
		},
		"several types, one seen": {
			`"a": {"type": ["string", "integer"]}`, `".a": ["integer"]`,
			"int `json:\"a\"`",
		},
		"an integer or a number": {
			`"a": {"type": ["integer", "number"]}`, "",
			"float64 `json:\"a\"`",
		},
		"variants of one type": {
			`"a": {"oneOf": [{"type": "string"}, {"type": "null"}]}`, "",
			"*string `json:\"a\"`",
		},
		"variants of one object": {
			`"a": {"oneOf": [{"type": "null"}, {"type": "object", "properties": {"b": {"type": "string"}}}]}`, "",
			"*ThingA `json:\"a\"`",
		},
		"variants of several types": {
			`"a": {"anyOf": [{"type": "string"}, {"type": "object", "properties": {"b": {"type": "string"}}}]}`, "",
			"json.RawMessage `json:\"a\"`",
		},
		"no type": {
			`"a": {"description": "Whatever"}`, "",
			"json.RawMessage `json:\"a\"` Whatever.",
		},
		"no type, but seen": {
			`"a": {}`, `".a": ["true"]`,
			"bool `json:\"a\"` Guessed from samples.",
		},
		"no type, but seen besides null": {
			`"a": {}`, `".a": ["null", "integer"]`,
			"*float64 `json:\"a\"` Guessed from samples. The site also returns null.",
		},
		"another type that does not exist": {
			`"a": {"type": "anything"}`, `".a": ["object"]`,
			"json.RawMessage `json:\"a\"`",
		},
		"float": {
			`"a": {"type": "float"}`, "",
			"float64 `json:\"a\"`",
		},
		"a member for each pattern": {
			`"a": {"type": "object", "patternProperties": {"^\\d+$": {"type": "integer"}}}`, "",
			"map[string]int `json:\"a\"`",
		},
		"a member without a name": {
			`"a": {"type": "object", "properties": {"": {"type": "string"}, "b": {"type": "string"}}}`, "",
			"ThingA `json:\"a\"`",
		},
		"one number for a name": {
			`"a": {"type": "object", "properties": {"24": {"type": "string"}}}`, "",
			"map[string]string `json:\"a\"`",
		},
		"numbers for names of several types": {
			`"a": {"type": "object", "properties": {"24": {"type": "string"}, "48": {"type": "integer"}}}`, "",
			"map[string]json.RawMessage `json:\"a\"`",
		},
		"a schema in a list": {
			`"a": [{"type": "integer"}]`, "",
			"int `json:\"a\"`",
		},
		"no schema": {
			`"a": true`, "",
			"json.RawMessage `json:\"a\"`",
		},
		"a list for no properties": {
			`"a": {"type": "object", "properties": []}`, "",
			"map[string]json.RawMessage `json:\"a\"`",
		},
		"values in an object": {
			`"a": {"type": "string", "enum": {"3": "up", "7": "down"}}`, "",
			"ThingA `json:\"a\"`",
		},
		"values that are no texts": {
			`"a": {"type": ["string", "integer"], "enum": ["auto", 1]}`, `".a": ["string"]`,
			"string `json:\"a\"`",
		},
		"values without a name": {
			`"a": {"type": "string", "enum": ["<", ">"]}`, "",
			"string `json:\"a\"` One of \"<\", \">\".",
		},
		"values that the site has": {
			`"a": {"type": "string", "enum": ["post", "page", "thing"]}`, "",
			"string `json:\"a\"`",
		},
		"a member that is lacking": {
			`"a": {"type": "string"}`, `".a": ["absent", "string"]`,
			"string `json:\"a\"` Some records lack it.",
		},
		"numbers for names": {
			`"a": {"type": "object", "properties": {"24": {"type": "string"}, "48": {"type": "string"}}}`, "",
			"map[string]string `json:\"a\"`",
		},
		"a member that no context has": {
			`"a": {"type": "string", "context": []}`, "",
			"",
		},
		"a text of raw and rendered": {
			`"a": {"type": "object", "properties": {"raw": {"type": "string"}, "rendered": {"type": "string"}}}`,
			`".a": ["object", "string"]`,
			"cms.Text `json:\"a\"` The site also returns a string.",
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			source := made(t, things(test.property, test.seen, ""))
			field := "A"
			if strings.Contains(test.property, "a_gmt") {
				field = "AGMT"
			}
			if got := declaration(t, source, "Thing", field); got != test.want {
				t.Errorf("generate: the field %s is %s\nwant %s", field, got, test.want)
			}
		})
	}
}

// TestWrongArgumentsBecomeTheseParams is the same for what is written.
func TestWrongArgumentsBecomeTheseParams(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct{ property, argument, want string }{
		"no type": {"", `"a": {}`, "*string `json:\"a,omitzero\"`"},
		"no type, but a schema": {`"a": {"type": "integer"}`, `"a": {"description": "Size"}`,
			"*int `json:\"a,omitzero\"`"},
		"readonly in the schema": {`"a": {"type": "string", "readonly": true}`, `"a": {"type": "string"}`,
			"*string `json:\"a,omitzero\"`"},
		"readonly itself": {"", `"a": {"type": "string", "readonly": true}`, ""},
		"readonly, but required": {"", `"a": {"type": "string", "readonly": true, "required": true}`,
			"*string `json:\"a,omitzero\"` Required for a create."},
		"a type that does not exist": {"", `"a": {"type": "mixed"}`, "json.RawMessage `json:\"a,omitzero\"`"},
		"required": {"", `"a": {"type": "string", "required": true}`,
			"*string `json:\"a,omitzero\"` Required for a create."},
		"null": {"", `"a": {"type": ["integer", "null"]}`, "cms.Nullable[int] `json:\"a,omitzero\"`"},
		"a text": {"", `"a": {"type": "object", "properties": {"raw": {"type": "string"}}}`,
			"*string `json:\"a,omitzero\"`"},
		"an object": {"",
			`"a": {"type": "object", "properties": {"b": {"type": "string"}, "c": {"type": "string", "readonly": true}}}`,
			"*ThingAParams `json:\"a,omitzero\"`"},
		"a list of objects": {"", `"a": {"type": "array", "items": {"properties": {"b": {"type": "string"}}}}`,
			"[]ThingAParams `json:\"a,omitzero\"`"},
		"a list as it is read": {
			`"a": {"type": "array", "items": {"properties": {"b": {"type": "string"}}}}`,
			`"a": {"type": "array", "items": {"properties": {"b": {"type": "string"}}}}`,
			"[]ThingA `json:\"a,omitzero\"`",
		},
		"a default of another type": {"", `"a": {"type": "array", "items": {"type": "integer"}, "default": ""}`,
			"[]int64 `json:\"a,omitzero\"`"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			source := made(t, things(test.property, "", test.argument))
			if got := declaration(t, source, "ThingParams", "A"); got != test.want {
				t.Errorf("generate: the field A of the params is %s\nwant %s", got, test.want)
			}
			if strings.Contains(test.property+test.argument, "readonly") && strings.Contains(source, `json:"c,omitzero"`) {
				t.Error("generate: the params have the readonly c, want it left out")
			}
		})
	}
}

// TestEverySchemaOfTheSpecificationCompiles generates code for all routes of a stock
// site that the SDK has no types for.
func TestEverySchemaOfTheSpecificationCompiles(t *testing.T) {
	t.Parallel()
	data, err := os.ReadFile("testdata/core.json")
	if err != nil {
		t.Fatal(err)
	}
	d, err := load(data)
	if err != nil {
		t.Fatal(err)
	}
	schemas := map[string]bool{}
	for _, route := range d.Routes {
		if route.Schema != nil {
			text, err := indented(route.Schema)
			if err != nil {
				t.Fatal(err)
			}
			schemas[string(text)] = true
		}
	}
	if len(d.Routes) < 98 || len(schemas) < 40 {
		t.Fatalf("The specification has %d routes, %d schemas, want at least 98 and 40", len(d.Routes), len(schemas))
	}
	source := made(t, string(data))
	for _, want := range []string{
		"type Comments = cms.Collection[Comment, CommentParams, CommentListOptions]",
		"type Taxonomies = cms.Catalog[Taxonomy, cms.ReadOnly, TaxonomyListOptions]",
		"func NewSettings(site *cms.Client) *cms.Document[Settings, SettingsParams] {",
		"func NewFontFaces(site *cms.Client, fontFamilyID int64) *FontFaces {",
		"func DeleteUser(ctx context.Context, site *cms.Client, id int64, reassign int64, options ...cms.CallOption) " +
			"(*cms.Deleted[User], error) {",
	} {
		if !strings.Contains(source, want+"\n") {
			t.Errorf("generate of the specification lacks %s, want it", want)
		}
	}
}
