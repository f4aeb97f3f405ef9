package snippets

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/examples/internal/program"
	"github.com/fontcms/fontcms-go/snippets"
)

// push writes what is new or changed in the folder to the site: first what is new,
// switched off, then what does not switch code on, then what does, and deletes last.
func (s *session) push(ctx context.Context) error {
	items, err := s.plan(ctx)
	if err != nil {
		return err
	}
	if err := s.refuse(items); err != nil {
		return err
	}
	creates, writes, removals := s.sort(items)
	if s.dry {
		program.Total(s.out, true, "%d pushed, %d deleted", len(creates)+len(writes), len(removals))
		return nil
	}
	pushed, removed := 0, 0
	defer func() { program.Total(s.out, false, "%d pushed, %d deleted", pushed, removed) }() // also if it was stopped
	var failed []error
	for _, it := range creates {
		made, err := s.create(ctx, it)
		if err != nil {
			failed = append(failed, err)
		} else {
			writes = append(writes, made)
		}
		if ctx.Err() != nil {
			return errors.Join(append(failed, ctx.Err())...)
		}
	}
	if err := s.lock.save(); err != nil {
		return err
	}
	slices.SortStableFunc(writes, func(a, b item) int { return rank(a) - rank(b) })
	left, unwritten := s.writeAll(ctx, writes)
	for _, it := range removals {
		if err := s.delete(ctx, it); err != nil {
			failed = append(failed, err)
		} else {
			removed++
		}
	}
	if len(left) < len(writes)+removed {
		left, unwritten = s.again(ctx, left, unwritten)
	}
	pushed = len(writes) - len(left)
	return program.Status(errors.Join(append(failed, unwritten...)...), program.Incomplete)
}

// sort says what a push makes, changes and deletes.
func (s *session) sort(items []item) (creates, writes, removals []item) {
	for _, it := range items {
		switch {
		case it.state == inStep:
			s.lock.set(it.file, entry{ID: it.remote.id, Hash: it.remote.hash()})
		case it.state == leftover, it.local == nil && it.base != "" && s.remove:
			removals = append(removals, it)
		case it.local == nil:
		case it.state == create, s.force && it.remote == nil:
			creates = append(creates, it)
		case it.state == update, s.force:
			writes = append(writes, it)
		}
	}
	return creates, writes, removals
}

// writeAll writes items, and returns those that failed, as they are now, with the
// reasons.
func (s *session) writeAll(ctx context.Context, items []item) (left []item, failed []error) {
	for _, it := range items {
		if ctx.Err() != nil {
			return left, append(failed, ctx.Err())
		}
		now, err := s.write(ctx, it)
		if err != nil {
			left, failed = append(left, now), append(failed, err)
		}
	}
	return left, failed
}

// again writes what failed once more, as long as that brings something forward:
// code may need what another file has brought, or what another one still had.
func (s *session) again(ctx context.Context, left []item, failed []error) ([]item, []error) {
	for len(left) > 0 && ctx.Err() == nil {
		for i, it := range left {
			s.say("again", fmt.Sprintf("%s, which failed: %v", it.file, failed[i]))
		}
		before := len(left)
		if left, failed = s.writeAll(ctx, left); len(left) == before {
			break
		}
	}
	return left, failed
}

// refuse finds what stands in the way of a push.
func (s *session) refuse(items []item) error {
	var inTheWay, unclear, inTrash []item
	for _, it := range items {
		switch {
		case it.state == conflict && !s.force:
			inTheWay = append(inTheWay, it)
		case it.state == ambiguous:
			unclear = append(unclear, it)
		case it.state == trashed && !s.force:
			inTrash = append(inTrash, it)
		}
	}
	if len(unclear) > 0 {
		return fmt.Errorf("nothing was pushed: several snippets of the site have the name of %s; pull them first",
			names(unclear))
	}
	if len(inTrash) > 0 {
		return fmt.Errorf("nothing was pushed: in the trash of the site: %s; restore it there, or make a new one with -force",
			names(inTrash))
	}
	if len(inTheWay) > 0 {
		return fmt.Errorf("nothing was pushed: changed on the site since the pull: %s; -force overwrites it", names(inTheWay))
	}
	return nil
}

// rank orders the writes: first what no longer runs afterwards, then what goes on
// running, then what runs from now on.
func rank(it item) int {
	switch {
	case !it.local.Active:
		return 0
	case it.remote.Active:
		return 1
	}
	return 2
}

// create makes a snippet for a file, inactive and marked. If the response is lost, the
// snippet is found by its mark.
func (s *session) create(ctx context.Context, it item) (item, error) {
	marked := *it.local
	marked.Active = false
	marked.Tags = append(slices.Clone(marked.Tags), mark(it.file))
	made, err := s.code.Create(ctx, marked.params())
	for tries := 1; errors.Is(err, cms.ErrOutcomeUnknown) && ctx.Err() == nil && tries < 4; tries++ {
		var found *snippets.Snippet
		if found, err = s.marked(ctx, it.file); err == nil && found != nil {
			made = found
			break
		}
		if err == nil {
			made, err = s.code.Create(ctx, marked.params())
		}
	}
	if err != nil {
		return it, fmt.Errorf("%s: %w", it.file, err)
	}
	r := remote{made.ID, false, recordOf(made)}
	it.remote, it.base = &r, r.hash()
	s.lock.set(it.file, entry{ID: r.id, Hash: it.base})
	s.say("created", it.String())
	return it, s.lock.save()
}

