package media

import (
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/fontcms/fontcms-go/cms/cmstest/internal/content"
)

// missingSizes are those that the uploaded image is large enough for and does not have. Of a PDF a few would be made
// elsewhere.
func (s Plane) missingSizes(a *content.Attachment) []string {
	out := []string{}
	width, height := a.Details.Width, a.Details.Height
	if a.Original != "" {
		width, height, _ = dimensions(s.Files[a.Folder()+a.Original])
	}
	for _, size := range imageSizes() {
		_, _, wanted := size.of(width, height)
		if a.Mime == "application/pdf" {
			wanted = slices.Contains([]string{"thumbnail", "medium", "large"}, size.name)
		}
		if wanted && a.Size(size.name) == nil {
			out = append(out, size.name)
		}
	}
	return out
}

func (s Plane) newAttachment(file string) *content.Attachment {
	data := s.Files[file]
	a := &content.Attachment{Mime: typeOf(file), File: file, Details: &content.Details{File: file, Filesize: len(data)}}
	if w, h, ok := dimensions(data); ok && a.IsImage() {
		a.Details.Width, a.Details.Height = w, h
	}
	return a
}

// scaleDown puts a smaller image in the place of one that is too large to be shown.
func (s Plane) scaleDown(a *content.Attachment) {
	w, h := content.Fit(a.Details.Width, a.Details.Height, bigImage, bigImage)
	if a.Details.Width-w <= 1 && a.Details.Height-h <= 1 {
		return
	}
	name := path.Base(a.File)
	extension := path.Ext(name)
	a.Original, a.File = name, a.Folder()+strings.TrimSuffix(name, extension)+"-scaled"+extension
	content := madeUp(w, h, a.Mime)
	s.Files[a.File] = content
	a.Details.File, a.Details.Width, a.Details.Height, a.Details.Filesize = a.File, w, h, len(content)
}

// makeSizes makes the files of the sizes that are missing, out of the file that was uploaded.
func (s Plane) makeSizes(a *content.Attachment) {
	source := a.Folder() + a.Filename()
	width, height, ok := dimensions(s.Files[source])
	if !ok || !a.IsImage() {
		return
	}
	extension := path.Ext(source)
	stem := strings.TrimSuffix(source, extension)
	for _, name := range makingOrder {
		sizes := imageSizes()
		size := sizes[slices.IndexFunc(sizes, func(s imageSize) bool { return s.name == name })]
		w, h, wanted := size.of(width, height)
		if !wanted || a.Size(name) != nil {
			continue
		}
		data := madeUp(w, h, a.Mime)
		file := fmt.Sprintf("%s-%dx%d%s", stem, w, h, extension)
		s.Files[file] = data
		a.Details.Sizes = append(a.Details.Sizes,
			content.SubSize{Name: name, File: path.Base(file), Width: w, Height: h, Filesize: len(data), Mime: a.Mime})
	}
}

func (s Plane) dropFiles(a *content.Attachment) {
	delete(s.Files, a.File)
	delete(s.Files, a.Folder()+a.Filename())
	for _, sub := range a.Details.Sizes {
		delete(s.Files, a.Folder()+sub.File)
	}
}
