// Package drift compares a site with the types of the SDK. The programs drift and fleet use
// it.
//
// [Run] reads the flags, and takes four steps: known.go reads the differences that are
// accepted, offered.go lists the operations of the site, operations.go those of the SDK, and
// compare.go names the differences.
package drift

import (
	"context"
	"fmt"
	"strings"

	"github.com/fontcms/fontcms-go/cms/describe"
	"github.com/fontcms/fontcms-go/examples/internal/program"
)

// Run compares the site that the arguments name.
func Run(ctx context.Context, args []string, env program.Environment) error {
	flags := program.Flags("drift", "Compares the routes and arguments of a site with those that the SDK types.",
		"go run ./examples/drift", "the site and the SDK differ")
	target := program.SiteFlags(flags)
	var allow []string
	flags.Func("allow", "a file of known differences, or a list that comes with drift: "+strings.Join(lists(), ", ")+
		"; may be given several times", func(name string) error {
		allow = append(allow, name)
		return nil
	})
	if err := program.Parse(flags, args, env); err != nil {
		return err
	}
	if target.Address == "" && allow == nil {
		program.Println(env.Out, "# known differences of a server in memory: -allow wordpress -allow memory")
		allow = []string{"wordpress", "memory"}
	}
	known, err := readKnown(allow)
	if err != nil {
		return err
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
	flag, n, err := suggestion(fresh)
	if err != nil {
		return err
	}
	if n > 0 {
		program.Printf(env.Out, "# lists that come with drift know %d of the others:%s\n", n, flag)
	}
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
