package changes_test

import (
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/fontcms/fontcms-go/cms/changes"
)

func openFolder(t *testing.T, dir string) *changes.Folder {
	t.Helper()
	folder := must[*changes.Folder](t)(changes.OpenFolder(dir))
	t.Cleanup(func() { _ = folder.Close() })
	return folder
}

func save(t *testing.T, store changes.Store, kind string, marks map[int64]string) {
	t.Helper()
	if err := store.Save(t.Context(), kind, marks); err != nil {
		t.Fatal(err)
	}
}

func loaded(t *testing.T, store changes.Store, kind string) map[int64]string {
	t.Helper()
	return must[map[int64]string](t)(store.Load(t.Context(), kind))
}

func TestStoresKeepMarks(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	for name, open := range map[string]func() changes.Store{
		"Folder": func() changes.Store { return openFolder(t, dir) },
		"Memory": func() func() changes.Store {
			memory := new(changes.Memory)
			return func() changes.Store { return memory }
		}(),
	} {
		if got := loaded(t, open(), "posts"); len(got) > 0 {
			t.Errorf("%s.Load of an empty store: %v, want none", name, got)
		}
		save(t, open(), "posts", map[int64]string{1: "a", 2: "b"})
		save(t, open(), "shop/v1/books", map[int64]string{1: "c"})
		save(t, open(), "posts", map[int64]string{1: "d", 2: "", 3: "e"})
		for kind, want := range map[string]map[int64]string{"posts": {1: "d", 3: "e"}, "shop/v1/books": {1: "c"}} {
			if got := loaded(t, open(), kind); !maps.Equal(got, want) {
				t.Errorf("%s.Load of %s: %v, want %v", name, kind, got, want)
			}
		}
		loaded(t, open(), "posts")[1] = "changed by the caller"
		if got := loaded(t, open(), "posts")[1]; got != "d" {
			t.Errorf("%s.Load after the caller has changed its map: %q, want %q", name, got, "d")
		}
	}
}

func TestFoldersLoseOnlyTheLineThatAKillCut(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	folder := openFolder(t, dir)
	for id := int64(1); id <= 3; id++ {
		save(t, folder, "posts", map[int64]string{id: fmt.Sprint("mark ", id)})
	}
	path := filepath.Join(dir, "posts.jsonl")
	whole := must[[]byte](t)(os.ReadFile(path))
	for cut := range len(whole) + 1 {
		if err := os.WriteFile(path, whole[:cut], 0o600); err != nil {
			t.Fatal(err)
		}
		want := strings.Count(string(whole[:cut]), "\n")
		again := openFolder(t, dir)
		if got := loaded(t, again, "posts"); len(got) != want {
			t.Errorf("Folder.Load of %d bytes: %v, want %d marks", cut, got, want)
		}
		save(t, again, "posts", map[int64]string{9: "next"})
		if got := loaded(t, openFolder(t, dir), "posts"); len(got) != want+1 || got[9] != "next" {
			t.Errorf("Folder.Load after a Save to %d bytes: %v, want %d marks", cut, got, want+1)
		}
		_ = again.Close()
	}
}

func TestFoldersReportDamage(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	text := "{\"id\":1,\"mark\":\"a\"}\nnot JSON\n{\"id\":2,\"mark\":\"b\"}\n"
	if err := os.WriteFile(filepath.Join(dir, "posts.jsonl"), []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	if got, err := openFolder(t, dir).Load(t.Context(), "posts"); err == nil || !strings.Contains(err.Error(), "line 2") {
		t.Errorf("Folder.Load of a damaged file: %v and error %v, want an error that names line 2", got, err)
	}
}

func TestFoldersStaySmall(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	folder := openFolder(t, dir)
	for i := range 1000 {
		save(t, folder, "posts", map[int64]string{1: fmt.Sprint("mark ", i)})
	}
	if got := loaded(t, folder, "posts"); got[1] != "mark 999" {
		t.Fatalf("Folder.Load: %v, want mark 999", got)
	}
	save(t, folder, "posts", map[int64]string{2: "another"})
	if err := folder.Close(); err != nil {
		t.Fatal(err)
	}
	text := must[[]byte](t)(os.ReadFile(filepath.Join(dir, "posts.jsonl")))
	if want := "{\"id\":1,\"mark\":\"mark 999\"}\n{\"id\":2,\"mark\":\"another\"}\n"; string(text) != want {
		t.Errorf("the file of a folder after 1,000 changes of a record: %d bytes, want %q", len(text), want)
	}
}

func TestFeedsResumeFromAFolder(t *testing.T) {
	t.Parallel()
	s, dir := newSite(t), t.TempDir()
	s.fill()
	want := 0
	for pass := range 20 { // each time as in another process
		folder := openFolder(t, dir)
		n := 0
		feed := changes.New(s.client, folder, changes.Type("cms/v2/posts"), changes.Comments())
		for c, err := range feed.All(t.Context(), nil) {
			if err != nil {
				t.Fatal(err)
			}
			if n++; n == 2 {
				break
			}
			if want++; c.Op != changes.Created {
				t.Errorf("Feed.All, pass %d: %s %s/%d, want created", pass, c.Op, c.Kind, c.ID)
			}
		}
		_ = folder.Close()
	}
	if want != 8 {
		t.Errorf("Feed.All in 20 passes that were left: %d changes, want 8", want)
	}
	info := must[os.FileInfo](t)(os.Stat(filepath.Join(dir, "posts.jsonl")))
	if size := info.Size() / 4; size > 120 {
		t.Errorf("a folder has %d bytes a record, want at most 120", size)
	}
}
