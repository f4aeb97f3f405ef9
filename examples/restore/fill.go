package main

import (
	"context"
	"errors"
	"slices"
	"strconv"

	"github.com/fontcms/fontcms-go/batch"
	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/cms/menus"
	"github.com/fontcms/fontcms-go/examples/internal/archive"
	"github.com/fontcms/fontcms-go/examples/internal/program"
)

// dispensable are fields that depend on the theme or the plugins of a site. A
// record that is refused for one of them is written without.
func (r *restore) dispensable(kind string) []string {
	fields := []string{"template", "format", "meta"}
	for _, member := range r.takes[kind].members {
		if name := member.Name; !slices.Contains(indispensable(), name) && !slices.Contains(fields, name) {
			fields = append(fields, name)
		}
	}
	return fields
}

// indispensable are the fields of all types without which a record would be another one.
func indispensable() []string {
	return append(unsent(), "password", "title", "content", "excerpt", "author", "parent", "featured_media", "menu_order",
		"comment_status", "ping_status")
}

// fill writes the records of a kind over their drafts. It may be retried: a second
// identical update changes nothing.
func (r *restore) fill(ctx context.Context, kind string) error {
	trashed, left, err := r.unfilled(kind)
	if err != nil || len(trashed)+len(left) == 0 {
		return err
	}
	meter := program.Count(r.notes, kind, int64(len(trashed)+len(left)))
	defer meter.Done()
	for _, list := range [][]int64{trashed, left} {
		if err := r.fillList(ctx, kind, list, meter); err != nil {
			return err
		}
	}
	return nil
}

func (r *restore) fillList(ctx context.Context, kind string, left []int64, meter *program.Meter) error {
	without := map[string]bool{}
	for len(left) > 0 {
		part := left[:min(len(left), batch.MaxItems)]
		left = left[len(part):]
		again, err := r.fillPart(ctx, kind, part, nil)
		for i := 0; err == nil && len(again) > 0 && i < len(r.dispensable(kind)); i++ {
			for _, id := range again {
				r.note(kind, id.old, "the site has no such %s, and the record comes without", id.field)
				without[id.field] = true
			}
			again, err = r.fillPart(ctx, kind, olds(again), without)
		}
		if err != nil {
			return err
		}
		meter.Add(int64(len(part)))
	}
	return nil
}

// unfilled are the records that have a draft and are not done. Those that go to the
// trash come first: there they give up their slugs, which others have now.
func (r *restore) unfilled(kind string) (trashed, left []int64, err error) {
	ids, err := r.records(kind)
	if err != nil {
		return nil, nil, err
	}
	ids = slices.DeleteFunc(ids, func(id int64) bool {
		return r.journal.id(kind, id) == 0 || r.journal.finished(kind, id)
	})
	if kind == archive.MenuItems {
		left, err = r.menuOrder(ids)
		return nil, left, err
	}
	for _, id := range ids {
		var record struct {
			Status cms.Status `json:"status"`
		}
		if err := r.from.Read(kind, strconv.FormatInt(id, 10), &record); err != nil {
			return nil, nil, err
		}
		if record.Status == cms.StatusTrash {
			trashed = append(trashed, id)
		} else {
			left = append(left, id)
		}
	}
	return trashed, left, nil
}

// menuOrder puts items in the order of the trees that they make.
func (r *restore) menuOrder(ids []int64) ([]int64, error) {
	items := make([]*cms.MenuItem, len(ids))
	for i, id := range ids {
		items[i] = &cms.MenuItem{}
		if err := r.from.Read(archive.MenuItems, strconv.FormatInt(id, 10), items[i]); err != nil {
			return nil, err
		}
	}
	out := ids[:0]
	var visit func(nodes []*cms.Node[cms.MenuItem])
	visit = func(nodes []*cms.Node[cms.MenuItem]) {
		for _, node := range nodes {
			out = append(out, node.Item.ID)
			visit(node.Children)
		}
	}
	visit(menus.Tree(items))
	return out, nil
}

