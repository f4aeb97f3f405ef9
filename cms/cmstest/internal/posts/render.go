package posts

import (
	"slices"
	"strconv"
	"strings"

	"github.com/fontcms/fontcms-go/cms/cmstest/internal/content"
	"github.com/fontcms/fontcms-go/cms/cmstest/internal/php"
	"github.com/fontcms/fontcms-go/cms/cmstest/internal/rest"
)

// Show is a record in the shape of the request's context.
func (s Plane) Show(c *rest.Call, it *content.Item, links bool) php.Object {
	if show := s.Hooks.Show[it.Kind.Type]; show != nil {
		return show(c, it, links)
	}
	shown := s.showPost(c, it, links)
	if it.Kind.Own != nil {
		return s.showOwn(c, it, shown)
	}
	return shown
}

func (s Plane) showPost(c *rest.Call, it *content.Item, links bool) php.Object {
	context := c.Text("context")
	if context == "embed" {
		out := php.Object{
			{"id", it.ID}, {"date", it.Date}, {"slug", it.Slug}, {"type", it.Kind.Type}, {"link", s.Address(c, it)},
			{"title", s.showTitle(c, it)}, {"excerpt", s.showExcerpt(c, it, false)},
		}
		switch {
		case it.Kind.Article:
			out = append(out, php.Member{"author", it.Author}, php.Member{"featured_media", it.Featured})
		case it.Kind.TextOnly:
			out[len(out)-1] = php.Member{"content", s.showContent(c, it, true)}
			out = slices.Insert(out, 3, php.Member{"status", it.Status})
		default:
			out.Add(it.Kind.Meta[0].Name, "")
		}
		if links {
			out.Add("_links", s.links(c, it))
		}
		return out
	}
	edit := context == "edit"
	dateGMT, modifiedGMT := it.DateGMT, it.ModifiedGMT
	if dateGMT == "" {
		dateGMT = s.Clock.GMT(it.Date)
	}
	if modifiedGMT == "" {
		modifiedGMT = s.Clock.GMT(it.Modified)
	}
	guid := *s.API.Base + it.Guid
	out := make(php.Object, 0, 32)
	out = append(out, php.Member{"id", it.ID}, php.Member{"date", it.Date}, php.Member{"date_gmt", dateGMT},
		php.Member{"guid", content.WithRaw(edit, guid, guid, false)}, php.Member{"modified", it.Modified},
		php.Member{"modified_gmt", modifiedGMT})
	if edit {
		out.Add("password", it.Password)
	}
	out = append(out, php.Member{"slug", it.Slug}, php.Member{"status", it.Status}, php.Member{"type", it.Kind.Type},
		php.Member{"link", s.Address(c, it)},
		php.Member{"title", s.showTitle(c, it)}, php.Member{"content", s.showContent(c, it, edit)})
	if it.Kind.TextOnly {
		out.Add("template", it.Template)
		if links {
			out.Add("_links", s.links(c, it))
		}
		return out
	}
	out.Add("excerpt", s.showExcerpt(c, it, edit))
	if !it.Kind.Article {
		return s.finishBlock(c, out, it, links)
	}
	out = append(out, php.Member{"author", it.Author}, php.Member{"featured_media", it.Featured})
	if it.Kind.Tree {
		out = append(out, php.Member{"parent", it.Parent}, php.Member{"menu_order", it.MenuOrder})
	}
	out = append(out, php.Member{"comment_status", it.Comments}, php.Member{"ping_status", it.Pings})
	if it.Kind.Sticky {
		out.Add("sticky", it.Sticky)
	}
	out.Add("template", it.Template)
	if it.Kind.Formats {
		out.Add("format", it.Format)
	}
	out.Add("meta", php.Object{{"footnotes", it.Meta["footnotes"]}})
	for _, tax := range it.Kind.Taxonomies {
		out.Add(tax.Base, s.TermIDs(it, tax))
	}
	if edit {
		template, slug := s.SamplePermalink(it)
		out.Add("permalink_template", template)
		out.Add("generated_slug", slug)
	}
	out.Add("class_list", s.Classes(it))
	if links {
		out.Add("_links", s.links(c, it))
	}
	return out
}

func (s Plane) showTitle(c *rest.Call, it *content.Item) php.Object {
	if it.Kind.RawTexts {
		return s.showBlockTitle(c, it)
	}
	return content.WithRaw(c.In("edit") || it.Kind.TextOnly && c.In("embed"), it.Title, it.HTML().Title, true)
}

