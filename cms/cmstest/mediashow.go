package cmstest

import (
	"fmt"
	"math"
	"path"
	"slices"
	"strconv"
	"strings"

	"github.com/fontcms/fontcms-go/cms/cmstest/internal/php"
	"github.com/fontcms/fontcms-go/cms/cmstest/internal/rest"
)

// showMedia is a record of the library in the shape of the request's context.
func (s mediaPlane) showMedia(c *rest.Call, it *item, links bool) php.Object {
	a := it.media
	context := c.Text("context")
	edit := context == "edit"
	mediaType := "file"
	if a.isImage() {
		mediaType = "image"
	}
	description := s.renderDescription(it)
	caption := php.Member{"caption",
		withRaw(edit, it.excerpt, php.Texturize(php.RenderExcerpt(it.excerpt, description, php.ExcerptLength)), true)}
	kinds := []php.Member{{"alt_text", a.alt}, {"media_type", mediaType}, {"mime_type", a.mime},
		{"media_details", s.showDetails(a)}}
	source, address := php.Member{"source_url", s.fileURL(a.file)}, s.address(c, it)
	var out php.Object
	if context == "embed" {
		out = php.Object{
			{"id", it.id}, {"date", it.date}, {"slug", it.slug}, {"type", it.kind.typ}, {"link", address},
			{"title", withRaw(false, it.title, it.html().title, true)}, {"author", it.author}, {"featured_media", it.featured},
			caption,
		}
		out = append(append(out, kinds...), source)
	} else {
		guid := s.URL + it.guid
		out = php.Object{
			{"id", it.id}, {"date", it.date}, {"date_gmt", it.dateGMT}, {"guid", withRaw(edit, guid, guid, false)},
			{"modified", it.modified}, {"modified_gmt", it.modifiedGMT}, {"slug", it.slug}, {"status", it.status},
			{"type", it.kind.typ}, {"link", address}, {"title", withRaw(edit, it.title, it.html().title, true)},
			{"author", it.author}, {"featured_media", it.featured}, {"comment_status", it.comments}, {"ping_status", it.pings},
			{"template", it.template}, {"meta", php.Object{}},
		}
		if edit {
			_, slug := s.content.samplePermalink(it)
			template := s.plainAddress(it)
			if it.parent != 0 && address != template {
				template = strings.TrimSuffix(strings.TrimSuffix(address, it.slug+"/"), "attachment/") + "%postname%/"
			}
			out.Add("permalink_template", template)
			out.Add("generated_slug", slug)
		}
		out = append(out, php.Member{"class_list", s.content.classes(it)},
			php.Member{"description", withRaw(edit, it.content, description, true)}, caption)
		out = append(out, kinds...)
		out = append(out, php.Member{"post", orNull(it.parent)}, source)
		if edit {
			out.Add("missing_image_sizes", s.missingSizes(a))
		}
		out = append(out, php.Member{"filename", a.filename()}, php.Member{"filesize", a.details.filesize})
		if edit && a.isImage() {
			out = append(out, php.Member{"exif_orientation", 1}, php.Member{"image_output_format", nil},
				php.Member{"image_save_progressive", false},
				php.Member{"image_quality", php.Object{{"default", 82}, {"sizes", php.Object{}}}})
		}
	}
	if links {
		out.Add("_links", s.mediaLinks(c, it))
	}
	return s.withoutParts(c, out)
}

// withoutParts drops what the site shows whole or not at all, if parts of it were asked for.
func (s mediaPlane) withoutParts(c *rest.Call, shown php.Object) php.Object {
	fields := rest.ParseFields(c.Get("_fields"))
	return slices.DeleteFunc(shown, func(m php.Member) bool {
		return slices.Contains([]string{"caption", "description", "media_details", "image_quality"}, m.Name) &&
			fields[m.Name] != nil
	})
}

// plainAddress is that of a record where readable addresses are off.
func (s *records) plainAddress(it *item) string {
	return fmt.Sprintf("%s/?%s=%d", *s.api.Base, it.kind.queryVar, it.id)
}

