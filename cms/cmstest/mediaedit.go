package cmstest

import (
	"fmt"
	"image"
	"path"
	"regexp"
	"slices"
	"strings"

	"github.com/fontcms/fontcms-go/cms/cmstest/internal/content"
	"github.com/fontcms/fontcms-go/cms/cmstest/internal/php"
	"github.com/fontcms/fontcms-go/cms/cmstest/internal/rest"
)

func imageEditParams() []rest.Param {
	percent := func(name string) rest.Param {
		return rest.Param{Name: name, Schema: rest.Schema{Kind: "number"}, Clean: takeNumber(name, 0, 100)}
	}
	object := rest.Schema{Kind: "object", Open: true}
	return []rest.Param{
		rest.IDParam(), {Name: "src", Schema: rest.Text(), Required: true},
		{Name: "modifiers", Schema: rest.List(object), Clean: takeModifiers},
		{Name: "rotation", Schema: rest.Integer(), Clean: takeRotation},
		percent("x"), percent("y"), percent("width"), percent("height"),
		{Name: "caption", Schema: object, Raw: true}, {Name: "description", Schema: object, Raw: true},
		{Name: "title", Schema: object, Raw: true}, {Name: "post", Schema: rest.Integer(), Early: true},
		{Name: "alt_text", Schema: rest.Text(), Early: true, Clean: rest.CleanLine},
	}
}

func takeRotation(_ *rest.Call, value any) (any, *rest.Problem) {
	n, ok := php.ToInt(value)
	switch {
	case !ok:
		return nil, rest.InvalidType("rotation", "integer")
	case n <= 0 || n >= 360:
		return nil, &rest.Problem{Code: "rest_out_of_bounds", Message: "rotation must lie between 0 and 360, both excluded."}
	}
	return n, nil
}

// modifier is one step of the editing of an image.
type modifier func(image.Image) image.Image

// takeModifiers reads the list of what is to be done to an image. Of a step that fits none of the three forms the
// site says why it is not the first.
func takeModifiers(_ *rest.Call, value any) (any, *rest.Problem) {
	steps, ok := php.ToList(value)
	switch {
	case !ok:
		return nil, rest.InvalidType("modifiers", "array")
	case len(steps) == 0:
		return nil, &rest.Problem{Code: "rest_too_few_items", Message: "modifiers must hold an item."}
	}
	var out []modifier
	for i, step := range steps {
		name := fmt.Sprintf("modifiers[%d]", i)
		members, ok := step.(map[string]any)
		if !ok {
			if list, isList := step.([]any); !isList || len(list) > 0 {
				return nil, &rest.Problem{Code: "rest_no_matching_schema", Message: name + " is none of the forms."}
			}
		}
		if len(members) == 0 {
			return nil, &rest.Problem{Code: "rest_one_of_multiple_matches", Message: name + " could be several of the forms.",
				Data: php.Object{{"positions", []any{0, 1, 2}}}}
		}
		if m := readModifier(members); m != nil {
			out = append(out, m)
			continue
		}
		for _, required := range []string{"type", "args"} {
			if _, ok := members[required]; !ok {
				return nil, &rest.Problem{Code: "rest_property_required",
					Message: fmt.Sprintf("%s must have the property %s.", name, required)}
			}
		}
		return nil, &rest.Problem{Code: "rest_no_matching_schema", Message: name + " is not a flip.",
			Data: php.Object{{"position", 0}}}
	}
	return out, nil
}

