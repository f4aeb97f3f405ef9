package media

import (
	"fmt"
	"path"
	"slices"

	"github.com/fontcms/fontcms-go/cms/cmstest/internal/content"
	"github.com/fontcms/fontcms-go/cms/cmstest/internal/php"
	"github.com/fontcms/fontcms-go/cms/cmstest/internal/rest"
)

func finalizeRules() rest.Rules {
	return rest.Rules{"sub_sizes": {Empties: true, Check: checkSubSizes, Clean: cleanSubSizes}}
}

// readNames returns a name or a list of names as a list.
func readNames(value any) []string {
	if name, ok := value.(string); ok {
		return []string{name}
	}
	return php.TextList(value)
}

// checkImageSize accepts the names of sizes, as a string or a list. A string may also be "original"
// or "scaled".
func checkImageSize(_ *rest.Call, p *rest.Param, value any) *rest.Problem {
	_, one := value.(string)
	list, several := value.([]any)
	if !one && !several || slices.ContainsFunc(list, func(e any) bool { _, text := e.(string); return !text }) {
		return &rest.Problem{Code: "rest_invalid_type", Message: p.Name + " must be a text or a list of texts."}
	}
	if why := p.Validate(p.Name, value); why != nil {
		return why
	}
	for _, word := range readNames(value) {
		known := slices.ContainsFunc(imageSizes(), func(size imageSize) bool { return size.name == word }) || word == "full"
		if !known && (!one || !replaces(word)) {
			return &rest.Problem{Code: "rest_not_in_enum", Message: p.Name + " names a size that the site does not have."}
		}
	}
	return nil
}

// replaces reports whether a file of this size replaces the shown image.
func replaces(size string) bool { return size == "original" || size == "scaled" }

func checkSubSizes(c *rest.Call, p *rest.Param, value any) *rest.Problem {
	if why := p.Validate(p.Name, value); why != nil {
		return why
	}
	items, _ := php.ToList(value)
	// The schema accepts an empty string and false as an empty list. But WordPress then checks
	// the value itself as an item of the list.
	if _, text := value.(string); text || value == false {
		items = []any{value}
	}
	for _, item := range items {
		members, _ := php.ToObject(item)
		if why := checkImageSize(c, p.Items.Property("image_size"), members.Get("image_size")); why != nil {
			return why
		}
	}
	return nil
}

// cleanSubSizes refuses null, and converts any other value.
func cleanSubSizes(_ *rest.Call, p *rest.Param, value any) (any, *rest.Problem) {
	if value == nil {
		return nil, rest.InvalidType(p.Name, p.Kind)
	}
	return p.Convert(value), nil
}

// sideload stores a file that a client made from an image. A sub-size becomes part of the record
// only when the client calls the route finalize. An original or scaled image replaces the shown
// image at once.
func (s Plane) sideload(c *rest.Call) (*rest.Response, *rest.Error) {
	it := s.Find(content.MediaResource(), c.Integer("id"))
	a := it.Media
	if !a.IsImage() && a.Mime != "application/pdf" {
		return nil, rest.NewError(400, "rest_post_invalid_id", "Only images and PDFs accept sub-sizes.")
	}
	file, why := s.takeFile(c)
	if why != nil {
		return nil, why
	}
	w, h, ok := dimensions(file.content)
	if !ok {
		return nil, rest.NewError(400, "rest_upload_invalid_image", "The dimensions of the image could not be read.")
	}
	names := readNames(c.Get("image_size"))
	if why := checkDimensions(a, names, w, h); why != nil {
		return nil, why
	}
	stored := s.keepFile(a.Folder(), file.name, a.File, file.content)
	mime := typeOf(stored)
	sub := content.SubSize{Name: names[0], File: path.Base(stored), Width: w, Height: h, Filesize: len(file.content),
		Mime: mime}
	body := php.Object{{"image_size", c.Get("image_size")}}
	if replaces(names[0]) {
		sub.File = stored
		body = append(body, php.Member{"original_image", path.Base(a.File)}, php.Member{"width", w}, php.Member{"height", h},
			php.Member{"filesize", sub.Filesize}, php.Member{"file", stored})
	} else {
		body = append(body, php.Member{"width", w}, php.Member{"height", h}, php.Member{"file", sub.File},
			php.Member{"mime_type", mime}, php.Member{"filesize", sub.Filesize})
	}
	next := it.Clone()
	next.Media = a.With(func(a *content.Attachment) {
		a.Pending = append(a.Pending, sub)
		if replaces(names[0]) {
			a.File = stored
		}
	})
	s.Items[it.ID] = next
	return rest.OK(body)
}

// checkDimensions checks the size of a sideloaded image. A sub-size may exceed its maximum width
// and height by one pixel. An original must have the dimensions of the record.
func checkDimensions(a *content.Attachment, names []string, w, h int) *rest.Error {
	wrong := rest.NewError(400, "rest_upload_dimension_mismatch",
		fmt.Sprintf("An image of %d by %d pixels does not fit.", w, h))
	if names[0] == "original" && (w != a.Details.Width || h != a.Details.Height) {
		return wrong
	}
	for _, size := range imageSizes() {
		if slices.Contains(names, size.name) && (w > size.width+1 || size.height > 0 && h > size.height+1) {
			return wrong
		}
	}
	return nil
}

func (s Plane) finalize(c *rest.Call) (*rest.Response, *rest.Error) {
	it := s.Find(content.MediaResource(), c.Integer("id")).Clone()
	entries, _ := c.Get("sub_sizes").([]any)
	for _, entry := range entries {
		members, _ := php.ToObject(entry)
		if file, _ := members.Get("file").(string); file != "" && !made(it.Media, file) {
			return nil, rest.NewError(400, "rest_invalid_sub_size_file", "No sideload made a file of this name.")
		}
	}
	it.Media = it.Media.With(func(a *content.Attachment) {
		for _, entry := range entries {
			members, _ := php.ToObject(entry)
			if file, _ := members.Get("file").(string); file != "" {
				adopt(a, members, file)
			}
		}
	})
	s.Items[it.ID] = it
	c.SetContext("edit")
	return rest.OK(s.Posts.Show(c, it))
}

// made reports whether a file was sideloaded for the record or already belongs to it.
func made(a *content.Attachment, file string) bool {
	is := func(sub content.SubSize) bool { return sub.File == file }
	return slices.ContainsFunc(a.Pending, is) || slices.ContainsFunc(a.Details.Sizes, is) || a.Details.File == file
}

// adopt adds a file to the record, with the dimensions that the client sent.
func adopt(a *content.Attachment, members php.Object, file string) {
	number := func(name string) int {
		n, _ := php.ToInt(members.Get(name))
		return int(n)
	}
	a.Pending = slices.DeleteFunc(a.Pending, func(sub content.SubSize) bool { return sub.File == file })
	mime, _ := members.Get("mime_type").(string)
	for _, name := range readNames(members.Get("image_size")) {
		if replaces(name) {
			a.Details.File, a.Details.Width, a.Details.Height, a.Details.Filesize = file, number("width"), number("height"),
				number("filesize")
			if original, _ := members.Get("original_image").(string); original != "" {
				a.Original = original
			}
			continue
		}
		sub := content.SubSize{Name: name, File: file, Width: number("width"), Height: number("height"),
			Filesize: number("filesize"), Mime: mime}
		if known := a.Size(name); known != nil {
			*known = sub
		} else {
			a.Details.Sizes = append(a.Details.Sizes, sub)
		}
	}
}
