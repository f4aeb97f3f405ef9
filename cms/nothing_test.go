package cms_test

import (
	"errors"
	"testing"

	"github.com/fontcms/fontcms-go/cms"
)

func TestWalkOverNothingReachesItsEnd(t *testing.T) {
	t.Parallel()
	site, _ := newSite(t)
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
			switch n := walk(cms.Resume(&cursor), exact); {
			case n != 0:
				t.Errorf("%s: walk yields %d records, want 0", name, n)
			case !cursor.Done:
				t.Errorf("%s: cursor after the walk %+v, want Done", name, cursor)
			}
		}
	}
}

func TestCollectionWithoutARouteIsRefused(t *testing.T) {
	t.Parallel()
	site, server := newSite(t)
	for _, path := range []string{"", "/", "//", "///"} {
		things := cms.NewCollection[map[string]any, struct{}, struct{}](site, path)
		_, list := things.List(t.Context(), nil)
		_, count := things.Count(t.Context(), nil)
		_, create := things.Create(t.Context(), nil)
		_, get := things.Get(t.Context(), 5)
		for verb, err := range map[string]error{"list": list, "count": count, "create": create, "get": get} {
			if !errors.Is(err, cms.ErrInvalidArgument) {
				t.Errorf("%s, %q: error %v, want ErrInvalidArgument", verb, path, err)
			}
		}
	}
	if sent := server.Requests(); len(sent) > 0 {
		t.Errorf("Server.Requests: %d requests were sent: sent %v, want an empty list", len(sent), sent)
	}
}

func TestRevisionsOfNoRecordAreNotAskedFor(t *testing.T) {
	t.Parallel()
	site, server := newSite(t)
	ctx := t.Context()
	for _, parent := range []int64{0, -3} {
		r := site.Posts.Revisions(parent)
		_, list := r.List(ctx, nil)
		_, count := r.Count(ctx, nil)
		_, get := r.Get(ctx, 5)
		_, remove := r.Delete(ctx, 5)
		errs := map[string]error{"list": list, "count": count, "get": get, "delete": remove}
		for _, err := range r.All(ctx, nil) {
			errs["all"] = err
		}
		for _, err := range r.Pages(ctx, nil) {
			errs["pages"] = err
		}
		for verb, err := range errs {
			switch argument, ok := errors.AsType[*cms.ArgumentError](err); {
			case !ok:
				t.Errorf("%s, %d: error %v, want a *cms.ArgumentError", verb, parent, err)
			case argument.Argument != "parent":
				t.Errorf("%s, %d: Argument %q, want %q", verb, parent, argument.Argument, "parent")
			}
		}
		if len(errs) != 6 {
			t.Errorf("%d: %d errors, want 6", parent, len(errs))
		}
	}
	if sent := server.Requests(); len(sent) > 0 {
		t.Errorf("Server.Requests: %d requests were sent: sent %v, want an empty list", len(sent), sent)
	}
}
