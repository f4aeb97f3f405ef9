package fonts_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log"

	"github.com/fontcms/fontcms-go/fonts"
	"github.com/fontcms/fontcms-go/fonts/fontstest"
)

// shelf is a catalogue in memory, in place of a server.
func shelf() *fontstest.Server {
	return fontstest.NewServer(fontstest.WithFonts([]map[string]any{
		{"id": "1", "name": "Inter", "fontFamily": "Inter", "fontSubfamily": []string{"Semi Bold"}, "category": "sans-serif",
			"tags": "latin,cyrillic"},
		{"id": "2", "name": "Lora", "fontFamily": "Lora", "fontSubfamily": []string{"Regular", "Bold Italic"},
			"category": "serif", "tags": "latin"},
		{"id": "3", "name": "Victor", "fontFamily": "Victor Mono", "fontSubfamily": "Light Oblique", "category": "monospace",
			"tags": "latin"},
	}))
}

func ExampleNew() {
	server := shelf()
	defer server.Close()

	catalogue, err := fonts.New(server.URL, fonts.WithUserAgent("mirror/1.2"), fonts.WithRetry(fonts.Retry{Attempts: 6}))
	if err != nil {
		log.Fatal(err)
	}
	page, err := catalogue.List(context.Background(), &fonts.ListOptions{Keyword: "lora"})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(page.Total, page.Fonts[0].Name)
	// Output: 1 Lora
}

func ExampleClient_All() {
	server := shelf()
	defer server.Close()
	catalogue, err := fonts.New(server.URL)
	if err != nil {
		log.Fatal(err)
	}

	for font, err := range catalogue.All(context.Background(), &fonts.ListOptions{Tags: "latin"}, fonts.Prefetch(2)) {
		if err != nil {
			log.Fatal(err)
		}
		fmt.Println(font.CSS())
	}
	// Output:
	// font-family: "Inter", sans-serif; font-weight: 600
	// font-family: "Lora", serif; font-weight: 400
	// font-family: "Victor Mono", monospace; font-weight: 300; font-style: oblique
}

func ExampleResume() {
	server := shelf()
	defer server.Close()
	catalogue, err := fonts.New(server.URL)
	if err != nil {
		log.Fatal(err)
	}

	var cursor fonts.Cursor
	for font, err := range catalogue.All(context.Background(), nil, fonts.Resume(&cursor)) {
		if err != nil {
			log.Fatal(err)
		}
		fmt.Println(font.Name)
		break
	}
	saved, err := json.Marshal(cursor)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(string(saved))

	// Later, in another process.
	var again fonts.Cursor
	if err := json.Unmarshal(saved, &again); err != nil {
		log.Fatal(err)
	}
	for font, err := range catalogue.All(context.Background(), nil, fonts.Resume(&again)) {
		if err != nil {
			log.Fatal(err)
		}
		fmt.Println(font.Name)
	}
	// Output:
	// Inter
	// {"page":1,"index":1,"size":100,"count":1,"done":false}
	// Lora
	// Victor
}

func ExampleFont_CSS() {
	font := fonts.Font{FontFamily: "Inter", Category: "sans-serif", FontSubfamily: fonts.Subfamily{"Semi Bold Italic"}}
	fmt.Println(font.CSS())
	// Output: font-family: "Inter", sans-serif; font-weight: 600; font-style: italic
}

func ExampleFont_Faces() {
	font := fonts.Font{FontFamily: "Inter", FontSubfamily: fonts.Subfamily{"Regular", "Condensed Black"}}
	for _, face := range font.Faces() {
		fmt.Printf("%s: %s\n", face.Subfamily, face.Style.CSS())
	}
	// Output:
	// Regular: font-weight: 400
	// Condensed Black: font-weight: 900; font-stretch: 75%
}

func ExampleError() {
	server := fontstest.NewServer(fontstest.WithEnvelopeError(404, "no such category"))
	defer server.Close()
	catalogue, err := fonts.New(server.URL)
	if err != nil {
		log.Fatal(err)
	}

	_, err = catalogue.List(context.Background(), &fonts.ListOptions{Category: "sans"})
	if e, ok := errors.AsType[*fonts.Error](err); ok {
		fmt.Println(e.Code, e.Message, errors.Is(err, fonts.ErrNotFound))
	}
	// Output: 404 no such category true
}
