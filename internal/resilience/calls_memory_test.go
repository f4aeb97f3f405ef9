package resilience

import (
	"errors"
	"fmt"
	"maps"
	"os"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/fonts"
	"github.com/fontcms/fontcms-go/internal/race"
)

// bomb is JSON that repeats something n times.
type bomb struct {
	name   string
	body   func(n int) []byte
	within int  // how many are read
	beyond int  // how many are too many
	read   bool // beyond is read as well: it takes no more than its size allows
}

// decoder is an exported function that reads what a server may write.
type decoder struct {
	decode func(t testing.TB, body []byte) (any, error)
	bombs  []bomb
}

// repeated is open, n times each with a comma between them, and end. %x in each is
// a number that differs, and %d that number and 1 in decimal digits.
func repeated(open, each, end string) func(n int) []byte {
	parts := strings.Split(each, "%")
	return func(n int) []byte {
		out := []byte(open)
		for i := range n {
			if i > 0 {
				out = append(out, ',')
			}
			out = append(out, parts[0]...)
			for _, part := range parts[1:] {
				switch part[0] {
				case 'x':
					out = strconv.AppendInt(out, int64(i), 16)
				case 'd':
					out = strconv.AppendInt(out, int64(i+1), 10)
				}
				out = append(out, part[1:]...)
			}
		}
		return append(out, end...)
	}
}

// nested is open n times, middle, and end n times.
func nested(open, middle, end string) func(n int) []byte {
	return func(n int) []byte {
		return []byte(strings.Repeat(open, n) + middle + strings.Repeat(end, n))
	}
}

// heap is the live heap, and what was allocated until now.
func heap() (live, allocated int64) {
	var stats runtime.MemStats
	runtime.GC()
	runtime.GC()
	runtime.ReadMemStats(&stats)
	return int64(stats.HeapAlloc), int64(stats.TotalAlloc)
}

// skipUnderRace skips a test that measures the heap.
func skipUnderRace(t *testing.T) {
	t.Helper()
	if race.Enabled {
		t.Skip("the race detector changes what memory is used")
	}
}

// TestMemoryOfEveryDecoder measures the live heap after a bomb for each second decoder,
// and after all bombs for all of them if FONTCMS_SOAK is set. The decoders take turns, so
// that each bomb meets one. It is not parallel: what other tests allocate would be counted.
func TestMemoryOfEveryDecoder(t *testing.T) { //nolint:paralleltest // it measures the heap
	skipUnderRace(t)
	all := decoders()
	t.Logf("%-40s %-34s %10s %12s %8s  %s", "decoder", "bomb", "bytes", "live heap", "a byte", "error")
	for i, name := range slices.Sorted(maps.Keys(all)) { //nolint:paralleltest // as above
		bombs := all[name].bombs
		if os.Getenv("FONTCMS_SOAK") == "" {
			if i%2 != 0 {
				continue
			}
			bombs = bombs[i/2%len(bombs):][:1]
		}
		for _, b := range bombs {
			t.Run(name+"/"+b.name, func(t *testing.T) {
				explode(t, name, all[name], b, b.within, true)
				explode(t, name, all[name], b, b.beyond, b.read)
			})
		}
	}
}

// explode decodes n times a bomb. wanted says that it has to be read.
func explode(t *testing.T, name string, d decoder, b bomb, n int, wanted bool) {
	t.Helper()
	if n == 0 {
		return
	}
	body := b.body(n)
	room := int64(perByte*len(body) + slack)
	before, allocatedBefore := heap()
	v, err := d.decode(t, body)
	after, allocated := heap()
	live := after - before
	runtime.KeepAlive(v)
	runtime.KeepAlive(body)
	reason := ""
	if err != nil {
		reason = "refused"
	}
	t.Logf("%-40s %-34s %10d %12d %8.1f  %s", name, fmt.Sprintf("%s x %d", b.name, n), len(body), live,
		float64(live)/float64(len(body)), reason)
	switch {
	case wanted && err != nil:
		t.Errorf("Read of %d elements: error %.300v, want none", n, err)
	case !wanted && err == nil:
		t.Errorf("Read of %d elements: no error, want a refusal", n)
	case !wanted && !isShape(err):
		t.Errorf("Read of %d elements: error %.300v, want one of their shape", n, err)
	}
	if live > room {
		t.Errorf("Read of %d bytes keeps %d of the heap, want at most %d", len(body), live, room)
	}
	// besides the client of the row, and what it sorts
	if used := allocated - allocatedBefore; used > int64(peak*len(body))+room+4*little {
		t.Errorf("Read of %d bytes allocates %d, want at most %d", len(body), used, int64(peak*len(body))+room+4*little)
	}
}

// isShape reports that an error of a client says what kind of error it is. The
// methods that decode alone return that of their decoder.
func isShape(err error) bool {
	if e, ok := errors.AsType[*cms.Error](err); ok {
		return errors.Is(e, cms.ErrDecode)
	}
	if e, ok := errors.AsType[*fonts.Error](err); ok {
		return errors.Is(e, fonts.ErrDecode)
	}
	return err != nil
}
