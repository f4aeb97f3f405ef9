package main

import (
	"bytes"
	"encoding/json"
	"image"
	"image/color"
	"image/jpeg"
	"image/png"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/fontcms/fontcms-go/cms/cmstest"
	"github.com/fontcms/fontcms-go/examples/internal/program"
)

// draw writes a picture of its own colour.
func draw(t *testing.T, path string, width, height int, shade uint8) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	picture := image.NewRGBA(image.Rect(0, 0, width, height))
	for i := range picture.Pix {
		picture.Pix[i] = shade
	}
	picture.Set(0, 0, color.Black)
	var content bytes.Buffer
	var err error
	if filepath.Ext(path) == ".png" {
		err = png.Encode(&content, picture)
	} else {
		err = jpeg.Encode(&content, picture, nil)
	}
	if err == nil {
		err = os.WriteFile(path, content.Bytes(), 0o644)
	}
	if err != nil {
		t.Fatal(err)
	}
}

func write(t *testing.T, path, content string) {
	t.Helper()
	if err := os.WriteFile(path, []byte(content), 0o644); err != nil {
		t.Fatal(err)
	}
}

// stored are the media of a site, without asking its REST API.
func stored(t *testing.T, server *cmstest.Server) []map[string]any {
	t.Helper()
	var document struct {
		Media []map[string]any `json:"media"`
	}
	if err := json.Unmarshal(server.Document(), &document); err != nil {
		t.Fatal(err)
	}
	records := make([]map[string]any, len(document.Media))
	for i, m := range document.Media {
		records[i] = server.Record("media", int64(m["id"].(float64)))
	}
	return records
}

func writes(server *cmstest.Server) (n int) {
	for _, r := range server.Requests() {
		if r.Method == "POST" || r.Method == "DELETE" {
			n++
		}
	}
	return n
}

// photos runs the program and returns what it says.
func photos(t *testing.T, server *cmstest.Server, args ...string) (string, error) {
	t.Helper()
	var out bytes.Buffer
	args = append([]string{"-site", server.URL, "-prefix", "cms", "-user", "author"}, args...)
	err := run(t.Context(), args, program.Environment{Password: server.AppPassword("author"), Out: &out, Err: &out})
	return out.String(), err
}

func start(t *testing.T, options ...cmstest.Option) *cmstest.Server {
	t.Helper()
	server := cmstest.NewServer(options...)
	t.Cleanup(server.Close)
	return server
}

func TestFolderIsUploadedOnceWithItsSizes(t *testing.T) {
	t.Parallel()
	for name, option := range map[string]cmstest.Option{"sizes made here": cmstest.WithLocalhost(),
		"sizes made by the site": cmstest.WithPath("/")} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			server := start(t, option)
			dir := t.TempDir()
			draw(t, dir+"/one.jpg", 400, 300, 50)
			draw(t, dir+"/two.png", 200, 100, 90)
			draw(t, dir+"/below/three.jpg", 100, 100, 130)
			draw(t, dir+"/below/same.jpg", 400, 300, 50)
			write(t, dir+"/notes.txt", "no picture")
			write(t, dir+"/one.jpg.yaml", "alt: Grey\ncaption: All of it.\n")
			out, err := photos(t, server, "-dir", dir, "-recursive", "-alt", "A picture")
			if err != nil {
				t.Fatal(err)
			}
			for _, want := range []string{"one.jpg, the same as ", "two.png  media ", "three.jpg  media ",
				"3 uploaded, 0 finished, 1 unchanged, 0 failed", server.URL} {
				if !strings.Contains(out, want) {
					t.Errorf("photos printed\n%s\nwant %q", out, want)
				}
			}
			records := stored(t, server)
			if len(records) != 3 {
				t.Fatalf("photos stored %d files, want 3", len(records))
			}
			alts := map[string]string{}
			for _, m := range records {
				alts[m["title"].(string)] = m["alt_text"].(string)
				if m["width"].(int64) > 300 && !slices.Equal(m["sizes"].([]string), []string{"medium", "thumbnail"}) {
					t.Errorf("photos stored the sizes %v of %v, want medium and thumbnail", m["sizes"], m["title"])
				}
			}
			// The copy stands first in the order of names.
			if alts["two"] != "A picture" || alts["three"] != "A picture" {
				t.Errorf("photos stored the alternative texts %v, want \"A picture\" of two and three", alts)
			}

			before := writes(server)
			if err := os.Rename(dir+"/two.png", dir+"/renamed.png"); err != nil {
				t.Fatal(err)
			}
			if out, err = photos(t, server, "-dir", dir, "-recursive"); err != nil ||
				!strings.Contains(out, "0 uploaded, 0 finished, ") {
				t.Errorf("The second photos: error %v, want none uploaded and none finished\n%s", err, out)
			} else if !strings.Contains(out, "renamed.png  media ") {
				t.Errorf("The second photos printed\n%s\nwant the renamed picture", out)
			}
			if n := writes(server) - before; n != 0 || len(stored(t, server)) != 3 {
				t.Errorf("The second photos: %d writes, %d files stored, want none and 3", n, len(stored(t, server)))
			}
		})
	}
}

