package main

import (
	"encoding/json"
	"errors"
	"io"
	"os"
	"path/filepath"
	"testing"

	"github.com/fontcms/fontcms-go/cms/cmstest"
	"github.com/fontcms/fontcms-go/examples/internal/archive"
	"github.com/fontcms/fontcms-go/examples/internal/archive/archivetest"
	"github.com/fontcms/fontcms-go/examples/internal/hostile"
	"github.com/fontcms/fontcms-go/examples/internal/program"
)

func TestOnAHostileSiteOnlyPlainLinesArePrinted(t *testing.T) {
	t.Parallel()
	hostile.Recipe{
		Name: "restore", User: "admin",
		Silent: true, // it names records by their ids
		Site: func(t *testing.T) (address, password string) {
			t.Helper()
			server := newEmpty(t, cmstest.WithLocalhost())
			return server.URL, server.AppPassword("admin")
		},
		Run: func(b *hostile.Bench) error {
			// What the folder says is hostile as well.
			old := newSite(b.T)
			archivetest.Discuss(old)
			folder := mirrored(b.T, old, "-comments", "-settings")
			if err := spoil(b, folder); err != nil {
				return err
			}
			return run(b.Context(), append(b.Args, "-dir", folder, "-comments", "-settings", "-locations"), b.Env)
		},
	}.Check(t)
}

// spoil makes a folder hostile, apart from the names of its types: a folder with other names
// is refused before the site is asked.
func spoil(b *hostile.Bench, folder string) error {
	state := filepath.Join(folder, "state.json")
	var before, after map[string]json.RawMessage
	content, err := os.ReadFile(state)
	if err := errors.Join(err, json.Unmarshal(content, &before), b.Spoil(folder)); err != nil {
		return err
	}
	content, err = os.ReadFile(state)
	if err := errors.Join(err, json.Unmarshal(content, &after)); err != nil {
		return err
	}
	after["types"], after["taxonomies"] = before["types"], before["taxonomies"]
	if after["types"] == nil {
		delete(after, "types")
	}
	if content, err = json.Marshal(after); err != nil {
		return err
	}
	return os.WriteFile(state, content, 0o600)
}

func TestNotesOfHostileTextsArePlainLines(t *testing.T) {
	t.Parallel()
	state, text := hostile.Fill(&archive.State{}), hostile.Text("%s")
	hostile.Prints(t, "notes", func(out io.Writer) {
		r := &restore{out: out, notes: out, journal: &journal{}, lacks: state.Lacks()}
		r.leave(text, 1, text)
		r.fail(text, 2, errors.New(text))
		r.note(text, 3, "the theme has no place %s", text)
		for _, lack := range r.lacks {
			program.Println(out, "the folder lacks", lack.String())
		}
		program.Complain(out, "restore", r.end(text))
	})
}
