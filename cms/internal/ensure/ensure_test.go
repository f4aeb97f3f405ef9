package ensure

import (
	"errors"
	"maps"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"

	"github.com/fontcms/fontcms-go/cms/internal/fault"
	"github.com/fontcms/fontcms-go/internal/transport"
)

func fields(title string) Fields {
	return Fields{"title": text(title), "content": text("<p>" + title + "</p>"), "status": text("publish")}
}

// kerning runs for one record, in a process that is killed after some calls, below 0 for
// never.
func kerning(t *testing.T, site *site, title string, left int) error {
	t.Helper()
	_, _, err := Run(t.Context(), &process{site: site, left: left}, "cms/v2/posts", "kerning", "", fields(title))
	return err
}

// holds checks that the site has one record with the slug, and no draft of a run.
func (s *site) holds(t *testing.T, slug, title string) {
	t.Helper()
	n := 0
	for id, r := range s.records {
		switch {
		case r["status"] == "trash":
		case r["slug"] == slug && r["title"] == title && r["status"] == "publish":
			n++
		default:
			t.Errorf("record %d is left: %v, want only published ones with the slug %q", id, r, slug)
		}
	}
	if n != 1 {
		t.Errorf("%d records have the slug: %v: n %d, want 1", n, s.records, n)
	}
	s.destroyedNothing(t)
}

// destroyedNothing checks that each deleted record was an unfinished draft of a run. Between
// the look of a run and its deletion another run may claim the draft. The record is then one
// too many, and the other run would withdraw it.
func (s *site) destroyedNothing(t *testing.T) {
	t.Helper()
	for _, d := range s.deleted {
		r := d.record
		if unfinished := isToken(r["slug"], "kerning") && r["content"] == "<!-- fontcms-ensure 0/kerning. -->"; unfinished {
			continue
		}
		if !d.another {
			t.Errorf("a run deleted %v, which is no unfinished draft, want it to stay: no other record has the slug", r)
		}
	}
}

func TestRunMakesARecordAndUpdatesItAfterwards(t *testing.T) {
	t.Parallel()
	site := newSite()
	for _, title := range []string{"First", "Second"} {
		record, _, err := Run(t.Context(), &process{site: site, left: -1}, "cms/v2/posts", "kerning", "", fields(title))
		switch {
		case err != nil:
			t.Fatalf("%v: Run: error %v, want nil", record, err)
		case record.(Record).ID != 1:
			t.Fatalf("Run: (Record).ID %d, want 1", record.(Record).ID)
		}
		site.holds(t, "kerning", title)
	}
}

func TestEnsureAfterAKillLeavesOneRecord(t *testing.T) {
	t.Parallel()
	for left := range 100 {
		site := newSite()
		err := kerning(t, site, "Kerning", left)
		done := err == nil
		if !done && !errors.Is(err, errKilled) {
			t.Fatal(err)
		}
		if err := kerning(t, site, "Kerning", -1); err != nil {
			t.Errorf("after a kill after %d calls: %v", left, err)
		}
		site.holds(t, "kerning", "Kerning")
		if done {
			return
		}
	}
	t.Error("Run does not end within 100 calls, want fewer")
}

// TestSeveralProcessesLeaveOneRecordOrAConflict kills some of four processes. What they
// leave is one record, or several that the next run names.
func TestSeveralProcessesLeaveOneRecordOrAConflict(t *testing.T) {
	t.Parallel()
	conflicts := 0
	for n := range 60 {
		synctest.Test(t, func(t *testing.T) {
			site := newSite()
			var group sync.WaitGroup
			for i := range 4 {
				left := -1
				if i > 1 { // some are killed on their way
					left = (n + 5*i) % 20
				}
				group.Go(func() {
					p := &process{site: site, left: left, lose: n % 2}
					_, _, err := Run(t.Context(), p, "cms/v2/posts", "kerning", "", fields("Kerning"))
					_, taken := errors.AsType[*Taken](err) // by a claim between a look and an update
					_, shared := errors.AsType[*Shared](err)
					if err != nil && !taken && !shared && !errors.Is(err, errKilled) {
						t.Errorf("Run of process %d: %v, want %v if err != nil && !taken && !shared", i, err, errKilled)
					}
				})
			}
			group.Wait()
			ids := site.having("kerning")
			err := kerning(t, site, "Kerning", -1)
			shared, isShared := errors.AsType[*Shared](err)
			switch {
			case len(ids) < 2 && err != nil:
				t.Errorf("Run after four processes left %d: %v, want nil if len(ids) < 2", ids, err)
			case len(ids) < 2:
				// No run recognizes a record that got another slug.
				maps.DeleteFunc(site.records, func(_ int64, r map[string]string) bool { return r["slug"] == "kerning-2" })
				site.holds(t, "kerning", "Kerning")
			case !isShared || !slices.EqualFunc(shared.Holders, ids, func(one Record, id int64) bool { return one.ID == id }):
				t.Errorf("Run with the records %d: error %v, want one that names them", ids, err)
			default:
				conflicts++
			}
			site.destroyedNothing(t)
		})
	}
	t.Logf("%d of 60 rounds left a conflict", conflicts)
}

// having returns the ids of the records with a slug, the lowest first.
func (s *site) having(slug string) (ids []int64) {
	for _, id := range slices.Sorted(maps.Keys(s.records)) {
		if s.records[id]["slug"] == slug {
			ids = append(ids, id)
		}
	}
	return ids
}

