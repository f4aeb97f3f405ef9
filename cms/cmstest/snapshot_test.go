package cmstest_test

import (
	"sync"
	"testing"

	"github.com/fontcms/fontcms-go/cms/cmstest"
)

func TestRestorePutsTheContentBack(t *testing.T) {
	t.Parallel()
	c := start(t, cmstest.WithSample())
	document, password := string(c.site.Document()), c.site.AppPassword("editor")
	seeded := c.site.Snapshot()
	for range 2 {
		c.create("editor", "/posts", `{"title":"New","tags":[9]}`)
		c.do("editor", "POST", "/posts/1", `{"title":"Changed","categories":[2],"meta":{"footnotes":"x"}}`)
		c.do("editor", "DELETE", "/posts/2", "")
		c.do("editor", "DELETE", "/posts/3?force=true", "")
		c.do("editor", "DELETE", "/pages/1231?force=true", "")
		c.site.Insert("tags", map[string]any{"name": "new"})
		c.site.Insert("users", map[string]any{"id": 2, "username": "other"})
		c.site.SetAppPassword("admin", "x")
		if string(c.site.Document()) == document {
			t.Fatal("Document after the writes is the same, want it changed")
		}
		c.site.Restore(seeded)
		if got := string(c.site.Document()); got != document {
			t.Fatalf("Document after Restore: %s, want the same as before", firstDifference([]byte(document), []byte(got)))
		}
		if c.site.AppPassword("editor") != password || c.get("admin", "/users/me").status != 200 {
			t.Error("AppPassword and GET of /users/me after Restore: other passwords, want those of the snapshot")
		}
	}
	if len(c.site.Requests()) == 0 {
		t.Error("Requests after Restore: none, want them kept")
	}
}

func TestSnapshotsAndRequestsAtOnce(t *testing.T) {
	t.Parallel()
	c := start(t)
	c.site.Insert("posts", map[string]any{"title": "One"})
	seeded := c.site.Snapshot()
	var all sync.WaitGroup
	for range 4 {
		all.Go(func() { c.do("editor", "POST", "/posts/1", `{"title":"Two"}`) })
		all.Go(func() { c.get("", "/posts") })
		all.Go(func() { c.site.Restore(seeded); c.site.Snapshot(); c.site.Document() })
	}
	all.Wait()
	if c.site.Restore(seeded); c.site.Record("posts", 1)["title"] != "One" {
		t.Errorf("Record after Restore: title %v, want One", c.site.Record("posts", 1)["title"])
	}
}

func TestRestoreOfAnotherServersSnapshotPanics(t *testing.T) {
	t.Parallel()
	one, other := start(t), start(t)
	for _, snapshot := range []*cmstest.Snapshot{nil, other.site.Snapshot()} {
		func() {
			defer func() {
				if recover() == nil {
					t.Error("Restore of a foreign snapshot did not panic, want a panic")
				}
			}()
			one.site.Restore(snapshot)
		}()
	}
}

func BenchmarkSnapshot(b *testing.B) {
	site := cmstest.NewServer(cmstest.WithTest(b), cmstest.WithSample())
	for b.Loop() {
		site.Restore(site.Snapshot())
	}
}
