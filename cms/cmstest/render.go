package cmstest

import (
	"slices"
	"strconv"
	"strings"

	"github.com/fontcms/fontcms-go/cms/cmstest/internal/php"
)

// rendered is the HTML of a record, made once for as long as the record does not change.
type rendered struct {
	title, content string
	excerpt        string // of the default length
}

func (it *item) html() *rendered {
	if it.rendered == nil {
		content := php.RenderContent(it.content)
		it.rendered = &rendered{title: php.RenderTitle(it.title), content: content, excerpt: php.RenderExcerpt(it.excerpt, content, php.ExcerptLength)}
	}
	return it.rendered
}

func (s *Server) itemURL(it *item) string {
	return s.restURL("/"+s.namespaceOf(it.kind)+"/"+it.kind.base+"/"+strconv.FormatInt(it.id, 10), "")
}

// localLink is a record's address below the site's own.
func (s *Server) localLink(it *item) string {
	if it.kind.attachment {
		return s.mediaLink(it)
	}
	if it.kind.base == "pages" && s.setting("show_on_front") == "page" && s.settingNumber("page_on_front") == it.id {
		return "/"
	}
	if s.plain || isDraft(it.status) || it.status == "future" || it.status == "trash" {
		if it.kind.own != nil {
			return "/?post_type=" + it.kind.typ + "&p=" + strconv.FormatInt(it.id, 10)
		}
		return "/?" + it.kind.queryVar + "=" + strconv.FormatInt(it.id, 10)
	}
	return s.prettyLink(it, it.slug)
}

func (s *Server) prettyLink(it *item, slug string) string {
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

func (s *Server) link(it *item) string { return s.URL + s.localLink(it) }

// show is a record in the shape of the request's context.
func (c *call) show(it *item, links bool) php.Object {
	if it.kind.attachment {
		return c.showMedia(it, links)
	}
	if it.kind.menu {
		return c.showMenuItem(it, links)
	}
	shown := c.showPost(it, links)
	if it.kind.own != nil {
		return c.showOwn(it, shown)
	}
	return shown
}

// showPost is a record that is made as posts are.
func (c *call) showPost(it *item, links bool) php.Object {
	context := c.text("context")
	if context == "embed" {
		out := php.Object{
			{"id", it.id}, {"date", it.date}, {"slug", it.slug}, {"type", it.kind.typ}, {"link", c.address(it)},
			{"title", c.showTitle(it)}, {"excerpt", c.showExcerpt(it, false)},
		}
		switch {
		case it.kind.article:
			out = append(out, php.Member{"author", it.author}, php.Member{"featured_media", it.featured})
		case it.kind.textOnly:
			out[len(out)-1] = php.Member{"content", c.showContent(it, true)}
			out = slices.Insert(out, 3, php.Member{"status", it.status})
		default:
			out.Add(it.kind.meta[0].name, "")
		}
		if links {
			out.Add("_links", c.links(it))
		}
		return out
	}
	edit := context == "edit"
	dateGMT, modifiedGMT := it.dateGMT, it.modifiedGMT
	if dateGMT == "" {
		dateGMT = c.s.gmtOf(it.date)
	}
	if modifiedGMT == "" {
		modifiedGMT = c.s.gmtOf(it.modified)
	}
	guid := c.s.URL + it.guid
	out := make(php.Object, 0, 32)
	out = append(out, php.Member{"id", it.id}, php.Member{"date", it.date}, php.Member{"date_gmt", dateGMT},
		php.Member{"guid", withRaw(edit, guid, guid, false)}, php.Member{"modified", it.modified}, php.Member{"modified_gmt", modifiedGMT})
	if edit {
		out.Add("password", it.password)
	}
	out = append(out, php.Member{"slug", it.slug}, php.Member{"status", it.status}, php.Member{"type", it.kind.typ}, php.Member{"link", c.address(it)},
		php.Member{"title", c.showTitle(it)}, php.Member{"content", c.showContent(it, edit)})
	if it.kind.textOnly {
		out.Add("template", it.template)
		if links {
			out.Add("_links", c.links(it))
		}
		return out
	}
	out.Add("excerpt", c.showExcerpt(it, edit))
	if !it.kind.article {
		return c.finishBlock(out, it, links)
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
		out.Add(tax.base, c.s.termIDs(it, tax))
	}
	if edit {
		template, slug := c.s.samplePermalink(it)
		out.Add("permalink_template", template)
		out.Add("generated_slug", slug)
	}
	out.Add("class_list", c.s.classes(it))
	if links {
		out.Add("_links", c.links(it))
	}
	return out
}

func (c *call) showTitle(it *item) php.Object {
	if it.kind.rawTexts {
		return c.showBlockTitle(it)
	}
	return withRaw(c.in("edit") || it.kind.textOnly && c.in("embed"), it.title, it.html().title, true)
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
func (c *call) hidden(it *item) bool {
	if it.password == "" {
		return false
	}
	if (c.within || c.text("context") == "edit") && c.user.mayEdit(it) {
		return false
	}
	return c.text("password") != it.password
}

func (c *call) showContent(it *item, edit bool) php.Object {
	html := it.html().content
	if c.hidden(it) {
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

func (c *call) showExcerpt(it *item, edit bool) php.Object {
	html := it.html().excerpt
	if c.get("excerpt_length") != nil {
		html = php.RenderExcerpt(it.excerpt, it.html().content, int(c.integer("excerpt_length")))
	}
	if c.hidden(it) {
		html = ""
	}
	return append(withRaw(edit, it.excerpt, html, true), php.Member{"protected", it.password != ""})
}

// samplePermalink is the address with %postname% in it, and the slug that the title would get.
func (s *Server) samplePermalink(it *item) (template, slug string) {
	slug = php.Unescape(s.uniqueSlug(it, php.SlugOr(it.title, it.id)))
	if s.plain || it.kind.dated && it.status == "trash" {
		return s.URL + "/?" + it.kind.queryVar + "=" + strconv.FormatInt(it.id, 10), slug
	}
	return s.URL + s.prettyLink(it, it.kind.slugVar), slug
}

func (s *Server) classes(it *item) []string {
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
		for _, id := range s.termIDs(it, tax) {
			out = append(out, label+"-"+s.terms[id].slug)
		}
	}
	if it.kind.formats && it.format != "standard" {
		out = append(out, "post_format-post-format-"+it.format)
	}
	return slices.Clip(out)
}
