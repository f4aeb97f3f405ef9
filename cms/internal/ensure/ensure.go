// Package ensure finds or creates the one record with a slug. A site does not help with
// this:
//   - it has no create-if-absent
//   - a lost response does not tell whether a record was created
//   - other processes may do the same at the same time
//   - its lists may be old, because of a cache or a replica of the database
//
// A round has these steps:
//
//  1. Look: list the records with the slug (holders), and drafts that earlier attempts
//     left (leftovers). Each leftover is also read by its id, because the list may be
//     old.
//  2. If there is one holder: update its fields that differ, or read it if none differs.
//     Delete leftovers. Done. If there are several: wait for other processes to withdraw
//     their records. If several remain, the run ends with [*Shared].
//  3. Draft: if there is no leftover, create a draft. Its slug is the slug and a random
//     token, its content a mark. If the response is lost, search for the token.
//  4. Claim: update the draft with all fields and the slug. If the responses are lost,
//     read the draft by its id. If the site refuses the fields, delete the draft.
//  5. Look again. If the site has given another slug, and no record has the slug now, ask
//     for it once more. If another record has the slug, the record with the lowest id stays. Each
//     other process withdraws its record: it restores token and mark, then deletes the
//     record. Its next round updates the record that stays. The process whose record stays
//     waits for these withdrawals as in step 2.
//
// A request for holders also names a random slug that no record has. So its address is
// new, and a cache of addresses has no old list for it. A read by id names a random field
// for the same reason: [Store.Read] must not return an old record.
//
// What is deleted: a record that has both token and mark, and a record that this run has
// claimed. Nothing is deleted or trashed because it equals another record: translations
// of a record may be equal in all fields that a site shows. A draft that somebody has
// edited has no mark, and is not deleted.
//
// What a crash leaves, and what the next run does:
//
//   - After 3: a draft with token and mark. The run uses it, or deletes it if there are
//     several. If the type has no content, there is no mark, and no run finds the draft.
//   - After 4: the record, and perhaps a duplicate. Then every run ends with [*Shared],
//     until somebody deletes one of them or gives it another slug.
//   - After 4, if another process was faster and the site gave the record another slug
//     ("kerning-2"): that record. No run recognizes it.
//   - During a withdrawal: a draft with token and mark, as after 3.
//
// If a run fails after 4 without a crash, because the site does not respond any more, it
// returns the id of the record that may be left.
//
// An update makes the slug unique again. If another process claims the slug between step
// 1 and the update of step 2, the first record may get another slug; [*Taken] names it.
//
// A site has no conditional deletion. So a run may delete a draft that another run claims at
// the same moment. It deletes leftovers last, so that another record nearly always has the
// slug then, and reads each of them just before. If no record has the slug after that, the
// next run makes it again.
package ensure

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"net/http"

	"github.com/fontcms/fontcms-go/cms/internal/fault"
	"github.com/fontcms/fontcms-go/internal/relay"
	"github.com/fontcms/fontcms-go/internal/transport"
)

// Run finds or creates the record with a slug below a parent ("" for types without
// parents), and sets its fields. It returns [Record.Whole]. route is the route of the
// records. If Run fails, left is the id of a record that it may have left with the slug
// or with a numbered slug, 0 if there is no such record.
//
// Errors: the errors of the store; [*Taken] if the site stores another slug; [*Shared] if
// several records have the slug.
func Run(
	ctx context.Context, store Store, route, slug, parent string, fields Fields,
) (record any, left int64, err error) {
	done := newRun(store, route, Wish{Slug: slug, Parent: parent, Fields: fields}).rounds(ctx, nil, errAgain)
	return done.Whole, done.Left, done.Err
}

func newRun(store Store, route string, wish Wish) *run {
	e := &run{store: store, route: route, slug: wish.Slug, parent: wish.Parent, fields: Fields{}}
	maps.Copy(e.fields, wish.Fields)
	e.fields["slug"] = text(wish.Slug)
	return e
}

