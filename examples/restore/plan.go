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
	Status  []cms.Status `url:"status,brackets,omitempty"`
	PerPage int          `url:"per_page,omitempty"`
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
	var has []string
	r.kinds = r.source.AllKinds(r.site.Prefix())
	if err := r.readRoutes(ctx); err != nil {
		return err
	}
	for _, kind := range r.kinds {
		if kind.Needs != "" && !slices.Contains(index.Namespaces, kind.Needs) {
			r.skip[kind.Name] = true
			continue
		}
		if !r.wants(kind.Name) || kind.Name == archive.Settings {
			continue // every site has settings
		}
		n, err := r.count(ctx, kind)
		switch {
		case errors.Is(err, cms.ErrNoRoute):
			r.skip[kind.Name] = true
		case err != nil:
			return fmt.Errorf("%s: %w", kind.Name, err)
		case n > 0 && !kind.Terms:
			has = append(has, fmt.Sprintf("%d %s", n, kind.Name))
		}
		if err := r.described(kind); err != nil {
			return err
		}
	}
	r.content = &archive.Rewriter{Home: r.source.Home, NewHome: index.Home}
	if len(has) > 0 && r.journal.fresh && !force {
		return fmt.Errorf("%s is not empty: it has %s; nothing was changed; use -force to restore into it nevertheless", r.site.Site(), strings.Join(has, ", "))
	}
	return nil
}

func (r *restore) count(ctx context.Context, kind archive.Kind) (int, error) {
	switch kind.Name {
	case archive.Snippets:
		return r.snippets.Count(ctx, nil)
	case archive.Comments:
		return comments.New(r.site).Count(ctx, &comments.ListOptions{Status: comments.FilterAny, Type: comments.TypeAll})
	}
	return cms.NewCollection[archive.Record, struct{}, countOptions](r.site, kind.Route).Count(ctx, &countOptions{Status: kind.Statuses})
}

// plan prints what a run would do.
func (r *restore) plan() error {
	program.Printf(r.out, "from %s (a mirror of %s) to %s:\n", r.from.Path(), r.source.Site, r.site.Site())
	for _, kind := range r.kinds {
		if !r.wants(kind.Name) {
			continue
		}
		ids, err := r.records(kind.Name)
		if err != nil {
			return err
		}
		left := 0
		for _, id := range ids {
			if !r.journal.finished(kind.Name, id) {
				left++
			}
		}
		note := ""
		if r.skip[kind.Name] {
			note = "; skipped: the site has no " + kind.Route
		}
		program.Printf(r.out, "%-20s %5d in the folder, %d to be restored%s\n", kind.Name+":", len(ids), left, note)
	}
	return nil
}
