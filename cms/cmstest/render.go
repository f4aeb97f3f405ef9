package cmstest

import (
	"slices"
	"strconv"
	"strings"

	"github.com/fontcms/fontcms-go/cms/cmstest/internal/php"
	"github.com/fontcms/fontcms-go/cms/cmstest/internal/rest"
)

// rendered is the HTML of a record, made once for as long as the record does not change.
type rendered struct {
	title, content string
	excerpt        string // of the default length
}

func (it *item) html() *rendered {
	if it.rendered == nil {
		content := php.RenderContent(it.content)
		it.rendered = &rendered{title: php.RenderTitle(it.title), content: content,
			excerpt: php.RenderExcerpt(it.excerpt, content, php.ExcerptLength)}
	}
	return it.rendered
}

func (s *records) itemURL(it *item) string {
	return s.api.Address("/"+s.namespaceOf(it.kind)+"/"+it.kind.base+"/"+strconv.FormatInt(it.id, 10), "")
}

// localLink is a record's address below the site's own.
func (s *records) localLink(it *item) string {
	if it.kind.attachment {
		return s.mediaLink(it)
	}
	if it.kind.base == "pages" && s.settings.Text("show_on_front") == "page" &&
		s.settings.Number("page_on_front") == it.id {
		return "/"
	}
	if s.api.Plain || isDraft(it.status) || it.status == "future" || it.status == "trash" {
		if it.kind.own != nil {
			return "/?post_type=" + it.kind.typ + "&p=" + strconv.FormatInt(it.id, 10)
		}
		return "/?" + it.kind.queryVar + "=" + strconv.FormatInt(it.id, 10)
	}
	return s.prettyLink(it, it.slug)
}

func (s *records) prettyLink(it *item, slug string) string {
	if it.kind.own != nil {
		return "/" + it.kind.typ + "/" + slug + "/"
	}
	if it.kind.dated {
		return "/" + it.date[:4] + "/" + it.date[5:7] + "/" + slug + "/"
	}
	for up, depth := s.items[it.parent], 0; up != nil && depth < 100; up, depth = s.items[up.parent], depth+1 {
		if up.slug != "" {
			slug = up.slug + "/" + slug
		}
	}
	return "/" + slug + "/"
}

func (s *records) link(it *item) string { return *s.api.Base + s.localLink(it) }

// show is a record in the shape of the request's context.
func (s contentPlane) show(c *rest.Call, it *item, links bool) php.Object {
	if it.kind.attachment {
		return s.media.showMedia(c, it, links)
	}
	if it.kind.menu {
		return s.menu.showMenuItem(c, it, links)
	}
	shown := s.showPost(c, it, links)
	if it.kind.own != nil {
		return s.kind.showOwn(c, it, shown)
	}
	return shown
}

// showPost is a record that is made as posts are.
func (s contentPlane) showPost(c *rest.Call, it *item, links bool) php.Object {
	context := c.Text("context")
	if context == "embed" {
		out := php.Object{
			{"id", it.id}, {"date", it.date}, {"slug", it.slug}, {"type", it.kind.typ}, {"link", s.media.address(c, it)},
			{"title", s.showTitle(c, it)}, {"excerpt", s.showExcerpt(c, it, false)},
		}
		switch {
		case it.kind.article:
			out = append(out, php.Member{"author", it.author}, php.Member{"featured_media", it.featured})
		case it.kind.textOnly:
			out[len(out)-1] = php.Member{"content", s.showContent(c, it, true)}
			out = slices.Insert(out, 3, php.Member{"status", it.status})
		default:
			out.Add(it.kind.meta[0].Name, "")
		}
		if links {
			out.Add("_links", s.links(c, it))
		}
		return out
	}
	edit := context == "edit"
	dateGMT, modifiedGMT := it.dateGMT, it.modifiedGMT
	if dateGMT == "" {
		dateGMT = s.clock.GMT(it.date)
	}
	if modifiedGMT == "" {
		modifiedGMT = s.clock.GMT(it.modified)
	}
	guid := s.URL + it.guid
	out := make(php.Object, 0, 32)
	out = append(out, php.Member{"id", it.id}, php.Member{"date", it.date}, php.Member{"date_gmt", dateGMT},
		php.Member{"guid", withRaw(edit, guid, guid, false)}, php.Member{"modified", it.modified},
		php.Member{"modified_gmt", modifiedGMT})
	if edit {
		out.Add("password", it.password)
	}
	out = append(out, php.Member{"slug", it.slug}, php.Member{"status", it.status}, php.Member{"type", it.kind.typ},
		php.Member{"link", s.media.address(c, it)},
		php.Member{"title", s.showTitle(c, it)}, php.Member{"content", s.showContent(c, it, edit)})
	if it.kind.textOnly {
		out.Add("template", it.template)
		if links {
			out.Add("_links", s.links(c, it))
		}
		return out
	}
	out.Add("excerpt", s.showExcerpt(c, it, edit))
	if !it.kind.article {
		return s.finishBlock(c, out, it, links)
	}
	out = append(out, php.Member{"author", it.author}, php.Member{"featured_media", it.featured})
	if it.kind.tree {
		out = append(out, php.Member{"parent", it.parent}, php.Member{"menu_order", it.menuOrder})
	}
	out = append(out, php.Member{"comment_status", it.comments}, php.Member{"ping_status", it.pings})
	if it.kind.sticky {
		out.Add("sticky", it.sticky)
	}
	out.Add("template", it.template)
	if it.kind.formats {
		out.Add("format", it.format)
	}
	out.Add("meta", php.Object{{"footnotes", it.meta["footnotes"]}})
	for _, tax := range it.kind.taxonomies {
		out.Add(tax.base, s.term.termIDs(it, tax))
	}
	if edit {
		template, slug := s.samplePermalink(it)
		out.Add("permalink_template", template)
		out.Add("generated_slug", slug)
	}
	out.Add("class_list", s.classes(it))
	if links {
		out.Add("_links", s.links(c, it))
	}
	return out
}

