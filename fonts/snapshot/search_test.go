package snapshot_test

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"
	"unicode"

	"github.com/fontcms/fontcms-go/fonts"
	"github.com/fontcms/fontcms-go/fonts/snapshot"
)

// found are the ids of the fonts that a query wants.
func found(s *snapshot.Snapshot, q snapshot.Query) string {
	var ids []string
	for font := range s.Search(q) {
		ids = append(ids, font.ID)
	}
	return strings.Join(ids, " ")
}

// samples is a small catalogue in which each condition has something to find and to miss.
func samples() *snapshot.Snapshot {
	return snapshot.New(time.Unix(0, 0), []fonts.Font{
		{ID: "a", Name: "Inter", FontFamily: "Inter Variable", Designer: "Rasmus Ångström", Description: "For screens",
			Tags: "latin,Cyrillic", Languages: "en, pt-BR;de", Category: "sans-serif"},
		{ID: "b", Name: "Lora", FontFamily: "Lora", Designer: "Olga", Description: "Calligraphic roots",
			Tags: "latin|swash italic", Languages: "ptx、ru", Category: "Serif"},
		{ID: "c", Name: "Kelvin \u212A", FontFamily: "思源黑体", Designer: "", Description: "", Tags: "cjk；latin-extended",
			Languages: "zh_Hant，pt", Category: "SANS SERIF"},
		{ID: "d"},
	})
}

func TestSearchRequiresEveryCondition(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		q    snapshot.Query
		want string
	}{
		{snapshot.Query{}, "a b c d"},
		{snapshot.Query{Tags: []string{""}, Languages: []string{" "}, Category: " ", Keyword: "  "}, "a b c d"},

		{snapshot.Query{Category: "sans-serif"}, "a c"},
		{snapshot.Query{Category: " Sans_Serif "}, "a c"},
		{snapshot.Query{Category: "sansserif"}, "a c"},
		{snapshot.Query{Category: "serif"}, "b"},
		{snapshot.Query{Category: "sans"}, ""},
		{snapshot.Query{Category: "serix"}, ""},
		{snapshot.Query{Category: "xerif"}, ""},
		{snapshot.Query{Category: "sans serif mono"}, ""},

		{snapshot.Query{Tags: []string{"LATIN"}}, "a b"},
		{snapshot.Query{Tags: []string{"cyrillic", " latin "}}, "a"},
		{snapshot.Query{Tags: []string{"latin", "cjk"}}, ""},
		{snapshot.Query{Tags: []string{"swash italic"}}, "b"},
		{snapshot.Query{Tags: []string{"swash"}}, ""},
		{snapshot.Query{Tags: []string{"latin,Cyrillic"}}, ""},

		{snapshot.Query{Languages: []string{"pt"}}, "a c"},
		{snapshot.Query{Languages: []string{"PT-br"}}, "a"},
		{snapshot.Query{Languages: []string{"p"}}, ""},
		{snapshot.Query{Languages: []string{"zh"}}, "c"},
		{snapshot.Query{Languages: []string{"zh-Hant"}}, "c"},
		{snapshot.Query{Languages: []string{"zh_HANT"}}, "c"},
		{snapshot.Query{Languages: []string{"pt_BR"}}, "a"},
		{snapshot.Query{Languages: []string{"pt BR"}}, ""},
		{snapshot.Query{Languages: []string{"pt_B"}}, ""},
		{snapshot.Query{Languages: []string{"en", "de"}}, "a"},
		{snapshot.Query{Languages: []string{"en", "ru"}}, ""},

		{snapshot.Query{Keyword: "inter"}, "a"},
		{snapshot.Query{Keyword: "VARIABLE"}, "a"},
		{snapshot.Query{Keyword: "olga"}, "b"},
		{snapshot.Query{Keyword: "roots lora"}, "b"},
		{snapshot.Query{Keyword: "lora screens"}, ""},
		{snapshot.Query{Keyword: "ÅNGSTRÖM"}, "a"},
		{snapshot.Query{Keyword: "\u212Bngstr"}, "a"}, // the sign for the unit Ångström
		{snapshot.Query{Keyword: "k"}, "c"},
		{snapshot.Query{Keyword: "黑"}, "c"},
		{snapshot.Query{Keyword: "latin"}, ""},
		{snapshot.Query{Keyword: "\xff"}, ""},

		{snapshot.Query{Keyword: "inter", Category: "sans-serif", Tags: []string{"latin"}, Languages: []string{"en"}}, "a"},
		{snapshot.Query{Keyword: "inter", Category: "serif"}, ""},
		{snapshot.Query{Tags: []string{"latin"}, Languages: []string{"pt"}}, "a"},
	} {
		equal(t, fmt.Sprintf("%+q", test.q), found(samples(), test.q), test.want)
		for i := range samples().Fonts {
			font := &samples().Fonts[i]
			equal(t, fmt.Sprintf("%+q of %s", test.q, font.ID), test.q.Matches(font),
				slices.Contains(strings.Fields(test.want), font.ID))
		}
	}
}

func TestLanguagesWithEmptyPartsAreThemselves(t *testing.T) {
	t.Parallel()
	font := &fonts.Font{Languages: "zh--Hant, -x"}
	for language, want := range map[string]bool{"zh--Hant": true, "-x": true, "zh": true, "zh-Hant": false,
		"x": false, "zh-": true} {
		equal(t, language, snapshot.Query{Languages: []string{language}}.Matches(font), want)
	}
}

