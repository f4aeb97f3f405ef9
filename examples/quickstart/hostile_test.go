package main

import (
	"testing"

	"github.com/fontcms/fontcms-go/cms/cmstest"
	"github.com/fontcms/fontcms-go/examples/internal/hostile"
	"github.com/fontcms/fontcms-go/fonts/fontstest"
)

func TestOnAHostileSiteOnlyPlainLinesArePrinted(t *testing.T) {
	t.Parallel()
	hostile.Recipe{
		Name: "quickstart", User: "editor",
		Site: func(t *testing.T) (address, password string) {
			t.Helper()
			server := cmstest.NewServer(cmstest.WithTest(t))
			server.Insert("posts", map[string]any{"title": "One"})
			return server.URL, server.AppPassword("editor")
		},
		Run: func(b *hostile.Bench) error {
			catalogue := fontstest.NewServer()
			defer catalogue.Close()
			return run(b.Context(), append(b.Args, "-fonts", b.Front(catalogue.URL)), b.Env)
		},
	}.Check(t)
}
