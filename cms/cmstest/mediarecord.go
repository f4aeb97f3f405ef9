package cmstest

import (
	"fmt"
	"path"
	"slices"
	"strings"
)

// attachment is what a record of the media library has beside what every item has. It is replaced, never changed, so
// that items and snapshots can share it. The caption is the item's excerpt, the description its content.
type attachment struct {
	mime     string
	alt      string
	file     string // the path of the file that is shown
	details  *details
	original string    // the name of the file that was uploaded, if another one is shown in its place
	pending  []subSize // what was sideloaded and waits for a finalize
}

// details is what the site finds out about a file when it comes in.
type details struct {
	width, height int    // 0 for what is no image
	file          string // the path of the file that was looked at
	filesize      int
	sizes         []subSize
	parentID      int64 // of an edited image: where it comes from
	parentFile    string
}

// subSize is a file that was made of an image.
type subSize struct {
	name          string
	file          string // without its folder
	width, height int
	filesize      int
	mime          string
}

func (a *attachment) isImage() bool { return strings.HasPrefix(a.mime, "image/") }

// folder is where the files of the record are.
func (a *attachment) folder() string { return strings.TrimSuffix(a.file, path.Base(a.file)) }

// filename is the name of what was uploaded.
func (a *attachment) filename() string {
	if a.original != "" {
		return a.original
	}
	return path.Base(a.file)
}

func (a *attachment) size(name string) *subSize {
	if i := slices.IndexFunc(a.details.sizes, func(sub subSize) bool { return sub.name == name }); i >= 0 {
		return &a.details.sizes[i]
	}
	return nil
}

// with is a copy whose details may be changed.
func (a *attachment) with(change func(*attachment)) *attachment {
	next, inside := *a, *a.details
	inside.sizes = slices.Clone(a.details.sizes)
	next.details, next.pending = &inside, slices.Clone(a.pending)
	change(&next)
	return &next
}

// missingSizes are those that the uploaded image is large enough for and does not have. Of a PDF a few would be made
// elsewhere.
func (s mediaPlane) missingSizes(a *attachment) []string {
	out := []string{}
	width, height := a.details.width, a.details.height
	if a.original != "" {
		width, height, _ = dimensions(s.files[a.folder()+a.original])
	}
	for _, size := range imageSizes() {
		_, _, wanted := size.of(width, height)
		if a.mime == "application/pdf" {
			wanted = slices.Contains([]string{"thumbnail", "medium", "large"}, size.name)
		}
		if wanted && a.size(size.name) == nil {
			out = append(out, size.name)
		}
	}
	return out
}

// newAttachment looks at a file that was stored.
func (s mediaPlane) newAttachment(file string) *attachment {
	data := s.files[file]
	a := &attachment{mime: typeOf(file), file: file, details: &details{file: file, filesize: len(data)}}
	if w, h, ok := dimensions(data); ok && a.isImage() {
		a.details.width, a.details.height = w, h
	}
	return a
}

// scaleDown puts a smaller image in the place of one that is too large to be shown.
func (s mediaPlane) scaleDown(a *attachment) {
	w, h := fit(a.details.width, a.details.height, bigImage, bigImage)
	if a.details.width-w <= 1 && a.details.height-h <= 1 {
		return
	}
	m := decodeImage(s.files[a.file])
	if m == nil {
		return
	}
	name := path.Base(a.file)
	extension := path.Ext(name)
	a.original, a.file = name, a.folder()+strings.TrimSuffix(name, extension)+"-scaled"+extension
	content := encodeImage(scaled(m, w, h, false), a.mime)
	s.files[a.file] = content
	a.details.file, a.details.width, a.details.height, a.details.filesize = a.file, w, h, len(content)
}

// makeSizes makes the files of the sizes that are missing, out of the file that was uploaded.
func (s mediaPlane) makeSizes(a *attachment) {
	source := a.folder() + a.filename()
	m := decodeImage(s.files[source])
	if m == nil || !a.isImage() {
		return
	}
	extension := path.Ext(source)
	stem := strings.TrimSuffix(source, extension)
	for _, name := range makingOrder {
		sizes := imageSizes()
		size := sizes[slices.IndexFunc(sizes, func(s imageSize) bool { return s.name == name })]
		w, h, wanted := size.of(m.Bounds().Dx(), m.Bounds().Dy())
		if !wanted || a.size(name) != nil {
			continue
		}
		data := encodeImage(scaled(m, w, h, size.crop), a.mime)
		file := fmt.Sprintf("%s-%dx%d%s", stem, w, h, extension)
		s.files[file] = data
		a.details.sizes = append(a.details.sizes,
			subSize{name: name, file: path.Base(file), width: w, height: h, filesize: len(data), mime: a.mime})
	}
}

// dropFiles removes the files of a record that goes.
func (s mediaPlane) dropFiles(a *attachment) {
	delete(s.files, a.file)
	delete(s.files, a.folder()+a.filename())
	for _, sub := range a.details.sizes {
		delete(s.files, a.folder()+sub.file)
	}
}