// address is that of a record's page as the caller may see it: of a private record, and of what belongs to one, those
// alone see the readable one who may read such records, or who wrote or uploaded it.
func (s *records) address(c *rest.Call, it *item) string {
	if it.status == "private" && !it.kind.attachment && !s.mayRead(c, it) {
		return s.plainAddress(it)
	}
	if parent := s.items[it.parent]; parent != nil && parent.status == "private" && it.status == "inherit" &&
		!c.User.Can("read_private_posts") && (c.User == nil || c.User.ID != it.author) {
		return s.plainAddress(it)
	}
	return s.link(it)
}

func orNull(id int64) any {
	if id == 0 {
		return nil
	}
	return id
}

// showDetails are the media_details of a record.
func (s mediaPlane) showDetails(a *attachment) php.Object {
	d := a.details
	if d.width == 0 {
		return php.Object{{"filesize", d.filesize}, {"sizes", php.EmptyObject{}}}
	}
	out := php.Object{{"width", d.width}, {"height", d.height}, {"file", d.file}, {"filesize", d.filesize}}
	sizes := php.Object{}
	for _, sub := range d.sizes {
		sizes.Add(sub.name, s.showSize(a, sub))
	}
	if len(sizes) == 0 {
		out.Add("sizes", php.EmptyObject{})
	} else {
		name := path.Base(a.file)
		sizes.Add("full", php.Object{{"file", name}, {"width", d.width}, {"height", d.height}, {"mime_type", a.mime},
			{"source_url", s.fileURL(a.file)}})
		out.Add("sizes", sizes)
	}
	none := "0"
	out.Add("image_meta", php.Object{
		{"aperture", none}, {"credit", ""}, {"camera", ""}, {"caption", ""}, {"created_timestamp", none}, {"copyright", ""},
		{"focal_length", none}, {"iso", none}, {"shutter_speed", none}, {"title", ""}, {"orientation", none},
		{"keywords", []string{}}, {"alt", ""},
	})
	if a.original != "" {
		out.Add("original_image", a.original)
	}
	if d.parentFile != "" {
		out.Add("parent_image", php.Object{{"attachment_id", strconv.FormatInt(d.parentID, 10)}, {"file", d.parentFile}})
	}
	return out
}

func (s mediaPlane) showSize(a *attachment, sub subSize) php.Object {
	return php.Object{
		{"file", sub.file}, {"width", sub.width}, {"height", sub.height}, {"filesize", sub.filesize}, {"mime_type", sub.mime},
		{"source_url", s.fileURL(a.folder() + sub.file)},
	}
}

// renderDescription is the HTML of a record's page: the file, and what is said about it.
func (s mediaPlane) renderDescription(it *item) string {
	a := it.media
	address := s.fileURL(a.file)
	text := php.RenderContent(it.content)
	switch kind, _, _ := strings.Cut(a.mime, "/"); kind {
	case "image":
		return fmt.Sprintf("<p class=\"attachment\"><a href='%s'>%s</a></p>\n", address, s.imageElement(a)) + text
	case "audio":
		return s.player(it, kind, `preload="none" style="width: 100%;"`) + "\n" + text
	case "video":
		poster := ""
		if image := s.items[it.featured]; image != nil && image.media != nil {
			poster = fmt.Sprintf(` poster="%s"`, s.fileURL(image.media.file))
		}
		return `<div style="width: 640px;" class="` + s.api.Prefix + `-video">` +
			s.player(it, kind, `width="640" height="360"`+poster+` preload="metadata"`) + "</div>\n" + text
	}
	return fmt.Sprintf("<p class=\"attachment\"><a href='%s'>%s</a></p>\n", address, it.title) + text
}

// player is the element that plays a file. The site numbers those of an answer; here each is the first.
func (s mediaPlane) player(it *item, kind, attributes string) string {
	address := s.fileURL(it.media.file)
	return fmt.Sprintf(`<%[1]s class="%[2]s-%[1]s-shortcode" id="%[1]s-%[3]d-1" %[4]s controls="controls"><source type=%[5]q src="%[6]s?_=1" /><a href="%[6]s">%[6]s</a></%[1]s>`,
		kind, s.api.Prefix, it.id, attributes, it.media.mime, address)
}