func TestInvalidUTF8MatchesAnyInvalidUTF8(t *testing.T) {
	t.Parallel()
	for _, keyword := range []string{"\x80", "\x81", "\xbf", "\xff", "\uFFFD", "a\x80", "\x80b"} {
		for _, name := range []string{"a\x80b", "A\xffB", "a\uFFFDb"} {
			font := fonts.Font{Name: name}
			if !(snapshot.Query{Keyword: keyword}).Matches(&font) ||
				!(snapshot.Query{Tags: []string{"\x80"}}).Matches(&fonts.Font{Tags: "\xff"}) {
				t.Errorf("Matches of %q in %q: false, want true", keyword, name)
			}
		}
	}
	for _, keyword := range []string{"\u0080", "a\u0080", "ab"} {
		if (snapshot.Query{Keyword: keyword}).Matches(&fonts.Font{Name: "a\x80b"}) {
			t.Errorf("Matches of %q in invalid UTF-8: true, want false", keyword)
		}
	}
}

func TestSearchIgnoresCase(t *testing.T) {
	t.Parallel()
	for letter := range unicode.MaxRune {
		for other := unicode.SimpleFold(letter); other != letter; other = unicode.SimpleFold(other) {
			font := fonts.Font{Name: "x" + string(letter), Category: string(letter), Tags: string(letter)}
			for _, q := range []snapshot.Query{{Keyword: string(other)}, {Category: string(other)},
				{Tags: []string{string(other)}}} {
				if !q.Matches(&font) {
					t.Fatalf("Matches of %+q in %+q: false, want true", q, letter)
				}
			}
		}
	}
	for one, two := range map[string]string{"@": "`", "[": "{", "A": "B", "a": "B", "\u4e00": "\u4e20"} {
		if (snapshot.Query{Keyword: one}).Matches(&fonts.Font{Name: two}) {
			t.Errorf("Matches of %q in %q: true, want false", one, two)
		}
	}
}

func TestSearchStopsWhenTheLoopDoes(t *testing.T) {
	t.Parallel()
	n := 0
	for range samples().Search(snapshot.Query{}) {
		n++
		break
	}
	equal(t, "fonts", n, 1)
}

func TestSearchDoesNotAllocateForEachFont(t *testing.T) { //nolint:paralleltest // AllocsPerRun counts all
	s := many(2000)
	q := snapshot.Query{Keyword: "nobody", Category: "sans serif", Tags: []string{"latin"}, Languages: []string{"vi"}}
	allocations := testing.AllocsPerRun(10, func() { found(s, q) })
	if allocations > 20 {
		t.Errorf("Search of %d fonts: %v allocations, want 20 at most", len(s.Fonts), allocations)
	}
}

// many is a catalogue of n fonts, half of which fulfil all conditions of a query but its keyword.
func many(n int) *snapshot.Snapshot {
	languages := "aa,an,ay,bi,br,ch,co,da,de,en,es,et,eu,fi,fil,fj,fo,fr,fur,fy,gd,gl,gv,ho,ht,ia,id,ie,io,is,it,jv,kj," +
		"kwm,lb,li,mg,ms,nb,nds,ng,nl,vi"
	description := strings.Repeat("A typeface for text and display with open counters, drawn for screens. ", 3)
	all := make([]fonts.Font, n)
	for i := range all {
		category := []string{"sans-serif", "serif"}[i%2]
		all[i] = fonts.Font{
			ID: strconv.Itoa(i), Name: "Family " + strconv.Itoa(i), FontFamily: "Family " + strconv.Itoa(i),
			Designer: "Some One", Description: description,
			Category: category, Tags: "bold,italic,latin", Languages: languages, FontSubfamily: []string{"Regular", "Bold"},
		}
	}
	return snapshot.New(time.Unix(0, 0), all)
}

func BenchmarkSearch(b *testing.B) {
	s := many(1_000_000)
	for name, q := range map[string]snapshot.Query{
		"category":       {Category: "handwriting"},
		"tag":            {Tags: []string{"swash"}},
		"language":       {Languages: []string{"zu"}},
		"keyword":        {Keyword: "brush"},
		"keyword in CJK": {Keyword: "黑体"},
		"all four": {Category: "sans-serif", Tags: []string{"latin"}, Languages: []string{"vi"},
			Keyword: "999999"},
		"the first twenty":     {Keyword: "display"},
		"nothing is asked for": {},
	} {
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				n := 0
				for range s.Search(q) {
					if n++; n == 20 && name == "the first twenty" {
						break
					}
				}
			}
		})
	}
}

func BenchmarkSnapshot(b *testing.B) {
	s := many(100_000)
	var text bytes.Buffer
	if _, err := s.WriteTo(&text); err != nil {
		b.Fatal(err)
	}
	other, err := snapshot.Read(bytes.NewReader(text.Bytes()))
	if err != nil {
		b.Fatal(err)
	}
	for name, work := range map[string]func() error{
		"write": func() error { _, err := s.WriteTo(io.Discard); return err },
		"read":  func() error { _, err := snapshot.Read(bytes.NewReader(text.Bytes())); return err },
		"diff": func() error {
			if !snapshot.Diff(s, other).Empty() {
				return errors.New("there are differences")
			}
			return nil
		},
		"licences": func() error { s.Licenses(); return nil },
	} {
		b.Run(name, func(b *testing.B) {
			b.SetBytes(int64(text.Len()))
			b.ReportAllocs()
			for b.Loop() {
				if err := work(); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
