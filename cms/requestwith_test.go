package cms_test

import (
	"errors"
	"testing"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/internal/replay/sitetest"
)

func TestWithAddsArgumentsAndHeadersToARequestOfABatch(t *testing.T) {
	t.Parallel()
	_, site := sitetest.NewTap(t)
	request := site.Posts.DeleteRequest(7)
	item, err := request.With(cms.Argument("lang", "de"), cms.Header("X-Mark", "7")).BatchItem(site, nil)
	switch {
	case err != nil:
		t.Errorf("With: error %v, want nil", err)
	case item.Path != "/cms/v2/posts/7?force=true&lang=de":
		t.Errorf("With: path %s, want lang=de after force=true", item.Path)
	case item.Header.Get("X-Mark") != "7":
		t.Errorf("With: headers %v, want X-Mark", item.Header)
	case request.Query.Has("lang"):
		t.Errorf("With changed the request: %v, want a copy", request.Query)
	}
	_, err = request.With(cms.Argument("force", "false")).BatchItem(site, nil)
	if !errors.Is(err, cms.ErrInvalidArgument) {
		t.Errorf("With of an argument that the request sets: error %v, want ErrInvalidArgument", err)
	}
}

// TestWithRefusesOptionsThatItWouldLose has options that select what the response holds.
func TestWithRefusesOptionsThatItWouldLose(t *testing.T) {
	t.Parallel()
	_, site := sitetest.NewTap(t)
	request := site.Posts.UpdateRequest(7, &cms.PostParams{Title: new("One")})
	for argument, option := range map[string]cms.CallOption{"fields": cms.Fields("id"), "embed": cms.Embed()} {
		if _, err := request.With(option).BatchItem(site, nil); !refuses(err, argument) {
			t.Errorf("With of %s: error %v, want the argument refused", argument, err)
		}
	}
	if _, err := request.With(cms.Attempts(1)).BatchItem(site, nil); err != nil {
		t.Errorf("With of Attempts: error %v, want nil", err)
	}
}
