package abilities

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"net/url"
	"slices"
	"strings"
)

// maxValues and maxLevels limit the values and the nesting of a query. PHP silently drops
// the values after the first 1,000, and the levels that are nested deeper than 64. The
// limits here are lower.
const (
	maxValues = 900
	maxLevels = 50
)

// write writes a JSON value into a query in the form that PHP reads:
// input[deep][list][0]=5. An empty object or list becomes an empty string. The site reads
// this string according to the input schema.
func write(query url.Values, raw json.RawMessage) error {
	//nolint:forbidigo // the input belongs to the caller, and its numbers must keep all digits
	decoder := json.NewDecoder(bytes.NewReader(raw))
	decoder.UseNumber()
	var value any
	if err := decoder.Decode(&value); err != nil {
		return err
	}
	return (&writer{query: query}).write("input", value, 0)
}

type writer struct {
	query  url.Values
	values int
}

func (w *writer) write(key string, value any, level int) error {
	if level > maxLevels {
		return fmt.Errorf("has more than %d levels, which a query cannot have", maxLevels)
	}
	switch v := value.(type) {
	case nil:
		return fmt.Errorf("%.80q is null, which a query cannot have: leave it out", key)
	case []any:
		if len(v) == 0 {
			return w.add(key, "")
		}
		plain := !slices.ContainsFunc(v, nested)
		for i, element := range v {
			next := key + "[]"
			// An object or a list inside the list needs an index. The query is sorted by
			// name, so without indexes the elements would lose their order.
			if !plain {
				next = fmt.Sprintf("%s[%d]", key, i)
			}
			if err := w.write(next, element, level+1); err != nil {
				return err
			}
		}
		return nil
	case map[string]any:
		if len(v) == 0 {
			return w.add(key, "")
		}
		for _, name := range slices.Sorted(maps.Keys(v)) {
			if name == "" || strings.ContainsAny(name, "[]\x00") {
				return fmt.Errorf("the name %.80q of a field is empty or holds a bracket, which a query cannot have", name)
			}
			if err := w.write(key+"["+name+"]", v[name], level+1); err != nil {
				return err
			}
		}
		return nil
	}
	return w.add(key, value)
}

func nested(value any) bool {
	switch value.(type) {
	case []any, map[string]any:
		return true
	}
	return false
}

// add adds a string, a boolean or a number to the query. A number keeps all its digits. add
// fails if the query already has maxValues values.
func (w *writer) add(key string, value any) error {
	if w.values == maxValues {
		return fmt.Errorf("has more than %d values, which a query cannot have", maxValues)
	}
	w.values++
	w.query.Add(key, fmt.Sprint(value))
	return nil
}
