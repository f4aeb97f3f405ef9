package fonts

import (
	"cmp"
	"fmt"
	"strconv"
	"strings"
	"unicode"
)

// Style is the style that the name of a sub-family describes, in CSS terms.
type Style struct {
	Weight int     // font-weight, 1 to 1000; 400 is regular
	Slant  Slant   // font-style
	Width  float64 // font-stretch in percent; 100 is normal
}

// Slant is a value of the CSS property font-style.
type Slant string

// The keywords of CSS for slant.
const (
	SlantNormal  Slant = "normal"
	SlantItalic  Slant = "italic"
	SlantOblique Slant = "oblique"
)

// keyword returns the slant in the spelling of the constants. CSS also allows capital letters,
// and an angle after oblique. keyword removes both. An empty slant is normal.
func (s Slant) keyword() Slant {
	word, _, _ := strings.Cut(strings.ToLower(strings.TrimSpace(string(s))), " ")
	return cmp.Or(Slant(word), SlantNormal)
}

// CSS returns the declarations of the style: font-weight, and font-style and
// font-stretch if they are not normal, "font-weight: 700; font-style: italic". A zero
// field is normal.
func (s Style) CSS() string {
	css := "font-weight: " + strconv.Itoa(cmp.Or(s.Weight, 400))
	if s.Slant.keyword() != SlantNormal {
		css += "; font-style: " + string(s.Slant)
	}
	if s.Width != 100 && s.Width != 0 {
		css += fmt.Sprintf("; font-stretch: %v%%", s.Width)
	}
	return css
}

// ParseStyle parses the name of a sub-family, such as "Semi Bold Italic". Case, blanks,
// hyphens and underscores are ignored: "semi-bold", "SemiBold" and "SEMIBOLD" are
// equal.
//
//	Thin, Hairline                         100
//	ExtraLight, UltraLight, UltraThin      200
//	Light                                  300
//	SemiLight, DemiLight                   350
//	Normal, Regular, Roman, Plain, Book,
//	the empty name                         400
//	Medium                                 500
//	SemiBold, DemiBold, Demi               600
//	Bold                                   700
//	ExtraBold, UltraBold, SuperBold, Ultra 800
//	Black, Heavy                           900
//	ExtraBlack, UltraBlack, SuperBlack     950
//
//	Italic, Ital, It, Kursiv               italic
//	Oblique, Obl, Slanted                  oblique
//
//	width in percent                       plain  Semi   Extra  Ultra
//	Compressed                             62.5   75     50     50
//	Condensed, Cond, Cn, Narrow            75     87.5   62.5   50
//	Expanded, Extended, Ext, Wide          125    112.5  150    200
//
// The names and numbers are those of CSS, OpenType and fontconfig. X is short for Extra:
// "XLight" and "X-Light" are 200. Ultra counts only as a separate word. A number from 100
// to 1000 is the weight, unless a name defines another: "300" is 300, "400 Bold" is 700.
//
// These words say nothing of weight, slant or width, and are skipped:
//   - optical sizes: Caption, Micro, Small, Text, Deck, Subhead, Headline, Titling,
//     Display, Poster, Banner, and sizes such as "12pt"
//   - other numbers, which may be an optical size too, or follow the manufacturer's own
//     scale: "12 Italic" has the weight 400 and is italic
//
// ok is false if the name has any other word, or only words that are skipped: "Stencil",
// "Bold Stencil", "55" and "W3". The style is then regular.
func ParseStyle(subfamily string) (style Style, ok bool) {
	regular := Style{Weight: 400, Slant: SlantNormal, Width: 100}
	name, starts := normalise(subfamily)
	if name == "" {
		return regular, strings.TrimSpace(subfamily) == ""
	}
	style = regular
	var weight, plain, number int
	for i := 0; i < len(name); {
		traits, end := readWord(name, starts, i)
		if traits == nil {
			return regular, false
		}
		for _, t := range traits {
			ok = ok || !t.skipped
			switch {
			case t.weight != 0 && weight == 0:
				weight = t.weight
			case t.regular:
				plain = 400
			case t.number != 0 && number == 0:
				number = t.number
			case t.slant != "":
				style.Slant = t.slant
			case t.width != 0:
				style.Width = t.width
			}
		}
		i = end
	}
	if !ok {
		return regular, false
	}
	style.Weight = cmp.Or(weight, plain, number, style.Weight)
	return style, true
}

// trait is the meaning of one name, such as "bold". Exactly one of the fields from weight to
// skipped is set.
type trait struct {
	weight   int
	regular  bool // a weight of 400, unless another name defines the weight
	number   int
	slant    Slant
	width    float64
	skipped  bool // the name says nothing about weight, slant or width
	separate bool // whether the name counts only as a separate word
}

