package ensure

import (
	"context"
	"errors"
	"fmt"
	"net/url"
	"strings"
	"testing"
	"testing/synctest"

	"github.com/fontcms/fontcms-go/cms/internal/fault"
)

// failing is a [Store] whose call number at, from 1, fails with err.
type failing struct {
	Store
	err       error
	at, calls int
	failed    string // the method of that call, "" if it was not made
}

func (f *failing) fails(method string) error {
	if f.calls++; f.calls != f.at {
		return nil
	}
	f.failed = method
	return f.err
}

// failsFor is fails for a record. Another process has deleted it if it is gone.
func (f *failing) failsFor(ctx context.Context, method string, id int64) error {
	err := f.fails(method)
	if errors.Is(err, fault.ErrNotFound) || errors.Is(err, fault.ErrGone) {
		_ = f.Store.Delete(ctx, id)
	}
	return err
}

func (f *failing) List(ctx context.Context, query url.Values) ([]Record, int, error) {
	if err := f.fails("List"); err != nil {
		return nil, 0, err
	}
	return f.Store.List(ctx, query)
}

func (f *failing) Create(ctx context.Context, fields Fields) (Record, error) {
	if err := f.fails("Create"); err != nil {
		return Record{}, err
	}
	return f.Store.Create(ctx, fields)
}

func (f *failing) Update(ctx context.Context, id int64, fields Fields) (Record, error) {
	if err := f.failsFor(ctx, "Update", id); err != nil {
		return Record{}, err
	}
	return f.Store.Update(ctx, id, fields)
}

func (f *failing) Read(ctx context.Context, id int64) (Record, error) {
	if err := f.failsFor(ctx, "Read", id); err != nil {
		return Record{}, err
	}
	return f.Store.Read(ctx, id)
}

func (f *failing) ReadWhole(ctx context.Context, id int64) (Record, error) {
	if err := f.failsFor(ctx, "Read", id); err != nil {
		return Record{}, err
	}
	return f.Store.ReadWhole(ctx, id)
}

func (f *failing) Delete(ctx context.Context, id int64) error {
	if err := f.failsFor(ctx, "Delete", id); err != nil {
		return err
	}
	return f.Store.Delete(ctx, id)
}

// beginnings returns sites as a run may find them.
func beginnings() map[string]func() *site {
	record := func(slug string) map[string]string {
		return map[string]string{"slug": slug, "title": "Old", "content": "old", "status": "publish"}
	}
	draft := func(token string) map[string]string {
		return map[string]string{"slug": "kerning-" + strings.Repeat(token, 26), "status": "draft",
			"content": "<!-- fontcms-ensure 0/kerning. -->"}
	}
	with := func(records ...map[string]string) func() *site {
		return func() *site {
			s := newSite()
			for _, one := range records {
				s.last++
				s.records[s.last] = map[string]string{}
				for name, value := range one {
					s.records[s.last][name] = value
				}
			}
			return s
		}
	}
	return map[string]func() *site{
		"nothing":                 with(),
		"a draft":                 with(draft("a")),
		"two drafts":              with(draft("a"), draft("b")),
		"a record":                with(record("kerning")),
		"a record and a draft":    with(record("kerning"), draft("a")),
		"a record and two drafts": with(draft("a"), record("kerning"), draft("b")),
	}
}

// failAt runs once with a store whose call number at fails. It returns the method of
// that call, "" if the run has fewer.
func failAt(t *testing.T, s *site, at int, err error) (failed string, got error) {
	t.Helper()
	store := &failing{Store: &process{site: s, left: -1}, err: err, at: at}
	_, _, got = Run(t.Context(), store, "cms/v2/posts", "kerning", "", fields("New"))
	return store.failed, got
}

func TestErrorOfAnyCallEndsTheRunAndTheNextOneMendsTheSite(t *testing.T) {
	t.Parallel()
	errBoom := errors.New("boom")
	for name, begin := range beginnings() {
		for at := 1; ; at++ {
			s := begin()
			failed, err := failAt(t, s, at, errBoom)
			if failed == "" {
				if err != nil || at < 3 {
					t.Errorf("failAt(s, at, errBoom): %s: %v after %d calls: error %v, at %d, want nil and at least 3", name, err,
						at-1, err, at)
				}
				s.holds(t, "kerning", "New")
				break
			}
			if !errors.Is(err, errBoom) {
				t.Errorf("failAt(s, at, errBoom): %s: after %s, call %d, failed: %v, want %v", name, failed, at, err, errBoom)
			}
			if err := kerning(t, s, "New", -1); err != nil {
				t.Errorf("%s: the run after that: %v", name, err)
			}
			s.holds(t, "kerning", "New")
		}
	}
}

