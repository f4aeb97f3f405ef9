package media_test

import (
	"context"
	"errors"
	"fmt"
	"log"
	"os"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/media"
)

func site() *cms.Client {
	site, err := cms.New("https://docs.example.org", cms.WithApplicationPassword("editor", os.Getenv("CMS_APP_PASSWORD")))
	if err != nil {
		panic(err)
	}
	return site
}

func ExampleLibrary_UploadFile() {
	photo, err := media.New(site()).UploadFile(context.Background(), "cover.jpg", &media.Params{
		Title:   new("Cover"),
		AltText: new("A sheet of letters"),
	})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(photo.ID, photo.SourceURL)
}

// A program that runs in CI for every commit uploads each picture once.
func ExampleLibrary_Ensure() {
	file, err := media.LocalFile("cover.jpg")
	if err != nil {
		log.Fatal(err)
	}
	photo, err := media.New(site()).Ensure(context.Background(), file, &media.Params{AltText: new("A sheet of letters")})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(photo.ID, photo.SourceURL)
}

func ExampleLibrary_Upload() {
	file := media.File{
		Name:   "talk.mp4",
		Reader: os.Stdin, // read once, never held in memory
		Progress: func(sent, total int64) {
			fmt.Printf("\r%d of %d", sent, total)
		},
	}
	video, err := media.New(site()).Upload(context.Background(), file, nil)
	if unfinished, ok := errors.AsType[*media.UnfinishedError](err); ok {
		log.Fatalf("stored as %d, but: %v", unfinished.ID, err)
	}
	if errors.Is(err, cms.ErrOutcomeUnknown) {
		log.Fatal("look into the library before sending it again: ", err)
	}
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(video.SourceURL)
}

func ExampleLibrary_Edit() {
	ctx, library := context.Background(), media.New(site())
	photo, err := library.Get(ctx, 1544)
	if err != nil {
		log.Fatal(err)
	}
	turned, err := library.Edit(ctx, photo.ID, &media.EditParams{
		Src: photo.SourceURL,
		Modifiers: media.Modifiers{
			media.Rotate{Angle: 90},
			media.Crop{Left: 10, Top: 10, Width: 80, Height: 80},
		},
	})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(turned.ID, "was made of", turned.MediaDetails.ParentImage.AttachmentID)
}

func ExampleModifiers() {
	list, err := media.Modifiers{media.Flip{Horizontal: true}, media.Rotate{Angle: 90}}.MarshalJSON()
	fmt.Println(string(list), err)
	// Output:
	// [{"type":"flip","args":{"flip":{"horizontal":true,"vertical":false}}},{"type":"rotate","args":{"angle":90}}] <nil>
}

func ExampleLibrary_All() {
	for m, err := range media.New(site()).All(context.Background(),
		&media.ListOptions{MediaType: []media.Type{media.TypeImage}}) {
		if err != nil {
			log.Fatal(err)
		}
		fmt.Println(m.Title.Rendered, m.MediaDetails.Width, m.MediaDetails.Height)
	}
}
