package conformance

import (
	"slices"

	"github.com/fontcms/fontcms-go/cms"
)

func postWriting() []scenario {
	on := postTargets()
	fill := func(p *cms.PostParams) { p.Title, p.Content = new("New"), new("Of the new post.") }
	return slices.Concat(
		posts().fields(on, fill, fieldRows("content")), posts().fields(on, fill, fieldRows("posts", on.placeholders("posts")...)),
		posts().fields(on, fill, fieldRows("dates")), posts().courses(on),
	)
}

func pageWriting() []scenario {
	on := pageTargets()
	fill := func(p *cms.PageParams) { p.Title, p.Content = new("New"), new("Of the new page.") }
	return slices.Concat(
		pages().fields(on, fill, fieldRows("content")), pages().fields(on, fill, fieldRows("pages")),
		pages().fields(on, fill, fieldRows("dates")), pages().courses(on),
	)
}
