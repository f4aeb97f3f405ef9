package publish

import (
	"strings"
	"testing"
)

// The number after the id of a heading was once searched from 1 for each heading.
//
//nolint:paralleltest // allocations are counted
func TestManyHeadingsOfOneTextTakeLinearTime(t *testing.T) {
	count := func(headings int) float64 {
		text := []byte(strings.Repeat("# a\n", headings))
		return testing.AllocsPerRun(1, func() {
			if o, err := parse(text, false); err != nil || len(o.ids) != headings {
				t.Errorf("parse of %d headings: %d ids, error %v, want as many ids", headings, len(o.ids), err)
			}
		})
	}
	if few, many := count(500), count(2000); many > 6*few {
		t.Errorf("parse of 2000 headings of one text: %.0f allocations, want at most six times the %.0f of 500", many, few)
	}
}
