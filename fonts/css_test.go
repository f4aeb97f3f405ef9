package fonts_test

import (
	"strings"
	"testing"

	"github.com/fontcms/fontcms-go/fonts"
)

func TestCSSOfAFont(t *testing.T) {
	t.Parallel()
	for want, font := range map[string]fonts.Font{
		`font-family: "Inter", sans-serif; font-weight: 600`: {FontFamily: "Inter",
			Category: "sans-serif", FontSubfamily: []string{"Semi Bold"}},
		`font-family: "Inter", sans-serif; font-weight: 300; font-style: italic`: {FontFamily: "Inter",
			Name: "x", Category: "Sans Serif", FontSubfamily: []string{"Light Italic", "Bold"}},
		`font-family: "Inter", sans-serif; font-weight: 400`: {FontFamily: "Inter",
			Category: "SANS_SERIF", FontSubfamily: []string{"Light", "Italic", "Condensed", "Regular", "Book"}},
		`font-family: "Din", serif; font-weight: 500; font-style: oblique; font-stretch: 87.5%`: {FontFamily: "Din",
			Category: "serif", FontSubfamily: []string{"Medium SemiCondensed Oblique"}},
		`font-family: "Named"`: {Name: " Named "},
		`font-family: "Mono", monospace`: {FontFamily: "Mono", Category: "monospace",
			FontSubfamily: []string{"Stencil"}},
		`font-family: cursive; font-weight: 400`: {Category: "handwriting", FontSubfamily: []string{""}},
		`font-weight: 700`:                       {FontSubfamily: []string{"Bold"}},
		``:                                       {},
		`font-family: "Modern Antiqua", serif`:   {FontFamily: `'Modern Antiqua'`, Category: "slab serif"},
		`font-family: "Quoted"`:                  {FontFamily: `"Quoted"`},
		`font-family: "'"`:                       {FontFamily: `'`},
		`font-family: "思源黑体"`:                    {FontFamily: `思源黑体`, Category: "unclassified"},
		`font-family: "a\"; color: red; \"b\\"`:  {FontFamily: `a"; color: red; "b\`},
		`font-family: "a\a b\d c\9 d\1f \7f ` + "\uFFFD" + `"`: {FontFamily: "a\nb\rc\td\x1f\x7f\x00"},
		`font-family: "\3c /style\3e \3c script\3e "`:          {FontFamily: "</style><script>"},
		`font-family: "` + "a\uFFFDb" + `"`:                    {FontFamily: "a\xffb"},
	} {
		equal(t, "CSS", font.CSS(), want)
	}
}

func TestGenericFamilyOfEachCategory(t *testing.T) {
	t.Parallel()
	for generic, categories := range map[string][]string{
		"sans-serif": {"sans-serif", "Sans Serif", "sansserif", "sans"},
		"serif":      {"serif", "Slab-Serif", "slab"},
		"monospace":  {"monospace", "Monospaced", "mono"},
		"cursive":    {"cursive", "handwriting", "handwritten", "Script", "calligraphy"},
		"fantasy":    {"fantasy", "decorative"},
		"system-ui":  {"display", "system-ui"},
		"":           {"", "symbol", "unclassified", "inherit", "黑体"},
	} {
		for _, category := range categories {
			want := strings.TrimSuffix(`font-family: "A", `+generic, ", ")
			equal(t, category, fonts.Font{FontFamily: "A", Category: category}.CSS(), want)
		}
	}
}

func TestFacesAreTheSubfamiliesInOrder(t *testing.T) {
	t.Parallel()
	font := fonts.Font{FontFamily: "A", Category: "serif", FontSubfamily: []string{"Bold", "Stencil", ""}}
	var got []string
	for _, face := range font.Faces() {
		got = append(got, face.Subfamily+"|"+face.CSS())
		if face.Known == (face.Subfamily == "Stencil") {
			t.Errorf("Font.Faces: face.Known is %t, want %t", face.Known, !(face.Subfamily == "Stencil"))
		}
	}
	equal(t, "faces", got, []string{
		`Bold|font-family: "A", serif; font-weight: 700`,
		`Stencil|font-family: "A", serif`,
		`|font-family: "A", serif; font-weight: 400`,
	})
	equal(t, "none", len(fonts.Font{}.Faces()), 0)
}
