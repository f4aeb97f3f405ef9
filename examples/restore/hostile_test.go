package main

import (
	"testing"

	"github.com/fontcms/fontcms-go/cms/cmstest"
	"github.com/fontcms/fontcms-go/examples/internal/archive/archivetest"
	"github.com/fontcms/fontcms-go/examples/internal/hostile"
)

func TestOnAHostileSiteOnlyPlainLinesArePrinted(t *testing.T) {
	t.Parallel()
	hostile.Recipe{
		Name: "restore", User: "admin",
		Silent: true, // it names records by their ids
		Site: func(t *testing.T) (address, password string) {
			t.Helper()
			server := newEmpty(t, cmstest.WithLocalhost())
			return server.URL, server.AppPassword("admin")
		},
		Run: func(b *hostile.Bench) error {
			// What the folder says is hostile as well.
			old := newSite(b.T)
			archivetest.Discuss(old)
			folder := mirrored(b.T, old, "-comments", "-settings")
			if err := b.Spoil(folder); err != nil {
				return err
			}
			return run(b.Context(), append(b.Args, "-from", folder, "-comments", "-settings", "-locations"), b.Env)
		},
	}.Check(t)
}
