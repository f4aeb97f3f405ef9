package main

import (
	"errors"
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
			chart := filepath.Join(b.TempDir(), "visits.svg")
			return errors.Join(run(b.Context(), append(b.Args, "-chart", chart, "-from", "2026-11-01", "-to", "2026-11-04"), b.Env), run(b.Context(), append(b.Args, "-monthly"), b.Env))
		},
	}.Check(t)
}
