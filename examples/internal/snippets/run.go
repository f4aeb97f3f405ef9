// Package snippets keeps the code snippets of a site in a folder. The programs snippets and
// fleet use it.
//
// [Recipe.Run] reads the flags. A plan, a pull and a push then take these steps:
//
//   - folder.go reads the files, file.go their headers, and record.go what a snippet and a
//     file have in common
//   - lock.go reads the state at the last run, which tells who has changed what
//   - plan.go compares the three, and prints what would be done
//   - pull.go writes into the folder, and push.go to the site
package snippets

import (
	"context"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/fontcms/fontcms-go/cms/cmstest"
	"github.com/fontcms/fontcms-go/examples/internal/program"
	"github.com/fontcms/fontcms-go/snippets"
)

// Recipe is the program.
type Recipe struct {
	// Sample is one folder, which is used without -site.
	Sample fs.FS
	// Memory is the document of the server in memory.
	Memory []byte
	// State is a folder below -dir for snippets.lock.json. If it is empty, the file is
	// in -dir itself. Pushes of one folder to several sites at once need one each.
	State string
}

// Run compares, pulls or pushes, as the first argument says.
func (recipe Recipe) Run(ctx context.Context, args []string, env program.Environment) error {
	flags := program.Flags("snippets", "Keeps the code snippets of a site in a folder: pull, plan or push.",
		"go run ./examples/snippets plan", "some snippets failed")
	target := program.SiteFlags(flags)
	dir := flags.String("dir", "", "the folder with the files (default: snippets; without -site a sample)")
	force := flags.Bool("force", false, "push: overwrite what changed on the site; pull: overwrite what changed "+
		"in the folder")
	deletes := flags.Bool("delete", false, "push: delete from the site what is gone from the folder; pull: the reverse")
	dry := program.DryRun(flags)
	verb := ""
	if len(args) > 0 && args[0] != "" && args[0][0] != '-' {
		verb, args = args[0], args[1:]
	}
	if err := program.Parse(flags, args, env); err != nil {
		return err
	}
	if verb != "pull" && verb != "plan" && verb != "push" {
		return program.Mistake("%q is not one of pull, plan and push", verb)
	}
	if err := target.NeedUser("an administrator, who may see and change code"); err != nil {
		return err
	}
	target.Memory = []cmstest.Option{cmstest.WithDocument(recipe.Memory)}
	folder, remove, err := target.Source(env, *dir, "snippets", recipe.Sample)
	if err != nil {
		return err
	}
	defer remove()
	if verb != "pull" { // an absent folder is not an empty one
		if _, err := os.ReadDir(folder); err != nil {
			return fmt.Errorf("%w: give the folder in -dir", err)
		}
	}
	site, end, err := target.Connect(ctx, env)
	if err != nil {
		return err
	}
	defer end()
	// What a server in memory held is of no interest to the next run.
	known, err := openLock(filepath.Join(folder, recipe.State), site.Site(), target.Address != "")
	if err != nil {
		return err
	}
	known.kept = known.kept && !*dry
	s := &session{
		code: snippets.New(site), folder: folder, lock: known, out: env.Out,
		force: *force, remove: *deletes, dry: *dry,
	}
	if verb != "plan" && !*dry {
		if err := sweep(filepath.Join(folder, recipe.State)); err != nil {
			return err
		}
	}
	switch verb {
	case "pull":
		return s.pull(ctx)
	case "push":
		return s.push(ctx)
	default:
		_, err := s.plan(ctx)
		return err
	}
}
