package main

import (
	"errors"
	"io"
	"testing"

	"github.com/fontcms/fontcms-go/cms/cmstest"
	"github.com/fontcms/fontcms-go/examples/internal/hostile"
	"github.com/fontcms/fontcms-go/media"
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

func TestOutcomesOfHostileTextsArePlainLines(t *testing.T) {
	t.Parallel()
	p := hostile.Fill(&picture{})
	for _, o := range []outcome{{record: hostile.Fill(&media.Media{}), done: hostile.Text("")},
		{err: errors.New(hostile.Text(""))}} {
		hostile.Prints(t, "outcomes", func(out io.Writer) {
			u := &uploader{pictures: []picture{*p}, out: out, notes: out, contents: map[string]picture{p.slug: *p},
				outcomes: map[string]outcome{p.slug: o}}
			_ = u.report(t.Context())
		})
	}
}