func (s contentPlane) showTitle(c *rest.Call, it *item) php.Object {
	if it.kind.rawTexts {
		return s.showBlockTitle(c, it)
	}
	return withRaw(c.In("edit") || it.kind.textOnly && c.In("embed"), it.title, it.html().title, true)
}

func withRaw(edit bool, raw, html string, rawFirst bool) php.Object {
	switch {
	case !edit:
		return php.Object{{"rendered", html}}
	case rawFirst:
		return php.Object{{"raw", raw}, {"rendered", html}}
	}
	return php.Object{{"rendered", html}, {"raw", raw}}
}

// hidden says whether the texts of a protected record are withheld: they are shown to an editor in the edit
// context, also where they are embedded, and to who sends the password.
func (s contentPlane) hidden(c *rest.Call, it *item) bool {
	if it.password == "" {
		return false
	}
	if (c.Within || c.Text("context") == "edit") && mayEdit(c.User, it) {
		return false
	}
	return c.Text("password") != it.password
}

func (s contentPlane) showContent(c *rest.Call, it *item, edit bool) php.Object {
	html := it.html().content
	if s.hidden(c, it) {
		html = ""
	}
	shown := withRaw(edit, it.content, html, true)
	if it.kind.rawTexts {
		shown = php.Object{{"raw", it.content}} // even without the password
	}
	out := append(shown, php.Member{"protected", it.password != ""})
	if edit {
		version := 0
		if php.HasBlocks(it.content) {
			version = 1
		}
		out.Add("block_version", version)
	}
	return out
}

func (s contentPlane) showExcerpt(c *rest.Call, it *item, edit bool) php.Object {
	html := it.html().excerpt
	if c.Get("excerpt_length") != nil {
		html = php.RenderExcerpt(it.excerpt, it.html().content, int(c.Integer("excerpt_length")))
	}
	if s.hidden(c, it) {
		html = ""
	}
	return append(withRaw(edit, it.excerpt, html, true), php.Member{"protected", it.password != ""})
}

// samplePermalink is the address with %postname% in it, and the slug that the title would get.
func (s contentPlane) samplePermalink(it *item) (template, slug string) {
	slug = php.Unescape(s.uniqueSlug(it, php.SlugOr(it.title, it.id)))
	if s.api.Plain || it.kind.dated && it.status == "trash" {
		return s.URL + "/?" + it.kind.queryVar + "=" + strconv.FormatInt(it.id, 10), slug
	}
	return s.URL + s.prettyLink(it, it.kind.slugVar), slug
}

func (s contentPlane) classes(it *item) []string {
	out := []string{"post-" + strconv.FormatInt(it.id, 10), it.kind.typ, "type-" + it.kind.typ, "status-" + it.status}
	if it.kind.formats {
		out = append(out, "format-"+it.format)
	}
	if it.password != "" {
		out = append(out, "post-password-required")
	} else if it.featured != 0 {
		out = append(out, "has-post-thumbnail")
	}
	out = append(out, "hentry")
	for _, tax := range it.kind.taxonomies {
		label := strings.TrimPrefix(tax.name, "post_")
		for _, id := range s.term.termIDs(it, tax) {
			out = append(out, label+"-"+s.terms[id].slug)
		}
	}
	if it.kind.formats && it.format != "standard" {
		out = append(out, "post_format-post-format-"+it.format)
	}
	return slices.Clip(out)
}

// postOf is the record with an id, or where that is negative the published one at a path.
func (s contentPlane) postOf(id int64, path string) (found int64, title string, ok bool) {
	for _, it := range s.items {
		if id == it.id || id < 0 && it.status == "publish" && s.link(it) == s.URL+path {
			return it.id, it.title, true
		}
	}
	return 0, "", false
}
