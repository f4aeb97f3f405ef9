package fonts_test

import (
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"

	"github.com/fontcms/fontcms-go/fonts"
)

// schedules is how many random catalogues a walk has to get right: FONTCMS_SCHEDULES, or a thousand.
func schedules() uint64 {
	if n, err := strconv.ParseUint(os.Getenv("FONTCMS_SCHEDULES"), 10, 64); err == nil {
		return n
	}
	return 1000
}

// What a catalogue states of a number of fonts, as the index of statements.
const (
	honest = iota
	totalAlone
	pagesAlone
	silent
	tooLow
	tooHigh
	pagesTooLow
	pagesTooHigh
	bothTooLow
	bothTooHigh
	ofThePage
)

// statements are the ways to state a total and a pageTotal, 0 for nothing.
var statements = []struct {
	name  string
	state func(total, pages, onPage int) (int, int)
}{
	honest:       {"the truth", func(total, pages, _ int) (int, int) { return total, pages }},
	totalAlone:   {"the total alone", func(total, _, _ int) (int, int) { return total, 0 }},
	pagesAlone:   {"the pages alone", func(_, pages, _ int) (int, int) { return 0, pages }},
	silent:       {"nothing", func(_, _, _ int) (int, int) { return 0, 0 }},
	tooLow:       {"a total too low", func(total, pages, _ int) (int, int) { return total / 2, pages }},
	tooHigh:      {"a total too high", func(total, pages, _ int) (int, int) { return total + 5, pages }},
	pagesTooLow:  {"too few pages", func(total, pages, _ int) (int, int) { return total, pages / 2 }},
	pagesTooHigh: {"too many pages", func(total, pages, _ int) (int, int) { return total, pages + 2 }},
	bothTooLow:   {"too little of both", func(total, pages, _ int) (int, int) { return total / 2, pages / 2 }},
	bothTooHigh:  {"too much of both", func(total, pages, _ int) (int, int) { return total + 5, pages + 2 }},
	ofThePage:    {"the number on the page", func(_, _, onPage int) (int, int) { return onPage, 0 }},
}

// What becomes of a page that does not exist, and of page 0 where pages count from 1.
var ends = []string{"empty", "empty, totals of 0", "last page again", "first page again", "refused",
	"refused in the envelope"}

// catalogue is one that changes between the requests of a walk.
type catalogue struct {
	*rand.Rand

	seed    uint64
	first   int  // number of the first page
	known   bool // the client is told
	asked   int  // size of a page
	given   int  // size of a page that the server gives
	states  int  // index of statements
	end     int  // index of ends
	adds    bool // fonts are added between requests
	removes bool // fonts are removed between requests
	nameful bool // fonts have names and no ids
	doubled bool // the list holds some fonts at two places
	thinned bool // pages lack the fonts that the caller may not see
	ahead   int
	stop    int // fonts after which the walk is stopped and resumed, 0 for never

	mu       sync.Mutex // pages are fetched ahead
	list     []int      // the fonts, by number
	next     int        // number of the next font
	gone     map[int]bool
	later    map[int]bool
	requests int
	removed  int         // fonts that were removed, or moved
	added    int         // fonts that were added, or moved
	resumed  int         // requests before the walk was resumed
	read     map[int]int // fonts that were removed before a page was read last
	still    int         // fonts that were removed after the page of the cursor was read, and before it was read again
	repeated bool
	hollow   bool // a page before the last had no font
	pages    map[int]string
}

func newCatalogue(seed uint64) *catalogue {
	c := &catalogue{Rand: rand.New(rand.NewPCG(seed, 7)), seed: seed, gone: map[int]bool{}, later: map[int]bool{},
		pages: map[int]string{}, read: map[int]int{}}
	c.first, c.known, c.asked = c.IntN(2), c.IntN(3) == 0, 1+c.IntN(7)
	switch c.given = c.asked; c.IntN(4) {
	case 0:
		c.given = 1 + c.IntN(c.asked) // a cap
	case 1:
		c.given = 1 + c.IntN(12) // whatever is asked for
	}
	if c.IntN(2) == 0 {
		c.states = c.IntN(len(statements))
	}
	c.end = c.IntN(len(ends))
	switch c.IntN(6) {
	case 0, 1:
		c.removes = true
	case 2:
		c.adds = true
	case 3:
		c.adds, c.removes = true, true
	}
	c.nameful, c.doubled, c.thinned = c.IntN(3) == 0, c.IntN(8) == 0, c.IntN(12) == 0
	if !c.adds && !c.removes {
		c.ahead = []int{0, 0, 1, 3}[c.IntN(4)]
	}
	for range c.IntN(5 * c.given) {
		c.list = append(c.list, c.next)
		if c.next++; c.doubled && c.IntN(5) == 0 {
			c.list = append(c.list, c.IntN(c.next))
		}
	}
	if len(c.list) > 0 && c.IntN(4) == 0 {
		c.stop = 1 + c.IntN(len(c.list))
	}
	return c
}

func (c *catalogue) changes() bool { return c.adds || c.removes }