// named returns the meaning of a name, and whether the name is known. The name must be in lower
// case.
func named(name string) (trait, bool) {
	switch name {
	case "thin", "hairline":
		return trait{weight: 100}, true
	case "extralight", "xlight", "ultralight", "ultrathin":
		return trait{weight: 200}, true
	case "light":
		return trait{weight: 300}, true
	case "semilight", "demilight":
		return trait{weight: 350}, true
	case "normal", "regular", "roman", "plain", "book":
		return trait{regular: true}, true
	case "medium":
		return trait{weight: 500}, true
	case "semibold", "demibold", "demi":
		return trait{weight: 600}, true
	case "bold":
		return trait{weight: 700}, true
	case "extrabold", "xbold", "ultrabold", "superbold":
		return trait{weight: 800}, true
	case "ultra":
		return trait{weight: 800, separate: true}, true
	case "black", "heavy":
		return trait{weight: 900}, true
	case "extrablack", "xblack", "ultrablack", "superblack":
		return trait{weight: 950}, true
	case "italic", "ital", "it", "kursiv":
		return trait{slant: SlantItalic}, true
	case "oblique", "obl", "slanted":
		return trait{slant: SlantOblique}, true
	case "caption", "micro", "small", "text", "deck", "subhead", "headline", "titling", "display", "poster", "banner":
		return trait{skipped: true}, true
	}
	width := widthOf(name)
	return trait{width: width}, width != 0
}

// widthOf returns the width in percent that a name means, or 0 if the name means no width.
func widthOf(name string) float64 {
	prefix, base := "", name
	for _, p := range [...]string{"semi", "extra", "x", "ultra"} {
		if rest, found := strings.CutPrefix(name, p); found {
			prefix, base = p, rest
		}
	}
	var plain, semi, extra, ultra float64
	switch base {
	case "compressed":
		plain, semi, extra, ultra = 62.5, 75, 50, 50
	case "condensed", "cond", "cn", "narrow":
		plain, semi, extra, ultra = 75, 87.5, 62.5, 50
	case "expanded", "extended", "ext", "wide":
		plain, semi, extra, ultra = 125, 112.5, 150, 200
	}
	switch prefix {
	case "semi":
		return semi
	case "extra", "x":
		return extra
	case "ultra":
		return ultra
	}
	return plain
}

const longestName, shortestName = len("extracompressed"), len("it")

// readWord reads names from position i, the start of a word. It stops when a name ends at the
// end of a word. At each position it takes the longest known name, which may span several
// words. It returns nil if there is no known name at a position.
func readWord(name string, starts []bool, i int) (traits []trait, end int) {
	for pos := i; ; {
		t, length := nameAt(name, starts, pos)
		if length == 0 {
			return nil, pos
		}
		traits = append(traits, t)
		pos += length
		if pos == len(name) || starts[pos] {
			return traits, pos
		}
	}
}

// nameAt returns the meaning and the length of the longest known name at pos. If there is no
// known name, nameAt reads a number at pos. The length is 0 if there is no number either.
func nameAt(name string, starts []bool, pos int) (trait, int) {
	for length := min(longestName, len(name)-pos); length >= shortestName; length-- {
		t, ok := named(name[pos : pos+length])
		end := pos + length
		if ok && (!t.separate || starts[pos] && (end == len(name) || starts[end])) {
			return t, length
		}
	}
	end := pos
	for end < len(name) && name[end] >= '0' && name[end] <= '9' && (end == pos || !starts[end]) {
		end++
	}
	if end == pos {
		return trait{}, 0
	}
	if n, err := strconv.Atoi(name[pos:end]); err == nil && n >= 100 && n <= 1000 {
		return trait{number: n}, end - pos
	}
	if strings.HasPrefix(name[end:], "pt") && (end+2 == len(name) || starts[end+2]) {
		end += 2
	}
	return trait{skipped: true}, end - pos
}

// normalise returns the letters and digits of s in lower case. starts tells for each byte of
// name whether a word starts there. A word starts at the first letter or digit after any other
// character, and at a capital letter as in SemiBold. In a sequence of capital letters, the
// first starts a word. The last starts a word, too, if a small letter follows: SEMIBold.
func normalise(s string) (name string, starts []bool) {
	var b strings.Builder
	runes := []rune(s)
	start := true
	for i, r := range runes {
		if !unicode.IsLetter(r) && !unicode.IsDigit(r) {
			start = true
			continue
		}
		if i > 0 && unicode.IsUpper(r) {
			next := i+1 < len(runes) && unicode.IsLower(runes[i+1])
			start = start || !unicode.IsUpper(runes[i-1]) || next
		}
		b.WriteRune(unicode.ToLower(r))
		for len(starts) < b.Len() {
			starts = append(starts, start)
			start = false
		}
	}
	return b.String(), starts
}

// filled returns the style with normal values in place of zero fields. It changes a weight
// outside of 1 to 1000 to the nearest limit.
func (s Style) filled() Style {
	return Style{Weight: min(max(cmp.Or(s.Weight, 400), 1), 1000), Slant: s.Slant.keyword(), Width: cmp.Or(s.Width, 100)}
}
