package main

import (
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"strings"
	"testing"

	"github.com/fontcms/fontcms-go/cms"
)

func TestNoCommentIsShownWhereTheSiteIgnoresThePost(t *testing.T) {
	t.Parallel()
	server, _, _ := start(t)
	address, err := url.Parse(server.URL)
	if err != nil {
		t.Fatal(err)
	}
	proxy := &httputil.ReverseProxy{Rewrite: func(r *httputil.ProxyRequest) {
		r.SetURL(address)
		query := r.Out.URL.Query()
		query.Del("post[]")
		query.Del("post")
		r.Out.URL.RawQuery = query.Encode()
	}}
	front := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Method == http.MethodOptions && strings.HasSuffix(r.URL.Path, "/comments") {
			w.Header().Set("Content-Type", "application/json")
			_, _ = io.WriteString(w, `{"endpoints":[{"methods":["GET"],"args":{"context":{},"status":{},"page":{},"per_page":{},"order":{},"orderby":{},"include":{},"exclude":{},"offset":{}}}]}`)
			return
		}
		proxy.ServeHTTP(w, r)
	}))
	t.Cleanup(front.Close)
	out, err := moderated(t, server, "q\n", "-post", "1", "-site", front.URL)
	if e, ok := errors.AsType[*cms.ArgumentError](err); !ok || e.Argument != "post" || strings.Contains(out, "1 of") {
		t.Errorf("%v\n%s", err, out)
	}
}
