package wire

import (
	"fmt"
	"math"
	"slices"
)

// MaxMembers is how many entries an object may have that is read into a map
// of links, sizes, arguments and the like.
const MaxMembers = 1000

// MaxElements returns how many elements a list may have that was asked for
// with a page size: ten times the size, and at least 1,000. It is 100,000
// where no size was sent. The slack is for routes that do not page, for sticky
// posts before a page, and for plugins that ignore the size.
func MaxElements(size int) int {
	switch {
	case size <= 0:
		return 100_000
	case size > math.MaxInt/10:
		return math.MaxInt
	}
	return max(10*size, 1000)
}

// Limit counts what is read of a list or an object.
type Limit struct {
	Max  int
	What string // "elements in the list"

	n int
}

// Add counts one more, and refuses the first that is too many.
func (c *Limit) Add() error {
	if c.n++; c.n > c.Max {
		return fmt.Errorf("there are more than %d %s", c.Max, c.What)
	}
	return nil
}

// Compact returns list without the capacity that append reserved, where that is
// more than a quarter of the list.
func Compact[T any](list []T) []T {
	if roomy(len(list), cap(list)) {
		return append(make([]T, 0, len(list)), list...)
	}
	return slices.Clip(list)
}

func roomy(n, capacity int) bool { return capacity-n > max(n/4, 1) }
