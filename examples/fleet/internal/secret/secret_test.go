package secret

import (
	"os"
	"path/filepath"
	"strings"
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
	text := []byte("https://blog.example.org from file\n")
	if err := os.WriteFile(filepath.Join(folder, "blog"), text, 0o600); err != nil {
		t.Fatal(err)
	}
	store := Store{Folder: folder, Lookup: func(name string) (string, bool) {
		return "https://Blog.example.org/ from env", name == "FLEET_BLOG"
	}}
	for name, want := range map[string]string{
		"keyring": "from keyring", "env:FLEET_BLOG": "from env", "file:blog": "from file",
		"env:FLEET_SHOP": "", "file:shop": "", "file:../blog": "", "env:HOME": "", "from keyring": "",
	} {
		got, err := store.Find(name, "ada", "https://blog.example.org/")
		if got != want || (err == nil) != (want != "") {
			t.Errorf("Find of %s: %q, error %v, want %q", name, got, err, want)
		}
	}
	for _, name := range []string{"keyring", "env:FLEET_BLOG", "file:blog"} {
		for _, site := range []string{"https://shop.example.org", "http://blog.example.org", "https://blog.example.org:444"} {
			if _, err := store.Find(name, "ada", site); err == nil {
				t.Errorf("Find of %s for the other site %s: no error, want one", name, site)
			}
		}
	}
}

func TestPasswordWithoutItsSiteIsRefused(t *testing.T) {
	t.Parallel()
	for _, text := range []string{"abcd efgh", "https://blog.example.org", "blog.example.org abcd"} {
		store := Store{Lookup: func(string) (string, bool) { return text, true }}
		_, err := store.Find("env:FLEET_BLOG", "ada", "https://blog.example.org")
		if err == nil || strings.Contains(err.Error(), "abcd") {
			t.Errorf("Find of a secret with the text %q: error %v, want one without the password", text, err)
		}
	}
}
