// Command people lists the users of a site with their roles and rights. It finds
// application passwords that are old or unused, and revokes them after confirmation.
//
// To copy it, take the .go files of this folder without the tests. Of examples/internal
// it needs program.
//
// Use it if you are responsible for the accounts of a site:
//
//	go run ./examples/people -unused 30
//
// starts a site in memory, whose users have passwords of several ages; -site and -user
// (an administrator) name a real one. It prints a line for each user: the roles, and the
// capabilities that can harm a site. The flags are:
//
//	-older 90     application passwords that were created more than 90 days ago
//	-unused 30    those that were not used in the last 30 days, or never and are older
//	-revoke       asks, and revokes what these two find
//	-dry-run      with -revoke: prints what would be revoked, and asks nothing
//
// With -older and -unused a password must be both. Nothing is revoked before you type
// the word revoke. The password that this program logs in with is kept, and so are
// passwords whose dates cannot be read. A site records the use of a password at most
// once a day.
//
// It exits with 3 if something could not be read or revoked; the rest is done.
package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"time"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/cms/users"
	"github.com/fontcms/fontcms-go/examples/internal/program"
)

func main() { program.Main("people", run) }

// run is main with what it depends on.
func run(ctx context.Context, args []string, env program.Environment) error {
	flags := program.Flags("people", "Lists the users of a site with their rights, and finds application passwords "+
		"that are old or unused.",
		"go run ./examples/people -unused 30", "the passwords of some users could not be read or revoked")
	target := program.SiteFlags(flags)
	older := flags.Int("older", 0, "find application passwords created more than this many days ago")
	unused := flags.Int("unused", 0, "find application passwords not used for this many days")
	revoke := flags.Bool("revoke", false, "ask, and revoke the passwords that were found")
	dry := program.DryRun(flags)
	if err := program.Parse(flags, args, env); err != nil {
		return err
	}
	switch {
	case *older < 0 || *unused < 0:
		return program.Mistake("a number of days is negative")
	case *revoke && *older == 0 && *unused == 0:
		return program.Mistake("-revoke needs -older or -unused")
	}
	if err := target.NeedUser("an administrator: other users see neither roles nor application passwords"); err != nil {
		return err
	}
	closed, err := sampleSite(ctx, target, &env)
	if err != nil {
		return err
	}
	defer closed()
	site, end, err := target.Connect(ctx, env)
	if err != nil {
		return err
	}
	defer end()
	everybody, err := everybody(ctx, site)
	if err != nil {
		return err
	}
	program.Table(env.Out, env.Width, rights(everybody))
	if *older == 0 && *unused == 0 {
		return nil
	}
	found, failed := find(ctx, site, everybody, age{time.Now(), days(*older), days(*unused)})
	program.Println(env.Out)
	if len(found) > 0 {
		program.Table(env.Out, env.Width, list(found))
	} else {
		program.Println(env.Out, "no such application password")
	}
	if *revoke && len(found) > 0 {
		if sure, err := confirmed(ctx, env, *dry, len(found)); err != nil || !sure {
			return program.Status(errors.Join(failed, err), program.Incomplete)
		}
		failed = errors.Join(failed, revokeAll(ctx, site, found, *dry, env.Out))
	}
	return program.Status(failed, program.Incomplete)
}

func days(n int) time.Duration { return time.Duration(n) * 24 * time.Hour }

// everybody is all users in the order of their ids.
func everybody(ctx context.Context, site *cms.Client) ([]*users.User, error) {
	var all []*users.User
	for u, err := range users.New(site).All(ctx, &users.ListOptions{Context: cms.ContextEdit}, cms.Exact()) {
		if err != nil {
			return nil, err
		}
		all = append(all, u)
	}
	return all, nil
}

// confirmed asks for the word. Any other input, also none, means no. A dry run is not
// asked about.
func confirmed(ctx context.Context, env program.Environment, dry bool, n int) (bool, error) {
	if dry {
		return true, nil
	}
	word, err := env.Ask(ctx, fmt.Sprintf("type revoke to revoke %d: ", n))
	if err != nil && !errors.Is(err, io.EOF) {
		return false, err
	}
	if word != "revoke" {
		program.Println(env.Out, "nothing was revoked")
	}
	return word == "revoke", nil
}
