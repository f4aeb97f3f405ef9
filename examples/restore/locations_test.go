package main

import (
	"net/http"
	"strings"
	"testing"

	"github.com/fontcms/fontcms-go/cms/cmstest"
	"github.com/fontcms/fontcms-go/cms/menus"
)

// menusOf are the menus of a server by name.
func menusOf(t *testing.T, server *cmstest.Server) (*menus.Menus, map[string]*menus.Menu) {
	t.Helper()
	all, byName := menus.New(client(t, server)), map[string]*menus.Menu{}
	for m, err := range all.All(t.Context(), nil) {
		if err != nil {
			t.Fatal(err)
		}
		byName[m.Name] = m
	}
	return all, byName
}

func assign(t *testing.T, server *cmstest.Server, name string, locations ...string) {
	t.Helper()
	all, there := menusOf(t, server)
	if _, err := all.Update(t.Context(), there[name].ID,
		&menus.Params{Description: new("On top"), Locations: locations}); err != nil {
		t.Fatal(err)
	}
}

func TestMenusAreShownWhereTheyWere(t *testing.T) {
	t.Parallel()
	from := newSite(t, cmstest.WithMenuLocation("primary", "Main"), cmstest.WithMenuLocation("footer", "Foot"),
		cmstest.WithMenuLocation("side", "Side"))
	assign(t, from, "Main menu", "primary", "footer", "side")
	to := newEmpty(t, cmstest.WithMenuLocation("primary", "Main"), cmstest.WithMenuLocation("footer", "Foot"),
		cmstest.WithMenuLocation("own", "Own"))
	to.Insert("menus", map[string]any{"id": 70, "name": "Theirs"})
	assign(t, to, "Theirs", "footer")
	folder := mirrored(t, from)
	if said, err := put(t, folder, to); err != nil ||
		!strings.Contains(said, "locations: 1 are not restored; -locations restores them") {
		t.Errorf("restore without -locations: error %v, want none, and that 1 location is not restored\n%s", err, said)
	}
	if _, now := menusOf(t, to); len(now["Main menu"].Locations) != 0 {
		t.Errorf("restore without -locations put the menu at %v, want no place", now["Main menu"].Locations)
	}
	assign(t, to, "Main menu", "own")
	for range 2 {
		said, err := put(t, folder, to, "-locations")
		if err != nil {
			t.Fatalf("restore -locations: error %v, want none\n%s", err, said)
		}
		for _, line := range []string{"has no place side", "has the place footer, and keeps it"} {
			if !strings.Contains(said, line) {
				t.Errorf("restore -locations printed\n%s\nwant %q", said, line)
			}
		}
		_, now := menusOf(t, to)
		if m := now["Main menu"]; strings.Join(m.Locations, " ") != "primary own" || m.Description != "On top" {
			t.Errorf("restore -locations made the menu %+v, want it at primary and own, with its description", m)
		}
		if m := now["Theirs"]; strings.Join(m.Locations, " ") != "footer" {
			t.Errorf("restore -locations made the other menu %+v, want it at footer", m)
		}
	}
}

func TestSecondRestoreDoesNotWriteLocations(t *testing.T) {
	t.Parallel()
	from := newSite(t, cmstest.WithMenuLocation("primary", "Main"))
	assign(t, from, "Main menu", "primary")
	to := newEmpty(t, cmstest.WithMenuLocation("primary", "Main"))
	folder := mirrored(t, from)
	for range 2 {
		if said, err := put(t, folder, to, "-locations"); err != nil {
			t.Fatalf("restore -locations: error %v, want none\n%s", err, said)
		}
	}
	writes := 0
	for _, r := range to.Requests() {
		if r.Method != http.MethodGet && strings.Contains(r.Path, "/menus/") {
			writes++
		}
	}
	if writes != 1 {
		t.Errorf("restore -locations wrote menus %d times, want once", writes)
	}
}
