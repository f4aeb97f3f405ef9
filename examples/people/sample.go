package main

import (
	"cmp"
	"context"
	"sync/atomic"
	"time"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/cms/cmstest"
	"github.com/fontcms/fontcms-go/cms/users"
	"github.com/fontcms/fontcms-go/examples/internal/program"
)

// sampleSite starts a site in memory whose users have application passwords of several
// ages, and makes it the target, unless there is one.
func sampleSite(ctx context.Context, target *program.Site, env *program.Environment) (end func(), err error) {
	if target.Address != "" || env.Client != nil {
		return func() {}, nil
	}
	var ago atomic.Int64 // days
	server := cmstest.NewServer(cmstest.WithPrefix(cmp.Or(target.Prefix, "cms")),
		cmstest.WithClock(func() time.Time { return time.Now().Add(-days(int(ago.Load()))) }))
	program.Println(env.Err, "site: a server in memory at", server.URL)
	target.Prefix = cmp.Or(target.Prefix, "cms")
	target.Address, target.User, env.Password = server.URL, "admin", server.AppPassword("admin")
	site, err := cms.New(server.URL, cms.WithPrefix(target.Prefix), cms.WithApplicationPassword("admin", env.Password))
	if err != nil {
		server.Close()
		return nil, err
	}
	for _, p := range []struct {
		user, name    string
		created, used int // days ago; -1 for never
	}{
		{"editor", "publishing from CI", 400, 0},
		{"editor", "old phone", 300, 120},
		{"author", "trial of a desktop editor", 60, -1},
		{"author", "new laptop", 5, 1},
	} {
		if err := lend(ctx, site, p.user, p.name, p.created, p.used, &ago); err != nil {
			server.Close()
			return nil, err
		}
	}
	ago.Store(0)
	return server.Close, nil
}

// lend creates an application password of a user some days ago, and uses it.
func lend(ctx context.Context, site *cms.Client, login, name string, created, used int, ago *atomic.Int64) error {
	user, err := users.New(site).ByLogin(ctx, login)
	if err != nil {
		return err
	}
	ago.Store(int64(created))
	made, err := users.New(site).Passwords(user.ID).Create(ctx, &users.PasswordParams{Name: &name})
	if err != nil || used < 0 {
		return err
	}
	ago.Store(int64(used))
	as, err := site.With(cms.WithApplicationPassword(login, made.Secret.Reveal()))
	if err != nil {
		return err
	}
	_, err = users.New(as).Me(ctx)
	return err
}
