package php

import (
	"encoding/json"
	"math"
	"strconv"
	"strings"
)

// ToIDs converts a list to ids. Like WordPress it drops the signs.
func ToIDs(value any) []int64 {
	list, _ := value.([]any)
	var out []int64
	for _, e := range list {
		if n, ok := ToInt(e); ok {
			out = append(out, max(n, -n))
		}
	}
	return out
}

// ToNumber converts a number, or a string with a number.
func ToNumber(value any) (float64, bool) {
	switch v := value.(type) {
	case int64:
		return float64(v), true
	case float64:
		return v, true
	case string:
		n, err := strconv.ParseFloat(strings.TrimSpace(v), 64)
		return n, err == nil && !strings.ContainsAny(v, "xXpPnN_")
	}
	return 0, false
}

// ScalarText converts a string, a number or a bool to text.
func ScalarText(value any) string {
	switch v := value.(type) {
	case string:
		return v
	case int64, float64, bool:
		return strings.Trim(string(AppendJSON(nil, v)), `"`)
	}
	return ""
}

// Truthy reports whether PHP treats a value as true: anything but null, false, 0, "", "0" and empty
// lists and objects.
func Truthy(value any) bool {
	switch v := value.(type) {
	case nil:
		return false
	case bool:
		return v
	case int64:
		return v != 0
	case float64:
		return v != 0
	case string:
		return v != "" && v != "0"
	case []any:
		return len(v) > 0
	case map[string]any:
		return len(v) > 0
	case Object:
		return len(v) > 0
	}
	return true
}

// PlainValue converts a stored value to the types of a decoded JSON document.
func PlainValue(value any) any {
	switch v := value.(type) {
	case Object:
		out := map[string]any{}
		for _, m := range v {
			out[m.Name] = PlainValue(m.Value)
		}
		return out
	case map[string]any:
		out := map[string]any{}
		for name, e := range v {
			out[name] = PlainValue(e)
		}
		return out
	case []any:
		out := make([]any, len(v))
		for i, e := range v {
			out[i] = PlainValue(e)
		}
		return out
	case float64:
		if math.IsInf(v, 0) || math.IsNaN(v) { // for example 1e400; responses show it as 0
			return 0.0
		}
	}
	return value
}

// ToInt converts whole numbers in any notation: 5, "5", "5.0", "1e1", "010".
func ToInt(value any) (int64, bool) {
	switch v := value.(type) {
	case int64:
		return v, true
	case float64:
		return Saturated(v), v == math.Trunc(v)
	case string:
		text := strings.Trim(v, " \t\n\r\v\f")
		if text >= "A" || strings.ContainsAny(text, "xXpP_nN") { // notations that only ParseFloat accepts
			return 0, false
		}
		f, err := strconv.ParseFloat(text, 64)
		if err != nil && !math.IsInf(f, 0) || f != math.Trunc(f) {
			return 0, false
		}
		return Saturated(f), true
	}
	return 0, false
}

// Saturated converts a whole number to int64. It limits the number to 2^62, so that small sums do
// not overflow.
func Saturated(f float64) int64 { return int64(min(max(f, -1<<62), 1<<62)) }

// ToBool converts true, false, 1 and 0, also as strings.
func ToBool(value any) (bool, bool) {
	switch v := value.(type) {
	case bool:
		return v, true
	case int64:
		return v == 1, v == 0 || v == 1
	case string:
		switch strings.ToLower(v) {
		case "true", "1":
			return true, true
		case "false", "0":
			return false, true
		}
	}
	return false, false
}

// ToList converts a list, a single value, or a string with words separated by commas or white
// space.
func ToList(value any) ([]any, bool) {
	switch v := value.(type) {
	case []any:
		return v, true
	case map[string]any: // in PHP an empty map is an empty list
		return nil, len(v) == 0
	case string:
		var list []any
		for _, w := range words(v) {
			list = append(list, w)
		}
		return list, true
	case int64:
		return []any{strconv.FormatInt(v, 10)}, true
	case float64:
		return []any{strconv.FormatFloat(v, 'g', -1, 64)}, true
	case bool:
		if !v {
			return nil, true
		}
		return []any{"1"}, true
	}
	return nil, false
}

// ToObject converts an object, a list, or "". The indexes of a list become names.
func ToObject(value any) (Object, bool) {
	switch v := value.(type) {
	case Object:
		return v, true
	case map[string]any:
		var out Object
		for _, name := range SortedKeys(v) {
			out.Add(name, v[name])
		}
		return out, true
	case []any: // in PHP lists and maps have the same type
		var out Object
		for i, e := range v {
			out.Add(strconv.Itoa(i), e)
		}
		return out, true
	case string:
		return nil, v == ""
	}
	return nil, false
}

// WholeNumbers replaces each json.Number with an int64 if it is whole, and with a float64
// otherwise.
func WholeNumbers(value any) any {
	switch v := value.(type) {
	case json.Number:
		if n, err := strconv.ParseInt(string(v), 10, 64); err == nil {
			return n
		}
		f, _ := v.Float64()
		return f
	case []any:
		for i, e := range v {
			v[i] = WholeNumbers(e)
		}
	case map[string]any:
		for name, e := range v {
			v[name] = WholeNumbers(e)
		}
	}
	return value
}
