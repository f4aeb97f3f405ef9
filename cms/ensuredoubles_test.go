package cms_test

import (
	"errors"
	"net/http"
	"strings"
	"testing"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/cms/cmstest"
)

// TestEnsureMergesNoDoublesThatItCannotCompare has two records that look alike until
// they are read whole.
func TestEnsureMergesNoDoublesThatItCannotCompare(t *testing.T) {
	t.Parallel()
	one := map[string]any{"title": "Kerning", "content": "Pairs.", "slug": "kerning", "status": "publish"}
	for name, test := range map[string]struct {
		was, is string
		want    error
	}{
		"as they are":              {"", "", nil},
		"a number in other digits": {`"meta":`, `"x":1.50e1,"meta":`, nil},
		"another status":           {`"status":"publish"`, `"status":"draft"`, cms.ErrConflict},
		"a member of its own":      {`"meta":`, `"x":1,"meta":`, cms.ErrConflict},
		"a name twice":             {`"meta":`, `"x":{"a":1,"a":2},"meta":`, cms.ErrConflict},
		"other raw text":           {`"meta":`, `"x":{"raw":"Pairs?"},"meta":`, cms.ErrConflict},
		"another address":          {`"link":"`, `"link":"http://elsewhere`, nil},
		"a list":                   {`{`, `[{`, cms.ErrNotREST},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			read := 0
			s := situation{records: []map[string]any{one, one}, spoil: func(_ int, server *cmstest.Server, r *http.Request) (*http.Response, error) {
				if r.Method == http.MethodGet && !strings.HasSuffix(r.URL.Path, "/posts") {
					if r.URL.Query().Get("context") != "edit" || r.URL.Query().Has("_fields") {
						t.Errorf("it reads %s", r.URL)
					}
					read++
					was, is := test.was, test.is
					if name == "a number in other digits" && read%2 == 0 {
						is = `"x":15,"meta":`
					} else if name != "a list" && name != "a number in other digits" && name != "a name twice" && read%2 == 1 {
						was, is = "", ""
					}
					return rewritten(server, r, was, is)
				}
				return inProcess(server, r)
			}}
			server, _, err := s.run(t, 0)
			ids, _ := withSlug(t, server, "kerning")
			if !errors.Is(err, test.want) || (err == nil) != (len(ids) == 1) {
				t.Errorf("%v, and %v have the slug", err, ids)
			}
		})
	}
}

// TestEnsureSearchesAgainIfADuplicateIsGone has a double that its own process deletes
// while this one compares, and a first record that goes.
func TestEnsureSearchesAgainIfADuplicateIsGone(t *testing.T) {
	t.Parallel()
	one := map[string]any{"id": int64(30), "title": "Kerning", "content": "Pairs.", "slug": "kerning", "status": "publish"}
	two := map[string]any{"id": int64(40), "title": "Tracking", "content": "Pairs.", "slug": "kerning", "status": "publish"}
	for gone, requests := range map[string]int{"30": 2 + 1 + 3, "40": 2 + 1 + 1} {
		t.Run(gone, func(t *testing.T) {
			t.Parallel()
			s := situation{records: []map[string]any{one, two}, spoil: func(n int, server *cmstest.Server, r *http.Request) (*http.Response, error) {
				if n == 3 {
					other := r.Clone(r.Context())
					other.Method, other.Body, other.URL.RawQuery = http.MethodDelete, http.NoBody, "force=true"
					other.URL.Path += "/" + gone
					if _, err := inProcess(server, other); err != nil {
						return nil, err
					}
				}
				return inProcess(server, r)
			}}
			server, sent, err := s.run(t, 0)
			if ids, _ := withSlug(t, server, "kerning"); err != nil || len(ids) != 1 || sent != requests {
				t.Errorf("%v have the slug after %d requests, %v", ids, sent, err)
			}
		})
	}
}

// TestEnsureTrashesNoDoubleOfARecordThatIsGone has two equal records, of which one is
// deleted while they are compared.
func TestEnsureTrashesNoDoubleOfARecordThatIsGone(t *testing.T) {
	t.Parallel()
	for gone, stays := range map[string]int64{"30": 40, "40": 30} {
		t.Run(gone, func(t *testing.T) {
			t.Parallel()
			var records []map[string]any
			for _, id := range []int64{30, 40} {
				records = append(records, map[string]any{"id": id, "title": "Kerning", "content": "Pairs.", "slug": "kerning", "status": "publish"})
			}
			s := situation{records: records, spoil: func(n int, server *cmstest.Server, r *http.Request) (*http.Response, error) {
				if n == 3 {
					other := r.Clone(r.Context())
					other.Method, other.Body, other.URL.RawQuery = http.MethodDelete, http.NoBody, "force=true"
					other.URL.Path = strings.TrimSuffix(other.URL.Path, "30") + gone
					if _, err := inProcess(server, other); err != nil {
						return nil, err
					}
				}
				return inProcess(server, r)
			}}
			server, _, err := s.run(t, 0)
			if ids, _ := withSlug(t, server, "kerning"); err != nil || len(ids) != 1 || ids[0] != stays || server.Record("posts", stays)["status"] == "trash" {
				t.Errorf("%v have the slug, %v", ids, err)
			}
		})
	}
}
