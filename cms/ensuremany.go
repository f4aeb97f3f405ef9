package cms

import (
	"cmp"
	"context"
	"fmt"
	"iter"
	"slices"

	"github.com/fontcms/fontcms-go/cms/internal/ensure"
	"github.com/fontcms/fontcms-go/internal/upsert"
)

// Wanted is a record that [Content.EnsureMany] is to find or create.
type Wanted[P any] struct {
	Slug   string
	Params *P
}

// EnsureManyOptions are the options of [Content.EnsureMany]. The zero value and nil set the
// defaults.
type EnsureManyOptions[T any] struct {
	// MayWrite reports whether a record may be written. It is called before each update and
	// each create, and not for a record that does not differ. index is the position of the
	// record in wanted. now is the record as the site has it, in the context "edit", nil for a
	// record that would be created. By default all records may be written.
	MayWrite func(index int, now *T) bool
}

// Ensured is the result for a [Wanted].
type Ensured[T any] struct {
	// Record is as the site has it now. It is nil after an error, and if MayWrite has
	// refused to create it.
	Record *T
	Action EnsureAction // "" after an error
	// Rewritten names the fields of the params that the record has with another value
	// although they were written: the site stores them in another form, or ignores them.
	// The names are JSON names, in alphabetical order.
	Rewritten []string
	Err       error
}

// EnsureAction is what was done with a record.
type EnsureAction string

// The results of [Content.EnsureMany] for a record.
const (
	EnsureCreated   EnsureAction = "created"
	EnsureUpdated   EnsureAction = "updated"
	EnsureUnchanged EnsureAction = "unchanged" // no field differed
	EnsureRefused   EnsureAction = "refused"   // by MayWrite; nothing was written
)

// EnsureMany is [Content.Ensure] for many records: it finds or creates the record of each
// slug, and updates the fields that differ. It yields the index and the result of each, in
// the order of wanted:
//
//	for i, done := range site.Posts.EnsureMany(ctx, wanted, nil) {
//		if done.Err != nil {
//			log.Printf("%s: %v", wanted[i].Slug, done.Err)
//		}
//	}
//
// It brings a hundred records at a time. It looks up all their slugs with one request, or
// with several so that no address is longer than about 2,000 bytes: a request has about 70
// slugs of 20 characters. It writes in batches of 25, up to four at the same time. A thousand
// unchanged posts take about 20 requests, new ones about 120 instead of 5,000.
//
// The comparison, the guarantees and the errors are those of Ensure. A new record begins as a
// draft with a temporary slug, and gets its fields and its slug with a second write. Where a
// batch does not decide what became of a record, the record goes on by itself, as in
// Ensure: the response was lost, another process creates it too, several records have the
// slug, or an earlier call left a draft. If the site accepts no batches, all do.
//
// Unlike Ensure, it does not read an unchanged record a second time. So an old list of a
// replica of the database may show a record as unchanged.
//
// After an error that further requests would have too, EnsureMany sends nothing more. The
// remaining results have the error [ErrNotTried]. Such errors are a site that does not
// respond, invalid credentials, and a list that fails. Every other error concerns only its
// record. Call EnsureMany again after errors; it continues where it stopped.
//
// A break out of the loop ends it, after the current hundred records. In a dry run each
// result has the [DryRunError] of its first write.
//
// A record in the trash has another slug: EnsureMany creates a new record beside it. Whether
// a record may be written can be decided for each: see [EnsureManyOptions].
//
// Two records with the same slug, and for types with parents the same parent, have an
// [*ArgumentError], as has an invalid slug. The others are still written.
func (c *Content[T, P, L]) EnsureMany(ctx context.Context, wanted []Wanted[P], options *EnsureManyOptions[T],
	callOptions ...CallOption) iter.Seq2[int, Ensured[T]] {
	slugs, params := make([]string, len(wanted)), make([]any, len(wanted))
	for i, one := range wanted {
		slugs[i], params[i] = one.Slug, one.Params
	}
	var may func(int, any) bool
	if options != nil && options.MayWrite != nil {
		may = func(i int, now any) bool {
			record, _ := now.(*T)
			return options.MayWrite(i, record)
		}
	}
	return func(yield func(int, Ensured[T]) bool) {
		for i, done := range c.resource.ensureMany(ctx, slugs, params, may, callOptions) {
			one := Ensured[T]{Action: EnsureAction(done.Did), Rewritten: done.Rewritten, Err: done.Err}
			one.Record, _ = done.Whole.(*T)
			if !yield(i, one) {
				return
			}
		}
	}
}

