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
			return Recipe{}.Run(b.Context(), append(b.Args, "-allow", "../../drift/known/memory.txt"), b.Env)
		},
	}.Check(t)
}
