package fonts_test

import (
	"strconv"
	"testing"

	"github.com/fontcms/fontcms-go/fonts"
)

func TestNumbersOfAConventionAreReadWhereItIsKnown(t *testing.T) {
	t.Parallel()
	const i, o, n = fonts.SlantItalic, fonts.SlantOblique, fonts.SlantNormal
	for _, test := range []struct {
		convention fonts.Convention
		name       string
		want       fonts.Style
		ok         bool
	}{
		{fonts.ConventionW, "W3", fonts.Style{Weight: 300, Slant: n, Width: 100}, true},
		{fonts.ConventionW, "w6 Italic", fonts.Style{Weight: 600, Slant: i, Width: 100}, true},
		{fonts.ConventionW, "ProN-W9", fonts.Style{Weight: 900, Slant: n, Width: 100}, true},
		{fonts.ConventionW, "Condensed W1", fonts.Style{Weight: 100, Slant: n, Width: 75}, true},
		{fonts.ConventionW, "W3 Bold", fonts.Style{Weight: 700, Slant: n, Width: 100}, true},
		{fonts.ConventionW, "W3 W7", fonts.Style{Weight: 300, Slant: n, Width: 100}, true},
		{fonts.ConventionW, "Semi Bold", fonts.Style{Weight: 600, Slant: n, Width: 100}, true},
		{fonts.ConventionW, "", regular(), true},
		{fonts.ConventionW, "W0", regular(), false},
		{fonts.ConventionW, "W10", regular(), false},
		{fonts.ConventionW, "ProW3", regular(), false},
		{fonts.ConventionW, "V3", regular(), false},
		{fonts.ConventionW, "x3", regular(), false},
		{fonts.ConventionW, "55", fonts.Style{Weight: 55, Slant: n, Width: 100}, true},

		{fonts.ConventionLinotype, "55", regular(), true},
		{fonts.ConventionLinotype, "25", fonts.Style{Weight: 100, Slant: n, Width: 100}, true},
		{fonts.ConventionLinotype, "15", fonts.Style{Weight: 15, Slant: n, Width: 100}, true},
		{fonts.ConventionLinotype, "52", fonts.Style{Weight: 52, Slant: n, Width: 100}, true},
		{fonts.ConventionLinotype, "35", fonts.Style{Weight: 200, Slant: n, Width: 100}, true},
		{fonts.ConventionLinotype, "45 Light", fonts.Style{Weight: 300, Slant: n, Width: 100}, true},
		{fonts.ConventionLinotype, "53", fonts.Style{Weight: 400, Slant: n, Width: 125}, true},
		{fonts.ConventionLinotype, "54", fonts.Style{Weight: 400, Slant: o, Width: 125}, true},
		{fonts.ConventionLinotype, "56", fonts.Style{Weight: 400, Slant: o, Width: 100}, true},
		{fonts.ConventionLinotype, "56 Italic", fonts.Style{Weight: 400, Slant: i, Width: 100}, true},
		{fonts.ConventionLinotype, "67", fonts.Style{Weight: 500, Slant: n, Width: 75}, true},
		{fonts.ConventionLinotype, "Extra Condensed 67", fonts.Style{Weight: 500, Slant: n, Width: 62.5}, true},
		{fonts.ConventionLinotype, "78", fonts.Style{Weight: 700, Slant: o, Width: 75}, true},
		{fonts.ConventionLinotype, "39", fonts.Style{Weight: 200, Slant: n, Width: 50}, true},
		{fonts.ConventionLinotype, "65 Bold", fonts.Style{Weight: 700, Slant: n, Width: 100}, true},
		{fonts.ConventionLinotype, "95", fonts.Style{Weight: 900, Slant: n, Width: 100}, true},
		{fonts.ConventionLinotype, "85", fonts.Style{Weight: 800, Slant: n, Width: 100}, true},
		{fonts.ConventionLinotype, "300", fonts.Style{Weight: 300, Slant: n, Width: 100}, true},
		{fonts.ConventionLinotype, "W3", regular(), false},
		{fonts.ConventionLinotype, "Stencil", regular(), false},
		{0, "W3", regular(), false},
	} {
		if got, ok := test.convention.ParseStyle(test.name); got != test.want || ok != test.ok {
			t.Errorf("%d, %q: %+v, %v", test.convention, test.name, got, ok)
		}
	}
}

func TestEveryNumberOfTheConventionsHasAWeight(t *testing.T) {
	t.Parallel()
	for digit := 1; digit <= 9; digit++ {
		got, ok := fonts.ConventionW.ParseStyle("W" + strconv.Itoa(digit))
		equal(t, "W", []any{got, ok}, []any{weight(digit * 100), true})
		if digit < 2 {
			continue
		}
		heavier, _ := fonts.ConventionLinotype.ParseStyle(strconv.Itoa(digit) + "5")
		lighter, _ := fonts.ConventionLinotype.ParseStyle(strconv.Itoa(max(digit-1, 2)) + "5")
		if digit > 2 && heavier.Weight <= lighter.Weight {
			t.Errorf("%d5 is %d, which is not above %d", digit, heavier.Weight, lighter.Weight)
		}
	}
}
