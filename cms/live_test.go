package cms_test

import (
	"context"
	"errors"
	"os"
	"runtime"
	"slices"
	"testing"
	"time"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/internal/replay/sitetest"
)

// settled is before anything that live tests create: they run side by side.
var settled = time.Date(2026, 11, 1, 0, 0, 0, 0, time.UTC)

func TestLiveAllYieldsEveryPublishedPostOnceInOneOrder(t *testing.T) {
	t.Parallel()
	site := sitetest.Live(t)
	count, err := site.Posts.Count(t.Context(), &cms.PostListOptions{Before: settled})
	if err != nil {
		t.Fatal(err)
	}
	var first []int64
	for _, ahead := range []int{0, 4} {
		var ids []int64
		options := &cms.PostListOptions{Before: settled}
		for post, err := range site.Posts.All(t.Context(), options, cms.Prefetch(ahead), cms.Fields("id", "status")) {
			if err != nil {
				t.Fatal(err)
			}
			if post.Status != cms.StatusPublish {
				t.Errorf("post %d is %s, want %q", post.ID, post.Status, cms.StatusPublish)
			}
			ids = append(ids, post.ID)
		}
		if distinct := slices.Compact(slices.Sorted(slices.Values(ids))); len(distinct) != len(ids) {
			t.Errorf("Prefetch(%d): %d distinct posts, want %d", ahead, len(distinct), len(ids))
		}
		if first == nil {
			first = ids
		} else if !slices.Equal(first, ids) {
			t.Errorf("Prefetch changes the order: first %v, want %v", first, ids)
		}
	}
	switch {
	case len(first) == 0:
		t.Errorf("walk yields no posts, want %d", count)
	case len(first) != count:
		t.Errorf("walk yields %d posts, want %d", len(first), count)
	}
}

func TestLiveBreakLeavesNoGoroutine(t *testing.T) { //nolint:paralleltest // it counts goroutines
	site := sitetest.Live(t)
	if _, err := site.Verify(t.Context()); err != nil {
		t.Fatal(err)
	}
	site.CloseIdleConnections()
	before := runtime.NumGoroutine()
	seen := 0
	for _, err := range site.Posts.All(t.Context(), nil, cms.Prefetch(4)) {
		if err != nil {
			t.Fatal(err)
		}
		if seen++; seen == 150 {
			break
		}
	}
	site.CloseIdleConnections()
	after := runtime.NumGoroutine()
	for range 100 { // connections end on their own goroutines
		if after <= before {
			break
		}
		time.Sleep(10 * time.Millisecond)
		after = runtime.NumGoroutine()
	}
	if after > before {
		t.Errorf("goroutines after the walk: %d, want at most %d", after, before)
	}
}

// It runs alone: other tests make and delete posts, which moves records past a plain walk.
func TestLiveContributorReachesTheEndThoughPagesComeShort(t *testing.T) { //nolint:paralleltest // as said above
	user, password := os.Getenv("CONTRIBUTOR_USER"), os.Getenv("CONTRIBUTOR_PASS")
	if os.Getenv("FONTCMS_SITE") != "" && user == "" {
		t.Skip("no contributor: CONTRIBUTOR_USER is not set")
	}
	admin := sitetest.Live(t)
	site, err := admin.With(cms.WithApplicationPassword(user, password))
	if err != nil {
		t.Fatal(err)
	}
	// It may not read this one, which the totals count all the same.
	hidden, err := admin.Posts.Create(t.Context(), &cms.PostParams{
		Title: new("hidden"), Status: new(cms.StatusPrivate), Date: cms.LocalTime("2020-01-01T00:00:00").Date(),
	})
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _, _ = admin.Posts.Delete(context.Background(), hidden.ID) }()
	options := &cms.PostListOptions{Status: []cms.Status{cms.StatusAny}, OrderBy: cms.ByID, Order: cms.Descending}
	published := 0
	reached, short := map[int64]bool{}, 0
	for page, err := range site.Posts.Pages(t.Context(), options, cms.Fields("id")) {
		if err != nil {
			t.Fatal(err)
		}
		for _, post := range page.Items {
			reached[post.ID] = true
		}
		if page.Number < page.TotalPages && len(page.Items) < 100 {
			short++
		}
	}
	for post, err := range admin.Posts.All(t.Context(), nil, cms.Exact(), cms.Fields("id")) {
		if err != nil {
			t.Fatal(err)
		}
		if published++; !reached[post.ID] {
			t.Errorf("walk misses the published post %d, want it yielded", post.ID)
		}
	}
	if published == 0 {
		t.Error("no post is published: published 0, want more than 0")
	}
	switch {
	case reached[hidden.ID]:
		t.Errorf("walk over %d short pages yields the private post, want it hidden", short)
	case short == 0:
		t.Errorf("%d pages came short; reached the private post: %t: short 0, want more than 0", short, reached[hidden.ID])
	}
}

