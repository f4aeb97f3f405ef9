package main

import (
	"io"
	"testing"

	"github.com/fontcms/fontcms-go/cms/cmstest"
	"github.com/fontcms/fontcms-go/cms/connect"
	"github.com/fontcms/fontcms-go/examples/internal/hostile"
)

func TestOnAHostileSiteOnlyPlainLinesArePrinted(t *testing.T) {
	t.Parallel()
	hostile.Recipe{
		Name: "diagnose", User: "editor",
		Site: func(t *testing.T) (address, password string) {
			t.Helper()
			server := cmstest.NewServer(cmstest.WithTest(t))
			return server.URL, server.AppPassword("editor")
		},
		Run: func(b *hostile.Bench) error {
			return run(b.Context(), b.Args, b.Env)
		},
	}.Check(t)
}

func TestFindingsOfHostileTextsArePlainLines(t *testing.T) {
	t.Parallel()
	d := hostile.Fill(&connect.Diagnosis{})
	hostile.Prints(t, "findings", func(out io.Writer) { show(out, d) })
}
