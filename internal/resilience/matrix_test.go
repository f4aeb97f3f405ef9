package resilience

import (
	"flag"
	"fmt"
	"os"
	"slices"
	"strings"
	"sync"
	"testing"
)

// TestMatrix runs every operation under every fault, as often as there are
// ways in which the fault can come.
func TestMatrix(t *testing.T) {
	t.Parallel()
	rows, faults := operations(), faults()
	complete(t, rows, faults)
	var mu sync.Mutex
	ran := map[string]map[string]string{}
	t.Cleanup(func() { // when all columns are through
		if strings.Contains(flag.Lookup("test.run").Value.String(), "/") {
			return // some of them were asked for
		}
		for _, c := range faults {
			for _, o := range rows {
				if ran[c.name][o.name] == "" {
					t.Errorf("Cell of %s under %q did not run, want every cell", o.name, c.name)
				}
			}
		}
		if path := os.Getenv("FONTCMS_MATRIX"); path != "" {
			if err := os.WriteFile(path, []byte(table(rows, faults, ran)), 0o600); err != nil {
				t.Error(err)
			}
		}
	})
	for i := range faults {
		c := &faults[i]
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			texts := map[string]string{}
			for _, o := range rows {
				texts[o.name] = meet(t, o, c)
			}
			mu.Lock()
			defer mu.Unlock()
			ran[c.name] = texts
		})
	}
}

// meet runs the passes of a cell and says what came of them.
func meet(t *testing.T, o *operation, c *faultRow) string {
	t.Helper()
	var text []string
	for _, p := range []pass{persisting, passing, acting} {
		want, ok := expect(o, c, p)
		if !ok {
			continue
		}
		got := run(t, o, c, p)
		if err := compareCell(got, want, o, c, p); err != nil {
			t.Errorf("Call %s, %s: %v, want what the matrix states", o.name, p, err)
		}
		said := got.cell.String()
		switch p {
		case passing:
			said = "once: " + said
		case acting:
			said = "once, and acting: " + said
		}
		text = append(text, said)
	}
	return strings.Join(text, "; ")
}

// table is the matrix as it was run, in Markdown. Rows and columns change
// places, or it would be too wide to read.
func table(rows []*operation, faults []faultRow, ran map[string]map[string]string) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%d operations under %d faults, %d cells\n\n", len(rows), len(faults), len(rows)*len(faults))
	fmt.Fprintf(&b, "| fault | operations | what comes of it |\n|---|---|---|\n")
	for _, c := range faults {
		same := map[string][]string{}
		var order []string
		for _, o := range rows {
			text := ran[c.name][o.name]
			if !slices.Contains(order, text) {
				order = append(order, text)
			}
			same[text] = append(same[text], o.name)
		}
		for i, text := range order {
			name := c.name
			if i > 0 {
				name = ""
			}
			fmt.Fprintf(&b, "| %s | %s | %s |\n", name, strings.Join(same[text], ", "), text)
		}
	}
	return b.String()
}
