// Package program is what the recipes have in common: how they start and end,
// the flags that name a site, and the password.
package program

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"syscall"

	"golang.org/x/term"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/cms/cmstest"
)

// Environment is what a program is given besides its arguments.
type Environment struct {
	Password string    // FONTCMS_APP_PASSWORD
	In       io.Reader // standard input
	Out      io.Writer // standard output
}

// Main runs a program until it returns, or Ctrl-C or SIGTERM ends its context.
// It exits with 0, with 1 after an error or the status of [Status], and with 2
// after a mistake in the flags.
func Main(name string, run func(ctx context.Context, args []string, env Environment) error) {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	context.AfterFunc(ctx, stop) // a second Ctrl-C ends it at once
	err := run(ctx, os.Args[1:], Environment{os.Getenv("FONTCMS_APP_PASSWORD"), os.Stdin, os.Stdout})
	stop()
	switch {
	case errors.Is(err, flag.ErrHelp) || errors.As(err, new(usageError)):
		os.Exit(2)
	case err != nil:
		Complain(os.Stderr, name, err)
		if coded, ok := errors.AsType[statusError](err); ok {
			os.Exit(coded.status)
		}
		os.Exit(1)
	}
}

// statusError is an error with a status to exit with.
type statusError struct {
	error
	status int
}

func (e statusError) Unwrap() error { return e.error }

// Status makes Main exit with a status of its own after err, which stays nil if
// it is nil.
func Status(err error, status int) error {
	if err == nil {
		return nil
	}
	return statusError{err, status}
}

// usageError is a mistake in the arguments, which flag has printed already.
type usageError struct{ error }

func (e usageError) Unwrap() error { return e.error }

// Parse parses the arguments of a program that takes flags alone. A user of a server in
// memory is refused: it has its own.
func Parse(flags *flag.FlagSet, args []string) error {
	if err := flags.Parse(args); err != nil {
		return usageError{err}
	}
	if flags.NArg() > 0 {
		return Mistake(flags, "unexpected argument %q", flags.Arg(0))
	}
	if given(flags, "user") && !given(flags, "site") {
		return Mistake(flags, "-user needs -site: the server in memory has a user of its own")
	}
	return nil
}

// given reports that a flag exists and is not empty.
func given(flags *flag.FlagSet, name string) bool {
	f := flags.Lookup(name)
	return f != nil && f.Value.String() != ""
}

// Usage returns what prints the flags, and what the program exits with.
func Usage(flags *flag.FlagSet, statuses string) func() {
	return func() {
		fmt.Fprintf(flags.Output(), "usage of %s:\n", flags.Name())
		flags.PrintDefaults()
		fmt.Fprintln(flags.Output(), statuses)
	}
}

// Mistake prints what is wrong with the arguments, and returns it as an error
// after which Main exits with 2.
func Mistake(flags *flag.FlagSet, format string, args ...any) error {
	err := fmt.Errorf(format, args...)
	fmt.Fprintln(flags.Output(), err)
	return usageError{err}
}

// Site holds the flags that name a site.
type Site struct {
	Address, User, Prefix string
	// Memory are further options of the server in memory.
	Memory []cmstest.Option
	// Empty leaves the sample content out of the server in memory.
	Empty bool

	flags *flag.FlagSet
}

// SiteFlags adds -site, -user and -prefix to flags.
func SiteFlags(flags *flag.FlagSet) *Site {
	s := &Site{flags: flags}
	flags.StringVar(&s.Address, "site", "", "address of a content site; a server in memory if empty")
	flags.StringVar(&s.User, "user", "", "user on that site; the password comes from FONTCMS_APP_PASSWORD or a prompt")
	flags.StringVar(&s.Prefix, "prefix", "cms", "the site's own prefix: wp for WordPress")
	return s
}

// NeedUser returns a mistake if the flags name a site without a user. who says who is
// needed, and why.
func (s *Site) NeedUser(who string) error {
	if s.Address != "" && s.User == "" {
		return Mistake(s.flags, "-user is missing: %s needs %s", s.flags.Name(), who)
	}
	return nil
}

// Connect returns a client for the site that the flags name, which has proved that
// the password is right. Without -site it is that of a server in memory with sample
// content, or none if s.Empty, as its administrator, until end is called. Without
// -user the client is anonymous.
func (s *Site) Connect(env Environment, options ...cms.Option) (site *cms.Client, end func(), err error) {
	address, user, password, end := s.Address, s.User, env.Password, func() {}
	if address == "" {
		content := []cmstest.Option{cmstest.WithPrefix(s.Prefix)}
		if !s.Empty {
			content = append(content, cmstest.WithSample())
		}
		server := cmstest.NewServer(append(content, s.Memory...)...)
		address, user, password, end = server.URL, "admin", server.AppPassword("admin"), server.Close
		Println(env.Out, "site: a server in memory at", server.URL)
	}
	options = append([]cms.Option{cms.WithPrefix(s.Prefix)}, options...)
	if user != "" {
		if password, err = Password(user, password, env.Out); err != nil {
			return nil, nil, err
		}
		options = append(options, cms.WithApplicationPassword(user, password), cms.WithVerifiedLogin())
	}
	if site, err = cms.New(address, options...); err != nil {
		end()
		return nil, nil, err
	}
	return site, end, nil
}

// Password prompts for the application password of a user unless there is one.
func Password(user, password string, out io.Writer) (string, error) {
	if password != "" {
		return password, nil
	}
	if !term.IsTerminal(int(os.Stdin.Fd())) {
		return "", errors.New("no password: set FONTCMS_APP_PASSWORD, or run this on a terminal")
	}
	Printf(out, "application password of %s: ", user)
	typed, err := term.ReadPassword(int(os.Stdin.Fd()))
	fmt.Fprintln(out)
	return string(typed), err
}
