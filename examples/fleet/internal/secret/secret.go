// Package secret finds the passwords that jobs name. A job holds the name; each worker
// has the password.
package secret

import (
	"errors"
	"fmt"
	"os"
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
		if password, ok := s.Lookup(key); ok && password != "" {
			return password, nil
		}
		return "", fmt.Errorf("the variable %s of this worker is not set", key)
	}
	return s.read(key)
}

// read reads a password out of its file, which nobody else may read.
func (s Store) read(key string) (string, error) {
	if s.Folder == "" {
		return "", fmt.Errorf("the password is in the file %s, and this worker has no folder of secrets: give -secrets", key)
	}
	folder, err := os.OpenRoot(s.Folder)
	if err != nil {
		return "", err
	}
	defer func() { _ = folder.Close() }()
	password, err := folder.ReadFile(key)
	if err != nil {
		return "", err
	}
	if text := strings.TrimSpace(string(password)); text != "" {
		return text, nil
	}
	return "", fmt.Errorf("the file %s is empty", key)
}
