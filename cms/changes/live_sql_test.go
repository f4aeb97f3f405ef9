package changes_test

import (
	"context"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/cms/changes"
	"github.com/fontcms/fontcms-go/internal/replay/sitetest"
)

// TestLiveChangesBySQL changes the tables of the site, as a plugin can: no modified_gmt
// moves, and no hook runs.
func TestLiveChangesBySQL(t *testing.T) {
	t.Parallel()
	site, lab := sitetest.Live(t), os.Getenv("FONTCMS_LAB")
	if lab == "" {
		t.Skip("no live site with a folder: FONTCMS_LAB is not set")
	}
	sql := func(format string, args ...any) {
		t.Helper()
		liveSQL(t, lab, format, args...)
	}
	var ids [4]int64
	for i := range ids {
		ids[i] = must[*cms.Post](t)(site.Posts.Create(t.Context(), &cms.PostParams{Title: new("By SQL"),
			Content: new("a"), Status: new(cms.StatusPublish)})).ID
		t.Cleanup(func() { _, _ = site.Posts.Delete(context.Background(), ids[i]) })
		sql("update wp_posts set post_modified_gmt = post_modified_gmt - interval 1 day where ID = %d", ids[i])
	}
	feed := changes.New(site, new(changes.Memory), changes.Type("cms/v2/posts"))
	pass := func(when string, options *changes.Options, want ...string) {
		t.Helper()
		got := []string{}
		for c, err := range feed.All(t.Context(), options) {
			if err != nil {
				t.Fatalf("Feed.All, %s: error %v, want none", when, err)
			}
			for i, id := range ids { // other tests have posts, too
				if c.ID == id {
					got = append(got, fmt.Sprintf("%s %d", c.Op, i))
				}
			}
		}
		if strings.Join(got, ", ") != strings.Join(want, ", ") {
			t.Errorf("Feed.All, %s: %q, want %q", when, got, want)
		}
	}
	pass("first", &changes.Options{Full: true}, "created 0", "created 1", "created 2", "created 3")
	sql("update wp_posts set post_content = 'b' where ID = %d", ids[0])
	sql("update wp_posts set post_status = 'private' where ID = %d", ids[1])
	sql("delete from wp_posts where ID = %d", ids[2])
	sql("update wp_posts set post_status = 'trash' where ID = %d", ids[3])
	pass("usual", nil, "changed 1", "trashed 3", "deleted 2")
	pass("full", &changes.Options{Full: true}, "changed 0")
	pass("full again", &changes.Options{Full: true})
}
