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
		_, _ = io.WriteString(w, `{"wayback":[{"url":"https://web.archive.org/web/20261121120000/x","timestamp":"20261121120000"}]}`)
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
	for _, snapshot := range answer.Snapshots() { // a guess
		made, _ := snapshot.Time()
		fmt.Println(made.Format("2 January 2006"), snapshot.URL)
	}

	var mine map[string][]struct { // what this site is known to answer
		Timestamp string `json:"timestamp"`
	}
	if err := answer.Decode(&mine); err != nil {
		log.Fatal(err)
	}
	fmt.Println(mine["wayback"][0].Timestamp)
	// Output:
	// 21 November 2026 https://web.archive.org/web/20261121120000/x
	// 20261121120000
}
