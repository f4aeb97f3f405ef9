package snapshot

import (
	"encoding/json"
	"math"
	"reflect"
	"testing"
	"unsafe"

	"github.com/fontcms/fontcms-go/fonts"
)

func TestEqualTextsOfFontsAreKeptOnce(t *testing.T) {
	t.Parallel()
	var kept rows
	text := func(s string) string { return string([]byte(s)) }
	list := make([]fonts.Font, 2)
	for i := range list {
		license := text("https://example.org/ofl")
		list[i] = fonts.Font{
			ID: text([]string{"a", "b"}[i]), Name: text("Inter"), FontFamily: text("Inter"), Version: text("1.0"),
			Copyright: text("(c)"), Description: text("A typeface"), Designer: text("Someone"), License: &license,
			Tags: text("latin"), Languages: text("en,de"), Category: text("sans-serif"),
			CreatedAt: fonts.Date(text("2026-01-01")), UpdatedAt: fonts.Date(text("2026-01-01")),
			FontSubfamily: fonts.Subfamily{text("Bold")},
		}
	}
	kept.add(list[:1])
	kept.add(list[1:])
	list = kept.fonts()
	a, b := list[0], list[1]
	for i, pair := range [][2]string{
		{a.FontFamily, b.FontFamily}, {a.Version, b.Version}, {a.Copyright, b.Copyright}, {a.Description, b.Description},
		{a.Designer, b.Designer}, {*a.License, *b.License}, {a.Tags, b.Tags}, {a.Languages, b.Languages},
		{a.Category, b.Category}, {string(a.CreatedAt), string(b.CreatedAt)}, {string(a.UpdatedAt), string(b.UpdatedAt)},
		{a.FontSubfamily[0], b.FontSubfamily[0]},
	} {
		if pair[0] == "" || unsafe.StringData(pair[0]) != unsafe.StringData(pair[1]) {
			t.Errorf("Text %d, %q, is kept twice, want it once", i, pair)
		}
	}
	if a.ID != "a" || b.ID != "b" {
		t.Errorf("fonts: the ids %q and %q, want a and b", a.ID, b.ID)
	} else if a.Name != "Inter" || b.Name != "Inter" {
		t.Errorf("fonts: the names %q and %q, want Inter twice", a.Name, b.Name)
	} else if a.License == b.License {
		t.Errorf("fonts: two fonts share the pointer %p to a license, want two", a.License)
	}
	for i := range 3 * maxTexts {
		kept.texts.number(string(rune(i)) + "x")
	}
	if len(kept.texts.known) > maxTexts {
		t.Errorf("%d texts are known, want %d at most", len(kept.texts.known), maxTexts)
	}
}

func TestFontsOfAWalkAreKeptWhole(t *testing.T) {
	t.Parallel()
	list := []fonts.Font{
		{},
		{ID: "a", Name: "Inter", FontSubfamily: fonts.Subfamily{}, License: new("")},
		{ID: "b", FontSubfamily: fonts.Subfamily{"Bold", "Bold Italic"}, License: new("https://example.org/ofl")},
		{Name: "Lora", FontSubfamily: fonts.Subfamily{"Thin"}, Extra: fonts.Extra{"weight": json.RawMessage("7")}},
		{
			ID: "c", Name: "d", FontFamily: "e", Version: "f", Copyright: "g", Description: "h", Designer: "i", Tags: "j",
			Languages: "k", Category: "l", CreatedAt: "m", UpdatedAt: "n",
		},
	}
	var kept rows
	kept.add(list[:3])
	kept.add(list[3:])
	got := kept.fonts()
	if !reflect.DeepEqual(got, list) {
		t.Errorf("fonts of the snapshot %+v, want %+v", got, list)
	}
	got[2].FontSubfamily = append(got[2].FontSubfamily, "Black")
	if got[3].FontSubfamily[0] != "Thin" {
		t.Errorf("append to the sub-families of a font changed those of the next to %q, want Thin first",
			got[3].FontSubfamily)
	}
}

func TestRoomForFontsDoesNotFollowATotalThatIsFarTooHigh(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ have, n, total, want int }{
		{0, 100, 100, 100}, {0, 100, 1000, 1000}, {0, 100, math.MaxInt, 1600}, {0, 100, -1, 100}, {0, 100, 50, 100},
		{100, 100, 1000, 1000}, {100, 100, -1, 200}, {1000, 1, 0, 2000},
	} {
		list := make([]fonts.Font, c.have)
		if got := cap(grow(list[:len(list):len(list)], c.n, c.total)); got != c.want {
			t.Errorf("grow of %+v: room for %d fonts, want %d", c, got, c.want)
		}
	}
	if list := make([]fonts.Font, 1, 10); cap(grow(list, 9, 1000)) != 10 {
		t.Error("grow of a list with room for 10: other room, want 10")
	}
}
