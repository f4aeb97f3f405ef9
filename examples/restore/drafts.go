package main

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"github.com/fontcms/fontcms-go/batch"
	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/cms/describe"
	"github.com/fontcms/fontcms-go/examples/internal/archive"
	"github.com/fontcms/fontcms-go/examples/internal/program"
)

// made is what is asked back of a record.
type made struct {
	ID      int64       `json:"id"`
	Slug    string      `json:"slug"`
	Status  cms.Status  `json:"status"`
	DateGMT cms.GMTTime `json:"date_gmt"`
}

// answer selects a few fields: whole records would be most of the traffic.
func answer() url.Values { return url.Values{"_fields": {"id,slug,status,date_gmt"}} }

// slug is the title of a draft until it is filled: it says which record it stands for. A
// draft has no slug, since a site keeps the slugs that published records have lost. Types
// without titles have it as a slug, and comments as their text.
func (r *restore) slug(kind string, old int64) string {
	return fmt.Sprintf("restore-%s-%s-%d", r.journal.head.Token, kind, old)
}

// standsFor reads a slug of the kind.
func (r *restore) standsFor(kind, slug string) (old int64, ok bool) {
	digits, ok := strings.CutPrefix(slug, fmt.Sprintf("restore-%s-%s-", r.journal.head.Token, kind))
	old, err := strconv.ParseInt(digits, 10, 64)
	return old, ok && err == nil
}

// draftOf is the record of the folder that a record of the site stands for. Only drafts
// that nobody has written to stand for some.
func (r *restore) draftOf(kind string, record archive.Record) (old int64, ok bool) {
	switch kind {
	case archive.Comments:
		return r.standsFor(kind, record.Raw("content"))
	case archive.Snippets:
		return r.standsFor(kind, record.Text("name"))
	case archive.Media:
		return r.standsFor(kind, record.Raw("title"))
	}
	name := record.Raw("title")
	if !r.titled(kind) {
		name = record.Text("slug")
	}
	old, ok = r.standsFor(kind, name)
	return old, ok && record.Text("status") == string(cms.StatusDraft)
}

// titled reports whether the records of a kind have titles.
func (r *restore) titled(kind string) bool {
	return !r.kind(kind).Raw || r.accepts(kind, "title")
}

// accepts reports whether the site takes a field of a kind that has no type of the SDK.
func (r *restore) accepts(kind, field string) bool {
	return slices.ContainsFunc(r.takes[kind].members, func(m describe.NamedSchema) bool { return m.Name == field })
}

// unmade are the records that have no new id yet.
func (r *restore) unmade(kind string) ([]int64, error) {
	ids, err := r.records(kind)
	var out []int64
	for _, id := range ids {
		if r.journal.id(kind, id) == 0 && !r.journal.finished(kind, id) {
			out = append(out, id)
		}
	}
	return out, err
}

// drafts makes a draft for each record of a kind that has none. If the response to a
// batch was lost, it searches for its drafts before it makes the rest.
func (r *restore) drafts(ctx context.Context, kind string) error {
	if r.skip[kind] {
		return r.skipKind(kind)
	}
	if err := r.adopt(ctx, kind); err != nil {
		return err
	}
	left, err := r.unmade(kind)
	if err != nil || len(left) == 0 {
		return err
	}
	meter := program.Count(r.notes, "new "+kind, int64(len(left)))
	defer meter.Done()
	const rounds = 4
	for range rounds {
		if err = r.draftAll(ctx, kind, left, meter); !errors.Is(err, cms.ErrOutcomeUnknown) || ctx.Err() != nil {
			break
		}
		if err := r.adopt(ctx, kind); err != nil {
			return err
		}
		if left, err = r.unmade(kind); err != nil {
			return err
		}
	}
	return err
}

// skipKind leaves out all records of a kind that the site does not have.
func (r *restore) skipKind(kind string) error {
	left, err := r.unmade(kind)
	if len(left) > 0 {
		program.Printf(r.notes, "%s: %d are left out, since %s\n", kind, len(left), r.absent(r.kind(kind)))
		r.leftOut += len(left)
	}
	return err
}

