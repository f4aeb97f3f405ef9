package conformance

import (
	"slices"
	"strings"

	"github.com/fontcms/fontcms-go/cms"
)

func postReading() []scenario {
	return slices.Concat(posts().listing(postLists()), posts().orders(dated()))
}

// dated are the orderings of what has a date, a slug and an author.
func dated() []ordering {
	text := func(name string) func(record) any { return func(r record) any { return r.text(name) } }
	number := func(name string) func(record) any { return func(r record) any { return r.int(name) } }
	return []ordering{
		{cms.ByDate, text("date")},
		{cms.ByModified, text("modified")},
		{cms.ByID, number("id")},
		{cms.BySlug, text("slug")},
		{cms.ByAuthor, number("author")},
		{cms.ByTitle, func(r record) any { return strings.ToLower(r.text("title")) }},
		{cms.ByParent, number("parent")},
	}
}

func postLists() []listCase[cms.PostListOptions] {
	type options = cms.PostListOptions
	by := func(ids ...int64) func(record) bool {
		return func(r record) bool { return slices.Contains(ids, r.int("author")) }
	}
	return []listCase[options]{
		{
			name: "author=[3]", argument: "author", match: by(3),
			set: func(l *options) { l.Author = []int64{3} },
		},
		{
			name: "status=[draft]", argument: "status", all: true,
			set:   func(l *options) { l.Status = []cms.Status{cms.StatusDraft} },
			match: func(r record) bool { return r.text("status") == "draft" },
		},
	}
}
