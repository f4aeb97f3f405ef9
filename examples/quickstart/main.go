// Command quickstart shows both packages at work, from end to end. It searches the font
// catalogue and prints CSS for a few faces. Then it creates a post as a draft, publishes
// it, lists the posts of the site, updates the post, moves it to the trash and deletes
// it.
//
// To copy it, take the .go files of this folder without the tests. Of examples/internal
// it needs program.
//
// Use it to see the SDK work before you write code:
//
//	go run ./examples/quickstart
//
// starts both servers in memory. -site and -user name a real site; the application
// password is read from FONTCMS_APP_PASSWORD or asked for. -fonts names a real
// catalogue. It deletes the post that it creates, also after an error or an interrupt.
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
	catalogueAddress := flags.String("fonts", "", "address of a font catalogue; without it a server in memory")
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
		program.Println(env.Err, "catalogue: a server in memory at", server.URL)
	}
	catalogue, err := fonts.New(*catalogueAddress)
	if err != nil {
		return err
	}
	if err := showFonts(ctx, catalogue, env.Out); err != nil {
		return err
	}

	site, end, err := target.Connect(ctx, env)
	if err != nil {
		return err
	}
	defer end()
	return showPosts(ctx, site, env.Out)
}