func TestLiveWrongPasswordIsNoticed(t *testing.T) {
	t.Parallel()
	site := sitetest.Live(t)
	wrong, err := site.With(cms.WithApplicationPassword(os.Getenv("FONTCMS_USER"), "abcd efgh ijkl mnop qrst uvwx"))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := wrong.Verify(t.Context()); !errors.Is(err, cms.ErrCredentialsRejected) {
		t.Errorf("Verify: %v, want ErrCredentialsRejected", err)
	}
	if _, err := wrong.Posts.List(t.Context(), nil); !errors.Is(err, cms.ErrCredentialsRejected) {
		t.Errorf("List with a verified login: %v, want ErrCredentialsRejected", err)
	}
	me, err := site.Verify(t.Context())
	switch {
	case err != nil:
		t.Errorf("Verify with the right one: %+v, %v, want nil", me, err)
	case me.ID == 0:
		t.Errorf("Verify with the right password: id 0 (error %v), want an id", err)
	}
}

func TestLiveOtherFormsOfAnAddressReadTheSame(t *testing.T) {
	t.Parallel()
	site := sitetest.Live(t)
	options := &cms.PostListOptions{
		Order: cms.Ascending, OrderBy: cms.ByID, PerPage: 7, Before: settled,
		Status: []cms.Status{cms.StatusPublish, cms.StatusDraft},
	}
	want, err := site.Posts.List(t.Context(), options, cms.Fields("id"))
	if err != nil {
		t.Fatal(err)
	}
	var many []int64
	for _, post := range want.Items {
		many = append(many, post.ID)
	}
	for name, option := range map[string]cms.Option{
		"rest_route":           cms.WithRoot("?rest_route=/"),
		"index.php rest_route": cms.WithRoot("index.php?rest_route=/"),
		"method override":      cms.WithMethodOverride(),
	} {
		other, err := site.With(option)
		if err != nil {
			t.Fatal(err)
		}
		got, err := other.Posts.List(t.Context(), options, cms.Fields("id"))
		switch {
		case err != nil:
			t.Errorf("%s: Posts.List: error %v, want nil", name, err)
		case got.Total != want.Total:
			t.Errorf("%s: Posts.List: Total %d, want %d", name, got.Total, want.Total)
		case len(got.Items) != len(want.Items):
			t.Errorf("%s: Posts.List: %d records, want %d", name, len(got.Items), len(want.Items))
		case got.Items[6].ID != want.Items[6].ID:
			t.Errorf("%s: Posts.List: Items[6].ID %d, want %d", name, got.Items[6].ID, want.Items[6].ID)
		}
		ids := slices.Clone(many)
		for id := int64(900_000_000_000); len(ids) < 100; id++ {
			ids = append(ids, id)
		}
		var found []int64
		for post, err := range other.Posts.GetMany(t.Context(), ids, options, cms.Fields("id")) {
			if err != nil {
				t.Fatalf("%s: Posts.GetMany: %v", name, err)
			}
			found = append(found, post.ID)
		}
		if !slices.Equal(found, many) {
			t.Errorf("%s: GetMany found %v, want %v", name, found, many)
		}
	}
}