func TestSidecarSaysWhatAPictureShows(t *testing.T) {
	t.Parallel()
	server := start(t)
	dir := t.TempDir()
	draw(t, dir+"/one.jpg", 40, 30, 50)
	write(t, dir+"/one.jpg.yaml", "title: Grey\nalt: Nothing but grey\ncaption: All of it.\n")
	if _, err := photos(t, server, "-dir", dir, "-alt", "A picture"); err != nil {
		t.Fatal(err)
	}
	m := stored(t, server)[0]
	if m["title"] != "Grey" || m["alt_text"] != "Nothing but grey" {
		t.Errorf("photos stored %v, want the title and the alternative text of the sidecar", m)
	} else if m["caption"] != "All of it." {
		t.Errorf("photos stored %v, want the caption of the sidecar", m)
	}
	write(t, dir+"/one.jpg.yaml", "altt: misspelled\n")
	if _, err := photos(t, server, "-dir", dir); err == nil || !strings.Contains(err.Error(), "altt") {
		t.Errorf("photos with a misspelled field in a sidecar: error %v, want one that names it", err)
	}
}

func TestOnePictureThatFailsDoesNotStopTheOthers(t *testing.T) {
	t.Parallel()
	server := start(t)
	dir := t.TempDir()
	write(t, dir+"/broken.png", "no picture at all")
	draw(t, dir+"/whole.png", 40, 30, 50)
	out, err := photos(t, server, "-dir", dir, "-concurrency", "1")
	if err == nil || !strings.Contains(err.Error(), "1 of 2") {
		t.Errorf("photos with one broken picture: error %v, want one with \"1 of 2\"\n%s", err, out)
	}
	if !strings.Contains(out, "whole.png  media ") || !strings.Contains(out, "broken.png: ") {
		t.Errorf("photos with one broken picture printed\n%s\nwant a line of each", out)
	}
}

func TestLostResponseDoublesNothing(t *testing.T) {
	t.Parallel()
	for _, processed := range []bool{true, false} {
		server := start(t, cmstest.WithLocalhost())
		dir := t.TempDir()
		draw(t, dir+"/one.jpg", 400, 300, 50)
		server.Fail(cmstest.Fault{Method: "POST", Route: "/cms/v2/media", Times: 1, Cut: cmstest.CutAnswer,
			Processed: processed})
		out, err := photos(t, server, "-dir", dir)
		if err != nil || !strings.Contains(out, "one.jpg  media ") {
			t.Errorf("photos with a lost response: error %v, want none, and a line of one.jpg\n%s", err, out)
		}
		if records := stored(t, server); len(records) != 1 || len(records[0]["sizes"].([]string)) != 2 {
			t.Errorf("photos with a lost response, processed %t, stored %v, want one file with two sizes", processed, records)
		}
	}
}
