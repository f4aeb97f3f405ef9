package cms_test

import (
	"testing"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/cms/cmstest"
)

func TestAWalkOverNothingReachesItsEnd(t *testing.T) {
	t.Parallel()
	server := cmstest.NewServer()
	defer server.Close()
	site, err := cms.New(server.URL)
	if err != nil {
		t.Fatal(err)
	}
	nothing := &cms.PostListOptions{Include: []int64{}}
	for name, walk := range map[string]func(...cms.WalkOption) int{
		"records": func(options ...cms.WalkOption) (n int) {
			for _, err := range site.Posts.All(t.Context(), nothing, options...) {
				t.Error(err)
				n++
			}
			return n
		},
		"pages": func(options ...cms.WalkOption) (n int) {
			for _, err := range site.Posts.Pages(t.Context(), nothing, options...) {
				t.Error(err)
				n++
			}
			return n
		},
	} {
		for _, exact := range []cms.WalkOption{nil, cms.Exact()} {
			var cursor cms.Cursor
			if n := walk(cms.Resume(&cursor), exact); n != 0 || !cursor.Done {
				t.Errorf("%s: %d came, then %+v", name, n, cursor)
			}
		}
	}
}