func (r *restore) draftAll(ctx context.Context, kind string, left []int64, meter *program.Meter) error {
	for len(left) > 0 {
		part := left[:min(len(left), batch.MaxItems)]
		left = left[len(part):]
		var requests []cms.Request[made]
		for _, id := range part {
			request, err := r.draft(kind, id)
			if err != nil {
				return err
			}
			requests = append(requests, request)
		}
		results, err := r.sendOnce(ctx, kind, requests)
		var entries []entry
		var lost error
		for i, result := range results {
			m, ok := batch.Value[made](result)
			switch {
			case ok:
				entries = append(entries, entry{Kind: kind, Old: part[i], New: m.ID})
			case err == nil && refused(result.Err):
				r.fail(kind, part[i], result.Err)
			default:
				lost = errors.Join(lost, result.Err)
			}
		}
		if err := r.journal.write(entries...); err != nil {
			return err
		}
		if err := errors.Join(err, lost); err != nil {
			return err
		}
		meter.Add(int64(len(part)))
	}
	return nil
}

// draft is the request that makes one. What is not there yet cannot be seen: menu
// items belong to no menu. A record that will be published gets its date at once, since a
// site keeps the dates that published records have lost.
func (r *restore) draft(kind string, old int64) (cms.Request[made], error) {
	name := r.slug(kind, old)
	body := map[string]any{"status": "draft", "title": name}
	switch {
	case kind == archive.MenuItems:
		body["type"], body["url"] = "custom", "#"
	case !r.titled(kind):
		body = map[string]any{"status": "draft", "slug": name}
	}
	if kind != archive.MenuItems && (!r.kind(kind).Raw || r.accepts(kind, "date_gmt")) {
		var record archive.Record
		if err := r.from.Read(kind, strconv.FormatInt(old, 10), &record); err != nil {
			return cms.Request[made]{}, err
		}
		if was := record.DateGMT(); !was.IsZero() && record.Text("status") == string(cms.StatusPublish) {
			local, gmt := cms.Date{}, was.Date()
			r.date(&local, &gmt, cms.LocalTime(record.Text("date")), was)
			if body["date_gmt"] = gmt; gmt.IsZero() {
				delete(body, "date_gmt")
				body["date"] = local
			}
		}
	}
	return cms.Request[made]{
		Operation: "draft", Method: http.MethodPost, Path: r.kind(kind).Route, Query: answer(), Body: body,
		Repeat: cms.RepeatUnsent,
	}, nil
}

// adopt takes over the drafts of a run that was killed before it could note them,
// and deletes those that were made twice because a site finished the work of such
// a run late.
func (r *restore) adopt(ctx context.Context, kind string) error {
	if r.skip[kind] {
		return nil
	}
	options := &archive.ListOptions{Context: cms.ContextEdit, Status: []cms.Status{cms.StatusDraft}}
	if kind == archive.Media {
		options.Status = []cms.Status{cms.StatusInherit}
	}
	list := r.kind(kind).On(r.site)
	var twice []int64
	fields := cms.Fields("id", "slug", "status", "title", "source_url", "filename")
	for record, err := range list.All(ctx, options, cms.Exact(), fields) {
		if err != nil {
			return err
		}
		old, ok := r.draftOf(kind, *record)
		switch id := r.journal.id(kind, old); {
		case !ok || id == record.ID():
		case id != 0:
			twice = append(twice, record.ID())
		default:
			if err := r.journal.write(entry{Kind: kind, Old: old, New: record.ID(), Source: record.SourceURL(),
				Original: record.OriginalURL()}); err != nil {
				return err
			}
		}
	}
	for _, id := range twice {
		if _, err := list.Delete(ctx, id); err != nil && !errors.Is(err, cms.ErrNotFound) {
			return err
		}
	}
	return nil
}

// clear looks once more for drafts that came late.
func (r *restore) clear(ctx context.Context) error {
	for _, kind := range append([]string{archive.Media}, r.drafted()...) {
		if err := r.adopt(ctx, kind); err != nil {
			return err
		}
	}
	if err := r.adoptSnippets(ctx); err != nil {
		return err
	}
	return r.removeBench(ctx)
}
