package wire

import (
	"net/url"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/fontcms/fontcms-go/internal/replay/fuzzing"
)

// fuzzedOptions has a field of each kind that options of a list have.
type fuzzedOptions struct {
	Context   string    `url:"context,omitempty"`
	Page      int       `url:"page,omitempty"`
	PerPage   int       `url:"per_page,omitempty"`
	Offset    int       `url:"offset,omitempty"`
	Search    string    `url:"search,omitempty"`
	Columns   []string  `url:"search_columns,brackets,omitempty"`
	After     time.Time `url:"after,omitempty"`
	Author    []int64   `url:"author,brackets,omitempty"`
	NoAuthor  []int64   `url:"author_exclude,brackets,omitempty"`
	Slug      []string  `url:"slug,brackets,omitempty"`
	MenuOrder *int      `url:"menu_order,omitempty"`
	Sticky    *bool     `url:"sticky,omitempty"`
	Monthly   bool      `url:"monthly,int,omitempty"`
}

func FuzzEncodeQuery(f *testing.F) {
	for _, s := range []string{"", "\x01\x0fa&b=c#d%e+f ä\x00\r\n", strings.Repeat("\x01", 60),
		strings.Repeat("\x01\x05\x01\x03", 40), strings.Repeat("\x01\x02\xff", 30)} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		options, untouched := new(fuzzedOptions), new(fuzzedOptions)
		fuzzing.Fill(options, data)
		fuzzing.Fill(untouched, data)
		want := fuzzing.QueryOf(options)
		q, err := EncodeQuery(options)
		if (err != nil) != (want.Refused != "") {
			t.Fatalf("EncodeQuery: error %v, want an error: %t", err, want.Refused != "")
		}
		if !reflect.DeepEqual(options, untouched) {
			t.Fatalf("options after EncodeQuery %+v, want %+v", options, untouched)
		}
		if err != nil {
			return
		}
		if (q.EmptyFilter != "") != want.Nothing {
			t.Fatalf("%+v matches nothing by %q, expected %+v", options, q.EmptyFilter, want)
		}
		back, err := url.ParseQuery(q.Encode())
		if err != nil || !reflect.DeepEqual(back, want.Values) {
			t.Fatalf("EncodeQuery(%+v) parsed again: %v, error %v, want %v and nil", options, back, err, want.Values)
		}
	})
}

// FuzzReserved compares what is refused with how PHP finds the name of an
// argument, byte by byte.
func FuzzReserved(f *testing.F) {
	for _, s := range []string{"_method", " _method", "_method[a]x", "_method[", "rest[route", "rest[route]",
		".envelope\x00x", "[_method", "_jsonp.", "rest route]", "\t_method", "a._method", "[method"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, key string) {
		name := phpName(key)
		reserved := name == "_method" || name == "_envelope" || name == "_jsonp" || name == "rest_route"
		err := CheckReserved(url.Values{key: {"x"}})
		if reserved && err == nil {
			t.Fatalf("CheckReserved(%q): error nil, want an error: the server reads %q", key, name)
		}
		if err != nil && !reserved && name != "" && name == strings.ToLower(name) { // one without a name is ignored
			t.Fatalf("CheckReserved(%q): error %v, want nil: the server reads %q", key, err, name)
		}
	})
}

// phpName is the name of the variable that PHP makes of an argument, "" for none.
func phpName(key string) string {
	key, _, _ = strings.Cut(key, "\x00")
	key = strings.TrimLeft(key, " ")
	name := []byte{}
	for i := 0; i < len(key); i++ {
		switch c := key[i]; {
		case c == ' ' || c == '.':
			name = append(name, '_')
		case c == '[' && strings.Contains(key[i:], "]"):
			return string(name)
		case c == '[' && len(name) == 0:
			return ""
		case c == '[':
			name = append(name, '_')
		default:
			name = append(name, c)
		}
	}
	return string(name)
}

// FuzzShapes reads lists and objects as the server bends them.
func FuzzShapes(f *testing.F) {
	for _, s := range []string{`[]`, `[{"a":1},[]]`, `{"a":"x"}`, `[null]`, `{"a":{}}`, `[[1]]`, `null`, `false`, `"x"`,
		`[{"a":1},{"a":`, `[] x`} {
		f.Add([]byte(s))
	}
	type record struct {
		A Text `json:"a"`
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		var whole []jsontext.Value
		isList := Unmarshal(data, &whole) == nil && jsontext.Value(data).Kind() == '['
		if list, err := listOf[record](data, 0); err == nil {
			switch {
			case list == nil:
				t.Fatalf("listOf(data, 0): %d records of %q: list nil, want a value", len(list), data)
			case isList && len(list) != len(whole):
				t.Fatalf("List(%q): %d records, want %d", data, len(list), len(whole))
			}
		}
		var one record
		if Object(data, &one) == nil && decoder(string(data)).SkipValue() != nil {
			t.Fatalf("Object(%q): %+v without an error, want an error of the JSON", data, one)
		}
		object := map[string]jsontext.Value{"kept": nil}
		dec := decoder(string(data))
		if err := UnmarshalObject(dec, &object); err == nil {
			switch _, kept := object["kept"]; {
			case !kept:
				t.Fatalf("UnmarshalObject(%q): %v without the kept member, want it", data, object)
			case dec.StackDepth() != 0:
				t.Fatalf("UnmarshalObject(%q): decoder at depth %d, want 0", data, dec.StackDepth())
			}
		}
	})
}
