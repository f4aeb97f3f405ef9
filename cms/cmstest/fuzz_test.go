package cmstest_test

import (
	"encoding/base64"
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/fontcms/fontcms-go/cms/cmstest"
)

// FuzzHandler sends what it likes. It begins with every request that was recorded from a real site. Whatever comes, the
// server must answer, in JSON where it says so, and what it stores must make a document that another server takes.
func FuzzHandler(f *testing.F) {
	for _, folder := range []string{"../testdata", "../../media/testdata", "../../batch/testdata",
		"../../snippets/testdata", "../*/testdata"} {
		files, err := filepath.Glob(filepath.Join(folder, "*.http.json"))
		if err != nil {
			f.Fatal(err)
		}
		for _, name := range files {
			addRecorded(f, name)
		}
	}
	add := func(method, target, contentType, body string) { f.Add(method, target, contentType, body, uint8(0)) }
	add("GET", "/wp-json/wp/v2/posts?categories[terms][]=1&include[x]=2&_embed&_fields=a.b", "", "")
	add("POST", "/wp-json/wp/v2/posts", "application/json",
		`{"title":{"raw":[]},"meta":[1],"categories":{"a":1},"date":"2026-02-30T10:00:00+99:99"}`)
	add("POST", "/wp-json/wp/v2/pages/12?_envelope", "application/x-www-form-urlencoded",
		"title[raw][]=x&parent=1e3&slug=%25%e5%")
	add("DELETE", "/?rest_route=/wp/v2/posts/1&force[]=1", "", "")
	add("POST", "/wp-json/wp/v2/posts/1", "multipart/form-data; boundary=b", "--b\r\n")

	noon := func() time.Time { return time.Date(2026, 5, 1, 12, 0, 0, 0, time.UTC) }
	site, other := cmstest.NewServer(cmstest.WithPrefix("wp"), cmstest.WithClock(noon)),
		cmstest.NewServer(cmstest.WithPrefix("wp"), cmstest.WithClock(noon))
	f.Cleanup(site.Close)
	f.Cleanup(other.Close)
	if err := site.Load([]byte(fuzzed)); err != nil {
		f.Fatal(err)
	}
	seeded, empty := site.Snapshot(), other.Snapshot()
	users := []string{"admin", "editor", "author", "contributor", "subscriber", ""}
	handler := site.Handler()
	f.Fuzz(func(t *testing.T, method, target, contentType, body string, user uint8) {
		req, err := http.NewRequestWithContext(t.Context(), method, "http://127.0.0.1"+target, strings.NewReader(body))
		if err != nil || !strings.HasPrefix(target, "/") {
			t.Skip()
		}
		if contentType != "" {
			req.Header.Set("Content-Type", contentType)
		}
		if name := users[int(user)%len(users)]; name != "" {
			req.SetBasicAuth(name, site.AppPassword(name))
		}
		w := httptest.NewRecorder()
		handler.ServeHTTP(w, req)
		if strings.HasPrefix(w.Header().Get("Content-Type"), "application/json") && w.Body.Len() > 0 &&
			!json.Valid(w.Body.Bytes()) {
			t.Errorf("%s of %q: body %s, want JSON", method, req.URL, w.Body)
		}
		site.ResetRequests()
		if method == http.MethodGet || method == http.MethodHead || method == http.MethodOptions {
			return
		}
		document := site.Document()
		if err := other.Load(document); err != nil {
			t.Errorf("Load of a document that Document wrote: %v\n%s\nwant no error", err, document)
		} else if again := other.Document(); string(again) != string(document) {
			t.Errorf("Document of a site that was loaded from a document:\n%s\nwant the same document",
				firstDifference(document, again))
		}
		site.Restore(seeded)
		other.Restore(empty)
	})
}

// fuzzed has a record of every kind under the ids that requests name often.
const fuzzed = `{"version": 1,
	"categories": [{"id": 2, "name": "Two"}, {"id": 3, "name": "Three", "parent": 2}],
	"tags": [{"id": 9, "name": "css"}],
	"posts": [
		{"id": 1, "title": "One", "categories": [2, 3], "tags": [9], "meta": {"footnotes": "[]"}}, {"id": 65,
		"title": "Draft", "status": "draft", "date_gmt": ""},
		{"id": 70, "title": "Hidden", "password": "letmein", "content": "a<!--more-->b"}, {"id": 71, "status": "trash"},
		{"id": 72, "status": "private", "sticky": true}
	],
	"pages": [{"id": 2, "title": "Guide"}, {"id": 12, "title": "Chapter", "parent": 2}],
	"menus": [{"id": 20, "name": "Main"}], "cms_pattern_category": [{"id": 21, "name": "Heads"}],
	"blocks": [{"id": 95, "title": "Head", "content": "<p>a</p>", "cms_pattern_category": [21],
	"meta": {"cms_pattern_sync_status": "unsynced"}}],
	"menu-items": [{"id": 97, "title": "Home", "url": "https://site.test/", "menus": 20, "classes": ["a"]}, {"id": 98,
	"title": "Below", "url": "/x", "menus": 20, "parent": 97}],
	"media": [{"id": 80, "filename": "a.png", "width": 400, "height": 300, "alt_text": "A", "post": 1}, {"id": 81,
	"filename": "notes.txt"}],
	"revisions": [{"id": 90, "parent": 65, "title": "Draft"}], "autosaves": [{"id": 91, "parent": 65, "author": 1,
	"content": "c"}],
	"snippets": [{"id": 5, "name": "S", "tags": ["a"], "code": "echo 1;"}], "archiver": [{"url": "https://site.test/"}],
	"analytics": [{"date": "2026-04-30", "path": "/one/", "visitors": 2, "pageviews": 3}, {"referrer": "https://a.test/"}]
}`

// addRecorded adds the request of a recording.
func addRecorded(f *testing.F, name string) {
	f.Helper()
	file, err := os.ReadFile(name)
	if err != nil {
		f.Fatal(err)
	}
	var exchange struct {
		Request struct {
			Method, Path, Query, Body string
			Encoding                  string `json:"body_encoding"`
			Headers                   http.Header
		}
	}
	if err := json.Unmarshal(file, &exchange); err != nil {
		f.Fatalf("Unmarshal of the recording %s: %v, want an exchange", name, err)
	}
	r, user := exchange.Request, uint8(5)
	if r.Encoding == "base64" {
		raw, err := base64.StdEncoding.DecodeString(r.Body)
		if err != nil {
			f.Fatalf("Decoding of the body in the recording %s: %v, want valid base64", name, err)
		}
		r.Body = string(raw)
	}
	if r.Headers.Get("Authorization") != "" {
		user = 0
	}
	if len(r.Body) < 1<<16 {
		f.Add(r.Method, r.Path+"?"+r.Query, r.Headers.Get("Content-Type"), r.Body, user)
	}
}
