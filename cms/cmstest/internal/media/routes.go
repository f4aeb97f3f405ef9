package media

import (
	"fmt"
	"maps"
	"path"
	"regexp"
	"slices"
	"strings"

	"github.com/fontcms/fontcms-go/cms/cmstest/internal/content"
	"github.com/fontcms/fontcms-go/cms/cmstest/internal/php"
	"github.com/fontcms/fontcms-go/cms/cmstest/internal/rest"
)

// Routes returns the routes of media.
func (s Plane) Routes() []*rest.Route {
	kind := content.MediaResource()
	one := s.Posts.One(kind)
	var routes []*rest.Route
	add := func(path string, endpoints ...rest.Endpoint) {
		routes = append(routes, s.API.Route("/media"+path, endpoints...))
	}
	late := rest.Rule{Late: true}
	write := rest.Rules{"alt_text": {Clean: rest.CleanLine}}
	maps.Copy(write, s.Posts.WriteRules())
	create := rest.Rules{"url": {Check: s.checkSource}, "generate_sub_sizes": late, "convert_format": late}
	maps.Copy(create, write)
	add("",
		rest.OnKind(kind, []string{"GET"}, kind.ListRules(), s.Posts.MayList, s.list),
		rest.On([]string{"POST"}, create, s.mayUpload, s.create))
	add("/{id}",
		one.On([]string{"GET"}, nil, s.Posts.MayGet, s.Posts.Read),
		one.On(rest.UpdateMethods, write, s.Posts.MayUpdate, s.update),
		one.On([]string{"DELETE"}, nil, s.Posts.MayDelete, s.remove))
	post, all := []string{"POST"}, rest.Rules{"*": late}
	add("/{id}/post-process", one.On(post, all, s.Posts.MayUpdate, s.postProcess))
	add("/{id}/edit", rest.On(post, imageEditRules(), s.mayEditImage, s.edit))
	add("/{id}/sideload", rest.On(post, rest.Rules{"image_size": {Check: checkImageSize}, "convert_format": late},
		s.mayEditImage, s.sideload))
	add("/{id}/finalize", rest.On(post, finalizeRules(), s.mayEditImage, s.finalize))
	for _, r := range routes[len(routes)-2:] {
		r.Secure = true
	}
	return routes
}

func (s Plane) list(c *rest.Call, kind *content.Resource) (*rest.Response, *rest.Error) {
	return s.Posts.List(c, kind, s.filter(c))
}

// filter returns the filter of media_type and mime_type. A record passes if it matches one of them.
// Media types that the caller may not upload are ignored.
func (s Plane) filter(c *rest.Call) content.Matcher {
	kinds := c.Strings("media_type")
	types := slices.DeleteFunc(c.Strings("mime_type"), func(t string) bool {
		return extensionOf(t) == "" || !mayHold(c.User, t)
	})
	if len(kinds)+len(types) == 0 {
		return func(*content.Item) bool { return true }
	}
	return func(it *content.Item) bool {
		first, _, _ := strings.Cut(it.Media.Mime, "/")
		return slices.Contains(kinds, first) || slices.Contains(types, it.Media.Mime)
	}
}

// Index returns the fields about images in the root index. Only users who may upload see them, and
// only on https or localhost.
func (s Plane) Index(c *rest.Call) php.Object {
	if !c.Secure || !c.User.Can("upload_files") {
		return nil
	}
	var sizes php.Object
	for _, size := range imageSizes() {
		sizes.Add(size.name, php.Object{{"width", size.width}, {"height", size.height}, {"crop", size.crop}})
	}
	return php.Object{{"image_sizes", sizes}, {"image_size_threshold", bigImage}, {"image_strip_meta", true},
		{"image_max_bit_depth", 16}}
}

// checkSource accepts only addresses of the site itself, because the server uses no network.
func (s Plane) checkSource(_ *rest.Call, _ *rest.Param, value any) *rest.Problem {
	address, ok := value.(string)
	if !ok {
		return rest.InvalidType("url", "string")
	}
	below, own := strings.CutPrefix(address, *s.API.Base)
	if own && (below == "" || strings.ContainsRune("/?#", rune(below[0]))) {
		return nil
	}
	return &rest.Problem{Code: "rest_invalid_url",
		Message: fmt.Sprintf("%q is not the address of an image that this site can fetch.", address),
		Data:    php.Object{{"status", 400}}}
}

func imageEditRules() rest.Rules {
	return rest.Rules{"*": {Late: true}, "alt_text": {Clean: rest.CleanLine}, "post": {},
		"title": {Raw: true, Late: true}, "caption": {Raw: true, Late: true}, "description": {Raw: true, Late: true}}
}

// steps returns the changes to an image. A request has them either in modifiers, or in rotation,
// x, y, width and height.
func (s Plane) steps(c *rest.Call) []step {
	var out []step
	list, _ := c.Get("modifiers").([]any)
	for _, one := range list {
		members, _ := one.(php.Object)
		args := members.Child("args")
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

// edit creates an edited copy of the uploaded image, with a new record.
func (s Plane) edit(c *rest.Call) (*rest.Response, *rest.Error) {
	it := s.Find(content.MediaResource(), c.Integer("id"))
	a := it.Media
	if !a.IsImage() || !holds(a, c.Text("src")) {
		return nil, rest.NewError(404, "rest_unknown_attachment", "The src is not an address of this image.")
	}
	steps := s.steps(c)
	if len(steps) == 0 {
		return nil, rest.NewError(400, "rest_image_not_edited", "The request changes nothing.")
	}
	source := a.Folder() + a.Filename()
	width, height, ok := dimensions(s.Files[source])
	if !ok {
		return nil, rest.NewError(500, "rest_unknown_image_file_type", "The image could not be read.")
	}
	for _, next := range steps {
		if width, height = next(width, height); width < 1 || height < 1 || width*height > maxPixels {
			return nil, rest.NewError(500, "rest_image_crop_failed", "The crop leaves nothing of the image.")
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
