package terms_test

import (
	"context"
	"errors"
	"fmt"
	"log"
	"strings"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/cms/cmstest"
	"github.com/fontcms/fontcms-go/cms/terms"
	"github.com/fontcms/fontcms-go/media"
)

// Publish a post with an image, a category and a tag. A second run uploads the image
// again, and creates nothing else.
func Example_post() {
	server := cmstest.NewServer()
	defer server.Close()
	site, err := cms.New(server.URL, cms.WithApplicationPassword("editor", server.AppPassword("editor")))
	if err != nil {
		log.Fatal(err)
	}
	ctx, html := context.Background(), "<p>Letters are moved <em>closer</em>.</p>" // of your Markdown

	image, err := media.New(site).Upload(ctx, media.Bytes("cover.gif", []byte(gif)),
		&media.Params{AltText: new("A and V")})
	category, err2 := terms.Categories(site).EnsurePath(ctx, "Type/Spacing")
	tag, err3 := terms.Tags(site).Ensure(ctx, "latin", nil)
	if err := errors.Join(err, err2, err3); err != nil {
		log.Fatal(err)
	}
	post, err := site.Posts.Ensure(ctx, "kerning", &cms.PostParams{
		Title: new("Kerning"), Content: &html, Status: new(cms.StatusPublish),
		FeaturedMedia: &image.ID, Categories: []int64{category.ID}, Tags: []int64{tag.ID},
	})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(post.Slug, post.Status, post.FeaturedMedia == image.ID, strings.Contains(post.Content.Rendered, "closer"))
	// Output: kerning publish true true
}

// gif is an image of one pixel.
const gif = "GIF89a\x01\x00\x01\x00\x80\x00\x00\x00\x00\x00\xff\xff\xff!\xf9\x04\x01\x00\x00\x00\x00," +
	"\x00\x00\x00\x00\x01\x00\x01\x00\x00\x02\x02D\x01\x00;"
