package main

import (
	"strings"
	"testing"
)

func TestLongNameThatIsNotASCIIIsCopiedOnce(t *testing.T) {
	t.Parallel()
	server, folder := newEmpty(t), t.TempDir()
	server.Insert("media", map[string]any{
		"id": 301, "filename": strings.Repeat("ア", 70) + "xy.txt", "file": []byte("Notes"), "date": "2020-01-01T10:00:00",
		"modified": "2020-01-01T10:00:00",
	})
	mustTake(t, server, folder)
	server.ResetRequests()
	if said := mustTake(t, server, folder, "-full"); !strings.Contains(said,
		"media:               0 added, 0 changed, 0 deleted, 1 unchanged, 0 bytes") {
		t.Errorf("mirror -full printed\n%s\nwant the file unchanged, and 0 bytes", said)
	}
	for _, r := range server.Requests() {
		if strings.Contains(r.Path, "/uploads/") {
			t.Errorf("mirror -full downloaded %s, want no file", r.Path)
		}
	}
}
