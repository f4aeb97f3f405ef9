package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
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

// list are the rows of a table of passwords, of which no one can see more than the name.
func list(found []password) [][]string {
	rows := [][]string{{"USER", "PASSWORD", "CREATED", "LAST USED", "FROM"}}
	for _, p := range found {
		used, from := "never", "-"
		if p.LastUsed != "" {
			used, from = day(p.LastUsed), p.LastIP
		}
		rows = append(rows, []string{p.user.Username, p.Name, day(p.Created), used, from})
	}
	return rows
}

// cell is what a message shows of a text.
func cell(text string) string { return cms.Line(text, 200) }

func day(t cms.GMTTime) string {
	read, err := t.Time()
	if err != nil {
		return string(t)
	}
	return read.Format(time.DateOnly)
}

// revokeAll revokes passwords one by one, and goes on after those that fail. A dry run
// says which.
func revokeAll(ctx context.Context, site *cms.Client, found []password, dry bool, out io.Writer) (failed error) {
	revoked := 0
	for _, p := range found {
		var err error
		if !dry {
			_, err = users.New(site).Passwords(p.user.ID).Delete(ctx, p.UUID)
		}
		if err != nil {
			failed = errors.Join(failed, fmt.Errorf("%q of %s: %w", cell(p.Name), cell(p.user.Username), err))
			continue
		}
		revoked++
		program.Printf(out, "revoke     %q of %s\n", p.Name, p.user.Username)
	}
	program.Total(out, dry, "%d revoked", revoked)
	return failed
}
