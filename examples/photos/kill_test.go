package main

import (
	"cmp"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"testing"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/cms/cmstest"
	"github.com/fontcms/fontcms-go/examples/internal/killing"
	"github.com/fontcms/fontcms-go/examples/internal/program/programtest"
	"github.com/fontcms/fontcms-go/media"
)

// kills is how often a program is killed: FONTCMS_KILLS, or a few times.
func kills(t *testing.T) int {
	t.Helper()
	n, err := strconv.Atoi(os.Getenv("FONTCMS_KILLS"))
	if err != nil {
		return 3
	}
	return n
}

func TestMain(m *testing.M) {
	programtest.Be(main)
	m.Run()
}

// place is a site as a program is told of it.
type place struct{ address, user, password, prefix string }

// killed makes pictures, and kills the program while it uploads them, again and
// again. Two runs that are left alone end it; the second has nothing to do.
func killed(t *testing.T, site place, name string) (dir string, pictures int) {
	t.Helper()
	front, err := killing.NewFront(site.address)
	if err != nil {
		t.Fatal(err)
	}
	defer front.Close()
	dir = t.TempDir()
	run := func(at int, moment killing.Moment) killing.Run {
		command := programtest.Command(t.Context(), site.password, "-site", front.URL, "-prefix", "cms", "-user", site.user,
			"-prefix", site.prefix, "-dir", dir)
		return front.Run(command, at, moment)
	}

	add := func(int) {
		for range 3 {
			pictures++
			draw(t, filepath.Join(dir, fmt.Sprintf("%s-%03d.jpg", name, pictures)), 310+pictures%9, 200, uint8(pictures))
		}
	}
	const first, last = 2, 15 // behind the look at the login
	front.Survive(t, kills(t), first, last, add, run)
	if again := run(0, killing.Never); again.Err != nil || again.Writes != 0 {
		t.Errorf("A further photos: %d writes, error %v, want none of both\n%s", again.Writes, again.Err, again.Output)
	}
	return dir, pictures
}

func TestKilledAnywhereAndRunAgainItDoublesAndMissesNothing(t *testing.T) {
	t.Parallel()
	server := start(t, cmstest.WithLocalhost())
	_, pictures := killed(t, place{server.URL, "author", server.AppPassword("author"), "cms"}, "grey")
	slugs := map[string]bool{}
	for _, m := range stored(t, server) {
		slugs[m["slug"].(string)] = true
		if !slices.Equal(m["sizes"].([]string), []string{"medium", "thumbnail"}) {
			t.Errorf("After the kills %v has the sizes %v, want medium and thumbnail", m["title"], m["sizes"])
		}
	}
	if n := len(stored(t, server)); n != pictures || len(slugs) != pictures {
		t.Errorf("After the kills the site has %d files with %d slugs, want %d of both", n, len(slugs), pictures)
	}
}

// On a real site the pictures are those whose titles begin with a name of their own.
func TestLiveKilledAnywhereAndRunAgainItDoublesAndMissesNothing(t *testing.T) {
	t.Parallel()
	live := place{os.Getenv("FONTCMS_SITE"), os.Getenv("FONTCMS_USER"), os.Getenv("FONTCMS_APP_PASSWORD"),
		cmp.Or(os.Getenv("FONTCMS_PREFIX"), "cms")}
	if live.address == "" {
		t.Skip("FONTCMS_SITE is not set")
	}
	site, err := cms.New(live.address, cms.WithPrefix(live.prefix), cms.WithApplicationPassword(live.user, live.password))
	if err != nil {
		t.Fatal(err)
	}
	library, name := media.New(site), fmt.Sprintf("killed%08x", rand.Uint32())
	_, pictures := killed(t, live, name)
	titles, files := map[string]bool{}, 0
	for m, err := range library.All(t.Context(), &media.ListOptions{Context: cms.ContextEdit, Search: name}) {
		if err != nil {
			t.Fatal(err)
		}
		files++
		titles[m.Title.Raw] = true
		if len(m.MissingImageSizes) > 0 || len(m.MediaDetails.Sizes) < 3 { // medium, thumbnail and full
			t.Errorf("After the kills %s has the sizes %v, want medium, thumbnail and full", m.Title.Raw, m.MediaDetails.Sizes)
		}
		if _, err := library.Delete(t.Context(), m.ID); err != nil {
			t.Error(err)
		}
	}
	if files != pictures || len(titles) != pictures {
		t.Errorf("After the kills the site has %d files with %d titles, want %d of both", files, len(titles), pictures)
	}
}
