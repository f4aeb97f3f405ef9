package main

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/cms/comments"
	"github.com/fontcms/fontcms-go/examples/internal/archive"
	"github.com/fontcms/fontcms-go/examples/internal/program"
	"github.com/fontcms/fontcms-go/snippets"
)

// believe compares the journal with the site. Anybody may have written the journal, so
// that it proves nothing by itself. An unfinished record is written only if the benches
// name it, or if it still is the draft that this restore has made. A finished record is
// never written again. It is known if the benches name it, or if it is the same as in the
// folder. If the site knows nothing of the journal, a new one is begun.
func (r *restore) believe(ctx context.Context, force bool) error {
	if r.journal.fresh {
		return nil
	}
	noted, err := r.readBenches(ctx)
	if err != nil {
		return err
	}
	var lost, strange, all int
	for _, kind := range r.kinds {
		if r.skip[kind.Name] || len(r.journal.made[kind.Name]) == 0 {
			continue
		}
		site, err := r.onSite(ctx, kind)
		if err != nil {
			return fmt.Errorf("%s: %w", kind.Name, err)
		}
		for old, e := range r.journal.made[kind.Name] {
			all++
			record, done := site[e.New], r.journal.finished(kind.Name, old)
			if record == nil {
				if there, err := r.still(ctx, kind, e.New); err != nil {
					return fmt.Errorf("%s/%d: %w", kind.Name, old, err)
				} else if !there {
					r.journal.lose(kind.Name, old)
					lost++
					continue
				}
			}
			switch own := noted[mark{kind.Name, old}] == e.New; {
			case own || !done && r.marked(kind.Name, old, record):
				r.known[kind.Name]++
			case !done:
				r.note(kind.Name, old, "the journal names the record %d of the site, which is not the draft of this restore: "+
					"it stays as it is, and another one is made", e.New)
				r.journal.lose(kind.Name, old)
			case r.same(kind.Name, old, record):
				r.known[kind.Name]++
			case kind.Terms: // terms are found by their slugs again
				r.journal.lose(kind.Name, old)
			default:
				strange++
			}
		}
	}
	known := 0
	for _, kind := range r.kinds {
		if !kind.Terms { // every site has a category with the slug of the first
			known += r.known[kind.Name]
		}
	}
	switch {
	case known == 0 && len(r.benches) == 0 && (all > 0 || len(r.journal.done) == 0) && !(force && strange > 0):
		if all > 0 {
			program.Printf(r.notes, "the site has none of the %d records that the journal %s names: a new journal is begun\n",
				all, r.journal.place.path)
		}
		r.journal.anew()
	case strange > 0 && !force && len(r.benches) > 0:
		return fmt.Errorf("the journal %s names %d records of %s that are not as in the folder, and that the site does not "+
			"know as restored; nothing was changed; use -force to believe the journal", r.journal.place.path, strange,
			r.site.Site())
	case lost > 0:
		program.Printf(r.notes, "the site does not have %d of the records that the journal names: they are restored again\n",
			lost)
	}
	return nil
}

// onSite are the records of a kind that the site lists, with what [archive.Same] needs.
func (r *restore) onSite(ctx context.Context, kind archive.Kind) (map[int64]archive.Record, error) {
	all := map[int64]archive.Record{}
	options := []cms.WalkOption{cms.Exact(), cms.Fields(archive.SameFields(kind)...)}
	switch kind.Name {
	case archive.Snippets:
		records, err := kind.All(ctx, r.site)
		for _, record := range records {
			all[record.ID()] = record
		}
		return all, err
	case archive.Comments:
		list := cms.NewCollection[archive.Record, struct{}, comments.ListOptions](r.site, kind.Route)
		for record, err := range list.All(ctx, &comments.ListOptions{Context: cms.ContextEdit, Status: comments.FilterAny,
			Type: comments.TypeAll}, options...) {
			if err != nil {
				return nil, err
			}
			all[record.ID()] = *record
		}
		return all, nil
	}
	for record, err := range kind.On(r.site).All(ctx, kind.Options(), options...) {
		if err != nil {
			return nil, err
		}
		all[record.ID()] = *record
	}
	return all, nil
}

// still reports whether the site has a record that its list leaves out.
func (r *restore) still(ctx context.Context, kind archive.Kind, id int64) (bool, error) {
	_, err := kind.On(r.site).Get(ctx, id, cms.Fields("id"))
	e, said := errors.AsType[*cms.Error](err)
	switch {
	case err == nil || errors.Is(err, cms.ErrForbidden):
		return true, nil
	case errors.Is(err, cms.ErrNotFound) || said && e.Code == snippets.CodeCannotGet:
		return false, nil
	}
	return false, err
}

// same reports whether a record of the site is the same as in the folder.
func (r *restore) same(kind string, old int64, record archive.Record) bool {
	var was archive.Record
	return record != nil && r.from.Read(kind, strconv.FormatInt(old, 10), &was) == nil &&
		archive.Same(kind, was, record)
}

// marked reports whether a record of the site is the draft that this restore has made of
// a record of the folder.
func (r *restore) marked(kind string, old int64, record archive.Record) bool {
	of, ok := r.draftOf(kind, record)
	return ok && of == old
}

// stock is how many records of a kind a new site has made by itself: a navigation that
// only lists the pages, and the first post with its comment and the first pages, if all
// of them are of the same moment and were never changed.
func (r *restore) stock(ctx context.Context, kind archive.Kind) (n int, err error) {
	if !slices.Contains([]string{archive.Navigation, archive.Posts, archive.Pages, archive.Comments}, kind.Name) {
		return 0, nil
	}
	born, err := r.born(ctx)
	if err != nil {
		return 0, err
	}
	options := kind.Options()
	options.OrderBy, options.Order = "id", cms.Ascending
	if kind.Name == archive.Comments {
		options.Status = nil
	}
	fields := cms.Fields("id", "slug", "content", "date_gmt", "modified_gmt", "post")
	page, err := kind.On(r.site).List(ctx, options, fields)
	if err != nil {
		return 0, err
	}
	for _, record := range page.Items {
		if archive.Stock(kind.Name, record, born) {
			n++
		}
	}
	return n, nil
}

// born is when the site was installed, "" if it does not have the post and the page that
// this makes.
func (r *restore) born(ctx context.Context) (cms.GMTTime, error) {
	var moments [2]cms.GMTTime
	for i, path := range []string{"cms/v2/posts/1", "cms/v2/pages/2"} {
		record, err := cms.Do(ctx, r.site, cms.Request[archive.Record]{Path: path}, cms.Fields("id", "date_gmt"))
		if errors.Is(err, cms.ErrNotFound) || errors.Is(err, cms.ErrForbidden) || errors.Is(err, cms.ErrUnauthorized) {
			return "", nil
		}
		if err != nil {
			return "", err
		}
		moments[i] = record.DateGMT()
	}
	if moments[0] != moments[1] {
		return "", nil
	}
	return moments[0], nil
}
