package blockvisibility_test

import (
	"context"
	"fmt"
	"io"
	"log"
	"net/http"
	"net/http/httptest"

	"github.com/fontcms/fontcms-go/cms"
	visibility "github.com/fontcms/fontcms-go/cms/blockvisibility"
)

func Example() {
	document := `{"visibility_controls":{"cookie":{"enable":true}},"plugin_settings":{"block_opacity":100},` +
		`"of_another_version":1}`
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Method == http.MethodPost {
			body, _ := io.ReadAll(r.Body)
			document = string(body)
		}
		w.Header().Set("Content-Type", "application/json")
		_, _ = io.WriteString(w, document)
	}))
	defer server.Close()
	site, err := cms.New(server.URL, cms.WithApplicationPassword("admin", "abcd EFGH 1234 ijkl"))
	if err != nil {
		log.Fatal(err)
	}

	settings, err := visibility.New(site).Update(context.Background(), func(s *visibility.Settings) error {
		s.VisibilityControls.Enable(visibility.ControlCookie, false)
		return nil
	})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(settings.VisibilityControls.Enabled(visibility.ControlCookie))
	fmt.Println(document)
	// Output:
	// false
	// {"visibility_controls":{"cookie":{"enable":false}},"plugin_settings":{"block_opacity":100},"of_another_version":1}
}
