package main

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/cms/comments"
	"github.com/fontcms/fontcms-go/examples/internal/archive"
)

// bench is what the slug of a private post says that a restore makes first and deletes
// last. Its content names all records that the restore has made, so that the site itself
// tells which of its records the restore may write. All comments are made on it, before an
// update moves each to its own post. A site takes new comments on no draft and where they
// are closed, but moves them there. So nothing that visitors see is opened for a while, and
// authors get no mail. What a killed run has left lies on the bench, where it is found, and
// is deleted with it.
const bench = "bench"

// mark is a record of the folder that the benches name.
type mark struct {
	kind string
	old  int64
}

// readBenches finds the posts of this kind that there are, and reads which records of the
// site were made of which of the folder. There are two benches if the site finished the
// work of a killed run late.
func (r *restore) readBenches(ctx context.Context) (map[mark]int64, error) {
	slug := r.slug(bench, 0)
	options := &cms.PostListOptions{Slug: []string{slug, slug + "-2", slug + "-3"},
		Status: []cms.Status{cms.StatusPrivate}, Context: cms.ContextEdit}
	noted := map[mark]int64{}
	r.benches = nil
	for post, err := range r.site.Posts.All(ctx, options, cms.Fields("id", "slug", "title", "status", "content")) {
		if err != nil {
			return nil, err
		}
		if _, ok := r.standsFor(bench, post.Title.Raw); !ok || post.Status != cms.StatusPrivate {
			continue
		}
		r.benches = append(r.benches, post.ID)
		for line := range strings.Lines(post.Content.Raw) {
			var m mark
			var id int64
			if n, err := fmt.Sscanf(line, "%s %d %d", &m.kind, &m.old, &id); err == nil && n == 3 && id > 0 {
				noted[m] = id
			}
		}
	}
	return noted, nil
}

// setUpBench finds the bench, or makes it, if there is something left to restore.
func (r *restore) setUpBench(ctx context.Context) error {
	for len(r.benches) > 0 {
		if err := r.noteMade(ctx); !errors.Is(err, cms.ErrNotFound) {
			return err
		}
		r.benches = r.benches[1:] // the last request of a killed run came late, and has deleted it
	}
	if left, err := r.left(); err != nil || left == 0 {
		return err
	}
	slug := r.slug(bench, 0)
	post, err := r.site.Posts.Create(ctx, &cms.PostParams{
		Slug: &slug, Title: &slug, Status: new(cms.StatusPrivate), CommentStatus: new(cms.DiscussionOpen),
		PingStatus: new(cms.DiscussionClosed), Content: new(r.madeLines()),
	}, cms.Fields("id"))
	if errors.Is(err, cms.ErrOutcomeUnknown) && ctx.Err() == nil {
		if _, lookup := r.readBenches(ctx); lookup != nil || len(r.benches) > 0 {
			return lookup
		}
	}
	if err != nil {
		return err
	}
	r.benches = []int64{post.ID}
	return nil
}

// noteMade writes into the bench which records were made. It comes before the first of
// them loses the title that tells that it is a draft of this restore.
func (r *restore) noteMade(ctx context.Context) error {
	lines := r.madeLines()
	if len(r.benches) == 0 || lines == r.noted {
		return nil
	}
	if _, err := r.site.Posts.Update(ctx, r.benches[0], &cms.PostParams{Content: &lines}, cms.Fields("id")); err != nil {
		return err
	}
	r.noted = lines
	return nil
}

// madeLines are the records that were made, one in a line.
func (r *restore) madeLines() string {
	var b strings.Builder
	for _, kind := range r.kinds {
		if kind.Terms { // no term that was there before is ever written
			continue
		}
		made := r.journal.made[kind.Name]
		for _, old := range slices.Sorted(maps.Keys(made)) {
			fmt.Fprintf(&b, "%s %d %d\n", kind.Name, old, made[old].New)
		}
	}
	return b.String()
}

// onBench calls do for each comment that lies on the bench, and stands for one of the
// folder.
func (r *restore) onBench(ctx context.Context, do func(old, id int64) error) error {
	if len(r.benches) == 0 {
		return nil
	}
	options := &comments.ListOptions{Post: r.benches, Status: comments.FilterAny, Context: cms.ContextEdit}
	for c, err := range comments.New(r.site).All(ctx, options, cms.Exact(), cms.Fields("id", "content")) {
		if err != nil {
			return err
		}
		if old, ok := r.standsFor(archive.Comments, c.Content.Raw); ok {
			if err := do(old, c.ID); err != nil {
				return err
			}
		}
	}
	return nil
}

// adoptComments takes over comments of creates whose response was lost, or of a run
// that was killed before it could note them. Duplicates are deleted with the bench.
func (r *restore) adoptComments(ctx context.Context) error {
	return r.onBench(ctx, func(old, id int64) error {
		if r.journal.id(archive.Comments, old) != 0 || r.journal.finished(archive.Comments, old) {
			return nil
		}
		return r.journal.write(entry{Kind: archive.Comments, Old: old, New: id})
	})
}

// draftComment makes an empty comment, of nobody. A site takes none twice, by which it
// tells of one that a killed run has made.
func (r *restore) draftComment(ctx context.Context, old int64, status comments.Status) error {
	if status != comments.StatusApproved {
		status = comments.StatusHold
	}
	name := r.slug(archive.Comments, old)
	params := &comments.Params{
		Post: &r.benches[0], Content: &name, AuthorName: &name, AuthorEmail: new("restore@example.invalid"),
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
		if err := r.adoptComments(ctx); err != nil || r.journal.id(archive.Comments, old) != 0 {
			return err
		}
	}
}

// clearBench removes what is left on the bench, comments that the site refused and those
// that were made twice.
func (r *restore) clearBench(ctx context.Context) error {
	left := []int64{}
	err := r.onBench(ctx, func(old, id int64) error {
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
	return nil
}

// removeBench deletes the benches, when nothing that was made is unfinished.
func (r *restore) removeBench(ctx context.Context) error {
	for _, kind := range r.kinds {
		for old := range r.journal.made[kind.Name] {
			if !r.journal.finished(kind.Name, old) && !kind.Terms {
				return r.noteMade(ctx)
			}
		}
	}
	if _, err := r.readBenches(ctx); err != nil { // one may have come late
		return err
	}
	for _, id := range r.benches {
		if _, err := r.site.Posts.Delete(ctx, id); err != nil && !errors.Is(err, cms.ErrNotFound) {
			return err
		}
	}
	return nil
}
