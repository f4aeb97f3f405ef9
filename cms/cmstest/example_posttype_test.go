package cmstest_test

import (
	"context"
	"fmt"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/cms/cmstest"
)

// The site has the type "book" at cms/v2/books. Its records have the fields of posts.
func ExampleWithPostType() {
	server := cmstest.NewServer(cmstest.WithPostType("book", "books"))
	defer server.Close()
	server.Insert("books", map[string]any{"title": "Emma", "slug": "emma", "status": "publish"})

	site, err := cms.New(server.URL)
	if err != nil {
		fmt.Println(err)
		return
	}
	books := cms.NewContent[cms.Post, cms.PostParams, cms.PostListOptions](site, "cms/v2/books")
	for book, err := range books.All(context.Background(), nil) {
		if err != nil {
			fmt.Println(err)
			return
		}
		fmt.Println(book.Type, book.Title.Plain())
	}
	// Output: book Emma
}
