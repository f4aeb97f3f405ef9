package describe_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"github.com/fontcms/fontcms-go/cms/describe"
)

// TestLoadKeepsOnlyTheUsableFieldsOfASchema has schemas as sites write them, and what
// is saved of them.
func TestLoadKeepsOnlyTheUsableFieldsOfASchema(t *testing.T) {
	t.Parallel()
	long := strings.Repeat("x", 398)
	for text, want := range map[string]string{
		`true`:                               `{}`,
		`[]`:                                 `{}`,
		`"int"`:                              `{}`,
		`[{"type":"string"},{"type":"int"}]`: `{"type":["string"]}`,
		`{"title":"A","description":"<b>B</b>","format":"uri"}`: `{"title":"A","description":"B","format":"uri"}`,
		`{"title":1,"description":null,"format":[],"type":7}`:   `{}`,
		`{"type":{"1":"string","2":"null"}}`:                    `{"type":["string","null"]}`,
		`{"type":["date","email","string"]}`:                    `{"type":["string"],"format":"email"}`,
		`{"context":[]}`:                                        `{"context":[]}`,
		`{"context":["view","edit"]}`:                           `{"context":["view","edit"]}`,
		`{"context":"view"}`:                                    `{"context":["view"]}`,
		`{"readonly":true,"required":true}`:                     `{"readonly":true,"required":true}`,
		`{"readOnly":1,"required":"1"}`:                         `{"readonly":true,"required":true}`,
		`{"readonly":"true","required":"yes"}`:                  `{"readonly":true}`,
		`{"readonly":0,"required":["a"]}`:                       `{}`,
		`{"required":["a"],"properties":{"a":{},"b":{}}}`:       `{"properties":{"a":{"required":true},"b":{}}}`,
		`{"properties":{"a":{}},"required":{"1":"a"}}`:          `{"properties":{"a":{"required":true}}}`,
		`{"default":1}`:                                         `{"default":1}`,
		`{"default":null}`:                                      `{"default":null}`,
		`{"default":[1]}`:                                       `{}`,
		`{"default":{"a":1}}`:                                   `{}`,
		// 399 with its quotes
		`{"default":"` + long[1:] + `"}`: `{"default":"` + long[1:] + `"}`,
		`{"default":"` + long + `"}`:     `{}`,
		"{\"default\":\"a\xff\"}":        "{\"default\":\"a\ufffd\"}",
		`{"default":"a\ud800"}`:          "{\"default\":\"a\ufffd\"}",
		"{\"pattern\":\"a\xff\"}":        "{\"pattern\":\"a\ufffd\"}",
		`{"pattern":"` + long[1:] + `"}`: `{"pattern":"` + long[1:] + `"}`,
		`{"pattern":"` + long + `"}`:     `{}`,
		`{"enum":["a","b","a",null]}`:    `{"enum":["a","b"]}`,
		`{"enum":["a",1,true]}`:          `{"enum":["a",1,true]}`,
		`{"enum":{"1":"a","5":"b"}}`:     `{"enum":["a","b"]}`,
		`{"enum":["` + long + `x","b"]}`: `{"enum":["` + long + `x","b"]}`,
		`{"items":{"type":"int"}}`:       `{"items":{"type":["integer"]}}`,
		`{"properties":{"b":{},"a":{"type":"string"},"b":{"type":"x"}}}`: `{"properties":{"b":{"type":["mixed"]},` +
			`"a":{"type":["string"]}}}`,
		`{"properties":[]}`:                                      `{}`,
		`{"additionalProperties":{"type":"string"}}`:             `{"additionalProperties":{"type":["string"]}}`,
		`{"additionalProperties":true}`:                          `{}`,
		`{"additionalProperties":{}}`:                            `{}`,
		`{"patternProperties":{"^a":{"type":"string"},"^b":{}}}`: `{"additionalProperties":{"type":["string"]}}`,
		`{"patternProperties":[]}`:                               `{}`,
		`{"oneOf":[{"type":"string"},{"type":"null"}]}`:          `{"oneOf":[{"type":["string"]},{"type":["null"]}]}`,
		`{"anyOf":[{"type":"string"}],"oneOf":[true]}`:           `{"oneOf":[{"type":["string"]},{}]}`,
		`{"unknown":1,"$ref":"x"}`:                               `{}`,
	} {
		got, err := json.Marshal(schema(t, text))
		if err != nil || string(got) != want {
			t.Errorf("Load of the schema %s: %s, error %v, want %s", text, got, err, want)
		}
	}
}

