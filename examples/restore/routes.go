package main

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/fontcms/fontcms-go/batch"
	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/cms/describe"
	"github.com/fontcms/fontcms-go/examples/internal/archive"
)

// takes is what the site says of the records of a kind.
type takes struct {
	members describe.Schemas // that an update of one takes
	alone   bool             // no batch takes them
}

// readRoutes asks what the site takes of the kinds that have no type of the SDK here.
func (r *restore) readRoutes(ctx context.Context) error {
	raw := slices.ContainsFunc(r.kinds, func(kind archive.Kind) bool {
		return kind.Raw && r.source.Kinds[kind.Name] != nil
	})
	if !raw {
		return nil
	}
	site, err := describe.Of(ctx, r.site.Read, "")
	if err != nil {
		return err
	}
	for _, kind := range r.kinds {
		if !kind.Raw {
			continue
		}
		own := "/" + kind.Route
		if after, ok := strings.CutPrefix(own, "/cms/"); ok {
			own = "/" + r.site.Prefix() + "/" + after
		}
		said := takes{alone: true}
		for pattern, route := range site.Routes {
			below, ok := strings.CutPrefix(pattern, own)
			for _, e := range route.Endpoints {
				switch {
				case !ok || !slices.Contains(e.Methods, "POST"):
				case below == "":
					said.alone = !e.AllowBatch["v1"]
				case strings.HasPrefix(below, "/(?P<id>") && strings.LastIndex(below, "/") == 0:
					said.members = e.Args
				}
			}
		}
		r.takes[kind.Name] = said
	}
	return nil
}

// described is an error for records that would be restored empty, since the site does not
// say what it takes of them.
func (r *restore) described(kind archive.Kind) error {
	ids, err := r.records(kind.Name)
	if err != nil || !kind.Raw || r.skip[kind.Name] || len(ids) == 0 || len(r.takes[kind.Name].members) > 0 {
		return err
	}
	return fmt.Errorf("%s: the site does not say which members %s takes; nothing was changed", kind.Name, kind.Route)
}

// sendOnce sends requests of a kind in one batch, or by themselves where no batch takes
// them. The error is that of the batch; what became of each request stands in the
// results.
func (r *restore) sendOnce(ctx context.Context, kind string, requests []cms.Request[made]) ([]batch.Result, error) {
	if !r.takes[kind].alone {
		b := batch.New(r.site).OneByOne()
		for _, request := range requests {
			b.Add(request)
		}
		report, err := b.Do(ctx)
		if report == nil {
			return nil, err
		}
		return report.Results, err
	}
	results := make([]batch.Result, len(requests))
	for i, request := range requests {
		value, err := cms.Do(ctx, r.site, request)
		if results[i].Err = err; err == nil {
			results[i].Value = value
		}
		if errors.Is(err, cms.ErrOutcomeUnknown) || ctx.Err() != nil { // the others fare no better
			for j := range results[i+1:] {
				results[i+1+j].Err = batch.ErrNotRun
			}
			return results, err
		}
	}
	return results, nil
}
