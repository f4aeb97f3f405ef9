package snippets

import (
	"errors"
	"os"
	"path/filepath"
	"testing"
)

// link makes a symbolic link in the folder.
func (b *bench) link(name, target string) {
	b.Helper()
	if err := os.Symlink(target, filepath.Join(b.folder, name)); err != nil {
		b.Fatal(err)
	}
}

// A link that is left out would count as a file that was deleted.
func TestLinkOutOfTheFolderIsRefused(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct{ link, target string }{
		"a snippet":        {"swap.php", "../theirs.php"},
		"an absolute link": {"swap.php", "/etc/hostname"},
		"a hidden file":    {"swap.php", ".env"},
		"the lock":         {lockName, "../theirs.json"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			b := newBench(t)
			b.folder = filepath.Join(b.folder, "code")
			if err := os.Mkdir(b.folder, 0o700); err != nil {
				t.Fatal(err)
			}
			b.write("swap.php", file("Swap", "", "one();"))
			b.write("../theirs.php", file("Swap", "", "secret();"))
			b.write("../theirs.json", `{"version": 1, "sites": {}}`)
			b.write(".env", file("Swap", "", "secret();"))
			b.works("push", "created:   swap.php")
			if err := os.Remove(filepath.Join(b.folder, c.link)); err != nil {
				t.Fatal(err)
			}
			b.link(c.link, c.target)
			for _, verb := range []string{"plan", "push -delete", "pull"} {
				b.fails(verb, c.link)
			}
			if there := b.onSite(); len(there) != 1 || there["Swap"].Code != "one();" {
				t.Errorf("After the refusals the site has %+v, want Swap with its code only", there)
			}
		})
	}
}

func TestLinkWithinTheFolderIsPushed(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	if err := errors.Join(os.Mkdir(filepath.Join(b.folder, "shared"), 0o700)); err != nil {
		t.Fatal(err)
	}
	b.write("shared/swap.php", file("Swap", "", "one();"))
	b.link("swap.php", "shared/swap.php")
	b.works("push", "created:   swap.php")
	b.works("push -delete", "same:      1 of 1")
}