// rounds calls round while the error is errAgain, but at most six times. whole and err are the
// result of the steps before the first round.
func (e *run) rounds(ctx context.Context, whole any, err error) Outcome {
	const rounds = 6
	for n := 0; n < rounds && errors.Is(err, errAgain); n++ {
		whole, err = e.round(ctx)
	}
	refusal, isDeclined := errors.AsType[*declined](err)
	switch {
	case err == nil:
		return Outcome{Whole: whole, Did: e.did, Rewritten: e.rewritten}
	case isDeclined:
		return Outcome{Whole: refusal.whole, Did: Refused}
	case errors.Is(err, errAgain):
		err = e.store.Fail(http.MethodPost, fault.ErrOutcomeUnknown, "")
	}
	return Outcome{Left: e.claimed, Err: err}
}

func (e *run) round(ctx context.Context) (any, error) {
	holders, left, err := e.look(ctx)
	if err != nil {
		return nil, err
	}
	if len(holders) > 0 {
		one, err := e.settle(ctx, holders)
		if err != nil {
			return nil, err
		}
		now, err := e.bring(ctx, one)
		if err == nil {
			err = e.deleteLeftovers(ctx, left)
		}
		return now.Whole, err
	}
	if err := e.ask(nil); err != nil {
		return nil, err
	}
	if len(left) == 0 {
		made, err := e.draft(ctx)
		if err != nil {
			return nil, err
		}
		left = []Record{made}
	}
	whole, err := e.claim(ctx, left[0])
	// Delete the other drafts only after the claim. Another run may claim one of these drafts at the
	// same moment, and its record is then deleted. But the record of this run already has the slug.
	if err == nil {
		err = e.deleteLeftovers(ctx, left[1:])
	}
	return whole, err
}

// refused reports whether the site has refused the fields, or the user. A next run with the
// same fields would be refused, too.
func refused(err error) bool {
	return errors.Is(err, fault.ErrBadRequest) || errors.Is(err, fault.ErrUnauthorized) ||
		errors.Is(err, fault.ErrForbidden)
}

// settle returns the only record that has the slug. If several records have the slug, settle waits:
// processes that run at the same time withdraw their records. If several remain, it returns an error.
func (e *run) settle(ctx context.Context, holders []Record) (Record, error) {
	wait := firstWait
	for n := 0; n < looks && len(holders) > 1; n++ {
		if err := relay.Sleep(ctx, wait); err != nil {
			return Record{}, e.store.Fail(http.MethodGet, err, "")
		}
		wait *= 2
		var err error
		if holders, err = e.holders(ctx, e.slug); err != nil {
			return Record{}, err
		}
	}
	switch len(holders) {
	case 0:
		return Record{}, errAgain
	case 1:
		return holders[0], nil
	}
	return Record{}, &Shared{Holders: holders}
}

// draft creates a draft under a unique slug.
func (e *run) draft(ctx context.Context) (Record, error) {
	token, fields := e.draftFields()
	made, err := e.store.Create(ctx, fields)
	switch {
	case err == nil && made.Slug != token:
		return Record{}, e.misnamed(ctx, made, token)
	case err == nil:
		return made, nil
	case !errors.Is(err, fault.ErrOutcomeUnknown) || ctx.Err() != nil:
		return Record{}, err
	}
	found, lookup := e.holders(ctx, token)
	switch {
	case lookup != nil:
		return Record{}, e.store.Unread(err, lookup)
	case len(found) == 0 && errors.Is(err, fault.ErrRedirected): // the server would redirect the next draft, too
		return Record{}, err
	case len(found) == 0:
		return Record{}, errAgain
	}
	return found[0], nil
}

// draftFields returns the fields of a new draft, and its slug.
func (e *run) draftFields() (slug string, fields Fields) {
	slug = token(e.slug)
	fields = e.unfinished(slug)
	for _, name := range []string{"title", "parent"} {
		if value, ok := e.fields[name]; ok {
			fields[name] = value
		}
	}
	return slug, fields
}

// misnamed returns the error for a site that has stored a draft with another slug than its token.
// It deletes the draft, because no later run would recognize it by this slug. It keeps a draft whose
// content is not the content that this run sent.
func (e *run) misnamed(ctx context.Context, made Record, token string) error {
	reason := fmt.Errorf("record %d was created with the slug %.80q instead of %q", made.ID, made.Slug, token)
	if made.Bare || e.isUnfinished(made.Content) {
		if err := e.store.Delete(ctx, made.ID); err != nil {
			return transport.Because(e.ignored(reason), err)
		}
		reason = fmt.Errorf("%w, and deleted again", reason)
	}
	return e.ignored(reason)
}
