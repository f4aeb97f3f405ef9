package ensure

import (
	"context"
	"maps"
	"testing"
	"testing/synctest"
)

// seizing is a process whose first claimed record another process takes for a leftover.
type seizing struct {
	process
	seize func(*site, int64)
}

func (s *seizing) Update(ctx context.Context, id int64, fields Fields) (Record, error) {
	now, err := s.process.Update(ctx, id, fields)
	if now.Slug == "kerning" && s.seize != nil {
		s.seize(s.site, id)
		s.seize = nil
	}
	return now, err
}

func TestRunLooksAgainWhenItsClaimedRecordWasTakenForALeftover(t *testing.T) {
	t.Parallel()
	for name, seize := range map[string]func(*site, int64){
		"deleted": func(s *site, id int64) { delete(s.records, id) },
		"made a draft again": func(s *site, id int64) {
			maps.Copy(s.records[id], map[string]string{
				"slug": token("kerning"), "status": "draft", "content": "<!-- fontcms-ensure 0/kerning. -->",
			})
		},
	} {
		synctest.Test(t, func(t *testing.T) {
			store := &seizing{process{site: newSite(), left: -1}, seize}
			_, left, err := Run(t.Context(), store, "cms/v2/posts", "kerning", "", fields("Kerning"))
			if err != nil || left != 0 {
				t.Fatalf("Run whose record was %s: left %d, error %v, want none", name, left, err)
			}
			store.holds(t, "kerning", "Kerning")
		})
	}
}

// claiming is a process during whose first update another process claims the draft 2.
type claiming struct {
	process
	claimed bool
}

func (c *claiming) Update(ctx context.Context, id int64, fields Fields) (Record, error) {
	if !c.claimed {
		c.claimed = true
		c.write(2, Fields{"slug": text("leading"), "content": text("Text"), "status": text("publish")})
	}
	return c.process.Update(ctx, id, fields)
}

func TestLeftoverThatAnotherRunHasClaimedIsNotDeleted(t *testing.T) {
	t.Parallel()
	site := beginnings()["two drafts"]()
	store := &claiming{process: process{site: site, left: -1}}
	if _, _, err := Run(t.Context(), store, "cms/v2/posts", "kerning", "", fields("Kerning")); err != nil {
		t.Fatal(err)
	}
	if site.records[2]["slug"] != "leading" {
		t.Errorf("Run with two drafts deleted the one that got the slug %q meanwhile, want it to stay: %v", "leading",
			site.deleted)
	}
}

// outrun is a process that claims the draft 6 while another process publishes the record 1.
// When it makes the draft unfinished again, a third process claims it.
type outrun struct{ process }

func (o *outrun) Update(ctx context.Context, id int64, fields Fields) (Record, error) {
	now, err := o.process.Update(ctx, id, fields)
	switch {
	case id == 6 && now.Slug == "kerning":
		o.records[1] = map[string]string{"slug": "kerning", "title": "Old", "content": "Old", "status": "publish"}
	case id == 6:
		now = o.write(6, Fields{"slug": text("kerning"), "content": text("Text"), "status": text("publish")})
	}
	return now, err
}

func TestRunLeavesARecordThatAnotherRunClaimedDuringTheWithdrawal(t *testing.T) {
	t.Parallel()
	site := newSite()
	site.last = 5
	store := &outrun{process{site: site, left: -1}}
	whole, left, err := Run(t.Context(), store, "cms/v2/posts", "kerning", "", fields("Kerning"))
	if err != nil || left != 0 {
		t.Fatalf("Run whose draft was claimed by another run: left %d, error %v, want none", left, err)
	}
	if id := whole.(Record).ID; id != 1 {
		t.Errorf("Run whose draft was claimed by another run returned the record %d, want 1", id)
	}
	if site.records[6]["slug"] != "kerning-2" {
		t.Errorf("Run whose draft was claimed by another run: that record is %v, want it unchanged", site.records[6])
	}
}

// passing is a process that claims a draft while another process has the slug for a moment.
type passing struct {
	process
	passed bool
}

func (p *passing) Update(ctx context.Context, id int64, fields Fields) (Record, error) {
	if p.passed {
		return p.process.Update(ctx, id, fields)
	}
	p.passed = true
	other := p.write(0, Fields{"slug": text("kerning"), "content": text("Text"), "status": text("publish")})
	now, err := p.process.Update(ctx, id, fields)
	delete(p.records, other.ID) // the other process has withdrawn its record
	return now, err
}

func TestRunTakesASlugThatHasBecomeFree(t *testing.T) {
	t.Parallel()
	for name, deaf := range map[string]int{"response read": 0, "responses lost": 2} {
		store := &passing{process: process{site: newSite(), left: -1, deaf: deaf}}
		whole, left, err := Run(t.Context(), store, "cms/v2/posts", "kerning", "", fields("Kerning"))
		if err != nil || left != 0 {
			t.Fatalf("%s: Run while another process withdrew its record: left %d, error %v, want none", name, left, err)
		}
		if slug := whole.(Record).Slug; slug != "kerning" {
			t.Errorf("%s: Run while another process withdrew its record: slug %q, want %q", name, slug, "kerning")
		}
		store.holds(t, "kerning", "Kerning")
	}
}
