package abilities_test

import (
	"context"
	"fmt"
	"io"
	"log"
	"net/http"
	"net/http/httptest"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/cms/abilities"
)

// Run an ability of a site.
func ExampleRun() {
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		if r.URL.Path == "/cms-json/cms-abilities/v1/abilities/core/get-site-info/run" {
			_, _ = io.WriteString(w, `{"name":"Type Docs"}`)
			return
		}
		_, _ = io.WriteString(w, `{"name":"core/get-site-info","meta":{"annotations":{"readonly":true}}}`)
	}))
	defer server.Close()
	site, err := cms.New(server.URL, cms.WithApplicationPassword("admin", "abcd EFGH 1234 ijkl"))
	if err != nil {
		log.Fatal(err)
	}

	all := abilities.New(site)
	ability, err := all.Get(context.Background(), "core/get-site-info")
	if err != nil {
		log.Fatal(err)
	}
	type info struct {
		Name string `json:"name"`
	}
	out, err := abilities.Run[info](context.Background(), all, ability, map[string][]string{"fields": {"name"}})
	fmt.Println(out.Name, err)
	// Output: Type Docs <nil>
}