// manyWanted holds the records that a call of EnsureMany is to create or update.
type manyWanted struct {
	wishes []ensure.Wish
	index  []int // position of each wish in the list of the caller
	errs   map[int]error
}

func (c *resource) ensureMany(ctx context.Context, slugs []string, params []any, may func(int, any) bool,
	options []CallOption) iter.Seq2[int, ensure.Outcome] {
	return func(yield func(int, ensure.Outcome) bool) {
		s := apply(options, CallOption.get)
		wanted := c.wanted(slugs, params, may, cmp.Or(s.err, c.err))
		s.Captures = nil
		many := &ensure.Many{Store: newEnsureBatches(c, s), Route: c.path,
			For: func(fields ensure.Fields) ensure.Store { return newEnsureStore(c, s, fields).as("EnsureMany") }}
		for i := 0; i < len(slugs); {
			n := min(len(wanted.wishes), ensure.MaxWishes)
			outcomes := c.ensureGroup(ctx, many, wanted.wishes[:n])
			index := wanted.index[:n]
			wanted.wishes, wanted.index = wanted.wishes[n:], wanted.index[n:]
			for ; i < len(slugs) && (len(index) > 0 || wanted.errs[i] != nil); i++ {
				done := ensure.Outcome{Err: wanted.errs[i]}
				if done.Err == nil {
					done = outcomes[n-len(index)]
					index = index[1:]
				}
				if !yield(i, done) {
					return
				}
			}
		}
	}
}

// wanted checks the records that the caller wants. If two records have the same slug and
// parent, both get an error.
func (c *resource) wanted(slugs []string, params []any, may func(int, any) bool, failed error) manyWanted {
	out := manyWanted{errs: map[int]error{}}
	first := map[string]int{}
	for i, slug := range slugs {
		fields, parent, err := c.ensured(slug, params[i])
		key := parent + "/" + slug
		if before, twice := first[key]; twice && err == nil {
			err = &ArgumentError{Argument: "wanted",
				Reason: fmt.Sprintf("the records %d and %d both have the slug %q: each record needs a slug of its own",
					before, i, slug)}
			out.errs[before] = cmp.Or(out.errs[before], c.argumentError("EnsureMany", err))
		}
		if err = cmp.Or(failed, err); err != nil {
			out.errs[i] = c.argumentError("EnsureMany", err)
			continue
		}
		first[key] = i
		wish := ensure.Wish{Slug: slug, Parent: parent, Fields: fields}
		if may != nil {
			wish.May = func(now any) bool { return may(i, now) }
		}
		out.wishes, out.index = append(out.wishes, wish), append(out.index, i)
	}
	for n := len(out.index) - 1; n >= 0; n-- { // leave out a record whose slug a later record has, too
		if out.errs[out.index[n]] != nil {
			out.wishes, out.index = slices.Delete(out.wishes, n, n+1), slices.Delete(out.index, n, n+1)
		}
	}
	return out
}

// ensureGroup ensures the records of a group. It holds the locks of all these records until it
// returns.
func (c *resource) ensureGroup(ctx context.Context, many *ensure.Many, wishes []ensure.Wish) []ensure.Outcome {
	ctx = upsert.WithMemory(ctx, c.site.rewritten)
	names := make([]string, len(wishes))
	for i, wish := range wishes {
		names[i] = c.turn(wish.Slug, wish.Parent)
	}
	slices.Sort(names) // all calls lock in the same order, so that none waits for another forever
	for _, name := range names {
		unlock, err := c.site.turns.Wait(ctx, name)
		if err != nil {
			break // the context has ended, so the requests below fail with its error
		}
		defer unlock()
	}
	outcomes := many.Bring(ctx, wishes)
	for i := range outcomes {
		outcomes[i].Err = c.ensureError("EnsureMany", outcomes[i].Err, outcomes[i].Left)
	}
	return outcomes
}
