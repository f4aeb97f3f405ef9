package cms_test

import (
	"runtime"
	"strings"
	"testing"

	"github.com/go-json-experiment/json"

	"github.com/fontcms/fontcms-go/cms"
)

// Reading what is nested level by level would take seconds for a few kilobytes.
func TestWhatIsNestedTooDeepIsNotReadLevelByLevel(t *testing.T) {
	t.Parallel()
	const deep = 3000
	nested := func(open, end string) string { return strings.Repeat(open, deep) + "1" + strings.Repeat(end, deep) }
	for _, body := range []string{nested(`{"items":`, "}"), nested(`{"properties":{"a":`, "}}")} {
		var a cms.Argument
		if err := json.Unmarshal([]byte(body), &a); err != nil {
			t.Error(err)
		}
		last, levels := &a, 0
		for ; len(last.Extra) == 0 && levels < deep; levels++ {
			if last.Items == nil {
				next := last.Properties["a"]
				last = &next
				continue
			}
			last = last.Items
		}
		if levels != 64 || last.Items != nil || last.Properties != nil || len(last.Extra) != 1 {
			t.Errorf("%d levels are read, then %+v", levels, last)
		}
		if written, err := json.Marshal(a); err != nil || string(written) != body {
			t.Errorf("%d bytes became %d, %v", len(body), len(written), err)
		}
	}
	var a cms.Argument
	const usual = `{"items":{"items":{"properties":{"a":{"items":{"type":["string"]}}}}}}`
	if err := json.Unmarshal([]byte(usual), &a); err != nil || a.Items.Items.Properties["a"].Items.Type[0] != "string" {
		t.Errorf("%+v, %v", a, err)
	}
	e := cms.Embedded{"author": []byte(nested("[", "]")), "up": []byte(`[[{"id":5}]]`)}
	if users, err := cms.EmbeddedAs[cms.User](e, "author"); err == nil {
		t.Errorf("%+v", users)
	}
	if users, err := cms.EmbeddedAs[cms.User](e, "up"); err != nil || len(users) != 1 {
		t.Errorf("%+v, %v", users, err)
	}
}

//nolint:paralleltest // it measures the memory of the whole process.
func TestSchemasWithinSchemasAreReadOnce(t *testing.T) {
	const levels, size = 60, 1 << 20
	body := []byte(strings.Repeat(`{"items":`, levels) + `{"description":"` + strings.Repeat("x", size) + `"}` + strings.Repeat("}", levels))
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	var a cms.Argument
	err := cms.Unmarshal(body, &a)
	runtime.ReadMemStats(&after)
	if used := after.TotalAlloc - before.TotalAlloc; err != nil || used > 6*size {
		t.Errorf("%d bytes took %d, %v", len(body), used, err)
	}
}
