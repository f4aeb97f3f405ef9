package main

import (
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/zalando/go-keyring"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/examples/internal/program"
)

// service is the name under which the keyring has the passwords.
const service = "fontcms"

// maxPassword is how many bytes an application password has at most: those of WordPress
// have 24, and 29 with spaces.
const maxPassword = 200

// isPassword reports that a text is as the application passwords of WordPress are. Any
// other one could be an order to the shell that it is copied to.
func isPassword(text string) bool {
	return len(text) <= maxPassword && !strings.ContainsFunc(text, func(r rune) bool {
		return r != ' ' && (r < '0' || r > '9') && (r < 'A' || r > 'Z') && (r < 'a' || r > 'z')
	})
}

// keeper takes a password once it is known to work.
type keeper interface {
	try() error
	keep(site string, c cms.Credentials) error
}

// printer shows the password, once.
type printer struct{ out io.Writer }

func (p printer) try() error { return nil }

func (p printer) keep(_ string, c cms.Credentials) error {
	_, err := fmt.Fprintf(p.out, "FONTCMS_APP_PASSWORD='%s'\n",
		cms.Line(c.Password, maxPassword)) // no quote is in it: isPassword
	return err
}

// inKeyring keeps the password in the keyring of the operating system: Keychain, the
// Credential Manager or the Secret Service.
type inKeyring struct{ out io.Writer }

// try finds out whether there is a keyring that takes something.
func (k inKeyring) try() error {
	const name = "a test of this keyring"
	if err := keyring.Set(service, name, name); err != nil {
		return err
	}
	return keyring.Delete(service, name)
}

func (k inKeyring) keep(site string, c cms.Credentials) error {
	name := c.User + "@" + site
	if err := keyring.Set(service, name, c.Password); err != nil {
		return err
	}
	if kept, err := keyring.Get(service, name); err != nil || kept != c.Password {
		return errors.Join(errors.New("the keyring does not give back what it was given"), err)
	}
	program.Printf(k.out, "the keyring has it: service %q, name %q\n", service, name)
	return nil
}
