package files

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// tree makes a folder "in" and a file beside it, and returns the path of the folder.
// A content that begins with -> is a link; ABOVE stands for the folder above.
func tree(t *testing.T, files map[string]string) string {
	t.Helper()
	above := t.TempDir()
	write := func(path, content string) {
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			t.Fatal(err)
		}
		err := os.WriteFile(path, []byte(content), 0o600)
		if target, ok := strings.CutPrefix(content, "->"); ok {
			err = errors.Join(os.Remove(path), os.Symlink(strings.ReplaceAll(target, "ABOVE", above), path))
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	write(filepath.Join(above, "secret"), "secret")
	for name, content := range files {
		write(filepath.Join(above, "in", filepath.FromSlash(name)), content)
	}
	return filepath.Join(above, "in")
}

func open(t *testing.T, path string) *Folder {
	t.Helper()
	f, err := Open(path)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = f.Close() })
	return f
}

func TestFilesAreReadWithinTheFolderAlone(t *testing.T) {
	t.Parallel()
	f := open(t, tree(t, map[string]string{
		"a.txt": "a", "below/b.txt": "b", ".env": "hidden", "x/.git/config": "hidden",
		"to-a": "->a.txt", "below/up": "->../a.txt", "folder": "->below", "twice": "->folder/up",
		"x/far": "->../folder/b.txt",
		"out":   "->../secret", "abs": "->ABOVE/secret", "abs-in": "->ABOVE/in/a.txt", "above": "->..",
		"back": "->../in/a.txt",
		"loop": "->loop", "left": "->right", "right": "->left", "to-env": "->.env", "to-git": "->x/.git",
		"twist":    "->folder/../a.txt",
		"dangling": "->none", "slash": "->./a.txt",
	}))
	for name, want := range map[string]any{
		"a.txt": "a", "below/b.txt": "b", "to-a": "a", "below/up": "a", "folder/b.txt": "b", "folder/up": "a", "twice": "a",
		"x/far": "b", "slash": "a",
		"below/../a.txt": "a", "./a.txt": "a",
		"out": ErrLeaves, "abs": ErrLeaves, "abs-in": ErrLeaves, "above/secret": ErrLeaves, "back": ErrLeaves,
		"../secret": ErrLeaves, "": ErrNotRegular,
		"below/../../secret": ErrLeaves, "/etc/hosts": ErrLeaves, "..": ErrLeaves,
		".env": ErrHidden, "x/.git/config": ErrHidden, "to-env": ErrHidden, "to-git/config": ErrHidden,
		"X/.GIT/config": fs.ErrNotExist,
		"loop":          nil, "left": nil, "twist": nil, "a.txt/b": nil,
		"dangling": fs.ErrNotExist, "none": fs.ErrNotExist, "none/a.txt": fs.ErrNotExist, ".none": fs.ErrNotExist,
		"below": ErrNotRegular, "folder": ErrNotRegular, ".": ErrNotRegular,
	} {
		content, err := f.Read(name)
		wanted, _ := want.(error)
		text, fine := want.(string)
		if fine != (err == nil) || fine && string(content) != text {
			t.Errorf("Read of %q: %q, error %v, want %v", name, content, err, want)
		} else if wanted != nil && !errors.Is(err, wanted) {
			t.Errorf("Read of %q: error %v, want %v", name, err, wanted)
		}
		if err != nil && !strings.Contains(err.Error(), filepath.FromSlash(name)) {
			t.Errorf("Read of %q: error %v, want it to have the name", name, err)
		}
		if _, uploadErr := f.Upload(name); (uploadErr == nil) != fine {
			t.Errorf("Upload of %q: error %v, want success: %t", name, uploadErr, fine)
		}
	}
}