func TestSeveralRecordsWithTheSlugAreNamedAndUnchanged(t *testing.T) {
	t.Parallel()
	for name, other := range map[string]map[string]string{
		"equal":     {"slug": "kerning", "title": "A", "content": "a", "status": "publish"},
		"different": {"slug": "kerning", "title": "B", "content": "b", "status": "publish"},
	} {
		synctest.Test(t, func(t *testing.T) {
			site := newSite()
			site.last = 2
			site.records[1] = map[string]string{"slug": "kerning", "title": "A", "content": "a", "status": "publish"}
			site.records[2] = maps.Clone(other)
			_, left, err := Run(t.Context(), &process{site: site, left: -1}, "cms/v2/posts", "kerning", "", fields("C"))
			shared, ok := errors.AsType[*Shared](err)
			switch {
			case !ok:
				t.Errorf("Run: %s records: Run left %d, error %v, want one that names 1 and 2; error %v, want a *Shared", name,
					left, err, err)
			case left != 0:
				t.Errorf("Run: %s records: Run left %d, error %v, want one that names 1 and 2; left %d, want 0", name, left, err,
					left)
			case len(shared.Holders) != 2:
				t.Errorf("Run: %s records: Run left %d, error %v, want one that names 1 and 2; length of shared.Holders %d, want 2",
					name, left, err, len(shared.Holders))
			case shared.Holders[0].ID != 1:
				t.Errorf("Run: %s records: Run left %d, error %v, want one that names 1 and 2; shared.Holders[0].ID %d, want 1",
					name, left, err, shared.Holders[0].ID)
			case shared.Holders[1].ID != 2:
				t.Errorf("Run: %s records: Run left %d, error %v, want one that names 1 and 2; shared.Holders[1].ID %d, want 2",
					name, left, err, shared.Holders[1].ID)
			}
			switch {
			case site.records[1]["title"] != "A":
				t.Errorf(`%s records: Run changed them: %v: site.records[1]["title"] %q, want %q`, name, site.records,
					site.records[1]["title"], "A")
			case !maps.Equal(site.records[2], other):
				t.Errorf("%s records: Run changed them: %v: site.records[2] %v, want %v", name, site.records, site.records[2],
					other)
			}
		})
	}
}

func TestRecordThatIsNeverListedIsDeletedAgain(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		site := newSite()
		site.hides = 3 // a replica that is behind: the looks before the draft, and one after it
		if err := kerning(t, site, "Kerning", -1); err != nil {
			t.Error(err)
		}
		site.holds(t, "kerning", "Kerning")
		blind := newSite()
		blind.hides = 1000
		err := kerning(t, blind, "Kerning", -1)
		switch {
		case !errors.Is(err, fault.ErrSlugIgnored):
			t.Errorf("kerning: error %v, want ErrSlugIgnored", err)
		case len(blind.records) > 0:
			t.Errorf("blind.records %v, want an empty list", blind.records)
		}
	})
}

func TestEditedDraftIsNotDeleted(t *testing.T) {
	t.Parallel()
	site := newSite()
	if err := kerning(t, site, "Kerning", 3); !errors.Is(err, errKilled) {
		t.Fatal(err)
	}
	site.records[1]["content"] += " mine"
	if err := kerning(t, site, "Kerning", -1); err != nil {
		t.Fatal(err)
	}
	switch one := site.records[1]; {
	case one == nil:
		t.Error("one nil, want a value")
	case !strings.HasSuffix(one["content"], " mine"):
		t.Errorf(`one["content"] %q, want the suffix %q`, one["content"], " mine")
	case len(site.records) != 2:
		t.Errorf("length of site.records %d, want 2", len(site.records))
	}
}

func TestSlugsThatASiteStoresOtherwiseAreRefused(t *testing.T) {
	t.Parallel()
	for slug, fine := range map[string]bool{
		"kerning": true, "a-b_c": true, "2026": true, "gr%c3%b6%c3%9fe": true, strings.Repeat("a", maxSlug): true,
		"": false, "Kerning": false, "a b": false, "a--b": false, "-a": false, "a-": false, "größe": false,
		"%zz": false, "a%20b": false, "a%2fb": false, strings.Repeat("a", maxSlug+1): false,
	} {
		err := CheckSlug(slug)
		argument, ok := errors.AsType[*fault.Argument](err)
		switch {
		case ok == fine:
			t.Errorf("%q: CheckSlug(slug): ok is %t, want %t", slug, ok, !(fine))
		case (err == nil) != fine:
			t.Errorf("%q: error %v, want nil: %t", slug, err, fine)
		case ok && argument.Argument != "slug":
			t.Errorf("%q: CheckSlug(slug): argument.Argument %q, want %q", slug, argument.Argument, "slug")
		}
		if err == nil && (!isToken(token(slug), slug) || isToken(slug, slug)) {
			t.Errorf(
				"the token of %q is not known again: err == nil && (!isToken(token(slug), slug) || isToken(slug, slug)) is true,"+
					" want false", slug)
		}
	}
}

func TestErrorsArePrintable(t *testing.T) {
	t.Parallel()
	const evil = "\x1b[2J\u202eevil\r\nFAKE LINE"
	for _, err := range []error{
		&Taken{Slug: evil, Got: evil}, &Shared{Holders: []Record{{Link: evil}}}, &declined{evil},
	} {
		if got := err.Error(); got != transport.Line(got, transport.MaxError) {
			t.Errorf("got %q, want %q", got, transport.Line(got, transport.MaxError))
		}
	}
}
