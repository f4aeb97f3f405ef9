// Command fontpicker serves a page that searches a font catalogue and shows the CSS of a
// face, ready to be copied.
//
// To copy it, take the .go files of this folder without the tests, page.html, page.css
// and page.js. Of examples/internal it needs files and program.
//
// It is for those who choose a typeface for a site, and for programs that want to
// see how a catalogue is copied, searched and shown:
//
//	go run ./examples/fontpicker
//	go run ./examples/fontpicker -fonts https://fonts.example.org -cache ~/.cache/fontpicker
//
// Without -fonts it takes a catalogue in memory. It copies the whole catalogue when
// it starts and searches the copy; with -cache the copy is kept, and used again
// until it is older than -max-age, or longer if the catalogue cannot be reached. Only
// this machine reaches the page, unless -listen names another address. The page shows
// the faces that are installed, or loads the files that -faces names. It loads nothing
// else from elsewhere. The families with the name that was typed come first, then those
// whose name begins with it. Ctrl-C ends it.
package main

import (
	"context"
	"errors"
	"log"
	"net"
	"net/http"
	"time"

	"github.com/fontcms/fontcms-go/examples/internal/program"
	"github.com/fontcms/fontcms-go/fonts"
	"github.com/fontcms/fontcms-go/fonts/fontstest"
)

func main() { program.Main("fontpicker", run) }

func run(ctx context.Context, args []string, env program.Environment) error {
	flags := program.Flags("fontpicker",
		"Serves a page that searches a font catalogue and shows the CSS of each face, until Ctrl-C.",
		"go run ./examples/fontpicker", "")
	address := flags.String("fonts", "", "address of a font catalogue; without it a server in memory")
	listen := flags.String("listen", "127.0.0.1:0", "address to serve the page at; port 0 is any free one")
	folder := flags.String("cache", "", "folder to keep the copy of the catalogue in; not kept if empty")
	maxAge := flags.Duration("max-age", 24*time.Hour, "how old the copy of the fonts may be before it is fetched again")
	faces := flags.String("faces", "",
		"address of the font files, as in https://fonts.example.org/{id}/{face}.woff2; installed fonts if empty")
	if err := program.Parse(flags, args, env); err != nil {
		return err
	}
	files, err := newFaceFiles(*faces)
	if err != nil {
		return err
	}

	if *address == "" {
		server := fontstest.NewServer()
		defer server.Close()
		*address, *folder = server.URL, "" // no folder: the server ends with this program
		program.Println(env.Err, "catalogue: a server in memory at", server.URL)
	}
	catalogue, err := fonts.New(*address, fonts.WithUserAgent("fontpicker"))
	if err != nil {
		return err
	}
	shelf := shelf{catalogue: catalogue, cache: cacheFile(*folder, *address), maxAge: *maxAge, notes: env.Err}
	copied, err := shelf.load(ctx)
	if err != nil {
		return err
	}
	return serve(ctx, *listen, newPicker(copied, files), env)
}

// serve serves the page until ctx ends.
func serve(ctx context.Context, address string, page http.Handler, env program.Environment) error {
	listener, err := new(net.ListenConfig).Listen(ctx, "tcp", address)
	if err != nil {
		return err
	}
	server := &http.Server{
		Handler: page, ReadHeaderTimeout: 10 * time.Second, ErrorLog: log.New(program.Lines(env.Err), "", 0),
	}
	stop := context.AfterFunc(ctx, func() { server.Close() })
	defer stop()
	program.Printf(env.Out, "page: http://%s/ (Ctrl-C ends it)\n", listener.Addr())
	if err := server.Serve(listener); !errors.Is(err, http.ErrServerClosed) {
		return err
	}
	return nil
}
