package main

import (
	"bytes"
	"errors"
	"fmt"
	"maps"
	"strings"
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
		err := run(t.Context(), []string{"-site", front.URL, "-prefix", "cms", "-user", "admin", "-dir", folder},
			program.Environment{Password: server.AppPassword("admin"), Out: &out, Err: &out})
		return out.String(), err
	}
	front.On.Store(false)
	if said, err := mirror(); err != nil {
		t.Fatalf("mirror of the site as it is: error %v, want none\n%s", err, said)
	}
	before := content(t, folder)
	front.On.Store(true)
	said, err := mirror()
	if e, ok := errors.AsType[*cms.ArgumentError](err); !ok || e.Argument != "status" {
		t.Errorf("mirror of a site that ignores the status: error %v, want an ArgumentError of status\n%s", err, said)
	}
	if after := content(t, folder); !maps.Equal(before, after) {
		t.Errorf("mirror of a site that ignores the status left %d files of %d, or changed some, want all\n%s",
			len(after), len(before), said)
	}
}

// A site may know the filter, and list what is public all the same. A local copy goes only
// if the site says of the record itself that it does not exist.
func TestUnlistedRecordIsKeptUntilTheSiteReportsItGone(t *testing.T) {
	t.Parallel()
	server, folder := newSite(t), t.TempDir()
	front := ignoring.Knowing(t, server.URL, "/posts", "status")
	mirror := func() string {
		t.Helper()
		var out bytes.Buffer
		args := []string{"-site", front.URL, "-prefix", "cms", "-user", "admin", "-dir", folder}
		err := run(t.Context(), args, program.Environment{Password: server.AppPassword("admin"), Out: &out, Err: &out})
		if err != nil {
			t.Fatalf("mirror: error %v, want none\n%s", err, out.String())
		}
		return out.String()
	}
	front.On.Store(false)
	mirror()
	site := client(t, server)
	drafts, err := site.Posts.List(t.Context(), &cms.PostListOptions{Status: []cms.Status{cms.StatusDraft}})
	if err != nil || len(drafts.Items) < 2 {
		t.Fatalf("List of the drafts: %v, error %v, want two or more", drafts, err)
	}
	lost, changed := drafts.Items[0].ID, drafts.Items[1].ID
	if _, err := site.Posts.Delete(t.Context(), lost); err != nil {
		t.Fatal(err)
	}
	if _, err := site.Posts.Update(t.Context(), changed,
		&cms.PostParams{Title: new("changed while unlisted")}); err != nil {
		t.Fatal(err)
	}
	before := content(t, folder)
	front.On.Store(true)
	said, after := mirror(), content(t, folder)
	name := func(id int64) string { return fmt.Sprintf("posts/%d.json", id) }
	for file := range before {
		if _, ok := after[file]; !ok && file != name(lost) {
			t.Errorf("mirror deleted %s, want it kept", file)
		}
	}
	if _, ok := after[name(lost)]; ok {
		t.Errorf("mirror kept %s, want it deleted as on the site", name(lost))
	}
	if !strings.Contains(after[name(changed)], "changed while unlisted") {
		t.Errorf("mirror wrote the draft as %s, want the changed title", after[name(changed)])
	}
	if !strings.Contains(said, "that it still has: they were kept") {
		t.Errorf("mirror printed\n%s\nwant that records were kept", said)
	}
}
