//go:build unix

package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/fontcms/fontcms-go/cms/cmstest"
)

// loose writes a file that everybody can read.
func loose(t *testing.T, folder, name, content string) (path string) {
	t.Helper()
	path = filepath.Join(folder, name)
	if err := os.WriteFile(path, []byte(content), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Chmod(path, 0o644); err != nil { //nolint:gosec // the mistake that is to be found
		t.Fatal(err)
	}
	return path
}

func TestSecretFilesThatOthersCanReadAreRefused(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	token := loose(t, folder, "token", "s3cret\n")
	key := loose(t, folder, "node key.pem", "no key\n")
	access := loose(t, folder, "access", `{"address":"nats://127.0.0.1:1","token":"s3cret"}`)
	for _, test := range []struct {
		file string
		args []string
	}{
		{token, []string{"status", "-nats", "nats://127.0.0.1:1", "-token-file", token}},
		{token, []string{"serve", "-dir", t.TempDir(), "-cluster", "127.0.0.1:6222", "-token-file", token}},
		{access, []string{"status", "-dir", folder}},
		{"'" + key + "'", []string{"serve", "-dir", t.TempDir(), "-tls-key", key, "-tls-cert", key, "-tls-ca", key}},
	} {
		out, err := do(t, test.args...)
		if want := "chmod 600 " + test.file; err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("fleet %q: error %v, want one with %q\n%s", test.args, err, want, out)
		}
		if err != nil && strings.Contains(err.Error(), "s3cret") {
			t.Errorf("fleet %q: error %v, want one without the secret", test.args, err)
		}
		_, err = do(t, append(test.args, "-shared-secrets")...)
		if err != nil && (strings.Contains(err.Error(), "chmod") || strings.Contains(err.Error(), "flag provided")) {
			t.Errorf("fleet %q -shared-secrets: error %v, want none about the file", test.args, err)
		}
	}
}

func TestPasswordFilesThatOthersCanReadAreRefused(t *testing.T) {
	t.Parallel()
	file, secrets := fleetOf(t, newSite(t, cmstest.WithSample()))
	password := filepath.Join(secrets, "site0")
	if err := os.Chmod(password, 0o640); err != nil { //nolint:gosec // the mistake that is to be found
		t.Fatal(err)
	}
	args := []string{"run", "-sites", file, "-secrets", secrets, "-dir", t.TempDir(), "-job", "drift"}
	out, err := do(t, args...)
	if want := "chmod 600 " + password; err == nil || !strings.Contains(out, want) {
		t.Errorf("fleet run with a password file of mode 640: error %v, output without %q, want it\n%s", err, want, out)
	}
	args[6] = t.TempDir()
	if out, err := do(t, append(args, "-shared-secrets")...); err != nil {
		t.Errorf("fleet run -shared-secrets: error %v, want none\n%s", err, out)
	}
}
