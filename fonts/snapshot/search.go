package snapshot

import (
	"iter"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/fontcms/fontcms-go/fonts"
	"github.com/fontcms/fontcms-go/fonts/internal/items"
)

// Query says which fonts of a snapshot are wanted: those that fulfil each
// condition. The zero value wants all. Whatever is compared, case does not matter
// (as in [strings.EqualFold]) and neither do blanks at its ends.
type Query struct {
	// Languages must all be among the languages of the font: see
	// [fonts.Font.LanguageList]. A tag also stands for those that begin with it, as
	// RFC 4647 filters: "pt" for pt-BR and pt_PT, but not for ptx. Hyphens and
	// underscores are the same: "pt-BR" is pt_BR.
	Languages []string
	// Tags must all be among the tags of the font, whole: see [fonts.Font.TagList].
	Tags []string
	// Category is that of the font. Blanks, hyphens and underscores in it do not
	// matter: "sans serif" is sans-serif.
	Category string
	// Keyword is one word or several, each of which must be a part of the name, the
	// family, the designer or the description.
	Keyword string
}

// Search yields the fonts that q wants, in the order of s.Fonts. It goes through
// the records one by one and stops when the loop does: half a second to a second
// for a million of them, nothing to be noticed for the thousands that catalogues
// have. Searches may run at once while nobody changes the snapshot.
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

// Matches reports whether the query wants the font.
func (q Query) Matches(f *fonts.Font) bool { return newMatcher(q).matches(f) }

// matcher is a query made ready.
type matcher struct {
	languages, tags []string // folded, as the rest
	category        string   // without blanks
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

// given trims and folds the conditions; an empty one is none.
func given(list []string) []string {
	var out []string
	for _, item := range list {
		if item = strings.TrimSpace(item); item != "" {
			out = append(out, strings.Map(fold, item))
		}
	}
	return out
}

// matches tries the conditions, the quick ones first.
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
		if !containsFold(f.Name, word) && !containsFold(f.FontFamily, word) && !containsFold(f.Designer, word) && !containsFold(f.Description, word) {
			return false
		}
	}
	return true
}

// hasItem looks for an item in a list as written. Most lists do not hold the
// letters that it begins with, which is quicker to know than their items.
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

// speaks reports whether a language is the wanted one or a kind of it. wanted has
// hyphens alone.
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

// sameCategory compares what is left of a category without blanks, hyphens and
// underscores; bare has none of them and is folded.
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
