package main

import (
	"testing"

	"github.com/fontcms/fontcms-go/cms/cmstest"
	"github.com/fontcms/fontcms-go/examples/internal/hostile"
)

func TestOnAHostileSiteOnlyPlainLinesArePrinted(t *testing.T) {
	t.Parallel()
	hostile.Recipe{
		Name: "authorize", Silent: true, // it prints what the user has given
		Site: func(t *testing.T) (address, password string) {
			t.Helper()
			server := cmstest.NewServer(cmstest.WithTest(t))
			return server.URL, server.AppPassword("editor")
		},
		Run: func(b *hostile.Bench) error {
			return run(b.Context(), append(b.Args, "-paste", "-user", "editor"), b.Env)
		},
	}.Check(t)
}
