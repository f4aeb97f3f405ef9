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
		if r, err := health.New(site).Run(ctx, test); err != nil || r.Label == "" || r.Test == "" || r.Badge.Label == "" ||
			r.Extra != nil {
			t.Errorf("%s: %+v, %v", test, r, err)
		}
	}
	if sizes, err := health.New(site).DirectorySizes(ctx); err != nil || sizes.Core.Bytes == 0 ||
		sizes.Total.Bytes < sizes.Core.Bytes || len(sizes.Extra) > 1 {
		t.Errorf("%+v, %v", sizes, err)
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
