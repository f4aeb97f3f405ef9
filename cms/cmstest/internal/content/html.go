package content

import "github.com/fontcms/fontcms-go/cms/cmstest/internal/php"

// HTML makes the texts of a record that are shown.
func (it *Item) HTML() *rendered {
	if it.rendered == nil {
		content := php.RenderContent(it.Content)
		it.rendered = &rendered{Title: php.RenderTitle(it.Title), Content: content,
			Excerpt: php.RenderExcerpt(it.Excerpt, content, php.ExcerptLength)}
	}
	return it.rendered
}

// WithRaw is a text as records show it: its HTML, and for an editor what was written.
func WithRaw(edit bool, raw, html string, rawFirst bool) php.Object {
	switch {
	case !edit:
		return php.Object{{"rendered", html}}
	case rawFirst:
		return php.Object{{"raw", raw}, {"rendered", html}}
	}
	return php.Object{{"rendered", html}, {"raw", raw}}
}

// folded are title, excerpt and content as the database compares them: without case and accents.
func (it *Item) folded() *[3]string {
	if it.foldedColumns == nil {
		it.foldedColumns = &[3]string{php.Fold(it.Title), php.Fold(it.Excerpt), php.Fold(it.Content)}
	}
	return it.foldedColumns
}
