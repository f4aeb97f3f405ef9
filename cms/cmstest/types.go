package cmstest

import (
	"math"
	"strconv"
	"strings"
)

// toInt accepts whole numbers however they are written: 5, "5", "5.0", "1e1", "010".
func toInt(value any) (int64, bool) {
	switch v := value.(type) {
	case int64:
		return v, true
	case float64:
		return saturated(v), v == math.Trunc(v)
	case string:
		text := strings.Trim(v, " \t\n\r\v\f")
		if strings.ContainsAny(text, "xXpP_nN") { // what ParseFloat takes beyond decimal numbers
			return 0, false
		}
		f, err := strconv.ParseFloat(text, 64)
		if err != nil && !math.IsInf(f, 0) || f != math.Trunc(f) {
			return 0, false
		}
		return saturated(f), true
	}
	return 0, false
}

// saturated is a whole number as far as there are such; what is beyond leaves room for a little arithmetic.
func saturated(f float64) int64 { return int64(min(max(f, -1<<62), 1<<62)) }

func toBool(value any) (bool, bool) {
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

func toList(value any) ([]any, bool) {
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

func toObject(value any) (object, bool) {
	switch v := value.(type) {
	case object:
		return v, true
	case map[string]any:
		var out object
		for _, name := range sortedKeys(v) {
			out.add(name, v[name])
		}
		return out, true
	case []any: // lists and maps are one type to the site
		var out object
		for i, e := range v {
			out.add(strconv.Itoa(i), e)
		}
		return out, true
	case string:
		return nil, v == ""
	}
	return nil, false
}
