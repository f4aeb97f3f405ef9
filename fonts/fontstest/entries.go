package fontstest

import (
	"cmp"
	"encoding/json"
	"maps"
	"slices"
	"strings"
	"time"
)

// entry holds the JSON of a record as served, and the values that filters compare.
type entry struct {
	json     json.RawMessage
	tags     []string // tags, category and texts are in lower case
	category string
	texts    []string
}

// newEntries sorts the records by name and id, and encodes each record once, because the
// records do not change.
func newEntries(c *config) []entry {
	records := slices.SortedStableFunc(slices.Values(c.records), func(a, b map[string]any) int {
		return cmp.Or(cmp.Compare(text(a, "name"), text(b, "name")), cmp.Compare(text(a, "id"), text(b, "id")))
	})
	entries := make([]entry, len(records))
	for i, record := range records {
		e := entry{category: strings.ToLower(text(record, "category"))}
		for _, tag := range split(text(record, "tags")) {
			e.tags = append(e.tags, strings.ToLower(tag))
		}
		for _, name := range []string{"name", "fontFamily", "designer", "description"} {
			e.texts = append(e.texts, strings.ToLower(text(record, name)))
		}
		e.json = marshal(c.served(record, i))
		entries[i] = e
	}
	return entries
}

// served returns a record in the form that the options require. i is the index of the
// record in the list.
func (c *config) served(record map[string]any, i int) map[string]any {
	record = maps.Clone(record)
	if value, ok := record["fontSubfamily"]; ok && c.subfamily != "" {
		record["fontSubfamily"] = shapeSubfamily(value, c.subfamily, i)
	}
	if c.separator != "" {
		for _, name := range []string{"tags", "languages"} {
			if value, ok := record[name].(string); ok {
				record[name] = strings.Join(split(value), c.separator)
			}
		}
	}
	if c.dateLayout != "" {
		for _, name := range []string{"created_at", "updated_at"} {
			if when, err := time.Parse(time.RFC3339, text(record, name)); err == nil {
				record[name] = when.Format(c.dateLayout)
			}
		}
	}
	if c.unknownFields {
		added := map[string]any{
			"downloads":  1000 + i,
			"preview":    map[string]any{"text": "The quick brown fox", "size": 24.5},
			"axes":       []any{map[string]any{"tag": "wght", "min": 100, "max": 900}},
			"deprecated": nil,
		}
		maps.Copy(added, record)
		record = added
	}
	return record
}

func shapeSubfamily(value any, mode Subfamily, i int) any {
	var names []any
	switch value := value.(type) {
	case []any:
		names = value
	case string:
		names = []any{value}
	}
	if mode == SubfamilyMixed {
		switch i % 3 {
		case 1:
			mode = SubfamilyAsString
		case 2:
			return nil
		}
	}
	if mode == SubfamilyAsString {
		if len(names) == 0 {
			return ""
		}
		return names[0]
	}
	return append([]any{}, names...) // not nil, so that the JSON of an empty list is [] and not null
}

// text returns a string field of a record. It returns "" if the field is not a string.
func text(record map[string]any, name string) string {
	value, _ := record[name].(string)
	return value
}

// split returns the items of a list that is written as one string: the field tags or
// languages.
func split(list string) []string {
	var items []string
	for item := range strings.FieldsFuncSeq(list, func(r rune) bool { return strings.ContainsRune(",;|", r) }) {
		if item = strings.TrimSpace(item); item != "" {
			items = append(items, item)
		}
	}
	return items
}
