package snapshot

import (
	"unicode"
	"unicode/utf8"
)

// containsFold reports whether s contains a word. It ignores case. folded is the word with
// [fold] applied to each letter. A search calls containsFold for each record, so containsFold
// does not allocate.
func containsFold(s, folded string) bool {
	first, _ := utf8.DecodeRuneInString(folded)
	if folded == "" {
		return true
	}
	for i := 0; i < len(s); {
		r, size := rune(s[i]), 1
		if r >= utf8.RuneSelf {
			r, size = utf8.DecodeRuneInString(s[i:])
			r = fold(r)
		} else if 'A' <= r && r <= 'Z' { // calling fold would be slower, because fold is too long to be inlined
			r += 'a' - 'A'
		}
		if r == first && hasPrefixFold(s[i:], folded) {
			return true
		}
		i += size
	}
	return false
}

// hasPrefixFold reports whether s begins with the folded word, in any case. The lengths
// in bytes may differ: the Kelvin sign has three bytes, k has one.
func hasPrefixFold(s, folded string) bool {
	for _, want := range folded {
		r, size := utf8.DecodeRuneInString(s)
		if size == 0 || fold(r) != want {
			return false
		}
		s = s[size:]
	}
	return true
}

// fold returns one common letter for all letters that strings.EqualFold treats as equal.
func fold(r rune) rune {
	switch {
	case 'A' <= r && r <= 'Z':
		return r + 'a' - 'A'
	// the rest of ASCII is unchanged; ideographs, kana and hangul have no case
	case r < utf8.RuneSelf, 0x2E80 <= r && r < 0xA640, 0xAC00 <= r && r < 0xD800:
		return r
	}
	least := r
	for other := unicode.SimpleFold(r); other != r; other = unicode.SimpleFold(other) {
		least = min(least, other)
	}
	if 'A' <= least && least <= 'Z' {
		return least + 'a' - 'A'
	}
	return least
}
