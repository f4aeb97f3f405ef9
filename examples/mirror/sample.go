package main

import (
	"context"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/cms/cmstest"
	"github.com/fontcms/fontcms-go/examples/internal/program"
)

// look is what the server in memory looks like: two themes, and a template that was edited.
func look() cmstest.Option {
	return cmstest.WithDocument([]byte(`{"version": 1,
		"themes": [{"stylesheet": "plain", "status": "active", "is_block_theme": true},
			{"stylesheet": "paper", "status": "inactive", "is_block_theme": true}],
		"templates": [{"id": "plain//single", "theme": "plain", "slug": "single", "source": "custom", "origin": "theme",
			"wp_id": 9001, "has_theme_file": true, "title": "Single posts",
			"content": "<!-- wp:post-content /-->"}]
	}`))
}

// changeSample changes the server in memory before a later run, as people change a site
// between two runs.
func (m *mirror) changeSample(ctx context.Context, site *cms.Client) error {
	if !m.memory || len(m.state.Kinds) == 0 {
		return nil
	}
	page, err := site.Posts.List(ctx, &cms.PostListOptions{PerPage: 2}, cms.Fields("id"))
	if err != nil || len(page.Items) < 2 {
		return err
	}
	edited, deleted := page.Items[0].ID, page.Items[1].ID
	if _, err := site.Posts.Update(ctx, edited, &cms.PostParams{Title: new("Edited since the last run")}); err != nil {
		return err
	}
	if _, err := site.Posts.Delete(ctx, deleted); err != nil {
		return err
	}
	added, err := site.Posts.Create(ctx, &cms.PostParams{Title: new("New since the last run")})
	if err != nil {
		return err
	}
	program.Printf(m.notes, "site: since the last run post %d was edited, %d deleted and %d added; the address, and so "+
		"the links, are new\n", edited, deleted, added.ID)
	return nil
}
