package ensure

import (
	"context"
	"errors"
	"net/url"
	"testing"
	"testing/synctest"

	"github.com/fontcms/fontcms-go/cms/internal/fault"
)

// losing is a process whose update number at, from 1, is stored, and whose response is
// lost. Before that update another process publishes a record with the slug. After it,
// the next unreachable calls fail.
type losing struct {
	*process
	at, updates int
	faster      bool
	unreachable int
}

var errUnreachable = errors.New("unreachable")

func (l *losing) fails() error {
	if l.updates < l.at || l.unreachable == 0 {
		return nil
	}
	l.unreachable--
	return errUnreachable
}

func (l *losing) List(ctx context.Context, query url.Values) ([]Record, int, error) {
	if err := l.fails(); err != nil {
		return nil, 0, err
	}
	return l.process.List(ctx, query)
}

func (l *losing) Read(ctx context.Context, id int64) (Record, error) {
	if err := l.fails(); err != nil {
		return Record{}, err
	}
	return l.process.Read(ctx, id)
}

func (l *losing) ReadWhole(ctx context.Context, id int64) (Record, error) {
	if err := l.fails(); err != nil {
		return Record{}, err
	}
	return l.process.ReadWhole(ctx, id)
}

func (l *losing) Delete(ctx context.Context, id int64) error {
	if err := l.fails(); err != nil {
		return err
	}
	return l.process.Delete(ctx, id)
}

func (l *losing) Update(ctx context.Context, id int64, fields Fields) (Record, error) {
	if err := l.fails(); err != nil {
		return Record{}, err
	}
	if l.updates++; l.updates == l.at {
		if l.faster {
			l.last++
			l.records[l.last] = map[string]string{
				"slug": "kerning", "title": "Theirs", "content": "c", "status": "publish",
			}
		}
		if l.process.write(id, fields).ID == 0 {
			return Record{}, fault.ErrNotFound
		}
		return Record{}, fault.ErrOutcomeUnknown
	}
	return l.process.Update(ctx, id, fields)
}

func TestRunWithdrawsItsRecordIfTheResponseToTheClaimIsLost(t *testing.T) {
	t.Parallel()
	for name, faster := range map[string]bool{"another process is faster": true, "no other process runs": false} {
		synctest.Test(t, func(t *testing.T) {
			site := newSite()
			store := &losing{process: &process{site: site, left: -1}, at: 1, faster: faster}
			record, left, err := Run(t.Context(), store, "cms/v2/posts", "kerning", "", fields("Kerning"))
			want := map[bool]int64{true: 2, false: 1}[faster]
			if err != nil || left != 0 {
				t.Fatalf("%s: Run left %d, error %v, want 0 and none", name, left, err)
			}
			if got := record.(Record).ID; got != want {
				t.Errorf("%s: Run returned record %d, want %d", name, got, want)
			}
			site.holds(t, "kerning", "Kerning")
		})
	}
}

// TestRunNamesTheRecordThatMayBeLeft has a site that stores the claim, or the withdrawal,
// and does not respond for some calls. The record with the other slug is deleted, or its
// id is returned.
func TestRunNamesTheRecordThatMayBeLeft(t *testing.T) {
	t.Parallel()
	for unreachable := range 6 {
		for at := 1; at <= 2; at++ {
			synctest.Test(t, func(t *testing.T) {
				site := newSite()
				if at == 2 { // the claim itself succeeds, with another slug
					site.hides = 2
					site.last = 1
					site.records[1] = map[string]string{"slug": "kerning", "title": "Theirs", "content": "c", "status": "publish"}
				}
				store := &losing{process: &process{site: site, left: -1}, at: at, faster: at == 1, unreachable: unreachable}
				_, left, err := Run(t.Context(), store, "cms/v2/posts", "kerning", "", fields("Kerning"))
				other := site.having("kerning-2")
				switch {
				case len(other) > 0 && (err == nil || left != other[0]):
					t.Errorf("%d calls fail after update %d: record %d is left, Run names %d, error %v, want the record named",
						unreachable, at, other, left, err)
				case err == nil && left != 0:
					t.Errorf("%d calls fail after update %d: Run without error left %d, want 0", unreachable, at, left)
				}
				site.destroyedNothing(t)
				if err := kerning(t, site, "Kerning", -1); err != nil {
					t.Errorf("%d calls fail after update %d: the next Run: error %v, want none", unreachable, at, err)
				}
			})
		}
	}
}

// TestRunChecksALeftoverByItsID has lists that still show a draft that another process
// has made its record.
func TestRunChecksALeftoverByItsID(t *testing.T) {
	t.Parallel()
	for name, now := range map[string]map[string]string{
		"the record": {"slug": "kerning", "title": "Theirs", "content": "c", "status": "publish"},
		"deleted":    nil,
	} {
		site := newSite()
		site.last = 1
		if now != nil {
			site.records[1] = now
		}
		store := &remembering{process: &process{site: site, left: -1}, old: Record{
			ID: 1, Slug: token("kerning"), Content: "<!-- fontcms-ensure 0/kerning. -->",
		}}
		_, left, err := Run(t.Context(), store, "cms/v2/posts", "kerning", "", fields("Kerning"))
		if err != nil || left != 0 {
			t.Errorf("%s: Run left %d, error %v, want 0 and none", name, left, err)
		}
		site.holds(t, "kerning", "Kerning")
		if len(site.deleted) > 0 {
			t.Errorf("%s: Run deleted %v, want nothing", name, site.deleted)
		}
	}
}

// remembering is a process whose search for drafts finds one that it had before.
type remembering struct {
	*process
	old Record
}

func (r *remembering) List(ctx context.Context, query url.Values) ([]Record, int, error) {
	if query.Has("search") {
		return []Record{r.old}, 1, nil
	}
	return r.process.List(ctx, query)
}
