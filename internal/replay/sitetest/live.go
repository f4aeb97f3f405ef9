package sitetest

import (
	"os"
	"testing"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/cms/describe"
)

// Live returns a client for the site that the environment names: FONTCMS_SITE,
// FONTCMS_USER, FONTCMS_APP_PASSWORD, FONTCMS_PREFIX ("cms" if it is empty). Without
// FONTCMS_SITE the test is skipped. The user must be an administrator.
func Live(t *testing.T, options ...cms.Option) *cms.Client {
	t.Helper()
	env := os.Getenv //nolint:forbidigo // only live tests read the address and the login from it
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

// Since skips the test on a WordPress older than a version, 7.1 or 6.5. A site does not
// publish its version: the test checks for a route that is new in this version.
func Since(t *testing.T, site *cms.Client, version string) {
	t.Helper()
	brought, ok := map[string]string{"7.1": "icons", "6.5": "font-families"}[version]
	if !ok {
		t.Fatalf("no route tells version %s", version)
	}
	said, err := describe.Of(t.Context(), site.Read, "")
	if err != nil {
		t.Fatal(err)
	}
	if _, ok := said.Routes["/"+site.Prefix()+"/v2/"+brought]; !ok {
		t.Skip("the site is older than WordPress " + version)
	}
}
