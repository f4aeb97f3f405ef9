package fonts

import (
	"fmt"
	"strings"
)

// Face is one sub-family of a font.
type Face struct {
	Subfamily string // the name, as in Font.FontSubfamily
	Style     Style  // regular if the name is not known
	Known     bool   // whether [ParseStyle] knows the name

	family string // CSS declaration of font-family, or ""
}

// CSS returns the declarations that select the face, in the form of [Font.CSS].
func (f Face) CSS() string {
	switch {
	case !f.Known:
		return f.family
	case f.family == "":
		return f.Style.CSS()
	}
	return f.family + "; " + f.Style.CSS()
}

// Faces returns the sub-families of the font in the order of the record, or none if it
// names none.
func (f Font) Faces() []Face {
	family := f.familyCSS()
	faces := make([]Face, len(f.FontSubfamily))
	for i, name := range f.FontSubfamily {
		style, known := ParseStyle(name)
		faces[i] = Face{Subfamily: name, Style: style, Known: known, family: family}
	}
	return faces
}

// CSS returns the declarations that select the font:
//
//	font-family: "Inter", sans-serif; font-weight: 600; font-style: italic; font-stretch: 75%
//
// The family is FontFamily, or Name if that is empty, as a CSS string. The generic
// family of the category comes after it, if there is one:
//   - sans-serif, serif and monospace
//   - cursive for handwriting, script and calligraphy
//   - fantasy for decorative
//   - system-ui for display: fantasy would fit, but browsers choose very odd fonts for
//     it
//
// Case, blanks, hyphens and underscores of the category are ignored.
//
// Weight, style and stretch are those of the regular sub-family, or of the first one if
// none is regular. [ParseStyle] reads them from its name. Normal style and stretch are
// left out. All three are left out if [ParseStyle] does not know the name, or if there
// is no name. [Font.Faces] returns the other sub-families.
//
// Values are escaped: the result is safe within a style sheet and within a style
// element. In an HTML attribute, escape it like any text.
func (f Font) CSS() string {
	faces := f.Faces()
	if len(faces) == 0 {
		return f.familyCSS()
	}
	regular := Style{Weight: 400, Slant: SlantNormal, Width: 100}
	for _, face := range faces {
		if face.Known && face.Style == regular {
			return face.CSS()
		}
	}
	return faces[0].CSS()
}

// familyCSS returns the CSS declaration of font-family, or "" if the record has neither a
// name nor a known category.
func (f Font) familyCSS() string {
	family := unquote(f.FontFamily)
	if family == "" {
		family = unquote(f.Name)
	}
	var list []string
	if family != "" {
		list = append(list, cssString(family))
	}
	if generic := genericFamily(f.Category); generic != "" {
		list = append(list, generic)
	}
	if len(list) == 0 {
		return ""
	}
	return "font-family: " + strings.Join(list, ", ")
}

// genericFamily returns the generic family of CSS for a category, or "" if the category is
// not known.
func genericFamily(category string) string {
	name, _ := normalise(category)
	switch name {
	case "sansserif", "sans":
		return "sans-serif"
	case "serif", "slabserif", "slab":
		return "serif"
	case "monospace", "monospaced", "mono":
		return "monospace"
	case "cursive", "handwriting", "handwritten", "script", "calligraphy":
		return "cursive"
	case "fantasy", "decorative":
		return "fantasy"
	case "display", "systemui":
		return "system-ui"
	}
	return ""
}

// unquote removes the quotes that some catalogues put around a family.
func unquote(family string) string {
	family = strings.TrimSpace(family)
	if n := len(family); n >= 2 && family[0] == family[n-1] && (family[0] == '"' || family[0] == '\'') {
		family = strings.TrimSpace(family[1 : n-1])
	}
	return family
}

// cssString returns s as a quoted CSS string. It writes a backslash before quotes and
// backslashes. It writes control characters, < and > as hexadecimal escapes, so that a
// </style> in s does not end the style element that contains the string.
func cssString(s string) string {
	var b strings.Builder
	b.WriteByte('"')
	for _, r := range strings.ToValidUTF8(s, "\uFFFD") {
		switch {
		case r == 0:
			b.WriteRune('\uFFFD')
		case r == '"' || r == '\\':
			b.WriteByte('\\')
			b.WriteRune(r)
		case r < ' ' || r == 0x7f || r == '<' || r == '>':
			fmt.Fprintf(&b, `\%x `, r)
		default:
			b.WriteRune(r)
		}
	}
	b.WriteByte('"')
	return b.String()
}
