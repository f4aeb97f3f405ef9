package main

import (
	"io"
	"testing"

	"github.com/fontcms/fontcms-go/cms/comments"
	"github.com/fontcms/fontcms-go/examples/internal/hostile"
)

func TestOnAHostileSiteOnlyPlainLinesArePrinted(t *testing.T) {
	t.Parallel()
	hostile.Recipe{
		Name: "moderate", User: "editor", In: "a\ns\nt\nyes\n",
		Site: func(t *testing.T) (address, password string) {
			t.Helper()
			server, _, _ := start(t)
			return server.URL, server.AppPassword("editor")
		},
		Run: func(b *hostile.Bench) error {
			return run(b.Context(), b.Args, b.Env)
		},
	}.Check(t)
}

func TestCommentOfHostileTextsIsPlainLines(t *testing.T) {
	t.Parallel()
	hostile.Prints(t, "comment", func(out io.Writer) {
		_,
			_ = io.WriteString(out, describe(hostile.Fill(&comments.Comment{})))
	})
}
