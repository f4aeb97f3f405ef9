package upsert

import (
	"strconv"
	"sync"
	"testing"
)

func TestMemoryHoldsALimitedNumberOfDifferences(t *testing.T) {
	t.Parallel()
	var memory Memory
	for id := range int64(mostLeft + 10) {
		memory.add("cms/v2/tags", id, "name")
		if !memory.has("cms/v2/tags", id, "name") {
			t.Fatalf("has of the difference that was just added, %d: false, want true", id)
		}
	}
	if n := len(memory.left); n != mostLeft {
		t.Errorf("after %d calls of add the memory holds %d differences, want %d", mostLeft+10, n, mostLeft)
	}
}

func TestMemoryDistinguishesRoutesIDsAndDifferences(t *testing.T) {
	t.Parallel()
	var memory, absent *Memory = &Memory{}, nil
	memory.add("cms/v2/tags", 7, "name")
	absent.add("cms/v2/tags", 7, "name")
	for _, one := range []struct {
		memory *Memory
		route  string
		id     int64
		text   string
		want   bool
	}{
		{memory, "cms/v2/tags", 7, "name", true},
		{memory, "cms/v2/categories", 7, "name", false},
		{memory, "cms/v2/tags", 8, "name", false},
		{memory, "cms/v2/tags", 7, "slug", false},
		{absent, "cms/v2/tags", 7, "name", false},
	} {
		if got := one.memory.has(one.route, one.id, one.text); got != one.want {
			t.Errorf("has(%q, %d, %q): %t, want %t", one.route, one.id, one.text, got, one.want)
		}
	}
}

func TestMemoryIsSafeForConcurrentUse(t *testing.T) {
	t.Parallel()
	var memory Memory
	var group sync.WaitGroup
	for worker := range int64(4) {
		group.Go(func() {
			for n := range 100 {
				memory.add("cms/v2/tags", worker, strconv.Itoa(n))
				if !memory.has("cms/v2/tags", worker, strconv.Itoa(n)) {
					t.Errorf("has of difference %d of record %d: false, want true", n, worker)
				}
			}
		})
	}
	group.Wait()
}
