package conformance

import (
	"cmp"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"testing"
)

// record is a record of the documents or of a second opinion: a JSON object.
type record map[string]any

// id is a member that is an integer, 0 if there is none. JSON has float64, Go's side int64 and int.
func (r record) int(name string) int64 {
	switch n := r[name].(type) {
	case float64:
		return int64(n)
	case int64:
		return n
	case int:
		return int64(n)
	}
	return 0
}

func (r record) id() int64 { return r.int("id") }

func (r record) text(name string) string {
	s, _ := r[name].(string)
	return s
}

// ints is a member that is a list of integers.
func (r record) ints(name string) []int64 {
	switch list := r[name].(type) {
	case []int64:
		return list
	case []any:
		out := make([]int64, len(list))
		for i, e := range list {
			out[i] = record{"": e}.int("")
		}
		return out
	}
	return nil
}

// texts is a member that is a list of texts.
func (r record) texts(name string) []string {
	switch list := r[name].(type) {
	case []string:
		return list
	case []any:
		out := make([]string, len(list))
		for i, e := range list {
			out[i], _ = e.(string)
		}
		return out
	}
	return nil
}

// documents are what the sites are filled with.
type documents struct {
	files [][]byte
	kinds map[string][]record
}

// known are the documents for who makes scenarios, without a test to fail.
var known = sync.OnceValue(func() *documents {
	d, err := openDocuments()
	if err != nil {
		panic(err)
	}
	return d
})

func readDocuments(t testing.TB) *documents {
	t.Helper()
	d, err := openDocuments()
	if err != nil {
		t.Fatal(err)
	}
	return d
}

func openDocuments() (*documents, error) {
	names, err := filepath.Glob("testdata/site/*.json")
	if err != nil || len(names) == 0 {
		return nil, fmt.Errorf("no documents: %w", err)
	}
	d := &documents{kinds: map[string][]record{}}
	for _, name := range names {
		file, err := os.ReadFile(name)
		if err != nil {
			return nil, err
		}
		var members map[string]json.RawMessage
		if err := json.Unmarshal(file, &members); err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
		delete(members, "version")
		for kind, raw := range members {
			var list []record
			if err := json.Unmarshal(raw, &list); err != nil {
				return nil, fmt.Errorf("%s: %s: %w", name, kind, err)
			}
			d.kinds[kind] = append(d.kinds[kind], list...)
		}
		d.files = append(d.files, file)
	}
	return d, nil
}

// last is the highest id of all records.
func (d *documents) last() (id int64) {
	for _, list := range d.kinds {
		for _, r := range list {
			id = max(id, r.id())
		}
	}
	return id
}

// record returns the record of the documents with this id.
func (d *documents) record(t testing.TB, kind string, id int64) record {
	t.Helper()
	i := slices.IndexFunc(d.kinds[kind], func(r record) bool { return r.id() == id })
	if i < 0 {
		t.Fatalf("Record of %s %d is not in the documents, want it", kind, id)
	}
	return d.kinds[kind][i]
}

// matching are the records of a kind that match.
func (d *documents) matching(kind string, match func(record) bool) []record {
	var out []record
	for _, r := range d.kinds[kind] {
		if match(r) {
			out = append(out, r)
		}
	}
	return out
}

func number(text string) int64 {
	var n int64
	_, _ = fmt.Sscan(cmp.Or(text, "0"), &n)
	return n
}
