// Command authorize gets an application password for a program through the browser. The
// user logs in there and approves; nothing is typed or copied.
//
// To copy it, take the .go files of this folder without the tests. Of examples/internal
// it needs program.
//
// Use it for programs that run on the machine of the user who owns the site:
//
//	go run ./examples/authorize -open
//
// opens the page of a server in memory, which accepts any user without a password. With
// -site the page is that of a real site. The password is printed once, or with -store
// kept in the keyring of the operating system, under the service "fontcms" and the name
// "user@site". No log and no error contains it.
//
// The site redirects the browser to a port of this machine, with a state that no other
// page can know. A request without the state is refused, and authorize continues to
// wait. A password with other characters than letters, digits and spaces is refused.
// Before authorize prints the password, it tries it, and compares the address that the
// site names as its own.
//
// Older versions of WordPress, such as 6.1, redirect only to https, unless the site has
// the environment "local". They show the error page "Cannot Authorize Application", and
// the browser does not return. For them, and for a browser on another machine, use
// -paste. The page then shows the password, and you copy it here.
package main

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/cms/cmstest"
	"github.com/fontcms/fontcms-go/examples/internal/program"
)

func main() { program.Main("authorize", run) }

// settings are the flags.
type settings struct {
	site               program.Site
	name               string
	open, store, paste bool
	timeout            time.Duration
}

// run is main with what it depends on.
func run(ctx context.Context, args []string, env program.Environment) error {
	flags := program.Flags("authorize", "Gets an application password for a program through the browser.",
		"go run ./examples/authorize -open", "")
	s := settings{}
	s.site.AddressFlags(flags)
	flags.StringVar(&s.site.User, "user", "", "with -paste: the user who approves")
	flags.StringVar(&s.name, "name", "fontcms authorize",
		"name of the password in the user's profile, where it can be revoked")
	flags.BoolVar(&s.open, "open", false, "open the browser instead of printing the address")
	flags.BoolVar(&s.store, "store", false, "keep the password in the keyring of the operating system instead of "+
		"printing it")
	flags.BoolVar(&s.paste, "paste", false, "ask for the password that the page shows")
	flags.DurationVar(&s.timeout, "timeout", 5*time.Minute, "how long to wait for the browser")
	if err := program.Parse(flags, args, env); err != nil {
		return err
	}
	if s.paste && s.site.User == "" {
		return program.Mistake("-paste needs -user")
	}
	if s.site.Address == "" {
		server := cmstest.NewServer()
		defer server.Close()
		s.site.Address = server.URL
		program.Println(env.Err, "site: a server in memory at", server.URL)
	}
	site, err := s.site.Find(ctx)
	if err != nil {
		return err
	}
	return authorize(ctx, site, s, env)
}

// authorize asks, checks and keeps.
func authorize(ctx context.Context, site *cms.Client, s settings, env program.Environment) error {
	keep := keeper(printer{env.Out})
	if s.store {
		keep = inKeyring{env.Out}
		if err := keep.try(); err != nil { // later the password would be lost
			return fmt.Errorf("the keyring cannot be used, so nothing was asked for: %w", err)
		}
	}
	index, err := site.Index(ctx)
	if err != nil {
		return err
	}
	page, err := authorizationPage(ctx, site, index)
	if err != nil {
		return err
	}
	ask := throughBrowser
	if s.paste {
		ask = byHand
	}
	given, err := ask(ctx, page, s, env)
	if err != nil {
		return err
	}
	if given.site != "" && given.site != index.URL {
		return fmt.Errorf("the browser came back from %q, but the site calls itself %q: the password is not used", given.site,
			index.URL)
	}
	if !isPassword(given.Password) {
		return fmt.Errorf("the site sent something that is not an application password (at most %d letters, digits "+
			"and spaces); it is not used", maxPassword)
	}
	known, err := site.With(cms.WithApplicationPassword(given.User, given.Password))
	if err != nil {
		return err
	}
	identity, err := known.Verify(ctx)
	if err != nil {
		return fmt.Errorf("the password was given, and does not work: %w", err)
	}
	program.Printf(env.Err, "authorized as %s (user %d)\n", given.User, identity.ID)
	if err := keep.keep(site.Site(), given.Credentials); err != nil {
		return fmt.Errorf("the password could not be kept; revoke %q in the profile of %s and try again: %w", s.name,
			given.User, err)
	}
	return nil
}

// errNotOffered says that a site gives no application passwords.
var errNotOffered = errors.New("the site does not offer application passwords")
