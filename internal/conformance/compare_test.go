package conformance

import (
	"encoding/json"
	"maps"
	"slices"
	"testing"
)

// checkUnchanged compares two opinions on a record, but for some members.
func checkUnchanged(t *testing.T, before, after record, but ...string) {
	t.Helper()
	for _, name := range slices.Sorted(maps.Keys(before)) {
		if slices.Contains(but, name) {
			continue
		}
		if was, is := asJSON(t, before[name]), asJSON(t, after[name]); was != is {
			t.Errorf("Record: %s was %s and is %s now, want it unchanged", name, was, is)
		}
	}
}

func asJSON(t testing.TB, v any) string {
	t.Helper()
	out, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return string(out)
}

// sameJSON compares two values as they are written.
func sameJSON(t *testing.T, what string, got, want any) {
	t.Helper()
	if got, want := plainJSON(t, got), plainJSON(t, want); got != want {
		t.Errorf("Value of %s is %s, want %s", what, got, want)
	}
}

// plainJSON is JSON as this module writes it, of a value or of JSON that somebody else wrote.
func plainJSON(t *testing.T, v any) string {
	t.Helper()
	var plain any
	if err := json.Unmarshal([]byte(asJSON(t, v)), &plain); err != nil {
		t.Fatal(err)
	}
	return asJSON(t, plain)
}

// compareRecords compares member by member, those that only one of the two has included.
func compareRecords(t *testing.T, got, want record) {
	t.Helper()
	compareMembers(t, "", got, want)
}

func compareMembers(t *testing.T, path string, got, want record) {
	t.Helper()
	names := maps.Clone(want)
	maps.Copy(names, got)
	for _, name := range slices.Sorted(maps.Keys(names)) {
		value, is := got[name]
		wanted, should := want[name]
		links, _ := value.(map[string]any)
		switch wantedLinks, _ := wanted.(record); {
		case !is:
			t.Errorf("%s%s is missing, want %s", path, name, asJSON(t, wanted))
		case !should:
			t.Errorf("Record: %s%s is %s, want it absent", path, name, asJSON(t, value))
		case links != nil && wantedLinks != nil:
			compareMembers(t, path+name+".", links, wantedLinks)
		case asJSON(t, value) != asJSON(t, wanted):
			t.Errorf("Record: %s%s is %s,\n\twant %s", path, name, asJSON(t, value), asJSON(t, wanted))
		}
	}
}

// compared are the members of an object that are compared.
func compared(object any, names ...string) record {
	all, _ := object.(map[string]any)
	out := maps.Clone(record(all))
	maps.DeleteFunc(out, func(name string, _ any) bool { return !slices.Contains(names, name) })
	return out
}
