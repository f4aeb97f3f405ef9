package wire

import (
	"slices"
	"strings"
	"testing"

	"github.com/go-json-experiment/json"
)

type item struct {
	ID int `json:"id"`
}

func TestUnmarshalToleratesWhatServersSend(t *testing.T) {
	t.Parallel()
	var v item
	if err := Unmarshal([]byte("{\"id\":1,\"id\":2,\"x\":\"\xff\"}"), &v); err != nil || v.ID != 2 {
		t.Errorf("%+v, %v", v, err)
	}
	if err := Unmarshal([]byte(`{"id":1} x`), &v); err == nil {
		t.Error("something behind the value is no error")
	}
}

func TestMarshalSortsTheMembersOfMaps(t *testing.T) {
	t.Parallel()
	got, err := Marshal(map[string]any{"b": 1, "a": map[string]int{"d": 1, "c": 2}, "x": "\xff"})
	if want := `{"a":{"c":2,"d":1},"b":1,"x":"` + "\ufffd" + `"}`; err != nil || string(got) != want {
		t.Errorf("Marshal = %s, %v", got, err)
	}
	if _, err := Marshal(func() {}); err == nil {
		t.Error("a function was encoded")
	}
}

func TestUnmarshalObjectLeavesTheValueAloneWhenThereIsNone(t *testing.T) {
	t.Parallel()
	for _, data := range []string{`[]`, `["x"]`, `null`, `false`, `"x"`} {
		v := item{ID: 7}
		if err := UnmarshalObject(decoder(data), &v); err != nil || v.ID != 7 {
			t.Errorf("UnmarshalObject(%s) = %+v, %v", data, v, err)
		}
	}
	v := item{ID: 7}
	if err := UnmarshalObject(decoder(`{"id":8}`), &v); err != nil || v.ID != 8 {
		t.Errorf("%+v, %v", v, err)
	}
	for _, data := range []string{`5`, `true`, `[`, ``} {
		if err := UnmarshalObject(decoder(data), &v); err == nil {
			t.Errorf("UnmarshalObject(%s) is no error", data)
		}
	}
}

func TestListReadsEmptyArraysAsEmptyObjects(t *testing.T) {
	t.Parallel()
	got, err := List[item]([]byte(`[{"id":1}, [], {"id":3,"x":null}]`), 0)
	if err != nil || !slices.Equal(got, []item{{1}, {}, {3}}) {
		t.Errorf("List = %+v, %v", got, err)
	}
	if got, err := List[item]([]byte(` [ ] `), 0); err != nil || got == nil || len(got) != 0 {
		t.Errorf("an empty list is %#v, %v", got, err)
	}
	if _, err := List[item]([]byte(`[{"id":1,"z":2}]`), 0, json.RejectUnknownMembers(true)); err == nil {
		t.Error("the options do not reach the decoder")
	}
}

func TestListRefusesWhatIsNoListOfSuchItems(t *testing.T) {
	t.Parallel()
	for data, reason := range map[string]string{
		`{}`: "was due", ``: "EOF", `[{"id":1}`: "EOF", `[{"id":"x"}]`: "unmarshal", `[[1]]`: "unmarshal", `[{"id":1},`: "EOF", `["x"]`: "unmarshal", `[[`: "EOF",
	} {
		if got, err := List[item]([]byte(data), 0); err == nil || !strings.Contains(err.Error(), reason) {
			t.Errorf("List(%s) = %+v, %v", data, got, err)
		}
	}
}

func TestObjectReadsAnEmptyArrayAsAnEmptyObject(t *testing.T) {
	t.Parallel()
	for data, want := range map[string]int{`{"id":1}`: 1, `[]`: 7, `[ ]`: 7, `{}`: 7} {
		v := item{ID: 7}
		if err := Object([]byte(data), &v); err != nil || v.ID != want {
			t.Errorf("Object(%s) = %+v, %v", data, v, err)
		}
	}
	var list []int
	if err := Object([]byte(`[1,2]`), &list); err != nil || !slices.Equal(list, []int{1, 2}) {
		t.Errorf("a type that is a list is read as %v, %v", list, err)
	}
	if err := Object([]byte(`["x"]`), &item{}); err == nil {
		t.Error("a list with elements is an object")
	}
}
