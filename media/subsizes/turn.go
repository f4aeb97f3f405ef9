package subsizes

import "image"

// swaps reports whether an orientation swaps width and height.
func swaps(orientation int) bool { return orientation >= 5 }

// lying maps a point of the upright image to a point of the image before turning. width
// and height are the dimensions before turning. Points are corners of pixels. The comments
// of the cases describe the image before turning.
func lying(p image.Point, orientation, width, height int) image.Point {
	x, y := p.X, p.Y
	switch orientation {
	case 2: // mirrored from left to right
		return image.Pt(width-x, y)
	case 3: // upside down
		return image.Pt(width-x, height-y)
	case 4: // mirrored from top to bottom
		return image.Pt(x, height-y)
	case 5: // mirrored at the diagonal from the top left
		return image.Pt(y, x)
	case 6: // needs a quarter turn clockwise
		return image.Pt(y, height-x)
	case 7: // mirrored at the diagonal from the top right
		return image.Pt(width-y, height-x)
	case 8: // needs a quarter turn counter-clockwise
		return image.Pt(width-y, x)
	}
	return p
}

// lyingPart maps a rectangle of the upright image to a rectangle of the image before turning.
func lyingPart(r image.Rectangle, orientation, width, height int) image.Rectangle {
	a, b := lying(r.Min, orientation, width, height), lying(r.Max, orientation, width, height)
	return image.Rect(a.X, a.Y, b.X, b.Y) // image.Rect sorts the corners
}

// upright returns src turned upright. orientation is the EXIF orientation of src.
func upright(src *image.RGBA, orientation int) *image.RGBA {
	if orientation <= 1 {
		return src
	}
	width, height := src.Rect.Dx(), src.Rect.Dy()
	dst := image.NewRGBA(image.Rect(0, 0, width, height))
	if swaps(orientation) {
		dst = image.NewRGBA(image.Rect(0, 0, height, width))
	}
	for y := range dst.Rect.Dy() {
		for x := range dst.Rect.Dx() {
			from := lyingPart(image.Rect(x, y, x+1, y+1), orientation, width, height).Min
			i, j := dst.PixOffset(x, y), src.PixOffset(from.X, from.Y)
			copy(dst.Pix[i:i+4], src.Pix[j:j+4])
		}
	}
	return dst
}
