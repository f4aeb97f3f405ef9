package route

import (
	"bytes"
	"maps"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/fontcms/fontcms-go/cms/internal/fault"
	"github.com/fontcms/fontcms-go/internal/wire"
)

// Spec is the prefix of the specification.
const Spec = "cms"

// Prefix is the prefix of a site. It replaces the prefix of the specification in certain
// names, and never in text.
type Prefix string

// Root is the default name of the root.
func (p Prefix) Root() string { return string(p) + "-json/" }

// Route replaces the prefix in a route, which a site matches without case.
func (p Prefix) Route(route string) string {
	if rest, ok := cutPrefixFold(route, Spec+"/"); ok {
		return string(p) + "/" + rest
	}
	return route
}

// specified replaces the prefix of the site in a route by that of the specification.
func (p Prefix) specified(route string) string {
	rest, ok := cutPrefixFold(route, string(p))
	if ok && rest != "" && (rest[0] == '/' || rest[0] == '-') { // wp/v2, wp-abilities/v1
		return Spec + rest
	}
	return route
}

// IsOwn reports whether a route belongs to the content system, not to a plugin.
func (p Prefix) IsOwn(route string) bool {
	_, own := cutPrefixFold(p.specified(route), Spec+"/v2/")
	return own
}

// cutPrefixFold is strings.CutPrefix without case.
func cutPrefixFold(text, prefix string) (rest string, found bool) {
	if len(text) < len(prefix) || !strings.EqualFold(text[:len(prefix)], prefix) {
		return text, false
	}
	return text[len(prefix):], true
}

// Relation replaces the prefix in a link relation, or the key of an embedded record.
func (p Prefix) Relation(name string) string {
	if rest, ok := strings.CutPrefix(name, Spec+":"); ok {
		return string(p) + ":" + rest
	}
	return name
}

// Field replaces the prefix in the name of a field, at any depth: "_links.cms:term".
func (p Prefix) Field(name string) string {
	parts := strings.Split(name, ".")
	for i, part := range parts {
		parts[i] = p.Relation(part)
		if rest, ok := strings.CutPrefix(part, Spec+"_pattern_"); ok {
			parts[i] = string(p) + "_pattern_" + rest
		}
	}
	return strings.Join(parts, ".")
}

// Arguments returns a copy of query arguments with the prefix replaced in their names.
func (p Prefix) Arguments(values url.Values) url.Values {
	out := make(url.Values, len(values))
	for key, list := range values {
		if rest, ok := strings.CutPrefix(key, Spec+"_pattern_category"); ok {
			key = string(p) + "_pattern_category" + rest
		}
		out[key] = list
	}
	return out
}

// Total reads a header with a total, -1 if it is absent.
func (p Prefix) Total(header http.Header, name string) int {
	for _, p := range []string{string(p), "wp", Spec} {
		if n, err := strconv.Atoi(header.Get("X-" + p + "-" + name)); err == nil && n >= 0 {
			return n
		}
	}
	return -1
}

// Members returns the fields of a body that is a JSON object, nil for any other body.
func Members(body []byte) (members map[string]jsontext.Value, err error) {
	if bytes.HasPrefix(body, []byte("{")) {
		if err = wire.Unmarshal(body, &members); err != nil {
			err = &fault.Argument{Argument: "body", Reason: err.Error()}
		}
	}
	return members, err
}

// checkReserved refuses fields that change the request. A site reads them only from the
// address, but a proxy may move them there.
func checkReserved(members map[string]jsontext.Value) error {
	for name := range members {
		if name == "rest_route" { // in a body it is an ordinary name
			continue
		}
		if err := wire.CheckReserved(url.Values{name: nil}); err != nil {
			return err
		}
	}
	return nil
}

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
