package library

import (
	"bytes"
	"io"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"regexp"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/cms/cmstest"
	"github.com/fontcms/fontcms-go/media"
)

// TestContentWhoseSlugTheSiteChangesIsUploadedOnce puts a file on a site that gives
// each record a slug of its own, whatever it is asked for.
func TestContentWhoseSlugTheSiteChangesIsUploadedOnce(t *testing.T) {
	t.Parallel()
	server := cmstest.NewServer(cmstest.WithTest(t))
	address, err := url.Parse(server.URL)
	if err != nil {
		t.Fatal(err)
	}
	var uploads atomic.Int64
	proxy := &httputil.ReverseProxy{
		Rewrite: func(r *httputil.ProxyRequest) {
			r.SetURL(address)
			r.Out.Header.Del("Accept-Encoding")
			if r.In.Method == http.MethodPost && uploads.Add(1) > 20 {
				panic(http.ErrAbortHandler)
			}
		},
		ModifyResponse: func(r *http.Response) error {
			body, err := io.ReadAll(r.Body)
			body = regexp.MustCompile(`"slug":"file-`).ReplaceAll(body, []byte(`"slug":"other-`))
			r.Body, r.ContentLength = io.NopCloser(bytes.NewReader(body)), int64(len(body))
			r.Header.Set("Content-Length", strconv.Itoa(len(body)))
			return err
		},
	}
	front := httptest.NewServer(proxy)
	t.Cleanup(front.Close)
	site, err := cms.New(front.URL, cms.WithApplicationPassword("author", server.AppPassword("author")))
	if err != nil {
		t.Fatal(err)
	}
	file := media.Bytes("notes.txt", []byte("Notes on letters"))
	slug, err := file.ContentSlug()
	if err != nil {
		t.Fatal(err)
	}
	_, _, err = New(site).Put(t.Context(), file, slug, nil, media.Params{})
	if err == nil || !strings.Contains(err.Error(), "other-") {
		t.Errorf("Put of a file whose slug the site changes: error %v, want one with the slug of the site", err)
	} else if uploads.Load() != 1 {
		t.Errorf("Put of a file whose slug the site changes: %d uploads, want 1", uploads.Load())
	}
}
