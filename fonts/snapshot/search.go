package snapshot

import (
	"iter"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/fontcms/fontcms-go/fonts"
	"github.com/fontcms/fontcms-go/fonts/internal/items"
)

// Query selects fonts of a snapshot that meet all conditions. The zero value selects
// all. Comparisons ignore case (as [strings.EqualFold]) and blanks at either end.
type Query struct {
	// Each of Languages must match one of the languages of the font: see
	// [fonts.Font.LanguageList]. A language tag also matches longer tags that begin
	// with it, as in RFC 4647: "pt" matches pt-BR and pt_PT, but not ptx. Hyphens and
	// underscores are equal: "pt-BR" matches pt_BR.
	Languages []string
	// Each of Tags must be one of the tags of the font, as a whole tag: see
	// [fonts.Font.TagList].
	Tags []string
	// Category is the category of the font. Blanks, hyphens and underscores are
	// ignored: "sans serif" matches sans-serif.
	Category string
	// Keyword is one or more words. Each must be a part of the name, the family, the
	// designer or the description.
	Keyword string
}

// Search yields the fonts that q selects, in the order of s.Fonts. It checks the records
// one by one and stops with the loop. That takes under a second for a million records,
// and is negligible for a few thousand. Searches may run concurrently while nobody
// changes the snapshot.
func (s *Snapshot) Search(q Query) iter.Seq[*fonts.Font] {
	return func(yield func(*fonts.Font) bool) {
		m := newMatcher(q)
		for i := range s.Fonts {
			if m.matches(&s.Fonts[i]) && !yield(&s.Fonts[i]) {
				return
			}
		}
	}
}

// Matches reports whether the query selects the font.
func (q Query) Matches(f *fonts.Font) bool { return newMatcher(q).matches(f) }

// matcher is a [Query] whose texts are already trimmed, split and folded: see [fold].
type matcher struct {
	languages, tags []string // languages, tags and words are folded
	category        string   // folded, without blanks, hyphens and underscores
	words           []string
}

func newMatcher(q Query) matcher {
	m := matcher{languages: given(q.Languages), tags: given(q.Tags), category: bareCategory(q.Category)}
	for i, language := range m.languages {
		m.languages[i] = strings.ReplaceAll(language, "_", "-")
	}
	for word := range strings.FieldsSeq(q.Keyword) {
		m.words = append(m.words, strings.Map(fold, word))
	}
	return m
}

// given trims and folds the conditions, and drops empty conditions.
func given(list []string) []string {
	var out []string
	for _, item := range list {
		if item = strings.TrimSpace(item); item != "" {
			out = append(out, strings.Map(fold, item))
		}
	}
	return out
}

// matches reports whether a font meets all conditions. It checks the fast conditions first.
func (m matcher) matches(f *fonts.Font) bool {
	if m.category != "" && !sameCategory(f.Category, m.category) {
		return false
	}
	for _, tag := range m.tags {
		if !hasItem(f.Tags, tag, tag, strings.EqualFold) {
			return false
		}
	}
	for _, language := range m.languages {
		primary, _, _ := strings.Cut(language, "-")
		if !hasItem(f.Languages, primary, language, speaks) {
			return false
		}
	}
	for _, word := range m.words {
		if !containsFold(f.Name, word) && !containsFold(f.FontFamily, word) && !containsFold(f.Designer, word) &&
			!containsFold(f.Description, word) {
			return false
		}
	}
	return true
}

// hasItem reports whether a list contains an item that is the same as wanted. letters is the
// beginning of wanted. hasItem first searches the text of the list for letters, because this
// search is fast and rules out most lists.
func hasItem(list, letters, wanted string, same func(item, wanted string) bool) bool {
	if !containsFold(list, letters) {
		return false
	}
	for item := range items.Of(list) {
		if same(item, wanted) {
			return true
		}
	}
	return false
}

// speaks reports whether a language is the wanted language or a variant of it. In wanted,
// the separators are hyphens. In language, they are hyphens or underscores.
func speaks(language, wanted string) bool {
	for part := range strings.SplitSeq(wanted, "-") {
		end := strings.IndexAny(language, "-_")
		if end < 0 {
			end = len(language)
		}
		if !strings.EqualFold(language[:end], part) {
			return false
		}
		language = language[min(end+1, len(language)):]
	}
	return true
}

// sameCategory reports whether category and bare are equal. It ignores case, blanks, hyphens
// and underscores in category. bare must come from [bareCategory].
func sameCategory(category, bare string) bool {
	for _, r := range category {
		if isCategoryBlank(r) {
			continue
		}
		want, size := utf8.DecodeRuneInString(bare)
		if size == 0 || fold(r) != want {
			return false
		}
		bare = bare[size:]
	}
	return bare == ""
}

func bareCategory(category string) string {
	return strings.Map(func(r rune) rune {
		if isCategoryBlank(r) {
			return -1
		}
		return fold(r)
	}, category)
}

func isCategoryBlank(r rune) bool { return r == '-' || r == '_' || unicode.IsSpace(r) }
