package main

import (
	"context"
	"slices"
	"strconv"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/examples/internal/archive"
	"github.com/fontcms/fontcms-go/examples/internal/program"
	"github.com/fontcms/fontcms-go/media"
)

// fillMedia writes the texts of the library. A site takes no media in a batch.
func (r *restore) fillMedia(ctx context.Context) error {
	ids, err := r.records(archive.Media)
	ids = slices.DeleteFunc(ids, func(id int64) bool {
		return r.journal.id(archive.Media, id) == 0 || r.journal.finished(archive.Media, id)
	})
	if err != nil || len(ids) == 0 {
		return err
	}
	meter := program.Count(r.notes, archive.Media, int64(len(ids)))
	defer meter.Done()
	for _, id := range ids {
		if err := r.fillOne(ctx, id); err != nil {
			return err
		}
		meter.Add(1)
	}
	return nil
}

func (r *restore) fillOne(ctx context.Context, id int64) error {
	var m media.Media
	if err := r.from.Read(archive.Media, strconv.FormatInt(id, 10), &m); err != nil {
		return err
	}
	params, err := m.Params()
	if err != nil {
		return err
	}
	r.date(&params.Date, &params.DateGMT, m.Date, m.DateGMT)
	drop(&params.AltText, m.AltText == "") // a site would store the empty text
	drop(&params.Template, m.Template == "")
	params.Author = r.author(params.Author)
	params.Caption, params.Description = r.text(params.Caption), r.text(params.Description)
	params.FeaturedMedia = r.id(archive.Media, params.FeaturedMedia)
	if params.Extra, err = r.ownTerms(archive.Media, strconv.FormatInt(id, 10)); err != nil {
		return err
	}
	params.Post = r.owner(params.Post)
	if m.Status == cms.StatusTrash {
		r.note(archive.Media, id, "was in the trash, into which the REST API puts no media")
	}
	made, err := r.library.Update(ctx, r.journal.id(archive.Media, id), params)
	if refused(err) {
		r.fail(archive.Media, id, err)
		return nil
	}
	if err != nil {
		return err
	}
	if params.Slug != nil && made.Slug != *params.Slug {
		r.note(archive.Media, id, "the site gives it the slug %s, not %s", made.Slug, *params.Slug)
	}
	r.noteDate(archive.Media, id, m.DateGMT, made.DateGMT)
	return r.journal.write(entry{Kind: archive.Media, Old: id, Done: true})
}

// owner is the record to which a file belongs, 0 for none.
func (r *restore) owner(old *int64) *int64 {
	if old == nil || *old == 0 {
		return nil
	}
	if id := r.commented(*old); id != 0 {
		return &id
	}
	return nil
}
