package main

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/internal/replay/sitetest"
)

// plugged is a real site with the plugin of the tests, which stays there: it shows
// itself to them alone.
func plugged(t *testing.T) (address string) {
	t.Helper()
	address, lab := os.Getenv("FONTCMS_SITE"), os.Getenv("FONTCMS_LAB")
	if address == "" || lab == "" {
		t.Skip("no live site with a folder: FONTCMS_SITE and FONTCMS_LAB are not set")
	}
	source, err := os.ReadFile("testdata/specimens.php")
	if err != nil {
		t.Fatal(err)
	}
	plugin := filepath.Join(lab, "wp/wp-content/mu-plugins/specimens.php")
	if err := writeFile(plugin, source); err != nil { // at once: another test reads it
		t.Fatal(err)
	}
	return address
}

// asked runs cmsgen on a site as the user that the environment names.
func asked(t *testing.T, address string, args ...string) {
	t.Helper()
	var out, messages bytes.Buffer
	all := append([]string{"-site", address, "-user", os.Getenv("FONTCMS_USER"), "-prefix",
		os.Getenv("FONTCMS_PREFIX")}, args...)
	if status := run(t.Context(), all,
		environment{password: os.Getenv("FONTCMS_APP_PASSWORD"), out: &out, messages: &messages,
			now: time.Now}); status != 0 && status != statusPartly {
		t.Fatalf("run of %q: status %d %s, want 0 or %d", args, status, messages.String(), statusPartly)
	}
}

// TestLiveCodeForARealSiteRuns generates code for records of the site's own and of
// plugins, and runs the program in testdata/museum, which uses all of it.
func TestLiveCodeForARealSiteRuns(t *testing.T) {
	t.Parallel()
	address := plugged(t)
	folder := t.TempDir()
	seeded := filepath.Join(folder, "shop")
	if err := os.Mkdir(seeded, 0o700); err != nil {
		t.Fatal(err)
	}
	seedSpecimens(t)
	asked(t, address, "-package", "shop", "-out", filepath.Join(seeded, "shop.go"), "-sample", "100",
		"-route", "wp/v2/categories,wp/v2/users,wp/v2/comments,wp/v2/menus=Menu",
		"-route", "catalogue/v1/specimens,catalogue/v1/minerals,catalogue/v1/cabinets,catalogue/v1/opening-hours")

	program, err := os.ReadFile("testdata/museum/main.go")
	if err != nil {
		t.Fatal(err)
	}
	program = fitting(t, program, filepath.Join(seeded, "shop.go"))
	generated, err := os.ReadFile(filepath.Join(seeded, "shop.go"))
	if err != nil {
		t.Fatal(err)
	}
	runs(t, program, generated)
}

// fitting is the program without the filters that the lists of an older site do not
// have: WordPress 6.1 lacks search_semantics and search_columns.
func fitting(t *testing.T, program []byte, generated string) []byte {
	t.Helper()
	source, err := os.ReadFile(generated)
	if err != nil {
		t.Fatal(err)
	}
	var kept strings.Builder
	newerField := regexp.MustCompile(`\{shop\.(\w+ListOptions)\{.*\b(SearchSemantics|SearchColumns): `)
	for line := range strings.Lines(string(program)) {
		newer := newerField.FindStringSubmatch(line)
		if newer != nil && declaration(t, string(source), newer[1], newer[2]) == "" {
			t.Logf("%s has no %s", newer[1], newer[2])
			continue
		}
		kept.WriteString(line)
	}
	return []byte(kept.String())
}

// seedSpecimens makes records of which a sample shows every lie, until the test ends.
func seedSpecimens(t *testing.T) {
	t.Helper()
	type fields map[string]any
	site := sitetest.Live(t, cms.WithUserAgent("cmsgen"))
	all := cms.NewCollection[fields, fields, struct{}](site, "catalogue/v1/specimens")
	for range 2 {
		for _, params := range []fields{
			{"title": "Pyrite", "status": "publish"}, // without a price, and a position
			{"title": "Galena", "status": "publish", "price": 12.5,
				"meta": fields{"assays": []fields{{"element": "Pb", "percent": 86.6}}}},
			{"title": "Beryl", "status": "publish"}, // of each both an odd and an even number
		} {
			record, err := all.Create(t.Context(), &params)
			if err != nil {
				t.Fatal(err)
			}
			id, ok := (*record)["id"].(float64)
			if !ok {
				t.Fatalf("Create of a specimen: %v, want a record with an id", record)
			}
			t.Cleanup(func() { _, _ = all.Delete(context.Background(), int64(id)) })
		}
	}
}
