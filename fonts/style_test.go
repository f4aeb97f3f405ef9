package fonts_test

import (
	"strings"
	"testing"

	"github.com/fontcms/fontcms-go/fonts"
	"github.com/fontcms/fontcms-go/fonts/fontstest"
)

func regular() fonts.Style { return fonts.Style{Weight: 400, Slant: fonts.SlantNormal, Width: 100} }

func weight(n int) fonts.Style {
	s := regular()
	s.Weight = n
	return s
}

func width(percent float64) fonts.Style {
	s := regular()
	s.Width = percent
	return s
}

// styleNames is the whole table.
func styleNames() map[string]fonts.Style {
	italic, oblique := regular(), regular()
	italic.Slant, oblique.Slant = fonts.SlantItalic, fonts.SlantOblique
	return map[string]fonts.Style{
		"Thin": weight(100), "Hairline": weight(100),
		"Extra Light": weight(200), "Ultra Light": weight(200),
		"Light":      weight(300),
		"Semi Light": weight(350), "Demi Light": weight(350),
		"Normal": weight(400), "Regular": weight(400), "Roman": weight(400), "Plain": weight(400), "Book": weight(400),
		"":          weight(400),
		"Medium":    weight(500),
		"Semi Bold": weight(600), "Demi Bold": weight(600), "Demi": weight(600),
		"Bold":       weight(700),
		"Extra Bold": weight(800), "Ultra Bold": weight(800), "Super Bold": weight(800), "Ultra": weight(800),
		"Black": weight(900), "Heavy": weight(900),
		"Extra Black": weight(950), "Ultra Black": weight(950), "Super Black": weight(950),
		"Italic": italic, "Kursiv": italic, "Oblique": oblique,
		"Ultra Condensed": width(50), "Extra Condensed": width(62.5), "Condensed": width(75), "Semi Condensed": width(87.5),
		"Semi Expanded": width(112.5), "Expanded": width(125), "Extended": width(125), "Extra Expanded": width(150),
		"Ultra Expanded": width(200),
	}
}

func TestEveryNameOfTheTableInEverySpelling(t *testing.T) {
	t.Parallel()
	for name, want := range styleNames() {
		for _, spelling := range []string{
			name, strings.ToLower(name), strings.ToUpper(name), strings.ReplaceAll(name, " ", ""),
			strings.ReplaceAll(name, " ", "-"),
			strings.ReplaceAll(name, " ", "_"), strings.ToLower(strings.ReplaceAll(name, " ", "")),
			strings.ToUpper(strings.ReplaceAll(name, " ", "")),
			"  " + name + " ",
		} {
			if got, ok := fonts.ParseStyle(spelling); !ok || got != want {
				t.Errorf("%q: fonts.ParseStyle(spelling): ok is false, %+v, want true and %+v", spelling, got, want)
			}
		}
	}
}

func TestParseStyleReadsSeveralTraits(t *testing.T) {
	t.Parallel()
	const i, o, n = fonts.SlantItalic, fonts.SlantOblique, fonts.SlantNormal
	for name, want := range map[string]fonts.Style{
		"Bold Italic":                 {700, i, 100},
		"X Bold":                      {700, n, 100},
		"bolditalic":                  {700, i, 100},
		"BOLDItalic":                  {700, i, 100},
		"DemiBoldItalic":              {600, i, 100},
		"Semi-Bold_Oblique":           {600, o, 100},
		"Extra Light Condensed":       {200, n, 75},
		"ExtraCondensed Light Italic": {300, i, 62.5},
		"UltraCondensed UltraBlack":   {950, n, 50},
		"Regular Bold":                {700, n, 100},
		"Roman 55":                    {400, n, 100},
		"55 Roman":                    {400, n, 100},
		"08 Regular":                  {400, n, 100},
		"12 Bold":                     {700, n, 100},
		"12 Italic":                   {400, i, 100},
		"08 Italic":                   {400, i, 100},
		"300":                         {300, n, 100},
		"700italic":                   {700, i, 100},
		"450 Condensed":               {450, n, 75},
		"1000":                        {1000, n, 100},
		"300 2":                       {300, n, 100},
		"Ultra Italic":                {800, i, 100},
		"Italic (Ultra)":              {800, i, 100},
		"BoldNonextended":             {700, n, 100},
		"Thin-Display":                {100, n, 100},
		"Half-Italic":                 {400, i, 100},
		"Narrow Light":                {300, n, 100},
		"Bold Black":                  {700, n, 100},
	} {
		if got, ok := fonts.ParseStyle(name); !ok || got != want {
			t.Errorf("%q: fonts.ParseStyle(name): ok is false, %+v, want true and %+v", name, got, want)
		}
	}
}

func TestParseStyleReportsUnknownNames(t *testing.T) {
	t.Parallel()
	for _, name := range []string{
		"Stencil", "W3", "W300", "55", "99", "12pt", "0", "1001", "99999999999999999999", "Ultraviolet", "ultraitalic",
		"Embolden", "Boldness", "常规", "粗体", "-", "¼", "\xff",
		"Semi", "Extra", "\x00",
	} {
		switch got, ok := fonts.ParseStyle(name); {
		case ok:
			t.Errorf("%q: fonts.ParseStyle(name): ok is true, want false", name)
		case got != regular():
			t.Errorf("%q: fonts.ParseStyle(name): %+v, want %+v", name, got, regular())
		}
	}
}

func TestMostNamesOfRealTypefacesAreKnown(t *testing.T) {
	t.Parallel()
	names, known := 0, 0
	for _, record := range fontstest.Typefaces() {
		for _, name := range record["fontSubfamily"].([]any) {
			names++
			if _, ok := fonts.ParseStyle(name.(string)); ok {
				known++
			} else {
				t.Logf("unknown: %v", name)
			}
		}
	}
	if known*100 < names*95 {
		t.Errorf("known*100 %d, want at least %d", known*100, names*95)
	}
}

func TestCSSOmitsNormalValues(t *testing.T) {
	t.Parallel()
	for want, style := range map[string]fonts.Style{
		"font-weight: 400":                                           regular(),
		"font-weight: 700; font-style: italic":                       {Weight: 700, Slant: fonts.SlantItalic},
		"font-weight: 350; font-style: oblique; font-stretch: 62.5%": {Weight: 350, Slant: fonts.SlantOblique, Width: 62.5},
		"font-weight: 950; font-stretch: 200%":                       {Weight: 950, Width: 200},
	} {
		equal(t, "CSS", style.CSS(), want)
	}
}
