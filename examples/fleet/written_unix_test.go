//go:build unix

package main

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/fontcms/fontcms-go/cms/cmstest"
)

// texts are the values of one field of all records of a site, with how often each is there.
func texts(t *testing.T, server *cmstest.Server, kind, field string) map[string]int {
	t.Helper()
	var document map[string]json.RawMessage
	if err := json.Unmarshal(server.Document(), &document); err != nil {
		t.Fatal(err)
	}
	var records []struct{ ID int64 }
	if document[kind] != nil {
		if err := json.Unmarshal(document[kind], &records); err != nil {
			t.Fatal(err)
		}
	}
	times := map[string]int{}
	for _, r := range records {
		value := server.Record(kind, r.ID)[field]
		if parts, ok := value.(map[string]any); ok {
			value = parts["raw"]
		}
		times[fmt.Sprint(value)]++
	}
	return times
}

// folderOf writes files into a new folder.
func folderOf(t *testing.T, files map[string]string) string {
	t.Helper()
	folder := t.TempDir()
	for name, content := range files {
		if err := os.WriteFile(filepath.Join(folder, name), []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return folder
}

// wrote disturbs workers that write the files of a folder to sites, and reports what is not
// on each site exactly once.
func wrote(t *testing.T, job, folder string, want map[string]map[string]bool, alone ...string) {
	t.Helper()
	var servers []*cmstest.Server
	for range 3 {
		server := newSite(t, cmstest.WithLocalhost())
		server.Fail(cmstest.Fault{Delay: 30 * time.Millisecond, Method: "POST"})
		servers = append(servers, server)
	}
	disturbances := 5
	if *soak {
		disturbances = 50
	}
	tr := newTrial(t, &trial{wait: time.Second, alone: alone}, servers, 2,
		"-job", job, "-arg", "-dir", "-arg", folder)
	tr.disturb(disturbances)
	tr.finish()
	said := tr.said.String()
	t.Logf("%d kills, %d stalls, %d jobs left to another worker", tr.kills, tr.stalls,
		strings.Count(said, "left to another worker"))
	for i, server := range servers {
		for kind, names := range want {
			field := map[string]string{"snippets": "name", "posts": "title", "media": "slug"}[kind]
			got := texts(t, server, kind, field)
			for name := range names {
				if got[name] != 1 {
					t.Errorf("site %d: %s %q is there %d times", i, kind, name, got[name])
				}
			}
			if len(got) != len(names) {
				t.Errorf("site %d: %d %s, want %d: %v", i, len(got), kind, len(names), got)
			}
		}
	}
	if t.Failed() {
		t.Log(said)
	}
}

func TestKilledAndStalledWorkersPublishNothingTwice(t *testing.T) {
	t.Parallel()
	for name, alone := range map[string][]string{"as they are": nil, "with stopped clocks": {"-clock-stopped"}} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			files, titles := map[string]string{}, map[string]bool{}
			for i := range 25 {
				title := fmt.Sprint("Kerning ", i)
				titles[title] = true
				files[fmt.Sprintf("post%d.md", i)] = fmt.Sprintf("---\ntitle: %s\nstatus: publish\n---\nText.\n", title)
			}
			wrote(t, "publish", folderOf(t, files), map[string]map[string]bool{"posts": titles}, alone...)
		})
	}
}

func TestKilledAndStalledWorkersPushNoSnippetTwice(t *testing.T) {
	t.Parallel()
	files, names := map[string]string{}, map[string]bool{}
	for i := range 12 {
		name := fmt.Sprint("Swap ", i)
		names[name] = true
		files[fmt.Sprintf("swap-%d.css", i)] = fmt.Sprintf("/* snippet\nname: %s\nscope: site-css\n*/\ntd{}\n", name)
	}
	wrote(t, "snippets", folderOf(t, files), map[string]map[string]bool{"snippets": names})
}
