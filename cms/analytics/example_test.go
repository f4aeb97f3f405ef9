package analytics_test

import (
	"context"
	"fmt"
	"io"
	"log"
	"net/http"
	"net/http/httptest"
	"time"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/cms/analytics"
)

func Example() {
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		_, _ = io.WriteString(w, `[{"date":"2026-10-01","visitors":651,"pageviews":1536},{"date":"2026-11-01",`+
			`"visitors":423,"pageviews":993}]`)
	}))
	defer server.Close()
	site, err := cms.New(server.URL, cms.WithApplicationPassword("editor", "abcd EFGH 1234 ijkl"))
	if err != nil {
		log.Fatal(err)
	}

	months, err := analytics.New(site, analytics.WithNamespace(analytics.KokoNamespace)).Stats(context.Background(),
		&analytics.StatsOptions{
			StartDate: "2026-10-01",
			EndDate:   analytics.DayOf(time.Date(2026, time.November, 21, 0, 0, 0, 0, time.UTC)),
			Monthly:   true,
		})
	if err != nil {
		log.Fatal(err)
	}
	for _, month := range months {
		fmt.Println(month.Date, month.Visitors, month.Pageviews)
	}
	// Output:
	// 2026-10-01 651 1536
	// 2026-11-01 423 993
}
