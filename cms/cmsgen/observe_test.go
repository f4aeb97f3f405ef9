package main

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/go-json-experiment/json/jsontext"
)

// TestKindsOfASample is the table of what is kept of an answer: no value of it.
func TestKindsOfASample(t *testing.T) {
	t.Parallel()
	d, err := load([]byte(`{"routes": {"/things": {"schema": {"properties": {
		"name": {"type": "string"}, "private": {"type": "boolean"}, "size": {"type": "integer"},
		"edit_only": {"context": ["edit"]}, "view_only": {"context": ["view"]},
		"list": {"type": "array", "items": {"properties": {"a": {"type": "number"}}}}, "any": {"type": "array"},
		"free": {"type": "object"},
		"map": {"additionalProperties": {"type": "integer"}}
	}}}}}`))
	if err != nil {
		t.Fatal(err)
	}
	s := d.Routes["/things"].Schema
	for name, test := range map[string]struct {
		answer   string
		complete bool
		want     string // path=kinds
	}{
		"a record": {`{"name": "Jane", "size": 3}`, false, `=object .name=string .size=integer`},
		"a list": {`[{"name": ""}, {"name": null}, {"name": "12"}, {"name": "-1.50"}, {"name": "1.2.3"}, ` +
			`{"name": "."}]`, false, `=array .name="",null,numeral,string,whole numeral`},
		"an empty list": {`[]`, true, `=array`},
		"every kind": {`{"size": 1, "a": null, "b": false, "c": true, "d": "", "e": "1.5", "f": "-5", "g": ` +
			`"x", "h": 5, "i": 5.0, "j": [], "k": [1], "l": {}, "m": "5.", "n": "-.", "o": "-", "p": "1-2", "q": 5E1, "r": -5}`,
			false, `=object .a=null .b=false .c=true .d="" .e=numeral .f=whole numeral .g=string .h=integer .i=number .j=[] ` +
				`.k=array .l=object .m=numeral .n=string .o=whole numeral .p=string .q=number .r=integer .size=integer`},
		"100 records": {`[` + strings.Repeat(`{"name": "x"}, `, 99) + `{"size": 1}]`, false,
			`=array .name=string .size=integer`},
		"101 records": {`[` + strings.Repeat(`{"name": "x"}, `, 100) + `{"size": 1}]`, false,
			`=array .name=string`},
		"100 elements": {`{"any": [` + strings.Repeat(`1, `, 99) + `"x"]}`, false,
			`=object .any=array .any[]=integer,string`},
		"101 elements": {`{"any": [` + strings.Repeat(`1, `, 100) + `"x"]}`, false,
			`=object .any=array .any[]=integer`},
		"102 elements": {`{"any": [` + strings.Repeat(`1, `, 101) + `"x"]}`, false,
			`=object .any=array .any[]=integer`},
		"102 records": {`[` + strings.Repeat(`{"name": "x"}, `, 101) + `{"size": 1}]`, false,
			`=array .name=string`},
		"an empty object": {`{}`, false, `=object`},
		"a word for a boolean": {`[{"private": "x"}, {"private": null}, {"private": "0"}, {"size": 0}]`, false,
			`=array .private=0 or 1,null,string .size=integer`},
		"records by name": {`{"private": {"name": "Private"}, "draft": {"name": "Draft"}}`, false,
			`=object of records .name=string`},
		"a record with its names": {`{"private": true, "name": "x"}`, false, `=object .name=string .private=true`},
		"an object of other":      {`{"a": {"b": 1}}`, false, `=object .*=object .*.b=integer`},
		"no object at all":        {`"x"`, true, `=string`},
		"numbers":                 {`[{"size": 1}, {"size": 1.5}, {"size": 1e3}]`, false, `=array .size=integer,number`},
		"0 and 1 for a boolean": {`[{"private": 0}, {"private": "1"}, {"private": 2}, {"private": "2"}]`, false,
			`=array .private=0 or 1,integer,whole numeral`},
		"unknown members": {`{"other": {"deep": "Jane"}, "_links": {}, "_embedded": {}, "name": "x"}`, false,
			`=object .name=string .other=object`},
		"lists": {`{"list": [{"a": 1, "b": 2}, {"a": ""}], "any": [1, "x", []], "free": {"jane": 1}, ` +
			`"map": {"jane": 1, "joe": "x"}}`, false,
			`=object .any=array .any[]=[],integer,string .free=object .list=array .list[]=object .list[].a="",integer ` +
				`.map=object .map.*=integer,string`},
		"what the editor lacks": {`{"name": "x", "list": [{}]}`, true,
			`=object .any=absent .edit_only=absent .free=absent .list=array .list[]=object .list[].a=absent .map=absent ` +
				`.name=string .private=absent .size=absent`},
		"what a visitor may lack": {`{"name": "x"}`, false, `=object .name=string`},
		"an envelope": {`{"items": [{"name": "x", "size": 1}], "total": 1}`, false,
			`=object .items=array .items[]=object .items[].name=string .items[].size=integer .total=integer`},
		"a list with holes": {`{"name": "x", "list": {"1": {"a": 1}, "3": {"a": 1.5}}}`, false,
			`=object .list=list with holes .list[]=object .list[].a=integer,number .name=string`},
		"free objects that differ": {`[{"name": "x", "free": {"jane": 1}}, {"name": "y", "free": {"joe": 1}}]`, false,
			`=array .free=object .free.*=integer .name=string`},
		"free objects of fields": {`[{"name": "x", "free": {"a": 1, "b": {"c": []}}}, {"name": "y", "free": {"a": 2}}]`,
			false, `=array .free=object .free.a=integer .free.b=object .free.b.c=[] .name=string`},
		"a list where one is none": {`{"name": ["x"], "size": {"a": 1}}`, false,
			`=object .name=array .name[]=string .size=object .size.*=integer`},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			kinds := Kinds(nil).answer(s, jsontext.Value(test.answer), test.complete)
			var got []string
			for _, path := range slices.Sorted(maps.Keys(kinds)) {
				got = append(got, path+"="+strings.Join(kinds[path], ","))
			}
			if text := strings.Join(got, " "); text != test.want {
				t.Errorf("The kinds of %s: %s\nwant %s", test.answer, text, test.want)
			}
			for _, kinds := range kinds {
				if slices.ContainsFunc(kinds, func(kind string) bool { return !isKind(kind) }) {
					t.Errorf("The kinds of %s: %q, want known kinds", test.answer, kinds)
				}
			}
		})
	}
}

