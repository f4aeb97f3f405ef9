// Command diagnose finds out why calls to a site fail, and prints what to do.
//
// To copy it, take the .go files of this folder without the tests. Of examples/internal
// it needs program.
//
// Use it if your program, or one of these recipes, fails on a site:
//
//	go run ./examples/diagnose -site https://example.org -user editor -needs publish_posts,upload_files
//
// Without -site it checks a server in memory, which has no problems. It runs these
// checks in order and stops at the first failure:
//   - Does the REST API respond?
//   - Does the site accept application passwords?
//   - Does it know the user?
//   - Does the user have the needed capabilities?
//   - Do all methods reach the site?
//
// For each finding it prints what was seen and what to do.
//
// It changes nothing. To distinguish a wrong password from a lost header, it logs in
// once through xmlrpc.php. With a wrong password that counts as a failed login.
//
// It exits with 0 if there are no findings, and with 3 if there are some.
package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/cms/connect"
	"github.com/fontcms/fontcms-go/examples/internal/program"
)

func main() { program.Main("diagnose", run) }

// run is main with what it depends on.
func run(ctx context.Context, args []string, env program.Environment) error {
	flags := program.Flags("diagnose", "Finds out why a site refuses programs, and says what to do.",
		"go run ./examples/diagnose", "something is wrong")
	target := program.SiteFlags(flags)
	needs := flags.String("needs", "edit_posts", "capabilities that the user needs, with commas between")
	if err := program.Parse(flags, args, env); err != nil {
		return err
	}
	site, end, err := open(ctx, target, env)
	if err != nil {
		return err
	}
	defer end()
	found, err := connect.Diagnose(ctx, site, strings.Split(*needs, ",")...)
	if err != nil {
		return err
	}
	show(env.Out, found)
	if found.OK() {
		return nil
	}
	return program.Status(fmt.Errorf("%s: the output says what to do", found.Findings[0].Cause), program.Incomplete)
}

// open returns a client for the site, also for one on which no REST API was found: what
// is wrong there is then found out where a WordPress has it.
func open(
	ctx context.Context, target *program.Site, env program.Environment,
) (site *cms.Client, end func(), err error) {
	if target.Address != "" && target.User != "" { // so that it is asked for once
		if env.Password, err = program.Password(ctx, target.User, env.Password, env.Err); err != nil {
			return nil, nil, err
		}
	}
	site, end, err = target.Connect(ctx, env)
	if _, failed := errors.AsType[*cms.Error](err); failed && ctx.Err() == nil && target.Prefix == "" {
		target.Prefix = "wp"
		return target.Connect(ctx, env)
	}
	return site, end, err
}

// show prints what was asked and what was found.
func show(out io.Writer, d *connect.Diagnosis) {
	for _, p := range d.Probes {
		mark := "no"
		if p.OK {
			mark = "yes"
		}
		status := "no response"
		if p.Status != 0 {
			status = fmt.Sprintf("status %d", p.Status)
		}
		program.Printf(out, "%-3s  %s (%s, %s)\n", mark, p.Question, p.Method+" "+cmp.Or(p.Path, "index"), status)
	}
	if who := d.Identity; who != nil {
		roles := strings.Join(who.Roles, ", ")
		program.Printf(out, "\nthe site knows the user as %s (user %d, %s)\n", who.Username, who.ID, roles)
	}
	for _, f := range d.Findings {
		program.Printf(out, "\n%s\n  seen:  %s\n  to do: %s\n", f.Cause, f.Detail, program.Remedy(f, program.FlagNames()))
	}
	if d.OK() {
		program.Println(out, "\nnothing is wrong")
	}
}
