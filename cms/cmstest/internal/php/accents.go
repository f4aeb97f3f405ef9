package php

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

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

// StripAccents replaces letters with accents by those without.
func StripAccents(s string) string {
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

// ASCIILower writes the letters of ASCII small: the site does not know others when it compares names.
func ASCIILower(text string) string {
	return strings.Map(func(r rune) rune {
		if r >= 'A' && r <= 'Z' {
			return r + 'a' - 'A'
		}
		return r
	}, text)
}
