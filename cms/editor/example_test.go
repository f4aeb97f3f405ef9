package editor_test

import (
	"context"
	"fmt"
	"io"
	"log"
	"net/http"
	"net/http/httptest"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/cms/editor"
)

// Get the HTML of a dynamic block.
func ExampleService_Render() {
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		_, _ = io.WriteString(w, `{"rendered":"<ul><li>May (3)</li></ul>"}`)
	}))
	defer server.Close()
	site, err := cms.New(server.URL, cms.WithApplicationPassword("editor", "abcd EFGH 1234 ijkl"))
	if err != nil {
		log.Fatal(err)
	}

	html, err := editor.New(site).Render(context.Background(), "core/archives", &editor.RenderOptions{
		Attributes: map[string]bool{"showPostCounts": true},
	})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(html)
	// Output: <ul><li>May (3)</li></ul>
}
