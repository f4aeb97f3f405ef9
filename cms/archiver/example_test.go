package archiver_test

import (
	"context"
	"fmt"
	"io"
	"log"
	"net/http"
	"net/http/httptest"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/cms/archiver"
)

func Example() {
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		_, _ = io.WriteString(w, `{"wayback":[{"url":"https://web.archive.org/web/20261121120000/x",`+
			`"timestamp":"20261121120000"}]}`)
	}))
	defer server.Close()
	site, err := cms.New(server.URL)
	if err != nil {
		log.Fatal(err)
	}

	answer, err := archiver.New(site).GetSnapshots(context.Background(), site.Site()+"/x", "")
	if err != nil {
		log.Fatal(err)
	}
	var mine map[string][]struct { // what this site is known to answer
		Timestamp string `json:"timestamp"`
	}
	if err := cms.Unmarshal(answer, &mine); err != nil {
		log.Fatal(err)
	}
	fmt.Println(mine["wayback"][0].Timestamp)
	// Output:
	// 20261121120000
}
