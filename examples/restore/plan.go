package main

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/cms/comments"
	"github.com/fontcms/fontcms-go/examples/internal/archive"
	"github.com/fontcms/fontcms-go/examples/internal/program"
)

// countOptions are the arguments of a list that is only counted.
type countOptions struct {
	Status []cms.Status `url:"status,brackets,omitempty"`
}

// look finds out what the site has. One with content of its own is refused, since
// nothing tells that from what is restored.
func (r *restore) look(ctx context.Context, force bool) error {
	index, err := r.site.Index(ctx)
	if err != nil {
		return err
	}
	if r.zone, err = r.site.Location(ctx); err != nil {
		return err
	}
	if err := r.readKinds(ctx); err != nil {
		return err
	}
	if err := r.readRoutes(ctx); err != nil {
		return err
	}
	counts := map[string]int{}
	for _, kind := range r.kinds {
		if kind.Needs != "" && !slices.Contains(index.Namespaces, kind.Needs) {
			r.skip[kind.Name] = true
		}
		if r.skip[kind.Name] || !r.wants(kind.Name) || kind.Name == archive.Settings {
			continue // every site has settings
		}
		n, err := r.count(ctx, kind)
		switch {
		case errors.Is(err, cms.ErrNoRoute):
			r.skip[kind.Name] = true
		case err != nil:
			return fmt.Errorf("%s: %w", kind.Name, err)
		case !kind.Terms:
			counts[kind.Name] = n
		}
		if err := r.described(kind); err != nil {
			return err
		}
	}
	r.content = &archive.Rewriter{Home: r.source.Home, NewHome: index.Home}
	if err := r.believe(ctx, force); err != nil {
		return err
	}
	if force || len(r.benches) > 0 {
		return nil
	}
	left, err := r.left()
	if err != nil || !r.journal.fresh && left == 0 {
		return err
	}
	return r.empty(ctx, counts)
}

// empty is an error if the site has records that are not known to come from the folder.
func (r *restore) empty(ctx context.Context, counts map[string]int) error {
	var has []string
	for _, kind := range r.kinds {
		n := counts[kind.Name] - r.known[kind.Name]
		if n > 0 {
			stock, err := r.stock(ctx, kind)
			if err != nil {
				return fmt.Errorf("%s: %w", kind.Name, err)
			}
			n -= stock
		}
		if n > 0 {
			has = append(has, fmt.Sprintf("%d %s", n, kind.Name))
		}
	}
	if len(has) == 0 {
		return nil
	}
	others := "it has "
	if !r.journal.fresh {
		others = "of what it has, these were written or changed by others: "
	}
	return fmt.Errorf("%s is not empty: %s%s; nothing was changed; use -force to restore into it nevertheless",
		r.site.Site(), others, strings.Join(has, ", "))
}

// left is how many records are still to be restored.
func (r *restore) left() (n int, err error) {
	for _, kind := range r.kinds {
		if !r.wants(kind.Name) || r.skip[kind.Name] {
			continue
		}
		t, err := r.tally(kind.Name)
		if err != nil {
			return 0, err
		}
		n += t.left
	}
	return n, nil
}

func (r *restore) count(ctx context.Context, kind archive.Kind) (int, error) {
	switch kind.Name {
	case archive.Snippets:
		return r.snippets.Count(ctx, nil)
	case archive.Comments:
		return comments.New(r.site).Count(ctx, &comments.ListOptions{Status: comments.FilterAny, Type: comments.TypeAll})
	}
	list := cms.NewCollection[archive.Record, struct{}, countOptions](r.site, kind.Route)
	return list.Count(ctx, &countOptions{Status: kind.Statuses})
}

// tally is how many records of a kind the folder has, and how far they have come.
type tally struct{ all, restored, left int }

// tally counts the records of a kind.
func (r *restore) tally(kind string) (t tally, err error) {
	ids, err := r.records(kind)
	for _, id := range ids {
		switch {
		case !r.journal.finished(kind, id):
			t.left++
		case !r.journal.out(kind, id):
			t.restored++
		}
	}
	t.all = len(ids)
	return t, err
}

// tallies are those of all kinds that are wanted, by their names.
func (r *restore) tallies() (map[string]tally, error) {
	all := map[string]tally{}
	for _, kind := range r.kinds {
		if !r.wants(kind.Name) {
			continue
		}
		var err error
		if all[kind.Name], err = r.tally(kind.Name); err != nil {
			return nil, err
		}
	}
	return all, nil
}

// print says what a run has done, given how far everything was before. A dry run says what
// would be done. Of a run that was stopped it lists only the kinds of which it restored any.
func (r *restore) print(before map[string]tally, dry, stopped bool) error {
	after, err := r.tallies()
	if err != nil {
		return err
	}
	program.Printf(r.out, "from %s (a mirror of %s) to %s:\n", r.from.Path(), r.source.Site, r.site.Site())
	total := 0
	for _, kind := range r.kinds {
		if after[kind.Name].all == 0 { // nothing to restore, or not requested
			continue
		}
		restored, note := after[kind.Name].restored-before[kind.Name].restored, ""
		if dry {
			restored = before[kind.Name].left
		}
		if r.skip[kind.Name] {
			restored, note = 0, "; skipped: "+r.absent(kind)
		}
		if stopped && restored == 0 {
			continue
		}
		total += restored
		program.Printf(r.out, "%-20s %5d in the folder, %d restored%s\n", kind.Name+":", after[kind.Name].all, restored, note)
	}
	looks, err := r.printLooks(dry, stopped)
	program.Total(r.out, dry, "%d records restored", total+looks)
	return err
}

// absent says that the site does not have a kind.
func (r *restore) absent(kind archive.Kind) string {
	if kind.Needs != "" {
		return program.Absent(kind.Needs)
	}
	return "the site does not have " + kind.Route
}
