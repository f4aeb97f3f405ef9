package main

import (
	"bytes"
	"io"
	"net/http"
	"strings"
	"testing"

	"github.com/fontcms/fontcms-go/cms/cmstest"
	"github.com/fontcms/fontcms-go/examples/internal/archive"
	"github.com/fontcms/fontcms-go/examples/internal/archive/archivetest"
	"github.com/fontcms/fontcms-go/examples/internal/killing"
)

func newTypedSite(t *testing.T) *cmstest.Server {
	t.Helper()
	server := archivetest.Museum()
	t.Cleanup(server.Close)
	return server
}

func TestTypesAndTaxonomiesOfASiteAreRestored(t *testing.T) {
	t.Parallel()
	from, to := newTypedSite(t), newEmpty(t, archivetest.Types())
	to.Insert("users", map[string]any{"id": 9, "username": "kim", "role": "author"})
	folder := mirrored(t, from)
	if said, err := put(t, folder, to); err != nil {
		t.Fatalf("restore of own types: error %v, want none\n%s", err, said)
	}
	alike(t, folder, to)
	alike(t, mirrored(t, to), from)
}

func TestRestoreOfOwnTypesThatIsKilledDoublesNothing(t *testing.T) {
	t.Parallel()
	from, to := newTypedSite(t), newEmpty(t, archivetest.Types())
	to.Insert("users", map[string]any{"id": 9, "username": "kim", "role": "author"})
	folder, front := mirrored(t, from), newFront(t, to.URL)
	front.Survive(t, 8, 20, 75, nil, func(at int, moment killing.Moment) killing.Run {
		return front.Run(restoring(t, front.URL, "admin", to.AppPassword("admin"), "-dir", folder), at, moment)
	})
	alike(t, folder, to)
}

// Each of the requests that write records of own types loses its answer once, though the
// site has acted on it.
func TestLostResponseDoublesNoRecordOfAnOwnType(t *testing.T) {
	t.Parallel()
	for route, times := range map[string]int{"/batch/v1": 6, "/museum/v1/eras": 2, "/museum/v1/exhibits": 3} {
		t.Run(route, func(t *testing.T) {
			t.Parallel()
			from, to := newTypedSite(t), newEmpty(t, archivetest.Types())
			to.Insert("users", map[string]any{"id": 9, "username": "kim", "role": "author"})
			folder := mirrored(t, from)
			if route == "/museum/v1/exhibits" { // then they are sent by themselves
				to.Fail(cmstest.Fault{Method: http.MethodPost, Route: "/batch/v1", Status: http.StatusForbidden,
					Code: "rest_forbidden"})
			}
			for skip := range times {
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

func TestSiteWithoutATypeGetsTheRest(t *testing.T) {
	t.Parallel()
	from, to := newTypedSite(t), newEmpty(t)
	said, err := put(t, mirrored(t, from), to)
	if err == nil || !strings.Contains(err.Error(), "the restored site is incomplete") {
		t.Errorf("restore into a site without the types: error %v, want that it is incomplete\n%s", err, said)
	}
	for _, line := range []string{
		"taxonomy-era: 2 are left out, since the site does not have museum/v1/eras",
		"type-room: 4 are left out, since the site does not have cms/v2/room",
		"type-exhibit: 13 are left out, since the site does not have museum/v1/exhibits",
		"menu-items/504: left out: what it leads to is not in the folder",
	} {
		if !strings.Contains(said, line) {
			t.Errorf("restore into a site without the types printed\n%s\nwant %q", said, line)
		}
	}
}

// A member that only the plugin of the old site knew stops no record.
func TestMemberThatTheSiteRefusesIsLeftOut(t *testing.T) {
	t.Parallel()
	from, to := newTypedSite(t), newEmpty(t, archivetest.Types())
	folder := mirrored(t, from)
	a := open(t, folder)
	var record archive.Record
	if err := a.Read("type-exhibit", "911", &record); err != nil {
		t.Fatal(err)
	}
	record["shelf"] = []byte(`{"a":1}`)
	content, err := archive.Encode(record, "cms")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := a.Write("type-exhibit", "911", content); err != nil {
		t.Fatal(err)
	}
	said, err := put(t, folder, to)
	if err != nil || !strings.Contains(said,
		"type-exhibit/911: the site has no such shelf, and the record comes without") {
		t.Errorf("restore of a member that the site refuses: error %v, want none, and that it is left out\n%s", err, said)
	}
}

// A site that hides what it takes would get records without a text.
func TestTypeThatTheSiteDoesNotDescribeIsRefused(t *testing.T) {
	t.Parallel()
	from, to := newTypedSite(t), newEmpty(t, archivetest.Types())
	folder := mirrored(t, from)
	to.Fail(cmstest.Fault{Route: "/", Skip: 2, Body: []byte(`{"name":"x","routes":{"/wp/v2/posts":{}}}`)})
	said, err := put(t, folder, to)
	if err == nil || !strings.Contains(err.Error(), "does not say which members") {
		t.Errorf("restore of types that the site does not describe: error %v, want one that says so\n%s", err, said)
	}
	for _, r := range to.Requests() {
		if r.Method == http.MethodPost {
			t.Errorf("restore of types that the site does not describe sent %s %s, want no POST", r.Method, r.Path)
		}
	}
}

// A type that no batch takes is sent record by record.
func TestTypeThatNoBatchTakesIsRestored(t *testing.T) {
	t.Parallel()
	for name, lost := range map[string]int{"answers come": 0, "answers are lost": 3} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			from, to := newTypedSite(t), newEmpty(t, archivetest.Types())
			to.Insert("users", map[string]any{"id": 9, "username": "kim", "role": "author"})
			folder := mirrored(t, from)
			answer, err := http.Get(to.URL + "/cms-json/?_fields=routes")
			if err != nil {
				t.Fatal(err)
			}
			body, err := io.ReadAll(answer.Body)
			answer.Body.Close()
			if err != nil || !bytes.Contains(body, []byte(`"allow_batch":{"v1":true}`)) {
				t.Fatalf("The routes of the site: error %v, want one that takes a batch, to forbid it", err)
			}
			body = bytes.ReplaceAll(body, []byte(`"allow_batch":{"v1":true}`), []byte(`"allow_batch":{"v1":false}`))
			to.ResetRequests()
			remove := to.Fail(cmstest.Fault{Route: "/", Skip: 2, Times: 1, Body: body})
			for skip := range lost {
				to.Fail(cmstest.Fault{Method: http.MethodPost, Route: "/museum/v1/exhibits", Skip: 2 * skip, Times: 1,
					Processed: true, Cut: cmstest.CutAnswer})
			}
			said, err := put(t, folder, to)
			if err != nil && lost == 0 || remove() != 1 {
				t.Errorf("restore of a type that no batch takes: error %v, want none, and the routes read once\n%s", err, said)
			}
			single := 0
			for _, r := range to.Requests() {
				if r.Method == http.MethodPost && strings.HasSuffix(r.Path, "/museum/v1/exhibits") {
					single++
				}
			}
			if single == 0 {
				t.Error("restore of a type that no batch takes sent no record by itself, want some")
			}
			if said, err := put(t, folder, to); err != nil {
				t.Fatalf("The second restore: error %v, want none\n%s", err, said)
			}
			alike(t, folder, to)
		})
	}
}
