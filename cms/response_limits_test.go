package cms_test

import (
	stdjson "encoding/json"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"github.com/fontcms/fontcms-go/cms"
)

// decoder is a type that reads itself, and what it takes and refuses.
type decoder struct {
	value   any      // a pointer to a zero one
	taken   []string // none of which is read by halves
	refused []string
}

// members is an object or, if each has no name, a list of as many.
func members(n int, each string) string {
	list := make([]string, n)
	for i := range list {
		list[i] = strings.ReplaceAll(each, "%", fmt.Sprint(i))
	}
	if strings.HasPrefix(each, `"%":`) {
		return "{" + strings.Join(list, ",") + "}"
	}
	return "[" + strings.Join(list, ",") + "]"
}

func decoders() map[string]decoder {
	return map[string]decoder{
		"Text": {
			value:   new(cms.Text),
			taken:   []string{`{"raw":"a","rendered":"b","protected":true,"block_version":1}`, `{"raw":""}`, `"bare"`},
			refused: []string{`{"raw":5}`, `{"rendered":[]}`, `{"protected":1}`, `{"block_version":"x"}`},
		},
		"Meta": {
			value:   new(cms.Meta),
			taken:   []string{`{"footnotes":"x","a":1}`, `{"b":[2]}`},
			refused: []string{`{"footnotes":5}`, `5`, `true`},
		},
		"StringList": {
			value:   new(cms.StringList),
			taken:   []string{`["a","b"]`, `{"0":"a","2":"b"}`, `"a"`, members(10_000, `"a"`)},
			refused: []string{`[[1]]`, `[{}]`, `{"0":[]}`, `["a"}`, `{"0":"a"]`, members(10_001, `"a"`)},
		},
		"Number": {
			value:   new(cms.Number),
			taken:   []string{`"423"`, `" 7 "`, `""`},
			refused: []string{`"x"`, `1.5`, `[]`, `{}`, `true`},
		},
		"Nullable": {
			value:   new(cms.Nullable[map[string]int]),
			taken:   []string{`{"a":1}`, `{"b":2}`},
			refused: []string{`{"a":"x"}`, `5`, `[]`},
		},
		"Date": {
			value:   new(cms.Date),
			taken:   []string{`"2026-08-28T19:00:00"`, `null`},
			refused: []string{`5`, `true`, `{}`},
		},
		"Embedded": {
			value:   new(cms.Embedded),
			taken:   []string{`{"author":[{"id":1}]}`, `{"up":{"id":2}}`, members(1000, `"%":[]`)},
			refused: []string{`5`, `true`, members(1001, `"%":[]`)},
		},
		"AvatarURLs": {
			value:   new(cms.AvatarURLs),
			taken:   []string{`{"24":"/a"}`, `{"48":"/b"}`, members(1000, `"%":"/a"`)},
			refused: []string{`{"24":5}`, `5`, `true`, members(1001, `"%":"/a"`)},
		},
		"GMTOffset": {
			value:   new(cms.GMTOffset),
			taken:   []string{`"5.5"`, `"-24"`, `"24"`, `""`},
			refused: []string{`"x"`, `25`, `-25`, `24.01`, `"NaN"`, `"Inf"`, `[]`, `{}`},
		},
		"Authentication": {
			value:   new(cms.Authentication),
			taken:   []string{`{"application-passwords":{"endpoints":{"authorization":"/a"}},"x":1}`, `{"y":2}`},
			refused: []string{`{"application-passwords":5}`, `5`, `true`},
		},
		"Link": {
			value: new(cms.Link),
			taken: []string{
				`{"href":"/a","embeddable":true,"taxonomy":"t","post_type":"p","name":"n","count":1,"id":2,"templated":true,` +
					`"targetHints":{"allow":["GET"]},"x":1}`,
				`{"targetHints":{"allow":["PUT"]},"y":2}`,
			},
		},
		"Written": {
			value:   new(cms.Written[struct{ ID, Name string }]),
			taken:   []string{`{"ID":"1","Name":"a"}`, `[{"ID":"1","Name":"a"},{"ID":"2","Name":"b"}]`, `{"message":"done"}`},
			refused: nil, // JSON has any response
		},
		"Links": {value: new(cms.Links), taken: []string{`{"a":[{"href":"/a"}]}`, `{"b":{"href":"/b"}}`}},
	}
}

// ways are those by which JSON comes into a value.
var ways = map[string]func(data string, v any) error{
	"encoding/json": func(data string, v any) error { return stdjson.Unmarshal([]byte(data), v) },
	"v2":            func(data string, v any) error { return json.Unmarshal([]byte(data), v) },
	"this module":   func(data string, v any) error { return cms.Unmarshal([]byte(data), v) },
	"UnmarshalJSON": func(data string, v any) error { return v.(stdjson.Unmarshaler).UnmarshalJSON([]byte(data)) },
	"UnmarshalJSONFrom": func(data string, v any) error {
		if v, ok := v.(json.UnmarshalerFrom); ok {
			return v.UnmarshalJSONFrom(jsontext.NewDecoder(strings.NewReader(data)))
		}
		return json.Unmarshal([]byte(data), v)
	},
}

// fresh is another value of the type of v.
func fresh(v any) any { return reflect.New(reflect.TypeOf(v).Elem()).Interface() }

func TestMisfittingJSONIsRefusedByEveryDecoder(t *testing.T) {
	t.Parallel()
	for name, d := range decoders() {
		for way, read := range ways {
			for _, data := range d.taken {
				if err := read(data, fresh(d.value)); err != nil {
					t.Errorf("%s, %s: decoding %.80s: error %v, want nil", name, way, data, err)
				}
			}
			if way == "this module" {
				continue // Unmarshal reads more: see TestUnmarshalReadsAnOddRecord
			}
			for _, data := range d.refused {
				if v := fresh(d.value); read(data, v) == nil {
					t.Errorf("%s by %s: decoding %.80s: no error, want an error", name, way, data)
				}
			}
		}
	}
}

