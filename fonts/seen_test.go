package fonts

import (
	"slices"
	"strconv"
	"testing"
)

// numbered are the keys of fonts with the ids from first to last.
func numbered(first, last int) []string {
	var keys []string
	for id := first; id <= last; id++ {
		keys = append(keys, key(&Font{ID: strconv.Itoa(id)}))
	}
	return keys
}

func TestAWalkRemembersItsFirstPageAndTheLatest(t *testing.T) {
	t.Parallel()
	const pages, size = 500, 100
	var s seen
	for page := range pages {
		if fresh := s.add(numbered(page*size, page*size+size-1), page*size); slices.Contains(fresh, false) {
			t.Fatalf("page %d is taken for one that was seen", page)
		}
	}
	if len(s.keys) > maxSeen+size {
		t.Errorf("%d fonts are remembered", len(s.keys))
	}
	last := pages * size
	for name, again := range map[string][]string{
		"the first page": numbered(0, size-1), "the latest": numbered(last-size, last-1), "one before": numbered(last-maxSeen+size, last-maxSeen+2*size),
	} {
		if fresh := s.add(again, last); slices.Contains(fresh, true) {
			t.Errorf("%s was forgotten", name)
		}
	}
}

func TestPagesOfAnySizeAreRememberedWhenTheNextOneComes(t *testing.T) {
	t.Parallel()
	var s seen
	for page := range 5 {
		s.add(numbered(page*maxSeen*2, page*maxSeen*2+maxSeen*2-1), page*maxSeen*2)
	}
	if fresh := s.add(numbered(4*maxSeen*2, 5*maxSeen*2-1), 5*maxSeen*2); slices.Contains(fresh, true) {
		t.Error("the latest page was forgotten")
	}
}
