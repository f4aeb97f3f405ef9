package plugins_test

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"testing"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/cms/plugins"
	"github.com/fontcms/fontcms-go/internal/replay/sitetest"
)

// TestLivePluginIsDeletedWithItsFolder puts plugins into the site that may go.
func TestLivePluginIsDeletedWithItsFolder(t *testing.T) {
	t.Parallel()
	all, ctx := plugins.New(sitetest.Live(t)), t.Context()
	lab := os.Getenv("FONTCMS_LAB")
	if lab == "" {
		t.Skip("no live site with a folder: FONTCMS_LAB is not set")
	}
	put := func(folder string, files ...string) string {
		folder = filepath.Join(lab, "wp/wp-content/plugins", folder)
		if err := os.MkdirAll(folder, 0o755); err != nil { //nolint:gosec // the site reads it as itself
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = os.RemoveAll(folder) })
		for _, file := range files {
			source := "<?php\n/*\nPlugin Name: Spare " + file + "\nVersion: 1\n*/\n"
			if err := os.WriteFile(filepath.Join(folder, file+".php"), []byte(source),
				0o644); err != nil { //nolint:gosec // as above
				t.Fatal(err)
			}
		}
		return folder
	}
	gone := func(folder string) bool {
		_, err := os.Stat(folder)
		return errors.Is(err, fs.ErrNotExist)
	}

	alone := put("spare-alone", "one")
	deleted, err := all.Delete(ctx, "spare-alone/one")
	if err != nil || !deleted.Deleted {
		t.Errorf("Delete: %+v, error %v, want it deleted", deleted, err)
	} else if deleted.Previous == nil || deleted.Previous.Name != "Spare one" {
		t.Errorf("Delete: the previous plugin %+v, want Spare one", deleted.Previous)
	} else if !gone(alone) {
		t.Error("Delete left the folder, want it gone")
	}
	if _, err := all.Get(ctx, "spare-alone/one"); !errors.Is(err, cms.ErrNotFound) {
		t.Errorf("Get of a deleted plugin: error %v, want ErrNotFound", err)
	}

	shared := put("spare-shared", "one", "two")
	if _, err := all.Delete(ctx, "spare-shared/one"); err == nil || gone(shared) {
		t.Errorf("Delete of a plugin with a neighbour: error %v, folder gone: %t, want an error and the folder", err,
			gone(shared))
	}
	if err := all.DeleteFolder(ctx, "spare-shared"); err != nil || !gone(shared) {
		t.Errorf("DeleteFolder: error %v, folder gone: %t, want none and true", err, gone(shared))
	}
}