// change adds, removes or moves some fonts.
func (c *catalogue) change() {
	for range 1 + c.IntN(2) {
		many := 1
		if c.IntN(3) == 0 {
			many = 1 + c.IntN(2*c.given)
		}
		at := c.IntN(len(c.list) + 1)
		if c.IntN(3) == 0 {
			at = 0
		}
		switch {
		case c.removes && (!c.adds || c.IntN(2) == 0):
			many = min(many, len(c.list)-at)
			for _, font := range c.list[at : at+many] {
				c.gone[font] = true
			}
			c.list, c.removed = slices.Delete(c.list, at, at+many), c.removed+many
		case c.removes && len(c.list) > 1 && c.IntN(4) == 0:
			from := c.IntN(len(c.list))
			font := c.list[from]
			c.list = slices.Delete(c.list, from, from+1)
			c.list = slices.Insert(c.list, c.IntN(len(c.list)+1), font)
			c.removed, c.added = c.removed+1, c.added+1
		case c.adds:
			for range many {
				c.list = slices.Insert(c.list, at, c.next)
				c.later[c.next] = true
				c.next++
			}
			c.added += many
		}
	}
}

// hidden reports that the caller may not see a font of a thinned list.
func (c *catalogue) hidden(font int) bool { return c.thinned && font%5 == 3 }

func (c *catalogue) answer(_ int, a asked) (int, string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.requests++; c.changes() && c.requests > 1 && c.IntN(3) == 0 {
		before := c.removed
		if c.change(); c.resumed > 0 && c.requests <= c.resumed+3 { // it may have to find the first page before
			c.still += c.removed - before
		}
	}
	c.read[a.PageData.Page] = c.removed
	seen := 0
	for _, font := range c.list {
		if !c.hidden(font) {
			seen++
		}
	}
	size := c.given
	if a.PageData.Size < c.asked {
		size = min(size, a.PageData.Size) // Count
	}
	pages := max((len(c.list)+size-1)/size, 1)
	index := a.PageData.Page - c.first
	if index < 0 || index >= pages {
		switch ends[c.end] {
		case "refused":
			return 404, `{"code":404,"message":"no such page","data":null}`
		case "refused in the envelope":
			return 200, `{"code":"400","message":"no such page","data":null}`
		case "empty, totals of 0":
			return 200, page(nil, `,"total":0,"pageTotal":0`)
		case "last page again":
			index = min(max(index, 0), pages-1)
		case "first page again":
			index = 0
		default:
			total, last := statements[c.states].state(seen, pages, 0)
			return 200, page(nil, totals(total, last))
		}
	}
	var records []string
	for _, font := range c.list[min(index*size, len(c.list)):min((index+1)*size, len(c.list))] {
		if c.hidden(font) {
			continue
		}
		if c.nameful {
			records = append(records, fmt.Sprintf(`{"name":"Font %d","version":"1"}`, font))
		} else {
			records = append(records, fmt.Sprintf(`{"id":"%d","name":"Font %d"}`, font, font))
		}
	}
	c.note(a.PageData.Page, records, index < pages-1)
	total, last := statements[c.states].state(seen, pages, len(records))
	return 200, `{"code":200,"data":{"dataList":[` + strings.Join(records, ",") + `]` + totals(total, last) + `}}`
}

// note remembers what ends a walk where no total says that there is more.
func (c *catalogue) note(number int, records []string, more bool) {
	text := strings.Join(records, ",")
	before, ok := c.pages[number-1]
	c.repeated = c.repeated || ok && before == text && text != ""
	c.hollow = c.hollow || more && text == ""
	c.pages[number] = text
}

// miss is a reason, and the catalogues that it is true of.
type miss struct {
	name string
	of   func(c *catalogue) bool
}

// misses are the reasons for which a walk may miss a font without an error.
// A font that was there throughout and is missed for no such reason fails the test.
var misses = []miss{
	// What moves onto a page that was read is not seen, and no total falls.
	{"no total is stated, and fonts were removed", func(c *catalogue) bool { return !c.counts() && c.removed > 0 }},
	// After its last page such a server might give this page again.
	{"no total is stated, and a page came again", func(c *catalogue) bool { return !c.counts() && c.repeated }},
	// So might a server that states no total after its last page.
	{"no total is stated, and a page had no font", func(c *catalogue) bool { return !c.counts() && c.hollow }},
	// The total does not fall, or by less than was removed.
	{"as many fonts were added as were removed", func(c *catalogue) bool { return c.removed > 0 && c.added > 0 }},
	// The list is as long as is stated when the walk meets a page that looks like the last one.
	{"the total is too low", func(c *catalogue) bool {
		return (c.states == tooLow || c.states == bothTooLow) &&
			(c.thinned || c.doubled || c.changes() || c.given < c.asked || c.first == 0 && !c.known)
	}},
	// What such a page lacks moves others, and the total does not tell.
	{"pages lack fonts that are not counted, and fonts were removed", func(c *catalogue) bool {
		return c.thinned && c.removed > 0
	}},
	// A server that takes page 0 for page 1 would answer so. The walk begins at page 1.
	{"no total is stated, and page 0 and page 1 begin with the same font", func(c *catalogue) bool {
		return !c.counts() && c.doubled && c.first == 0 && !c.known
	}},
	// A cursor does not know the total that was stated when it was kept.
	{"the list changed while a walk stood still", func(c *catalogue) bool { return c.still > 0 }},
}

