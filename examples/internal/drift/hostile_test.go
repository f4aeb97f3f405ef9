package drift

import (
	"testing"

	"github.com/fontcms/fontcms-go/cms/cmstest"
	"github.com/fontcms/fontcms-go/examples/internal/hostile"
)

func TestOnAHostileSiteOnlyPlainLinesArePrinted(t *testing.T) {
	t.Parallel()
	hostile.Recipe{
		Name: "drift",
		Site: func(t *testing.T) (address, password string) {
			t.Helper()
			server := serve(t, cmstest.WithSample())
			return server.URL, ""
		},
		Run: func(b *hostile.Bench) error {
			return Run(b.Context(), append(b.Args, "-allow", "wordpress", "-allow", "memory"), b.Env)
		},
	}.Check(t)
}
