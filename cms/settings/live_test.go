package settings_test

import (
	"context"
	"errors"
	"testing"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/cms/settings"
	"github.com/fontcms/fontcms-go/internal/replay/sitetest"
)

func TestLiveSettingsAreReadAndWritten(t *testing.T) {
	t.Parallel()
	site := sitetest.Live(t)
	document, ctx := settings.New(site), t.Context()
	before, err := document.Get(ctx)
	if err != nil || before.URL == "" || before.PostsPerPage < 1 || before.DateFormat == "" || before.Reading.Partial {
		t.Fatalf("%+v, %v", before, err)
	}
	t.Cleanup(func() {
		_, err := document.Update(context.Background(),
			&settings.Params{PostsPerPage: &before.PostsPerPage, Description: &before.Description})
		if err != nil {
			t.Error(err)
		}
	})
	after, err := document.Update(ctx,
		&settings.Params{PostsPerPage: new(before.PostsPerPage + 1), Description: new("Letters & more")})
	if err != nil || after.PostsPerPage != before.PostsPerPage+1 || after.Description != "Letters &amp; more" ||
		after.Title != before.Title {
		t.Errorf("%+v, %v", after, err)
	}
	if again, err := document.Get(ctx, cms.Fields("posts_per_page")); err != nil ||
		again.PostsPerPage != after.PostsPerPage || again.Title != "" || !again.Reading.Partial {
		t.Errorf("%+v, %v", again, err)
	}
	visitor, err := cms.New(site.Site(), cms.WithPrefix(site.Prefix()))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := settings.New(visitor).Get(ctx); !errors.Is(err, cms.ErrUnauthorized) {
		t.Errorf("%v", err)
	}
}
