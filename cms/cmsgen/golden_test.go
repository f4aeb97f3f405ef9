package main

import (
	"bytes"
	"context"
	"errors"
	"flag"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/cms/describe"
	"github.com/fontcms/fontcms-go/internal/replay/sitetest"
)

// museum.json was recorded from a WordPress 7.1 with the plugin specimens.php by
//
//	go test -run TestLiveMuseumIsRecorded ./cms/cmsgen -update
//
// Sentences that are not the plugin's own are left out of it.
var update = flag.Bool("update", false, "write the golden files, and record the description from the live site")

func museumWants() wants {
	return wants{routes: map[string]string{
		"wp/v2/categories": "", "wp/v2/users": "", "wp/v2/comments": "", "wp/v2/menus": "Menu",
		"catalogue/v1/specimens": "", "catalogue/v1/minerals": "", "catalogue/v1/cabinets": "",
		"catalogue/v1/opening-hours":            "",
		"catalogue/v1/specimens/{id}/autosaves": "",
	}}
}

// TestDescriptionsMakeTheirGoldenFiles has the description of a real site with a plugin
// of its own, that of all routes of a stock one, and one of what else sites answer.
func TestDescriptionsMakeTheirGoldenFiles(t *testing.T) {
	t.Parallel()
	for name, w := range map[string]wants{"museum": museumWants(), "core": {}, "oddities": {}, "bazaar": {}} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			data, err := os.ReadFile("testdata/" + name + ".json")
			if err != nil {
				t.Fatal(err)
			}
			var sources [][]byte
			for range 2 {
				d, err := load(data)
				if err != nil {
					t.Fatal(err)
				}
				source, err := generate(t.Context(), d, w, name)
				if err != nil {
					t.Fatal(err)
				}
				if saved, err := indented(d); err != nil || name == "museum" && !bytes.Equal(saved, data) {
					t.Errorf("indented of the description: error %v, want the bytes that were read", err)
				}
				sources = append(sources, source)
			}
			if !bytes.Equal(sources[0], sources[1]) {
				t.Error("generate made two files of one description, want the same file")
			}
			if err := typecheck(t, sources[0]); err != nil {
				t.Error(err)
			}
			golden := "testdata/" + name + ".golden"
			if *update {
				if err := os.WriteFile(golden, sources[0], 0o600); err != nil {
					t.Fatal(err)
				}
			}
			want, err := os.ReadFile(golden)
			if err != nil {
				t.Fatal(err)
			}
			if !bytes.Equal(sources[0], want) {
				lines, err := changes(want, sources[0])
				t.Errorf("generate: %s differs (error %v), want the same code, or -update:\n%s", golden, err,
					strings.Join(lines, "\n"))
			}
		})
	}
}

// TestLiveMuseumIsRecorded reads the description from a real site, twice.
func TestLiveMuseumIsRecorded(t *testing.T) {
	t.Parallel()
	address := plugged(t)
	seedSpecimens(t)
	site := sitetest.Live(t, cms.WithUserAgent("cmsgen"))
	now := func() time.Time { return time.Date(2026, 11, 23, 12, 0, 0, 0, time.UTC) }
	plugin, err := os.ReadFile("testdata/specimens.php")
	if err != nil {
		t.Fatal(err)
	}
	var read [][]byte
	for range 2 {
		warn := func(err error) {
			if e, ok := errors.AsType[*cms.Error](err); !ok || e.Status != 404 { // other tests delete what is sampled
				t.Error(err)
			}
		}
		d, err := source{site: site, now: now, sample: 100, warn: warn}.describe(t.Context(), museumWants())
		if err != nil {
			t.Fatal(err)
		}
		d.Each(func(s *describe.Schema) {
			first, _, _ := strings.Cut(s.Description, ".")
			if !strings.Contains(string(plugin), first+".") {
				s.Description = ""
			}
		})
		data, err := indented(d)
		if err != nil {
			t.Fatal(err)
		}
		if read = append(read, data); *update {
			continue // nobody else writes to the site
		}
		for _, route := range d.Routes {
			route.Seen = nil // other tests make and delete records
		}
		if read[len(read)-1], err = indented(d); err != nil {
			t.Fatal(err)
		}
	}
	if !bytes.Equal(read[0], read[1]) {
		t.Errorf("Two readings of one site differ, want the same description:\n%s",
			strings.Join(differing(read[0], read[1]), "\n"))
	}
	for _, secret := range []string{strings.TrimPrefix(address, "http://"),
		os.Getenv("FONTCMS_APP_PASSWORD"), "@site.test"} {
		if bytes.Contains(read[0], []byte(secret)) {
			t.Errorf("The description holds %s, want no such text", secret)
		}
	}
	if *update {
		if err := os.WriteFile("testdata/museum.json", read[0], 0o600); err != nil {
			t.Fatal(err)
		}
	}
}

// differing are the lines in which the second text differs from the first.
func differing(first, second []byte) []string {
	had := map[string]bool{}
	for line := range strings.Lines(string(first)) {
		had[line] = true
	}
	var lines []string
	for line := range strings.Lines(string(second)) {
		if !had[line] {
			lines = append(lines, strings.TrimSpace(line))
		}
	}
	return lines
}

// generate writes the Go file for a description.
func generate(ctx context.Context, d *describe.Description, w wants, pkg string) ([]byte, error) {
	source, _, err := write(ctx, d, w, pkg)
	return source, err
}
