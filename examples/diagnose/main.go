// Command diagnose finds out why calls to a site fail, and prints what to do.
//
// To copy it, take the .go files of this folder without the tests. Of examples/internal
// it needs program.
//
// Use it if your program, or one of these recipes, fails on a site:
//
//	go run ./examples/diagnose -site https://example.org -user editor -needs publish_posts,upload_files
//
// Give the address of the site or of any of its pages, with or without https://. Without
// -site it checks a server in memory, which has no problems. It runs these checks in order
// and stops at the first failure:
//   - Do the host, its port and its certificate work? Does the page respond?
//   - Where is the REST API, and does it respond?
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
	found, err := examine(ctx, target, env, strings.Split(*needs, ","))
	if err != nil {
		return err
	}
	show(env.Out, found)
	if found.OK() {
		return nil
	}
	return program.Status(fmt.Errorf("%s: the lines above say what to do", found.Findings[0].Cause), program.Incomplete)
}

// examine diagnoses the address in -site, or with -prefix the REST API that this names. Without
// -site it is a server in memory.
func examine(
	ctx context.Context, target *program.Site, env program.Environment, needs []string,
) (*connect.Diagnosis, error) {
	if target.Address == "" || target.Prefix != "" || env.Client != nil {
		site, end, err := target.Connect(ctx, env)
		if err != nil {
			return nil, err
		}
		defer end()
		return connect.Diagnose(ctx, site, needs...)
	}
	var options []cms.Option
	if target.User != "" {
		password, err := program.Password(ctx, target.User, env.Password, env.Err)
		if err != nil {
			return nil, err
		}
		options = append(options, cms.WithApplicationPassword(target.User, password))
	}
	found, err := connect.DiagnoseAddress(ctx, target.Address, needs, options...)
	if wrong, ok := errors.AsType[*cms.ArgumentError](err); ok && wrong.Argument == "page" {
		return nil, program.Mistake("the address in -site cannot be used: %s", wrong.Reason)
	}
	return found, err
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