func TestErrorNamesTheExceededLimit(t *testing.T) {
	t.Parallel()
	for name, what := range map[string]string{"Embedded": "embedded relations", "AvatarURLs": "pictures"} {
		d := decoders()[name]
		err := cms.Unmarshal([]byte(d.refused[len(d.refused)-1]), fresh(d.value))
		if !strings.Contains(fmt.Sprint(err), what) {
			t.Errorf("%s: cms.Unmarshal: error %q, want %q in it", name, fmt.Sprint(err), what)
		}
	}
}

func TestTruncatedJSONIsNeverDecoded(t *testing.T) {
	t.Parallel()
	for name, d := range decoders() {
		for way, read := range ways {
			for _, data := range append([]string{`null`, `false`, `[ ]`, `"x"`}, d.taken...) {
				if way == "UnmarshalJSON" && (name == "Links" || name == "Link" && data[0] != '{') {
					continue // no object is no link, and links are read when they are asked for
				}
				for n := 1; n < min(len(data), 200); n++ {
					if v := fresh(d.value); read(data[:n], v) == nil {
						t.Errorf("read(data[:n], v): %s by %s: %s is read as %+v: read(data[:n], v) nil, want an error", name, way,
							data[:n], v)
					}
				}
			}
		}
	}
}

func TestDecodingReplacesThePreviousValue(t *testing.T) {
	t.Parallel()
	for name, d := range decoders() {
		others := append([]string{`null`, `false`, `true`, `[]`, `{}`, `""`, `"x"`, `5`, `[1]`}, d.taken...)
		for way, read := range ways {
			for _, before := range d.taken {
				for _, data := range others {
					want, got := fresh(d.value), fresh(d.value)
					if read(data, want) != nil {
						continue
					}
					if err := read(before, got); err != nil {
						t.Fatal(err)
					}
					if err := read(data, got); err != nil || !reflect.DeepEqual(got, want) {
						t.Errorf("%s by %s: decoding %.80s after %.80s: %.80v, error %v, want %.80v and nil", name, way, data, before,
							got, err, want)
					}
				}
			}
		}
	}
}

func TestEveryTypeThatReadsItselfIsTested(t *testing.T) {
	t.Parallel()
	files, err := filepath.Glob("*.go")
	if err != nil {
		t.Fatal(err)
	}
	tested := decoders()
	for _, file := range files {
		if strings.HasSuffix(file, "_test.go") {
			continue
		}
		syntax, err := parser.ParseFile(token.NewFileSet(), file, nil, parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		for _, declared := range syntax.Decls {
			method, ok := declared.(*ast.FuncDecl)
			if !ok || method.Recv == nil || !slices.Contains([]string{"UnmarshalJSON", "UnmarshalJSONFrom"}, method.Name.Name) {
				continue
			}
			of := method.Recv.List[0].Type.(*ast.StarExpr).X
			if generic, ok := of.(*ast.IndexExpr); ok {
				of = generic.X
			}
			if _, ok := tested[of.(*ast.Ident).Name]; !ok {
				t.Errorf("%s of %s is not in the table, want a row for it", method.Name.Name, of)
			}
		}
	}
}

func TestWhatHasNoJSONIsNotWritten(t *testing.T) {
	t.Parallel()
	broken := stdjson.RawMessage(`{`)
	for _, v := range []stdjson.Marshaler{
		cms.Meta{Extra: cms.Extra{"a": broken}}, cms.Authentication{Extra: cms.Extra{"a": broken}},
		cms.NullableOf(func() {}), cms.NullableOf(broken),
	} {
		if got, err := v.MarshalJSON(); err == nil {
			t.Errorf("%T is written as %s: error nil, want an error", v, got)
		}
	}
}

func TestDecodingIntoNoPointerIsAnErrorWhateverTheSize(t *testing.T) {
	t.Parallel()
	for _, size := range []int{1, 1 << 10, 1 << 20} {
		data := []byte(`{"a":"` + strings.Repeat("x", size) + `"}`)
		for _, v := range []any{nil, struct{}{}, 7, map[string]any{}} {
			if err := cms.Unmarshal(data, v); err == nil {
				t.Errorf("Unmarshal of %d bytes into %T: no error: error nil, want an error", size, v)
			}
			switch ok, err := (cms.Extra{"price": data}).Decode("price", v); {
			case !ok:
				t.Errorf("Decode of %d bytes into %T: false without an error, want true", size, v)
			case err == nil:
				t.Errorf("Decode of %d bytes into %T: %t, no error: error nil, want an error", size, v, ok)
			}
		}
	}
}

// Reading what is nested level by level would take seconds for a few kilobytes.
func TestDeeplyNestedJSONIsRefusedAtOnce(t *testing.T) {
	t.Parallel()
	const deep = 3000
	nested := func(open, end string) string { return strings.Repeat(open, deep) + "1" + strings.Repeat(end, deep) }
	e := cms.Embedded{"author": []byte(nested("[", "]")), "up": []byte(`[[{"id":5}]]`)}
	if users, err := cms.EmbeddedAs[cms.EmbeddedUser](e, "author"); err == nil {
		t.Errorf("cms.EmbeddedAs: error nil, users %v, want an error", users)
	}
	if users, err := cms.EmbeddedAs[cms.EmbeddedUser](e, "up"); err != nil || len(users) != 1 {
		t.Errorf("cms.EmbeddedAs: error %v, %d users, want nil and 1", err, len(users))
	}
}
