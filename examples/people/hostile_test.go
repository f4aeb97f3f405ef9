package main

import (
	"errors"
	"io"
	"strings"
	"testing"

	"github.com/fontcms/fontcms-go/cms/users"
	"github.com/fontcms/fontcms-go/examples/internal/hostile"
	"github.com/fontcms/fontcms-go/examples/internal/program"
)

func TestOnAHostileSiteOnlyPlainLinesArePrinted(t *testing.T) {
	t.Parallel()
	hostile.Recipe{
		Name: "people", User: "admin",
		Site: func(t *testing.T) (address, password string) {
			t.Helper()
			server, _ := start(t)
			return server.URL, server.AppPassword("admin")
		},
		Run: func(b *hostile.Bench) error {
			b.Env.In = strings.NewReader("revoke\n")
			return errors.Join(run(b.Context(), b.Args, b.Env),
				run(b.Context(), append(b.Args, "-older", "90", "-revoke"), b.Env))
		},
	}.Check(t)
}

func TestPeopleOfHostileTextsArePlainLines(t *testing.T) {
	t.Parallel()
	everybody, found := []*users.User{hostile.Fill(&users.User{})}, []password{*hostile.Fill(&password{})}
	hostile.Prints(t, "people", func(out io.Writer) {
		program.Table(out, 80, rights(everybody))
		program.Table(out, 80, list(found))
	})
}
