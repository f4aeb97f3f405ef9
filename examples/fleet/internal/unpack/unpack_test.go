package unpack

import (
	"encoding/json"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/fontcms/fontcms-go/examples/fleet/internal/recipe"
	"github.com/fontcms/fontcms-go/examples/fleet/internal/store"
	"github.com/fontcms/fontcms-go/examples/internal/archive"
)

// write unpacks pages, each of one record, into a new folder.
func write(t *testing.T, pages ...any) (folder string, err error) {
	t.Helper()
	folder = filepath.Join(t.TempDir(), "out")
	u, err := Into(folder, "night")
	if err != nil {
		t.Fatal(err)
	}
	if err := fill(t, u, pages...); err != nil {
		return folder, err
	}
	return folder, u.Close(nil)
}

// fill gives pages to an unpacker, each of one record of the site blog.
func fill(t *testing.T, u *Unpacker, pages ...any) error {
	t.Helper()
	for _, one := range pages {
		kind := archive.Media
		switch one.(type) {
		case recipe.Chunk:
			kind = recipe.Chunks
		case archive.State:
			kind = recipe.Describe
		}
		data, err := json.Marshal(one)
		if err != nil {
			t.Fatal(err)
		}
		if err := u.Page("blog", store.Page{Kind: kind, Records: []json.RawMessage{data}}); err != nil {
			return err
		}
	}
	return nil
}

func TestInterruptedExportIsWrittenAnew(t *testing.T) {
	t.Parallel()
	folder := filepath.Join(t.TempDir(), "out")
	first, err := Into(folder, "night")
	if err != nil {
		t.Fatal(err)
	}
	stale := map[string]any{"id": 8, "source_url": "https://blog.example.org/b.txt"}
	if err := fill(t, first, record(), stale); err != nil {
		t.Fatal(err)
	}
	if err := first.Close(os.ErrDeadlineExceeded); !errors.Is(err, os.ErrDeadlineExceeded) {
		t.Errorf("Close of an interrupted export: error %v, want the error of reading the pages", err)
	}
	if _, err := Into(folder, "day"); err == nil || !strings.Contains(err.Error(), "night") {
		t.Errorf("Into an unfinished export of another run: error %v, want one that names the run night", err)
	}
	second, err := Into(folder, "night")
	if err != nil {
		t.Fatal(err)
	}
	if err := fill(t, second, record()); err != nil {
		t.Fatal(err)
	}
	if err := second.Close(nil); err != nil {
		t.Fatal(err)
	}
	if names, err := fs.Glob(os.DirFS(folder), "blog/media/*.json"); err != nil ||
		!slices.Equal(names, []string{"blog/media/7.json"}) {
		t.Errorf("records after the second export: %v (error %v), want only blog/media/7.json", names, err)
	}
	if _, err := Into(folder, "night"); err == nil || !strings.Contains(err.Error(), "not empty") {
		t.Errorf("Into a finished export: error %v, want one that says that the folder is not empty", err)
	}
}

// record is a record of the media library with a file.
func record() map[string]any {
	return map[string]any{"id": 7, "source_url": "https://blog.example.org/a.txt"}
}

func chunk(part int, data string, last bool) recipe.Chunk {
	return recipe.Chunk{ID: 7, Part: part, Data: []byte(data), Last: last}
}

func TestFileOfAWorkerThatDiedIsWrittenAnew(t *testing.T) {
	t.Parallel()
	folder, err := write(t, chunk(0, "old ", false), chunk(1, "old ", false),
		chunk(0, "new ", false), chunk(1, "text", true), record())
	if err != nil {
		t.Fatal(err)
	}
	got, err := os.ReadFile(filepath.Join(folder, "blog", "media", "7-a.txt"))
	if string(got) != "new text" || err != nil {
		t.Errorf("The unpacked file: %q, error %v, want \"new text\"", got, err)
	}
}

func TestFileWithoutItsEndIsNotWritten(t *testing.T) {
	t.Parallel()
	folder, err := write(t, chunk(0, "half", false), record())
	if err != nil {
		t.Fatal(err)
	}
	if got, err := os.ReadFile(filepath.Join(folder, "blog", "media", "7-a.txt")); !os.IsNotExist(err) {
		t.Errorf("The file without its end: %q, error %v, want that it does not exist", got, err)
	}
}

func TestWrongPagesAreErrors(t *testing.T) {
	t.Parallel()
	for name, pages := range map[string][]any{
		"a chunk is absent":       {chunk(0, "a", false), chunk(2, "c", true)},
		"the first one is absent": {chunk(1, "b", true)},
		"a record without an id":  {map[string]any{"title": "None"}},
		"a record that is none":   {"text"},
	} {
		if _, err := write(t, pages...); err == nil {
			t.Errorf("Page where %s: no error, want one", name)
		}
	}
}

func TestStateIsWrittenIfTheMirrorIsWhole(t *testing.T) {
	t.Parallel()
	for name, pages := range map[string][]any{
		"interrupted": {record()},
		"whole": {record(), archive.State{
			Site: "https://blog.example.org", Kinds: map[string]*archive.KindState{archive.Media: {Complete: true}},
		}},
	} {
		folder, err := write(t, pages...)
		if err != nil {
			t.Fatal(err)
		}
		made, err := archive.Open(filepath.Join(folder, "blog"))
		if err != nil {
			t.Fatal(err)
		}
		state, err := made.State()
		if err != nil || (state != nil) != (name == "whole") {
			t.Errorf("State of a mirror that is %s: %+v, error %v, want one only if it is whole", name, state, err)
		} else if state != nil && !state.Kinds[archive.Media].Complete {
			t.Errorf("State of a mirror that is %s: %+v, want the media complete", name, state)
		}
		if err := made.Close(); err != nil {
			t.Error(err)
		}
	}
}
