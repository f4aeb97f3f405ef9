package content

import (
	"math"
	"path"
	"slices"
	"strings"
)

// Attachment is what a record of the media library has beside what every item has. It is replaced, never changed, so
// that items and snapshots can share it. The caption is the item's excerpt, the description its content.
type Attachment struct {
	Mime     string
	Alt      string
	File     string // the path of the file that is shown
	Details  *Details
	Original string    // the name of the file that was uploaded, if another one is shown in its place
	Pending  []SubSize // what was sideloaded and waits for a finalize
}

// Details is what the site finds out about a file when it comes in.
type Details struct {
	Width, Height int    // 0 for what is no image
	File          string // the path of the file that was read
	Filesize      int
	Sizes         []SubSize
	ParentID      int64 // of an edited image: where it comes from
	ParentFile    string
}

// SubSize is a file that was made of an image.
type SubSize struct {
	Name          string
	File          string // without its folder
	Width, Height int
	Filesize      int
	Mime          string
}

// IsImage says whether the file is an image by its type.
func (a *Attachment) IsImage() bool { return strings.HasPrefix(a.Mime, "image/") }

// Folder is where the files of the record are.
func (a *Attachment) Folder() string { return strings.TrimSuffix(a.File, path.Base(a.File)) }

// Filename is the name of what was uploaded.
func (a *Attachment) Filename() string {
	if a.Original != "" {
		return a.Original
	}
	return path.Base(a.File)
}

// Size is the file of a size, nil if there is none.
func (a *Attachment) Size(name string) *SubSize {
	if i := slices.IndexFunc(a.Details.Sizes, func(sub SubSize) bool { return sub.Name == name }); i >= 0 {
		return &a.Details.Sizes[i]
	}
	return nil
}

// With is a copy whose details may be changed.
func (a *Attachment) With(change func(*Attachment)) *Attachment {
	next, inside := *a, *a.Details
	inside.Sizes = slices.Clone(a.Details.Sizes)
	next.Details, next.Pending = &inside, slices.Clone(a.Pending)
	change(&next)
	return &next
}

// Fit scales a size down into a box; 0 is no limit.
func Fit(width, height, maxWidth, maxHeight int) (w, h int) {
	ratio := 1.0
	if maxWidth > 0 {
		ratio = min(ratio, float64(maxWidth)/float64(width))
	}
	if maxHeight > 0 {
		ratio = min(ratio, float64(maxHeight)/float64(height))
	}
	return max(1, int(math.Round(float64(width)*ratio))), max(1, int(math.Round(float64(height)*ratio)))
}
