package fuzzing

import (
	"bytes"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

// lenient returns the options with which the clients decode.
func lenient() json.Options {
	return json.JoinOptions(jsontext.AllowDuplicateNames(true), jsontext.AllowInvalidUTF8(true))
}

func unmarshal(data []byte, v any) error { return json.Unmarshal(data, v, lenient()) }

func marshal(v any) ([]byte, error) {
	return json.Marshal(v, json.Deterministic(true), jsontext.AllowInvalidUTF8(true))
}

// Reread reads a T from any bytes. If that succeeds, the bytes are JSON, T can be
// written, and the written JSON gives the same value again. Members that T does not
// name are written too. A scalar that T names keeps its value if it keeps its kind.
// Loose members are not compared, because T reads them as something else.
func Reread[T any](t testing.TB, body []byte, loose ...string) (*T, bool) {
	t.Helper()
	first := new(T)
	if unmarshal(body, first) != nil {
		return nil, false
	}
	if !jsontext.Value(body).IsValid(lenient()) {
		t.Fatalf("%T was read from what is no JSON: %.2000q", first, body)
	}
	once, err := marshal(first)
	if err != nil {
		if plain(body) {
			t.Fatalf("%T of %.2000s cannot be written: %v", first, body, err)
		}
		return first, true
	}
	second, third := new(T), new(T)
	if err := unmarshal(once, second); err != nil {
		t.Fatalf("%T of %.2000s was written as %.2000s: %v", first, body, once, err)
	}
	twice, err := marshal(second)
	if err != nil || !bytes.Equal(once, twice) {
		t.Fatalf("%T of %.2000s was written as\n%.2000s, and then as\n%.2000s, %v", first, body, once, twice, err)
	}
	if err := unmarshal(twice, third); err != nil || !reflect.DeepEqual(second, third) {
		t.Fatalf("%T of %.2000s became\n%+v, and then\n%+v, %v", first, body, second, third, err)
	}
	if plain(body) {
		kept(t, reflect.TypeFor[T](), body, once, loose)
	}
	return first, true
}

// plain reports whether a body is valid JSON, in valid UTF-8 and without duplicate names.
// Decoding and encoding may change any other body.
func plain(body []byte) bool { return jsontext.Value(body).IsValid() }

// kept fails the test if a member of body has a different value in written. Some records keep
// members for which they have no field: see [names]. kept also fails the test if such a record
// loses one of these members. loose has the names of members that are not compared.
func kept(t testing.TB, record reflect.Type, body, written []byte, loose []string) {
	t.Helper()
	var server, ours map[string]jsontext.Value
	if jsontext.Value(body).Kind() != '{' || unmarshal(body, &server) != nil || unmarshal(written, &ours) != nil {
		return
	}
	known, all := names(record)
	for name, value := range server {
		if slices.Contains(loose, name) {
			continue
		}
		own, there := ours[name]
		if !there && all && !slices.Contains(known, name) {
			t.Fatalf("%v lost %q of %.2000s: %.2000s", record, name, body, written)
		}
		if there && !same(value, own) {
			t.Fatalf("%v made %s of %s in %q of %.2000s", record, own, value, name, body)
		}
	}
}

// names returns the member names of a struct. The result all is true if the struct keeps all
// other members in a field with the option embed.
func names(record reflect.Type) (known []string, all bool) {
	if record.Kind() != reflect.Struct {
		return nil, false
	}
	for field := range record.Fields() {
		name, rest, _ := strings.Cut(field.Tag.Get("json"), ",")
		switch {
		case name != "":
			known = append(known, name)
		case rest == "embed":
			all = true
		case field.Anonymous:
			inner, keeps := names(field.Type)
			known, all = append(known, inner...), all || keeps
		}
	}
	return known, all
}

// same reports whether two strings, or two numbers, are equal. It returns true for all other
// values, and for values of different kinds, because a record may read them in another form.
func same(server, ours jsontext.Value) bool {
	if server.Kind() != ours.Kind() {
		return true
	}
	switch server.Kind() {
	case '"':
		var a, b string
		return unmarshal(server, &a) == nil && unmarshal(ours, &b) == nil && a == b
	case '0':
		if a, err := strconv.ParseInt(string(server), 10, 64); err == nil {
			if b, err := strconv.ParseInt(string(ours), 10, 64); err == nil {
				return a == b
			}
		}
		a, _ := strconv.ParseFloat(string(server), 64)
		b, _ := strconv.ParseFloat(string(ours), 64)
		return a == b
	}
	return true
}
