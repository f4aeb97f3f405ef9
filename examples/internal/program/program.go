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
	"strings"
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

// The exit statuses of all recipes. A recipe that has been stopped can be run again, and
// goes on where it was.
const (
	stopped    = 1 // an error or Ctrl-C ended the run
	misused    = 2 // a mistake in the flags; nothing was done
	Incomplete = 3 // the run came to its end, but for what it names; see [Status]
)

// Main runs a program until it returns, or Ctrl-C or SIGTERM ends its context. Then it
// prints the error, and exits: with 0 if there is none or -help was given, with the
// status of [Status], otherwise with 2 after a mistake in the flags and with 1.
func Main(name string, run func(ctx context.Context, args []string, env Environment) error) {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	context.AfterFunc(ctx, stop) // a second Ctrl-C ends it at once
	err := run(ctx, os.Args[1:], Environment{os.Getenv("FONTCMS_APP_PASSWORD"), os.Stdin, os.Stdout})
	stop()
	os.Exit(end(os.Stderr, name, err))
}

// end prints how a program has ended, and returns the status to exit with.
func end(messages io.Writer, name string, err error) int {
	if err == nil || errors.Is(err, flag.ErrHelp) {
		return 0
	}
	Complain(messages, name, err)
	if errors.As(err, new(usageError)) {
		Printf(messages, "%s -help lists the flags.\n", name)
		return misused
	}
	if coded, ok := errors.AsType[statusError](err); ok && !errors.Is(err, context.Canceled) {
		return coded.status
	}
	return stopped
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

// usageError is a mistake in the arguments.
type usageError struct{ error }

func (e usageError) Unwrap() error { return e.error }

// Flags returns the flags of a recipe. The first line of its -help is does, a sentence.
// The help shows example, the arguments of a run that needs no site, and says when the
// recipe exits with [Incomplete], if it ever does.
func Flags(name, does, example, incomplete string) *flag.FlagSet {
	flags := flag.NewFlagSet(name, flag.ContinueOnError)
	flags.Usage = func() {
		out := flags.Output()
		fmt.Fprintf(out, "%s\n\nexample: %s\n", does, example)
		if flags.Lookup("site") != nil {
			fmt.Fprintln(out, "a real WordPress: -site https://example.org -prefix wp -user NAME, the password in FONTCMS_APP_PASSWORD")
		}
		fmt.Fprintln(out, "\nflags:")
		flags.PrintDefaults()
		fmt.Fprintln(out, "\nexit status:\n  0  done\n  1  stopped by an error or Ctrl-C\n  2  a mistake in the flags: nothing was done")
		if incomplete != "" {
			fmt.Fprintln(out, "  3  done, but", incomplete)
		}
	}
	return flags
}

// Parse parses the arguments of a program that takes flags alone, and prints the help for
// -help. A user of a server in memory is refused: it has its own.
func Parse(flags *flag.FlagSet, args []string, env Environment) error {
	usage := flags.Usage
	flags.Usage = func() {}
	flags.SetOutput(io.Discard) // Main prints what is wrong
	err := flags.Parse(args)
	switch {
	case errors.Is(err, flag.ErrHelp):
		flags.SetOutput(env.Out)
		usage()
		return err
	case err != nil:
		return usageError{err}
	case flags.NArg() > 0:
		return Mistake("unexpected argument %q", flags.Arg(0))
	case given(flags, "user") && !given(flags, "site"):
		return Mistake("-user needs -site: the server in memory has a user of its own")
	}
	return nil
}

// given reports that a flag exists and is not empty.
func given(flags *flag.FlagSet, name string) bool {
	f := flags.Lookup(name)
	return f != nil && f.Value.String() != ""
}

// Mistake returns what is wrong with the arguments as an error after which Main exits
// with 2.
func Mistake(format string, args ...any) error { return usageError{fmt.Errorf(format, args...)} }

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
		return Mistake("-user is missing: %s needs %s", s.flags.Name(), who)
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
		if wrong, ok := errors.AsType[*cms.ArgumentError](err); ok && wrong.Argument == "site" {
			reason, _, _ := strings.Cut(wrong.Reason, ";") // further on it names Go functions
			return nil, nil, Mistake("the address in -site cannot be used: %s", reason)
		}
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
