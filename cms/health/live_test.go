package health_test

import (
	"context"
	"testing"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/cms/health"
	"github.com/fontcms/fontcms-go/internal/replay/sitetest"
)

func TestLiveHealthIsRead(t *testing.T) {
	t.Parallel()
	site, ctx := sitetest.Live(t), t.Context()
	for _, test := range health.Tests() {
		if r, err := health.New(site).Run(ctx, test); err != nil || r.Label == "" {
			t.Errorf("Run of %s: %+v, error %v, want a label", test, r, err)
		} else if r.Test == "" || r.Badge.Label == "" {
			t.Errorf("Run of %s: %+v, want a test and the label of a badge", test, r)
		} else if r.Extra != nil {
			t.Errorf("Run of %s: extra %v, want none", test, r.Extra)
		}
	}
	if sizes, err := health.New(site).DirectorySizes(ctx); err != nil || sizes.Core.Bytes == 0 {
		t.Errorf("DirectorySizes: %+v, error %v, want the size of the core", sizes, err)
	} else if sizes.Total.Bytes < sizes.Core.Bytes || len(sizes.Extra) > 1 {
		t.Errorf("DirectorySizes: %+v, want a total of at least the core, and one field in Extra at most", sizes)
	}
}

func TestLiveRightsOfHealth(t *testing.T) {
	t.Parallel()
	sitetest.Live(t)
	t.Logf("%d cases of rights", sitetest.Check(t, []sitetest.Right{
		{Name: "https-status", Least: "admin", Do: func(ctx context.Context, s *cms.Client, _ string) error {
			_, err := health.New(s).Run(ctx, health.HTTPSStatus)
			return err
		}},
		{Name: "sizes", Least: "admin", Do: func(ctx context.Context, s *cms.Client, _ string) error {
			_, err := health.New(s).DirectorySizes(ctx)
			return err
		}},
	}))
}
