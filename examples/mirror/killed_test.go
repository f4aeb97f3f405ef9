package main

import (
	"context"
	"encoding/json"
	"errors"
	"maps"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/fontcms/fontcms-go/cms/cmstest"
	"github.com/fontcms/fontcms-go/examples/internal/killing"
	"github.com/fontcms/fontcms-go/examples/internal/program"
	"github.com/fontcms/fontcms-go/examples/internal/program/programtest"
)

func TestMain(m *testing.M) {
	programtest.Be(main)
	m.Run()
}

func TestNextRunContinuesAKilledRun(t *testing.T) {
	t.Parallel()
	goneOnWith(t, newSite(t), nil, 6, 15, 19, 24, 31)
}

func TestNextRunContinuesAKilledRunOfCustomTypes(t *testing.T) {
	t.Parallel()
	goneOnWith(t, newMuseum(t), nil, 12, 18, 24, 33, 41, 46, 52)
}

func TestNextRunContinuesAKilledRunOfTheLook(t *testing.T) {
	t.Parallel()
	kinds := "categories,tags,pattern-categories,menus,media,posts,pages,blocks,navigation,menu-items,snippets"
	kills := []int{}
	for at := 8; at < 20; at++ {
		kills = append(kills, at)
	}
	goneOnWith(t, newLook(t), []string{"-may-write", "-without", kinds}, kills...)
}

// goneOnWith kills a mirror at some of its requests, one run after the other.
func goneOnWith(t *testing.T, server *cmstest.Server, more []string, kills ...int) {
	t.Helper()
	folder, whole := t.TempDir(), t.TempDir()
	front, err := killing.NewFront(server.URL)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(front.Close)
	mirror := func(at int, moment killing.Moment, folder string) killing.Run {
		args := append([]string{"-site", front.URL, "-prefix", "cms", "-user", "admin", "-dir", folder}, more...)
		c := programtest.Command(t.Context(), server.AppPassword("admin"), args...)
		return front.Run(c, at, moment)
	}
	for _, at := range kills {
		if got := mirror(at, killing.After, folder); !got.Killed {
			t.Fatalf("mirror ended before its request %d: error %v, want it killed there\n%s", at, got.Err, got.Output)
		}
		for name, text := range content(t, folder) {
			if strings.HasSuffix(name, ".json") && !json.Valid([]byte(text)) {
				t.Errorf("After the kill at request %d %s is %q, want valid JSON", at, name, text)
			}
		}
	}
	for _, folder := range []string{folder, whole} {
		if got := mirror(0, killing.Never, folder); got.Err != nil {
			t.Fatalf("mirror after the kills: error %v, want none\n%s", got.Err, got.Output)
		}
	}
	if got := content(t, folder); !maps.Equal(content(t, whole), got) {
		t.Error("After the kills the folder differs from a new mirror, want the same files")
	}
}

// A run that ends within a page has copied records that the next run reads once more.
func TestRecordsThatAreReadAgainAreCountedOnce(t *testing.T) {
	t.Parallel()
	server, folder, whole := newEmpty(t), t.TempDir(), t.TempDir()
	for range 250 {
		server.Insert("posts", map[string]any{"title": "Kerning"})
	}
	mustTake(t, server, whole)
	server.Fail(cmstest.Fault{Route: "/cms/v2/posts", Skip: 3, Status: http.StatusForbidden})
	if said, err := take(t, server, folder); err == nil {
		t.Fatalf("mirror of posts that are refused: no error, want one\n%s", said)
	}
	server.ResetFaults()
	all, there, copied := content(t, whole), content(t, folder), 0
	for name, text := range all {
		if there[name] != "" || !strings.HasPrefix(name, "posts/") || copied == 40 {
			continue
		}
		if err := os.WriteFile(filepath.Join(folder, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		copied++
	}
	said := mustTake(t, server, folder)
	if !strings.Contains(said, "reading posts: 250 of 250\n") || copied != 40 {
		t.Errorf("mirror of a folder with %d of 40 posts copied printed\n%s\nwant all 250 counted", copied, said)
	}
}

func TestInterruptEndsTheRun(t *testing.T) {
	t.Parallel()
	server, folder := newSite(t), t.TempDir()
	ctx, cancel := context.WithCancel(t.Context())
	out := interrupt{"media: ", cancel}
	err := run(ctx, []string{"-site", server.URL, "-prefix", "cms", "-user", "admin", "-dir", folder},
		program.Environment{Password: server.AppPassword("admin"), Out: out, Err: out})
	if !errors.Is(err, context.Canceled) {
		t.Errorf("mirror that is interrupted: error %v, want context.Canceled", err)
	}
	whole := t.TempDir()
	mustTake(t, server, whole)
	mustTake(t, server, folder)
	if !maps.Equal(content(t, whole), content(t, folder)) {
		t.Error("The run after the interrupt left another folder than a new mirror, want the same files")
	}
}

// interrupt cancels when a line with the given text is written.
type interrupt struct {
	text   string
	cancel context.CancelFunc
}

func (i interrupt) Write(p []byte) (int, error) {
	if strings.Contains(string(p), i.text) {
		i.cancel()
	}
	return len(p), nil
}

func TestKilledRunForgetsNothingThatIsMissing(t *testing.T) {
	t.Parallel()
	site, folder, whole := newFileSite(t, 6), t.TempDir(), t.TempDir()
	site.fail(http.StatusNotFound, 1, 4)
	front, err := killing.NewFront(site.URL)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(front.Close)
	mirror := func(at int, moment killing.Moment, folder string) killing.Run {
		c := programtest.Command(t.Context(), site.AppPassword("admin"), "-site", front.URL, "-prefix", "cms", "-user",
			"admin", "-dir", folder)
		return front.Run(c, at, moment)
	}
	for at := 8; at <= 24; at += 4 {
		if got := mirror(at, killing.After, folder); !got.Killed {
			t.Fatalf("mirror ended before its request %d: error %v, want it killed there\n%s", at, got.Err, got.Output)
		}
	}
	for range 2 {
		if got := mirror(0, killing.Never, folder); got.Err == nil || !strings.Contains(got.Output, "missing: media/301: ") {
			t.Errorf("mirror after the kills: error %v, want one, and media/301 missing\n%s", got.Err, got.Output)
		} else if !strings.Contains(got.Output, "missing: media/304: ") {
			t.Errorf("mirror after the kills printed\n%s\nwant media/304 missing", got.Output)
		}
	}
	site.fail(http.StatusOK, 1, 4)
	for _, folder := range []string{folder, whole} {
		if got := mirror(0, killing.Never, folder); got.Err != nil {
			t.Fatalf("mirror with all files there: error %v, want none\n%s", got.Err, got.Output)
		}
	}
	if got := content(t, folder); !maps.Equal(content(t, whole), got) {
		t.Error("After the kills the folder differs from a new mirror, want the same files")
	}
}
