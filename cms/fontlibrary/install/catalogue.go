package install

import (
	"cmp"
	"strings"

	"github.com/fontcms/fontcms-go/fonts"
)

// FromFont returns the family of a font of the catalogue: its name, its value of
// font-family with the generic family of its category, and a face for each sub-family. A
// catalogue has no addresses of files, so address returns the one of a face, or "" to leave
// the face out. Weight, style and stretch come from the name of the sub-family: see
// [fonts.ParseStyle]. A sub-family with an unknown name is left out too.
func FromFont(font fonts.Font, address func(fonts.Face) string) Family {
	css := fonts.Font{FontFamily: font.FontFamily, Name: font.Name, Category: font.Category}.CSS()
	family := Family{
		Name:       strings.TrimSpace(cmp.Or(font.FontFamily, font.Name)),
		FontFamily: strings.TrimPrefix(css, "font-family: "),
	}
	for _, face := range font.Faces() {
		if at := address(face); at != "" && face.Known {
			family.Faces = append(family.Faces, Face{Subfamily: face.Subfamily, Address: at})
		}
	}
	return family
}