// marked finds the first snippet that was made for a file and not finished, nil for
// none.
func (s *session) marked(ctx context.Context, file string) (*snippets.Snippet, error) {
	for snippet, err := range s.code.All(ctx, nil) {
		if err != nil {
			return nil, err
		}
		if slices.Contains(snippet.Tags, mark(file)) && !snippet.Trashed {
			return snippet, nil
		}
	}
	return nil, nil
}

// write makes a snippet what its file says, unless it is no longer what was
// compared. The code and the switch go together: the site then tests the code. If
// that fails, write returns the item as it is then.
func (s *session) write(ctx context.Context, it item) (item, error) {
	if err := s.unchanged(ctx, it); err != nil {
		return it, err
	}
	s.lock.set(it.file, entry{ID: it.remote.id, Hash: it.remote.hash(), Sending: it.local.hash()})
	if err := s.lock.save(); err != nil {
		return it, err
	}
	written, err := s.code.Update(ctx, it.remote.id, it.local.params())
	if errors.Is(err, cms.ErrOutcomeUnknown) && ctx.Err() == nil { // not retried: it may have run the code
		written, err = s.look(ctx, it, err)
	}
	if err != nil {
		return it, fmt.Errorf("%s: %w", it.file, err)
	}
	about, now := it.String(), recordOf(written)
	it.remote = &remote{it.remote.id, false, now}
	s.lock.set(it.file, entry{ID: it.remote.id, Hash: now.hash()})
	if err := s.lock.save(); err != nil {
		return it, err
	}
	if it.local.Active && !now.Active || !written.CodeError.IsZero() {
		return it, fmt.Errorf("%s: the site tested the code and left it off: %s", it.file, written.CodeError)
	}
	s.say("pushed", about)
	if fields := differences(*it.local, now); len(fields) > 0 {
		s.say("note", fmt.Sprintf("%s: the site stored something else: %s; a pull takes that", it.file,
			strings.Join(fields, ", ")))
	}
	return it, nil
}

// look reads a snippet after an update that ended with cause, and returns it if it
// is what was sent.
func (s *session) look(ctx context.Context, it item, cause error) (*snippets.Snippet, error) {
	there, err := s.code.Get(ctx, it.remote.id)
	if err != nil || there.Trashed {
		return nil, cause
	}
	if now := recordOf(there).hash(); now != it.local.hash() && (now != it.local.off().hash() || now == it.remote.hash()) {
		return nil, cause
	}
	return there, nil
}

// unchanged reads a snippet again, just before it is written. A site has no such
// condition of its own.
func (s *session) unchanged(ctx context.Context, it item) error {
	current, err := s.code.Get(ctx, it.remote.id)
	if err != nil {
		return fmt.Errorf("%s: %w", it.file, err)
	}
	if current.Trashed {
		return fmt.Errorf("%s: snippet %d was moved to the trash of the site just now; it is not changed", it.file,
			it.remote.id)
	}
	if recordOf(current).hash() != it.remote.hash() {
		return fmt.Errorf("%s: snippet %d was changed on the site just now; it is not changed", it.file, it.remote.id)
	}
	return nil
}

// delete moves a snippet to the trash. Where the site says nothing of a trash, it
// deletes the snippet.
func (s *session) delete(ctx context.Context, it item) error {
	if err := s.unchanged(ctx, it); err != nil {
		return err
	}
	_, err := s.code.Trash(ctx, it.remote.id)
	if errors.Is(err, cms.ErrTrashUnsupported) {
		return s.deleteForGood(ctx, it)
	}
	if err != nil && !errors.Is(err, cms.ErrNotFound) && !errors.Is(err, cms.ErrGone) {
		return fmt.Errorf("%s: %w", it.file, err)
	}
	s.say("trashed", it.String())
	if it.state == leftover {
		return nil
	}
	s.lock.forget(it.file)
	return s.lock.save()
}

// deleteForGood deletes a snippet. Some versions of the plugin have a trash, and go
// on listing the snippet without a word of it.
func (s *session) deleteForGood(ctx context.Context, it item) error {
	if _, err := s.code.Delete(ctx, it.remote.id); err != nil && !errors.Is(err, cms.ErrNotFound) {
		return fmt.Errorf("%s: %w", it.file, err)
	}
	s.say("deleted", it.String())
	if it.state == leftover {
		return nil
	}
	left, err := s.code.Get(ctx, it.remote.id)
	switch {
	case errors.Is(err, cms.ErrNotFound):
		s.lock.forget(it.file)
	case err != nil:
		return err
	default:
		s.lock.set(it.file, entry{ID: left.ID, Hash: recordOf(left).hash(), Deleted: true})
	}
	return s.lock.save()
}
