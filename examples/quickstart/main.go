// Command quickstart does the main job of both packages end to end and says
// what it does: it searches the font catalogue and prints CSS for a few faces,
// then creates a post as a draft, publishes it, lists and walks the posts of the
// site, updates the post, trashes it and deletes it.
//
// It is for anyone who wants to see the SDK work before writing a line:
//
//	go run ./examples/quickstart
//
// starts both servers in memory. With -site it does the same on a real site, as
// -user, whose application password it takes from FONTCMS_APP_PASSWORD or asks
// for; with -fonts it asks a real catalogue. What it creates it removes, also
// when it fails half-way or is interrupted.
package main

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
	"github.com/fontcms/fontcms-go/fonts"
	"github.com/fontcms/fontcms-go/fonts/fontstest"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	switch err := run(ctx, os.Args[1:], os.Getenv("FONTCMS_APP_PASSWORD"), os.Stdout); {
	case errors.Is(err, flag.ErrHelp):
		os.Exit(2)
	case err != nil:
		fmt.Fprintln(os.Stderr, "quickstart:", err)
		os.Exit(1)
	}
}

// run is main with what it depends on.
func run(ctx context.Context, args []string, password string, out io.Writer) error {
	flags := flag.NewFlagSet("quickstart", flag.ContinueOnError)
	address := flags.String("site", "", "address of a content site; a server in memory if empty")
	user := flags.String("user", "", "user on that site; the password comes from FONTCMS_APP_PASSWORD or a prompt")
	prefix := flags.String("prefix", "cms", "the site's own prefix: wp for WordPress")
	catalogueAddress := flags.String("fonts", "", "address of a font catalogue; a server in memory if empty")
	if err := flags.Parse(args); err != nil {
		return err
	}
	if flags.NArg() > 0 {
		return fmt.Errorf("unexpected argument %q", flags.Arg(0))
	}

	if *catalogueAddress == "" {
		server := fontstest.NewServer()
		defer server.Close()
		*catalogueAddress = server.URL
		fmt.Fprintln(out, "catalogue: a server in memory at", server.URL)
	}
	catalogue, err := fonts.New(*catalogueAddress)
	if err != nil {
		return err
	}
	if err := showFonts(ctx, catalogue, out); err != nil {
		return err
	}

	if *address == "" {
		server := cmstest.NewServer(cmstest.WithSample(), cmstest.WithPrefix(*prefix))
		defer server.Close()
		*address, *user, password = server.URL, "editor", server.AppPassword("editor")
		fmt.Fprintln(out, "site:      a server in memory at", server.URL)
	}
	if password, err = ask(*user, password, out); err != nil {
		return err
	}
	site, err := cms.New(*address,
		cms.WithPrefix(*prefix),
		cms.WithApplicationPassword(*user, password),
		cms.WithVerifiedLogin())
	if err != nil {
		return err
	}
	return showPosts(ctx, site, out)
}

// ask prompts for the password unless there is one.
func ask(user, password string, out io.Writer) (string, error) {
	if password != "" {
		return password, nil
	}
	if !term.IsTerminal(int(os.Stdin.Fd())) {
		return "", errors.New("no password: set FONTCMS_APP_PASSWORD, or run this on a terminal")
	}
	fmt.Fprintf(out, "application password of %s: ", user)
	typed, err := term.ReadPassword(int(os.Stdin.Fd()))
	fmt.Fprintln(out)
	return string(typed), err
}
