package comments_test

import (
	"context"
	"fmt"
	"io"
	"log"
	"net/http"
	"net/http/httptest"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/cms/comments"
)

// desk is a site with one comment, in place of a server.
func desk() *httptest.Server {
	return httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		if r.Method == http.MethodPost {
			_, _ = io.WriteString(w, with(guest, `"status":"hold"`, `"status":"approved"`))
			return
		}
		w.Header().Set("X-CMS-Total", "1")
		w.Header().Set("X-CMS-TotalPages", "1")
		_, _ = io.WriteString(w, "["+guest+"]")
	}))
}

// Approve all held comments. Their ids are collected first, because approving removes
// comments from the list.
func ExampleComments_Each() {
	server := desk()
	defer server.Close()
	site, err := cms.New(server.URL)
	if err != nil {
		log.Fatal(err)
	}
	ctx, all := context.Background(), comments.New(site)
	var held []int64
	for c, err := range all.All(ctx, &comments.ListOptions{Status: comments.FilterHold}) {
		if err != nil {
			log.Fatal(err)
		}
		held = append(held, c.ID)
	}
	for _, r := range all.Each(ctx, held, all.Approve) {
		if r.Err != nil {
			log.Print(r.Err)
			continue
		}
		fmt.Println(r.ID, r.Comment.Status)
	}
	// Output: 7 approved
}
