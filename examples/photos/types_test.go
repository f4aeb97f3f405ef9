package main

import (
	"bytes"
	"strings"
	"testing"

	"github.com/fontcms/fontcms-go/examples/internal/files"
)

func TestPicturesOfEveryTypeAreFoundAndOtherFilesAreNamed(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	endings := strings.Fields(types)
	for _, ending := range endings {
		write(t, dir+"/a"+ending, "content "+ending)
		write(t, dir+"/B"+strings.ToUpper(ending), "CONTENT "+ending)
	}
	write(t, dir+"/a.jpg.yaml", "alt: A\n")
	write(t, dir+"/.hidden", "x")
	write(t, dir+"/notes.txt", "x")
	write(t, dir+"/raw", "x")
	source, err := files.Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = source.Close() })
	var out bytes.Buffer
	pictures, err := find(source, false, "", &out)
	if err != nil || len(pictures) != 2*len(endings) {
		t.Errorf("find returns %d pictures, error %v, want %d", len(pictures), err, 2*len(endings))
	}
	for _, p := range pictures {
		if strings.HasSuffix(strings.ToLower(p.file.Name), ".jfif") {
			t.Errorf("find names the upload of %s %q, want an ending that sites take", p.path, p.file.Name)
		}
	}
	for _, want := range []string{"notes.txt, skipped", "raw, skipped",
		"2 files are skipped: the types of pictures are .jpg "} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("find prints %q, want it to contain %q", out.String(), want)
		}
	}
	if n := strings.Count(out.String(), "\n"); n != 3 {
		t.Errorf("find prints %d lines, want 3:\n%s", n, out.String())
	}
}
