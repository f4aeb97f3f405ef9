package route

import (
	"maps"
	"slices"
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/fontcms/fontcms-go/cms/internal/fault"
	"github.com/fontcms/fontcms-go/internal/wire"
)

// Members replaces the prefix in the names of fields, at the top level and in meta. It
// refuses the fields keys, which are ids, and fields that change the request.
func (p Prefix) Members(body []byte, keys ...string) ([]byte, error) {
	var top, meta map[string]jsontext.Value
	if err := wire.Unmarshal(body, &top); err != nil {
		return nil, &fault.Argument{Argument: "params", Reason: err.Error()}
	}
	if top == nil {
		return nil, &fault.Argument{Argument: "params", Reason: "they are null"}
	}
	if err := checkReserved(top); err != nil {
		return nil, err
	}
	for _, key := range keys {
		if _, ok := top[key]; ok {
			return nil, &fault.Argument{Argument: key,
				Reason: "params may not have it: the server would use it instead of that of the route"}
		}
	}
	if p == Spec {
		return body, nil
	}
	p.rename(top)
	if raw := top["meta"]; raw.Kind() == '{' && wire.Unmarshal(raw, &meta) == nil {
		p.rename(meta)
		top["meta"], _ = wire.Marshal(meta) // it was encoded above
	}
	return wire.Marshal(top)
}

func (p Prefix) rename(members map[string]jsontext.Value) {
	for _, name := range slices.Sorted(maps.Keys(members)) {
		if rest, ok := strings.CutPrefix(name, Spec+"_pattern_"); ok {
			members[string(p)+"_pattern_"+rest] = members[name]
			delete(members, name)
		}
	}
}
