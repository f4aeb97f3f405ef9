package recipe

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/cms/cmstest"
)

func TestMirrorBeginsAKindAgainIfItsPositionCannotBeContinued(t *testing.T) {
	t.Parallel()
	server := cmstest.NewServer(cmstest.WithSample())
	t.Cleanup(server.Close)
	site, err := cms.New(server.URL, cms.WithApplicationPassword("admin", server.AppPassword("admin")))
	if err != nil {
		t.Fatal(err)
	}
	copied := func(from json.RawMessage) (posts int, note string, last place) {
		t.Helper()
		note, err := mirror(t.Context(), Task{Site: site, Name: "blog", User: "admin", From: from,
			Commit: func(kind string, position any, records []json.RawMessage) error {
				last = position.(place)
				last.Done = slices.Clone(last.Done)
				if kind == "posts" {
					posts += len(records)
				}
				return nil
			}})
		if err != nil {
			t.Fatal(err)
		}
		return posts, note, last
	}
	want, note, last := copied(nil)
	if want == 0 || note != "" {
		t.Fatalf("mirror from the beginning: %d posts, note %q, want posts and no note", want, note)
	}
	for name, cursor := range map[string]cms.Cursor{
		"of another order": {Page: 2, PerPage: 100, Order: "date desc"},
		"done":             {Page: 1, PerPage: 100, Exact: true, Done: true},
	} {
		at := last
		at.Done = slices.DeleteFunc(slices.Clone(last.Done), func(kind string) bool { return kind == "posts" })
		at.Kind, at.Cursor = "posts", cursor
		from, err := json.Marshal(at)
		if err != nil {
			t.Fatal(err)
		}
		got, note, _ := copied(from)
		if got != want {
			t.Errorf("mirror from a cursor %s: %d posts, want %d", name, got, want)
		}
		if !strings.Contains(note, "read again from the beginning: posts") {
			t.Errorf("mirror from a cursor %s: note %q, want one that says that posts were read again", name, note)
		}
	}
}
