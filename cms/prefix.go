package cms

import (
	"net/http"
	"net/url"
	"strconv"
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/fontcms/fontcms-go/internal/wire"
)

// specPrefix is how the specification writes the content system's own prefix.
const specPrefix = "cms"

// prefix spells the names that carry the content system's own prefix. Named
// places only, never a replacement in text.
type prefix string

// root is the default name of the interface's root.
func (p prefix) root() string { return string(p) + "-json/" }

// route spells the leading segment of a route.
func (p prefix) route(route string) string {
	if rest, ok := strings.CutPrefix(route, specPrefix+"/"); ok {
		return string(p) + "/" + rest
	}
	return route
}

// relation spells a link relation or the key of an embedded record.
func (p prefix) relation(name string) string {
	if rest, ok := strings.CutPrefix(name, specPrefix+":"); ok {
		return string(p) + ":" + rest
	}
	return name
}

// field spells the name of a field, at any depth: "_links.cms:term".
func (p prefix) field(name string) string {
	parts := strings.Split(name, ".")
	for i, part := range parts {
		parts[i] = p.relation(part)
		if rest, ok := strings.CutPrefix(part, specPrefix+"_pattern_"); ok {
			parts[i] = string(p) + "_pattern_" + rest
		}
	}
	return strings.Join(parts, ".")
}

// arguments returns a copy of query arguments in which those that carry the prefix are spelled.
func (p prefix) arguments(values url.Values) url.Values {
	out := make(url.Values, len(values))
	for key, list := range values {
		if rest, ok := strings.CutPrefix(key, specPrefix+"_pattern_category"); ok {
			key = string(p) + "_pattern_category" + rest
		}
		out[key] = list
	}
	return out
}

// members spells the members of params that carry the prefix, at the top and in
// meta, and reports whether there is an id among those at the top.
func (p prefix) members(body []byte) (spelled []byte, hasID bool, err error) {
	var top, meta map[string]jsontext.Value
	if err := wire.Unmarshal(body, &top); err != nil {
		return nil, false, err
	}
	_, hasID = top["id"]
	if p == specPrefix {
		return body, hasID, nil
	}
	p.rename(top)
	if raw := top["meta"]; raw.Kind() == '{' && wire.Unmarshal(raw, &meta) == nil {
		p.rename(meta)
		if top["meta"], err = wire.Members(meta); err != nil {
			return nil, false, err
		}
	}
	spelled, err = wire.Members(top)
	return spelled, hasID, err
}

func (p prefix) rename(members map[string]jsontext.Value) {
	for _, name := range sortedKeys(members) {
		if rest, ok := strings.CutPrefix(name, specPrefix+"_pattern_"); ok {
			members[string(p)+"_pattern_"+rest] = members[name]
			delete(members, name)
		}
	}
}

// total reads a header of totals, -1 if the server does not state it.
func (p prefix) total(header http.Header, name string) int {
	for _, p := range []string{string(p), "wp", specPrefix} {
		if n, err := strconv.Atoi(header.Get("X-" + p + "-" + name)); err == nil && n >= 0 {
			return n
		}
	}
	return -1
}
