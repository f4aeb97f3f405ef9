package posts

import (
	"regexp"
	"strings"

	"github.com/fontcms/fontcms-go/cms/cmstest/internal/content"
)

// keepRevision keeps the state that an update leaves, unless the last revision says the same except for white space.
// The state before the first update is not kept, and neither is what autosaving writes.
func (w *Write) keepRevision() {
	next := w.Next
	if !next.Kind.Revisions {
		return
	}
	for _, last := range next.NewestFirst() {
		if last.Auto {
			continue
		}
		if SameText(last.Title, next.Title) && SameText(last.Content, next.Content) && SameText(last.Excerpt, next.Excerpt) &&
			sameFootnotes(last.Meta, next.Meta) {
			return
		}
		break
	}
	local, gmt := w.s.Clock.Stamps()
	next.Keep(&content.Revision{ID: w.s.TakeID(), Author: w.User.ID, Date: local, DateGMT: gmt,
		Title: next.Title, Content: next.Content, Excerpt: next.Excerpt, Meta: FootnotesOf(next.Meta)})
}

var (
	blanks   = regexp.MustCompile(`[ \t]+`)
	newlines = regexp.MustCompile(`\n+`)
)

// SameText compares as the site does: the ends, and how much white space stands between words, mean nothing.
func SameText(a, b string) bool {
	fold := func(s string) string {
		s = strings.ReplaceAll(strings.Trim(s, " \n\r\t\v\x00"), "\r", "\n")
		return blanks.ReplaceAllString(newlines.ReplaceAllString(s, "\n"), " ")
	}
	return fold(a) == fold(b)
}

// sameFootnotes tells empty ones from none.
func sameFootnotes(a, b map[string]string) bool {
	before, had := a["footnotes"]
	after, has := b["footnotes"]
	return had == has && before == after
}

// FootnotesOf are the fields of meta that a history keeps.
func FootnotesOf(meta map[string]string) map[string]string {
	out := map[string]string{}
	if v, ok := meta["footnotes"]; ok {
		out["footnotes"] = v
	}
	return out
}
