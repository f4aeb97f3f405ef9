package fonts_test

import (
	"strconv"
	"strings"
	"testing"

	"github.com/fontcms/fontcms-go/fonts"
)

// TestMatchFollowsTheOrderOfCSS takes the best face away until none is left: the
// result is the whole order in which a browser looks.
func TestMatchFollowsTheOrderOfCSS(t *testing.T) {
	t.Parallel()
	const weights = "Thin,Light,Regular,450,Medium,Semi Bold,Bold,Black"
	const widths = "UltraCondensed,Condensed,SemiCondensed,Regular,SemiExpanded,Expanded,UltraExpanded"
	const slants = "Regular,Italic,Oblique"
	for name, test := range map[string]struct {
		faces string
		want  fonts.Style
		order string
	}{
		"weight 400: 400 to 500, then lighter, then heavier": {weights, weight(400),
			"Regular,450,Medium,Light,Thin,Semi Bold,Bold,Black"},
		"weight 450: itself, up to 500, lighter, heavier": {weights, weight(450),
			"450,Medium,Regular,Light,Thin,Semi Bold,Bold,Black"},
		"weight 500: itself, then 400 before all heavier": {weights, weight(500),
			"Medium,450,Regular,Light,Thin,Semi Bold,Bold,Black"},
		"weight 500 without 500 and 450: 400":                {"Bold,Regular,Light", weight(500), "Regular,Light,Bold"},
		"weight 400 without 400: 500 before 300":             {"Light,Medium", weight(400), "Medium,Light"},
		"weight 400 with 501 alone above: the lighter first": {"Light,501", weight(400), "Light,501"},
		"weight 399: lighter, then heavier": {weights, weight(399),
			"Light,Thin,Regular,450,Medium,Semi Bold,Bold,Black"},
		"weight 300":                        {weights, weight(300), "Light,Thin,Regular,450,Medium,Semi Bold,Bold,Black"},
		"weight 501: heavier, then lighter": {weights, weight(501), "Semi Bold,Bold,Black,Medium,450,Regular,Light,Thin"},
		"weight 700":                        {weights, weight(700), "Bold,Black,Semi Bold,Medium,450,Regular,Light,Thin"},
		"weight 1000: the heaviest first":   {weights, weight(1000), "Black,Bold,Semi Bold,Medium,450,Regular,Light,Thin"},
		"weight 1: the lightest first":      {weights, weight(1), weights},
		"no weight is regular":              {weights, fonts.Style{}, "Regular,450,Medium,Light,Thin,Semi Bold,Bold,Black"},

		"width 100: itself, narrower, wider": {widths, width(100),
			"Regular,SemiCondensed,Condensed,UltraCondensed,SemiExpanded,Expanded,UltraExpanded"},
		"width 75: itself, narrower, wider": {widths, width(75),
			"Condensed,UltraCondensed,SemiCondensed,Regular,SemiExpanded,Expanded,UltraExpanded"},
		"width 110: wider, then narrower": {widths, width(110),
			"SemiExpanded,Expanded,UltraExpanded,Regular,SemiCondensed,Condensed,UltraCondensed"},
		"width 125: itself, wider, narrower": {widths, width(125),
			"Expanded,UltraExpanded,SemiExpanded,Regular,SemiCondensed,Condensed,UltraCondensed"},
		"width 62.5: between two: narrower": {widths, width(62.5),
			"UltraCondensed,Condensed,SemiCondensed,Regular,SemiExpanded,Expanded,UltraExpanded"},
		"normal: oblique before italic": {slants, fonts.Style{}, "Regular,Oblique,Italic"},
		"italic: oblique before normal": {slants, fonts.Style{Slant: fonts.SlantItalic}, "Italic,Oblique,Regular"},
		"oblique: italic before normal": {slants, fonts.Style{Slant: fonts.SlantOblique}, "Oblique,Italic,Regular"},
		"width comes before slant and weight": {"Bold Italic Condensed,Thin,Bold Italic Expanded",
			fonts.Style{Weight: 700, Slant: fonts.SlantItalic}, "Thin,Bold Italic Condensed,Bold Italic Expanded"},
		"slant comes before weight": {"Regular,Bold Italic,Light Oblique",
			fonts.Style{Weight: 400, Slant: fonts.SlantItalic}, "Bold Italic,Light Oblique,Regular"},
		"of equal faces the first":      {"Book,Regular,Roman", weight(400), "Book,Regular,Roman"},
		"unknown names are passed over": {"Stencil,Black,W3", weight(100), "Black"},
		"nothing but unknown names":     {"Stencil,W3", weight(400), ""},
		"the empty name is regular":     {"Bold,", weight(400), ",Bold"},
	} {
		faces := fonts.Font{FontSubfamily: strings.Split(test.faces, ",")}.Faces()
		var order []string
		for i := fonts.Match(faces, test.want); i >= 0; i = fonts.Match(faces, test.want) {
			order = append(order, faces[i].Subfamily)
			faces = append(faces[:i:i], faces[i+1:]...)
		}
		equal(t, name, strings.Join(order, ","), test.order)
	}
}

