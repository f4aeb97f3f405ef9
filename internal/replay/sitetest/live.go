package sitetest

import (
	"os"
	"testing"

	"github.com/fontcms/fontcms-go/cms"
)

// Live is a client for the site that the environment names: FONTCMS_SITE,
// FONTCMS_USER, FONTCMS_APP_PASSWORD, FONTCMS_PREFIX ("cms" if it is empty).
// Without one the test is skipped. The user must be an administrator.
func Live(t *testing.T, options ...cms.Option) *cms.Client {
	t.Helper()
	env := os.Getenv //nolint:forbidigo // live tests alone are told by it where to go
	address, prefix := env("FONTCMS_SITE"), env("FONTCMS_PREFIX")
	if address == "" {
		t.Skip("no live site: FONTCMS_SITE is not set")
	}
	if prefix == "" {
		prefix = "cms"
	}
	site, err := cms.New(address, append([]cms.Option{
		cms.WithPrefix(prefix),
		cms.WithApplicationPassword(env("FONTCMS_USER"), env("FONTCMS_APP_PASSWORD")),
		cms.WithVerifiedLogin(),
	}, options...)...)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(site.CloseIdleConnections)
	return site
}
