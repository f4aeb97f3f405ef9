//go:build unix

package main

import (
	"syscall"
	"testing"
)

// Whoever opens a pipe as a file waits: this test would not end.
func TestPipesAreNotOpened(t *testing.T) {
	t.Parallel()
	server, dir := start(t), t.TempDir()
	draw(t, dir+"/own.png", 40, 30, 90)
	for _, name := range []string{"/own.png.yaml", "/pipe.png"} {
		if err := syscall.Mkfifo(dir+name, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if out, err := photos(t, server, "-dir", dir); err == nil || len(stored(t, server)) != 0 {
		t.Errorf("photos of a folder with pipes: error %v, want one, and nothing stored\n%s", err, out)
	}
}
