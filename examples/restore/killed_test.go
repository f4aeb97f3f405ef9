package main

import (
	"context"
	"net/http"
	"os"
	"testing"

	"github.com/fontcms/fontcms-go/cms/cmstest"
	"github.com/fontcms/fontcms-go/examples/internal/archive"
	"github.com/fontcms/fontcms-go/examples/internal/killing"
)

func newFront(t *testing.T, site string) *killing.Front {
	t.Helper()
	front, err := killing.NewFront(site)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(front.Close)
	return front
}

func TestRestoreThatIsKilledDoublesNothing(t *testing.T) {
	t.Parallel()
	from, to := newSite(t), newEmpty(t)
	to.Insert("users", map[string]any{"id": 9, "username": "kim", "role": "author"})
	folder, front := mirrored(t, from), newFront(t, to.URL)
	front.Survive(t, 5, 1, 45, nil, func(at int, moment killing.Moment) killing.Run {
		return front.Run(restoring(t, front.URL, "admin", to.AppPassword("admin"), "-dir", folder), at, moment)
	})
	alike(t, folder, to)
}

// Each request that writes loses its answer once, though the site has acted on it.
func TestLostResponseDoublesNothing(t *testing.T) {
	t.Parallel()
	for route, times := range map[string]int{"/batch/v1": 4, "/cms/v2/media": 3, "/cms/v2/tags": 1,
		"/code-snippets/v1/snippets": 2} {
		t.Run(route, func(t *testing.T) {
			t.Parallel()
			from, to := newSite(t), newEmpty(t)
			to.Insert("users", map[string]any{"id": 9, "username": "kim", "role": "author"})
			folder := mirrored(t, from)
			for skip := range times { // of two that are due the first strikes, and the other at the repetition
				to.Fail(cmstest.Fault{Method: http.MethodPost, Route: route, Skip: 2 * skip, Times: 1, Processed: true,
					Cut: cmstest.CutAnswer})
			}
			if _, err := put(t, folder, to); err != nil {
				t.Log(err) // what cannot be told at once is found by the next run
			}
			if said, err := put(t, folder, to); err != nil {
				t.Fatalf("The second restore after lost responses: error %v, want none\n%s", err, said)
			}
			alike(t, folder, to)
		})
	}
}

// TestLiveMirrorRestoreMirror mirrors a real site, restores it into an empty one and
// mirrors that, each program being killed ten times. CONTRIBUTING.md has the
// variables of the first site; FONTCMS_EMPTY_SITE and the like are those of the
// second, which speaks with the same prefix.
func TestLiveMirrorRestoreMirror(t *testing.T) {
	t.Parallel()
	env := os.Getenv
	if env("FONTCMS_SITE") == "" || env("FONTCMS_EMPTY_SITE") == "" {
		t.Skip("FONTCMS_SITE and FONTCMS_EMPTY_SITE name two sites, with FONTCMS_USER, FONTCMS_APP_PASSWORD, " +
			"FONTCMS_EMPTY_USER, FONTCMS_EMPTY_APP_PASSWORD and FONTCMS_PREFIX")
	}
	const kills = 10
	prefix := env("FONTCMS_PREFIX")
	if prefix == "" {
		prefix = "cms"
	}
	source, target := newFront(t, env("FONTCMS_SITE")), newFront(t, env("FONTCMS_EMPTY_SITE"))
	mirror := func(ctx context.Context, front *killing.Front, user, password, folder string, last int) {
		front.Survive(t, kills, 1, last, nil, func(at int, moment killing.Moment) killing.Run {
			return front.Run(mirroring(ctx, t, front.URL, env(user), env(password), "-dir", folder, "-prefix",
				prefix), at, moment)
		})
	}
	one, two := t.TempDir(), t.TempDir()
	mirror(t.Context(), source, "FONTCMS_USER", "FONTCMS_APP_PASSWORD", one, 60)
	target.Survive(t, kills, 1, 75, nil, func(at int, moment killing.Moment) killing.Run {
		return target.Run(restoring(t, target.URL, env("FONTCMS_EMPTY_USER"), env("FONTCMS_EMPTY_APP_PASSWORD"), "-dir", one,
			"-prefix", prefix), at, moment)
	})
	mirror(t.Context(), target, "FONTCMS_EMPTY_USER", "FONTCMS_EMPTY_APP_PASSWORD", two, 60)
	differences, records, err := archive.Compare(open(t, one), open(t, two))
	if err != nil {
		t.Fatal(err)
	}
	for _, d := range differences {
		t.Errorf("Compare of both sites found %v, want no difference", d)
	}
	t.Logf("%d records compared", records)
}
