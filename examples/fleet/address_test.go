package main

import (
	"strings"
	"testing"
)

func TestSecretsInAddressesAreInNoError(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	for _, args := range [][]string{
		{"status", "-nats", "nats://ada:s3cret@127.0.0.1:1"},
		{"status", "-nats", "nats://s3cret@127.0.0.1:1"},
		{"status", "-nats", "nats://127.0.0.1:1,nats://ada:s3cret@127.0.0.1:1"},
		{"status", "-nats", "nats://ada:s3cret@127.0.0.1:none"},
		{"status", "-nats", "nats://ada:s3 cret s3cret@127.0.0.1:1"},
		{"status", "-nats", "nats://ada:s3cret,more@127.0.0.1:1"},
		{"status", "-nats", "nats://ada:%s3cret@127.0.0.1:1"},
		{"status", "-nats", "ada:s3cret@127.0.0.1:1"},
		{"status", "-nats", "nats://ada:s3cret@n1.example.org:4222"},
		{"work", "-nats", "nats://ada:s3cret@n1.example.org:4222"},
		{"serve", "-dir", folder, "-listen", "ada:s3cret@127.0.0.1:1"},
		{"serve", "-dir", folder, "-name", "n1", "-cluster", "nats://ada:s3cret@n1.example.org:1"},
		{"serve", "-dir", folder, "-name", "n1", "-cluster", "127.0.0.1:6222", "-routes", "nats://ada:s3cret@127.0.0.1:1"},
	} {
		out, err := do(t, args...)
		if err == nil {
			t.Errorf("fleet %q: no error, want one", args)
			continue
		}
		if strings.Contains(err.Error()+out, "s3cret") {
			t.Errorf("fleet %q: error %v, want one without the secret\n%s", args, err, out)
		}
	}
}
