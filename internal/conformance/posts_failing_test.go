package conformance

import (
	"context"

	"github.com/fontcms/fontcms-go/cms"
)

func postFailing() []scenario {
	return refusals([]refusal{
		{
			collection: "posts", role: author, name: "update of another's post", status: 403, code: "rest_cannot_edit",
			is: cms.ErrForbidden, kind: "posts", id: 101,
			call: func(ctx context.Context, _ *site, c *cms.Client) error {
				_, err := c.Posts.Update(ctx, 101, &cms.PostParams{Title: new("Mine")})
				return err
			},
		},
	})
}
