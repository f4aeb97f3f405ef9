package report

import (
	"errors"
	"io"
	"path/filepath"
	"testing"

	"github.com/fontcms/fontcms-go/examples/internal/hostile"
)

func TestOnAHostileSiteOnlyPlainLinesArePrinted(t *testing.T) {
	t.Parallel()
	hostile.Recipe{
		Name: "report", User: "admin",
		Site: func(t *testing.T) (address, password string) {
			t.Helper()
			server := newSite(t)
			return server.URL, server.AppPassword("admin")
		},
		Run: func(b *hostile.Bench) error {
			page := filepath.Join(b.TempDir(), "visits.html")
			return errors.Join(Run(b.Context(), append(b.Args, "-page", page, "-from", "2026-11-01", "-to", "2026-11-04"),
				b.Env), Run(b.Context(), append(b.Args, "-monthly"), b.Env))
		},
	}.Check(t)
}

func TestFiguresOfHostileTextsArePlainLines(t *testing.T) {
	t.Parallel()
	f := hostile.Fill(&figures{})
	hostile.Prints(t, "figures", func(out io.Writer) {
		if err := f.print(out); err != nil {
			t.Error(err)
		}
	})
	if _, err := f.page(); err != nil {
		hostile.Printed(t, "the error of the page", err.Error())
	}
}
