package media

import (
	"path"
	"regexp"
	"strconv"
	"strings"

	"github.com/fontcms/fontcms-go/cms/cmstest/internal/content"
	"github.com/fontcms/fontcms-go/cms/cmstest/internal/php"
	"github.com/fontcms/fontcms-go/cms/cmstest/internal/posts"
	"github.com/fontcms/fontcms-go/cms/cmstest/internal/rest"
)

func (s Plane) mayUpload(c *rest.Call) *rest.Error {
	if php.Truthy(c.Get("id")) {
		return rest.NewError(400, "rest_post_exists", "A new record must not have an id.")
	}
	kind := content.MediaResource()
	if why := s.Posts.MayAssign(c, kind); why != nil {
		return why
	}
	if !c.User.Can("upload_files") {
		return c.Forbidden("rest_cannot_create", "You may not upload files.")
	}
	if php.Truthy(c.Get("post")) {
		if it := s.Items[c.Integer("post")]; it == nil || !content.MayEdit(c.User, it) {
			return c.Forbidden("rest_cannot_edit", "You may not add files to this record.")
		}
	}
	return nil
}

type write struct {
	*posts.Write
	plane Plane
}

func (s Plane) create(c *rest.Call) (*rest.Response, *rest.Error) {
	if it := s.Items[c.Integer("post")]; it != nil && it.Kind.Attachment {
		return nil, belongsToFile()
	}
	var file *incoming
	var why *rest.Error
	address := c.Text("url")
	if address != "" {
		file, why = s.fetchOwn(c, address)
	} else {
		file, why = s.takeFile(c)
	}
	if why != nil {
		return nil, why
	}
	stored := s.keepFile(s.uploadFolder(c.Integer("post")), file.name, "", file.content)
	w := s.newMedia(c, stored, file.title)
	w.Next.Parent = c.Integer("post")
	if address == "" { // if the request has the argument url, WordPress ignores all other fields
		w.takeTexts()
		if why := w.prepare(); why != nil {
			return nil, why
		}
	}
	w.save()
	if c.Get("featured_media") != nil {
		if !takesFeatured(w.Next.Media) {
			return nil, rest.NewError(400, "rest_no_featured_media", "A file of this type cannot have a featured image.")
		}
		w.SetFeatured()
	}
	if c.Get("generate_sub_sizes") != false {
		w.Next.Media = w.Next.Media.With(func(a *content.Attachment) {
			if a.Details.Width > 0 {
				s.scaleDown(a)
				s.makeSizes(a)
			}
		})
	}
	c.SetContext("edit")
	answer := s.created(c, w.Next)
	if address != "" {
		answer.Header = answer.Header[:1]
	}
	return answer, nil
}

func belongsToFile() *rest.Error {
	return rest.NewError(400, "rest_invalid_param", "A file cannot be attached to another file.")
}

func (s Plane) newMedia(c *rest.Call, file, title string) *write {
	next := content.NewItem(content.MediaResource())
	next.Status, next.Author, next.Media = "inherit", c.User.ID, s.newAttachment(file)
	next.Title, next.Guid = title, s.UploadsPath()+file
	if title == "" {
		next.Title = strings.TrimSuffix(path.Base(file), path.Ext(file))
	}
	return &write{s.Posts.Change(c, nil, next), s}
}

func (s Plane) created(c *rest.Call, it *content.Item) *rest.Response {
	answer := rest.Created(s.Posts.Show(c, it), s.ItemURL(it))
	answer.Header.Add("X-WP-Upload-Attachment-ID", strconv.FormatInt(it.ID, 10))
	return answer
}

func (s Plane) update(c *rest.Call, prev *content.Item) (*rest.Response, *rest.Error) {
	w := &write{s.Posts.Change(c, prev, prev.Clone()), s}
	if c.Get("post") != nil {
		parent := max(0, c.Integer("post"))
		if it := s.Items[parent]; it != nil && it.Kind.Attachment {
			return nil, belongsToFile()
		}
		w.Next.Parent = parent
	}
	if author := c.Integer("author"); author != 0 && s.UserByID(author) == nil {
		return nil, rest.NewError(400, "rest_invalid_author", "The author does not exist: no user has this id.")
	}
	w.takeTexts()
	if why := w.prepare(); why != nil {
		return nil, why
	}
	if takesFeatured(w.Next.Media) {
		w.SetFeatured()
	}
	w.save()
	c.SetContext("edit")
	return rest.OK(s.Posts.Show(c, w.Next))
}

