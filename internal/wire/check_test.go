package wire

import (
	"errors"
	"fmt"
	"reflect"
	"runtime"
	"strings"
	"testing"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/fontcms/fontcms-go/internal/race"
)

// repeat is open, n times each with a comma between them, and end. % in each is a
// number that differs.
func repeat(open, each, end string, n int) string {
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

// wideRecord stands for a record, and large for one that takes 8 KiB.
type (
	wideRecord struct {
		ID    int64                     `json:"id"`
		Names [40]string                `json:"-"`
		Links map[string][]wideLink     `json:"_links"`
		Extra map[string]jsontext.Value `json:",embed"`
	}
	wideLink struct {
		Href  string                    `json:"href"`
		Names [8]string                 `json:"-"`
		Extra map[string]jsontext.Value `json:",embed"`
	}
	large struct {
		Room [1024]int64 `json:"room"`
	}
	around[T any] struct {
		Previous []T `json:"previous"`
	}
	point struct{ Lat, Lon float64 }
	track struct {
		Coordinates [][2]float64 `json:"coordinates"`
	}
	statistics struct {
		Views []int `json:"views"`
	}
	counters struct {
		Count *int64            `json:"count"`
		Names map[string]*large `json:"names"`
	}
)

func TestCheckRefusesJSONThatNeedsTooMuchMemory(t *testing.T) {
	t.Parallel()
	text := `"` + strings.Repeat(`{[,:\"`, 1<<20) + `"`
	record, anything := reflect.TypeFor[wideRecord](), reflect.TypeFor[any]()
	for name, test := range map[string]struct {
		data    string
		t       reflect.Type
		refused bool
	}{
		"a record":                   {`{"id":1,"_links":{"self":[{"href":"/a"}]},"x":1}`, record, false},
		"a text of 6 MB":             {`{"id":1,"x":` + text + `}`, record, false},
		"a text of 6 MB in anything": {`{"id":1,"x":` + text + `}`, anything, false},
		"a name of 6 MB":             {`{` + text + `:1}`, record, false},
		"few links":                  {repeat(`{"_links":{"a":[`, `{"href":"/a"}`, `]}}`, 3000), record, false},
		"many links":                 {repeat(`{"_links":{"a":[`, `{}`, `]}}`, 30_000), record, true},
		"many relations":             {repeat(`{"_links":{`, `"%":[{"x":1}]`, `}}`, 30_000), record, true},
		"many members":               {repeat(`{`, `"%":0`, `}`, 30_000), record, false},
		"many records":               {repeat(`[`, `{}`, `]`, 30_000), reflect.SliceOf(record), true},
		"records of nothing":         {repeat(`[`, `null`, `]`, 30_000), reflect.SliceOf(record), true},
		"records as texts":           {repeat(`[`, `""`, `]`, 30_000), reflect.SliceOf(record), true},
		"records behind pointers":    {repeat(`[`, `{}`, `]`, 30_000), reflect.TypeFor[[]*wideRecord](), true},
		"records in a record": {repeat(`{"previous":[`, `{}`, `]}`, 30_000), reflect.TypeFor[around[wideRecord]](),
			true},
		"nothing in a record": {repeat(`{"previous":[`, `null`, `]}`, 30_000), reflect.TypeFor[around[wideRecord]](),
			true},
		"wide records":                 {repeat(`[`, `{}`, `]`, 30_000), reflect.TypeFor[[]large](), true},
		"wide records behind pointers": {repeat(`[`, `{}`, `]`, 30_000), reflect.TypeFor[[]*large](), true},
		"wide records in a map":        {repeat(`{"names":{`, `"%":{}`, `}}`, 30_000), reflect.TypeFor[counters](), true},
		"wide arrays of zeros":         {repeat(`[`, `[0]`, `]`, 400_000), reflect.TypeFor[[][100]int](), true},
		"rows of anything": {repeat(`[`, `{"name":"A name","value":"A value","more":[1,2,3]}`, `]`, 5000),
			reflect.TypeFor[[]map[string]any](), false},
		"anything":                 {repeat(`[`, `0`, `]`, 99_000), anything, false},
		"very much of anything":    {repeat(`[`, `0`, `]`, 400_000), anything, true},
		"members of anything":      {repeat(`{`, `"%":0`, `}`, 400_000), anything, false},
		"raw JSON":                 {repeat(`[`, `{}`, `]`, 400_000), reflect.TypeFor[jsontext.Value](), false},
		"broken JSON":              {repeat(`[`, `{"a":`, ``, 30_000), record, false},
		"JSON without a beginning": {strings.Repeat(`]},`, 30_000), record, false},
		"lists without an end":     {strings.Repeat(`[`, 400_000), record, false},

		"numbers":  {repeat(`[`, `12345`, `]`, 1_000_000), reflect.TypeFor[[]int64](), false},
		"zeros":    {repeat(`{"views":[`, `0`, `]}`, 400_000), reflect.TypeFor[statistics](), false},
		"booleans": {repeat(`[`, `true`, `]`, 400_000), reflect.TypeFor[[]bool](), false},
		"nulls":    {repeat(`[`, `null`, `]`, 400_000), reflect.TypeFor[[]*int](), false},
		"points": {repeat(`{"coordinates":[`, `[12.34567,45.67891]`, `]}`, 400_000), reflect.TypeFor[track](),
			false},
		"points of zeros":     {repeat(`{"coordinates":[`, `[0,0]`, `]}`, 400_000), reflect.TypeFor[track](), true},
		"points with members": {repeat(`[`, `{"Lat":1,"Lon":2}`, `]`, 90_000), reflect.TypeFor[[]point](), false},
	} {
		err := Check([]byte(test.data), test.t, Slack)
		if test.refused != (err != nil) || err != nil && !errors.Is(err, ErrHeavy) {
			t.Errorf("%s: %v, expected refused: %t", name, err, test.refused)
		}
	}
}

// TestCheckAcceptsJSONThatNeedsExactlyItsRoom has values with a known need of bytes. Each
// byte of their text gives 15.
func TestCheckAcceptsJSONThatNeedsExactlyItsRoom(t *testing.T) {
	t.Parallel()
	for data, test := range map[string]struct {
		t    reflect.Type
		need int
	}{
		`[0,0,0]`:           {reflect.TypeFor[[]int64](), 126},
		`[0,0,","]`:         {reflect.TypeFor[[]int64](), 126},
		`{"a":1,"b":2}`:     {reflect.TypeFor[point](), 96}, // 48 for each member
		`{"a":":","b":"{"}`: {reflect.TypeFor[point](), 96},
	} {
		exact := test.need - 15*len(data)
		for slack, refused := range map[int]bool{exact - 1: true, exact: false} {
			if err := Check([]byte(data), test.t, slack); errors.Is(err, ErrHeavy) != refused {
				t.Errorf("Check(%s) with a slack of %d: error %v, want ErrHeavy: %t", data, slack, err, refused)
			}
		}
	}
}

func TestCostsOfATypeFollowFromItsSize(t *testing.T) {
	t.Parallel()
	for of, want := range map[reflect.Type]cost{ // objects, entries, members, records, elements
		reflect.TypeFor[int]():                  {},
		reflect.TypeFor[struct{ A []int64 }]():  {0, 0, 0, 0, 42},
		reflect.TypeFor[[]string]():             {0, 0, 0, 0, 52},
		reflect.TypeFor[*int64]():               {0, 17, 0, 0, 0},
		reflect.TypeFor[[7]int64]():             {0, 17, 0, 0, 0},
		reflect.TypeFor[map[string]int64]():     {384, 0, 86, 0, 0},
		reflect.TypeFor[map[string][3]int64]():  {384, 17, 123, 0, 0},
		reflect.TypeFor[map[string]point]():     {384, 73, 105, 0, 0},
		reflect.TypeFor[map[string][16]int64](): {384, 17, 123, 0, 0},
		reflect.TypeFor[map[string][129]byte](): {384, 199, 86, 0, 0},
		reflect.TypeFor[map[string][17]int64](): {384, 207, 86, 0, 0},
		reflect.TypeFor[any]():                  {384, 0, 123, 0, 52},
	} {
		var c cost
		if c.add(of, map[reflect.Type]bool{}); c != want {
			t.Errorf("cost of %v: %+v, want %+v", of, c, want)
		}
	}
}

func TestCountIgnoresBracketsInStrings(t *testing.T) {
	t.Parallel()
	for data, want := range map[string]cost{ // objects, entries, members, records, elements
		`0`: {}, `{}`: {1, 1, 0, 0, 0}, `[]`: {0, 1, 0, 1, 0}, `[1,2]`: {0, 0, 0, 2, 0},
		`{"a":1,"b":[{},null]}`: {2, 3, 2, 0, 2},
		`{"a{[,:\"{":"[\\"}`:    {1, 1, 1, 0, 0}, `"{`: {}, `]{"a":[1,{"b":true,"c":false},3]}`: {2, 3, 3, 0, 3},
		`[[0,0],{"a":[]}]`: {1, 2, 1, 2, 3}, `"\\`: {},
		strings.Repeat("[", maxNesting) + "0,0":   {0, 0, 0, 1, maxNesting}, // the decoder reads so deep
		strings.Repeat("[", maxNesting+1) + "0,0": {0, 0, 0, 1, maxNesting}, // and no deeper
	} {
		if n := count([]byte(data)); n != want {
			t.Errorf("count(%.40s) of %d bytes: %+v, want %+v", data, len(data), n, want)
		}
	}
}

func TestEachReaderRefusesJSONThatNeedsTooMuchMemory(t *testing.T) {
	t.Parallel()
	list := "[" + strings.Repeat("{},", 4000) + "{}]"
	var into []large
	if err := Unmarshal([]byte(list), &into); !errors.Is(err, ErrHeavy) || into != nil {
		t.Errorf("Unmarshal: %d elements, error %v, want none and %v", len(into), err, ErrHeavy)
	}
	if err := List([]byte(list), 0, reflect.ValueOf(&into).Elem()); !errors.Is(err, ErrHeavy) || into != nil {
		t.Errorf("List: %d elements, error %v, want none and %v", len(into), err, ErrHeavy)
	}
	if elements, err := Elements([]byte(list), 0, reflect.TypeFor[large](), false); !errors.Is(err, ErrHeavy) ||
		elements != nil {
		t.Errorf("Elements: %d elements, error %v, want none and %v", len(elements), err, ErrHeavy)
	}
	var object around[large]
	if err := Object([]byte(`{"previous":`+list+`}`), &object); !errors.Is(err, ErrHeavy) || object.Previous != nil {
		t.Errorf("Object: %d elements, error %v, want none and %v", len(object.Previous), err, ErrHeavy)
	}
	object.Previous = []large{{}}
	if err := Salvage([]byte(`{"previous":`+list+`}`), &object); !errors.Is(err, ErrHeavy) || object.Previous != nil {
		t.Errorf("Salvage: %d elements, error %v, want none and %v", len(object.Previous), err, ErrHeavy)
	}
	switch elements, err := Elements([]byte(list), 0, reflect.TypeFor[point](), false); {
	case err != nil:
		t.Errorf("Elements: %d, %v, want nil", len(elements), err)
	case len(elements) != 4001:
		t.Errorf("Elements: %d elements (error %v), want 4001", len(elements), err)
	case string(elements[4000]) != "{}":
		t.Errorf("Elements: last element %q, want %q", string(elements[4000]), "{}")
	}
}

// TestDecodingTakesNoMoreMemoryThanCheckAllows decodes the longest JSON of its kind that is not
// refused. It is not parallel: what other tests allocate would be measured.
func TestDecodingTakesNoMoreMemoryThanCheckAllows(t *testing.T) { //nolint:paralleltest // it measures the heap
	if race.Enabled {
		t.Skip("the race detector changes what memory is used")
	}
	live := func() int {
		var stats runtime.MemStats
		runtime.GC()
		runtime.GC()
		runtime.ReadMemStats(&stats)
		return int(stats.HeapAlloc)
	}
	for name, test := range map[string]struct {
		open, each, end string
		into            any
	}{
		"records":                {`[`, `{}`, `]`, new([]wideRecord)},
		"records of nothing":     {`[`, `null`, `]`, new([]wideRecord)},
		"records with a member":  {`[`, `{"a":0}`, `]`, new([]wideRecord)},
		"records with links":     {`[`, `{"_links":{"a":[null]}}`, `]`, new([]wideRecord)},
		"links":                  {`{"_links":{"a":[`, `{}`, `]}}`, new(wideRecord)},
		"links with a member":    {`{"_links":{"a":[`, `{"a":0}`, `]}}`, new(wideRecord)},
		"relations":              {`{"_links":{`, `"%":null`, `}}`, new(wideRecord)},
		"relations of one":       {`{"_links":{`, `"%":[{}]`, `}}`, new(wideRecord)},
		"members":                {`{`, `"%":0`, `}`, new(wideRecord)},
		"points":                 {`[`, `[0,0]`, `]`, new([][2]float64)},
		"zeros":                  {`[`, `0`, `]`, new([]int)},
		"zeros behind pointers":  {`[`, `1`, `]`, new([]*int8)},
		"points behind pointers": {`[`, `[0,0]`, `]`, new([]*[2]float64)},
		"anything":               {`[`, `0`, `]`, new(any)},
		"texts of anything":      {`[`, `"a"`, `]`, new(any)},
		"objects of anything":    {`[`, `{}`, `]`, new(any)},
		"members of anything":    {`{`, `"%":0`, `}`, new(any)},
		"objects with a member":  {`[`, `{"a":0}`, `]`, new([]map[string]any)},
		"lists of lists":         {`[`, `[0,0,0]`, `]`, new([][]int)},
		"large in a map":         {`{"names":{`, `"%":{}`, `}}`, new(counters)},
		"nothing in a map":       {`{"names":{`, `"%":null`, `}}`, new(counters)},
	} {
		into, n := reflect.TypeOf(test.into).Elem(), 1<<17
		for ; Check([]byte(repeat(test.open, test.each, test.end, n)), into, Slack) != nil; n = n * 3 / 4 {
		}
		data := []byte(repeat(test.open, test.each, test.end, n))
		before := live()
		if err := Unmarshal(data, test.into); err != nil {
			t.Fatalf("%s: Unmarshal(data, test.into): %v", name, err)
		}
		took, room := live()-before, 16*len(data)+Slack
		t.Logf("%-24s %8d of them, %8d bytes, %9d kept, %3d %% of what they may", name, n, len(data), took, took*100/room)
		if took > room {
			t.Errorf("%s: decoding %d bytes took %d bytes, want at most %d", name, len(data), took, room)
		}
		runtime.KeepAlive(test.into)
		runtime.KeepAlive(data)
	}
}
