package cmstest

import (
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

const maxSlug = 200 // bytes

var (
	tagForm    = regexp.MustCompile(`(?s)<!--.*?-->|<>|<[^<>\s][^<>]*>`)
	openTag    = regexp.MustCompile(`(?s)<(\S.*)?$`)
	entityForm = regexp.MustCompile(`&.+?;`)
	escapeForm = regexp.MustCompile(`%[0-9a-fA-F]{2}`)
	dashes     = regexp.MustCompile(`-+`)
)

// dashRunes become a dash, droppedRunes nothing; other characters beyond ASCII are percent-encoded.
const (
	dashRunes    = "\u00a0\u2010\u2011\u2012\u2013\u2014\u2015"
	droppedRunes = "\u00ad\u00a1\u00bf\u00ab\u00bb\u2039\u203a\u2018\u2019\u201c\u201d\u201a\u201b\u201e\u201f\u2022\u00a9\u00ae\u00b0\u2026\u2122\u00b4\u02ca\u0301\u0341\u0300\u0340\u0304\u030c\u200b\u200c\u200d\u200e\u200f\u2028\u2029\u202a\u202b\u202c\u202d\u202e\ufeff\ufffc"
)

// sanitizeSlug turns a title into a slug: lower case, accents stripped, dashes for spaces, other scripts
// percent-encoded, at most 200 bytes.
func sanitizeSlug(title string) string {
	s := stripAccents(stripTags(title))
	s = strings.NewReplacer("&nbsp;", "-", "&#160;", "-", "&ndash;", "-", "&#8211;", "-", "&mdash;", "-", "&#8212;", "-").Replace(s)
	s = entityForm.ReplaceAllString(s, "")
	var b strings.Builder
	for i, r := range s {
		switch {
		case r == '%':
			if escapeForm.MatchString(s[i:min(len(s), i+3)]) {
				b.WriteByte('%')
			}
		case r == '.' || r == '/' || r == ' ' || strings.ContainsRune(dashRunes, r):
			b.WriteByte('-')
		case r == '×':
			b.WriteByte('x')
		case r >= 'a' && r <= 'z' || r >= '0' && r <= '9' || r == '_' || r == '-':
			b.WriteRune(r)
		case r >= 'A' && r <= 'Z':
			b.WriteRune(r + 'a' - 'A')
		case r < utf8.RuneSelf || r == utf8.RuneError || strings.ContainsRune(droppedRunes, r):
		default:
			encoded := percentEncode(unicode.ToLower(r))
			if b.Len()+len(encoded) > maxSlug {
				return finishSlug(b.String())
			}
			b.WriteString(encoded)
		}
	}
	return finishSlug(b.String())
}

// stripTags is a text without its tags. A sign before white space begins none, and one that is not closed takes the rest along.
func stripTags(text string) string {
	return openTag.ReplaceAllString(tagForm.ReplaceAllString(text, ""), "")
}

func finishSlug(s string) string {
	if strings.Contains(s, "%") { // some came encoded
		for _, r := range dashRunes {
			s = strings.ReplaceAll(s, percentEncode(r), "-")
		}
		for _, r := range droppedRunes {
			s = strings.ReplaceAll(s, percentEncode(r), "")
		}
	}
	return cutSlug(strings.Trim(dashes.ReplaceAllString(s, "-"), "-"), maxSlug)
}

func percentEncode(r rune) string {
	var out []byte
	for _, c := range []byte(string(r)) {
		out = append(out, '%', hexDigits[c>>4], hexDigits[c&15])
	}
	return string(out)
}

// cutSlug shortens a slug without leaving half an escape behind.
func cutSlug(s string, limit int) string {
	if len(s) <= limit {
		return s
	}
	s = s[:limit]
	if i := strings.LastIndexByte(s, '%'); i > limit-3 {
		s = s[:i]
	}
	for !utf8.ValidString(unescape(s)) && strings.Contains(s, "%") {
		s = s[:strings.LastIndexByte(s, '%')]
	}
	return strings.TrimRight(s, "-")
}

func slugOr(title string, id int64) string {
	if slug := sanitizeSlug(title); slug != "" {
		return slug
	}
	return strconv.FormatInt(id, 10)
}

// uniqueSlug appends -2, -3 … until no other record of the kind (with the same parent, in a tree) has the slug.
func (s *Server) uniqueSlug(it *item, slug string) string {
	if slug == "" {
		return slug
	}
	rival := func(other *item) bool {
		switch {
		case other.id == it.id:
			return false
		case it.kind.attachment: // at the top of the site like everything else
			return true
		case it.kind.tree && other.kind.attachment:
			return other.parent == it.parent
		}
		return other.kind.base == it.kind.base && (!it.kind.tree || other.parent == it.parent)
	}
	free := !reservedSlug(it.kind, slug)
	for _, other := range s.items {
		if other.slug == slug && rival(other) {
			free = false
		}
	}
	if free {
		return slug
	}
	taken := map[string]bool{}
	for _, other := range s.items {
		if rival(other) {
			taken[other.slug] = true
		}
	}
	for n := 2; ; n++ {
		suffix := "-" + strconv.Itoa(n)
		if candidate := cutSlug(slug, maxSlug-len(suffix)) + suffix; !taken[candidate] {
			return candidate
		}
	}
}

var pageNumber = regexp.MustCompile(`^(page)?\d+$`)

// reservedSlug says whether a slug would be taken for something else in an address: a feed, the day after a post's
// year and month, the number of a page.
func reservedSlug(kind *resource, slug string) bool {
	if slices.Contains([]string{"embed", "feed", "rdf", "rss", "rss2", "atom"}, slug) {
		return true
	}
	if kind.attachment {
		return false
	}
	if kind.tree {
		return pageNumber.MatchString(slug)
	}
	if !kind.article {
		return false
	}
	n, err := strconv.Atoi(slug)
	return err == nil && n >= 1 && n <= 31
}

// accents lists letters with marks after the plain letters that replace them.
var accents = buildAccents(`
a àáâãäåāăąǎạảấầẩẫậắằẳẵặ
A ÀÁÂÃÄÅĀĂĄǍẠẢẤẦẨẪẬẮẰẲẴẶ
ae æǽ
AE ÆǼ
c çćĉċč
C ÇĆĈĊČ
d ďđð
D ĎĐÐ
e èéêëēĕėęěẹẻẽếềểễệ
E ÈÉÊËĒĔĖĘĚẸẺẼẾỀỂỄỆ
f ƒ
g ĝğġģ
G ĜĞĠĢ
h ĥħ
H ĤĦ
i ìíîïĩīĭįıǐỉị
I ÌÍÎÏĨĪĬĮİǏỈỊ
ij ĳ
IJ Ĳ
j ĵ
J Ĵ
k ķĸ
K Ķ
l ĺļľŀł
L ĹĻĽĿŁ
n ñńņňŉŋ
N ÑŃŅŇŊ
o òóôõöøōŏőơǒọỏốồổỗộớờởỡợº
O ÒÓÔÕÖØŌŎŐƠǑỌỎỐỒỔỖỘỚỜỞỠỢ
oe œ
OE Œ
r ŕŗř
R ŔŖŘ
s śŝşšșſß
S ŚŜŞŠȘ
t ţťŧț
T ŢŤŦȚ
TH Þ
th þ
u ùúûüũūŭůűųưǔụủứừửữự
U ÙÚÛÜŨŪŬŮŰŲƯǓỤỦỨỪỬỮỰ
w ŵ
W Ŵ
y ýÿŷỳỵỷỹ
Y ÝŸŶỲỴỶỸ
z źżž
Z ŹŻŽ
E €
`)

func buildAccents(table string) map[rune]string {
	out := map[rune]string{}
	for line := range strings.Lines(table) {
		base, marked, _ := strings.Cut(strings.TrimSpace(line), " ")
		for _, r := range marked {
			out[r] = base
		}
	}
	return out
}

func stripAccents(s string) string {
	if isASCII(s) {
		return s
	}
	var b strings.Builder
	var last rune
	for _, r := range s {
		switch base, ok := accents[r]; {
		case ok:
			b.WriteString(base)
		case unicode.Is(unicode.Mn, r) && last < utf8.RuneSelf: // a mark apart from its letter
		default:
			b.WriteRune(r)
		}
		last = r
	}
	return b.String()
}

func isASCII(s string) bool {
	for i := 0; i < len(s); i++ {
		if s[i] >= utf8.RuneSelf {
			return false
		}
	}
	return true
}
