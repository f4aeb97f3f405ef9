package oembed_test

import (
	"context"
	"fmt"
	"io"
	"log"
	"net/http"
	"net/http/httptest"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/cms/oembed"
)

func Example() {
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		_, _ = io.WriteString(w, `{"version":"1.0","type":"rich","title":"Kerning","width":400,"height":225,`+
			`"html":"<iframe></iframe>"}`)
	}))
	defer server.Close()
	site, err := cms.New(server.URL)
	if err != nil {
		log.Fatal(err)
	}

	embed, err := oembed.New(site).Embed(context.Background(), site.Site()+"/kerning/",
		&oembed.EmbedOptions{MaxWidth: 400})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(embed.Title, embed.Width, embed.HTML)
	// Output: Kerning 400 <iframe></iframe>
}
