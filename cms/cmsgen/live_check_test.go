package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// TestLiveCheckFindsNoChangeAfterFurtherPlugins generates code for the plugin bazaar.php, and checks it on the same
// site, before and after the site has a further plugin whose records have the same names. Code for both plugins adds
// names to the file and changes none.
func TestLiveCheckFindsNoChangeAfterFurtherPlugins(t *testing.T) {
	t.Parallel()
	address := plugged(t)
	plugin := func(name string) string {
		return filepath.Join(os.Getenv("FONTCMS_LAB"), "wp/wp-content/mu-plugins", name)
	}
	install := func(name string) {
		source, err := os.ReadFile("testdata/" + name)
		if err != nil {
			t.Fatal(err)
		}
		if err := writeFile(plugin(name), source); err != nil {
			t.Fatal(err)
		}
	}
	install("bazaar.php")
	folder := t.TempDir()
	code, save := filepath.Join(folder, "shop.go"), filepath.Join(folder, "shop.json")
	generate := func(when string, args ...string) string {
		var out, messages bytes.Buffer
		all := append([]string{"-site", address, "-user", os.Getenv("FONTCMS_USER"), "-prefix", os.Getenv("FONTCMS_PREFIX"),
			"-sample", "100", "-package", "shop", "-out", code, "-save", save}, args...)
		status := run(t.Context(), all, environment{password: os.Getenv("FONTCMS_APP_PASSWORD"), out: &out,
			messages: &messages, now: time.Now})
		if status != 0 && status != statusPartly {
			t.Fatalf("cmsgen %s %s: status %d, %s%s; want 0", strings.Join(args, " "), when, status, out.String(),
				messages.String())
		}
		return out.String()
	}
	_ = os.Remove(plugin("annexe.php"))
	generate("for the first time", "-namespace", "bazaar/v1")
	generate("after the generation", "-namespace", "bazaar/v1", "-check")
	install("annexe.php")
	t.Cleanup(func() { _ = os.Remove(plugin("annexe.php")) })
	generate("after a further plugin", "-namespace", "bazaar/v1", "-check")
	added := generate("with the further plugin", "-namespace", "bazaar/v1", "-namespace", "annexe/v1")
	if !strings.Contains(added, "+ ") {
		t.Errorf("changes of the code with a further namespace: %q, want new names", added)
	}
	for line := range strings.Lines(added) {
		if !strings.HasPrefix(line, "+ ") {
			t.Errorf("change of the code with a further namespace: %s; want new names only", strings.TrimSpace(line))
		}
	}
	generate("with both plugins", "-namespace", "bazaar/v1", "-namespace", "annexe/v1", "-check")
}
