package main

import (
	"context"
	"errors"
	"strconv"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/examples/internal/archive"
	"github.com/fontcms/fontcms-go/examples/internal/program"
	"github.com/fontcms/fontcms-go/media"
)

// upload sends the files that the site does not have yet, under their own names.
func (r *restore) upload(ctx context.Context) error {
	if err := r.adopt(ctx, archive.Media); err != nil {
		return err
	}
	left, err := r.unmade(archive.Media)
	if err != nil || len(left) == 0 {
		return err
	}
	meter := program.Count(r.notes, "uploads", int64(len(left)))
	defer meter.Done()
	for _, id := range left {
		if err := r.uploadOne(ctx, id); err != nil {
			return err
		}
		meter.Add(1)
	}
	return nil
}

func (r *restore) uploadOne(ctx context.Context, id int64) error {
	var record archive.Record
	if err := r.from.Read(archive.Media, strconv.FormatInt(id, 10), &record); err != nil {
		return err
	}
	if record.FileName() == "" {
		r.leave(archive.Media, id, "it has no file")
		return nil
	}
	if why := r.from.FileDamage(record, r.source.Kind(archive.Media)); why != "" {
		r.leave(archive.Media, id, why)
		return nil
	}
	file, err := r.from.Upload(archive.Media, record.FileName())
	if err != nil {
		return err
	}
	file.Name = record.OriginalName()
	if file.MD5, err = file.Sum(); err != nil {
		return err
	}
	// The slug and the date come at once, since a site keeps those that a file has lost.
	params := &media.Params{Title: new(r.slug(archive.Media, id))}
	if slug := record.Text("slug"); slug != "" {
		params.Slug = &slug
	}
	if date := record.DateGMT(); !date.IsZero() {
		params.DateGMT = date.Date()
		r.date(&params.Date, &params.DateGMT, cms.LocalTime(record.Text("date")), date)
	}
	made, err := r.library.Upload(ctx, file, params)
	switch unfinished, ok := errors.AsType[*media.UnfinishedError](err); {
	case err == nil:
		return r.uploaded(id, made)
	case ok: // the sub-sizes can be made later
		if made, err = r.library.Get(ctx, unfinished.ID); err != nil {
			return err
		}
		r.note(archive.Media, id, "%v", unfinished)
		return r.uploaded(id, made)
	case errors.Is(err, cms.ErrOutcomeUnknown):
		if err := r.adopt(ctx, archive.Media); err != nil {
			return err
		}
		if r.journal.id(archive.Media, id) == 0 {
			return err // the next run tries again
		}
		return nil
	case refused(err):
		r.fail(archive.Media, id, err)
		return nil
	}
	return err
}

func (r *restore) uploaded(id int64, m *media.Media) error {
	record, err := archive.RecordOf(m)
	if err != nil {
		return err
	}
	return r.journal.write(entry{Kind: archive.Media, Old: id, New: m.ID, Source: m.SourceURL,
		Original: record.OriginalURL()})
}

// refused reports that the site rejected only this record. Without a response, or the
// right to write, the others would fail too.
func refused(err error) bool {
	e, ok := errors.AsType[*cms.Error](err)
	for _, all := range []error{cms.ErrUnauthorized, cms.ErrForbidden, cms.ErrRateLimited, cms.ErrUnavailable} {
		if errors.Is(err, all) {
			return false
		}
	}
	return ok && e.Status >= 400 && e.Code != ""
}