// TestKindsOfASampleWithoutASchema is the same for routes without one.
func TestKindsOfASampleWithoutASchema(t *testing.T) {
	t.Parallel()
	for answer, want := range map[string]string{
		`{"items": [{"id": 1}, {"id": 2, "url": "x"}], "total": 2}`: `=object .items=array .items[]=object ` +
			`.items[].id=integer .items[].url=string .total=integer`,
		`[{"id": 1, "prop": {"locale": "de"}}]`: `=array .id=integer .prop=object ` +
			`.prop.locale=string`,
		`["a", "b", 1]`:                `=array []=integer,string`,
		`{"a@site.test": {"role": 1}}`: `=object of records .role=integer`,
		`{"one": {"id": 1, "name": "x"}, "two": {"id": 2, "name": "y"}}`: `=object of records .id=integer .name=string`,
		`{"pods": {"x_1": {"id": 1}, "x_2": {"id": 2}}}`: `=object .pods=object .pods.*=object ` +
			`.pods.*.id=integer`,
		`{"count": {"post_1": 3, "post_2": 4}, "_links": {"self": [{"a": 1}]}}`: `=object .count=object .count.*=integer`,
		`"text"`: `=string`,
		`{}`:     `=object`,
		`[]`:     `=array`,
		`[[1]]`:  `=array []=array [][]=integer`,
	} {
		kinds := Kinds(nil).answer(nil, jsontext.Value(answer), false)
		var got []string
		for _, path := range slices.Sorted(maps.Keys(kinds)) {
			got = append(got, path+"="+strings.Join(kinds[path], ","))
		}
		if text := strings.Join(got, " "); text != want {
			t.Errorf("The kinds of %s: %s\nwant %s", answer, text, want)
		}
	}
}

func TestUnknownKindIsNotKept(t *testing.T) {
	t.Parallel()
	d, err := load([]byte(things(`"a": {"type": "string"}`, `".a": ["evil", "null"], "": ["array", "worse"]`, "")))
	if err != nil {
		t.Fatal(err)
	}
	seen := d.Routes["/wp/v2/things"].Seen
	if !slices.Equal(seen[".a"], []string{kindNull}) || !slices.Equal(seen[""], []string{kindArray}) {
		t.Errorf("load keeps the kinds %v, want null and array", seen)
	}
}

// TestEnumerationsThatMakeNoTypeAreDropped has the values of an argument: numbers, words that
// are too long, and more than 200, which are the content of the site.
func TestEnumerationsThatMakeNoTypeAreDropped(t *testing.T) {
	t.Parallel()
	words := func(n int) string {
		var all strings.Builder
		for i := range n {
			fmt.Fprintf(&all, `,"w%d"`, i)
		}
		return strings.TrimPrefix(all.String(), ",")
	}
	for values, want := range map[string]int{
		words(200): 200, words(201): 0, `"a",1`: 0, `"a",null`: 1, `{"a":1}`: 0,
		`"a","` + strings.Repeat("x", 399) + `"`: 2, `"a","` + strings.Repeat("x", 400) + `"`: 1,
	} {
		d, err := load([]byte(things(`"a": {"enum": [`+values+`]}`, "", "")))
		if err != nil {
			t.Fatal(err)
		}
		for _, route := range d.Routes {
			if route.Schema == nil {
				continue
			}
			if a := route.Schema.Properties.Named("a"); a != nil && len(a.Enum) != want {
				t.Errorf("%.40s: %d words, want %d", values, len(a.Enum), want)
			}
		}
	}
}
