package changes_test

import (
	"errors"
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/cms/changes"
)

func TestStaleRecordsAreChangedOrDeleted(t *testing.T) {
	t.Parallel()
	s, store := newSite(t), new(changes.Memory)
	one, two := s.post(t, &cms.PostParams{Title: new("One")}), s.post(t, &cms.PostParams{Title: new("Two")})
	feed := changes.New(s.client, store, changes.Type("cms/v2/posts"))
	stale := map[int64]string{one: changes.Stale, 999: changes.Stale}
	if err := store.Save(t.Context(), "posts", stale); err != nil {
		t.Fatal(err)
	}
	terms := changes.New(s.client, store, changes.Kind{Name: "categories", Route: "cms/v2/categories", Whole: true})
	if err := store.Save(t.Context(), "categories", map[int64]string{1: changes.Stale, 999: changes.Stale}); err != nil {
		t.Fatal(err)
	}
	expect(t, "of stale terms", terms, nil, "changed categories/1", "deleted categories/999")
	want := []string{fmt.Sprintf("changed posts/%d", one), fmt.Sprintf("created posts/%d", two), "deleted posts/999"}
	expect(t, "of stale marks", feed, nil, want...)
	expect(t, "after them", feed, nil)
}

func TestListedTellsHowManyRecordsAListHad(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	for range 3 {
		s.post(t, &cms.PostParams{Title: new("One")})
	}
	feed := changes.New(s.client, new(changes.Memory), changes.Type("cms/v2/posts"), changes.Taxonomy("cms/v2/tags"))
	got := ""
	options := &changes.Options{Listed: func(kind string, listed, total int) {
		got += fmt.Sprintf("%s %d of %d;", kind, listed, total)
	}}
	if _, errs := taken(t, feed, options); len(errs) > 0 {
		t.Fatalf("Feed.All: errors %v, want none", errs)
	}
	if want := "posts 3 of 3;tags 0 of 0;"; got != want {
		t.Errorf("Listed was called with %q, want %q", got, want)
	}
}

func TestUnlistedRecordThatIsRefusedIsABrokenRecord(t *testing.T) {
	t.Parallel()
	s, store := newSite(t), new(changes.Memory)
	one := s.post(t, &cms.PostParams{Title: new("One")})
	stale := map[int64]string{one: changes.Stale, 999: changes.Stale}
	if err := store.Save(t.Context(), "posts", stale); err != nil {
		t.Fatal(err)
	}
	s.fail = func(_ int, r *http.Request) *http.Response {
		if strings.HasSuffix(r.URL.Path, "/posts/999") {
			return broken(r)
		}
		return nil
	}
	got, errs := taken(t, changes.New(s.client, store, changes.Type("cms/v2/posts")), nil)
	if len(errs) != 1 || len(got) != 1 {
		t.Fatalf("Feed.All: %q and errors %v, want one of each", got, errs)
	}
	e, ok := errors.AsType[*cms.BrokenRecordError](errs[0])
	if !ok || e.ID != 999 {
		t.Errorf("Feed.All of a refused record: error %v, want a BrokenRecordError of 999", errs[0])
	}
}