func TestRecordsThatAreGoneAreNoErrorOfARun(t *testing.T) {
	t.Parallel()
	for name, begin := range beginnings() {
		for _, gone := range []error{fault.ErrNotFound, fault.ErrGone} {
			for at := 1; ; at++ {
				var failed string
				synctest.Test(t, func(t *testing.T) {
					s := begin()
					var err error
					failed, err = failAt(t, s, at, fmt.Errorf("%w", gone))
					tolerated := errors.Is(gone, fault.ErrNotFound) &&
						(failed == "Read" || failed == "Delete" || failed == "Update")
					if failed != "" && (err == nil) != tolerated {
						t.Errorf(`failAt: %s: %v in call %d, %s: %v, want nil: %t if failed != ""`, name, gone, at, failed, err,
							tolerated)
					}
				})
				if failed == "" {
					break
				}
			}
		}
	}
}

func TestRunGoesOnWhenOneOfTwoDifferentRecordsDisappears(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s := newSite()
		s.last = 2
		s.records[1] = map[string]string{"slug": "kerning", "title": "A", "content": "a", "status": "publish"}
		s.records[2] = map[string]string{"slug": "kerning", "title": "B", "content": "b", "status": "publish"}
		store := &leaving{process: process{site: s, left: -1}, id: 2}
		if _, _, err := Run(t.Context(), store, "cms/v2/posts", "kerning", "", fields("New")); err != nil {
			t.Fatal(err)
		}
		s.holds(t, "kerning", "New")

		s.records[3] = map[string]string{"slug": "kerning", "title": "B", "content": "b", "status": "publish"}
		store = &leaving{process: process{site: s, left: -1}, id: 1}
		if _, _, err := Run(t.Context(), store, "cms/v2/posts", "kerning", "", fields("Newer")); err != nil {
			t.Fatal(err)
		}
		s.holds(t, "kerning", "Newer")
	})
}

// leaving is a process during whose third list a record disappears: it is gone from
// the fourth.
type leaving struct {
	process
	id    int64
	lists int
}

func (l *leaving) List(ctx context.Context, query url.Values) ([]Record, int, error) {
	if l.lists++; l.lists == 3 {
		delete(l.records, l.id)
	}
	return l.process.List(ctx, query)
}

// below is a process whose records are below a parent.
type below struct {
	process
	parent int64
}

func (b *below) List(ctx context.Context, query url.Values) ([]Record, int, error) {
	found, total, err := b.process.List(ctx, query)
	for i := range found {
		found[i].Parent = b.parent
	}
	return found, total, err
}

func TestRunRefusesRecordsBelowOtherParents(t *testing.T) {
	t.Parallel()
	for parent, err := range map[int64]error{0: fault.ErrSlugIgnored, 12: nil, 13: fault.ErrSlugIgnored} {
		store := &below{process: process{site: newSite(), left: -1}, parent: parent}
		if _, _, got := Run(t.Context(), store, "cms/v2/posts", "kerning", "12", fields("New")); !errors.Is(got, err) {
			t.Errorf("below %d: %v, want %v", parent, got, err)
		}
	}
}

// respelling is a [Store] that creates records with another slug.
type respelling struct{ *process }

func (r respelling) Create(ctx context.Context, fields Fields) (Record, error) {
	made, err := r.process.Create(ctx, fields)
	if err == nil {
		r.records[made.ID]["slug"] += "x"
		made.Slug += "x"
	}
	return made, err
}

func TestDraftWithAnotherSlugIsDeletedAndReported(t *testing.T) {
	t.Parallel()
	s := newSite()
	_, _, err := Run(t.Context(), respelling{&process{site: s, left: -1}}, "cms/v2/posts", "kerning", "", fields("New"))
	switch {
	case !errors.Is(err, fault.ErrSlugIgnored):
		t.Errorf("Run: error %v, want ErrSlugIgnored", err)
	case !strings.Contains(err.Error(), "and deleted again"):
		t.Errorf("Run: error %v, want %q in it", err, "and deleted again")
	case len(s.records) > 0:
		t.Errorf("s.records %v, want an empty list", s.records)
	}
}
