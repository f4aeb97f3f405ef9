package cms_test

import (
	"errors"
	"testing"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/cms/cmstest"
)

func TestRevisionsOfNoRecordAreNotAskedFor(t *testing.T) {
	t.Parallel()
	server := cmstest.NewServer()
	defer server.Close()
	site, err := cms.New(server.URL)
	if err != nil {
		t.Fatal(err)
	}
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
			if argument, ok := errors.AsType[*cms.ArgumentError](err); !ok || argument.Argument != "parent" {
				t.Errorf("%s of %d: %v", verb, parent, err)
			}
		}
		if len(errs) != 6 {
			t.Errorf("of %d: %v", parent, errs)
		}
	}
	if sent := server.Requests(); len(sent) > 0 {
		t.Errorf("%d requests were sent", len(sent))
	}
}