// counts reports that the catalogue states how many fonts there are.
func (c *catalogue) counts() bool {
	switch c.states {
	case pagesAlone, silent, ofThePage:
		return false
	}
	return true
}

func (c *catalogue) String() string {
	return fmt.Sprintf(
		"seed %d: %d fonts from page %d, told %t, %d a page of %d, states %s, end %s, adds %t, removes %t, names %t, "+
			"doubled %t, thinned %t, %d ahead, stop %d, removed %d, added %d, repeated %t, hollow %t",
		c.seed, len(c.list), c.first, c.known, c.given, c.asked, statements[c.states].name, ends[c.end], c.adds, c.removes,
		c.nameful, c.doubled, c.thinned, c.ahead, c.stop, c.removed, c.added, c.repeated, c.hollow)
}

// walk walks the catalogue, in two parts if it is to be stopped, and returns what came.
func (c *catalogue) walk(t *testing.T) (came []string, err error) {
	t.Helper()
	var told []fonts.Option
	if c.known {
		told = append(told, fonts.WithFirstPage(c.first))
	}
	var cursor fonts.Cursor
	options := &fonts.ListOptions{Size: c.asked}
	for part := range 2 {
		if cursor.Done {
			break
		}
		client, _ := client(t, c.answer, told...)
		for font, err := range client.All(t.Context(), options, fonts.Resume(&cursor), fonts.Prefetch(c.ahead)) {
			if err != nil {
				return came, err
			}
			came = append(came, strings.TrimPrefix(font.Name, "Font "))
			if len(came) > 10_000 {
				t.Fatalf("%v: walk yields %d fonts without an end, want at most 10000", c, len(came))
			}
			if part == 0 && len(came) == c.stop {
				c.mu.Lock() // pages are in flight
				c.resumed, c.still = c.requests, c.removed-c.read[cursor.Page]
				c.mu.Unlock()
				break
			}
		}
	}
	client, server := client(t, c.answer)
	for font, err := range client.All(t.Context(), options, fonts.Resume(&cursor)) {
		if font != nil || !errors.Is(err, fonts.ErrCursorUnusable) {
			t.Errorf("%v: All after the end: font %v, error %v, want ErrCursorUnusable", c, font, err)
		}
	}
	switch {
	case !cursor.Done:
		t.Errorf("%v: cursor after the walk %+v, want Done", c, cursor)
	case server.n > 0:
		t.Errorf("client(c.answer): %v: the cursor is %+v: server.n %d, want at most 0", c, cursor, server.n)
	}
	return came, nil
}

func TestEveryFontComesOnceOrTheWalkIsIncomplete(t *testing.T) {
	t.Parallel()
	outcomes := map[string]int{}
	for seed := range schedules() {
		c := newCatalogue(seed)
		before := slices.Clone(c.list)
		came, err := c.walk(t)
		sorted := slices.Sorted(slices.Values(came))
		if twice := len(sorted) - len(slices.Compact(sorted)); twice > 0 && (c.stop == 0 || !c.changes() && !c.doubled) {
			t.Errorf("%v: %d fonts came twice, want none", c, twice)
		}
		missing := 0
		for _, font := range slices.Compact(slices.Sorted(slices.Values(before))) {
			if !c.gone[font] && !c.hidden(font) && !slices.Contains(came, strconv.Itoa(font)) {
				missing++
			}
		}
		outcome := "complete"
		if errors.Is(err, fonts.ErrTotalsVanished) || errors.Is(err, fonts.ErrIncomplete) {
			if outcome = "incomplete, and fonts were missed"; missing == 0 {
				outcome = "incomplete, and all came"
			}
			if right := c.states <= totalAlone && !c.changes() && !c.doubled && !c.thinned; right {
				t.Errorf("%v: walk failed over a list that states the truth, want every font", c)
			}
		} else if c.resumed > 0 && c.removed > 0 && strings.Contains(fmt.Sprint(err), "no such page") {
			outcome = "the page of the cursor is gone"
		} else if err != nil {
			t.Errorf("error %v, want nil", err)
		}
		if err == nil && missing > 0 {
			i := slices.IndexFunc(misses, func(m miss) bool { return m.of(c) })
			if i < 0 {
				t.Errorf("%v: %d fonts are missing: i %d, want at least 0", c, missing, i)
				continue
			}
			outcome = "fonts were missed: " + misses[i].name
		}
		outcomes[outcome]++
	}
	for _, outcome := range slices.Sorted(maps.Keys(outcomes)) {
		t.Logf("%6d %s", outcomes[outcome], outcome)
	}
}
