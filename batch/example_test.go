package batch_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"slices"

	"github.com/fontcms/fontcms-go/batch"
	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/cms/cmstest"
)

// exampleSite is a site that answers every batch alike.
func exampleSite(answer string) (site *cms.Client, closeSite func()) {
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		w.WriteHeader(http.StatusMultiStatus)
		_, _ = io.WriteString(w, answer)
	}))
	site, err := cms.New(server.URL, cms.WithApplicationPassword("editor", "abcd efgh ijkl mnop"))
	if err != nil {
		panic(err)
	}
	return site, server.Close
}

// Several writes in one round trip, with typed responses.
func Example() {
	site, closeSite := exampleSite(`{"responses":[
		{"body":{"id":42,"status":"draft","title":{"raw":"Release notes"}},"status":201,"headers":{"Allow":"GET, POST"}},
		{"body":{"deleted":true,"previous":{"id":41}},"status":200,"headers":[]}]}`)
	defer closeSite()

	var created cms.Post
	report, err := batch.New(site).
		Add(site.Posts.CreateRequest(&cms.PostParams{Title: new("Release notes")}).Into(&created)).
		Add(site.Pages.DeleteRequest(41)).
		Do(context.Background())
	if err == nil {
		err = report.Err()
	}
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(created.ID, created.Status, created.Title.Raw)
	if deleted, ok := batch.Value[cms.Deleted[cms.Page]](report.Results[1]); ok {
		fmt.Println(deleted.Deleted, deleted.Previous.ID)
	}
	// Output:
	// 42 draft Release notes
	// true 41
}

// If one of the items is invalid, nothing runs, and the report names it.
func ExampleBuilder_RequireAllValidate() {
	site, closeSite := exampleSite(`{"failed":"validation","responses":[null,
		{"body":{"code":"rest_invalid_param","message":"Invalid parameter(s): status","data":{"status":400,
		"params":{"status":"status is not one of publish, future, draft, pending, and private."}}},"status":400,` +
		`"headers":[]}]}`)
	defer closeSite()

	report, err := batch.New(site).
		RequireAllValidate().
		Add(site.Posts.UpdateRequest(7, &cms.PostParams{Status: new(cms.StatusPublish)})).
		Add(site.Posts.UpdateRequest(8, &cms.PostParams{Status: new(cms.Status("published"))})).
		Do(context.Background())
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, result := range report.Results {
		if errors.Is(result.Err, batch.ErrNotRun) {
			fmt.Println(result.Path, "was not run")
		} else if e, ok := errors.AsType[*cms.Error](result.Err); ok {
			fmt.Println(result.Path, e.Status, e.Params["status"])
		}
	}
	// Output:
	// /cms/v2/posts/7 was not run
	// /cms/v2/posts/8 400 status is not one of publish, future, draft, pending, and private.
}

// Requests to routes that this module does not know, with an additional header, and a
// response of a few fields.
func ExampleBuilder_Post() {
	site, closeSite := exampleSite(`{"responses":[
		{"body":{"id":7,"state":"paid"},"status":200,"headers":[]},
		{"body":{"id":30},"status":201,"headers":[]}]}`)
	defer closeSite()

	type category struct {
		ID int64 `json:"id"`
	}
	report, err := batch.New(site).
		Post("shop/v1/orders/7", map[string]any{"state": "paid"}).Header("X-Reason", "by hand").
		Add(cms.Request[category]{
			Method: http.MethodPost,
			Path:   "cms/v2/categories",
			Query:  url.Values{"_fields": {"id"}},
			Body:   map[string]string{"name": "Hinting"},
		}).
		Do(context.Background())
	if err == nil {
		err = report.Err()
	}
	if err != nil {
		fmt.Println(err)
		return
	}
	order, _ := batch.Value[json.RawMessage](report.Results[0])
	made, _ := batch.Value[category](report.Results[1])
	fmt.Println(string(*order), made.ID)
	// Output:
	// {"id":7,"state":"paid"} 30
}

// SendAll sends several batches in parallel. If the site did not run an item, SendAll sends the item again.
func ExampleSendAll() {
	server := cmstest.NewServer()
	defer server.Close()
	var ids []int64
	for i := range 50 {
		ids = append(ids, server.Insert("posts", map[string]any{"title": fmt.Sprint("Draft ", i), "status": "draft"}))
	}
	server.Fail(cmstest.Fault{Route: "/batch/v1", Skip: 1, Times: 1, Status: http.StatusForbidden}) // of a firewall
	site, err := cms.New(server.URL, cms.WithApplicationPassword("editor", server.AppPassword("editor")))
	if err != nil {
		fmt.Println(err)
		return
	}

	var items []batch.Item
	for _, id := range ids {
		items = append(items, site.Posts.UpdateRequest(id, &cms.PostParams{Status: new(cms.StatusPublish)}))
	}
	for range 2 {
		var notRun []batch.Item
		published := 0
		for i, result := range batch.SendAll(context.Background(), site, slices.Values(items), nil) {
			switch {
			case result.Err == nil:
				published++
			case errors.Is(result.Err, batch.ErrNotRun):
				notRun = append(notRun, items[i])
			default: // also cms.ErrOutcomeUnknown: read the post
				fmt.Println(result.Path, result.Err)
			}
		}
		fmt.Println(published, "published,", len(notRun), "left")
		items = notRun
	}
	// Output:
	// 25 published, 25 left
	// 25 published, 0 left
}
