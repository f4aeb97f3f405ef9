// Command menu changes a menu of a site to match a YAML file. It creates items that are
// missing, changes items that differ and moves items that are in another place.
//
// To copy it, take the .go files of this folder without the tests, and sample.yaml. Of
// examples/internal it needs files and program.
//
// Use it if you keep the navigation of a site in git:
//
//	go run ./examples/menu
//
// makes the menu of the sample on a site in memory. -site and -user (an administrator)
// name a real site, and -file the YAML file. -dry-run prints the plan and writes
// nothing. The file:
//
//	menu: Main menu            # its name; it is created if the site has none of that name
//	items:
//	  - title: Home
//	    url: /
//	  - page: guides           # by slug; without a title it has that of the page
//	    items:                 # what is below it
//	      - post: kerning
//	        title: Kerning
//	        target: _blank
//	      - category: spacing  # or tag
//	        classes: [wide]
//
// A second run changes nothing. Items that are not in the file stay where they are,
// unless -prune deletes them. It is made of [menus.Menus.EnsureItems]: a link is found by its
// target, and a link to another target is a new item. A new branch takes a batch for each of
// its levels. A run finds the items of a stopped run.
package main

import (
	"context"
	"embed"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/examples/internal/program"
)

func main() { program.Main("menu", run) }

//go:embed sample.yaml
var sample embed.FS

// run is main with what it depends on.
func run(ctx context.Context, args []string, env program.Environment) error {
	flags := program.Flags("menu", "Changes a menu of a site to match a YAML file.",
		"go run ./examples/menu", "")
	target := program.SiteFlags(flags)
	name := flags.String("file", "", "the YAML file (default: a sample, without -site)")
	dry := program.DryRun(flags)
	prune := flags.Bool("prune", false, "delete items that the file does not have")
	if err := program.Parse(flags, args, env); err != nil {
		return err
	}
	if target.Address != "" && *name == "" {
		return program.Mistake("-file is missing: a YAML file that says what the menu is to be")
	}
	if err := target.NeedUser("an administrator, who may change menus"); err != nil {
		return err
	}
	path, remove, err := target.Source(env, *name, "", sample)
	if err != nil {
		return err
	}
	defer remove()

	wanted, err := read(path)
	if err != nil {
		return err
	}
	// A filter that the site ignores would prune the items of all menus.
	site, end, err := target.Connect(ctx, env, cms.WithCheckedArguments())
	if err != nil {
		return err
	}
	defer end()
	if err := resolve(ctx, site, wanted.all()); err != nil {
		return err
	}
	menu, err := find(ctx, site, wanted.Name)
	if err != nil {
		return err
	}
	if *dry {
		if site, err = site.With(cms.WithDryRun()); err != nil {
			return err
		}
	}
	return job{site: site, out: env.Out, dry: *dry, prune: *prune}.do(ctx, menu, wanted.all())
}
