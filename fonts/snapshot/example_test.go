package snapshot_test

import (
	"bytes"
	"context"
	"fmt"
	"log"
	"time"

	"github.com/fontcms/fontcms-go/fonts"
	"github.com/fontcms/fontcms-go/fonts/fontstest"
	"github.com/fontcms/fontcms-go/fonts/snapshot"
)

func ExampleTake() {
	server := fontstest.NewServer(fontstest.WithFonts([]map[string]any{
		{"id": "2", "fontFamily": "Lora", "fontSubfamily": []string{"Regular"}, "category": "serif", "tags": "latin"},
		{"id": "3", "name": "Victor", "fontFamily": "Victor Mono", "fontSubfamily": "Light Oblique", "category": "monospace",
			"tags": "latin"},
	}))
	defer server.Close()
	catalogue, err := fonts.New(server.URL)
	if err != nil {
		log.Fatal(err)
	}

	fresh, err := snapshot.Take(context.Background(), catalogue, nil, fonts.Prefetch(2))
	if err != nil {
		log.Fatal(err)
	}
	var file bytes.Buffer
	if _, err := fresh.WriteTo(&file); err != nil {
		log.Fatal(err)
	}

	// Later, without the server.
	kept, err := snapshot.Read(&file)
	if err != nil {
		log.Fatal(err)
	}
	for font := range kept.Search(snapshot.Query{Tags: []string{"latin"}, Keyword: "mono"}) {
		fmt.Println(font.CSS())
	}
	// Output: font-family: "Victor Mono", monospace; font-weight: 300; font-style: oblique
}

func ExampleDiff() {
	before := snapshot.New(time.Now(), []fonts.Font{{ID: "inter", Version: "4.0"}, {ID: "lora"}})
	after := snapshot.New(time.Now(), []fonts.Font{{ID: "inter", Version: "4.1", Tags: "latin"}, {ID: "victor"}})

	changes := snapshot.Diff(before, after)
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
	kept := snapshot.New(time.Now(), []fonts.Font{
		{ID: "inter", License: new("https://openfontlicense.org")},
		{ID: "lora", License: new("https://openfontlicense.org")},
		{ID: "found-somewhere"},
	})

	report := kept.Licenses()
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
