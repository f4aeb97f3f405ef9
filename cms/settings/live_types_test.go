package settings_test

import (
	"context"
	"errors"
	"testing"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/cms/settings"
	"github.com/fontcms/fontcms-go/internal/replay/sitetest"
)

func TestLiveEditSendsWhatWasChanged(t *testing.T) {
	t.Parallel()
	site := sitetest.Live(t)
	ctx := t.Context()
	before, err := settings.New(site).Get(ctx)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_, _ = settings.New(site).Update(context.Background(),
			&settings.Params{StartOfWeek: &before.StartOfWeek, TimeFormat: &before.TimeFormat})
	})
	after, err := settings.New(site).Edit(ctx,
		func(s *settings.Settings) error { s.StartOfWeek, s.TimeFormat = 3, "H:i:s"; return nil })
	if err != nil || after.StartOfWeek != 3 {
		t.Errorf("Edit: %+v, error %v, want the week to start at 3", after, err)
	} else if after.TimeFormat != "H:i:s" || after.URL != before.URL {
		t.Errorf("Edit: times as %q, address %q, want H:i:s and %q", after.TimeFormat, after.URL, before.URL)
	}
	if _, err := settings.New(site).Edit(ctx,
		func(s *settings.Settings) error { s.Timezone = "Mars/Olympus"; return nil }); !errors.Is(err,
		settings.ErrNotApplied) {
		t.Errorf("Edit of an unknown time zone: error %v, want ErrNotApplied", err)
	}
	_, err = settings.New(site).Update(ctx, &settings.Params{DefaultPingStatus: new(cms.DiscussionStatus("ajar"))})
	sitetest.Failed(t, err, 400, cms.CodeInvalidParam, cms.ErrBadRequest)
}

func TestLiveTypesAndStatusesAreRead(t *testing.T) {
	t.Parallel()
	site := sitetest.Live(t)
	ctx := t.Context()
	types, err := settings.New(site).Types.List(ctx, &settings.TypeListOptions{Context: cms.ContextEdit})
	if err != nil || len(types) < 5 {
		t.Fatalf("List of types: %+v, error %v, want at least 5", types, err)
	}
	for i := range types {
		one, err := settings.New(site).Types.Get(ctx, types[i].Slug, cms.InContext(cms.ContextEdit))
		if err != nil || one.RestBase != types[i].RestBase {
			t.Errorf("Get of the type %s: %+v, error %v, want the rest_base %q", types[i].Slug, one, err, types[i].RestBase)
		} else if !one.HasFeature("title") || string(one.Extra["template_lock"]) != "false" {
			t.Errorf("Get of the type %s: %+v, want a title and the template_lock false", types[i].Slug, one)
		} else if len(one.Extra) != 1 {
			t.Errorf("Get of the type %s: extra %v, want only the template_lock", types[i].Slug, one.Extra)
		}
	}
	if few, err := settings.New(site).Types.List(ctx, nil, cms.Fields("name")); err != nil || len(few) < 5 {
		t.Errorf("List of names of types: %+v, error %v, want at least 5", few, err)
	}
	statuses, err := settings.New(site).Statuses.List(ctx, &settings.StatusListOptions{Context: cms.ContextEdit})
	if err != nil || len(statuses) < 6 {
		t.Errorf("List of statuses: %+v, error %v, want at least 6", statuses, err)
	} else if statuses[0].Extra != nil {
		t.Errorf("List of statuses: extra %v, want none", statuses[0].Extra)
	}
	_, err = settings.New(site).Types.Get(ctx, "nope")
	sitetest.Failed(t, err, 404, "rest_type_invalid", cms.ErrNotFound)
	_, err = settings.New(site).Statuses.Get(ctx, "nope")
	sitetest.Failed(t, err, 404, "rest_status_invalid", cms.ErrNotFound)
}

func TestLiveRightsOfSettingsTypesAndStatuses(t *testing.T) {
	t.Parallel()
	sitetest.Live(t)
	t.Logf("%d cases of rights", sitetest.Check(t, []sitetest.Right{
		{Name: "read settings", Least: "admin", Do: func(ctx context.Context, s *cms.Client, _ string) error {
			_, err := settings.New(s).Get(ctx)
			return err
		}},
		{Name: "write settings", Least: "admin", Do: func(ctx context.Context, s *cms.Client, _ string) error {
			_, err := settings.New(s).Update(ctx, &settings.Params{UseSmilies: new(true)})
			return err
		}},
		{Name: "types", Least: "nobody", Do: func(ctx context.Context, s *cms.Client, _ string) error {
			_, err := settings.New(s).Types.List(ctx, nil)
			return err
		}},
		{Name: "edit types", Least: "contributor", Do: func(ctx context.Context, s *cms.Client, _ string) error {
			_, err := settings.New(s).Types.List(ctx, &settings.TypeListOptions{Context: cms.ContextEdit})
			return err
		}},
		{Name: "statuses", Least: "nobody", Do: func(ctx context.Context, s *cms.Client, _ string) error {
			_, err := settings.New(s).Statuses.List(ctx, nil)
			return err
		}},
		{Name: "draft", Least: "contributor", Do: func(ctx context.Context, s *cms.Client, _ string) error {
			_, err := settings.New(s).Statuses.Get(ctx, "draft")
			return err
		}},
	}))
}
