package cms

import (
	"encoding/json"
	"maps"
	"reflect"
	"slices"
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/fontcms/fontcms-go/internal/wire"
)

// Written is the response to a write at a route that does not describe its responses. It is the
// T of a [Request] in the code of cmsgen. T is the record that a GET returns there.
//
// Plugins return the record, a list of records, or an object around one of both, such as
// {"deleted":true,"previous":{…}}. Others return a message. An object counts as a record if it
// has at least half of the fields of T.
type Written[T any] struct {
	// Record is the record, nil if the response does not hold exactly one.
	Record *T
	// Records are the records of a response with several, nil otherwise.
	Records []T
	// JSON is the whole response, empty for a response without a body.
	JSON json.RawMessage
}

// anyResponse is implemented by *Written[T] for every T.
type anyResponse interface{ decodeAny(body []byte) }

// decodeAny reads the body of a response, which may be empty. A body without records is only
// kept as JSON.
func (w *Written[T]) decodeAny(body []byte) {
	*w = Written[T]{JSON: slices.Clone(body)}
	record, list := recordsIn(body, fieldNames(reflect.TypeFor[T]()), true)
	if record != nil {
		list = []json.RawMessage{record}
	}
	records := make([]T, len(list))
	for i, raw := range list {
		if Unmarshal(raw, &records[i]) != nil {
			return
		}
	}
	switch {
	case len(list) == 1:
		w.Record = &records[0]
	case len(list) > 1:
		w.Records = records
	}
}

// UnmarshalJSONFrom reads any response. Errors: the response is not JSON.
func (w *Written[T]) UnmarshalJSONFrom(dec *jsontext.Decoder) error {
	raw, err := dec.ReadValue()
	if err == nil {
		w.decodeAny(raw)
	}
	return err
}

// UnmarshalJSON is UnmarshalJSONFrom for encoding/json.
func (w *Written[T]) UnmarshalJSON(data []byte) error { return wire.Unmarshal(data, w) }

// MarshalJSONTo writes the response as it came, or null.
func (w Written[T]) MarshalJSONTo(enc *jsontext.Encoder) error {
	if len(w.JSON) == 0 {
		return enc.WriteToken(jsontext.Null)
	}
	return enc.WriteValue(jsontext.Value(w.JSON))
}

// MarshalJSON is MarshalJSONTo for encoding/json.
func (w Written[T]) MarshalJSON() ([]byte, error) { return wire.Marshal(w) }

// fieldNames returns the JSON names of the fields of a record type. It leaves out names that
// begin with _, such as _links.
func fieldNames(t reflect.Type) map[string]bool {
	names := map[string]bool{}
	if t.Kind() != reflect.Struct {
		return names
	}
	for _, field := range reflect.VisibleFields(t) {
		name, _, _ := strings.Cut(field.Tag.Get("json"), ",")
		if name != "" && name[0] != '-' && name[0] != '_' {
			names[name] = true
		}
	}
	return names
}

// recordsIn returns the record in a response, or its list of records. If outer is set, the
// record or the list may also be a member of an object.
func recordsIn(
	raw json.RawMessage, names map[string]bool, outer bool,
) (record json.RawMessage, list []json.RawMessage) {
	switch jsontext.Value(raw).Kind() {
	case '[':
		var all []json.RawMessage
		if wire.Unmarshal(raw, &all) != nil {
			return nil, nil
		}
		return nil, allRecords(all, names)
	case '{':
		var members map[string]json.RawMessage
		if wire.Unmarshal(raw, &members) != nil {
			return nil, nil
		}
		known := 0
		for name := range members {
			if names[name] {
				known++
			}
		}
		if known > 0 && 2*known >= len(names) {
			return raw, nil
		}
		if !outer {
			return nil, nil
		}
		return recordsAround(members, names)
	}
	return nil, nil
}

// recordsAround searches the members of an object. If only one member holds a record or a list
// of records, recordsAround returns that record or list. If several members do, it returns the
// values of all members, provided that each value is a record.
func recordsAround(
	members map[string]json.RawMessage, names map[string]bool,
) (record json.RawMessage, list []json.RawMessage) {
	var values []json.RawMessage
	found := 0
	for _, name := range slices.Sorted(maps.Keys(members)) {
		values = append(values, members[name])
		one, several := recordsIn(members[name], names, false)
		if one != nil || several != nil {
			record, list = one, several
			found++
		}
	}
	switch {
	case found == 1:
		return record, list
	case found > 1:
		return nil, allRecords(values, names)
	}
	return nil, nil
}

// allRecords returns the elements of a list if all of them are records.
func allRecords(all []json.RawMessage, names map[string]bool) []json.RawMessage {
	for _, one := range all {
		if record, _ := recordsIn(one, names, false); record == nil {
			return nil
		}
	}
	return all
}
