package cms

import (
	"net/http"
	"net/url"
	"strconv"
	"strings"
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

// arguments spells the query arguments that carry the prefix.
func (p prefix) arguments(values url.Values) url.Values {
	if p == specPrefix {
		return values
	}
	out := make(url.Values, len(values))
	for key, list := range values {
		if rest, ok := strings.CutPrefix(key, specPrefix+"_pattern_category"); ok {
			key = string(p) + "_pattern_category" + rest
		}
		out[key] = list
	}
	return out
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
