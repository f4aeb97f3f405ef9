package terms

import (
	"cmp"
	"context"
	"fmt"
	"iter"
	"slices"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/internal/upsert"
)

// maxWishes is the maximum number of terms in a group: four batches.
const maxWishes = 100

// EnsureMany is [Terms.EnsureSlug] for many terms of the taxonomy: it finds or creates the term
// of each slug, and updates the fields that differ. It yields the index and the result of
// each, in the order of wanted:
//
//	for i, done := range terms.Tags(site).EnsureMany(ctx, wanted, nil) {
//		if done.Err != nil {
//			log.Printf("%s: %v", wanted[i].Slug, done.Err)
//		}
//	}
//
// It brings a hundred terms at a time. It looks up their slugs with one request, or with
// several so that no address is longer than about 2,000 bytes. It writes in batches of 25, up to
// four at the same time, and looks new terms up again, as EnsureSlug does. A thousand
// unchanged tags take about 20 requests, new ones about 80 instead of 3,000.
//
// The comparison, the guarantees and the errors are those of EnsureSlug. Where a batch does not
// decide what became of a term, the term goes on by itself, as in EnsureSlug: the response
// was lost, or another process creates it too. If the site accepts no batches, all do. After a
// lost response to a create, the term may count as [cms.EnsureUnchanged].
//
// The parent of a term is the Parent of its params, the id of a term that exists. So call
// EnsureMany once for each level, the top level first:
//
//	for i, done := range categories.EnsureMany(ctx, top, nil) { … } // top[i].Slug has the id done.Record.ID
//	for i, done := range categories.EnsureMany(ctx, below, nil) { … }
//
// A slug is found at any level: a term below another parent is moved if params set Parent.
//
// The errors that concern all terms end EnsureMany, as in [cms.Content.EnsureMany]: the
// remaining results have the error [cms.ErrNotTried]. Call EnsureMany again after errors; it
// continues where it stopped. A break out of the loop ends it, after the current hundred terms.
// In a dry run each result has the [cms.DryRunError] of its first write.
//
// Two terms with the same slug have an [*cms.ArgumentError], as have an invalid slug, params that
// EnsureSlug refuses, and a new term without a Name. The others are still written. The option
// [cms.Fields] is refused, and [cms.Capture] is ignored.
func (t *Terms) EnsureMany(ctx context.Context, wanted []cms.Wanted[Params], options *cms.EnsureManyOptions[Term],
	callOptions ...cms.CallOption) iter.Seq2[int, cms.Ensured[Term]] {
	return func(yield func(int, cms.Ensured[Term]) bool) {
		many := &upsert.Many[Term]{Route: t.route(),
			Batches: &batches{terms: t, options: callOptions}}
		all := t.wished(wanted, callOptions)
		for first := 0; first < len(all); first += maxWishes {
			group := all[first:min(first+maxWishes, len(all))]
			done := t.ensureGroup(ctx, many, group, options, first)
			for i := range group {
				if !yield(first+i, done[i]) {
					return
				}
			}
		}
	}
}

const ensureMany = "terms.EnsureMany"

// wish is a wanted term, or an error if it is invalid.
type wish struct {
	*ensuring
	err error
}

// wished checks the wanted terms, and refuses two terms with the same slug.
func (t *Terms) wished(wanted []cms.Wanted[Params], options []cms.CallOption) []wish {
	all := make([]wish, len(wanted))
	first := map[string]int{}
	sending := []cms.CallOption{cms.Sending(options...)}
	for i, one := range wanted {
		all[i].ensuring, all[i].err = newEnsuringSlug(ensureMany, t, one.Slug, one.Params, sending)
		if err := whole(ensureMany, options); err != nil {
			all[i].err = err
		}
		if all[i].err != nil {
			continue
		}
		if before, twice := first[all[i].key]; twice {
			err := refuse(ensureMany, "wanted", fmt.Sprintf(
				"the terms %d and %d both have the slug %q: each term needs a slug of its own", before, i, one.Slug))
			all[i].err, all[before].err = err, cmp.Or(all[before].err, err)
			continue
		}
		first[all[i].key] = i
	}
	return all
}

// ensureGroup ensures the terms of a group. It holds the locks of all of them until it
// returns.
func (t *Terms) ensureGroup(ctx context.Context, many *upsert.Many[Term], group []wish,
	options *cms.EnsureManyOptions[Term], first int) []cms.Ensured[Term] {
	ctx, cancel := t.Client().CallContext(ctx)
	defer cancel()
	out := make([]cms.Ensured[Term], len(group))
	var wishes []upsert.Wish[Term]
	var index []int // index[n] is the position of wishes[n] in out
	var names []string
	for i, one := range group {
		if out[i].Err = one.err; one.err != nil {
			continue
		}
		own := upsert.Wish[Term]{Store: one.ensuring}
		if options != nil && options.MayWrite != nil {
			own.May = func(now *Term) bool { return options.MayWrite(first+i, now) }
		}
		wishes, index, names = append(wishes, own), append(index, i), append(names, one.lock())
	}
	slices.Sort(names) // all calls lock in the same order, so that none waits for another forever
	for _, name := range names {
		unlock, err := t.Client().Lock(ctx, name)
		if err != nil {
			break // the context has ended, so the requests below fail with its error
		}
		defer unlock()
	}
	for n, done := range many.Bring(ctx, wishes) {
		one := &out[index[n]]
		*one = cms.Ensured[Term]{Record: done.Record, Action: cms.EnsureAction(done.Did), Err: done.Err}
		if done.Record != nil && done.Did != upsert.Refused {
			one.Rewritten = group[index[n]].rewritten(done.Record)
		}
	}
	return out
}

// rewritten returns the names of the wanted fields whose values differ from those of a term.
func (e *ensuring) rewritten(term *Term) (names []string) {
	changes := e.changes(term)
	if changes == nil {
		return nil
	}
	for name, differs := range map[string]bool{"name": changes.Name != nil, "description": changes.Description != nil,
		"parent": changes.Parent != nil, "meta": changes.Meta != nil} {
		if differs {
			names = append(names, name)
		}
	}
	for name := range changes.Extra {
		names = append(names, name)
	}
	slices.Sort(names)
	return names
}
