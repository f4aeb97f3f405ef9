package cmstest

import (
	"fmt"
	"path"
	"regexp"
	"strconv"
	"strings"

	"github.com/fontcms/fontcms-go/cms/cmstest/internal/php"
)

func (s mediaPlane) mayUpload(c *call) *fault {
	if php.Truthy(c.get("id")) {
		return newFault(400, "rest_post_exists", "A new record cannot bring its id.")
	}
	kind := mediaResource()
	if why := s.content.mayAssign(c, kind); why != nil {
		return why
	}
	if !c.user.Can("upload_files") {
		return c.forbidden("rest_cannot_create", "You may not upload files here.")
	}
	if php.Truthy(c.get("post")) {
		if it := s.items[c.integer("post")]; it == nil || !mayEdit(c.user, it) {
			return c.forbidden("rest_cannot_edit", "You may not add files to this record.")
		}
	}
	return nil
}

// createMedia stores a file and makes a record for it.
func (s mediaPlane) createMedia(c *call) (*response, *fault) {
	if it := s.items[c.integer("post")]; it != nil && it.kind.attachment {
		return nil, belongsToFile()
	}
	var file *incoming
	var why *fault
	address := c.text("url")
	if address != "" {
		file, why = s.fetchOwn(c, address)
	} else {
		file, why = s.takeFile(c)
	}
	if why != nil {
		return nil, why
	}
	stored := s.keepFile(s.uploadFolder(c.integer("post")), file.name, "", file.content)
	w := s.newMedia(c, stored, file.title)
	w.next.parent = c.integer("post")
	if address == "" { // of a file that the site fetches itself it takes nothing else
		w.takeTexts()
		if why := w.prepareMedia(); why != nil {
			return nil, why
		}
	}
	w.saveMedia()
	if c.get("featured_media") != nil {
		if !w.next.media.takesFeatured() {
			return nil, newFault(400, "rest_no_featured_media", "A file of this type has no image of its own.")
		}
		w.setFeatured()
	}
	if c.get("generate_sub_sizes") != false {
		w.next.media = w.next.media.with(func(a *attachment) {
			if a.details.width > 0 {
				s.scaleDown(a)
				s.makeSizes(a)
			}
		})
	}
	c.setContext("edit")
	answer := s.mediaMade(c, w.next)
	if address != "" {
		answer.header = answer.header[:1]
	}
	return answer, nil
}

func belongsToFile() *fault {
	return newFault(400, "rest_invalid_param", "A file cannot belong to a file.")
}

// newMedia begins a record for a file that is stored.
func (s mediaPlane) newMedia(c *call, file, title string) *write {
	next := newItem(mediaResource())
	next.status, next.author, next.media = "inherit", c.user.ID, s.newAttachment(file)
	next.title, next.guid = title, s.uploadsPath()+file
	if title == "" {
		next.title = strings.TrimSuffix(path.Base(file), path.Ext(file))
	}
	return &write{s: s.content, call: c, next: next}
}

func (s mediaPlane) mediaMade(c *call, it *item) *response {
	answer := &response{status: 201, body: s.content.show(c, it, true)}
	answer.header.Add("Location", s.content.itemURL(it))
	answer.header.Add("X-WP-Upload-Attachment-ID", strconv.FormatInt(it.id, 10))
	return answer
}

func (s mediaPlane) updateMedia(c *call) (*response, *fault) {
	prev := s.content.find(mediaResource(), c.integer("id"))
	w := &write{s: s.content, call: c, prev: prev, next: prev.clone()}
	if c.get("post") != nil {
		parent := max(0, c.integer("post"))
		if it := s.items[parent]; it != nil && it.kind.attachment {
			return nil, belongsToFile()
		}
		w.next.parent = parent
	}
	if author := c.integer("author"); author != 0 && s.userByID(author) == nil {
		return nil, newFault(400, "rest_invalid_author", "There is no such author.")
	}
	w.takeTexts()
	if why := w.prepareMedia(); why != nil {
		return nil, why
	}
	if w.next.media.takesFeatured() {
		w.setFeatured()
	}
	w.saveMedia()
	c.setContext("edit")
	return &response{status: 200, body: s.content.show(c, w.next, true)}, nil
}

// takesFeatured says whether an image can stand for the file: for a sound or a video.
func (a *attachment) takesFeatured() bool {
	return strings.HasPrefix(a.mime, "audio/") || strings.HasPrefix(a.mime, "video/")
}

// takeTexts takes over what is said about a file. An empty title of a new record is none.
func (w *write) takeTexts() {
	next := w.next
	if title, ok := w.rawText("title"); ok {
		_, plain := w.get("title").(string)
		if php.Truthy(title) || w.prev != nil && (plain || title != "") {
			next.title = strings.TrimSpace(title)
		}
	}
	if caption, ok := w.rawText("caption"); ok {
		next.excerpt = caption
	}
	if description, ok := w.rawText("description"); ok {
		next.content = description
	}
	if alt, ok := w.get("alt_text").(string); ok {
		next.media = next.media.with(func(a *attachment) { a.alt = slashes.ReplaceAllString(alt, "$1") })
	}
}

