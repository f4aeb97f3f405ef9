package fonts

import (
	"cmp"
	"math"
	"slices"
)

// Match returns the index of the face that a browser would take for the wanted
// style, by the matching order of CSS Fonts: width first, then slant, then
// weight. Each step leaves the faces that come nearest and asks the next one to
// choose among them.
//
//   - Width: the one wanted. If that is normal or narrower, then the next
//     narrower ones, then the wider ones; if it is wider, the reverse.
//   - Slant: the one wanted. Otherwise normal goes on with oblique and italic,
//     italic with oblique and normal, oblique with italic and normal.
//   - Weight: the one wanted. Below 400 the next lighter ones, then the heavier
//     ones; above 500 the reverse. From 400 to 500 the heavier ones up to 500,
//     then the lighter ones, then those above 500.
//
// Fields of want at zero are normal, such as the weight in
// Style{Slant: SlantItalic}. Case and the angle of a slant do not matter: "Oblique
// 14deg" is oblique. Of equal faces the first counts. A face whose name
// is unknown is passed over; without any other the result is -1.
//
// The faces may be those of one record, see [Font.Match], or of all records of a
// family.
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

// Match returns the face of the font that a browser would take for the wanted
// style: see the function [Match]. It is not ok if the font has no face whose
// name is known. That it is ok does not mean that the font has the wanted weight: compare
// the Style of the face.
func (f Font) Match(want Style) (face Face, ok bool) {
	faces := f.Faces()
	i := Match(faces, want)
	if i < 0 {
		return Face{}, false
	}
	return faces[i], true
}

// nearer reports whether a comes before b in the order for want.
func nearer(a, b, want Style) bool {
	return cmp.Or(
		cmp.Compare(widthDistance(a.Width, want.Width), widthDistance(b.Width, want.Width)),
		cmp.Compare(slantDistance(a.Slant, want.Slant), slantDistance(b.Slant, want.Slant)),
		cmp.Compare(weightDistance(a.Weight, want.Weight), weightDistance(b.Weight, want.Weight)),
	) < 0
}

// behind is more than any distance on the preferred side: what lies on the other
// side comes later. What lies beyond even that comes last.
const behind, last = 1e6, 2e6

func widthDistance(width, want float64) float64 {
	preferred := width <= want
	if want > 100 {
		preferred = width >= want
	}
	distance := math.Abs(width - want)
	if !preferred {
		distance += behind
	}
	return distance
}

// slantDistance is least for the slant wanted, then for what slants in its place.
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
		return behind - distance
	case want < 400 && distance > 0:
		return behind + distance
	}
	return max(distance, -distance)
}
