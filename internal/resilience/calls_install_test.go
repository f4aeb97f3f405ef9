package resilience

import (
	"context"
	"fmt"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/cms/fontlibrary"
	"github.com/fontcms/fontcms-go/cms/fontlibrary/install"
)

// receipt is a store whose receipt does not change.
type receipt string

func (r receipt) Load(context.Context) ([]byte, error) { return []byte(r), nil }

func (receipt) Save(context.Context, []byte) error { return nil }

// installs adds the functions that install a family of fonts. Each begins with another read.
func installs(
	add func(name string, bombs []bomb, f func(ctx context.Context, c *cms.Client) (any, error)), list, crowd []bomb,
) {
	family := install.Family{Name: "a", Faces: []install.Face{{File: fontlibrary.Bytes("a.ttf", []byte("true a"))}}}
	of := func(c *cms.Client, rest string) *install.Installer {
		return install.New(c, receipt(fmt.Sprintf(`{"version":1,"site":%q,"slug":"a",%s}`, c.Root(), rest)))
	}
	const styles = `"styles":{"id":1,"before":{"settings":{},"styles":{}},"intended":{"settings":{},"styles":{"a":1}}}`
	add("install.Installer.Install", crowd, func(ctx context.Context, c *cms.Client) (any, error) {
		return of(c, `"faces":[]`).Install(ctx, family)
	})
	add("install.Installer.Plan", crowd, func(ctx context.Context, c *cms.Client) (any, error) {
		return of(c, `"faces":[]`).Plan(ctx, family)
	})
	add("install.Installer.Undo", list, func(ctx context.Context, c *cms.Client) (any, error) {
		return of(c, styles).Undo(ctx)
	})
	add("install.Installer.PlanUndo", list, func(ctx context.Context, c *cms.Client) (any, error) {
		return of(c, `"family":{"id":1,"settings":{}}`).PlanUndo(ctx)
	})
}
