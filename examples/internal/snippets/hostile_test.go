package snippets

import (
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/fontcms/fontcms-go/cms/cmstest"
	"github.com/fontcms/fontcms-go/examples/internal/hostile"
	"github.com/fontcms/fontcms-go/examples/internal/program"
)

func TestOnAHostileSiteOnlyPlainLinesArePrinted(t *testing.T) {
	t.Parallel()
	hostile.Recipe{
		Name: "snippets", User: "admin",
		Site: func(t *testing.T) (address, password string) {
			t.Helper()
			server := cmstest.NewServer(cmstest.WithTest(t), cmstest.WithSample())
			server.Insert("snippets", map[string]any{"name": "Swap", "code": "a();", "active": true})
			server.Insert("snippets", map[string]any{"name": "Figures", "code": "td{}", "scope": "site-css"})
			return server.URL, server.AppPassword("admin")
		},
		Run: func(b *hostile.Bench) error {
			folder := b.TempDir()
			one := func(verb string, more ...string) error {
				return Recipe{}.Run(b.Context(), append(append([]string{verb}, b.Args...), append(more, "-dir", folder)...), b.Env)
			}
			bad := filepath.Join(folder, "bad.php")
			if err := os.WriteFile(bad, []byte(file("Bad", "active: true\n", "f(]")), 0o644); err != nil {
				return err
			}
			program.Complain(b.Env.Out, "snippets", one("push")) // the site says why the code is off
			if err := os.Remove(bad); err != nil {
				return err
			}
			failed := one("pull")
			names, err := filepath.Glob(filepath.Join(folder, "*.*"))
			if err != nil {
				return err
			}
			for i, name := range names {
				content, err := os.ReadFile(name)
				if err != nil {
					return err
				}
				if i%2 == 0 && !strings.HasSuffix(name, ".json") {
					if err := os.WriteFile(name, append(content, "// changed\n"...), 0o644); err != nil {
						return err
					}
				}
			}
			if err := os.CopyFS(folder, os.DirFS("../../snippets/sample")); err != nil {
				return err
			}
			return errors.Join(failed, one("plan"), one("push"), one("push", "-force", "-delete"), one("pull", "-force"))
		},
	}.Check(t)
}

func TestItemsOfHostileTextsArePlainLines(t *testing.T) {
	t.Parallel()
	it := hostile.Fill(&item{})
	hostile.Prints(t, "items", func(out io.Writer) {
		s := &session{out: out}
		s.say(string(it.state), it.String())
		it.state = conflict
		program.Complain(out, "snippets", s.refuse([]item{*it, *it}))
	})
}
