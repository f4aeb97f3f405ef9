package main

import (
	"testing"

	"github.com/fontcms/fontcms-go/cms/cmstest"
	"github.com/fontcms/fontcms-go/examples/internal/hostile"
)

func TestOnAHostileSiteOnlyPlainLinesArePrinted(t *testing.T) {
	t.Parallel()
	hostile.Recipe{
		Name: "photos", User: "author", Keeps: []string{"name", "file", "source_url"},
		Site: func(t *testing.T) (address, password string) {
			t.Helper()
			server := start(t, cmstest.WithLocalhost())
			return server.URL, server.AppPassword("author")
		},
		Run: func(b *hostile.Bench) error {
			dir := b.TempDir()
			draw(b.T, dir+"/one.jpg", 400, 300, 50)
			draw(b.T, dir+"/two.png", 20, 10, 90)
			return run(b.Context(), append(b.Args, "-dir", dir, "-alt", "A picture"), b.Env)
		},
	}.Check(t)
}
