package cms_test

import (
	"errors"
	"net/http"
	"slices"
	"testing"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/cms/cmstest"
)

func TestNothingIsLostOnASiteThatGivesSmallerPages(t *testing.T) {
	t.Parallel()
	server := cmstest.NewServer()
	t.Cleanup(server.Close)
	var want []int64
	for n := range 120 {
		if n > 30 && n < 90 {
			server.Insert("posts", map[string]any{"title": "Note", "status": "draft"})
			continue
		}
		want = append(want, server.Insert("posts", map[string]any{"title": "Note"}))
	}
	site := ensurer(t, server, "admin", carrier(func(r *http.Request) (*http.Response, error) {
		if q := r.URL.Query(); q.Get("per_page") == "100" {
			q.Set("per_page", "20") // what a plugin may do
			r = r.Clone(r.Context())
			r.URL.RawQuery = q.Encode()
		}
		return inProcess(server, r)
	}))
	id := func(p *cms.Post) int64 { return p.ID }
	if got, err := ids(site.Posts.GetMany(t.Context(), want, nil), id); err != nil || !slices.Equal(got, want) {
		t.Errorf("of %d ids came %d, %v", len(want), len(got), err)
	}
	if got, err := ids(site.Posts.All(t.Context(), nil, cms.Exact()), id); !errors.Is(err, cms.ErrExactUnsupported) {
		t.Errorf("an exact walk of %d records yields %d, %v", len(want), len(got), err)
	}
	if got, err := ids(site.Posts.All(t.Context(), &cms.PostListOptions{Offset: 1}), id); !errors.Is(err, cms.ErrDecode) {
		t.Errorf("a walk with an offset of %d records yields %d, %v", len(want), len(got), err)
	}
	if got, err := ids(site.Posts.All(t.Context(), nil), id); err != nil || len(got) != len(want) {
		t.Errorf("a plain walk of %d records yields %d, %v", len(want), len(got), err)
	}
}
