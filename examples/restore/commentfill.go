package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/cms/comments"
	"github.com/fontcms/fontcms-go/examples/internal/archive"
)

// fillComment turns a draft on the bench into its comment, on the right post. It may be
// retried.
func (r *restore) fillComment(ctx context.Context, t *threads, old int64, c *comments.Comment) error {
	params, err := r.commentParams(c)
	if err != nil {
		return err
	}
	parent, last := r.above(t, old)
	if params.Parent = &parent; parent == 0 && c.Parent != 0 && last {
		r.note(archive.Comments, old, "the comment that it replies to is not on the site")
	}
	id, all := r.journal.id(archive.Comments, old), comments.New(r.site)
	made, err := all.Update(ctx, id, params)
	for field := invalidField(params, err); field != ""; field = invalidField(params, err) {
		r.note(archive.Comments, old, "the site does not take its %s, and it comes without", field)
		made, err = all.Update(ctx, id, params)
	}
	if err == nil && c.Status == comments.StatusTrash {
		if _, err = all.Trash(ctx, id); errors.Is(err, cms.ErrGone) {
			err = nil // it is already in the trash
		}
	}
	switch {
	case errors.Is(err, cms.ErrNotFound): // somebody has deleted the draft: the next run makes another one
		r.fail(archive.Comments, old, err)
		return r.journal.write(entry{Kind: archive.Comments, Old: old, Gone: true})
	case refused(err) || hasCode(err, comments.CodeInvalidPost):
		r.fail(archive.Comments, old, err)
		return nil
	case err != nil:
		return err
	}
	if made.Post != *params.Post { // it stays on the draft, and is deleted with it: the next run creates another one
		r.fail(archive.Comments, old, fmt.Errorf("the site keeps it on the record %d, instead of %d", made.Post,
			*params.Post))
		return r.journal.write(entry{Kind: archive.Comments, Old: old, Gone: true})
	}
	if made.Content.Raw != *params.Content {
		r.note(archive.Comments, old, "the site stores another text")
	}
	r.noteDate(archive.Comments, old, c.DateGMT, made.DateGMT)
	if params.Status != nil && made.Status != *params.Status {
		r.note(archive.Comments, old, "the site gives it the status %s, not %s", made.Status, *params.Status)
	}
	if !last {
		return nil // the comment that it replies to may come in a later run
	}
	return r.journal.write(entry{Kind: archive.Comments, Old: old, Done: true})
}

// commentParams are all fields of a comment but its parent. Of one whose author the
// site does not have they make that of a guest.
func (r *restore) commentParams(c *comments.Comment) (*comments.Params, error) {
	params, err := c.Params()
	if err != nil {
		return nil, err
	}
	params.Post = new(r.commented(c.Post))
	params.Author = r.author(params.Author)
	params.AuthorName, params.AuthorEmail, params.AuthorURL = &c.AuthorName, &c.AuthorEmail, &c.AuthorURL
	params.AuthorIP, params.AuthorUserAgent = new(cmp.Or(c.AuthorIP, archive.NoIP)),
		new(cmp.Or(c.AuthorUserAgent, archive.NoUserAgent))
	params.Content = r.text(params.Content)
	switch c.Status {
	case comments.StatusApproved, comments.StatusHold, comments.StatusSpam:
	case comments.StatusTrash: // already on hold: a delayed update with a status would take it out of the trash
		params.Status = nil
	default:
		params.Status = new(comments.StatusHold)
		r.note(archive.Comments, c.ID, "was %s, which cannot be written, and is on hold", c.Status)
	}
	r.date(&params.Date, &params.DateGMT, c.Date, c.DateGMT)
	return params, nil
}

// invalidField empties the field for which the site refused a comment, if a comment can
// do without it: older versions of WordPress stored what newer ones refuse.
func invalidField(params *comments.Params, err error) (field string) {
	e, ok := errors.AsType[*cms.Error](err)
	if !ok {
		return ""
	}
	empty := func(name string, value **string, to string) {
		if _, blamed := e.Params[name]; blamed && *value != nil && **value != to {
			*value, field = &to, name
		}
	}
	empty("author_url", &params.AuthorURL, "")
	empty("author_email", &params.AuthorEmail, "")
	empty("author_ip", &params.AuthorIP, archive.NoIP)
	if _, blamed := e.Params["meta"]; blamed && params.Meta != nil {
		params.Meta, field = nil, "meta"
	}
	return field
}

func hasCode(err error, code cms.ErrorCode) bool {
	e, ok := errors.AsType[*cms.Error](err)
	return ok && e.Code == code
}
