package fonts_test

import (
	"bytes"
	"context"
	"fmt"
	"log"
	"time"

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

func ExampleConvention_ParseStyle() {
	style, ok := fonts.ConventionW.ParseStyle("W6")
	fmt.Println(style.CSS(), ok)
	style, ok = fonts.ConventionLinotype.ParseStyle("57 Condensed")
	fmt.Println(style.CSS(), ok)
	// Output:
	// font-weight: 600 true
	// font-weight: 400; font-stretch: 75% true
}

func ExampleStyle_FVD() {
	style, _ := fonts.ParseStyle("Bold Italic")
	fmt.Println(style.FVD())
	// Output: i7
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

func ExampleClient_Snapshot() {
	server := shelf()
	defer server.Close()
	catalogue, err := fonts.New(server.URL)
	if err != nil {
		log.Fatal(err)
	}

	snapshot, err := catalogue.Snapshot(context.Background(), nil, fonts.Prefetch(2))
	if err != nil {
		log.Fatal(err)
	}
	var file bytes.Buffer
	if _, err := snapshot.WriteTo(&file); err != nil {
		log.Fatal(err)
	}

	// Later, without the server.
	snapshot, err = fonts.ReadSnapshot(&file)
	if err != nil {
		log.Fatal(err)
	}
	for font := range snapshot.Search(fonts.Query{Tags: []string{"latin"}, Keyword: "mono"}) {
		fmt.Println(font.CSS())
	}
	// Output: font-family: "Victor Mono", monospace; font-weight: 300; font-style: oblique
}

func ExampleDiff() {
	before := fonts.NewSnapshot(time.Now(), []fonts.Font{{ID: "inter", Version: "4.0"}, {ID: "lora"}})
	after := fonts.NewSnapshot(time.Now(), []fonts.Font{{ID: "inter", Version: "4.1", Tags: "latin"}, {ID: "victor"}})

	changes := fonts.Diff(before, after)
	for _, font := range changes.Added {
		fmt.Println("added", font.ID)
	}
	for _, font := range changes.Removed {
		fmt.Println("removed", font.ID)
	}
	for _, change := range changes.Changed {
		fmt.Println("changed", change.ID, change.Fields)
	}
	// Output:
	// added victor
	// removed lora
	// changed inter [version tags]
}

func ExampleSnapshot_Licenses() {
	snapshot := fonts.NewSnapshot(time.Now(), []fonts.Font{
		{ID: "inter", License: new("https://openfontlicense.org")},
		{ID: "lora", License: new("https://openfontlicense.org")},
		{ID: "found-somewhere"},
	})

	report := snapshot.Licenses()
	for _, group := range report.Groups {
		fmt.Println(group.License, len(group.Fonts))
	}
	for _, font := range report.Without {
		fmt.Println("no licence:", font.ID)
	}
	// Output:
	// https://openfontlicense.org 2
	// no licence: found-somewhere
}
