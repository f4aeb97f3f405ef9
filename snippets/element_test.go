package snippets

import (
	"testing"

	"github.com/go-json-experiment/json"
)

// TestAnElementKnowsItsOwnMembersAlone decodes into one element again and again, as a
// client does with an answer that it has to read a second time.
func TestAnElementKnowsItsOwnMembersAlone(t *testing.T) {
	t.Parallel()
	const settable = `"name":"n","desc":"","code":"","tags":[],"scope":"global","priority":10,"network":false,"shared_network":null`
	var e element
	for _, test := range []struct {
		data                       string
		active, trashed, isPartial bool
	}{
		{`{"id":1,"active":true,"trashed":true,` + settable + `}`, true, true, false},
		{`{"id":1}`, false, false, true},
		{`{"id":1,"active":false,` + settable + `}`, true, false, false},
		{`{"id":1,"trashed":false,` + settable + `}`, false, true, true},
	} {
		if err := json.Unmarshal([]byte(test.data), &e); err != nil {
			t.Fatal(err)
		}
		if e.ID != 1 || e.Active && e.Trashed != e.hasTrashed || e.hasActive != test.active || e.hasTrashed != test.trashed || e.Reading.Partial != test.isPartial {
			t.Errorf("%s: %+v", test.data, e)
		}
	}
	for _, data := range []string{`{"id":{}}`, `{"id":1,"name":[]}`, `"x"`, `5`, `{"id":1`, ``} {
		if err := json.Unmarshal([]byte(data), &e); err == nil {
			t.Errorf("%s: %+v", data, e)
		}
	}
}
