// Package program is what the recipes have in common: how they start and end, how they
// find a site and log in, and what they print.
package program

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"slices"
	"syscall"

	"github.com/fontcms/fontcms-go/cms"
)

// Environment is what a program gets in addition to its arguments.
type Environment struct {
	Password string    // FONTCMS_APP_PASSWORD
	In       io.Reader // standard input
	Out      io.Writer // standard output: only results
	Err      io.Writer // standard error: progress, warnings and questions
	Width    int       // columns of the terminal that Out is, 0 if it is none
	// Client is used for the site instead of a new one, unless it is nil. A program that
	// runs a recipe on many sites sets it.
	Client *cms.Client
}

// The exit statuses of all recipes. A recipe that has been stopped can be run again, and
// goes on where it was.
const (
	stopped    = 1 // an error or Ctrl-C ended the run
	misused    = 2 // a mistake in the flags; nothing was done
	Incomplete = 3 // the run is done, except for what it names; see [Status]
)

// Main runs a program until it returns, or Ctrl-C or SIGTERM ends its context. Then it
// prints the error, and exits: with 0 if there is none or -help was given, with the
// status of [Status], otherwise with 2 after a mistake in the flags and with 1.
func Main(name string, run func(ctx context.Context, args []string, env Environment) error) {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	context.AfterFunc(ctx, stop) // a second Ctrl-C ends it at once
	out, messages, width := windows(os.Stdout, os.Stderr)
	err := run(ctx, os.Args[1:], Environment{
		Password: os.Getenv("FONTCMS_APP_PASSWORD"), In: os.Stdin, Out: out, Err: messages, Width: width,
	})
	stop()
	os.Exit(end(messages, name, err))
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

// IsIncomplete reports whether err is one of [Status] with [Incomplete].
func IsIncomplete(err error) bool {
	coded, ok := errors.AsType[statusError](err)
	return ok && coded.status == Incomplete
}

// IsMistake reports whether err is a mistake in the arguments.
func IsMistake(err error) bool { return errors.As(err, new(usageError)) }

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
			site := "a real WordPress: -site https://example.org"
			if user := flags.Lookup("user"); user != nil && user.Usage == userUsage {
				site += " -user NAME, the password in FONTCMS_APP_PASSWORD"
			}
			fmt.Fprintln(out, site)
		}
		fmt.Fprintln(out, "\nflags:")
		flags.PrintDefaults()
		fmt.Fprintln(out, "\nexit status:\n  0  done\n  1  stopped by an error or Ctrl-C before it was done\n"+
			"  2  a mistake in the flags: nothing was done")
		if incomplete != "" {
			fmt.Fprintln(out, "  3  done, but", incomplete)
		}
	}
	return flags
}

// DryRun adds -dry-run to the flags of a recipe that writes to a site. It then prints what
// it would do in the words of what it does.
func DryRun(flags *flag.FlagSet) *bool {
	return flags.Bool("dry-run", false, "print what would be done, and write nothing")
}

// Parse parses the arguments of a program that takes only flags, and prints the help
// for -help. It refuses a user without a site: the server in memory has its own. It also
// refuses an empty -site, -sites, -fonts or -dir, which a shell gives for a variable that
// is not set: the program would succeed, with a server in memory.
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
	flags.Visit(func(f *flag.Flag) {
		if f.Value.String() == "" && slices.Contains([]string{"site", "sites", "fonts", "dir"}, f.Name) {
			err = Mistake("-%s is empty: give a value, or leave it out", f.Name)
		}
	})
	return err
}

// given reports that a flag exists and is not empty.
func given(flags *flag.FlagSet, name string) bool {
	f := flags.Lookup(name)
	return f != nil && f.Value.String() != ""
}

// Mistake returns what is wrong with the arguments as an error after which Main exits
// with 2.
func Mistake(format string, args ...any) error { return usageError{fmt.Errorf(format, args...)} }
