package plugins_test

import (
	"context"
	"errors"
	"strings"
	"testing"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/cms/plugins"
	"github.com/fontcms/fontcms-go/internal/replay/sitetest"
)

func TestLivePluginsAreReadAndSwitched(t *testing.T) {
	t.Parallel()
	all, ctx := plugins.New(sitetest.Live(t)), t.Context()
	list, err := all.List(ctx, &plugins.ListOptions{Status: []plugins.Status{plugins.Inactive, plugins.Active}})
	if err != nil || len(list) == 0 {
		t.Fatalf("List: %+v, error %v, want plugins", list, err)
	}
	for i := range list {
		if strings.HasPrefix(list[i].Plugin, "spare") {
			continue // another test deletes it meanwhile
		}
		if one, err := all.Get(ctx, list[i].Plugin); err != nil || one.Name != list[i].Name {
			t.Errorf("Get of %s: %+v, error %v, want that plugin", list[i].Plugin, one, err)
		} else if one.Extra != nil {
			t.Errorf("Get of %s: extra %v, want none", list[i].Plugin, one.Extra)
		}
	}
	name := list[0].Plugin
	if list[0].Status != plugins.Inactive {
		t.Skip("the first plugin is in use")
	}
	if on, err := all.Activate(ctx, name); err != nil || on.Status != plugins.Active {
		t.Fatalf("Activate of %s: %+v, error %v, want it active", name, on, err)
	}
	_, err = all.Delete(ctx, name)
	sitetest.Failed(t, err, 400, plugins.CodeStillActive, cms.ErrBadRequest)
	if off, err := all.Deactivate(ctx, name); err != nil || off.Status != plugins.Inactive {
		t.Errorf("Deactivate of %s: %+v, error %v, want it inactive", name, off, err)
	}
	_, err = all.Get(ctx, "no/such")
	sitetest.Failed(t, err, 404, plugins.CodeNotFound, cms.ErrNotFound)
	_, err = all.Delete(ctx, "no/such")
	sitetest.Failed(t, err, 404, plugins.CodeNotFound, cms.ErrNotFound)
	if err := all.DeleteFolder(ctx, "no"); !errors.Is(err, cms.ErrNotFound) {
		t.Errorf("DeleteFolder of an unknown folder: error %v, want ErrNotFound", err)
	}
	if _, err := all.Install(ctx, "no-such-plugin"); !errors.Is(err, cms.ErrOutcomeUnknown) &&
		!errors.Is(err, plugins.CodeInstallFailed) {
		t.Errorf("Install from a site without the directory: error %v, want ErrOutcomeUnknown or CodeInstallFailed", err)
	}
}

func TestLiveRightsOfPlugins(t *testing.T) {
	t.Parallel()
	sitetest.Live(t)
	t.Logf("%d cases of rights", sitetest.Check(t, []sitetest.Right{
		{Name: "list plugins", Least: "admin", Do: func(ctx context.Context, s *cms.Client, _ string) error {
			_, err := plugins.New(s).List(ctx, nil)
			return err
		}},
	}))
}
