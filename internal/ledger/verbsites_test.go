package ledger_test

import (
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/cms/cmstest"
)

// dozen is how many records of each type a site is filled with.
const dozen = 12

// stocked are sites with a dozen records of each type.
type stocked struct {
	site *cms.Client // the server in memory
	stub *cms.Client // for what that does not serve: see handleAny
}

func newStocked(t *testing.T) *stocked {
	t.Helper()
	server := cmstest.NewServer(cmstest.WithTest(t), cmstest.WithMenuLocation("primary", "Primary menu"))
	discussed := server.Insert("posts", map[string]any{"title": "Discussed", "status": "publish"})
	for i := range dozen {
		title := fmt.Sprintf("Specimen %d", i)
		for _, kind := range []string{"posts", "pages", "blocks"} {
			server.Insert(kind, map[string]any{"title": title, "content": "Text.", "status": "publish"})
		}
		server.Insert("media", map[string]any{"title": title, "filename": fmt.Sprintf("specimen-%d.txt", i)})
		server.Insert("menu-items", map[string]any{"title": title, "url": "https://fonts.example/", "status": "publish"})
		for _, kind := range []string{"categories", "tags", "cms_pattern_category", "menus"} {
			server.Insert(kind, map[string]any{"name": title})
		}
		server.Insert("comments", map[string]any{"post": discussed, "content": title, "author_name": "A reader",
			"status": "approved"})
		server.Insert("navigation", map[string]any{"title": title, "status": "publish"})
		server.Insert("users", map[string]any{"username": fmt.Sprintf("specimen%d", i)})
	}
	stub := httptest.NewServer(http.HandlerFunc(handleAny))
	t.Cleanup(stub.Close)
	dial := func(address string, options ...cms.Option) *cms.Client {
		site, err := cms.New(address, options...)
		if err != nil {
			t.Fatal(err)
		}
		return site
	}
	return &stocked{dial(server.URL, cms.WithApplicationPassword("admin", server.AppPassword("admin"))), dial(stub.URL)}
}

var itemOfBatch = regexp.MustCompile(`"path":"[^"]*/(\d+)"`)

// handleAny serves the records 1 to 12 at any route, by include and by pages, and takes
// batches. It has no revisions and autosaves. A look-up by slug finds the record 7.
func handleAny(w http.ResponseWriter, r *http.Request) {
	path, q := strings.TrimPrefix(r.URL.Path, "/cms-json"), r.URL.Query()
	record := func(id string) string { return `{"id":` + id + `,"slug":"verbs"}` }
	last := path[strings.LastIndex(path, "/")+1:]
	write := func(status int, body string) {
		w.Header().Set("Content-Type", "application/json")
		w.WriteHeader(status)
		_, _ = io.WriteString(w, body)
	}
	list := func(records []string) {
		w.Header().Set("X-CMS-Total", strconv.Itoa(len(records)))
		size, _ := strconv.Atoi(q.Get("per_page"))
		page, _ := strconv.Atoi(q.Get("page"))
		start, _ := strconv.Atoi(q.Get("offset"))
		if size == 0 {
			size = 10
		}
		if page > 1 {
			start = (page - 1) * size
		}
		w.Header().Set("X-CMS-TotalPages", strconv.Itoa((len(records)+size-1)/size))
		write(http.StatusOK, "["+strings.Join(records[min(start, len(records)):min(start+size, len(records))], ",")+"]")
	}
	switch {
	case strings.HasSuffix(path, "/revisions") || strings.HasSuffix(path, "/autosaves"):
		write(http.StatusNotFound, `{"code":"rest_no_route","message":"","data":{"status":404}}`)
	case path == "/batch/v1":
		body, _ := io.ReadAll(r.Body)
		id := itemOfBatch.FindStringSubmatch(string(body))
		if id == nil {
			write(http.StatusBadRequest, `{"code":"rest_invalid_param","message":"","data":{"status":400}}`)
			return
		}
		write(http.StatusMultiStatus, `{"responses":[{"status":200,"headers":{},"body":`+record(id[1])+`}]}`)
	case r.Method == http.MethodPost:
		write(http.StatusOK, record(last))
	case q.Has("slug[]"):
		list([]string{record("7")})
	case q.Has("search"): // for what an Ensure has left
		list(nil)
	default:
		var records []string
		for id := 1; id <= dozen; id++ {
			if name := strconv.Itoa(id); !q.Has("include[]") || slices.Contains(q["include[]"], name) {
				records = append(records, record(name))
			}
		}
		if q.Get("order") == "desc" {
			slices.Reverse(records)
		}
		list(records)
	}
}