// hidden says whether the texts of a protected record are withheld: they are shown to an editor in the edit
// context, also where they are embedded, and to who sends the password.
func (s Plane) hidden(c *rest.Call, it *content.Item) bool {
	if it.Password == "" {
		return false
	}
	if (c.Within || c.Text("context") == "edit") && content.MayEdit(c.User, it) {
		return false
	}
	return c.Text("password") != it.Password
}

func (s Plane) showContent(c *rest.Call, it *content.Item, edit bool) php.Object {
	html := it.HTML().Content
	if s.hidden(c, it) {
		html = ""
	}
	shown := content.WithRaw(edit, it.Content, html, true)
	if it.Kind.RawTexts {
		shown = php.Object{{"raw", it.Content}} // even without the password
	}
	out := append(shown, php.Member{"protected", it.Password != ""})
	if edit {
		version := 0
		if php.HasBlocks(it.Content) {
			version = 1
		}
		out.Add("block_version", version)
	}
	return out
}

func (s Plane) showExcerpt(c *rest.Call, it *content.Item, edit bool) php.Object {
	html := it.HTML().Excerpt
	if c.Get("excerpt_length") != nil {
		html = php.RenderExcerpt(it.Excerpt, it.HTML().Content, int(c.Integer("excerpt_length")))
	}
	if s.hidden(c, it) {
		html = ""
	}
	return append(content.WithRaw(edit, it.Excerpt, html, true), php.Member{"protected", it.Password != ""})
}

// SamplePermalink is the address with %postname% in it, and the slug that the title would get.
func (s Plane) SamplePermalink(it *content.Item) (template, slug string) {
	slug = php.Unescape(s.UniqueSlug(it, php.SlugOr(it.Title, it.ID)))
	if s.API.Plain || it.Kind.Dated && it.Status == "trash" {
		return *s.API.Base + "/?" + it.Kind.QueryVar + "=" + strconv.FormatInt(it.ID, 10), slug
	}
	return *s.API.Base + s.PrettyLink(it, it.Kind.SlugVar), slug
}

// Classes are the names of classes that a theme gives to a record.
func (s Plane) Classes(it *content.Item) []string {
	out := []string{"post-" + strconv.FormatInt(it.ID, 10), it.Kind.Type, "type-" + it.Kind.Type, "status-" + it.Status}
	if it.Kind.Formats {
		out = append(out, "format-"+it.Format)
	}
	if it.Password != "" {
		out = append(out, "post-password-required")
	} else if it.Featured != 0 {
		out = append(out, "has-post-thumbnail")
	}
	out = append(out, "hentry")
	for _, tax := range it.Kind.Taxonomies {
		label := strings.TrimPrefix(tax.Name, "post_")
		for _, id := range s.TermIDs(it, tax) {
			slug := s.Terms[id].Slug
			if _, number := php.ToInt(slug); number { // it would be the class of the term with this id
				slug = strconv.FormatInt(id, 10)
			}
			out = append(out, label+"-"+slug)
		}
	}
	if it.Kind.Formats && it.Format != "standard" {
		out = append(out, "post_format-post-format-"+it.Format)
	}
	return slices.Clip(out)
}

// PostOf is the record with an id, or where that is negative the published one at a path.
func (s Plane) PostOf(id int64, path string) (found int64, title string, ok bool) {
	for _, it := range s.Items {
		if id == it.ID || id < 0 && it.Status == "publish" && s.Link(it) == *s.API.Base+path {
			return it.ID, it.Title, true
		}
	}
	return 0, "", false
}

// showBlockTitle has only the raw title, and nothing where a block is embedded.
func (s Plane) showBlockTitle(c *rest.Call, it *content.Item) php.Object {
	if c.Text("context") == "embed" {
		return php.Object{}
	}
	return php.Object{{"raw", it.Title}}
}

// finishBlock adds what comes after the texts of a block. The site takes the sync status from meta while it shows that
// one, so that it is "" in responses without meta.
func (s Plane) finishBlock(c *rest.Call, out php.Object, it *content.Item, links bool) php.Object {
	sync, shown := it.Kind.Meta[0].Name, ""
	if rest.ParseFields(c.Get("_fields")).Wants("meta") {
		shown = it.Meta[sync]
	}
	out.Add("template", it.Template)
	out.Add("meta", php.Object{{"footnotes", it.Meta["footnotes"]}})
	for _, tax := range it.Kind.Taxonomies {
		out.Add(tax.Base, s.TermIDs(it, tax))
	}
	out.Add(sync, shown)
	if links {
		out.Add("_links", s.links(c, it))
	}
	return out
}
