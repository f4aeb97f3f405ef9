package main

import (
	"context"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/cms/comments"
)

// fill puts comments that wait into the site in memory.
func fill(ctx context.Context, site *cms.Client) error {
	post, err := site.Posts.Create(ctx, &cms.PostParams{Title: new("Kerning in practice"), Status: new(cms.StatusPublish)})
	if err != nil {
		return err
	}
	for _, c := range []struct{ name, email, text string }{
		{"Ada", "ada@example.org", "What about pairs with a space?"},
		{"Cheap Fonts", "sales@example.com", "1000 fonts for 1 dollar: http://fonts.example.com"},
		{"Grace", "grace@example.org", "The second picture is missing."},
	} {
		_, err := comments.New(site).Create(ctx, &comments.Params{
			Post: &post.ID, AuthorName: &c.name, AuthorEmail: &c.email, Content: &c.text, Status: new(comments.StatusHold),
		})
		if err != nil {
			return err
		}
	}
	return nil
}
