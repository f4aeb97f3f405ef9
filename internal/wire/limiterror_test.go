package wire

import (
	"errors"
	"testing"
)

func TestLimitErrorIsPrintable(t *testing.T) {
	t.Parallel()
	count := Limit{Max: 1, What: "tags"}
	if err := count.Add(); err != nil {
		t.Errorf("Add of the first: error %v, want none", err)
	}
	want := "there are more than 1 tags"
	limit, ok := errors.AsType[*limitError](count.Add())
	if !ok || limit.Error() != want {
		t.Errorf("Add of the second: error %v, want %q", limit, want)
	}
}
