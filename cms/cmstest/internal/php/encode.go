package php

import (
	"fmt"
	"math"
	"strconv"
	"unicode/utf8"
)

const hexDigits = "0123456789abcdef"

// AppendJSON appends a value as PHP encodes it: ASCII only, with escaped slashes.
func AppendJSON(dst []byte, value any) []byte {
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
		return AppendString(dst, v)
	case Object:
		return appendObject(dst, v)
	case Raw:
		return append(dst, v...)
	case EmptyObject:
		return append(dst, "{}"...)
	case map[string]any:
		ordered := make(Object, 0, len(v))
		for _, name := range SortedKeys(v) {
			ordered.Add(name, v[name])
		}
		return appendObject(dst, ordered)
	case []any:
		return appendList(dst, v, AppendJSON)
	case []Object:
		return appendList(dst, v, appendObject)
	case []string:
		return appendList(dst, v, AppendString)
	case []int64:
		return appendList(dst, v, func(dst []byte, n int64) []byte { return strconv.AppendInt(dst, n, 10) })
	}
	panic(fmt.Sprintf("cmstest: no JSON for %T", value)) // a mistake in this package, not in a request
}

// Encode returns a text as JSON, for texts that many responses show.
func Encode(text string) Raw {
	return Raw(AppendString(make([]byte, 0, len(text)+len(text)/8+8), text))
}

func appendList[T any](dst []byte, list []T, one func([]byte, T) []byte) []byte {
	dst = append(dst, '[')
	for i, v := range list {
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = one(dst, v)
	}
	return append(dst, ']')
}

func appendObject(dst []byte, o Object) []byte {
	if len(o) == 0 {
		return append(dst, "[]"...)
	}
	dst = append(dst, '{')
	for i, m := range o {
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = AppendString(dst, m.Name)
		dst = append(dst, ':')
		dst = AppendJSON(dst, m.Value)
	}
	return append(dst, '}')
}

// asIs marks the bytes that need no escape in a JSON string.
var asIs = func() (is [256]bool) {
	for c := ' '; c < 0x7f; c++ {
		is[c] = c != '"' && c != '\\' && c != '/'
	}
	return is
}()

// AppendString appends a string as AppendJSON does.
func AppendString(dst []byte, s string) []byte {
	dst = append(dst, '"')
	start := 0
	for i := 0; i < len(s); {
		if asIs[s[i]] {
			i++ // copied later, together with the bytes before and after it
			continue
		}
		r, size := utf8.DecodeRuneInString(s[i:])
		dst = append(dst, s[start:i]...)
		i += size
		start = i
		switch {
		case r == '"' || r == '\\' || r == '/':
			dst = append(dst, '\\', byte(r))
		case r == '\n':
			dst = append(dst, '\\', 'n')
		case r == '\r':
			dst = append(dst, '\\', 'r')
		case r == '\t':
			dst = append(dst, '\\', 't')
		case r == utf8.RuneError && size == 1: // invalid UTF-8
			dst = append(dst, '?')
		case r > 0xffff:
			r -= 0x10000
			dst = appendEscape(dst, 0xd800+(r>>10))
			dst = appendEscape(dst, 0xdc00+(r&0x3ff))
		default:
			dst = appendEscape(dst, r)
		}
	}
	return append(append(dst, s[start:]...), '"')
}

func appendEscape(dst []byte, r rune) []byte {
	return append(dst, '\\', 'u', hexDigits[r>>12&15], hexDigits[r>>8&15], hexDigits[r>>4&15], hexDigits[r&15])
}
