package main

import (
	"context"
	"errors"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/cms/comments"
	"github.com/fontcms/fontcms-go/examples/internal/archive"
)

// bench is what the slug of a private post says on which all comments are made, before
// an update moves each to its own post. A site takes new comments on no draft and where
// they are closed, but moves them there; so nothing that visitors see is opened for a
// while, and authors get no mail. What a killed run has left lies on the bench, where
// it is found, and goes with it.
const bench = "bench"

// benches are the posts of this kind that there are. There are two if the site
// finished the work of a killed run late.
func (r *restore) benches(ctx context.Context) ([]int64, error) {
	slug := r.slug(bench, 0)
	options := &cms.PostListOptions{Slug: []string{slug, slug + "-2", slug + "-3"},
		Status: []cms.Status{cms.StatusPrivate}}
	var ids []int64
	for post, err := range r.site.Posts.All(ctx, options, cms.Fields("id", "slug")) {
		if err != nil {
			return nil, err
		}
		if _, _, ok := r.standsFor(bench, post.Slug); ok {
			ids = append(ids, post.ID)
		}
	}
	return ids, nil
}

// setUpBench finds the bench, or makes it.
func (r *restore) setUpBench(ctx context.Context) ([]int64, error) {
	found, err := r.benches(ctx)
	if err != nil || len(found) > 0 {
		return found, err
	}
	slug := r.slug(bench, 0)
	post, err := r.site.Posts.Create(ctx, &cms.PostParams{
		Slug: &slug, Title: &slug, Status: new(cms.StatusPrivate), CommentStatus: new(cms.DiscussionOpen),
		PingStatus: new(cms.DiscussionClosed),
	}, cms.Fields("id"))
	if errors.Is(err, cms.ErrOutcomeUnknown) && ctx.Err() == nil {
		if found, lookup := r.benches(ctx); lookup != nil || len(found) > 0 {
			return found, lookup
		}
	}
	if err != nil {
		return nil, err
	}
	return []int64{post.ID}, nil
}

// onBench calls do for each comment that lies on the bench, and stands for one of the
// folder.
func (r *restore) onBench(ctx context.Context, benches []int64, do func(old, id int64) error) error {
	options := &comments.ListOptions{Post: benches, Status: comments.FilterAny, Context: cms.ContextEdit}
	for c, err := range comments.New(r.site).All(ctx, options, cms.Exact(), cms.Fields("id", "content")) {
		if err != nil {
			return err
		}
		if old, _, ok := r.standsFor(archive.Comments, c.Content.Raw); ok {
			if err := do(old, c.ID); err != nil {
				return err
			}
		}
	}
	return nil
}

// adoptComments takes over comments of creates whose response was lost, or of a run
// that was killed before it could note them. Duplicates are deleted with the bench.
func (r *restore) adoptComments(ctx context.Context, benches []int64) error {
	return r.onBench(ctx, benches, func(old, id int64) error {
		if r.journal.id(archive.Comments, old) != 0 || r.journal.finished(archive.Comments, old) {
			return nil
		}
		return r.journal.write(entry{Kind: archive.Comments, Old: old, New: id})
	})
}

// draftComment makes an empty comment, of nobody. A site takes none twice, by which it
// tells of one that a killed run has made.
func (r *restore) draftComment(ctx context.Context, benches []int64, old int64, status comments.Status) error {
	if status != comments.StatusApproved {
		status = comments.StatusHold
	}
	name := r.slug(archive.Comments, old)
	params := &comments.Params{
		Post: &benches[0], Content: &name, AuthorName: &name, AuthorEmail: new("restore@example.invalid"),
		AuthorIP: new(archive.NoIP), Status: &status,
	}
	const attempts = 3
	for i := 1; ; i++ {
		made, err := comments.New(r.site).Create(ctx, params, cms.Fields("id"))
		if err == nil {
			return r.journal.write(entry{Kind: archive.Comments, Old: old, New: made.ID})
		}
		lost := errors.Is(err, cms.ErrOutcomeUnknown) || hasCode(err, comments.CodeDuplicate)
		if !lost || ctx.Err() != nil || i == attempts {
			return err
		}
		if err := r.adoptComments(ctx, benches); err != nil || r.journal.id(archive.Comments, old) != 0 {
			return err
		}
	}
}

// clearBench removes what is left on the bench, comments that the site refused and
// those that were made twice, and then the bench itself.
func (r *restore) clearBench(ctx context.Context) error {
	benches, err := r.benches(ctx)
	if err != nil || len(benches) == 0 {
		return err
	}
	left := []int64{}
	err = r.onBench(ctx, benches, func(old, id int64) error {
		left = append(left, id)
		if r.journal.id(archive.Comments, old) != id {
			return nil
		}
		return r.journal.write(entry{Kind: archive.Comments, Old: old, Gone: true})
	})
	if err != nil {
		return err
	}
	for _, id := range left { // one by one, so that the replies to them move up
		if _, err := comments.New(r.site).Delete(ctx, id); err != nil && !errors.Is(err, cms.ErrNotFound) {
			return err
		}
	}
	for _, id := range benches {
		if _, err := r.site.Posts.Delete(ctx, id); err != nil && !errors.Is(err, cms.ErrNotFound) {
			return err
		}
	}
	return nil
}
