package route

import (
	"maps"
	"slices"
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/fontcms/fontcms-go/cms/internal/fault"
	"github.com/fontcms/fontcms-go/internal/wire"
)

// pattern is the beginning of the field names that contain the prefix.
const pattern = Spec + "_pattern_"

// Params replaces the prefix in the names of the fields of body, at the top level and in
// meta. It returns the new body and its fields. It fails if body has a field with a name
// in keys, such as id.
func (p Prefix) Params(body []byte, keys ...string) ([]byte, Fields, error) {
	fields, err := FieldsOf(body)
	if err != nil {
		return nil, nil, err
	}
	if fields == nil {
		return nil, nil, &fault.Argument{Argument: "params", Reason: "must be an object"}
	}
	rename := false
	for _, field := range fields {
		if slices.Contains(keys, field.Name) {
			return nil, nil, &fault.Argument{Argument: field.Name,
				Reason: "params may not have it: the server would use it instead of that of the route"}
		}
		rename = rename || strings.HasPrefix(field.Name, pattern) || field.Name == "meta"
	}
	if p == Spec || !rename {
		return body, fields, nil
	}
	members, meta := map[string]jsontext.Value{}, map[string]jsontext.Value{}
	for _, field := range fields {
		members[field.Name] = field.Value
	}
	p.rename(members)
	if raw := members["meta"]; raw.Kind() == '{' && wire.Unmarshal(raw, &meta) == nil {
		p.rename(meta)
		members["meta"], _ = wire.Marshal(meta) // no error: meta was decoded above
	}
	if body, err = wire.Marshal(members); err == nil {
		fields, err = FieldsOf(body)
	}
	return body, fields, err
}

func (p Prefix) rename(members map[string]jsontext.Value) {
	for _, name := range slices.Sorted(maps.Keys(members)) {
		if rest, ok := strings.CutPrefix(name, pattern); ok {
			members[string(p)+"_pattern_"+rest] = members[name]
			delete(members, name)
		}
	}
}
