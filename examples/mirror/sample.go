package main

import (
	"context"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/examples/internal/program"
)

// changeSample changes the server in memory before a later run, as people change a site
// between two runs.
func (m *mirror) changeSample(ctx context.Context) error {
	if !m.memory || len(m.state.Kinds) == 0 {
		return nil
	}
	page, err := m.site.Posts.List(ctx, &cms.PostListOptions{PerPage: 2}, cms.Fields("id"))
	if err != nil || len(page.Items) < 2 {
		return err
	}
	edited, deleted := page.Items[0].ID, page.Items[1].ID
	if _, err := m.site.Posts.Update(ctx, edited, &cms.PostParams{Title: new("Edited since the last run")}); err != nil {
		return err
	}
	if _, err := m.site.Posts.Delete(ctx, deleted); err != nil {
		return err
	}
	added, err := m.site.Posts.Create(ctx, &cms.PostParams{Title: new("New since the last run")})
	if err != nil {
		return err
	}
	program.Printf(m.notes, "site: since the last run post %d was edited, %d deleted and %d added; the address, and so "+
		"the links, are new\n", edited, deleted, added.ID)
	return nil
}
