package health_test

import (
	"context"
	"fmt"
	"io"
	"log"
	"net/http"
	"net/http/httptest"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/cms/health"
)

// Check whether the site uses https.
func Example() {
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		_, _ = io.WriteString(w, `{"test":"https_status","status":"recommended","label":"The site does not use https"}`)
	}))
	defer server.Close()
	site, err := cms.New(server.URL, cms.WithApplicationPassword("admin", "abcd EFGH 1234 ijkl"))
	if err != nil {
		log.Fatal(err)
	}

	result, err := health.New(site).Run(context.Background(), health.HTTPSStatus)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Printf("%s: %s\n", result.Status, result.Label)
	// Output: recommended: The site does not use https
}
