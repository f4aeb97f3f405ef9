package main

import (
	"bytes"
	"errors"
	"maps"
	"testing"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/examples/internal/ignoring"
	"github.com/fontcms/fontcms-go/examples/internal/program"
)

// Of a site that ignores the statuses only what is public comes back, and its count agrees.
func TestDraftsAreNotTakenForDeletedWhereTheSiteIgnoresTheStatus(t *testing.T) {
	t.Parallel()
	server, folder := newSite(t), t.TempDir()
	front := ignoring.New(t, server.URL, "/posts", "status")
	mirror := func() (string, error) {
		var out bytes.Buffer
		err := run(t.Context(), []string{"-site", front.URL, "-user", "admin", "-to", folder}, program.Environment{Password: server.AppPassword("admin"), Out: &out})
		return out.String(), err
	}
	front.On.Store(false)
	if said, err := mirror(); err != nil {
		t.Fatal(err, said)
	}
	before := content(t, folder)
	front.On.Store(true)
	said, err := mirror()
	if e, ok := errors.AsType[*cms.ArgumentError](err); !ok || e.Argument != "status" {
		t.Errorf("%v\n%s", err, said)
	}
	if after := content(t, folder); !maps.Equal(before, after) {
		t.Errorf("%d files of %d are left, or changed\n%s", len(after), len(before), said)
	}
}