// slashes are those that the site drops from what it keeps beside the record itself.
var slashes = regexp.MustCompile(`(?s)\\(.?)`)

// prepareMedia takes over the arguments that are no texts. A record of the library is private or goes with what it
// belongs to; other statuses are taken for the latter.
func (w *write) prepareMedia() *fault {
	next := w.next
	status, _ := w.get("status").(string)
	public := status == "publish" || status == "future" || status == "private"
	if public && (w.prev == nil || w.prev.status != status) && !w.user.Can("publish_posts") {
		return w.forbidden("rest_cannot_publish", "You may not publish records here.")
	}
	switch status {
	case "":
	case "private":
		next.status = status
	default:
		next.status = "inherit"
	}
	w.prepareDates()
	if why := w.dateFault(); why != nil {
		return why
	}
	if slug, ok := w.get("slug").(string); ok {
		next.slug = slug
	}
	if author := w.integer("author"); w.s.userByID(author) != nil {
		next.author = author
	}
	if v := w.text("comment_status"); v != "" {
		next.comments = v
	}
	if v := w.text("ping_status"); v != "" {
		next.pings = v
	}
	return nil
}

func (w *write) saveMedia() {
	s, next := w.s.Server, w.next
	w.settleDates()
	if w.prev == nil {
		next.id = s.content.takeID()
	}
	if w.prev != nil && w.prev.status == "trash" && next.status != "trash" && next.wantedSlug != "" {
		next.slug, next.wantedSlug = next.wantedSlug, ""
	}
	if next.slug == "" {
		next.slug = php.SlugOr(next.title, next.id)
	}
	next.slug = s.content.uniqueSlug(next, next.slug)
	s.items[next.id] = next
}

// deleteMedia destroys a record with its files. There is no trash for them.
func (s mediaPlane) deleteMedia(c *call) (*response, *fault) {
	it := s.content.find(mediaResource(), c.integer("id"))
	if !c.flag("force") {
		return nil, newFault(501, "rest_trash_not_supported", "Files cannot be moved to the trash: force has to be true.")
	}
	c.setContext("edit")
	previous := s.content.show(c, it, false)
	s.destroyMedia(it)
	return &response{status: 200, body: php.Object{{"deleted", true}, {"previous", previous}}}, nil
}

// destroyMedia deletes a record with its files, and takes it from the records that it was the image of.
func (s mediaPlane) destroyMedia(it *item) {
	s.dropFiles(it.media)
	delete(s.items, it.id)
	for _, m := range s.comment.commentsOf(it.id) {
		delete(s.comments, m.id)
	}
	for id, other := range s.items {
		if other.featured == it.id {
			next := other.clone()
			next.featured = 0
			s.items[id] = next
		}
	}
}

// setFeatured makes an image that of a record. 0, and the id of a record that is no image, take it away; an id
// that is free leaves it alone.
func (w *write) setFeatured() {
	if w.get("featured_media") == nil {
		return
	}
	id := max(w.integer("featured_media"), -w.integer("featured_media")) // the site drops the sign
	switch it := w.s.items[id]; {
	case it != nil && it.media != nil && it.media.isImage():
		w.next.featured = id
	case it != nil || id == 0:
		w.next.featured = 0
	}
}

func postProcessParams() []param {
	return []param{idParam(), {name: "action", schema: text("create-image-subsizes"), required: true}}
}

// postProcess makes the sizes of an image that are missing.
func (s mediaPlane) postProcess(c *call) (*response, *fault) {
	it := s.content.find(mediaResource(), c.integer("id")).clone()
	it.media = it.media.with(func(a *attachment) {
		if a.details.width > 0 {
			s.makeSizes(a)
		}
	})
	s.items[it.id] = it
	c.setContext("edit")
	return &response{status: 200, body: s.content.show(c, it, true)}, nil
}

// mayEditImage is asked for what changes the files of a record.
func (s mediaPlane) mayEditImage(c *call) *fault {
	if !c.user.Can("upload_files") {
		return c.forbidden("rest_cannot_edit_image", "You may not upload files here.")
	}
	return s.content.mayUpdate(c, mediaResource())
}

// number takes a number within limits, both included.
func takeNumber(name string, low, high float64) func(*call, any) (any, *problem) {
	return func(_ *call, value any) (any, *problem) {
		n, ok := php.ToNumber(value)
		switch {
		case !ok:
			return nil, invalidType(name, "number")
		case n < low || n > high:
			return nil, &problem{"rest_out_of_bounds", fmt.Sprintf("%s must lie between %v and %v, both included.", name, low, high), nil}
		}
		return n, nil
	}
}
