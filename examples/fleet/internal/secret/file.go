package secret

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
)

// Flag is the flag that allows files with secrets that other users can read.
const Flag = "shared-secrets"

// ReadFile reads a file with a secret: a token, a key or a password. It refuses a file that
// other users of this machine can read or write. If shared is set it accepts such a file, as
// containers mount them. On Windows it accepts every file.
func ReadFile(path string, shared bool) ([]byte, error) {
	file, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	return read(file, path, shared)
}

// read reads a file with a secret to its end, and closes it. path is its name in the error.
func read(file *os.File, path string, shared bool) ([]byte, error) {
	defer func() { _ = file.Close() }()
	const othersCanUse = 0o077
	info, err := file.Stat()
	if err != nil {
		return nil, err
	}
	if info.Mode().Perm()&othersCanUse != 0 && !shared && runtime.GOOS != "windows" {
		return nil, fmt.Errorf("other users can use the secret in %s (mode %03o): run chmod 600 %s, "+
			"or give -%s if a container mounts it so", path, info.Mode().Perm(), quoted(path), Flag)
	}
	return io.ReadAll(file)
}

// plainPath is a path that no shell changes.
var plainPath = regexp.MustCompile(`^[A-Za-z0-9/._][A-Za-z0-9/._-]*$`)

// quoted is a path as the argument of a command in a shell.
func quoted(path string) string {
	path = filepath.Clean(path)
	if plainPath.MatchString(path) {
		return path
	}
	if strings.HasPrefix(path, "-") {
		path = "./" + path
	}
	return "'" + strings.ReplaceAll(path, "'", `'\''`) + "'"
}
