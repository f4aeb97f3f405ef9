package main

import (
	"fmt"
	"strings"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/cms/comments"
	"github.com/fontcms/fontcms-go/examples/internal/program"
)

// Limits of what is shown.
const (
	maxShown  = 1000 // characters of a comment
	maxDetail = 400  // bytes of a name or an address
)

// describe is a comment as a moderator has to see it.
func describe(c *comments.Comment) string {
	var b strings.Builder
	program.Printf(&b, "comment %d on %s, %s\n", c.ID, titleOf(c), c.DateGMT)
	fmt.Fprint(&b, "from ", cms.Line(c.AuthorName, maxDetail))
	for _, detail := range []string{c.AuthorEmail, c.AuthorURL, c.AuthorIP} {
		if detail != "" {
			fmt.Fprint(&b, ", ", cms.Line(detail, maxDetail)) // together they are one line
		}
	}
	if c.Parent != 0 {
		program.Printf(&b, ", in reply to %d", c.Parent)
	}
	text := []rune(strings.TrimSpace(c.Content.Raw))
	rest := ""
	if len(text) > maxShown {
		text, rest = text[:maxShown], fmt.Sprintf("\n… and %d characters more", len(text)-maxShown)
	}
	b.WriteString("\n\n" + indented(string(text)) + rest + "\n")
	return b.String()
}

// titleOf is the title of the post that a comment is on, its id where the site embeds
// none.
func titleOf(c *comments.Comment) string {
	posts, err := cms.EmbeddedAs[cms.Post](c.Embedded, "up")
	if err != nil || len(posts) == 0 || posts[0].Title.Rendered == "" {
		return fmt.Sprintf("post %d", c.Post)
	}
	return fmt.Sprintf("%q", cms.Line(posts[0].Title.Plain(), 200))
}

// indented returns text of several lines, each after two spaces and without control
// characters.
func indented(text string) string {
	lines := strings.Split(strings.ReplaceAll(text, "\r\n", "\n"), "\n")
	for i, line := range lines {
		lines[i] = "  " + cms.Line(line, 4*maxShown)
	}
	return strings.Join(lines, "\n")
}
