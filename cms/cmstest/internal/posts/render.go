package posts

import (
	"cmp"
	"strconv"
	"strings"

	"github.com/fontcms/fontcms-go/cms/cmstest/internal/content"
	"github.com/fontcms/fontcms-go/cms/cmstest/internal/php"
	"github.com/fontcms/fontcms-go/cms/cmstest/internal/rest"
)

// Show returns the fields of a record in the context of the request.
func (s Plane) Show(c *rest.Call, it *content.Item) php.Object {
	if show := s.Hooks.Show[it.Kind.Type]; show != nil {
		return show(c, it)
	}
	shown := s.showPost(c, it)
	if it.Kind.Own != nil {
		return s.showOwn(c, it, shown)
	}
	return shown
}

// Members returns the fields of a post for all contexts. The schema of the route decides which
// fields are shown.
func (s Plane) Members(c *rest.Call, it *content.Item) php.Object {
	guid := *s.API.Base + it.Guid
	dateGMT, modifiedGMT := it.DateGMT, it.ModifiedGMT
	if dateGMT == "" {
		dateGMT = s.Clock.GMT(it.Date)
	}
	if modifiedGMT == "" {
		modifiedGMT = s.Clock.GMT(it.Modified)
	}
	texts := it.Encoded()
	body, excerpt := texts.Content, texts.Excerpt
	if c.Get("excerpt_length") != nil {
		excerpt = php.RenderExcerpt(it.Excerpt, it.HTML().Content, int(c.Integer("excerpt_length")))
	}
	if s.hidden(c, it) {
		body, excerpt = "", ""
	}
	version := 0
	if php.HasBlocks(it.Content) {
		version = 1
	}
	protected := it.Password != ""
	out := make(php.Object, 0, 40)
	out = append(out, php.Object{
		{"id", it.ID}, {"date", it.Date}, {"date_gmt", s.Clock.Shown(dateGMT)}, {"guid", content.Text(guid, guid)},
		{"modified", it.Modified},
		{"modified_gmt", s.Clock.Shown(modifiedGMT)}, {"password", it.Password},
		{"slug", it.Slug}, {"status", it.Status}, {"type", it.Kind.Type}, {"link", s.Address(c, it)},
		{"title", texts.Title},
		{"content", php.Object{{"raw", texts.RawContent}, {"rendered", body}, {"protected", protected},
			{"block_version", version}}},
		{"excerpt", php.Object{{"raw", texts.RawExcerpt}, {"rendered", excerpt}, {"protected", protected}}},
		{"author", it.Author}, {"featured_media", it.Featured}, {"parent", it.Parent}, {"menu_order", it.MenuOrder},
		{"comment_status", it.Comments}, {"ping_status", it.Pings}, {"sticky", it.Sticky}, {"template", it.Template},
		{"format", it.Format}, {"meta", php.Object{{"footnotes", it.Meta["footnotes"]}}},
	}...)
	terms := make([][]int64, len(it.Kind.Taxonomies))
	for i, tax := range it.Kind.Taxonomies {
		terms[i] = s.TermIDs(it, tax)
		out.Add(tax.Base, terms[i])
	}
	if it.Kind.Article && c.In("edit") { // only for this context, because comparing the slug with all records is slow
		template, slug := s.samplePermalink(c, it)
		out = append(out, php.Member{"permalink_template", template}, php.Member{"generated_slug", slug})
	}
	if it.Kind.Article {
		out.Add("class_list", s.classes(it, terms))
	}
	return out
}

func (s Plane) showPost(c *rest.Call, it *content.Item) php.Object {
	out := s.Members(c, it)
	out.Add("_links", s.links(c, it))
	if it.Kind.Own == nil {
		out = s.Shown(c, it.Kind.Base, out)
	} else { // showOwn later drops the fields that the type does not have
		out = s.Contexts("/"+s.API.Namespace()+"/posts").Filter(out, cmp.Or(c.Text("context"), "view"))
	}
	// The sync status is not in the schema. WordPress reads it from the meta of the response,
	// so it is "" unless the response has meta.
	if it.Kind.RawTexts {
		sync, shown := it.Kind.Meta[0].Name, ""
		if !c.In("embed") && rest.ParseFields(c.Get("_fields")).Wants("meta") {
			shown = it.Meta[sync]
		}
		out.Add(sync, shown)
	}
	return out
}

// hidden reports whether the texts of a record with a password are left out. Editors see the
// texts in the edit context, and in records that such a response embeds. Other callers must send
// the password.
func (s Plane) hidden(c *rest.Call, it *content.Item) bool {
	if it.Password == "" {
		return false
	}
	if (c.Within || c.Text("context") == "edit") && content.MayEdit(c.User, it) {
		return false
	}
	return c.Text("password") != it.Password
}

// samplePermalink returns the address of a record and the slug that its title would get. In the
// address, a placeholder such as %postname% stands for the slug. An address with the id has no
// placeholder.
func (s Plane) samplePermalink(c *rest.Call, it *content.Item) (template, slug string) {
	slug = php.Unescape(s.SlugOfTitle(c, it))
	if s.API.Plain || it.Kind.Dated && it.Status == "trash" {
		return *s.API.Base + "/?" + it.Kind.QueryVar + "=" + strconv.FormatInt(it.ID, 10), slug
	}
	return *s.API.Base + s.PrettyLink(it, it.Kind.SlugVar), slug
}

// classes returns the CSS classes of a record. The parameter terms has the ids of its terms, by
// taxonomy.
func (s Plane) classes(it *content.Item, terms [][]int64) []string {
	out := append(make([]string, 0, 12), "post-"+strconv.FormatInt(it.ID, 10), it.Kind.Type, "type-"+it.Kind.Type,
		"status-"+it.Status)
	if it.Kind.Formats {
		out = append(out, "format-"+it.Format)
	}
	if it.Password != "" {
		out = append(out, "post-password-required")
	} else if it.Featured != 0 {
		out = append(out, "has-post-thumbnail")
	}
	out = append(out, "hentry")
	for i, tax := range it.Kind.Taxonomies {
		label := strings.TrimPrefix(tax.Name, "post_")
		for _, id := range terms[i] {
			slug := s.Terms[id].Slug
			// A slug that is a number could be taken for the id of another term. So the class
			// has the id instead.
			if _, number := php.ToInt(slug); number {
				slug = strconv.FormatInt(id, 10)
			}
			out = append(out, label+"-"+slug)
		}
	}
	if it.Kind.Formats && it.Format != "standard" {
		out = append(out, "post_format-post-format-"+it.Format)
	}
	return out
}

// PostOf returns the record with an id. If id is negative, it returns the published record at path.
func (s Plane) PostOf(id int64, path string) (found int64, title string, ok bool) {
	for _, it := range s.Items {
		if id == it.ID || id < 0 && it.Status == "publish" && s.Link(it) == *s.API.Base+path {
			return it.ID, it.Title, true
		}
	}
	return 0, "", false
}
