package describe_test

import (
	"encoding/json"
	"reflect"
	"strings"
	"testing"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/fontcms/fontcms-go/cms/describe"
)

// schema reads one schema, which is that of a member and of an argument.
func schema(t *testing.T, text string) *describe.Schema {
	t.Helper()
	d, err := describe.Load([]byte(`{"routes": {"/a": {"endpoints": [{"methods": ["POST"], "args": {"m": ` + text +
		`}}], "schema": {"properties": {"m": ` + text + `}}}}}`))
	if err != nil {
		t.Fatal(err)
	}
	route := d.Routes["/a"]
	member, argument := route.Schema.Properties.Named("m"), route.Endpoints[0].Args.Named("m")
	if !reflect.DeepEqual(member, argument) {
		t.Errorf("Load of %s: as a field %+v, as an argument %+v, want the same", text, member, argument)
	}
	return member
}

func TestTypesOfPluginsBecomeThoseOfJSONSchema(t *testing.T) {
	t.Parallel()
	for text, want := range map[string][]string{
		`"bool"`: {"boolean"}, `"int"`: {"integer"}, `"float"`: {"number"}, `"double"`: {"number"}, `"date-time"`: {"string"},
		`"uri"`:      {"string"},
		`"anything"`: {describe.AnyType}, `["string", "null"]`: {"string", "null"}, `["int", "integer"]`: {"integer"},
		`["x", "y", "array"]`: {describe.AnyType, "array"},
		`"object"`:            {"object"}, `"number"`: {"number"}, `"boolean"`: {"boolean"},
	} {
		if got := schema(t, `{"type": `+text+`}`).Types; !reflect.DeepEqual(got, want) {
			t.Errorf("Types of %s: %q, want %q", text, got, want)
		}
	}
	if got := schema(t, `{"type": "email"}`).Format; got != "email" {
		t.Errorf("Format of the type email: %q, want email", got)
	}
}

func TestLimitsAreKeptIfTheyAreOfTheirKind(t *testing.T) {
	t.Parallel()
	const text = `{"minimum":1,"maximum":2.5,"minLength":3,"maxLength":4,"minItems":5,"maxItems":6,"pattern":"^a$"}`
	s := schema(t, text)
	value := func(text string) jsontext.Value { return jsontext.Value(text) }
	want := describe.Limits{
		Minimum: value("1"), Maximum: value("2.5"), MinLength: value("3"), MaxLength: value("4"), MinItems: value("5"),
		MaxItems: value("6"), Pattern: value(`"^a$"`),
	}
	if !reflect.DeepEqual(s.Limits, want) {
		t.Errorf("Limits of %s: %+v, want %+v", text, s.Limits, want)
	}
	if got, err := json.Marshal(describe.Schemas{{Name: "m", Schema: s}}); err != nil || string(got) != `{"m":`+text+`}` {
		t.Errorf("Marshal of limits: %s, error %v, want {\"m\":%s}", got, err, text)
	}
	if odd := schema(t, `{"minimum":"1","maximum":null,"minLength":[3],"maxLength":true,"minItems":{},"maxItems":"6",`+
		`"pattern":7}`); !reflect.DeepEqual(odd.Limits, describe.Limits{}) {
		t.Errorf("Limits of other kinds: %+v, want none", odd.Limits)
	}
	for length, kept := range map[int]bool{399: true, 400: false} {
		pattern := `"` + strings.Repeat("a", length-2) + `"`
		if got := schema(t, `{"pattern":`+pattern+`}`).Pattern; (got != nil) != kept {
			t.Errorf("A pattern of %d bytes is kept: %t, want %t", length, !kept, kept)
		}
	}
}

func TestMembersWithoutANameHaveASchema(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		`{"additionalProperties": {"type": "integer"}}`:                                                  "integer",
		`{"patternProperties": {"^\\d+$": {"type": "integer"}, "^a": {"type": "string"}}}`:               "integer",
		`{"additionalProperties": false}`:                                                                "",
		`{"additionalProperties": {}}`:                                                                   "",
		`{"additionalProperties": {"type": "integer"}, "patternProperties": {}}`:                         "integer",
		`{"patternProperties": {"^a": {"type": "string"}}, "additionalProperties": {"type": "integer"}}`: "integer",
	} {
		got := ""
		if s := schema(t, text).Additional; s != nil {
			got = s.Types[0]
		}
		if got != want {
			t.Errorf("Additional of %s: %q, want %q", text, got, want)
		}
	}
}

