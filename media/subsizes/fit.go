package subsizes

import (
	"image"
	"maps"
	"math"
	"slices"
)

// Size is a sub-size as a site defines it.
type Size struct {
	// Width and Height limit the image, in pixels; 0 is no limit.
	Width, Height int
	// Crop cuts off parts of the image, to give it the proportions of Width and Height.
	Crop bool
	// CropX ("left", "center" or "right") and CropY ("top", "center" or "bottom") set
	// which part a crop keeps. Default "center".
	CropX, CropY string
}

// DefaultSizes returns the sub-sizes that every WordPress has.
func DefaultSizes() map[string]Size {
	return map[string]Size{
		"thumbnail":    {Width: 150, Height: 150, Crop: true},
		"medium":       {Width: 300, Height: 300},
		"medium_large": {Width: 768},
		"large":        {Width: 1024, Height: 1024},
		"1536x1536":    {Width: 1536, Height: 1536},
		"2048x2048":    {Width: 2048, Height: 2048},
	}
}

// target describes a file to make: the dimensions of the file, and the part of the upright
// image that the file shows.
type target struct {
	part          image.Rectangle
	width, height int
}

// group is a file to make, with the names of the sizes for which the file is used.
type group struct {
	target
	names []string
}

// plan returns the files to make from an upright image with this width and height. It leaves
// out the sizes for which wanted returns false. Sizes with the same target share a file.
func plan(width, height int, sizes map[string]Size, wanted func(name string) bool) []group {
	var groups []group
	for _, name := range slices.Sorted(maps.Keys(sizes)) {
		t, ok := sizes[name].fit(width, height)
		if !ok || !wanted(name) {
			continue
		}
		i := slices.IndexFunc(groups, func(g group) bool { return g.target == t })
		if i < 0 {
			groups = append(groups, group{target: t})
			i = len(groups) - 1
		}
		groups[i].names = append(groups[i].names, name)
	}
	return groups
}

// fit returns the file to make from an image for the size. ok is false if the image is too
// small for the size. ok is also false if width and height of the result would differ from
// the image by at most one pixel.
func (s Size) fit(width, height int) (t target, ok bool) {
	reached := s.Width > 0 && width >= s.Width || s.Height > 0 && height >= s.Height
	if !reached {
		return t, false
	}
	if s.Crop {
		t = s.crop(width, height)
	} else {
		w, h := within(width, height, s.Width, s.Height)
		t = target{image.Rect(0, 0, width, height), w, h}
	}
	return t, !near(t.width, width) || !near(t.height, height)
}

// within returns width and height, scaled down to at most maxWidth and maxHeight. 0 means
// no limit.
func within(width, height, maxWidth, maxHeight int) (w, h int) {
	factor := 1.0
	if maxWidth > 0 {
		factor = min(factor, float64(maxWidth)/float64(width))
	}
	if maxHeight > 0 {
		factor = min(factor, float64(maxHeight)/float64(height))
	}
	return scaled(width, factor), scaled(height, factor)
}

func scaled(n int, factor float64) int { return max(1, int(math.Round(float64(n)*factor))) }

func near(a, b int) bool { return a-b <= 1 && b-a <= 1 }

// crop returns the target for a size that crops. Its part is the largest part of the image with
// the proportions of the target. If the image is smaller than the size in one direction, so is
// the target.
func (s Size) crop(width, height int) target {
	w, h := min(s.Width, width), min(s.Height, height)
	if w <= 0 {
		w = scaled(h, float64(width)/float64(height))
	}
	if h <= 0 {
		h = scaled(w, float64(height)/float64(width))
	}
	factor := max(float64(w)/float64(width), float64(h)/float64(height))
	partWidth, partHeight := min(width, scaled(w, 1/factor)), min(height, scaled(h, 1/factor))
	x, y := anchor(s.CropX, width-partWidth), anchor(s.CropY, height-partHeight)
	return target{image.Rect(x, y, x+partWidth, y+partHeight), w, h}
}

// anchor returns the first pixel that a crop keeps in one direction, horizontal or vertical.
// position is the CropX or CropY of the size. spare is the number of pixels to cut off in this
// direction.
func anchor(position string, spare int) int {
	switch position {
	case "left", "top":
		return 0
	case "right", "bottom":
		return spare
	}
	return spare / 2
}
