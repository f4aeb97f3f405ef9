// Command typeface installs the font files of a folder into a site as one family, so that
// the pages of the site use it. It reads weight, style and width of each face from the
// tables of its file.
//
// To copy it, take the .go files of this folder without the tests, and the folder sample.
// Of examples/internal it needs files and program.
//
// Use it to give a site the typeface of your brand:
//
//	go run ./examples/typeface
//
// installs the sample into a site in memory. -site and -user (an administrator) name a real
// site, and -dir the folder. -dry-run prints what would be done and writes nothing.
//
// Files end in .woff2, .woff, .ttf or .otf. Each is one face, and so is a variable font.
// Folders within the folder are not read.
//
// Before each step the receipt is written: the file typeface.receipt.json in the folder, or
// that of -receipt. A run that was stopped or killed goes on when it is started again. A
// second run writes nothing. -undo takes back what the receipt names: it writes the styles
// of the site as they were, and deletes the faces and the family. It changes nothing if
// somebody else has changed the styles since, and leaves what is not in the receipt.
package main

import (
	"context"
	"embed"
	"fmt"
	"path/filepath"

	"github.com/fontcms/fontcms-go/cms/cmstest"
	"github.com/fontcms/fontcms-go/cms/fontlibrary/install"
	"github.com/fontcms/fontcms-go/examples/internal/files"
	"github.com/fontcms/fontcms-go/examples/internal/program"
)

func main() { program.Main("typeface", run) }

//go:embed sample
var sample embed.FS

// theme is the active theme of the site in memory.
const theme = `{"version": 1, "themes": [{"stylesheet": "plain", "status": "active"}]}`

// run is main with what it depends on.
func run(ctx context.Context, args []string, env program.Environment) error {
	flags := program.Flags("typeface", "Installs the font files of a folder into a site, and takes them back.",
		"go run ./examples/typeface", "-undo left something on the site; it names it")
	target := program.SiteFlags(flags)
	target.Memory = []cmstest.Option{cmstest.WithDocument([]byte(theme))}
	dir := flags.String("dir", "", "folder of the font files (default: the working directory; without -site a sample)")
	name := flags.String("name", "", "name of the family (default: that in the files)")
	css := flags.String("css", "", "value of font-family, which begins with the name (default: the name)")
	use := flags.String("for", "text", "what gets the font: text, headings, or selectable for the editor only")
	receipt := flags.String("receipt", "", "file of the receipt (default: typeface.receipt.json in the folder)")
	undo := flags.Bool("undo", false, "take the installation back")
	dry := program.DryRun(flags)
	if err := program.Parse(flags, args, env); err != nil {
		return err
	}
	places := map[string]install.Place{"text": install.AllText, "headings": install.Headings,
		"selectable": install.Selectable}
	place, known := places[*use]
	if !known {
		return program.Mistake("-for has to be text, headings or selectable, not %q", *use)
	}
	if err := target.NeedUser("an administrator, who may install fonts"); err != nil {
		return err
	}
	folder, remove, err := target.Source(env, *dir, ".", sample)
	if err != nil {
		return err
	}
	defer remove()
	if *receipt == "" {
		*receipt = filepath.Join(folder, "typeface.receipt.json")
	}
	source, err := files.Open(folder)
	if err != nil {
		return fmt.Errorf("%w: give the folder in -dir", err)
	}
	defer func() { _ = source.Close() }()
	family := install.Family{}
	if !*undo {
		if family, err = find(source, *name, env.Err); err != nil {
			return err
		}
		family.FontFamily, family.For = *css, place
	}
	site, end, err := target.Connect(ctx, env)
	if err != nil {
		return err
	}
	defer end()
	w := &work{installer: install.New(site, install.File(*receipt)), dry: *dry, out: env.Out, notes: env.Err}
	if *undo {
		return w.undo(ctx)
	}
	return w.install(ctx, family)
}
