package fonts

import "strconv"

// FVD writes the style as a font variation description, in which font loaders
// name faces: n, i or o for the slant and the weight in hundreds, as in "i7". A
// weight between two hundreds goes to the nearer one, 350 to 4 and 950 to 9. The
// width is not in it.
func (s Style) FVD() string {
	slant := "n"
	style := s.filled()
	switch style.Slant {
	case SlantItalic:
		slant = "i"
	case SlantOblique:
		slant = "o"
	case SlantNormal:
	}
	return slant + strconv.Itoa(min(max((style.Weight+50)/100, 1), 9))
}
