package snippets_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log"
	"net/http"
	"net/http/httptest"
	"strings"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/snippets"
)

// shelf is a site with one snippet, in place of a server.
func shelf() *httptest.Server {
	active := "false"
	return httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		body := `{"id":5,"name":"Swap","desc":"","code":"","tags":[],"scope":"global","active":%s,"priority":10,` +
			`"network":false,"shared_network":null}`
		switch {
		case strings.HasSuffix(r.URL.Path, "/activate"):
			active = "true"
			body = "{}"
		case r.Method == http.MethodGet && strings.HasSuffix(r.URL.Path, "/snippets"):
			body = "[" + fmt.Sprintf(body, active) + "]"
		case strings.HasSuffix(r.URL.Path, "/6"):
			w.WriteHeader(http.StatusInternalServerError)
			body = `{"code":"rest_cannot_get","message":"The snippet could not be found.","data":{"status":500}}`
		default:
			body = fmt.Sprintf(body, active)
		}
		_, _ = io.WriteString(w, body)
	}))
}

func Example() {
	server := shelf()
	defer server.Close()
	site, err := cms.New(server.URL, cms.WithApplicationPassword("editor", "abcd EFGH 1234 ijkl"))
	if err != nil {
		log.Fatal(err)
	}
	code, ctx := snippets.New(site), context.Background()

	snippet, err := code.Activate(ctx, 5)
	if errors.Is(err, snippets.ErrBrokenCode) {
		log.Fatal("switched on, but: ", snippet.CodeError)
	}
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(snippet.Name, snippet.Active)

	for snippet, err := range code.All(ctx, nil) {
		if err != nil {
			log.Fatal(err)
		}
		fmt.Println(snippet.ID, snippet.Scope)
	}

	_, err = code.Get(ctx, 6)
	fmt.Println(errors.Is(err, cms.ErrNotFound))
	// Output:
	// Swap true
	// 5 global
	// true
}