// TestSchemasAreReadSixtyFourLevelsDeep goes down each way that a schema can hold
// another one, in a record and in an argument.
func TestSchemasAreReadSixtyFourLevelsDeep(t *testing.T) {
	t.Parallel()
	for way, c := range map[string]struct {
		begin, end string
		inner      func(*describe.Schema) *describe.Schema
	}{
		"items": {`{"items": `, `}`, func(s *describe.Schema) *describe.Schema { return s.Items }},
		"properties": {`{"properties": {"a": `, `}}`,
			func(s *describe.Schema) *describe.Schema { return s.Properties.Named("a") }},
		"additionalProperties": {`{"additionalProperties": `, `}`,
			func(s *describe.Schema) *describe.Schema { return s.Additional }},
		"oneOf": {`{"oneOf": [`, `]}`, func(s *describe.Schema) *describe.Schema { return s.Variants[0] }},
	} {
		for above, want := range map[int]bool{63: true, 64: false} {
			text := strings.Repeat(c.begin, above) + `{"type": "string"}` + strings.Repeat(c.end, above)
			// The member is one level below its record, and the argument is not.
			d, err := describe.Load([]byte(`{"routes": {"/a": {"schema": {"properties": {"m": ` + text +
				`}}, "endpoints": [{"methods": ["POST"], "args": {"m": ` + c.begin + text + c.end + `}}]}}}`))
			if err != nil {
				t.Fatal(err)
			}
			argument := c.inner(d.Routes["/a"].Endpoints[0].Args.Named("m"))
			for name, s := range map[string]*describe.Schema{"member": d.Routes["/a"].Schema.Properties.Named("m"),
				"argument": argument} {
				for range above {
					s = c.inner(s)
				}
				if got := s.Is("string"); got != want {
					t.Errorf("%s of a %s, below %d others: its type is known: %t, want %t", way, name, above, got, want)
				}
			}
		}
	}
}

func TestEachVisitsEverySchemaOnce(t *testing.T) {
	t.Parallel()
	d, err := describe.Load([]byte(`{"routes": {"/a": {
		"schema": {"title": "record", "properties": {"a": {"title": "a", "items": {"title": "item"}}, "b": {"title": "b",
		"additionalProperties": {"title": "other"}}, "c": {"title": "c", "anyOf": [{"title": "one"}, {"title": "two"}]}}},
		"endpoints": [{"methods": ["GET"], "args": {"d": {"title": "d", "items": {"title": "argument"}}}}]
	}, "/b": {}}}`))
	if err != nil {
		t.Fatal(err)
	}
	times := map[string]int{}
	d.Each(func(s *describe.Schema) { times[s.Title]++ })
	want := map[string]int{"record": 1, "a": 1, "item": 1, "b": 1, "other": 1, "c": 1, "one": 1, "two": 1,
		"d": 1, "argument": 1}
	if !reflect.DeepEqual(times, want) {
		t.Errorf("Each visited %v, want %v", times, want)
	}
}

func TestValueTypesAreDerivedFromOtherFields(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		`{"items": {}}`: "array", `{"properties": {"a": {}}}`: "object", `{"enum": ["a"]}`: "string",
		`{"type": ["null", "integer"], "enum": ["a"]}`: "integer",
		`{"type": "null", "items": {}}`:                "array", `{}`: "", `{"properties": {}}`: "", `{"enum": [1]}`: "",
		`{"enum": []}`: "",
	} {
		s := schema(t, text)
		if got := s.ValueTypes(); s.Is(want) != (want != "") {
			t.Errorf("Is %q of the schema %s: %t, want %t", want, text, s.Is(want), want != "")
		} else if len(got) > 1 || len(got) == 1 && got[0] != want {
			t.Errorf("ValueTypes of %s: %q, want %q", text, got, want)
		}
	}
}

func TestLastOfDuplicateMembersCounts(t *testing.T) {
	t.Parallel()
	got := describe.Members(jsontext.Value(`{"a": 1, "b": 2, "a": 3}`))
	want := []describe.NamedValue{{Name: "a", Value: jsontext.Value("3")}, {Name: "b", Value: jsontext.Value("2")}}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("Members with a name twice: %s, want %s", got, want)
	}
	for text, want := range map[string]string{"\"a\xffb\"": "a\ufffdb", `"\u00e9"`: "é", `5`: "", `null`: "", `"`: ""} {
		if got := describe.Text(jsontext.Value(text)); got != want {
			t.Errorf("Text of %q: %q, want %q", text, got, want)
		}
	}
}
