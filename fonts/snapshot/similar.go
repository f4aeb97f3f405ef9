package snapshot

import (
	"cmp"
	"slices"

	"github.com/fontcms/fontcms-go/fonts"
)

// Limits of Similar, so that even a name of a megabyte takes little time.
const (
	longestTypo = 64 // the misspelt text has at most this number of letters
	mostWords   = 8  // the comparison begins at no more than this number of words of a name
)

// Similar returns the fonts whose name or family is close to a misspelt text, the closest
// first. It is for a search that found nothing: "helvtica" and "hevletica" find
// Helvetica.
//
// A missing, added or wrong letter is one error. Two letters in the wrong order are
// also one error. A text may have one error for each three letters. Similar compares
// the text with the beginning of a name. It also skips the first words of the name, one
// to seven of them, and compares the text with the rest. It ignores case, blanks,
// hyphens and underscores. It returns nothing for a text of fewer than 3 letters or of
// more than 64.
func (s *Snapshot) Similar(text string) []*fonts.Font {
	typed, _ := letters(text)
	if len(typed) < 3 || len(typed) > longestTypo {
		return nil
	}
	type candidate struct {
		font             *fonts.Font
		errors, distance int // distance is errors plus the number of letters before and after the matched part
	}
	var found []candidate
	for i := range s.Fonts {
		font := &s.Fonts[i]
		best := candidate{font: font, errors: len(typed)/3 + 1}
		for _, name := range []string{font.FontFamily, font.Name} {
			written, starts := letters(name)
			for _, start := range starts[:min(len(starts), mostWords)] {
				rest := written[start:]
				errors := typos(typed, rest)
				distance := errors + max(0, len(rest)-len(typed)) + start
				if cmp.Or(cmp.Compare(errors, best.errors), cmp.Compare(distance, best.distance)) < 0 {
					best.errors, best.distance = errors, distance
				}
			}
		}
		if best.errors <= len(typed)/3 {
			found = append(found, best)
		}
	}
	slices.SortStableFunc(found, func(a, b candidate) int {
		return cmp.Or(cmp.Compare(a.errors, b.errors), cmp.Compare(a.distance, b.distance))
	})
	list := make([]*fonts.Font, len(found))
	for i, c := range found {
		list[i] = c.font
	}
	return list
}

// letters folds a text and removes blanks, hyphens and underscores. starts has the indexes
// in folded at which words begin.
func letters(text string) (folded []rune, starts []int) {
	inside := false
	for _, r := range text {
		if isCategoryBlank(r) {
			inside = false
			continue
		}
		if !inside {
			starts = append(starts, len(folded))
		}
		inside = true
		folded = append(folded, fold(r))
	}
	return folded, starts
}

// typos compares the typed text with each beginning of name, and returns the smallest number
// of errors that it finds. The number of errors is the optimal string alignment distance.
func typos(typed, name []rune) int {
	name = name[:min(len(name), len(typed)+len(typed)/3)]
	before, last, row := make([]int, len(name)+1), make([]int, len(name)+1), make([]int, len(name)+1)
	for j := range last {
		last[j] = j
	}
	for i := range typed {
		row[0] = i + 1
		for j := range name {
			cost := 1
			if typed[i] == name[j] {
				cost = 0
			}
			row[j+1] = min(last[j]+cost, last[j+1]+1, row[j]+1)
			if i > 0 && j > 0 && typed[i] == name[j-1] && typed[i-1] == name[j] {
				row[j+1] = min(row[j+1], before[j-1]+1)
			}
		}
		before, last, row = last, row, before
	}
	return slices.Min(last)
}
