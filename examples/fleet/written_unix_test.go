//go:build unix

package main

import (
	"encoding/json"
	"fmt"
	"image"
	"image/color"
	"image/png"
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

// wrote disturbs workers that write the files of a folder to sites, and returns what is not on
// each site exactly once. A worker that was killed may have left a double: one for each kill is
// permitted.
func wrote(t *testing.T, job, folder string, want map[string]map[string]bool, alone ...string) (wrong []string) {
	t.Helper()
	sites, disturbances, workers, wait, delay := 3, 5, 2, time.Second, 60*time.Millisecond
	if *soak {
		sites, disturbances, workers, wait, delay = 200, 50, 4, 3*time.Second, 150*time.Millisecond
	}
	var servers []*cmstest.Server
	for range sites {
		server := newSite(t, cmstest.WithLocalhost())
		server.Fail(cmstest.Fault{Delay: delay}) // also of looks: a worker may stall between a look and a write
		servers = append(servers, server)
	}
	tr := newTrial(t, &trial{wait: wait, alone: alone}, servers, workers,
		"-job", job, "-arg", "-dir", "-arg", folder)
	tr.disturb(disturbances)
	tr.finish()
	doubles := 0
	for i, server := range servers {
		for kind, names := range want {
			field := map[string]string{"snippets": "name", "posts": "title", "media": "title"}[kind]
			got := texts(t, server, kind, field)
			for name := range names {
				if got[name] == 2 && doubles < tr.kills {
					doubles++
					t.Logf("site %d: %s %q is there twice, after %d kills", i, kind, name, tr.kills)
					continue
				}
				if got[name] != 1 {
					wrong = append(wrong, fmt.Sprintf("site %d: %s %q is there %d times", i, kind, name, got[name]))
				}
			}
			if len(got) != len(names) {
				wrong = append(wrong, fmt.Sprintf("site %d: %d %s, want %d: %v", i, len(got), kind, len(names), got))
			}
		}
	}
	t.Logf("%d wrong; %s", len(wrong), tr.disturbed())
	return wrong
}

// once checks that everything is on each site exactly once.
func once(t *testing.T, job, folder string, want map[string]map[string]bool, alone ...string) {
	t.Helper()
	for _, one := range wrote(t, job, folder, want, alone...) {
		t.Errorf("The job %s: %s, want everything once on each site", job, one)
	}
}

// pictureOf is a picture that no other number has, large enough for a site to make sizes of it.
func pictureOf(t *testing.T, number int) string {
	t.Helper()
	picture := image.NewGray(image.Rect(0, 0, 320, 200))
	picture.SetGray(number, 0, color.Gray{Y: 200})
	var file strings.Builder
	if err := png.Encode(&file, picture); err != nil {
		t.Fatal(err)
	}
	return file.String()
}

// postsWithPictures are a folder of texts and pictures for the job publish, and what is to be on a site then.
func postsWithPictures(t *testing.T) (folder string, want map[string]map[string]bool) {
	t.Helper()
	files, titles, pictures := map[string]string{}, map[string]bool{}, map[string]bool{}
	for i := range 15 {
		title, picture := fmt.Sprint("Kerning ", i), fmt.Sprint("picture-", i%5)
		titles[title], pictures[picture] = true, true
		files[fmt.Sprintf("post%d.md", i)] = fmt.Sprintf(
			"---\ntype: post\ntitle: %s\nstatus: publish\n---\n![Text](%s.png)\n", title, picture)
		files[picture+".png"] = pictureOf(t, i%5)
	}
	return folderOf(t, files), map[string]map[string]bool{"posts": titles, "media": pictures}
}

func TestKilledAndStalledWorkersPublishNothingTwice(t *testing.T) {
	t.Parallel()
	for name, alone := range map[string][]string{"as they are": nil, "with stopped clocks": {"-clock-stopped"}} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			folder, want := postsWithPictures(t)
			once(t, "publish", folder, want, alone...)
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
	once(t, "snippets", folderOf(t, files), map[string]map[string]bool{"snippets": names})
}
