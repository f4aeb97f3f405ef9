package oembed_test

import (
	stdjson "encoding/json"
	"reflect"
	"strings"
	"testing"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"github.com/fontcms/fontcms-go/cms/oembed"
)

func TestDecodingAcceptsProvidersAndReplacesValues(t *testing.T) {
	t.Parallel()
	ways := map[string]func(data string, v any) error{
		"encoding/json": func(data string, v any) error { return stdjson.Unmarshal([]byte(data), v) },
		"v2":            func(data string, v any) error { return json.Unmarshal([]byte(data), v) },
		"UnmarshalJSON": func(data string, v any) error { return v.(stdjson.Unmarshaler).UnmarshalJSON([]byte(data)) },
		"UnmarshalJSONFrom": func(data string, v any) error {
			return v.(json.UnmarshalerFrom).UnmarshalJSONFrom(jsontext.NewDecoder(strings.NewReader(data)))
		},
	}
	measure := oembed.Measure(0)
	for _, test := range []struct {
		zero  any
		taken map[string]any
	}{
		{measure, map[string]any{
			`7`: oembed.Measure(7), `"8"`: oembed.Measure(8), `1.9`: oembed.Measure(1), `0`: measure,
			`2147483647`: oembed.Measure(1<<31 - 1), `2147483648`: measure,
			`-1`: measure, `"100%"`: measure, `null`: measure, `[]`: measure, `""`: measure,
		}},
	} {
		for way, read := range ways {
			for data, want := range test.taken {
				for before := range test.taken {
					v := reflect.New(reflect.TypeOf(test.zero))
					if err := read(before, v.Interface()); err != nil {
						t.Errorf("%T by %s: Unmarshal of %s: error %v, want none", test.zero, way, before, err)
					}
					if err := read(data, v.Interface()); err != nil || v.Elem().Interface() != want {
						t.Errorf("%T by %s: Unmarshal of %s after %s: %v, error %v, want %v", test.zero, way, data, before, v.Elem(), err,
							want)
					}
				}
			}
			for _, part := range []string{`"a`, `nul`, `[`, `"\x"`} {
				v := reflect.New(reflect.TypeOf(test.zero))
				if lenient := way == "UnmarshalJSON" &&
					(part[0] != '"' || test.zero == measure); read(part, v.Interface()) == nil && !lenient {
					t.Errorf("%T by %s: Unmarshal of %s: %v, want an error", test.zero, way, part, v.Elem())
				}
			}
		}
	}
}
