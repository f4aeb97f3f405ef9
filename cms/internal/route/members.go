package route

import (
	"bytes"
	"maps"
	"net/url"
	"slices"
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/fontcms/fontcms-go/cms/internal/fault"
	"github.com/fontcms/fontcms-go/internal/wire"
)

// Members returns the members of a body that is a JSON object, none of another.
func Members(body []byte) (members map[string]jsontext.Value, err error) {
	if bytes.HasPrefix(body, []byte("{")) {
		if err = wire.Unmarshal(body, &members); err != nil {
			err = &fault.Argument{Argument: "body", Reason: err.Error()}
		}
	}
	return members, err
}

// checkReserved refuses members that are arguments which change what a request is. A site
// takes those from the address alone, but what stands between may make one of the other.
func checkReserved(members map[string]jsontext.Value) error {
	for name := range members {
		if name == "rest_route" { // to a body it is a name like another
			continue
		}
		if err := wire.CheckReserved(url.Values{name: nil}); err != nil {
			return err
		}
	}
	return nil
}

// Members spells the members of params that carry the prefix, at the top and in
// meta, and refuses at the top what changes a request, and ids, which are the members keys.
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
			return nil, &fault.Argument{Argument: key, Reason: "it may not stand in params: the server would take it over that of the route"}
		}
	}
	if p == Spec {
		return body, nil
	}
	p.rename(top)
	if raw := top["meta"]; raw.Kind() == '{' && wire.Unmarshal(raw, &meta) == nil {
		p.rename(meta)
		top["meta"], _ = wire.Marshal(meta) // it was encoded a moment ago
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
