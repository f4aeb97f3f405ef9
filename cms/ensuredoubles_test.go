package cms_test

import (
	"net/http"
	"testing"

	"github.com/fontcms/fontcms-go/cms/cmstest"
)

// TestEnsureUpdatesTheRecordThatRemains has two records, one of which another process
// deletes while Ensure waits.
func TestEnsureUpdatesTheRecordThatRemains(t *testing.T) {
	t.Parallel()
	one := map[string]any{"id": int64(30), "title": "Kerning", "content": "Pairs.", "slug": "kerning", "status": "publish",
		"date": "1999-12-01T12:00:00"} // before the clock of synctest, or an update makes it "future"
	two := map[string]any{"id": int64(40), "title": "Tracking", "content": "Pairs.", "slug": "kerning",
		"status": "publish", "date": "1999-12-01T12:00:00"}
	const requests = 2 + 1 + 1
	for _, gone := range []string{"30", "40"} {
		t.Run(gone, func(t *testing.T) {
			t.Parallel()
			s := situation{records: []map[string]any{one, two},
				spoil: func(n int, server *cmstest.Server, r *http.Request) (*http.Response, error) {
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
			switch ids, _ := withSlug(t, server, "kerning"); {
			case err != nil:
				t.Errorf("%v have the slug after %d requests, %v, want nil", ids, sent, err)
			case len(ids) != 1:
				t.Errorf("withSlug: %v have the slug after %d requests, %v: length of ids %d, want 1", ids, sent, err, len(ids))
			case sent != requests:
				t.Errorf("%v have the slug after %d requests, %v: sent %d, want %d", ids, sent, err, sent, requests)
			}
		})
	}
}
