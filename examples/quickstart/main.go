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

	"github.com/fontcms/fontcms-go/examples/internal/program"
	"github.com/fontcms/fontcms-go/fonts"
	"github.com/fontcms/fontcms-go/fonts/fontstest"
)

func main() { program.Main("quickstart", run) }

// run is main with what it depends on.
func run(ctx context.Context, args []string, env program.Environment) error {
	flags := program.Flags("quickstart", "Searches a font catalogue, and writes, reads and deletes a post on a site.",
		"go run ./examples/quickstart", "")
	target := program.SiteFlags(flags)
	catalogueAddress := flags.String("fonts", "", "address of a font catalogue; a server in memory if empty")
	if err := program.Parse(flags, args, env); err != nil {
		return err
	}
	if err := target.NeedUser("an author, who may write and delete posts"); err != nil {
		return err
	}

	if *catalogueAddress == "" {
		server := fontstest.NewServer()
		defer server.Close()
		*catalogueAddress = server.URL
		program.Println(env.Out, "catalogue: a server in memory at", server.URL)
	}
	catalogue, err := fonts.New(*catalogueAddress)
	if err != nil {
		return err
	}
	if err := showFonts(ctx, catalogue, env.Out); err != nil {
		return err
	}

	site, end, err := target.Connect(env)
	if err != nil {
		return err
	}
	defer end()
	return showPosts(ctx, site, env.Out)
}