func TestMatchOfAFontIsAFaceWithItsCSS(t *testing.T) {
	t.Parallel()
	font := fonts.Font{FontFamily: "Lora", Category: "serif", FontSubfamily: []string{"Regular", "Bold", "Bold Italic"}}
	face, ok := font.Match(fonts.Style{Weight: 600, Slant: fonts.SlantItalic})
	equal(t, "ok", ok, true)
	equal(t, "CSS", face.CSS(), `font-family: "Lora", serif; font-weight: 700; font-style: italic`)

	equal(t, "index among unknown names", fonts.Match([]fonts.Face{{Subfamily: "Stencil"}}, fonts.Style{}), -1)
	face, ok = fonts.Font{FontSubfamily: []string{"Stencil"}}.Match(fonts.Style{})
	equal(t, "without a known name", ok, false)
	equal(t, "face", face, fonts.Face{})
}

// TestMatchDoesNotDependOnTheOrderOfTheFaces also shows that the order is strict:
// no two different styles are equally near to a third.
func TestMatchDoesNotDependOnTheOrderOfTheFaces(t *testing.T) {
	t.Parallel()
	var faces []fonts.Face
	for _, w := range []int{1, 350, 400, 430, 500, 510, 950} {
		for _, slant := range []fonts.Slant{fonts.SlantNormal, fonts.SlantItalic, fonts.SlantOblique} {
			for _, width := range []float64{50, 87.5, 100, 125} {
				faces = append(faces, fonts.Face{Style: fonts.Style{Weight: w, Slant: slant, Width: width}, Known: true})
			}
		}
	}
	for _, want := range faces {
		for i := range faces {
			for j := range faces {
				if i == j {
					continue
				}
				pair := fonts.Match([]fonts.Face{faces[i], faces[j]}, want.Style)
				reversed := fonts.Match([]fonts.Face{faces[j], faces[i]}, want.Style)
				if pair == reversed {
					t.Fatalf("fonts.Match: %+v and %+v are equally near to %+v: pair %d, want a value other than %d", faces[i].Style,
						faces[j].Style, want.Style, pair, reversed)
				}
			}
		}
	}
}

func TestWeightsOutsideOfCSSAreItsLimits(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ outside, limit int }{{2000, 1000}, {-5, 1}} {
		for _, want := range []int{c.outside, c.limit} {
			faces := []fonts.Face{{Style: weight(c.outside), Known: true}, {Style: weight(c.limit), Known: true}}
			equal(t, strconv.Itoa(c.outside), fonts.Match(faces, weight(want)), 0) // they are equal: the first counts
		}
	}
}

func TestSlantIsAskedForInAnySpelling(t *testing.T) {
	t.Parallel()
	font := fonts.Font{FontSubfamily: []string{"Regular", "Oblique", "Italic"}}
	for slant, want := range map[fonts.Slant]string{
		"": "Regular", "normal": "Regular", " Normal ": "Regular", "italic": "Italic", "ITALIC": "Italic",
		"Oblique": "Oblique", "oblique 14deg": "Oblique",
	} {
		face, ok := font.Match(fonts.Style{Slant: slant})
		if !ok || face.Subfamily != want {
			t.Errorf("%q: Font.Match: ok is false, face.Subfamily %q, want true and %q", slant, face.Subfamily, want)
		}
	}
}
