package wire

import (
	"reflect"
	"runtime"
	"strings"
	"testing"

	"github.com/fontcms/fontcms-go/internal/race"
)

// TestPlainValuesTakeNoMoreThanTheyWeigh decodes what [Check] does not count. It is
// not parallel: what other tests allocate would be measured.
func TestPlainValuesTakeNoMoreThanTheyWeigh(t *testing.T) { //nolint:paralleltest // it measures the heap
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
		each string
		into any
	}{
		"points": {`[0,0]`, new([][2]float64)}, "zeros": {`0`, new([]int)}, "bytes of pointers": {`1`, new([]*int8)},
		"booleans":           {`true`, new([]bool)},
		"pointers to points": {`[0,0]`, new([]*[2]float64)},
	} {
		data := []byte("[" + strings.TrimSuffix(strings.Repeat(test.each+",", 100_000), ",") + "]")
		w := load{data: data, t: reflect.TypeOf(test.into).Elem()}.scale()
		w.dec = newDecoder(data, nil)
		w.into(reflect.TypeOf(test.into).Elem())
		before := live()
		if err := Unmarshal(data, test.into); err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		if took := live() - before; took > w.heap {
			t.Errorf("%s: they take %d bytes, and weigh %d", name, took, w.heap)
		}
		runtime.KeepAlive(test.into)
		runtime.KeepAlive(data)
	}
}
