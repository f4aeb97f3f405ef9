package replay

import (
	"bytes"
	stdjson "encoding/json"
	"errors"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"testing"

	"github.com/go-json-experiment/json"
)

// Value decodes JSON into values that can be compared. Numbers keep their
// spelling.
func Value(data []byte) (any, error) {
	dec := stdjson.NewDecoder(bytes.NewReader(data)) //nolint:forbidigo // jsontext has no numbers that keep their spelling
	dec.UseNumber()
	var v any
	if err := dec.Decode(&v); err != nil {
		return nil, err
	}
	if dec.More() {
		return nil, errors.New("more than one value")
	}
	return v, nil
}

// JSON encodes v as this module does, and decodes it with [Value].
func JSON(t testing.TB, v any) any {
	t.Helper()
	data, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	value, err := Value(data)
	if err != nil {
		t.Fatal(err)
	}
	return value
}

// Rules say where a value may differ from the JSON that it was decoded from. With the
// zero Rules, null and [] may be any zero value, and v may have a member that the server
// did not write, if it is zero.
type Rules struct {
	// Optional are members that may be left out if they are zero.
	Optional []string
	// Loose replaces these rules by the rules for plugins. Any zero value may replace
	// another or be left out. "2" may stand for 2, and a single value for a list with
	// only this value.
	Loose bool
}

// Kept checks that v holds all of server, the JSON of the response from which it was
// decoded, and that plain encoding/json writes and reads v without a loss. For a
// partial recording it compares the JSON and not the value, because JSON does not show
// that only some fields were requested.
func Kept[T any](t testing.TB, rec *Recording, rules Rules, server any, v T) {
	t.Helper()
	ours := JSON(t, v)
	for _, difference := range rules.Differences("", server, ours) {
		t.Error(difference)
	}
	var plain bytes.Buffer
	enc := stdjson.NewEncoder(&plain) //nolint:forbidigo // encoding/json must be able to write v
	enc.SetEscapeHTML(false)          // by default, the encoder would also escape < inside raw JSON
	if err := enc.Encode(v); err != nil {
		t.Fatal(err)
	}
	var again T
	if err := stdjson.Unmarshal(plain.Bytes(), &again); err != nil { //nolint:forbidigo // encoding/json must read v back
		t.Fatal(err)
	}
	for _, difference := range rules.Differences("encoding/json", ours, JSON(t, again)) {
		t.Error(difference)
	}
	if !rec.Partial() && !reflect.DeepEqual(again, v) {
		t.Errorf("encoding/json gives another value:\n%+v\n%+v", again, v)
	}
}

// Differences returns where ours lacks something that the server wrote, or holds more. at
// is the place of both values.
func (r Rules) Differences(at string, server, ours any) (found []string) {
	if r.bothNothing(server, ours) {
		return nil
	}
	switch server := server.(type) {
	case map[string]any:
		ours, ok := ours.(map[string]any)
		if !ok {
			return []string{at + " is no object"}
		}
		names := maps.Clone(server)
		maps.Copy(names, ours)
		for _, name := range slices.Sorted(maps.Keys(names)) {
			found = append(found, r.member(at+"."+name, name, server, ours)...)
		}
		return found
	case []any:
		ours, ok := ours.([]any)
		if !ok || len(ours) != len(server) {
			return []string{at + " is no list of the same length"}
		}
		for i := range server {
			found = append(found, r.Differences(fmt.Sprintf("%s[%d]", at, i), server[i], ours[i])...)
		}
		return found
	}
	if list, ok := ours.([]any); ok && r.Loose && len(list) == 1 {
		ours = list[0]
	}
	if reflect.DeepEqual(server, ours) || r.Loose && fmt.Sprint(server) == fmt.Sprint(ours) {
		return nil
	}
	return []string{fmt.Sprintf("%s is %v, not %v", at, ours, server)}
}

// member compares the member with the given name in the object of the server and in ours.
func (r Rules) member(at, name string, server, ours map[string]any) []string {
	theirs, written := server[name]
	own, there := ours[name]
	switch {
	case written && there || r.Loose:
		return r.Differences(at, theirs, own)
	case written && !(slices.Contains(r.Optional, name) && Blank(theirs)):
		return []string{at + " is lost"}
	case there && !Blank(own):
		return []string{fmt.Sprintf("%s is made up: %v", at, own)}
	}
	return nil
}

// bothNothing reports whether the server wrote an empty value, and ours is an empty value, too.
func (r Rules) bothNothing(server, ours any) bool {
	if r.Loose {
		return zero(server) && zero(ours)
	}
	list, empty := server.([]any) // PHP writes an empty object as []
	return (server == nil || empty && len(list) == 0) && Blank(ours)
}

// Blank reports whether a value is the zero of its kind, including the members of an
// object.
func Blank(v any) bool {
	if members, ok := v.(map[string]any); ok {
		for _, member := range members {
			if !Blank(member) {
				return false
			}
		}
		return true
	}
	return zero(v)
}

// zero reports whether a value is the zero of its kind.
func zero(v any) bool {
	switch v := v.(type) {
	case nil:
		return true
	case bool:
		return !v
	case string:
		return v == ""
	case stdjson.Number:
		return v == "0"
	case []any:
		return len(v) == 0
	case map[string]any:
		return len(v) == 0
	}
	return false
}
