package cms_test

import (
	"errors"
	"testing"

	"github.com/fontcms/fontcms-go/cms"
)

// TestParamsThatAreNullInJSONAreRefused has params that are a pointer to nothing:
// null is no object that a member could be set in.
func TestParamsThatAreNullInJSONAreRefused(t *testing.T) {
	t.Parallel()
	s := newStub(t, always(200, `{"id":7}`))
	site, ctx := s.client(t), t.Context()
	var none *cms.PostParams
	things := cms.NewContent[cms.Post, *cms.PostParams, cms.PostListOptions](site, "cms/v2/posts")
	catalog := cms.NewCatalog[cms.Post, *cms.PostParams, cms.PostListOptions](site, "cms/v2/things", "slug")
	of := func(_ any, err error) error { return err }
	for verb, err := range map[string]error{
		"create":         of(things.Create(ctx, &none)),
		"update":         of(things.Update(ctx, 7, &none)),
		"ensure":         of(things.Ensure(ctx, "kerning", &none)),
		"autosave":       of(things.Autosaves(7).Create(ctx, &none)),
		"catalog update": of(catalog.Update(ctx, "kerning", &none)),
	} {
		switch refused, ok := errors.AsType[*cms.ArgumentError](err); {
		case !ok:
			t.Errorf("%s: error %v, want a *cms.ArgumentError", verb, err)
		case refused.Argument != "params":
			t.Errorf("%s: Argument %q, want %q", verb, refused.Argument, "params")
		case refused.Operation == "":
			t.Errorf("%s: Operation empty, want a text", verb)
		}
	}
	if n := len(s.seen()); n > 0 {
		t.Errorf("%d requests were sent, want at most 0", n)
	}
}
