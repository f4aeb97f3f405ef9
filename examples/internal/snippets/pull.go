package snippets

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/fontcms/fontcms-go/examples/internal/program"
)

// pull writes what is new or changed on the site into the folder. It may end at any
// moment: a file that is as the site has it needs no entry in the lock.
func (s *session) pull(ctx context.Context) (err error) {
	items, err := s.compare(ctx)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, s.lock.save()) }()
	var kept []item
	var failed []error
	same, pulled, removed := 0, 0, 0
	for _, it := range items {
		switch {
		case it.state == inStep:
			s.lock.set(it.file, entry{ID: it.remote.id, Hash: it.remote.hash()})
			same++
		case it.state == incoming, s.force && it.remote != nil && it.state != leftover:
			if err := s.fetch(it); err != nil {
				failed = append(failed, fmt.Errorf("%s: %w", it.file, err))
			} else {
				pulled++
			}
		case it.state == gone && s.remove:
			if err := s.removeFile(it.file); err != nil {
				failed = append(failed, err)
				continue
			}
			removed++
			s.say("removed", it.String())
		case it.state == conflict:
			kept = append(kept, it)
			s.say("conflict", it.String())
		default:
			s.say(string(it.state), it.String())
		}
	}
	s.say("same", fmt.Sprintf("%d of %d", same, len(items)))
	program.Total(s.out, s.dry, "%d pulled, %d removed", pulled, removed)
	err = program.Status(errors.Join(failed...), program.Incomplete)
	if len(kept) > 0 {
		err = errors.Join(err, fmt.Errorf("changed on both sides, and not pulled: %s; -force takes what the site has",
			names(kept)))
	}
	return err
}

// fetch writes one file. A snippet in another language than before gets another
// extension.
func (s *session) fetch(it item) error {
	file := it.file
	if extension := extensionOf(it.remote.Scope); extension != filepath.Ext(file) {
		file = strings.TrimSuffix(file, filepath.Ext(file)) + extension
		if old, err := readFile(s.folder, file); err == nil {
			if r, err := decode(old, extension); err != nil || r.hash() != it.remote.hash() {
				return fmt.Errorf("%s is in the way of %s, which is now of the scope %q", file, it.file, it.remote.Scope)
			}
		}
	}
	if !s.dry {
		if err := writeFile(s.folder, file, it.remote.record); err != nil {
			return err
		}
	}
	if file != it.file {
		if err := s.removeFile(it.file); err != nil {
			return err
		}
	}
	s.lock.set(file, entry{ID: it.remote.id, Hash: it.remote.hash()})
	s.say("pulled", it.String())
	return nil
}

// removeFile removes a file of the folder, and forgets it.
func (s *session) removeFile(file string) error {
	if s.dry {
		return nil
	}
	if err := os.Remove(filepath.Join(s.folder, file)); err != nil && !errors.Is(err, os.ErrNotExist) {
		return err
	}
	s.lock.forget(file)
	return nil
}
