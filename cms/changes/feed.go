package changes

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"iter"
	"slices"

	"github.com/fontcms/fontcms-go/cms"
)

// Feed finds the changes of a site. Run one pass at a time.
//
// # What cannot be seen
//
//   - What happened between two passes and was undone: a record that was created and
//     deleted; several edits are one change.
//   - An edit by SQL or a plugin that changes neither modified_gmt nor a field that a
//     usual pass reads: see Full of [Options].
//   - An edit within the second of the last one, if the header Date of the site is absent or
//     a minute ahead of modified_gmt, or the clock went back.
//   - What the REST API does not show to the user: hidden records, other statuses and
//     contexts than those of the [Kind], fields in Kind.Ignore, derived fields such as link
//     and the count of a term.
//   - A new file at the address of an old one; revisions, autosaves and settings.
//   - A record that was deleted and stored again under its id is [Changed]. A record that
//     became one of another type is Deleted there and Created here.
//   - Deletions while a list is short ([ErrShort]), or none of its records is left
//     ([ErrAllGone]).
//   - A site that was set up anew at the same address, if the user is another one, or may
//     not read users/me: see [ErrOtherSite].
type Feed struct {
	site  *cms.Client
	store Store
	kinds []Kind
}

// New returns the feed of the kinds, [Core] by default. store holds what earlier passes
// have seen; an empty store begins anew. One store is for one site.
func New(site *cms.Client, store Store, kinds ...Kind) *Feed {
	if len(kinds) == 0 {
		kinds = Core()
	}
	return &Feed{site, store, slices.Clone(kinds)}
}

// Options are the options of a pass.
type Options struct {
	// Full also compares the contents of records with modified_gmt. It finds edits that did
	// not change it, if the record was read whole since its last other change: in a pass
	// with Full or Records. Otherwise the pass only remembers the contents.
	Full bool
	// Records reads each record that has changed, for Change.Record.
	Records bool
	// AllowEmpty accepts that no record of a kind is left: see [ErrAllGone].
	AllowEmpty bool
	// AllowMoved accepts another address of the site: see [ErrOtherSite].
	AllowMoved bool
	// Listed is called when the list of a kind was read to its end, before deletions are
	// looked for: with the number of records that the list had, and its total, -1 if it has
	// none. More in total than listed means that the site hides records from the user.
	Listed func(kind string, listed, total int)
}

// All runs a pass and yields each change once, kind by kind. Options may be nil.
//
// # Taking a change
//
// A change is taken when the loop asks for the next one. The feed then saves its mark, and
// yields the next change after Store.Save has returned. A change that the loop leaves by
// break, return or a panic is not taken: the next pass yields it again, or what has become
// of it. So no change is lost. A change comes twice only if the process is killed after
// your work on it and before Save has returned. Change.Mark closes this window.
//
// # Errors
//
// An error concerns one kind, or one record with a [cms.BrokenRecordError]: a record that
// is broken in a list, or not listed and refused. If the loop
// goes on, so does the pass, with the next kind. It ends after [ErrOtherSite], an error of
// the store, and the end of the context. A kind whose list fails yields what was compared
// until then, and no deletions. A record is Deleted only if the list lacks it, and the site
// responds with [cms.ErrNotFound] when it is asked for the record.
//
// # Cost
//
// Two requests, and one for each 100 records of each kind: 30 ms for posts without their
// texts, 200 ms for kinds that are read whole, and for all with Full. One more for each page
// with a record that was modified less than a minute ago (seconds collide, so the next pass
// compares its contents) or in the future, or with Records has changed. One for each record
// that was deleted or has a status that is not listed. A kind is in memory with about
// 250 bytes a record while it is compared, and in a [Folder] with about 90.
func (f *Feed) All(ctx context.Context, options *Options) iter.Seq2[*Change, error] {
	if options == nil {
		options = &Options{}
	}
	return func(yield func(*Change, error) bool) {
		if err := f.check(); err != nil {
			yield(nil, err)
			return
		}
		if err := f.sameSite(ctx, options); err != nil {
			yield(nil, fmt.Errorf("changes: %w", err))
			return
		}
		for i := range f.kinds {
			p := &pass{
				feed: f, kind: &f.kinds[i], options: options, yield: yield,
				seen: map[int64]struct{}{}, quiet: map[int64]string{},
				list: cms.NewCollection[record, struct{}, listOptions](f.site, f.kinds[i].Route),
			}
			err := p.run(ctx)
			if errors.Is(err, errLeft) {
				return
			}
			if err == nil {
				continue
			}
			var stored *storeError
			if !yield(nil, fmt.Errorf("changes: %s: %w", p.kind.Name, err)) || ctx.Err() != nil || errors.As(err, &stored) {
				return
			}
		}
	}
}

// record holds the fields of a record, as the site sends them.
type record map[string]json.RawMessage

// check returns an error if two kinds have the same name, or if a kind has no name or the name
// siteKey. The store tells kinds apart by their names.
func (f *Feed) check() error {
	known := map[string]bool{siteKey: true}
	for _, k := range f.kinds {
		if k.Name == "" || known[k.Name] {
			return &cms.ArgumentError{Argument: "kinds",
				Reason: fmt.Sprintf("two kinds have the name %.80q, or it is taken", k.Name)}
		}
		known[k.Name] = true
	}
	return nil
}

// errLeft means that the loop of the caller has ended.
var errLeft = errors.New("the loop has ended")

// storeError is an error of the [Store] that the caller passed. It ends the pass for all
// kinds.
type storeError struct{ error }

func (e *storeError) Unwrap() error { return e.error }