// refusal is a record that the site refused for one field.
type refusal struct {
	old   int64
	field string
}

func olds(list []refusal) []int64 {
	out := make([]int64, len(list))
	for i, one := range list {
		out[i] = one.old
	}
	return out
}

// fillPart sends one batch, and returns what is to be tried again without a field.
func (r *restore) fillPart(
	ctx context.Context, kind string, part []int64, without map[string]bool,
) (again []refusal, err error) {
	var updates, trash []cms.Request[made]
	var sent, trashed []int64
	wanted := map[int64]filling{}
	for _, id := range part {
		f, err := r.filling(kind, id, without)
		if errors.Is(err, errNothing) {
			r.note(kind, id, "left out: %v", err)
			if err := r.leaveOut(ctx, kind, id); err != nil {
				return nil, err
			}
			continue
		}
		if err != nil {
			return nil, err
		}
		updates = append(updates, f.request)
		sent, wanted[id] = append(sent, id), f
		if f.trash {
			content := cms.NewContent[made, struct{}, struct{}](r.site, r.kind(kind).Route)
			trash = append(trash, content.TrashRequest(r.journal.id(kind, id)))
			trashed = append(trashed, id)
		}
	}
	results, err := r.send(ctx, kind, updates)
	if err != nil {
		return nil, err
	}
	var done []entry
	for i, result := range results {
		m, ok := batch.Value[made](result)
		field := r.refusedField(kind, result.Err)
		switch {
		case !ok && field != "" && !without[field]:
			again = append(again, refusal{sent[i], field})
		case !ok:
			r.fail(kind, sent[i], result.Err)
		case slices.Contains(trashed, sent[i]):
		default:
			want := wanted[sent[i]]
			if want.slug != "" && m.Slug != want.slug {
				r.note(kind, sent[i], "the site gives it the slug %s, not %s", m.Slug, want.slug)
			}
			r.noteDate(kind, sent[i], want.moment, m.DateGMT)
			done = append(done, entry{Kind: kind, Old: sent[i], Done: true})
		}
	}
	results, err = r.send(ctx, kind, trash)
	if err != nil {
		return nil, err
	}
	for i, result := range results {
		if result.Err != nil && !errors.Is(result.Err, cms.ErrGone) {
			r.fail(kind, trashed[i], result.Err)
			continue
		}
		done = append(done, entry{Kind: kind, Old: trashed[i], Done: true})
	}
	return again, r.journal.write(done...)
}

// send sends requests that may be retried, and retries all of them if a response is
// lost.
func (r *restore) send(ctx context.Context, kind string, requests []cms.Request[made]) ([]batch.Result, error) {
	const attempts = 4
	for i := 1; ; i++ {
		results, err := r.sendOnce(ctx, kind, requests)
		if err == nil && !slices.ContainsFunc(results,
			func(one batch.Result) bool { return errors.Is(one.Err, cms.ErrOutcomeUnknown) }) {
			return results, nil
		}
		if err == nil {
			err = (&batch.Report{Results: results}).Err()
		}
		if i == attempts || ctx.Err() != nil || !errors.Is(err, cms.ErrOutcomeUnknown) {
			return nil, err
		}
	}
}

// refusedField is the one dispensable field for which a record was refused.
func (r *restore) refusedField(kind string, err error) string {
	e, ok := errors.AsType[*cms.Error](err)
	if !ok {
		return ""
	}
	for _, field := range r.dispensable(kind) {
		if _, blamed := e.Params[field]; blamed {
			return field
		}
	}
	return ""
}

// leaveOut removes the draft of a record that cannot be restored.
func (r *restore) leaveOut(ctx context.Context, kind string, old int64) error {
	list := cms.NewCollection[made, struct{}, struct{}](r.site, r.kind(kind).Route)
	if _, err := list.Delete(ctx, r.journal.id(kind, old)); err != nil && !errors.Is(err, cms.ErrNotFound) {
		return err
	}
	return r.journal.write(entry{Kind: kind, Old: old, Done: true, Out: true})
}