// imageElement shows an image in the size medium, and names its other sizes of the same proportions.
func (s mediaPlane) imageElement(a *attachment) string {
	whole := subSize{file: path.Base(a.file), width: a.details.width, height: a.details.height}
	shown := whole
	if medium := a.size("medium"); medium != nil {
		shown = *medium
	}
	shown.width, shown.height = fitIn(shown, 300)
	alike := []subSize{shown}
	for _, sub := range append(slices.Clone(a.details.sizes), whole) {
		w, h := fit(sub.width, sub.height, shown.width, shown.height)
		same := int(math.Abs(float64(w-shown.width))) <= 1 && int(math.Abs(float64(h-shown.height))) <= 1
		if sub.width < shown.width {
			w, h = fit(shown.width, shown.height, sub.width, sub.height)
			same = int(math.Abs(float64(w-sub.width))) <= 1 && int(math.Abs(float64(h-sub.height))) <= 1
		}
		if same && sub.width <= 2048 &&
			!slices.ContainsFunc(alike, func(other subSize) bool { return other.width == sub.width }) {
			alike = append(alike, sub)
		}
	}
	if a.mime == "image/gif" { // it might move, which none of its smaller ones does
		alike = slices.DeleteFunc(alike, func(sub subSize) bool { return sub.file == whole.file })
	}
	folder := a.folder()
	out := fmt.Sprintf("<img loading=\"lazy\" decoding=\"async\" width=\"%d\" height=\"%d\" src=\"%s\" class=\"attachment-medium size-medium\" alt=\"%s\"",
		shown.width, shown.height, s.fileURL(folder+shown.file), php.EscapeAttribute(a.alt))
	if len(alike) > 1 && len(a.details.sizes) > 0 {
		var set []string
		for _, sub := range alike {
			set = append(set, fmt.Sprintf("%s %dw", s.fileURL(folder+sub.file), sub.width))
		}
		out += fmt.Sprintf(" srcset=\"%s\" sizes=\"auto, (max-width: %dpx) 100vw, %dpx\"", strings.Join(set, ", "),
			shown.width, shown.width)
	}
	return out + " />"
}

func fitIn(sub subSize, box int) (w, h int) {
	if sub.width == 0 { // not measured
		return 1, 1
	}
	return fit(sub.width, sub.height, box, box)
}

// mediaLinks are the relations of a record of the library.
func (s mediaPlane) mediaLinks(c *rest.Call, it *item) php.Object {
	base, self := "/"+s.api.Prefix+"/v2/", s.content.itemURL(it)
	out := php.Object{
		{"self", []php.Object{s.content.selfLink(c, it)}},
		{"collection", rest.Link(s.api.Address(base+it.kind.base, ""))},
		{"about", rest.Link(s.api.Address(base+"types/"+it.kind.typ, ""))},
	}
	if it.author != 0 {
		out.Add("author", rest.Embeddable(s.api.Address(base+"users/"+strconv.FormatInt(it.author, 10), "")))
	}
	out.Add("replies", rest.Embeddable(s.api.Address(base+"comments", "post="+strconv.FormatInt(it.id, 10))))
	plain := len(out)
	if parent := s.items[it.parent]; parent != nil {
		out.Add(s.api.Prefix+":attached-to",
			[]php.Object{{{"embeddable", true}, {"post_type", parent.kind.typ}, {"id", parent.id},
				{"href", s.content.itemURL(parent)}}})
	}
	if it.featured != 0 {
		out.Add(s.api.Prefix+":featuredmedia",
			rest.Embeddable(s.api.Address(base+"media/"+strconv.FormatInt(it.featured, 10), "")))
	}
	if c.Text("context") == "edit" {
		for _, action := range s.content.actions(c, it) {
			if action != "publish" { // the library has no such right
				out.Add(s.api.Prefix+":action-"+action, rest.Link(self))
			}
		}
	}
	if len(out) > plain {
		out.Add("curies", s.api.Curies())
	}
	return out
}

// mediaLink is the address of a record's page: below that of what it belongs to, or at the top.
func (s *records) mediaLink(it *item) string {
	parent := s.items[it.parent]
	switch {
	case s.api.Plain || it.status == "trash" || it.parent != 0 && parent == nil,
		parent != nil && (isDraft(parent.status) || parent.status == "future" || parent.status == "trash"):
		return fmt.Sprintf("/?%s=%d", it.kind.queryVar, it.id)
	case parent == nil:
		return "/" + it.slug + "/"
	case strings.Trim(it.slug, "0123456789") == "":
		return s.localLink(parent) + "attachment/" + it.slug + "/"
	}
	return s.localLink(parent) + it.slug + "/"
}
