package widgets_test

import (
	"context"
	"fmt"
	"io"
	"log"
	"net/http"
	"net/http/httptest"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/cms/widgets"
)

// Add a widget to a sidebar.
func ExampleWidgets_Create() {
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		if r.Method == http.MethodGet {
			_, _ = io.WriteString(w, `{"id":"footer","name":"Footer","widgets":[]}`)
			return
		}
		_, _ = io.WriteString(w, `{"id":"text-2","id_base":"text","sidebar":"footer","rendered_form":"","instance":{}}`)
	}))
	defer server.Close()
	site, err := cms.New(server.URL, cms.WithApplicationPassword("admin", "abcd EFGH 1234 ijkl"))
	if err != nil {
		log.Fatal(err)
	}

	w, err := widgets.New(site).Create(context.Background(), &widgets.Params{
		IDBase:   new("text"),
		Sidebar:  new("footer"),
		Instance: &widgets.InstanceParams{Raw: map[string]string{"title": "Hours", "text": "9 to 5"}},
	})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(w.ID, w.Sidebar)
	// Output: text-2 footer
}
