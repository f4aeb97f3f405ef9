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
	if err != nil || before.URL == "" {
		t.Fatalf("Get: %+v, error %v, want an address", before, err)
	} else if before.PostsPerPage < 1 || before.DateFormat == "" {
		t.Fatalf("Get: %d posts on a page, dates as %q, want at least 1 and a format", before.PostsPerPage, before.DateFormat)
	} else if before.Reading.Partial {
		t.Fatal("Get: a partial record, want a whole one")
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
	if err != nil || after.PostsPerPage != before.PostsPerPage+1 {
		t.Errorf("Update: %+v, error %v, want %d posts on a page", after, err, before.PostsPerPage+1)
	} else if after.Description != "Letters &amp; more" || after.Title != before.Title {
		t.Errorf("Update: description %q, title %q, want Letters &amp; more and %q", after.Description, after.Title,
			before.Title)
	}
	if again, err := document.Get(ctx, cms.Fields("posts_per_page")); err != nil ||
		again.PostsPerPage != after.PostsPerPage {
		t.Errorf("Get of one field: %+v, error %v, want %d posts on a page", again, err, after.PostsPerPage)
	} else if again.Title != "" || !again.Reading.Partial {
		t.Errorf("Get of one field: %+v, want a partial record without a title", again)
	}
	visitor, err := cms.New(site.Site(), cms.WithPrefix(site.Prefix()))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := settings.New(visitor).Get(ctx); !errors.Is(err, cms.ErrUnauthorized) {
		t.Errorf("Get by a visitor: error %v, want ErrUnauthorized", err)
	}
}