func TestNothingIsWrittenOutsideTheFolder(t *testing.T) {
	t.Parallel()
	path := tree(t, map[string]string{"below/b.txt": "b", "folder": "->below", "above": "->..", "out": "->../secret",
		"abs": "->ABOVE", ".git/x": "x", "git": "->.git"})
	f := open(t, path)
	for _, name := range []string{"above/secret", "abs/secret", "git/x", ".git/x", "../secret", "above/new", "git/new"} {
		if _, err := f.Put(name, strings.NewReader("new"), 0o600); err == nil {
			t.Errorf("Put of %s: no error, want one", name)
		}
		if err := f.Write(name, []byte("new"), 0o600); err == nil {
			t.Errorf("Write of %s: no error, want one", name)
		}
		if err := f.Remove(name); err == nil {
			t.Errorf("Remove of %s: no error, want one", name)
		}
		if err := f.MakeDir(name+"/folder", 0o700); err == nil {
			t.Errorf("MakeDir of %s/folder: no error, want one", name)
		}
	}
	for _, name := range []string{"above", "abs", "git", ".git", ".."} {
		if err := f.Sweep(name); err == nil {
			t.Errorf("Sweep of %s: no error, want one", name)
		}
		if entries, err := f.ReadDir(name); err == nil {
			t.Errorf("ReadDir of %s: %v and no error, want an error", name, entries)
		}
	}
	// A link in the place of a file is replaced, or removed, and its target left alone.
	if err := f.Write("out", []byte("new"), 0o600); err != nil {
		t.Error(err)
	}
	if err := f.Write("folder/b.txt", []byte("new"), 0o600); err != nil {
		t.Error(err)
	}
	if err := errors.Join(f.Remove("above"), f.Remove("none")); err != nil {
		t.Error(err)
	}
	if err := errors.Join(f.MakeDir("below", 0o700), f.MakeDir("new", 0o700), f.MakeDir("folder", 0o700)); err != nil {
		t.Error(err)
	}
	for name, want := range map[string]string{"../secret": "secret", "out": "new", "below/b.txt": "new", ".git/x": "x"} {
		if got, err := os.ReadFile(filepath.Join(path, name)); err != nil || string(got) != want {
			t.Errorf("After the writes %s holds %q, error %v, want %q", name, got, err, want)
		}
	}
	if info, err := os.Lstat(filepath.Join(path, "new")); err != nil || !info.IsDir() {
		t.Error(err)
	}
}

// The name is swapped between a file, a link out of the folder and a link to a hidden
// file while it is read: what is read is the file or nothing.
func TestSwappedInLinkIsNotFollowed(t *testing.T) {
	t.Parallel()
	path := tree(t, map[string]string{"a": "->b", "b/f": "fine", ".hidden/f": "secret", "../other/f": "secret"})
	f := open(t, path)
	stop, stopped := make(chan struct{}), make(chan error)
	go func() {
		var err error
		for i := 0; ; i++ {
			select {
			case <-stop:
				stopped <- err
				return
			default:
			}
			name, target := filepath.Join(path, "a"), []string{"b", "../other", ".hidden", filepath.Join(path, ".hidden")}[i%4]
			spare := filepath.Join(path, "spare")
			err = errors.Join(err, os.Symlink(target, spare))
			err = errors.Join(err, os.Rename(spare, name))
		}
	}()
	read := 0
	for range 5000 {
		content, err := f.Read("a/f")
		if err == nil && string(content) != "fine" {
			t.Errorf("Read of a file below a swapped name: %q, want \"fine\" or an error", content)
		}
		if err == nil {
			read++
		}
		if _, err := f.Put("a/new", strings.NewReader("new"), 0o600); err != nil && strings.Contains(err.Error(), ".part") {
			t.Error(err)
		}
	}
	close(stop)
	if err := <-stopped; err != nil {
		t.Fatal(err)
	}
	for _, folder := range []string{".hidden", "../other"} {
		if entries, err := os.ReadDir(filepath.Join(path, folder)); err != nil || len(entries) != 1 {
			t.Errorf("ReadDir of %s: %v, error %v, want only what it had", folder, entries, err)
		}
	}
	if read == 0 {
		t.Error("Read failed 5000 times of 5000, want it to read the file sometimes")
	}
}

func TestFolderThatIsReplacedBeforeItIsEnteredIsRefused(t *testing.T) {
	t.Parallel()
	path := tree(t, map[string]string{"b/f": "fine", "other/f": "theirs", ".hidden/f": "secret"})
	f := open(t, path)
	before, err := f.root.Lstat("b")
	if err != nil {
		t.Fatal(err)
	}
	entered, err := enter(f.root, "b", before)
	if err != nil {
		t.Fatal(err)
	}
	if err := entered.Close(); err != nil {
		t.Fatal(err)
	}
	for _, target := range []string{".hidden", "other", ".."} {
		if err := errors.Join(os.RemoveAll(filepath.Join(path, "b")),
			os.Symlink(target, filepath.Join(path, "b"))); err != nil {
			t.Fatal(err)
		}
		if _, err := enter(f.root, "b", before); err == nil {
			t.Errorf("enter of a folder that is now a link to %s: no error, want one", target)
		}
	}
}
