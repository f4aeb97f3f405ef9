package cmstest_test

import (
	"fmt"
	"io"
	"net/http"
	"strings"
	"testing"

	"github.com/fontcms/fontcms-go/cms/cmstest"
)

func TestWithRouteServesTheHandler(t *testing.T) {
	t.Parallel()
	for name, options := range map[string][]cmstest.Option{
		"readable": nil, "below a path": {cmstest.WithPath("/docs")}, "plain": {cmstest.WithPlainPermalinks()},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var server *cmstest.Server
			order := func(w http.ResponseWriter, r *http.Request) {
				body, _ := io.ReadAll(r.Body)
				w.Header().Set("X-Order", "yes")
				w.WriteHeader(http.StatusAccepted)
				_, _ = fmt.Fprintf(w, `{"id":%s,"path":%q,"user":%q,"sent":%q,"q":%q,"posts":%d}`, r.PathValue("id"), r.URL.Path,
					server.UserOf(r), body,
					r.URL.Query().Get("q"), server.Insert("posts", map[string]any{"title": "From a handler"}))
			}
			server = cmstest.NewServer(append(options, cmstest.WithRoute("POST shop/v1/orders/{id}", order),
				cmstest.WithRoute("/cms/v2/posts/1",
					func(w http.ResponseWriter, _ *http.Request) { _, _ = io.WriteString(w, `{"id":1,"mine":true}`) }))...)
			t.Cleanup(server.Close)
			address := func(route string) string {
				if name == "plain" {
					return server.URL + "/?rest_route=" + strings.Replace(route, "?", "&", 1)
				}
				return server.URL + "/cms-json" + route
			}
			req, err := http.NewRequestWithContext(t.Context(), http.MethodPost, address("/shop/v1/orders/7?q=a"),
				strings.NewReader("x=1"))
			if err != nil {
				t.Fatal(err)
			}
			req.SetBasicAuth("editor", server.AppPassword("editor"))
			for _, test := range []struct {
				req    *http.Request
				status int
				want   string
			}{
				{req, http.StatusAccepted, `{"id":7,"path":"/shop/v1/orders/7","user":"editor","sent":"x=1","q":"a","posts":1}`},
				{get(t, address("/cms/v2/posts/1")), http.StatusOK, `{"id":1,"mine":true}`},
				{get(t, address("/shop/v1/orders/7")), http.StatusNotFound, ""},
				{get(t, address("/cms/v2/posts?_fields=id")), http.StatusOK, `[{"id":1}]`},
			} {
				resp, err := http.DefaultClient.Do(test.req)
				if err != nil {
					t.Fatal(err)
				}
				body, err := io.ReadAll(resp.Body)
				resp.Body.Close()
				if err != nil || resp.StatusCode != test.status {
					t.Errorf("GET of %s: status %d, body %s, error %v, want status %d", test.req.URL, resp.StatusCode, body, err,
						test.status)
				} else if test.want != "" && string(body) != test.want {
					t.Errorf("GET of %s: body %s, want %s", test.req.URL, body, test.want)
				}
			}
			if front, err := http.DefaultClient.Do(get(t, server.URL+"/")); err != nil {
				t.Errorf("GET of the front page: %v, want no error", err)
			} else if front.StatusCode != http.StatusOK || !strings.Contains(front.Header.Get("Content-Type"), "html") {
				t.Errorf("GET of the front page: %v, want 200 and HTML", front)
			} else {
				front.Body.Close()
			}
			if user := server.UserOf(get(t, server.URL)); user != "" {
				t.Errorf("UserOf a request without credentials: %q, want none", user)
			}
			if n := len(server.Requests()); n != 5 {
				t.Errorf("Requests kept: %d, want 5", n)
			}
			server.Fail(cmstest.Fault{Route: "/shop/v1/orders/7", Status: http.StatusBadGateway})
			resp, err := http.DefaultClient.Do(get(t, address("/shop/v1/orders/7")))
			if err != nil {
				t.Fatal(err)
			}
			resp.Body.Close()
			if resp.StatusCode != http.StatusBadGateway {
				t.Errorf("GET of a route with a fault: status %d, want 502", resp.StatusCode)
			}
		})
	}
}

func get(t *testing.T, address string) *http.Request {
	t.Helper()
	req, err := http.NewRequestWithContext(t.Context(), http.MethodGet, address, nil)
	if err != nil {
		t.Fatal(err)
	}
	return req
}
