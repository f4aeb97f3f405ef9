package cms_test

import (
	"errors"
	"testing"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/cms/cmstest"
)

func TestTheRootIsNoCollection(t *testing.T) {
	t.Parallel()
	server := cmstest.NewServer()
	defer server.Close()
	site, err := cms.New(server.URL)
	if err != nil {
		t.Fatal(err)
	}
	for _, path := range []string{"", "/", "//", "///"} {
		things := cms.NewCollection[map[string]any, struct{}, struct{}](site, path)
		_, list := things.List(t.Context(), nil)
		_, count := things.Count(t.Context(), nil)
		_, create := things.Create(t.Context(), nil)
		_, get := things.Get(t.Context(), 5)
		for verb, err := range map[string]error{"list": list, "count": count, "create": create, "get": get} {
			if !errors.Is(err, cms.ErrInvalidArgument) {
				t.Errorf("%s of %q: %v", verb, path, err)
			}
		}
	}
	if sent := server.Requests(); len(sent) > 0 {
		t.Errorf("%d requests were sent", len(sent))
	}
}
