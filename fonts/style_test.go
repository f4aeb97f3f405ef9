package fonts_test

import (
	"strconv"
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
		"X Light": weight(200), "Ultra Thin": weight(200),
		"Light":      weight(300),
		"Semi Light": weight(350), "Demi Light": weight(350),
		"Normal": weight(400), "Regular": weight(400), "Roman": weight(400), "Plain": weight(400), "Book": weight(400),
		"":          weight(400),
		"Medium":    weight(500),
		"Semi Bold": weight(600), "Demi Bold": weight(600), "Demi": weight(600),
		"Bold":       weight(700),
		"Extra Bold": weight(800), "Ultra Bold": weight(800), "Super Bold": weight(800), "Ultra": weight(800),
		"X Bold": weight(800), "X Black": weight(950),
		"Black": weight(900), "Heavy": weight(900),
		"Extra Black": weight(950), "Ultra Black": weight(950), "Super Black": weight(950),
		"Italic": italic, "Kursiv": italic, "Ital": italic, "It": italic,
		"Oblique": oblique, "Obl": oblique, "Slanted": oblique,
		"Ultra Condensed": width(50), "Extra Condensed": width(62.5), "Condensed": width(75), "Semi Condensed": width(87.5),
		"Semi Expanded": width(112.5), "Expanded": width(125), "Extended": width(125), "Extra Expanded": width(150),
		"Ultra Expanded": width(200),
		"Cond":           width(75), "Cn": width(75), "Narrow": width(75), "Compressed": width(62.5),
		"Semi Cond": width(87.5), "Semi Cn": width(87.5), "Semi Narrow": width(87.5), "Semi Compressed": width(75),
		"Extra Cond": width(62.5), "Extra Cn": width(62.5), "X Narrow": width(62.5), "Extra Compressed": width(50),
		"Ultra Cond": width(50), "Ultra Cn": width(50), "Ultra Narrow": width(50), "Ultra Compressed": width(50),
		"Ext": width(125), "Wide": width(125), "Semi Ext": width(112.5), "Semi Wide": width(112.5),
		"Semi Extended": width(112.5), "Extra Ext": width(150), "X Wide": width(150), "Extra Extended": width(150),
		"Ultra Ext": width(200), "Ultra Wide": width(200), "Ultra Extended": width(200),
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
				t.Errorf("ParseStyle(%q): %+v and %t, want %+v and true", spelling, got, ok, want)
			}
		}
	}
}

func TestWordsForTheOpticalSizeAreSkipped(t *testing.T) {
	t.Parallel()
	for _, word := range []string{
		"Caption", "Micro", "Small", "Text", "Deck", "Subhead", "Headline", "Titling", "Display", "Poster", "Banner", "12pt",
		"12",
	} {
		for _, name := range []string{word + " Bold", "Bold " + word} {
			if got, ok := fonts.ParseStyle(name); !ok || got != weight(700) {
				t.Errorf("ParseStyle(%q): %+v and %t, want %+v and true", name, got, ok, weight(700))
			}
		}
		if got, ok := fonts.ParseStyle(word); ok || got != regular() {
			t.Errorf("ParseStyle(%q): %+v and %t, want %+v and false", word, got, ok, regular())
		}
	}
}

func TestParseStyleReadsSeveralTraits(t *testing.T) {
	t.Parallel()
	const i, o, n = fonts.SlantItalic, fonts.SlantOblique, fonts.SlantNormal
	for name, want := range map[string]fonts.Style{
		"Bold Italic":                 {700, i, 100},
		"X Bold":                      {800, n, 100},
		"UltraThin Italic":            {200, i, 100},
		"X-Light It":                  {200, i, 100},
		"BoldCnIt":                    {700, i, 75},
		"boldcnit":                    {700, i, 75},
		"Bold Ext":                    {700, n, 125},
		"WideCond":                    {400, n, 75},
		"SemiCn Slanted":              {400, o, 87.5},
		"Display Bold":                {700, n, 100},
		"Small Text Light Ital":       {300, i, 100},
		"12pt Bold":                   {700, n, 100},
		"Caption 8pt Regular":         {400, n, 100},
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
		"300 Regular":                 {400, n, 100},
		"Book 300":                    {400, n, 100},
		"700italic":                   {700, i, 100},
		"450 Condensed":               {450, n, 75},
		"1000":                        {1000, n, 100},
		"300 2":                       {300, n, 100},
		"Ultra Italic":                {800, i, 100},
		"Italic (Ultra)":              {800, i, 100},
		"ItalicULTRA":                 {800, i, 100},
		"Thin-Display":                {100, n, 100},
		"Narrow Light":                {300, n, 75},
		"Bold Black":                  {700, n, 100},
	} {
		if got, ok := fonts.ParseStyle(name); !ok || got != want {
			t.Errorf("ParseStyle(%q): %+v and %t, want %+v and true", name, got, ok, want)
		}
	}
}

// Google names the variants of a family so.
func TestParseStyleReadsVariantsOfGoogleFonts(t *testing.T) {
	t.Parallel()
	for n := 100; n <= 900; n += 100 {
		upright, slanted := weight(n), weight(n)
		slanted.Slant = fonts.SlantItalic
		name, italic := strconv.Itoa(n), strconv.Itoa(n)+"italic"
		if n == 400 {
			name, italic = "regular", "italic"
		}
		for name, want := range map[string]fonts.Style{name: upright, italic: slanted} {
			if got, ok := fonts.ParseStyle(name); !ok || got != want {
				t.Errorf("ParseStyle(%q): %+v and %t, want %+v and true", name, got, ok, want)
			}
		}
	}
}

func TestParseStyleReportsUnknownNames(t *testing.T) {
	t.Parallel()
	for _, name := range []string{
		"Stencil", "W3", "W300", "55", "99", "12pt", "0", "1001", "99999999999999999999", "Ultraviolet", "ultraitalic",
		"Embolden", "Boldness", "常规", "粗体", "-", "¼", "\xff",
		"Semi", "Extra", "\x00",
		"BoldNonextended", "Half-Italic", "Bold Stencil", "Rounded Bold", "Bold W3", "Display", "Text 12", "X", "Xylo",
		"Bold 12px",
	} {
		switch got, ok := fonts.ParseStyle(name); {
		case ok:
			t.Errorf("ParseStyle(%q): ok true, want false", name)
		case got != regular():
			t.Errorf("ParseStyle(%q): %+v, want %+v", name, got, regular())
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
		t.Errorf("ParseStyle knows %d of %d names of typefaces, want at least 95 %%", known, names)
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
