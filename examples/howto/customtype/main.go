// Command customtype sets the title and the price of a specimen, a custom post type of a museum,
// and lists all specimens. cmsgen generates such types from the description of a site:
//
//	go run ./examples/howto/customtype -site https://museum.example.org -user editor \
//		-slug opal -title Opal -price 12.5
package main

import (
	"context"
	"flag"
	"fmt"
	"log"
	"os"

	"github.com/fontcms/fontcms-go/cms"
)

// Specimen is a record of catalogue/v1/specimens: the fields of a post, and a field of its own. A
// price that is no number is 0, and its text is in the field Extra: see cms.Extra.
type Specimen struct {
	cms.Post

	Price float64 `json:"price"`
}

// SpecimenParams are the fields that a create or update sets. A nil field is not changed.
type SpecimenParams struct {
	cms.PostParams

	Price *float64 `json:"price,omitzero"`
}

// Specimens has the verbs of posts: Get, List, All, Create, Update, Trash, Ensure.
type Specimens = cms.Content[Specimen, SpecimenParams, cms.PostListOptions]

func main() {
	address := flag.String("site", "", "address of the site")
	user := flag.String("user", "", "name of an editor; the password is in FONTCMS_APP_PASSWORD")
	slug := flag.String("slug", "", "slug of the specimen; its record is created if there is none")
	title := flag.String("title", "", "title of the specimen")
	price := flag.Float64("price", 0, "price in euros")
	flag.Parse()

	site, err := cms.New(*address, cms.WithPrefix("wp"),
		cms.WithApplicationPassword(*user, os.Getenv("FONTCMS_APP_PASSWORD")))
	if err != nil {
		log.Fatal(err)
	}
	specimens := cms.NewContent[Specimen, SpecimenParams, cms.PostListOptions](site, "catalogue/v1/specimens")
	params := &SpecimenParams{Price: price}
	params.Title, params.Status = title, new(cms.StatusPublish)
	if err := keep(context.Background(), specimens, *slug, params); err != nil {
		log.Fatal(err)
	}
}

// keep creates or updates the specimen with the slug, and prints all specimens.
func keep(ctx context.Context, specimens *Specimens, slug string, params *SpecimenParams) error {
	if _, err := specimens.Ensure(ctx, slug, params); err != nil {
		return err
	}
	for specimen, err := range specimens.All(ctx, nil) {
		if err != nil {
			return err
		}
		fmt.Printf("%s: %.2f €\n", cms.Line(specimen.Title.Plain(), 60), specimen.Price)
	}
	return nil
}
