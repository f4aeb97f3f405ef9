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
		fmt.Printf(".font-%s { %s }\n", class(font.Name), font.CSS()) // the regular face, or the first
		for _, face := range font.Faces() {
			fmt.Printf(".font-%s--%s { %s }\n", class(font.Name), class(face.Subfamily), face.CSS())
		}
	}
}

// class makes a part of the name of a CSS class: "open-sans".
func class(name string) string {
	words := strings.FieldsFunc(strings.ToLower(name), func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsMark(r) && !unicode.IsDigit(r)
	})
	return strings.Join(words, "-")
}