// takesFeatured reports whether the file may have a featured image: only audio and video may.
func takesFeatured(a *content.Attachment) bool {
	return strings.HasPrefix(a.Mime, "audio/") || strings.HasPrefix(a.Mime, "video/")
}

// takeTexts copies title, caption, description and alt_text into Next. An empty title of a new
// record is ignored.
func (w *write) takeTexts() {
	next := w.Next
	if title, ok := w.RawText("title"); ok {
		_, plain := w.Get("title").(string)
		if php.Truthy(title) || w.Prev != nil && (plain || title != "") {
			next.Title = strings.TrimSpace(title)
		}
	}
	if caption, ok := w.RawText("caption"); ok {
		next.Excerpt = caption
	}
	if description, ok := w.RawText("description"); ok {
		next.Content = description
	}
	if alt, ok := w.Get("alt_text").(string); ok {
		next.Media = next.Media.With(func(a *content.Attachment) { a.Alt = slashes.ReplaceAllString(alt, "$1") })
	}
}

// slashes matches a backslash and the character after it. WordPress removes these backslashes from
// metadata.
var slashes = regexp.MustCompile(`(?s)\\(.?)`)

// prepare copies the arguments that takeTexts does not copy. The status becomes "private" if the
// request has that status, and "inherit" for any other status.
func (w *write) prepare() *rest.Error {
	next := w.Next
	status, _ := w.Get("status").(string)
	public := status == "publish" || status == "future" || status == "private"
	if public && (w.Prev == nil || w.Prev.Status != status) && !w.User.Can("publish_posts") {
		return w.Forbidden("rest_cannot_publish", "You may not publish records of this type.")
	}
	switch status {
	case "":
	case "private":
		next.Status = status
	default:
		next.Status = "inherit"
	}
	w.PrepareDates()
	if why := w.DateFault(); why != nil {
		return why
	}
	if slug, ok := w.Get("slug").(string); ok {
		next.Slug = slug
	}
	if author := w.Integer("author"); w.plane.UserByID(author) != nil {
		next.Author = author
	}
	w.TakeDiscussion()
	return nil
}

func (w *write) save() {
	s, next := w.plane, w.Next
	w.SettleDates()
	if w.Prev == nil {
		next.ID = s.TakeID()
	}
	if w.Prev != nil && w.Prev.Status == "trash" && next.Status != "trash" && next.WantedSlug != "" {
		next.Slug, next.WantedSlug = next.WantedSlug, ""
	}
	if next.Slug == "" {
		next.Slug = php.SlugOr(next.Title, next.ID)
	}
	next.Slug = s.UniqueSlug(next, next.Slug)
	s.Items[next.ID] = next
}

// remove deletes a record and its files permanently. Media have no trash.
func (s Plane) remove(c *rest.Call, it *content.Item) (*rest.Response, *rest.Error) {
	if !c.Flag("force") {
		return nil, rest.NoTrash()
	}
	c.SetContext("edit")
	previous := s.Posts.Show(c, it)
	s.Destroy(it)
	return rest.Deleted(previous)
}

// Forget deletes the files of a destroyed record. It also removes the record as featured image of
// other records.
func (s Plane) Forget(it *content.Item) {
	if it.Media == nil {
		return
	}
	s.dropFiles(it.Media)
	for id, other := range s.Items {
		if other.Featured == it.ID {
			next := other.Clone()
			next.Featured = 0
			s.Items[id] = next
		}
	}
}

func (s Plane) postProcess(c *rest.Call, it *content.Item) (*rest.Response, *rest.Error) {
	it = it.Clone()
	it.Media = it.Media.With(func(a *content.Attachment) {
		if a.Details.Width > 0 {
			s.makeSizes(a)
		}
	})
	s.Items[it.ID] = it
	c.SetContext("edit")
	return rest.OK(s.Posts.Show(c, it))
}

func (s Plane) mayEditImage(c *rest.Call) *rest.Error {
	if !c.User.Can("upload_files") {
		return c.Forbidden("rest_cannot_edit_image", "You may not upload files.")
	}
	return s.Posts.One(content.MediaResource()).Permit(s.Posts.MayUpdate)(c)
}
