package fonts

import (
	"cmp"
	"math"
	"slices"
)

// Match returns the index of the face that a browser would use for a style. It follows
// the matching order of CSS Fonts: first width, then slant, then weight. Each step keeps
// the nearest faces for the next one.
//
//   - Width: faces with the wanted width. If no face has it, and the wanted width is
//     at most 100: the nearest narrower width, or the nearest wider one if no face is
//     narrower. Above 100: the nearest wider width, or the nearest narrower one.
//   - Slant: faces with the wanted slant. If no face has it, the second choice for
//     normal and italic is oblique, and for oblique it is italic. The third choice is
//     the remaining slant.
//   - Weight: faces with the wanted weight. If no face has it, the order depends on the
//     wanted weight. Below 400: the nearest lighter weight, or the nearest heavier one
//     if no face is lighter. Above 500: the nearest heavier weight, or the nearest
//     lighter one. From 400 to 500: heavier weights up to 500, then lighter ones, then
//     weights above 500.
//
// A zero field of want means normal: Style{Slant: SlantItalic} has the weight 400 and
// the width 100. A slant matches in upper and lower case and without its angle:
// "Oblique 14deg" is oblique. Match returns the index of the first of several equal
// faces. It skips faces with unknown names, and returns -1 if all are unknown.
//
// The faces may be those of one record, see [Font.Match], or of all records of a family.
func Match(faces []Face, want Style) int {
	want = want.filled()
	best := -1
	for i, face := range faces {
		if face.Known && (best < 0 || nearer(face.Style.filled(), faces[best].Style.filled(), want)) {
			best = i
		}
	}
	return best
}

// Match returns the face of the font that a browser would use for a style: see the
// function [Match]. ok is false if the font has no face with a known name. The face may
// still have another weight: compare its Style.
func (f Font) Match(want Style) (face Face, ok bool) {
	faces := f.Faces()
	i := Match(faces, want)
	if i < 0 {
		return Face{}, false
	}
	return faces[i], true
}

// nearer reports whether a is a better match for want than b.
func nearer(a, b, want Style) bool {
	return cmp.Or(
		cmp.Compare(widthDistance(a.Width, want.Width), widthDistance(b.Width, want.Width)),
		cmp.Compare(slantDistance(a.Slant, want.Slant), slantDistance(b.Slant, want.Slant)),
		cmp.Compare(weightDistance(a.Weight, want.Weight), weightDistance(b.Weight, want.Weight)),
	) < 0
}

// far and last are larger than any distance of two widths or weights. CSS prefers faces on one
// side of the wanted value, such as narrower faces for a width of at most 100.
//   - far is added to the distance of a face on the other side. So the face comes after all
//     faces on the preferred side.
//   - last is added to the distance of a weight above 500 if the wanted weight is 400 to 500.
//     So the face comes after all faces with a weight up to 500.
const far, last = 1e6, 2e6

func widthDistance(width, want float64) float64 {
	preferred := width <= want
	if want > 100 {
		preferred = width >= want
	}
	distance := math.Abs(width - want)
	if !preferred {
		distance += far
	}
	return distance
}

// slantDistance returns -1 for the wanted slant, 0 for the second choice, and 1 for the
// third.
func slantDistance(slant, want Slant) int {
	second := SlantOblique
	if want == SlantOblique {
		second = SlantItalic
	}
	return -slices.Index([]Slant{second, want}, slant)
}

func weightDistance(weight, want int) int {
	distance := weight - want
	switch {
	case want >= 400 && want <= 500 && weight > 500:
		return last + distance
	case want >= 400 && distance < 0:
		return far - distance
	case want < 400 && distance > 0:
		return far + distance
	}
	return max(distance, -distance)
}
