package cmstest_test

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/fontcms/fontcms-go/cms/cmstest"
)

func TestSmoke(t *testing.T) {
	s := cmstest.NewServer(cmstest.WithSample(), cmstest.WithPrefix("wp"))
	defer s.Close()
	get := func(method, path, body string, user string) {
		req, _ := http.NewRequest(method, s.URL+"/wp-json"+path, strings.NewReader(body))
		if body != "" {
			req.Header.Set("Content-Type", "application/json")
		}
		if user != "" {
			req.SetBasicAuth(user, s.AppPassword(user))
		}
		t0 := time.Now()
		res, err := http.DefaultClient.Do(req)
		if err != nil {
			t.Fatal(err)
		}
		b, _ := io.ReadAll(res.Body)
		d := time.Since(t0)
		if !json.Valid(b) {
			t.Errorf("not JSON: %s", b)
		}
		fmt.Println("##", method, path, body, user, d)
		fmt.Println(res.StatusCode, res.Header["X-Wp-Total"], res.Header["Link"], res.Header["Allow"], res.Header["Location"])
		fmt.Println(strings.ReplaceAll(string(b[:min(len(b), 700)]), `\/`, "/"))
	}
	get("GET", "/wp/v2/posts?per_page=100", "", "")
	get("GET", "/wp/v2/posts?per_page=100", "", "admin")
	get("GET", "/wp/v2/posts?per_page=100&_embed", "", "admin")
	get("GET", "/wp/v2/posts?per_page=100&search=hinting", "", "admin")
	get("GET", "/wp/v2/posts?per_page=100&context=edit", "", "admin")
	get("GET", "/wp/v2/posts?per_page=100&_fields=id", "", "admin")
	get("GET", "/wp/v2/posts?per_page=2&_embed&_fields=id,_links.wp:term,_embedded", "", "")
	get("GET", "/wp/v2/posts?per_page=101&page=0&order=x", "", "")
	get("POST", "/wp/v2/posts", `{"title":"Hello & you","status":"publish","tags":[9]}`, "admin")
	get("POST", "/wp/v2/posts", `{"title":"Hello & you"}`, "subscriber")
	get("DELETE", "/wp/v2/posts/1381", ``, "admin")
	get("DELETE", "/wp/v2/posts/1381", ``, "admin")
	get("DELETE", "/wp/v2/posts/1381?force=1", ``, "admin")
	get("GET", "/wp/v2/posts?ignore_sticky=false&per_page=2&_fields=id,sticky", ``, "admin")
	get("GET", "/wp/v2/users/me?context=edit", ``, "author")
	get("GET", "/", ``, "")
	get("GET", "/wp/v2/categories?_fields=id,name", ``, "")
}
