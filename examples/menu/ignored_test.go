package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"strconv"
	"strings"
	"testing"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/cms/cmstest"
)

// ignoring is a site that does not know the argument menus of its menu items, and lists those of all menus.
func ignoring(t *testing.T, server *cmstest.Server) string {
	t.Helper()
	address, err := url.Parse(server.URL)
	if err != nil {
		t.Fatal(err)
	}
	items := func(r *http.Request) bool { return strings.HasSuffix(r.URL.Path, "/menu-items") }
	front := httptest.NewServer(&httputil.ReverseProxy{
		Rewrite: func(r *httputil.ProxyRequest) {
			r.SetURL(address)
			if query := r.Out.URL.Query(); items(r.In) && r.In.Method == http.MethodGet {
				query.Del("menus[]")
				query.Del("menus")
				r.Out.URL.RawQuery = query.Encode()
			}
			r.Out.Header.Del("Accept-Encoding")
		},
		ModifyResponse: func(r *http.Response) error {
			if !items(r.Request) || r.Request.Method != http.MethodOptions {
				return nil
			}
			body, err := io.ReadAll(r.Body)
			var route map[string][]struct {
				Methods []string       `json:"methods"`
				Args    map[string]any `json:"args"`
			}
			if err := errors.Join(err, json.Unmarshal(body, &route)); err != nil {
				return err
			}
			for _, e := range route["endpoints"] {
				if e.Methods[0] == http.MethodGet {
					delete(e.Args, "menus")
				}
			}
			if body, err = json.Marshal(route); err != nil {
				return err
			}
			r.Body, r.ContentLength = io.NopCloser(bytes.NewReader(body)), int64(len(body))
			r.Header.Set("Content-Length", strconv.Itoa(len(body)))
			return nil
		},
	})
	t.Cleanup(front.Close)
	return front.URL
}

func TestItemsOfOtherMenusAreNotPrunedWhereTheSiteIgnoresTheMenu(t *testing.T) {
	t.Parallel()
	server := start(t)
	must(t, server, "menu: Other\nitems:\n- title: Theirs\n  url: https://docs.example.org/theirs\n")
	must(t, server, "menu: Main\nitems:\n- title: Ours\n  url: https://docs.example.org/ours\n")
	before := records(t, server)
	out, err := updated(t, server, "menu: Main\nitems:\n- title: Ours\n  url: https://docs.example.org/ours\n", "-prune", "-site", ignoring(t, server))
	if e, ok := errors.AsType[*cms.ArgumentError](err); !ok || e.Argument != "menus" {
		t.Errorf("%v\n%s", err, out)
	}
	if after := records(t, server); before != 2 || after != before {
		t.Errorf("%d items, before %d", after, before)
	}
}

// records is how many menu items the site has.
func records(t *testing.T, server *cmstest.Server) int {
	t.Helper()
	var document struct {
		Items []json.RawMessage `json:"menu-items"`
	}
	if err := json.Unmarshal(server.Document(), &document); err != nil {
		t.Fatal(err)
	}
	return len(document.Items)
}
