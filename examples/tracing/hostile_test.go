package main

import (
	"testing"

	"github.com/fontcms/fontcms-go/cms/cmstest"
	"github.com/fontcms/fontcms-go/examples/internal/hostile"
)

func TestOnAHostileSiteOnlyPlainLinesArePrinted(t *testing.T) {
	t.Parallel()
	hostile.Recipe{
		Name: "tracing", User: "editor",
		Site: func(t *testing.T) (address, password string) {
			t.Helper()
			server := cmstest.NewServer(cmstest.WithTest(t), cmstest.WithSample())
			return server.URL, server.AppPassword("editor")
		},
		Run: func(b *hostile.Bench) error {
			return run(b.Context(), append(b.Args, "-fail", "3"), b.Env)
		},
	}.Check(t)
}
