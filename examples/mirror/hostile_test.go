package main

import (
	"errors"
	"io"
	"testing"

	"github.com/fontcms/fontcms-go/examples/internal/archive"
	"github.com/fontcms/fontcms-go/examples/internal/archive/archivetest"
	"github.com/fontcms/fontcms-go/examples/internal/hostile"
	"github.com/fontcms/fontcms-go/examples/internal/program"
	"github.com/fontcms/fontcms-go/fonts/fontstest"
)

func TestOnAHostileSiteOnlyPlainLinesArePrinted(t *testing.T) {
	t.Parallel()
	hostile.Recipe{
		Name: "mirror", User: "admin",
		Silent: true, // it prints the names of its files, which it makes
		Site: func(t *testing.T) (address, password string) {
			t.Helper()
			server := newSite(t)
			archivetest.Discuss(server)
			return server.URL, server.AppPassword("admin")
		},
		Run: func(b *hostile.Bench) error {
			catalogue := fontstest.NewServer(fontstest.WithFonts([]map[string]any{{"id": "a", "name": "A"},
				{"id": "b", "name": "B"}}))
			defer catalogue.Close()
			return run(b.Context(), append(b.Args, "-dir", b.TempDir(), "-comments", "-settings", "-v", "-fonts",
				b.Front(catalogue.URL)), b.Env)
		},
	}.Check(t)
}

func TestReportOfHostileTextsIsPlainLines(t *testing.T) {
	t.Parallel()
	state := hostile.Fill(&archive.State{})
	hostile.Prints(t, "report", func(out io.Writer) {
		r := &report{out: out, notes: out, verbose: true}
		kind, text := r.kind("%s "+hostile.Text("types/")), hostile.Text("")
		kind.wrote(text, archive.Added, 1)
		kind.removed(text)
		kind.hold("%s and %v", text, errors.New(text))
		kind.skip(text)
		kind.done(1)
		program.Complain(out, "mirror", errors.Join(r.end(state), r.held))
	})
}
