package media

import (
	"fmt"
	"html"
	"path"
	"slices"
	"strconv"
	"strings"

	"github.com/fontcms/fontcms-go/cms/cmstest/internal/content"
	"github.com/fontcms/fontcms-go/cms/cmstest/internal/php"
	"github.com/fontcms/fontcms-go/cms/cmstest/internal/rest"
)

// Show returns the fields of a media record in the context of the request.
func (s Plane) Show(c *rest.Call, it *content.Item) php.Object {
	a, mediaType, description := it.Media, "file", s.renderDescription(it)
	if a.IsImage() {
		mediaType = "image"
	}
	caption := php.Texturize(php.RenderExcerpt(it.Excerpt, description, php.ExcerptLength))
	out := s.Posts.Members(c, it).With("meta", php.Object{})
	if address, template := s.Address(c, it), s.PlainAddress(it); c.In("edit") {
		if it.Parent != 0 && address != template {
			template = strings.TrimSuffix(strings.TrimSuffix(address, it.Slug+"/"), "attachment/") + "%postname%/"
		}
		out = out.With("permalink_template", template)
	}
	out = append(out, php.Object{
		{"description", content.Text(it.Content, description)}, {"caption", content.Text(it.Excerpt, caption)},
		{"alt_text", a.Alt}, {"media_type", mediaType}, {"mime_type", a.Mime},
		{"media_details", s.showDetails(a)}, {"post", orNull(it.Parent)},
		{"source_url", s.FileURL(a.File)}, {"missing_image_sizes", s.missingSizes(a)}, {"filename", a.Filename()},
		{"filesize", a.Details.Filesize},
	}...)
	if a.IsImage() {
		out = append(out, php.Object{{"exif_orientation", 1}, {"image_output_format", nil},
			{"image_save_progressive", false}, {"image_quality", php.Object{{"default", 82}, {"sizes", php.Object{}}}}}...)
	}
	out.Add("_links", s.links(c, it))
	return s.withoutParts(c, s.Shown(c, "media", out))
}

// withoutParts removes some fields if _fields names only a part of them, such as caption.raw.
// WordPress never shows parts of these fields.
func (s Plane) withoutParts(c *rest.Call, shown php.Object) php.Object {
	fields := rest.ParseFields(c.Get("_fields"))
	return slices.DeleteFunc(shown, func(m php.Member) bool {
		return slices.Contains([]string{"caption", "description", "media_details", "image_quality"}, m.Name) &&
			fields[m.Name] != nil
	})
}

func orNull(id int64) any {
	if id == 0 {
		return nil
	}
	return id
}

func (s Plane) showDetails(a *content.Attachment) php.Object {
	d := a.Details
	if d.Width == 0 {
		return php.Object{{"filesize", d.Filesize}, {"sizes", php.EmptyObject{}}}
	}
	out := php.Object{{"width", d.Width}, {"height", d.Height}, {"file", d.File}, {"filesize", d.Filesize}}
	sizes := php.Object{}
	for _, sub := range d.Sizes {
		sizes.Add(sub.Name, s.showSize(a, sub))
	}
	if len(sizes) == 0 {
		out.Add("sizes", php.EmptyObject{})
	} else {
		name := path.Base(a.File)
		sizes.Add("full", php.Object{{"file", name}, {"width", d.Width}, {"height", d.Height}, {"mime_type", a.Mime},
			{"source_url", s.FileURL(a.File)}})
		out.Add("sizes", sizes)
	}
	none := "0"
	out.Add("image_meta", php.Object{
		{"aperture", none}, {"credit", ""}, {"camera", ""}, {"caption", ""}, {"created_timestamp", none}, {"copyright", ""},
		{"focal_length", none}, {"iso", none}, {"shutter_speed", none}, {"title", ""}, {"orientation", none},
		{"keywords", []string{}}, {"alt", ""},
	})
	if a.Original != "" {
		out.Add("original_image", a.Original)
	}
	if d.ParentFile != "" {
		out.Add("parent_image", php.Object{{"attachment_id", strconv.FormatInt(d.ParentID, 10)}, {"file", d.ParentFile}})
	}
	return out
}

func (s Plane) showSize(a *content.Attachment, sub content.SubSize) php.Object {
	return php.Object{
		{"file", sub.File}, {"width", sub.Width}, {"height", sub.Height}, {"filesize", sub.Filesize}, {"mime_type", sub.Mime},
		{"source_url", s.FileURL(a.Folder() + sub.File)},
	}
}

// renderDescription returns a link to the file, and the description. In WordPress the theme adds
// sub-sizes and players.
func (s Plane) renderDescription(it *content.Item) string {
	address, shown := s.FileURL(it.Media.File), it.Title
	if it.Media.IsImage() {
		shown = fmt.Sprintf("<img src=\"%s\" alt=\"%s\" />", address, html.EscapeString(it.Media.Alt))
	}
	return fmt.Sprintf("<p class=\"attachment\"><a href='%s'>%s</a></p>\n", address, shown) + php.RenderContent(it.Content)
}

func (s Plane) links(c *rest.Call, it *content.Item) php.Object {
	out := s.Posts.FirstLinks(c, it)
	plain := len(out)
	if parent := s.Items[it.Parent]; parent != nil {
		out.Add(s.API.Prefix+":attached-to",
			[]php.Object{{{"embeddable", true}, {"post_type", parent.Kind.Type}, {"id", parent.ID},
				{"href", s.ItemURL(parent)}}})
	}
	if it.Featured != 0 {
		out.Add(s.API.Prefix+":featuredmedia",
			rest.Embeddable(s.API.At("media/"+strconv.FormatInt(it.Featured, 10), "")))
	}
	s.Posts.AddActions(c, &out, it, plain)
	return out
}
