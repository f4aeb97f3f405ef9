package connect_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/cms/cmstest"
	"github.com/fontcms/fontcms-go/cms/connect"
)

// TestDiscoverSaysToTryHTTP gives the address of a site on plain http without a scheme.
func TestDiscoverSaysToTryHTTP(t *testing.T) {
	t.Parallel()
	server := cmstest.NewServer(cmstest.WithTest(t))
	host := strings.TrimPrefix(server.URL, "http://")
	for page, hinted := range map[string]bool{host: true, host + "/guides": true, "https://" + host: true,
		"http://" + host: false} {
		_, err := connect.Discover(t.Context(), page, cms.WithRetry(cms.Retry{Attempts: 1}))
		e, ok := errors.AsType[*cms.Error](err)
		switch {
		case ok != hinted:
			t.Errorf("%s: connect.Discover: ok is %t, want %t", page, ok, hinted)
		case ok && !strings.Contains(e.Hint, "http://"+host):
			t.Errorf("%s: connect.Discover: Hint %q, want %q in it", page, e.Hint, "http://"+host)
		}
	}
}
