package secret

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/zalando/go-keyring"
)

func TestFindsPasswordsByName(t *testing.T) {
	t.Parallel()
	keyring.MockInit()
	if err := keyring.Set(service, "ada@https://blog.example.org", "from keyring"); err != nil {
		t.Fatal(err)
	}
	folder := t.TempDir()
	if err := os.WriteFile(filepath.Join(folder, "blog"), []byte("from file\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	store := Store{Folder: folder, Lookup: func(name string) (string, bool) { return "from env", name == "FLEET_BLOG" }}
	for name, want := range map[string]string{
		"keyring": "from keyring", "env:FLEET_BLOG": "from env", "file:blog": "from file",
		"env:FLEET_SHOP": "", "file:shop": "", "file:../blog": "", "env:HOME": "", "from keyring": "",
	} {
		got, err := store.Find(name, "ada", "https://blog.example.org/")
		if got != want || (err == nil) != (want != "") {
			t.Errorf("%s: %q, %v", name, got, err)
		}
	}
	if _, err := store.Find("keyring", "ada", "https://shop.example.org"); err == nil {
		t.Error("the password of one site was found for another")
	}
}
