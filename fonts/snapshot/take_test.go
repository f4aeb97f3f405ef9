package snapshot

import (
	"math"
	"testing"
	"unsafe"

	"github.com/fontcms/fontcms-go/fonts"
)

func TestEqualTextsOfFontsAreKeptOnce(t *testing.T) {
	t.Parallel()
	var shared texts
	text := func(s string) string { return string([]byte(s)) }
	list := make([]fonts.Font, 2)
	for i := range list {
		license := text("https://example.org/ofl")
		list[i] = fonts.Font{
			ID: text([]string{"a", "b"}[i]), Name: text("Inter"), FontFamily: text("Inter"), Version: text("1.0"),
			Copyright: text("(c)"), Description: text("A typeface"), Designer: text("Someone"), License: &license,
			Tags: text("latin"), Languages: text("en,de"), Category: text("sans-serif"),
			CreatedAt: fonts.Date(text("2026-01-01")), UpdatedAt: fonts.Date(text("2026-01-01")), FontSubfamily: fonts.Subfamily{text("Bold")},
		}
		shared.share(&list[i])
	}
	a, b := list[0], list[1]
	for i, pair := range [][2]string{
		{a.FontFamily, b.FontFamily}, {a.Version, b.Version}, {a.Copyright, b.Copyright}, {a.Description, b.Description},
		{a.Designer, b.Designer}, {*a.License, *b.License}, {a.Tags, b.Tags}, {a.Languages, b.Languages},
		{a.Category, b.Category}, {string(a.CreatedAt), string(b.CreatedAt)}, {string(a.UpdatedAt), string(b.UpdatedAt)},
		{a.FontSubfamily[0], b.FontSubfamily[0]},
	} {
		if pair[0] == "" || unsafe.StringData(pair[0]) != unsafe.StringData(pair[1]) {
			t.Errorf("text %d is kept twice: %q", i, pair)
		}
	}
	if a.ID != "a" || b.ID != "b" || a.Name != "Inter" || b.Name != "Inter" || a.License == b.License {
		t.Errorf("%+v, %+v", a, b)
	}
	for i := range 3 * maxTexts {
		shared.one(string(rune(i)) + "x")
	}
	if len(shared.known) > maxTexts {
		t.Errorf("%d texts are remembered", len(shared.known))
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
			t.Errorf("%+v: room for %d", c, got)
		}
	}
	if list := make([]fonts.Font, 1, 10); cap(grow(list, 9, 1000)) != 10 {
		t.Error("a list with room grows")
	}
}
