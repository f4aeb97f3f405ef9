package subsizes_test

import (
	"context"
	"errors"
	"fmt"
	"log"
	"os"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/media"
	"github.com/fontcms/fontcms-go/media/subsizes"
)

func ExampleUploadFile() {
	site, err := cms.New("https://docs.example.org", cms.WithApplicationPassword("editor", os.Getenv("CMS_APP_PASSWORD")))
	if err != nil {
		log.Fatal(err)
	}
	result, err := subsizes.UploadFile(context.Background(), site, "cover.jpg", &media.Params{AltText: new("Cover")}, nil)
	if unfinished, ok := errors.AsType[*media.UnfinishedError](err); ok {
		// The image is stored: the site makes what is missing.
		_, err = media.New(site).PostProcess(context.Background(), unfinished.ID)
	}
	if err != nil {
		log.Fatal(err)
	}
	for _, sub := range result.Made {
		fmt.Println(sub.ImageSize, sub.Width, sub.Height)
	}
	if result.LeftToSite != "" {
		fmt.Println("made by the site:", result.LeftToSite)
	}
}
