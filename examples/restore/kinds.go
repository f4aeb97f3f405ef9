package main

import (
	"context"
	"fmt"

	"github.com/fontcms/fontcms-go/examples/internal/archive"
)

// readKinds finds out where the site has the kinds of the folder. The routes of types and
// taxonomies are those that the site has registered. The folder only names them.
func (r *restore) readKinds(ctx context.Context) error {
	r.target = &archive.State{Site: r.site.Site(), Prefix: r.site.Prefix()}
	if err := r.target.Registered(ctx, r.site); err != nil {
		return fmt.Errorf("types of the site: %w", err)
	}
	there := map[string]archive.Kind{}
	for _, kind := range r.target.AllKinds(r.site.Prefix()) {
		there[kind.Name] = kind
	}
	for _, kind := range r.source.AllKinds(r.site.Prefix()) {
		if own, ok := there[kind.Name]; ok {
			kind = own
		} else {
			r.skip[kind.Name] = true
		}
		r.kinds = append(r.kinds, kind)
	}
	return nil
}

// termMembers are the fields of the records of a kind that hold the ids of terms on this
// site, and the fields of the folder that do, by the kinds of the terms.
func (r *restore) termMembers(kind string) (here, there map[string]string) {
	here, there = map[string]string{}, map[string]string{}
	for member, terms := range r.target.Terms(kind) {
		here[terms] = member
	}
	for member, terms := range r.source.Terms(kind) {
		there[terms] = member
	}
	return here, there
}
