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

// The values of Slant.
const (
	SlantNormal  Slant = "normal"
	SlantItalic  Slant = "italic"
	SlantOblique Slant = "oblique"
)

// keyword returns the slant as the constants write it. CSS accepts any case, and an
// angle after oblique.
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
//	ExtraLight, UltraLight                 200
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
//	Italic, Kursiv                         italic
//	Oblique                                oblique
//
//	UltraCondensed 50, ExtraCondensed 62.5, Condensed 75, SemiCondensed 87.5,
//	SemiExpanded 112.5, Expanded and Extended 125, ExtraExpanded 150,
//	UltraExpanded 200
//
// The names and numbers are those of CSS, OpenType and fontconfig. Ultra counts only as
// a separate word. A number from 100 to 1000 is the weight, unless a name defines
// another: "300" is 300, "400 Bold" is 700. A lower number may be an optical size, or
// follow the manufacturer's own scale. It is skipped: "12 Italic" has the weight 400
// and is italic. A name that is only such a number, such as "55" or "W3", is unknown.
//
// A word that is not in the table is skipped. If the table has none of the words, ok is
// false and the style is regular.
func ParseStyle(subfamily string) (style Style, ok bool) {
	style = Style{Weight: 400, Slant: SlantNormal, Width: 100}
	name, starts := normalise(subfamily)
	if name == "" {
		return style, strings.TrimSpace(subfamily) == ""
	}
	var weight, regular, number int
	for i := 0; i < len(name); {
		traits, end := readWord(name, starts, i)
		for _, t := range traits {
			ok = true
			switch {
			case t.weight > 0 && weight == 0:
				weight = t.weight
			case t.regular:
				regular = 400
			case t.number > 0 && number == 0:
				number = t.number
			case t.slant != "":
				style.Slant = t.slant
			case t.width > 0:
				style.Width = t.width
			}
		}
		i = end
	}
	style.Weight = cmp.Or(weight, regular, number, style.Weight)
	return style, ok
}

// trait is the meaning of one name. Exactly one of the other fields is set.
type trait struct {
	weight  int
	regular bool // a weight of 400, unless another name defines the weight
	number  int
	slant   Slant
	width   float64
	alone   bool // counts only as a separate word
}

// named is the table of names.
func named(name string) (trait, bool) {
	switch name {
	case "thin", "hairline":
		return trait{weight: 100}, true
	case "extralight", "ultralight":
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
	case "extrabold", "ultrabold", "superbold":
		return trait{weight: 800}, true
	case "ultra":
		return trait{weight: 800, alone: true}, true
	case "black", "heavy":
		return trait{weight: 900}, true
	case "extrablack", "ultrablack", "superblack":
		return trait{weight: 950}, true
	case "italic", "kursiv":
		return trait{slant: SlantItalic}, true
	case "oblique":
		return trait{slant: SlantOblique}, true
	case "ultracondensed":
		return trait{width: 50}, true
	case "extracondensed":
		return trait{width: 62.5}, true
	case "condensed":
		return trait{width: 75}, true
	case "semicondensed":
		return trait{width: 87.5}, true
	case "semiexpanded":
		return trait{width: 112.5}, true
	case "expanded", "extended":
		return trait{width: 125}, true
	case "extraexpanded":
		return trait{width: 150}, true
	case "ultraexpanded":
		return trait{width: 200}, true
	}
	return trait{}, false
}

const longestName, shortestName = len("ultracondensed"), len("thin")

// readWord reads the names from i, the start of a word, to the next start of a word.
// Compounds come first and may span words. For a word with any unknown part it returns
// no names; end is then after the word.
func readWord(name string, starts []bool, i int) (traits []trait, end int) {
	for pos := i; ; {
		t, length := nameAt(name, starts, pos)
		if length == 0 {
			end = i + 1
			for end < len(name) && !starts[end] {
				end++
			}
			return nil, end
		}
		traits = append(traits, t)
		pos += length
		if pos == len(name) || starts[pos] {
			return traits, pos
		}
	}
}

// nameAt finds the longest name at pos, or a number.
func nameAt(name string, starts []bool, pos int) (trait, int) {
	for length := min(longestName, len(name)-pos); length >= shortestName; length-- {
		t, ok := named(name[pos : pos+length])
		end := pos + length
		if ok && (!t.alone || starts[pos] && (end == len(name) || starts[end])) {
			return t, length
		}
	}
	end := pos
	for end < len(name) && name[end] >= '0' && name[end] <= '9' && (end == pos || !starts[end]) {
		end++
	}
	if n, err := strconv.Atoi(name[pos:end]); err == nil && n >= 100 && n <= 1000 {
		return trait{number: n}, end - pos
	}
	return trait{}, 0
}

// normalise returns the letters and digits of s in lower case, and where words start:
// after any other character, and at a capital.
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

// filled returns the style with zero fields replaced by normal values.
func (s Style) filled() Style {
	return Style{Weight: min(max(cmp.Or(s.Weight, 400), 1), 1000), Slant: s.Slant.keyword(), Width: cmp.Or(s.Width, 100)}
}
