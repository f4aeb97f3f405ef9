// Command drift compares a site with the types of the SDK: namespaces, routes, methods
// and arguments, in both directions.
//
// To copy it, take the .go files of this folder without the tests, typed.txt,
// further.txt and the folder known. Of examples/internal it needs program.
//
// Use it in CI to notice an update of the site, or a missing plugin, before a program
// fails on it:
//
//	go run ./examples/drift
//
// compares a server in memory, whose differences are known. -site names a real site. No
// user is needed, because the index is public. Each line of the output is a difference:
//
//   - route /cms/v2/comments (GET, POST)            the site has it, the SDK does not type it
//   - argument /cms/v2/posts search_semantics (GET)  the SDK types it, the site does not take it
//
// The file of -allow lists accepted differences, as they are printed or with * for any
// text. A # begins a comment. So the output of a first run is the file for the next.
// Names have the prefix "cms", whatever the prefix of the site.
//
// It exits with 0 if there are only accepted differences, with 3 if there are others,
// and with 1 if the site could not be read.
package main

import (
	"context"
	_ "embed"
	"fmt"

	"github.com/fontcms/fontcms-go/cms/describe"
	"github.com/fontcms/fontcms-go/examples/internal/program"
)

func main() { program.Main("drift", run) }

// ofMemory are the known differences of the server in memory.
//
//go:embed known/memory.txt
var ofMemory string

// run is main with what it depends on.
func run(ctx context.Context, args []string, env program.Environment) error {
	flags := program.Flags("drift", "Compares the routes and arguments of a site with those that the SDK types.",
		"go run ./examples/drift", "the site and the SDK differ")
	target := program.SiteFlags(flags)
	var allow []string
	flags.Func("allow", "a file of known differences; may be given several times", func(path string) error {
		allow = append(allow, path)
		return nil
	})
	if err := program.Parse(flags, args, env); err != nil {
		return err
	}
	known, err := readKnown(allow)
	if err != nil {
		return err
	}
	if target.Address == "" && allow == nil {
		program.Println(env.Out, "# known differences: examples/drift/known/memory.txt")
		if err := known.read("known/memory.txt", ofMemory); err != nil {
			return err
		}
	}
	offered, err := ask(ctx, target, env)
	if err != nil {
		return err
	}
	typed, further := typedOperations()
	differences := compare(offered, typed, further)
	fresh := known.filter(differences)
	for _, line := range fresh {
		program.Println(program.Unfolded(env.Out), line)
	}
	for _, line := range known.unused() {
		program.Println(env.Out, "# no longer so:", line)
	}
	program.Printf(env.Out, "# %d differences, %d of them known\n", len(differences), len(differences)-len(fresh))
	if len(fresh) > 0 {
		return program.Status(fmt.Errorf("%d differences: put those that you accept into a file, and name it by -allow",
			len(fresh)), program.Incomplete)
	}
	return nil
}

// ask reads the index of the site.
func ask(ctx context.Context, target *program.Site, env program.Environment) (operations, error) {
	site, end, err := target.Connect(ctx, env)
	if err != nil {
		return nil, err
	}
	defer end()
	description, err := describe.Of(ctx, site.Read, "")
	if err != nil {
		return nil, err
	}
	return offeredOperations(description.Operations(site.Prefix())), nil
}
