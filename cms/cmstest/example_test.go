package cmstest_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/fontcms/fontcms-go/cms/cmstest"
)

func mustJSON(v any) []byte {
	raw, err := json.Marshal(v)
	if err != nil {
		panic(err)
	}
	return raw
}

func Example() {
	site := cmstest.NewServer(cmstest.WithSample())
	defer site.Close()

	res, err := http.Get(site.URL + "/cms-json/cms/v2/posts?slug=debugging-hinting-note-1&_fields=id,title")
	if err != nil {
		fmt.Println(err)
		return
	}
	defer res.Body.Close()
	var posts []struct {
		ID    int64
		Title struct{ Rendered string }
	}
	if err := json.NewDecoder(res.Body).Decode(&posts); err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(posts[0].Title.Rendered, "of", res.Header.Get("X-CMS-Total"))
	fmt.Println(site.Record("posts", posts[0].ID)["status"])
	fmt.Println(site.Requests()[0].Query)
	// Output:
	// Debugging Hinting: note 1 of 1
	// publish
	// slug=debugging-hinting-note-1&_fields=id,title
}

func FuzzRequests(f *testing.F) {
	f.Add("GET", "/cms-json/cms/v2/posts?categories[terms][]=1&include[x]=2&_embed&_fields=a.b", "", "")
	f.Add("POST", "/cms-json/cms/v2/posts", "application/json", `{"title":{"raw":[]},"meta":[1],"categories":{"a":1},"date":"2026-02-30T10:00:00+99:99"}`)
	f.Add("POST", "/cms-json/cms/v2/pages/2?_envelope", "application/x-www-form-urlencoded", "title[raw][]=x&parent=1e3&slug=%25%e5%")
	f.Add("DELETE", "/?rest_route=/cms/v2/posts/1&force[]=1", "", "")
	f.Add("POST", "/cms-json/cms/v2/posts/1", "multipart/form-data; boundary=b", "--b\r\n")
	f.Fuzz(func(t *testing.T, method, path, contentType, body string) {
		req, err := http.NewRequest(method, "http://127.0.0.1"+path, strings.NewReader(body))
		if err != nil || !strings.HasPrefix(path, "/") {
			t.Skip()
		}
		site := cmstest.NewServer()
		defer site.Close()
		site.Insert("posts", map[string]any{"title": "One"})
		site.Insert("pages", map[string]any{"title": "Two"})
		req.Header.Set("Content-Type", contentType)
		req.SetBasicAuth("admin", site.AppPassword("admin"))
		w := &recorder{header: http.Header{}}
		site.Handler().ServeHTTP(w, req)
		if strings.HasPrefix(w.header.Get("Content-Type"), "application/json") && len(w.body) > 0 && !json.Valid(w.body) {
			t.Errorf("not JSON: %s", w.body)
		}
	})
}

type recorder struct {
	header http.Header
	body   []byte
}

func (r *recorder) Header() http.Header { return r.header }

func (r *recorder) WriteHeader(int) {}

func (r *recorder) Write(p []byte) (int, error) {
	r.body = append(r.body, p...)
	return len(p), nil
}
