package wire

import (
	"fmt"
	"math"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/go-json-experiment/json/jsontext"
)

func TestMaxElements(t *testing.T) {
	t.Parallel()
	for size, want := range map[int]int{
		-1: 100_000, 0: 100_000, 1: 1000, 10: 1000, 100: 1000, 101: 1010, 5000: 50_000, math.MaxInt / 2: math.MaxInt, math.MaxInt: math.MaxInt,
	} {
		if got := MaxElements(size); got != want {
			t.Errorf("MaxElements(%d) = %d, expected %d", size, got, want)
		}
	}
}

func TestFitLeavesNoMoreRoomThanAQuarter(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		length, room int
		moved        bool
	}{{0, 1, false}, {0, 2, true}, {4, 1, false}, {4, 2, true}, {8, 2, false}, {8, 3, true}, {100, 25, false}, {100, 26, true}} {
		list := make([]int, test.length, test.length+test.room)
		for i := range list {
			list[i] = i
		}
		got := Fit(list)
		if !slices.Equal(got, list) || cap(got) != len(got) {
			t.Errorf("%d and room for %d: %v, room for %d", test.length, test.room, got, cap(got)-len(got))
		}
		if test.length > 0 && (&got[0] != &list[0]) != test.moved {
			t.Errorf("%d and room for %d: moved %t", test.length, test.room, !test.moved)
		}
	}
}

func TestListRefusesTooManyElements(t *testing.T) {
	t.Parallel()
	type record struct {
		ID int64 `json:"id"`
	}
	list := func(n int) []byte { return []byte("[" + strings.TrimSuffix(strings.Repeat(`{"id":1},`, n), ",") + "]") }
	for _, test := range []struct {
		n, size int
		read    bool
	}{
		{1000, 100, true}, {1001, 100, false}, {1000, 1, true}, {1001, 1, false}, {2000, 200, true}, {2001, 200, false}, {100_000, 0, true}, {100_001, 0, false},
	} {
		records, err := listOf[record](list(test.n), test.size)
		if test.read != (err == nil) || err == nil && len(records) != test.n {
			t.Errorf("%d of a page of %d: %d, %v", test.n, test.size, len(records), err)
		}
		if spare := cap(records) - len(records); spare > len(records)/4 {
			t.Errorf("%d elements have %d to spare", len(records), spare)
		}
	}
}

// wideRecord stands for a type of this module, since its package is one.
type wideRecord struct {
	ID    int64                     `json:"id"`
	Names [40]string                `json:"-"`
	Links map[string][]wideLink     `json:"_links"`
	Extra map[string]jsontext.Value `json:",embed"`
}

type wideLink struct {
	Href  string                    `json:"href"`
	Names [8]string                 `json:"-"`
	Extra map[string]jsontext.Value `json:",embed"`
}

// around is a generic type of this module around one of its records.
type around[T any] struct {
	Previous []T `json:"previous"`
}

func TestCheckRefusesWhatWouldTakeTooMuchMemory(t *testing.T) {
	t.Parallel()
	repeat := func(open, each, end string, n int) string {
		var b strings.Builder
		b.WriteString(open)
		for i := range n {
			if i > 0 {
				b.WriteByte(',')
			}
			b.WriteString(strings.ReplaceAll(each, "%", fmt.Sprint(i)))
		}
		return b.String() + end
	}
	text := `"` + strings.Repeat("{[,", 2<<20) + `"`
	known, callers := reflect.TypeFor[wideRecord](), reflect.TypeFor[map[string]any]()
	for name, test := range map[string]struct {
		data   string
		t      reflect.Type
		reason string // "" if it is taken
	}{
		"record":                       {`{"id":1,"_links":{"self":[{"href":"/a"}]},"x":1}`, known, ""},
		"text of 6 MB":                 {`{"id":1,"x":` + text + `}`, known, ""},
		"text of 6 MB, caller's":       {`{"id":1,"x":` + text + `}`, callers, ""},
		"few links":                    {repeat(`{"_links":{"a":[`, `{"href":"/a"}`, `]}}`, 3000), known, ""},
		"many links":                   {repeat(`{"_links":{"a":[`, `{}`, `]}}`, 30_000), known, "16 times"},
		"many relations":               {repeat(`{"_links":{`, `"%":[{"x":1}]`, `}}`, 30_000), known, "16 times"},
		"many members":                 {repeat(`{`, `"%":0`, `}`, 30_000), known, ""},
		"many records":                 {repeat(`[`, `{}`, `]`, 30_000), reflect.SliceOf(known), "16 times"},
		"records behind a pointer":     {repeat(`[`, `{}`, `]`, 30_000), reflect.TypeFor[[]*wideRecord](), "16 times"},
		"records of a generic type":    {repeat(`{"previous":[`, `{}`, `]}`, 30_000), reflect.TypeFor[around[wideRecord]](), "16 times"},
		"records of a caller":          {repeat(`[`, `{}`, `]`, 30_000), reflect.TypeFor[[]struct{ A [100]int64 }](), ""},
		"many records of a caller":     {repeat(`[`, `{"id":12345678901234567}`, `]`, 110_000), reflect.TypeFor[[]struct{ A [100]int64 }](), "16 times"},
		"values of a caller":           {repeat(`[`, `0`, `]`, 99_000), reflect.TypeFor[any](), ""},
		"many values of a caller":      {repeat(`[`, `0`, `]`, 200_000), reflect.TypeFor[any](), "elements and members"},
		"many members of a caller":     {repeat(`{`, `"%":0`, `}`, 400_000), callers, "elements and members"},
		"rows of a caller":             {repeat(`[`, `{"name":"A name","value":"A value","more":[1,2,3]}`, `]`, 5000), reflect.TypeFor[[]map[string]any](), ""},
		"broken JSON":                  {repeat(`[`, `{"a":`, ``, 30_000), known, ""},
		"a record where a list is due": {`{}`, reflect.SliceOf(known), ""},
	} {
		err := Check([]byte(test.data), test.t)
		if (err == nil) != (test.reason == "") || err != nil && !strings.Contains(err.Error(), test.reason) {
			t.Errorf("%s: %v, expected %q", name, err, test.reason)
		}
	}
}
