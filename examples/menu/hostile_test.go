package main

import (
	"io"
	"os"
	"path/filepath"
	"testing"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/examples/internal/hostile"
)

func TestOnAHostileSiteOnlyPlainLinesArePrinted(t *testing.T) {
	t.Parallel()
	hostile.Recipe{
		Name: "menu", User: "admin",
		Site: func(t *testing.T) (address, password string) {
			t.Helper()
			server := start(t)
			must(t, server, "menu: Main\nitems:\n- {title: Extra, url: /x}\n- {title: Old, url: /y}\n")
			return server.URL, server.AppPassword("admin")
		},
		Run: func(b *hostile.Bench) error {
			name := filepath.Join(b.TempDir(), "menu.yaml")
			content := "menu: Main\nitems:\n- {title: Home, url: /}\n- page: kerning\n  items: [{tag: kerning}]\n"
			if err := os.WriteFile(name, []byte(content), 0o644); err != nil {
				return err
			}
			return run(b.Context(), append(b.Args, "-file", name, "-prune"), b.Env)
		},
	}.Check(t)
}

func TestLineOfHostileTextsIsPlain(t *testing.T) {
	t.Parallel()
	it, extra := hostile.Fill(&item{}), hostile.Fill(&cms.MenuItem{})
	it.there, it.above = extra, nil
	for _, action := range []cms.EnsureAction{cms.EnsureCreated, cms.EnsureUpdated, cms.EnsureUnchanged} {
		hostile.Prints(t, "item", func(out io.Writer) { it.print(out, action) })
	}
	hostile.Prints(t, "extra", func(out io.Writer) { printExtra(out, []*cms.MenuItem{extra}, true) })
}
