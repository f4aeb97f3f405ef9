package publish

import (
	"errors"
	"testing"

	"github.com/fontcms/fontcms-go/examples/internal/hostile"
)

func TestOnAHostileSiteOnlyPlainLinesArePrinted(t *testing.T) {
	t.Parallel()
	hostile.Recipe{
		Name: "publish", User: "editor", Keeps: []string{"name", "raw", "username", "file", "source_url"},
		Site: func(t *testing.T) (address, password string) {
			t.Helper()
			server := start(t)
			return server.URL, server.AppPassword("editor")
		},
		Run: func(b *hostile.Bench) error {
			dir := folder(b.T, map[string]string{
				"one.md":   "---\ntype: post\ntitle: One\ntags: [latin]\nauthor: editor\nstatus: publish\n---\nText.\n",
				"above.md": "---\ntitle: Above\ntype: page\n---\nText.\n",
				"below.md": "---\ntitle: Below\ntype: page\nparent: above\n---\nText.\n",
			})
			return errors.Join(
				Recipe{}.Run(b.Context(), append(b.Args, "-dir", dir, "-create-terms"), b.Env),
				Recipe{}.Run(b.Context(), append(b.Args, "-dir", dir, "-create-terms", "-force"), b.Env),
				Recipe{}.Run(b.Context(), append(b.Args, "-dir", "../../publish/sample", "-create-terms"), b.Env))
		},
	}.Check(t)
}
