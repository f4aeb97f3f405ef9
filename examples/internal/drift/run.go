// Package drift compares a site with the types of the SDK.
package drift

import (
	"context"
	"fmt"

	"github.com/fontcms/fontcms-go/cms/describe"
	"github.com/fontcms/fontcms-go/examples/internal/program"
)

// Recipe is the program.
type Recipe struct {
	// OfMemory are the known differences of the server in memory.
	OfMemory string
}

// Run compares the site that the arguments name.
func (r Recipe) Run(ctx context.Context, args []string, env program.Environment) error {
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
		if err := known.read("known/memory.txt", r.OfMemory); err != nil {
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
