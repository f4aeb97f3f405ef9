package php

import (
	"encoding/json"
	"strconv"
)

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
