// Command css prints a style sheet with a class for each face of the fonts of a catalogue:
//
//	go run ./examples/howto/css -catalogue https://fonts.example.org -category sans-serif > fonts.css
package main

import (
	"context"
	"flag"
	"fmt"
	"log"
	"strings"
	"unicode"

	"github.com/fontcms/fontcms-go/fonts"
)

func main() {
	address := flag.String("catalogue", "", "address of the catalogue")
	category := flag.String("category", "", "category of the fonts; all if empty")
	flag.Parse()

	catalogue, err := fonts.New(*address)
	if err != nil {
		log.Fatal(err)
	}
	ctx := context.Background()
	for font, err := range catalogue.All(ctx, &fonts.ListOptions{Category: *category}) {
		if err != nil {
			log.Fatal(err)
		}
		fmt.Printf(".%s { %s }\n", class(font.Name), font.CSS()) // the regular face
		for _, face := range font.Faces() {
			fmt.Printf(".%s { %s }\n", class(font.Name, face.Subfamily), face.CSS())
		}
	}
}

// class makes the name of a CSS class: "font-open-sans-bold".
func class(names ...string) string {
	words := strings.FieldsFunc(strings.ToLower(strings.Join(names, " ")), func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsDigit(r)
	})
	return "font-" + strings.Join(words, "-")
}
