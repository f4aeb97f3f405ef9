// Package secret finds the passwords that jobs name. A job holds the name; each worker
// has the password, with the address of its site: a job with another address does not get
// it.
package secret

import (
	"errors"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"strings"

	"github.com/zalando/go-keyring"
)

// service is that of the keyring, as the recipe authorize writes it.
const service = "fontcms"

// named is what follows env: or file:. Nobody who writes into the queue can so name
// another variable of a worker, or a file outside of its folder.
var named = regexp.MustCompile(`^[A-Za-z0-9][A-Za-z0-9_-]{0,99}$`)

// variable begins the names of the environment variables that hold passwords.
const variable = "FLEET_"

var errName = errors.New("the secret is neither keyring, nor env:" + variable + "NAME, nor file:NAME; " +
	"the password itself does not belong into this file")

// Check reports whether a text names a password: "keyring", "env:FLEET_NAME" or
// "file:NAME". The error does not repeat the text.
func Check(name string) error {
	_, _, err := split(name)
	return err
}

func split(name string) (from, key string, err error) {
	from, key, _ = strings.Cut(name, ":")
	switch {
	case name == "keyring":
	case from == "env" && strings.HasPrefix(key, variable) && named.MatchString(key):
	case from == "file" && named.MatchString(key):
	default:
		return "", "", errName
	}
	return from, key, nil
}

// Store finds passwords on this machine.
type Store struct {
	// Lookup is that of the environment, such as [os.LookupEnv].
	Lookup func(name string) (string, bool)
	// Folder has one file for each file: name. It is empty if there is none.
	Folder string
	// Shared accepts files that other users can read: see [ReadFile].
	Shared bool
}

// Find returns the password of a user on a site.
func (s Store) Find(name, user, site string) (string, error) {
	from, key, err := split(name)
	if err != nil {
		return "", err
	}
	switch from {
	case "keyring":
		password, err := keyring.Get(service, user+"@"+strings.TrimRight(site, "/"))
		if err != nil {
			return "", fmt.Errorf("the keyring of this worker has no password of %s on %s: %w", user, site, err)
		}
		return password, nil
	case "env":
		text, ok := s.Lookup(key)
		if !ok || text == "" {
			return "", fmt.Errorf("the variable %s of this worker is not set", key)
		}
		return passwordFor(site, text, "variable "+key)
	}
	text, err := s.read(key)
	if err != nil {
		return "", err
	}
	return passwordFor(site, text, "file "+filepath.Join(s.Folder, key))
}

// passwordFor returns the password of a text that is the address of a site, a space, and
// the password. The errors do not repeat the text.
func passwordFor(site, text, from string) (string, error) {
	address, password, _ := strings.Cut(strings.TrimSpace(text), " ")
	if origin(address) == "" || password == "" {
		return "", fmt.Errorf("the %s of this worker is to hold the address of the site, a space, and the password", from)
	}
	if origin(address) != origin(site) {
		return "", fmt.Errorf("the %s of this worker has the password of another site than %s", from, site)
	}
	return strings.TrimSpace(password), nil
}

// origin is the scheme and host of an address, "" if it has none.
func origin(address string) string {
	u, err := url.Parse(address)
	if err != nil || u.Host == "" || u.Scheme != "https" && u.Scheme != "http" {
		return ""
	}
	return u.Scheme + "://" + strings.ToLower(u.Host)
}

// read reads a password out of its file.
func (s Store) read(key string) (string, error) {
	if s.Folder == "" {
		return "", fmt.Errorf("the password is in the file %s, and this worker has no folder of secrets: give -secrets", key)
	}
	folder, err := os.OpenRoot(s.Folder)
	if errors.Is(err, os.ErrNotExist) {
		return "", fmt.Errorf("this worker has no folder %s, which -secrets names", s.Folder)
	}
	if err != nil {
		return "", err
	}
	defer func() { _ = folder.Close() }()
	path := filepath.Join(s.Folder, key)
	file, err := folder.Open(key)
	if errors.Is(err, os.ErrNotExist) {
		return "", fmt.Errorf("this worker has no file %s: write the address of the site, a space, "+
			"and the password into it, or name another folder with -secrets", path)
	}
	if err != nil {
		return "", err
	}
	password, err := read(file, path, s.Shared)
	if err != nil {
		return "", err
	}
	if text := strings.TrimSpace(string(password)); text != "" {
		return text, nil
	}
	return "", fmt.Errorf("the file %s is empty", path)
}
