package install

import (
	"cmp"
	"fmt"
	"net/url"
	"path"
	"strconv"
	"strings"

	"github.com/fontcms/fontcms-go/cms/fontlibrary"
	"github.com/fontcms/fontcms-go/fonts"
)

// slugOf returns the slug for a name. Between a letter and a digit it puts a hyphen,
// because WordPress does so in the name of the CSS variable.
func slugOf(name string) string {
	var b strings.Builder
	class, last := 0, 0 // class of the last character: 1 letter, 2 digit, 0 other
	for _, r := range strings.ToLower(name) {
		switch {
		case r >= 'a' && r <= 'z':
			class = 1
		case r >= '0' && r <= '9':
			class = 2
		default:
			last = 0
			continue
		}
		if b.Len() > 0 && class != last {
			b.WriteByte('-')
		}
		b.WriteRune(r)
		last = class
	}
	return b.String()
}

// subfamilyOf returns the longest end of a file name that names a style, such as
// "BoldItalic" for "Inter-BoldItalic.ttf". It returns "" if no end names a style.
func subfamilyOf(file string) string {
	file = file[strings.LastIndexAny(file, `/\`)+1:]
	words := strings.FieldsFunc(strings.TrimSuffix(file, path.Ext(file)), func(r rune) bool {
		return strings.ContainsRune("-_ []", r)
	})
	for i := 1; i < len(words); i++ {
		end := strings.Join(words[i:], " ")
		if _, known := fonts.ParseStyle(end); known {
			return end
		}
	}
	return ""
}

// fileName returns the name for the uploaded file. It contains a part of the checksum, so
// that a file on the site can be compared by its name.
func fileName(slug string, settings fontlibrary.FaceSettings, sum, name string) string {
	words := slugOf(strings.Join([]string{settings.FontWeight, settings.FontStyle, settings.FontStretch}, " "))
	return fmt.Sprintf("%s-%s-%.8s%s", slug, words, sum, strings.ToLower(path.Ext(name)))
}

// isFile reports whether an address belongs to the uploaded file of the given name. The
// site appends -1 or -2 if the name is already used.
func isFile(name, address string) bool {
	u, err := url.Parse(address)
	if err != nil {
		return false
	}
	stored := path.Base(u.Path)
	extension := path.Ext(name)
	if path.Ext(stored) != extension {
		return false
	}
	end, found := strings.CutPrefix(strings.TrimSuffix(stored, extension), strings.TrimSuffix(name, extension))
	if end == "" {
		return found
	}
	_, err = strconv.ParseUint(strings.TrimPrefix(end, "-"), 10, 32)
	return found && end[0] == '-' && err == nil
}

// keyOf returns a key of a face. Two faces have the same key if the site takes them for the same
// face. A site refuses to create a face that its family already has.
func keyOf(s fontlibrary.FaceSettings) string {
	standard := func(value, normal string) string {
		if value = strings.ToLower(strings.TrimSpace(value)); value == "" || value == "normal" {
			return normal
		}
		return value
	}
	weight := standard(s.FontWeight, "400")
	if weight == "bold" {
		weight = "700"
	}
	return strings.Join([]string{
		standard(s.FontStyle, "normal"), weight, standard(s.FontStretch, "100%"),
		strings.ReplaceAll(standard(s.UnicodeRange, "u+0-10ffff"), " ", ""),
	}, ";")
}

// titleOf returns a readable name for a face, such as "700 italic".
func titleOf(s fontlibrary.FaceSettings) string {
	words := []string{cmp.Or(s.FontWeight, "400"), cmp.Or(s.FontStyle, "normal")}
	if s.FontStretch != "" && s.FontStretch != "100%" {
		words = append(words, s.FontStretch)
	}
	if s.UnicodeRange != "" {
		words = append(words, s.UnicodeRange)
	}
	return strings.Join(words, " ")
}

// sameNames reports whether two values of font-family name the same fonts. It ignores
// quotation marks, because the site adds and removes them.
func sameNames(a, b string) bool {
	ours, theirs := strings.Split(a, ","), strings.Split(b, ",")
	if len(ours) != len(theirs) {
		return false
	}
	for i := range ours {
		if unquoted(ours[i]) != unquoted(theirs[i]) {
			return false
		}
	}
	return true
}

// unquoted returns the name of a font without surrounding blanks and quotation marks.
func unquoted(name string) string {
	return strings.TrimSpace(strings.Trim(strings.TrimSpace(name), `"'`))
}

// percent returns a width as a value of the descriptor font-stretch, or "" for the normal
// width.
func percent(width float64) string {
	if width == 0 || width == 100 {
		return ""
	}
	return strconv.FormatFloat(width, 'f', -1, 64) + "%"
}

// differs returns a text with the values of a face that differ from style, or "". style is what the
// name of the face says. A range of a variable font does not differ if it includes the value of
// style.
func differs(s fontlibrary.FaceSettings, style fonts.Style) string {
	var parts []string
	if !covers(s.FontWeight, float64(style.Weight)) {
		parts = append(parts, "the weight is "+s.FontWeight)
	}
	keyword, angles, _ := strings.Cut(s.FontStyle, " ")
	if keyword != string(style.Slant) && (angles == "" || style.Slant != fonts.SlantNormal) {
		parts = append(parts, "the style is "+s.FontStyle)
	}
	if stretch := cmp.Or(s.FontStretch, "100%"); !covers(stretch, style.Width) {
		parts = append(parts, "the stretch is "+stretch)
	}
	return strings.Join(parts, ", ")
}

// covers reports whether a descriptor includes a value. The descriptor is a number, or
// two numbers for a range. It returns true for an unknown descriptor.
func covers(descriptor string, value float64) bool {
	var bounds []float64
	for _, word := range strings.Fields(descriptor) {
		n, err := strconv.ParseFloat(strings.TrimSuffix(word, "%"), 64)
		if err != nil {
			return true
		}
		bounds = append(bounds, n)
	}
	if len(bounds) == 0 {
		return true
	}
	return bounds[0] <= value && value <= bounds[len(bounds)-1]
}
