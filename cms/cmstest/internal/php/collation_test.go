package php_test

import (
	"strings"
	"testing"

	"github.com/fontcms/fontcms-go/cms/cmstest/internal/php"
)

// TestFoldFindsWhatADatabaseFinds has pairs as MariaDB 10.11 compares them with the
// collation utf8mb4_unicode_520_ci: by LIKE '%…%', and as whole texts.
func TestFoldFindsWhatADatabaseFinds(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		text, search string
		like, equal  bool
	}{
		{"ß", "s", false, false},
		{"s", "ß", false, false},
		{"ß", "ss", false, true},
		{"ẞ", "ß", true, true},
		{"ä", "a", true, true},
		{"Ä", "ä", true, true},
		{"ä", "ae", false, false},
		{"æ", "ae", false, true},
		{"æ", "a", false, false},
		{"Æ", "æ", true, true},
		{"ø", "o", true, true},
		{"ł", "l", true, true},
		{"đ", "d", true, true},
		{"þ", "th", false, false},
		{"Þ", "þ", true, true},
		{"İ", "i", true, true},
		{"ı", "i", false, false},
		{"œ", "oe", false, true},
		{"œ", "o", false, false},
		{"e\u0301", "e", true, true},
		{"e", "e\u0301", false, true},
		{"é", "e\u0301", false, true},
		{"e\u0301", "e\u0300", true, true},
		{"ё", "е", true, true},
		{"й", "и", false, false},
		{"ґ", "г", true, true},
		{"Ж", "ж", true, true},
		{"ς", "Σ", true, true},
		{"ά", "α", true, true},
		{"が", "か", true, true},
		{"ﾊ", "は", true, true},
		{"ば", "ぱ", true, true},
		{"Ａ", "a", true, true},
		{"①", "1", true, true},
		{"½", "1", false, false},
		{"ﬁ", "fi", false, true},
		{"ŉ", "n", false, false},
		{"😀", "😁", false, false},
		{"😀", "😀", true, true},
		{"“", `"`, false, false},
		{"–", "-", false, false},
		{"\u00a0", " ", true, true},
		{"×", "x", false, false},
		{"中", "國", false, false},
	} {
		if got := strings.Contains(php.Fold(test.text), php.Fold(test.search)); got != test.like {
			t.Errorf("the search %q finds %q: %v, want %v", test.search, test.text, got, test.like)
		}
		if got := php.SortKey(test.text) == php.SortKey(test.search); got != test.equal {
			t.Errorf("%q and %q are equal: %v, want %v", test.text, test.search, got, test.equal)
		}
	}
}

func TestFoldOfASCIIIsLowerCaseAlsoInOtherTexts(t *testing.T) {
	t.Parallel()
	for r := rune(' '); r < 0x7f; r++ {
		plain := php.Fold(string(r))
		if mixed := php.Fold(string(r) + "😀"); mixed != plain+"😀" || plain != php.ASCIILower(string(r)) {
			t.Errorf("Fold of %q: %q, and with another character %q, want the small letter in both", r, plain, mixed)
		}
	}
}
