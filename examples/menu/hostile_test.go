package main

import (
	"io"
	"os"
	"path/filepath"
	"testing"

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

func TestAPlanOfHostileTextsIsPlainLines(t *testing.T) {
	t.Parallel()
	p, m := hostile.Fill(&plan{}), hostile.Fill(&menu{})
	for _, id := range []int64{0, 1} {
		m.id = id
		hostile.Prints(t, "plan", func(out io.Writer) { p.print(out, m) })
		p.prune = false
	}
}
