package main

import (
	"bytes"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"
)

// A file that is too large is named, whether the site says so or sends without an end,
// and comes once it may.
func TestFileAboveTheLimitIsNamed(t *testing.T) {
	t.Parallel()
	server, folder := newEmpty(t), t.TempDir()
	for i, size := range []int{1 << 20, 1<<20 + 1} {
		server.Insert("media", map[string]any{
			"id": 301 + i, "filename": fmt.Sprintf("file-%d.txt", i), "file": bytes.Repeat([]byte("a"), size),
			"date": "2020-01-01T10:00:00", "modified": fmt.Sprintf("2020-01-%02dT10:00:00", i+1),
		})
	}
	said, err := take(t, server, folder, "-max-file", "1")
	if err == nil || !strings.Contains(said, "missing: media/302: 302-file-1.txt: the site says that it has 1048577 "+
		"bytes: larger than -max-file allows, which is 1 MiB") {
		t.Errorf("mirror with a file above the limit: error %v, want one, and the file missing\n%s", err, said)
	}
	if files := content(t, folder); len(files["media/301-file-0.txt"]) != 1<<20 || files["media/302-file-1.txt"] != "" {
		t.Errorf("mirror wrote %v, want the file of 1 MiB, and not the larger one", slices.Collect(maps.Keys(files)))
	} else if files["media/302.json"] == "" {
		t.Errorf("mirror wrote %v, want the record of the larger file", slices.Collect(maps.Keys(files)))
	}
	mustTake(t, server, folder)

	site, other := newFileSite(t, 1), t.TempDir()
	site.fail(endless, 0)
	said, err = take(t, site.Server, other, "-max-file", "1")
	if err == nil || !strings.Contains(said, "missing: media/300: 300-notes-00.txt: ") {
		t.Errorf("mirror with a file without an end: error %v, want one, and the file missing\n%s", err, said)
	} else if !strings.Contains(said, "larger than -max-file allows") {
		t.Errorf("mirror with a file without an end printed\n%s\nwant that it is too large", said)
	}
	for name := range content(t, other) {
		if strings.HasPrefix(name, "media/") && name != "media/300.json" {
			t.Errorf("mirror with a file without an end left %s, want the record only", name)
		}
	}
	if said, err := take(t, server, folder, "-max-file", "0"); err == nil {
		t.Errorf("mirror -max-file 0: no error, want one: %s", said)
	}
}
