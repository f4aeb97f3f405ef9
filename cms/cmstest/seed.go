package cmstest

import (
	"encoding/json"
	"fmt"
	"math"
	"reflect"
	"slices"
	"strconv"
)

// seedKind is a kind of record as [Server.Insert], [Server.Record], [Server.Load] and [Server.Document] know it.
type seedKind struct {
	name   string                                            // the kind of Insert and the member of a document
	next   func() *int64                                     // the counter that new ids come from; nil: ids are never given
	insert func(record map[string]any) (id int64, err error) // stores nothing if it fails
	record func(id int64) map[string]any                     // nil if there is none
	ids    func() []int64                                    // of all records, in the order of a document
	// export makes of a record what insert takes: it drops and adds members. nil leaves it as it is.
	export func(record map[string]any) map[string]any
}

// seedKinds is the table of the kinds, in the order in which a document is loaded and written: what others refer to
// comes first. A new kind is one entry here. Those made of an item get theirs by their entry in allResources, those made
// of a term by the one in allTaxonomies.
func (s *Server) seedKinds() []seedKind {
	kinds := []seedKind{s.user.userKind(), s.setting.settingsKind()}
	for _, tax := range s.kind.allTaxonomies() {
		kinds = append(kinds, s.term.termKind(tax))
	}
	for _, res := range s.kind.allResources() {
		kinds = append(kinds, s.content.itemKind(res))
	}
	kinds = append(kinds, s.media.attachmentKind(), s.history.historyKind("revisions", false), s.history.historyKind("autosaves", true))
	return append(append(kinds, s.comment.commentKind()), s.pluginKinds()...)
}

func (s *Server) seedKind(name string) *seedKind {
	if i := slices.IndexFunc(s.kinds, func(k seedKind) bool { return k.name == name }); i >= 0 {
		return &s.kinds[i]
	}
	return nil
}

// store inserts a record whose id, if it has one, is plausible.
func (k *seedKind) store(record map[string]any) (int64, error) {
	if given, ok := record["id"]; ok {
		if id, err := seedInt("id", given); err != nil || id < 1 || id > maxID {
			return 0, fmt.Errorf("id is %v, not from 1 to %d", given, int64(maxID))
		}
	}
	return k.insert(record)
}

// maxID leaves every counter room for more.
const maxID = 1 << 53

func (s termPlane) termKind(tax taxonomy) seedKind {
	return seedKind{
		name:   tax.seedName(),
		next:   func() *int64 { return &s.nextTerm },
		insert: func(record map[string]any) (int64, error) { return s.addTerm(tax.name, record) },
		record: func(id int64) map[string]any { return s.termRecord(tax, id) },
		ids: func() []int64 {
			return sortedIDs(s.terms, func(t *term) bool { return t.taxonomy == tax.name })
		},
	}
}

func (s contentPlane) itemKind(res *resource) seedKind {
	return seedKind{
		name:   res.base,
		next:   func() *int64 { return &s.nextItem },
		insert: func(record map[string]any) (int64, error) { return s.insert(res, record) },
		record: func(id int64) map[string]any { return s.itemRecord(res, id) },
		ids: func() []int64 {
			return sortedIDs(s.items, func(it *item) bool { return it.kind.base == res.base })
		},
		export: s.exportItem,
	}
}

// exportItem leaves out what is counted, and adds what the interface does not show.
func (s contentPlane) exportItem(record map[string]any) map[string]any {
	delete(record, "revisions")
	it := s.items[record["id"].(int64)]
	record["guid"] = it.guid
	if it.kind.menu {
		it.exportMenuItem(record)
	}
	if it.status == "trash" {
		record["status_before_trash"] = it.beforeTrash
	}
	return record
}

// sortedIDs are those of the records that are wanted, in order.
func sortedIDs[V any](records map[int64]V, wanted func(V) bool) []int64 {
	var out []int64
	for id, record := range records {
		if wanted(record) {
			out = append(out, id)
		}
	}
	slices.Sort(out)
	return out
}

func noField(name string) error { return fmt.Errorf("there is no field %q", name) }

func wrongType(name string, value any, want string) error {
	return fmt.Errorf("%s is %s, not %s", name, typeName(value), want)
}

// typeName names a type as JSON does, if it has it.
func typeName(value any) string {
	v := reflect.ValueOf(value)
	switch {
	case value == nil:
		return "null"
	case v.CanInt() || v.CanUint() || v.CanFloat() || v.Type() == reflect.TypeFor[json.Number]():
		return "a number"
	case v.Kind() == reflect.String:
		return "a string"
	case v.Kind() == reflect.Slice:
		return "a list"
	case v.Kind() == reflect.Map:
		return "a map"
	}
	return fmt.Sprintf("a %T", value)
}

func seedText(name string, value any) (string, error) {
	text, ok := value.(string)
	if !ok {
		return "", wrongType(name, value, "a string")
	}
	return text, nil
}

func seedBool(name string, value any) (bool, error) {
	flag, ok := value.(bool)
	if !ok {
		return false, wrongType(name, value, "a bool")
	}
	return flag, nil
}

// seedInt reads an integer of any number type, those of JSON included.
func seedInt(name string, value any) (int64, error) {
	switch v := value.(type) {
	case json.Number:
		if n, err := strconv.ParseInt(string(v), 10, 64); err == nil {
			return n, nil
		}
		return 0, fmt.Errorf("%s is %s, not an integer", name, v)
	case float64:
		if v != math.Trunc(v) || math.Abs(v) > 1<<53 {
			return 0, fmt.Errorf("%s is %v, not an integer", name, v)
		}
		return int64(v), nil
	}
	switch v := reflect.ValueOf(value); {
	case v.CanInt():
		return v.Int(), nil
	case v.CanUint() && v.Uint() <= math.MaxInt64:
		return int64(v.Uint()), nil
	}
	return 0, wrongType(name, value, "an integer")
}

// seedInts reads a slice of integers into one of its own, which is never nil.
func seedInts(name string, value any) ([]int64, error) {
	list := reflect.ValueOf(value)
	if list.Kind() != reflect.Slice {
		return nil, wrongType(name, value, "a list of integers")
	}
	out := make([]int64, list.Len())
	for i := range out {
		n, err := seedInt(fmt.Sprintf("%s[%d]", name, i), list.Index(i).Interface())
		if err != nil {
			return nil, err
		}
		out[i] = n
	}
	return out, nil
}
