package main

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"regexp"
	"strconv"

	"github.com/fontcms/fontcms-go/batch"
	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/examples/internal/archive"
	"github.com/fontcms/fontcms-go/examples/internal/program"
)

// made is what is asked back of a record.
type made struct {
	ID        int64      `json:"id"`
	Slug      string     `json:"slug"`
	Status    cms.Status `json:"status"`
	Title     cms.Text   `json:"title"`
	SourceURL string     `json:"source_url"`
	Filename  *string    `json:"filename"`
}

// answer selects a few fields: whole records would be most of the traffic.
func answer() url.Values { return url.Values{"_fields": {"id,slug,status,title"}} }

// slug is that of a draft until it is filled: it says which record it stands for.
// A menu item, which has none, has it for a title, and a snippet for a name.
func (r *restore) slug(kind string, old int64) string {
	return fmt.Sprintf("restore-%s-%s-%d", r.journal.head.Token, kind, old)
}

// standsFor reads a slug of the kind; exact is false for one that the site had to
// change, because there was another.
func (r *restore) standsFor(kind, slug string) (old int64, exact, ok bool) {
	parts := regexp.MustCompile(`^restore-` + r.journal.head.Token + `-` + regexp.QuoteMeta(kind) +
		`-(\d+)(-\d+)?$`).FindStringSubmatch(slug)
	if parts == nil {
		return 0, false, false
	}
	old, err := strconv.ParseInt(parts[1], 10, 64)
	return old, parts[2] == "", err == nil
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
			requests = append(requests, r.draft(kind, id))
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
// items belong to no menu.
func (r *restore) draft(kind string, old int64) cms.Request[made] {
	name := r.slug(kind, old)
	body := map[string]string{"status": "draft", "slug": name, "title": name}
	if kind == archive.MenuItems {
		body = map[string]string{"status": "draft", "title": name, "type": "custom", "url": "#"}
	}
	return cms.Request[made]{
		Operation: "draft", Method: http.MethodPost, Path: r.kind(kind).Route, Query: answer(), Body: body,
		Repeat: cms.RepeatUnsent,
	}
}

// adopt takes over the drafts of a run that was killed before it could note them,
// and deletes those that were made twice because a site finished the work of such
// a run late.
func (r *restore) adopt(ctx context.Context, kind string) error {
	if r.skip[kind] {
		return nil
	}
	options := &countOptions{PerPage: 100, Status: []cms.Status{cms.StatusDraft}}
	if kind == archive.Media {
		options.Status = []cms.Status{cms.StatusInherit}
	}
	list := cms.NewCollection[made, struct{}, countOptions](r.site, r.kind(kind).Route)
	var twice []int64
	for m, err := range list.All(ctx, options, cms.Exact(), cms.Fields("id", "slug", "title", "source_url", "filename")) {
		if err != nil {
			return err
		}
		name := m.Slug
		if kind == archive.MenuItems {
			name = m.Title.Rendered
		}
		old, exact, ok := r.standsFor(kind, name)
		if !ok || m.ID == r.journal.id(kind, old) {
			continue
		}
		if r.journal.id(kind, old) != 0 || !exact && kind == archive.Media {
			twice = append(twice, m.ID)
			continue
		}
		record := archive.Record{}
		if kind == archive.Media {
			if record, err = archive.RecordOf(m); err != nil {
				return err
			}
		}
		if err := r.journal.write(entry{Kind: kind, Old: old, New: m.ID, Source: m.SourceURL,
			Original: record.OriginalURL()}); err != nil {
			return err
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
	return r.adoptSnippets(ctx)
}
