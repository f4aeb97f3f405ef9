package media

import (
	"path"
	"regexp"
	"slices"
	"strings"

	"github.com/fontcms/fontcms-go/cms/cmstest/internal/content"
	"github.com/fontcms/fontcms-go/cms/cmstest/internal/php"
	"github.com/fontcms/fontcms-go/cms/cmstest/internal/rest"
)

func imageEditRules() rest.Rules {
	return rest.Rules{"*": {Late: true}, "alt_text": {Clean: rest.CleanLine}, "post": {},
		"title": {Raw: true, Late: true}, "caption": {Raw: true, Late: true}, "description": {Raw: true, Late: true}}
}

// steps are what a request asks for, in whichever of the two ways it names them.
func (s Plane) steps(c *rest.Call) []step {
	var out []step
	list, _ := c.Get("modifiers").([]any)
	for _, one := range list {
		members, _ := one.(php.Object)
		args, _ := members.Get("args").(php.Object)
		switch members.Get("type") {
		case "flip":
			out = append(out, func(w, h int) (int, int) { return w, h })
		case "rotate":
			angle, _ := args.Get("angle").(float64)
			out = append(out, rotated(angle))
		case "crop":
			width, _ := args.Get("width").(float64)
			height, _ := args.Get("height").(float64)
			out = append(out, cropped(width, height))
		}
	}
	if list != nil {
		return out
	}
	if rotation := c.Integer("rotation"); rotation != 0 {
		out = append(out, rotated(float64(rotation)))
	}
	width, _ := c.Get("width").(float64)
	height, _ := c.Get("height").(float64)
	if c.Get("x") != nil && c.Get("y") != nil && c.Get("width") != nil && c.Get("height") != nil {
		out = append(out, cropped(width, height))
	}
	return out
}

var editedSuffix = regexp.MustCompile(`-edited(?:-\d+)?$`)

// edit makes a new image, and a record for it, out of the one that was uploaded.
func (s Plane) edit(c *rest.Call) (*rest.Response, *rest.Error) {
	it := s.Find(content.MediaResource(), c.Integer("id"))
	a := it.Media
	if !a.IsImage() || !holds(a, c.Text("src")) {
		return nil, rest.NewError(404, "rest_unknown_attachment", "This is not the address of the image.")
	}
	steps := s.steps(c)
	if len(steps) == 0 {
		return nil, rest.NewError(400, "rest_image_not_edited", "There is nothing to change.")
	}
	source := a.Folder() + a.Filename()
	width, height, ok := dimensions(s.Files[source])
	if !ok {
		return nil, rest.NewError(500, "rest_unknown_image_file_type", "The image could not be read.")
	}
	for _, next := range steps {
		if width, height = next(width, height); width < 1 || height < 1 || width*height > maxPixels {
			return nil, rest.NewError(500, "rest_image_crop_failed", "Nothing is left of the image.")
		}
	}
	extension := path.Ext(source)
	stem := editedSuffix.ReplaceAllString(strings.TrimSuffix(path.Base(source), extension), "")
	file := s.keepFile(s.uploadFolder(0), stem+"-edited"+extension, "", madeUp(width, height, a.Mime))
	w := s.newMedia(c, file, "")
	next := w.Next
	next.Title, next.Excerpt, next.Content, next.Parent = it.Title, it.Excerpt, it.Content, max(0, c.Integer("post"))
	next.Media = next.Media.With(func(n *content.Attachment) { n.Alt = a.Alt })
	if title, ok := c.Get("title").(string); ok && title == "" {
		next.Title = ""
	}
	w.takeTexts()
	w.save()
	next.Media = next.Media.With(func(n *content.Attachment) {
		n.Details.ParentID, n.Details.ParentFile = it.ID, source
		s.scaleDown(n)
		s.makeSizes(n)
	})
	c.SetContext("view")
	return s.created(c, next), nil
}

func holds(a *content.Attachment, address string) bool {
	address, _, _ = strings.Cut(address, "?")
	names := []string{path.Base(a.File), a.Filename()}
	for _, sub := range a.Details.Sizes {
		names = append(names, sub.File)
	}
	return slices.ContainsFunc(names, func(name string) bool { return strings.HasSuffix(address, "/"+a.Folder()+name) })
}