// readModifier is nil for what is none of the forms.
func readModifier(step map[string]any) modifier {
	args, _ := step["args"].(map[string]any)
	numbers := func(names ...string) []float64 {
		var out []float64
		for _, name := range names {
			if n, ok := php.ToNumber(args[name]); ok {
				out = append(out, n)
			}
		}
		return out
	}
	switch step["type"] {
	case "flip":
		flip, _ := args["flip"].(map[string]any)
		horizontal, ok := php.ToBool(flip["horizontal"])
		vertical, also := php.ToBool(flip["vertical"])
		if ok && also {
			return func(m image.Image) image.Image { return flipped(m, horizontal, vertical) }
		}
	case "rotate":
		if n := numbers("angle"); len(n) == 1 {
			return func(m image.Image) image.Image { return rotated(m, n[0]) }
		}
	case "crop":
		if n := numbers("left", "top", "width", "height"); len(n) == 4 {
			return func(m image.Image) image.Image { return cropped(m, n[0], n[1], n[2], n[3]) }
		}
	}
	return nil
}

// modifiers are the steps that a request asks for, in whichever of the two ways it names them.
func (s mediaPlane) modifiers(c *rest.Call) []modifier {
	if steps, ok := c.Get("modifiers").([]modifier); ok {
		return steps
	}
	var out []modifier
	if rotation := c.Integer("rotation"); rotation != 0 {
		out = append(out, func(m image.Image) image.Image { return rotated(m, float64(rotation)) })
	}
	var box []float64
	for _, name := range []string{"x", "y", "width", "height"} {
		if n, ok := c.Get(name).(float64); ok {
			box = append(box, n)
		}
	}
	if len(box) == 4 {
		out = append(out, func(m image.Image) image.Image { return cropped(m, box[0], box[1], box[2], box[3]) })
	}
	return out
}

// editedSuffix is behind the names of edited images.
var editedSuffix = regexp.MustCompile(`-edited(?:-\d+)?$`)

// editImage makes a new image, and a record for it, out of the one that was uploaded.
func (s mediaPlane) editImage(c *rest.Call) (*rest.Response, *rest.Error) {
	it := s.content.Find(content.MediaResource(), c.Integer("id"))
	a := it.Media
	if !a.IsImage() || !holds(a, c.Text("src")) {
		return nil, rest.NewError(404, "rest_unknown_attachment", "This is not the address of the image.")
	}
	steps := s.modifiers(c)
	if len(steps) == 0 {
		return nil, rest.NewError(400, "rest_image_not_edited", "There is nothing to change.")
	}
	source := a.Folder() + a.Filename()
	m := decodeImage(s.files[source])
	if m == nil {
		return nil, rest.NewError(500, "rest_unknown_image_file_type", "The image could not be read.")
	}
	for _, step := range steps {
		if m = step(m); m == nil {
			return nil, rest.NewError(500, "rest_image_crop_failed", "Nothing is left of the image.")
		}
	}
	extension := path.Ext(source)
	stem := editedSuffix.ReplaceAllString(strings.TrimSuffix(path.Base(source), extension), "")
	file := s.keepFile(s.uploadFolder(0), stem+"-edited"+extension, "", encodeImage(m, a.Mime))
	w := s.newMedia(c, file, "")
	next := w.next
	next.Title, next.Excerpt, next.Content, next.Parent = it.Title, it.Excerpt, it.Content, max(0, c.Integer("post"))
	next.Media = next.Media.With(func(n *content.Attachment) { n.Alt = a.Alt })
	if title, ok := c.Get("title").(string); ok && title == "" {
		next.Title = ""
	}
	w.takeTexts()
	w.saveMedia()
	next.Media = next.Media.With(func(n *content.Attachment) {
		n.Details.ParentID, n.Details.ParentFile = it.ID, source
		s.scaleDown(n)
		s.makeSizes(n)
	})
	c.SetContext("view")
	return s.mediaMade(c, next), nil
}

// holds says whether an address leads to a file of the record.
func holds(a *content.Attachment, address string) bool {
	address, _, _ = strings.Cut(address, "?")
	names := []string{path.Base(a.File), a.Filename()}
	for _, sub := range a.Details.Sizes {
		names = append(names, sub.File)
	}
	return slices.ContainsFunc(names, func(name string) bool { return strings.HasSuffix(address, "/"+a.Folder()+name) })
}
