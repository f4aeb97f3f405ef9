package cmstest

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"
)

// object is a JSON object that keeps the order of its members. An empty one is written [] because
// the real server's language has one type for lists and maps.
type object []member

// emptyObject is written {}, in the few places where the real server does.
type emptyObject struct{}

type member struct {
	name  string
	value any
}

func (o object) get(name string) any {
	value, _ := o.lookup(name)
	return value
}

func (o object) lookup(name string) (any, bool) {
	for _, m := range o {
		if m.name == name {
			return m.value, true
		}
	}
	return nil, false
}

func (o *object) add(name string, value any) {
	*o = append(*o, member{name, value})
}

const hexDigits = "0123456789abcdef"

// appendJSON writes what the site's encoder would: escaped slashes, and ASCII only.
func appendJSON(dst []byte, value any) []byte {
	switch v := value.(type) {
	case nil:
		return append(dst, "null"...)
	case bool:
		return strconv.AppendBool(dst, v)
	case int:
		return strconv.AppendInt(dst, int64(v), 10)
	case int64:
		return strconv.AppendInt(dst, v, 10)
	case float64:
		if math.IsInf(v, 0) || math.IsNaN(v) {
			return append(dst, '0')
		}
		if v == math.Trunc(v) && math.Abs(v) < 1e15 {
			return strconv.AppendInt(dst, int64(v), 10)
		}
		return strconv.AppendFloat(dst, v, 'g', -1, 64)
	case string:
		return appendString(dst, v)
	case object:
		return appendObject(dst, v)
	case emptyObject:
		return append(dst, "{}"...)
	case map[string]any:
		ordered := make(object, 0, len(v))
		for _, name := range sortedKeys(v) {
			ordered.add(name, v[name])
		}
		return appendObject(dst, ordered)
	case []any:
		return appendList(dst, v)
	case []object:
		return appendList(dst, v)
	case []string:
		return appendList(dst, v)
	case []int64:
		return appendList(dst, v)
	}
	panic(fmt.Sprintf("cmstest: no JSON for %T", value)) // a mistake in this package, not in a request
}

func appendList[T any](dst []byte, list []T) []byte {
	dst = append(dst, '[')
	for i, v := range list {
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = appendJSON(dst, v)
	}
	return append(dst, ']')
}

func appendObject(dst []byte, o object) []byte {
	if len(o) == 0 {
		return append(dst, "[]"...)
	}
	dst = append(dst, '{')
	for i, m := range o {
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = appendString(dst, m.name)
		dst = append(dst, ':')
		dst = appendJSON(dst, m.value)
	}
	return append(dst, '}')
}

func appendString(dst []byte, s string) []byte {
	dst = append(dst, '"')
	for i, r := range s {
		switch {
		case r == '"' || r == '\\' || r == '/':
			dst = append(dst, '\\', byte(r))
		case r == '\n':
			dst = append(dst, '\\', 'n')
		case r == '\r':
			dst = append(dst, '\\', 'r')
		case r == '\t':
			dst = append(dst, '\\', 't')
		case r == utf8.RuneError && !strings.HasPrefix(s[i:], string(r)): // a byte of no character
			dst = append(dst, '?')
		case r >= 0x20 && r < 0x7f:
			dst = append(dst, byte(r))
		case r > 0xffff:
			r -= 0x10000
			dst = appendEscape(dst, 0xd800+(r>>10))
			dst = appendEscape(dst, 0xdc00+(r&0x3ff))
		default:
			dst = appendEscape(dst, r)
		}
	}
	return append(dst, '"')
}

func appendEscape(dst []byte, r rune) []byte {
	return append(dst, '\\', 'u', hexDigits[r>>12&15], hexDigits[r>>8&15], hexDigits[r>>4&15], hexDigits[r&15])
}

func sortedKeys[V any](m map[string]V) []string {
	keys := make([]string, 0, len(m))
	for k := range m {
		keys = append(keys, k)
	}
	slices.Sort(keys)
	return keys
}
