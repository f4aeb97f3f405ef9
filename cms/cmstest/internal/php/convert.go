package php

import (
	"encoding/json"
	"math"
	"strconv"
	"strings"
)

// ToIDs drops the signs, as the site does.
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

// ToNumber accepts numbers, also as text.
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

// ScalarText reads a number as the text that it is written with.
func ScalarText(value any) string {
	switch v := value.(type) {
	case string:
		return v
	case int64, float64, bool:
		return strings.Trim(string(AppendJSON(nil, v)), `"`)
	}
	return ""
}

// Truthy is what the site takes for a value that is there: anything but null, false, 0, "" and "0".
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

// PlainValue is a stored value in the types of a decoded JSON document.
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
		if math.IsInf(v, 0) || math.IsNaN(v) { // 1e400; responses show it as 0
			return 0.0
		}
	}
	return value
}

// ToInt accepts whole numbers however they are written: 5, "5", "5.0", "1e1", "010".
func ToInt(value any) (int64, bool) {
	switch v := value.(type) {
	case int64:
		return v, true
	case float64:
		return Saturated(v), v == math.Trunc(v)
	case string:
		text := strings.Trim(v, " \t\n\r\v\f")
		if text >= "A" || strings.ContainsAny(text, "xXpP_nN") { // forms that only ParseFloat accepts
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

// Saturated is a whole number as far as there are such; what is beyond leaves room for a little arithmetic.
func Saturated(f float64) int64 { return int64(min(max(f, -1<<62), 1<<62)) }

// ToBool accepts true and false, 1 and 0, as such or as text.
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

// ToList accepts lists, texts that separate words by commas or white space, and single values.
func ToList(value any) ([]any, bool) {
	switch v := value.(type) {
	case []any:
		return v, true
	case map[string]any: // an empty map is an empty list to the site
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

// ToObject accepts objects, lists, whose indexes become names, and the empty text.
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
	case []any: // lists and maps are one type to the site
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

// WholeNumbers replaces the decoder's numbers by int64 where they are whole, by float64 elsewhere.
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
