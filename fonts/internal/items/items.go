// Package items reads the lists that a catalogue writes as one string.
package items

import (
	"iter"
	"strings"
	"unicode/utf8"
)

// Of yields the trimmed items of a list. Empty items are left out.
func Of(list string) iter.Seq[string] {
	return func(yield func(string) bool) {
		start := 0
		for i, r := range list {
			if !isSeparator(r) {
				continue
			}
			if item := strings.TrimSpace(list[start:i]); item != "" && !yield(item) {
				return
			}
			start = i + utf8.RuneLen(r)
		}
		if item := strings.TrimSpace(list[start:]); item != "" {
			yield(item)
		}
	}
}

func isSeparator(r rune) bool {
	switch r {
	case ',', ';', '|', '\n', '\r', '，', '；', '｜', '、':
		return true
	}
	return false
}
