package cmstest_test

import (
	"crypto/sha256"
	"encoding/hex"
	"testing"
	"time"

	"github.com/fontcms/fontcms-go/cms/cmstest"
)

// TestSampleHasPostsOfEveryKind counts what tests of users find in it. They name its ids, titles and dates as well:
// who changes
// the sample says so in the changelog, and writes the new sum here.
func TestSampleHasPostsOfEveryKind(t *testing.T) {
	t.Parallel()
	now := time.Date(2026, time.May, 1, 10, 0, 0, 0, time.UTC)
	site := cmstest.NewServer(cmstest.WithSample(), cmstest.WithClock(func() time.Time { return now }))
	t.Cleanup(site.Close)
	got := map[string]int{}
	for id := int64(1); ; id++ {
		post := site.Record("posts", id)
		if post == nil {
			break
		}
		got["posts"]++
		got[post["status"].(string)]++
		for _, name := range []string{"excerpt", "password"} {
			if text, _ := post[name].(string); text != "" {
				got[name]++
			}
		}
		if sticky, _ := post["sticky"].(bool); sticky {
			got["sticky"]++
		}
	}
	want := map[string]int{
		"posts": 1230, "publish": 1190, "draft": 15, "pending": 7, "private": 7, "future": 6, "trash": 5, "excerpt": 123,
		"password": 4, "sticky": 2,
	}
	for name, n := range want {
		if got[name] != n {
			t.Errorf("Document of the sample: %d %s, want %d", got[name], name, n)
		}
	}
	sum := sha256.Sum256(site.Document())
	if got := hex.EncodeToString(sum[:]); got != "71a3adb5f4b3273e91d065012d3fdf1a826d40ff9e278fb3f0aaed7468c08e89" {
		t.Errorf("Document of the sample: sum %s, want the sum of the known sample", got)
	}
}
