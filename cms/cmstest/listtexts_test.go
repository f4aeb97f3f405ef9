package cmstest_test

import (
	"fmt"
	"testing"
)

func TestListShowsTextsOfAChangedRecord(t *testing.T) {
	t.Parallel()
	c := start(t)
	id := c.site.Insert("posts", map[string]any{"title": "Old", "content": "old", "excerpt": "old"})
	before := c.site.Snapshot()
	const list = "cms/v2/posts?context=edit&_fields=title.raw,title.rendered,content.raw,excerpt.raw"
	const old = `[{"title":{"raw":"Old","rendered":"Old"},"content":{"raw":"old"},"excerpt":{"raw":"old"}}]`
	const changed = `[{"title":{"raw":"New","rendered":"New"},"content":{"raw":"new"},"excerpt":{"raw":"new"}}]`
	if a := c.get("admin", c.at(list)); a.body != old {
		t.Fatalf("GET of the list before the update: %s, want %s", a.body, old)
	}
	c.do("admin", "POST", c.at(fmt.Sprintf("cms/v2/posts/%d", id)), `{"title":"New","content":"new","excerpt":"new"}`)
	if a := c.get("admin", c.at(list)); a.body != changed {
		t.Errorf("GET of the list after the update: %s, want %s", a.body, changed)
	}
	c.site.Restore(before)
	if a := c.get("admin", c.at(list)); a.body != old {
		t.Errorf("GET of the list after Restore: %s, want %s", a.body, old)
	}
}

func TestFieldsBelowAListOfLinksAreEmpty(t *testing.T) {
	t.Parallel()
	c := start(t)
	c.site.Insert("posts", map[string]any{"title": "One"})
	const want = `[{"_links":{"self":[],"collection":[]}}]`
	a := c.get("", c.at("cms/v2/posts?_fields=_links.self.href,_links.collection.href"))
	if a.body != want {
		t.Errorf("list %s, want %s", a.body, want)
	}
}