// TestLoadKeepsTheKnownFieldsOfADescription has what a file of cmsgen and an index of a site
// hold.
func TestLoadKeepsTheKnownFieldsOfADescription(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		`{"site":"<i>A</i>\n1","read":"2026-01-01\n","prefix":"wp","name":"x","routes":{"/a":{}}}`: `{"site":"A 1",` +
			`"read":"2026-01-01","prefix":"wp","routes":{"/a":{}}}`,
		`{"routes":{"/a":{"endpoints":[{"methods":"GET","args":[]},{"methods":{"1":"PUT"},"args":{"b":{}}}],` +
			`"methods":["GET"]}}}`: `{"routes":{"/a":{"endpoints":[{"methods":["GET"]},{"methods":["PUT"],"args":{"b":{}}}]}}}`,
		`{"routes":{"/a":{"schema":{"title":"a"}},"/b":{"schema":{"properties":{"c":{}}}},` +
			`"/d":{"schema":{"type":"object"}},"/e":{"schema":[]}}}`: `{"routes":{"/a":{"schema":{"title":"a"}},` +
			`"/b":{"schema":{"properties":{"c":{}}}},"/d":{},"/e":{}}}`,
		`{"routes":{"/a":{"seen":{".b":["null","string"],"":"array"}}}}`: `{"routes":{"/a":{"seen":{"":["array"],` +
			`".b":["null","string"]}}}}`,
		`{"routes":{"/a":{"seen":[]}}}`: `{"routes":{"/a":{}}}`,
	} {
		d, err := describe.Load([]byte(text))
		if err != nil {
			t.Fatal(err)
		}
		if got, err := json.Marshal(d, json.Deterministic(true)); err != nil || string(got) != want {
			t.Errorf("Load of %s: %s, error %v, want %s", text, got, err, want)
		}
	}
	for text, want := range map[string]string{
		`[]`: "not a JSON object", ``: "not a JSON object", `{`: "is not JSON", `{"routes":{"/a":}}`: "is not JSON",
		`{} {}`: "is not JSON",
		`{}`:    "has no routes", `{"routes":{}}`: "has no routes", `{"routes":[]}`: "has no routes",
	} {
		if d, err := describe.Load([]byte(text)); d != nil || err == nil {
			t.Errorf("Load of %s: %v, error %v, want nil and an error", text, d, err)
		} else if !strings.Contains(err.Error(), want) {
			t.Errorf("Load of %s: error %v, want %q", text, err, want)
		}
	}
}

func TestMembersOfIncompleteJSONAreNone(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]int{`{"a":1,"b":2}`: 2, `{}`: 0, `{`: 0, `{"a":1,"b`: 0, `{"a":1,"b":`: 0,
		`{"a":1,"b":}`: 0, `[1]`: 0, `"a"`: 0} {
		if got := describe.Members(jsontext.Value(text)); len(got) != want {
			t.Errorf("Members of %s: %v, want %d", text, got, want)
		}
	}
	for text, want := range map[string]int{`[1,2]`: 2, `{"a":1,"b":2}`: 2, `[1,`: 0, `1`: 0, `"a"`: 0, `null`: 0} {
		if got := describe.Elements(jsontext.Value(text)); len(got) != want {
			t.Errorf("Elements of %s: %v, want %d", text, got, want)
		}
	}
	if got := describe.Text(jsontext.Value(`7`)) + describe.Text(jsontext.Value(`"a\n"`)); got != "a\n" {
		t.Errorf("Text of 7 and of \"a\\n\": %q, want only the second", got)
	}
}

// TestNamesThatNoObjectHoldsAreAnError would lose a schema otherwise.
func TestNamesThatNoObjectHoldsAreAnError(t *testing.T) {
	t.Parallel()
	a := describe.NamedSchema{Name: "a", Schema: &describe.Schema{}}
	for name, all := range map[string]describe.Schemas{
		"twice":        {a, a},
		"no text":      {{Name: "\xff", Schema: &describe.Schema{}}, a},
		"a broken one": {{Name: "b", Schema: &describe.Schema{Default: jsontext.Value("{")}}, a},
	} {
		if got, err := json.Marshal(all); err == nil {
			t.Errorf("Marshal of %s: %s, want an error", name, got)
		}
	}
	if got, err := json.Marshal(describe.Schemas{a}); err != nil || string(got) != `{"a":{}}` {
		t.Errorf("Marshal of one schema: %s, error %v, want {\"a\":{}}", got, err)
	}
}

func TestWithoutAPrefixEveryNameStays(t *testing.T) {
	t.Parallel()
	d, err := describe.Load([]byte(`{"routes":{"/":{"endpoints":[{"methods":["GET"],"args":{"_b":{}}}]},` +
		`"/-a/_b":{"endpoints":[{"methods":["GET"]}]},"/wp/v2/wp_a":{"endpoints":[{"methods":["GET"]}]}}}`))
	if err != nil {
		t.Fatal(err)
	}
	var paths []string
	for _, o := range d.Operations("") {
		paths = append(paths, o.Path)
		if o.Path == "/" && o.Args.Named("_b") == nil {
			t.Errorf("Operations: / takes %+v, want _b", o.Args)
		}
	}
	if !slices.Equal(paths, []string{"/", "/-a/_b", "/wp/v2/wp_a"}) {
		t.Errorf("Operations without a prefix: %q, want every path as it is", paths)
	}
}
