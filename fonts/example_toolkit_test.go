package fonts_test

import (
	"fmt"

	"github.com/fontcms/fontcms-go/fonts"
)

func ExampleParseStyle() {
	for _, name := range []string{"Semi Bold Italic", "ExtraCondensed Light", "55 Roman", "Stencil"} {
		style, ok := fonts.ParseStyle(name)
		fmt.Println(name, "is", style.CSS(), ok)
	}
	// Output:
	// Semi Bold Italic is font-weight: 600; font-style: italic true
	// ExtraCondensed Light is font-weight: 300; font-stretch: 62.5% true
	// 55 Roman is font-weight: 400 true
	// Stencil is font-weight: 400 false
}

func ExampleFont_Match() {
	font := fonts.Font{FontFamily: "Lora", Category: "serif", FontSubfamily: fonts.Subfamily{"Regular", "Bold", "Italic"}}
	face, ok := font.Match(fonts.Style{Weight: 600})
	fmt.Println(face.Subfamily, ok)
	fmt.Println(face.CSS())
	// Output:
	// Bold true
	// font-family: "Lora", serif; font-weight: 700
}

func ExampleMatch() {
	var faces []fonts.Face // of all records of a family
	for _, record := range []fonts.Font{
		{ID: "1", FontFamily: "Inter", FontSubfamily: fonts.Subfamily{"Light"}},
		{ID: "2", FontFamily: "Inter", FontSubfamily: fonts.Subfamily{"Medium"}},
	} {
		faces = append(faces, record.Faces()...)
	}
	if i := fonts.Match(faces, fonts.Style{Weight: 400}); i >= 0 {
		fmt.Println(faces[i].Subfamily)
	}
	// Output: Medium
}
