package snapshot_test

import (
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/fontcms/fontcms-go/fonts"
	"github.com/fontcms/fontcms-go/fonts/fontstest"
	"github.com/fontcms/fontcms-go/fonts/snapshot"
)

func of(list ...fonts.Font) *snapshot.Snapshot { return snapshot.New(time.Unix(0, 0), list) }

func TestDiffTellsAddedRemovedAndChanged(t *testing.T) {
	t.Parallel()
	a, b, c, d := fonts.Font{ID: "a"}, fonts.Font{ID: "b", Version: "1"}, fonts.Font{ID: "c"}, fonts.Font{ID: "d"}
	newB := fonts.Font{ID: "b", Version: "2", UpdatedAt: "2026-03-01"}
	equal(t, "changes", snapshot.Diff(of(d, b, c), of(c, newB, a)), snapshot.Changes{
		Added:   []fonts.Font{a},
		Removed: []fonts.Font{d},
		Changed: []snapshot.Change{{ID: "b", Fields: []string{"version", "updated_at"}, Before: b, After: newB}},
	})
	equal(t, "of nothing", snapshot.Diff(of(), of(a, b)).Added, []fonts.Font{a, b})
	equal(t, "to nothing", snapshot.Diff(of(a, b), of()).Removed, []fonts.Font{a, b})
	equal(t, "of none", snapshot.Diff(nil, of(a, b)).Added, []fonts.Font{a, b})
	equal(t, "to none", snapshot.Diff(of(a, b), nil).Removed, []fonts.Font{a, b})
	equal(t, "one for another", snapshot.Diff(of(a), of(c)).Empty(), false)
	equal(t, "unsorted", snapshot.Diff(&snapshot.Snapshot{Fonts: []fonts.Font{c, a}}, of(a, c)).Empty(), true)
}

func TestDiffFindsNothingInASnapshotReadBack(t *testing.T) {
	t.Parallel()
	s := taken(t, fontstest.WithUnknownFields())
	again, err := snapshot.Read(strings.NewReader(written(t, s)))
	if err != nil {
		t.Fatal(err)
	}
	if changes := snapshot.Diff(s, again); !changes.Empty() {
		t.Errorf("Diff of a snapshot read back: %+v, want no change", changes)
	}
}

// TestDiffKnowsEveryField changes each field of a font by itself, also those that
// somebody will add.
func TestDiffKnowsEveryField(t *testing.T) {
	t.Parallel()
	for field := range reflect.TypeFor[fonts.Font]().Fields() {
		name, _, _ := strings.Cut(field.Tag.Get("json"), ",")
		before, after := fonts.Font{ID: "a"}, fonts.Font{ID: "a"}
		value := reflect.ValueOf(&after).Elem().FieldByIndex(field.Index)
		switch v := value.Addr().Interface().(type) {
		case *fonts.Extra:
			name = "x"
			*v = fonts.Extra{"x": []byte("1")}
		case *fonts.Subfamily:
			*v = fonts.Subfamily{"Bold"}
		case **string:
			*v = new("")
		default:
			value.SetString("other")
		}
		if name == "id" {
			continue // it is another font
		}
		changes := snapshot.Diff(of(before), of(after))
		if len(changes.Changed) != 1 || !reflect.DeepEqual(changes.Changed[0].Fields, []string{name}) {
			t.Errorf("Diff of another %s: %+v, want one font changed in it", name, changes)
		}
	}
}

func TestDiffComparesExtraMembersAsJSON(t *testing.T) {
	t.Parallel()
	extra := func(members ...string) fonts.Font {
		font := fonts.Font{ID: "a", Extra: fonts.Extra{}}
		for i := 0; i < len(members); i += 2 {
			font.Extra[members[i]] = []byte(members[i+1])
		}
		return font
	}
	for name, test := range map[string]struct {
		before, after fonts.Font
		fields        string
	}{
		"blanks and order do not matter": {extra("x", `{"a":1,"b":{"c":2,"d":3}}`),
			extra("x", `{ "b" : {"d":3, "c":2}, "a":1 }`), ""},
		"the order of a list does":      {extra("x", `[1,2]`), extra("x", `[2,1]`), "x"},
		"large numbers keep all digits": {extra("x", `9007199254740992`), extra("x", `9007199254740993`), "x"},
		"null is not absent":            {extra("x", `null`), extra(), "x"},
		"none is the same as empty":     {fonts.Font{ID: "a"}, extra(), ""},
		"names come sorted":             {extra("b", `1`, "c", `1`), extra("a", `1`, "c", `2`), "a b c"},
	} {
		var fields []string
		for _, change := range snapshot.Diff(of(test.before), of(test.after)).Changed {
			fields = append(fields, change.Fields...)
		}
		equal(t, name, strings.Join(fields, " "), test.fields)
	}
}

func TestDiffLeavesTheSnapshotsAsTheyAre(t *testing.T) {
	t.Parallel()
	const was, is = `{ "b" : 1, "a":2 }`, `{"a":2 ,"b":1}`
	before, after := of(fonts.Font{ID: "a", Extra: fonts.Extra{"x": []byte(was)}}),
		of(fonts.Font{ID: "a", Extra: fonts.Extra{"x": []byte(is)}})
	equal(t, "the same", snapshot.Diff(before, after).Empty(), true)
	equal(t, "before", string(before.Fonts[0].Extra["x"]), was)
	equal(t, "after", string(after.Fonts[0].Extra["x"]), is)
}

func TestDiffOfRecordsWithoutAnID(t *testing.T) {
	t.Parallel()
	before, after := of(fonts.Font{Name: "A"}, fonts.Font{Name: "B"}),
		of(fonts.Font{Name: "B", Tags: "x"}, fonts.Font{Name: "C"})
	changes := snapshot.Diff(before, after)
	equal(t, "added", changes.Added, []fonts.Font{{Name: "C"}})
	equal(t, "removed", changes.Removed, []fonts.Font{{Name: "A"}})
	equal(t, "changed", len(changes.Changed), 1)
}

func TestLicensesAreGroupedAndTheMissingOnesListed(t *testing.T) {
	t.Parallel()
	ofl, mit := new("https://openfontlicense.org"), new(" https://mit.test ")
	s := of(
		fonts.Font{ID: "1", License: mit}, fonts.Font{ID: "2", License: ofl}, fonts.Font{ID: "3"},
		fonts.Font{ID: "4", License: ofl},
		fonts.Font{ID: "5", License: new("  ")}, fonts.Font{ID: "6", License: new("https://openfontlicense.org/")},
	)
	report := s.Licenses()
	equal(t, "groups", report.Groups, []snapshot.LicenseGroup{
		{License: "https://openfontlicense.org", Fonts: []*fonts.Font{&s.Fonts[1], &s.Fonts[3]}},
		{License: "https://mit.test", Fonts: []*fonts.Font{&s.Fonts[0]}},
		{License: "https://openfontlicense.org/", Fonts: []*fonts.Font{&s.Fonts[5]}},
	})
	equal(t, "without", report.Without, []*fonts.Font{&s.Fonts[2], &s.Fonts[4]})
}

func TestEveryFontIsInTheLicenseReportOnce(t *testing.T) {
	t.Parallel()
	s := taken(t)
	report := s.Licenses()
	n := len(report.Without)
	for _, group := range report.Groups {
		n += len(group.Fonts)
	}
	equal(t, "fonts", n, len(s.Fonts))
}
