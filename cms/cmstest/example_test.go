package cmstest_test

import (
	"encoding/json"
	"fmt"
	"net/http"

	"github.com/fontcms/fontcms-go/cms/cmstest"
)

func mustJSON(v any) []byte {
	raw, err := json.Marshal(v)
	if err != nil {
		panic(err)
	}
	return raw
}

func Example() {
	site := cmstest.NewServer(cmstest.WithSample())
	defer site.Close()

	res, err := http.Get(site.URL + "/cms-json/cms/v2/posts?slug=debugging-hinting-note-1&_fields=id,title")
	if err != nil {
		fmt.Println(err)
		return
	}
	defer res.Body.Close()
	var posts []struct {
		ID    int64
		Title struct{ Rendered string }
	}
	if err := json.NewDecoder(res.Body).Decode(&posts); err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(posts[0].Title.Rendered, "of", res.Header.Get("X-CMS-Total"))
	fmt.Println(site.Record("posts", posts[0].ID)["status"])
	fmt.Println(site.Requests()[0].Query)
	// Output:
	// Debugging Hinting: note 1 of 1
	// publish
	// slug=debugging-hinting-note-1&_fields=id,title
}
