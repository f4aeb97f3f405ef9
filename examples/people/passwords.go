package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"text/tabwriter"
	"time"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/cms/users"
	"github.com/fontcms/fontcms-go/examples/internal/program"
)

// age says which passwords are wanted: created longer ago than older, and not used
// for as long as unused. Zero asks for nothing.
type age struct {
	now           time.Time
	older, unused time.Duration
}

// wants reports whether a password is old enough. One whose dates cannot be read is
// not.
func (a age) wants(p *users.Password) bool {
	created, err := p.Created.Time()
	if err != nil || created.IsZero() || a.older > 0 && a.now.Sub(created) <= a.older {
		return false
	}
	used := created // one that was never used counts from its creation
	if p.LastUsed != "" {
		if used, err = p.LastUsed.Time(); err != nil {
			return false
		}
	}
	return a.unused == 0 || a.now.Sub(used) > a.unused
}

// password is one with its user.
type password struct {
	*users.Password
	user *users.User
}

// find reads the passwords of everybody. What cannot be read is in the error, and
// does not hide the others. Nothing is found while it is not known which password this
// program uses.
func find(ctx context.Context, site *cms.Client, everybody []*users.User, a age) (found []password, failed error) {
	own, err := users.New(site).MyPasswords.Introspect(ctx)
	if err != nil && !errors.Is(err, users.CodeNoPasswordUsed) { // another kind of login has none
		return nil, fmt.Errorf("which password this program uses is not known, so none is looked for: %w", err)
	}
	listed := own == nil
	for _, u := range everybody {
		list, err := users.New(site).Passwords(u.ID).List(ctx, nil)
		if err != nil {
			failed = errors.Join(failed, fmt.Errorf("passwords of %s: %w", cell(u.Username), err))
			continue
		}
		for i := range list {
			p := &list[i]
			if own != nil && strings.EqualFold(p.UUID, own.UUID) {
				listed = true
				continue
			}
			if a.wants(p) {
				found = append(found, password{p, u})
			}
		}
	}
	if !listed { // the site may have named another one
		return nil, errors.Join(failed, errors.New("the password that this program uses is in no list, so none is revoked"))
	}
	return found, failed
}

// list prints passwords, of which no one can see more than the name.
func list(out io.Writer, found []password) error {
	if len(found) == 0 {
		_, err := fmt.Fprintln(out, "\nno such application password")
		return err
	}
	program.Println(out)
	table := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	program.Printf(table, "USER\tPASSWORD\tCREATED\tLAST USED\tFROM\n")
	for _, p := range found {
		used, from := "never", "-"
		if p.LastUsed != "" {
			used, from = day(p.LastUsed), p.LastIP
		}
		program.Printf(table, "%s\t%s\t%s\t%s\t%s\n", cell(p.user.Username), cell(p.Name), cell(day(p.Created)), cell(used), cell(from))
	}
	return table.Flush()
}

// cell is what a column shows of a text: the longest makes all others as wide.
func cell(text string) string { return cms.Line(text, 200) }

func day(t cms.GMTTime) string {
	read, err := t.Time()
	if err != nil {
		return string(t)
	}
	return read.Format(time.DateOnly)
}

// revokeAll revokes passwords one by one, and goes on after those that fail.
func revokeAll(ctx context.Context, site *cms.Client, found []password, out io.Writer) (failed error) {
	for _, p := range found {
		if _, err := users.New(site).Passwords(p.user.ID).Delete(ctx, p.UUID); err != nil {
			failed = errors.Join(failed, fmt.Errorf("%q of %s: %w", cell(p.Name), cell(p.user.Username), err))
			continue
		}
		program.Printf(out, "revoked %q of %s\n", p.Name, p.user.Username)
	}
	return failed
}
