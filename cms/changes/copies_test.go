package changes_test

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/fontcms/fontcms-go/cms/changes"
)

// TestCopiesFollowASiteThatChangesDuringPasses keeps copies of all records from
// Change.Record, while the loop itself and requests between pages change the site. After
// the last pass the copies must be what the site has. No change may come twice.
func TestCopiesFollowASiteThatChangesDuringPasses(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	s.fill()
	begin, now := s.Snapshot(), s.clock()
	for seed := range histories() / 4 {
		s.Restore(begin)
		s.set(now)
		random := rand.New(rand.NewPCG(seed, 2))
		s.perPage = 2 + random.IntN(4)
		r := &copier{writer: &writer{site: s, random: random, loud: true}, store: new(changes.Memory),
			copies: map[string]string{}}
		for range 2 + random.IntN(3) {
			r.pass(t, true)
			r.advance()
		}
		r.pass(t, false)
		want := map[string]string{}
		for _, kind := range r.kinds() {
			for key, shape := range r.shapes(t, kind.Name) {
				want[key] = fmt.Sprint(shape)
			}
		}
		for key := range want {
			if r.copies[key] != want[key] {
				t.Errorf("history %d: the copy of %s is\n\t%q, want\n\t%q", seed, key, r.copies[key], want[key])
			}
		}
		for key := range r.copies {
			if _, ok := want[key]; !ok {
				t.Errorf("history %d: the copy of %s is left, want none", seed, key)
			}
		}
		if t.Failed() {
			t.Log("history ", seed, ":\n\t", strings.Join(r.log, "\n\t"))
			return
		}
	}
}

type copier struct {
	*writer
	store  *changes.Memory
	copies map[string]string
	log    []string
}

func (r *copier) kinds() []changes.Kind {
	return []changes.Kind{changes.Type("cms/v2/posts"), changes.Taxonomy("cms/v2/tags"), changes.Comments()}
}

func (r *copier) advance() {
	h := &history{writer: r.writer}
	h.advance()
	r.log = append(r.log, h.log...)
}

// pass runs a pass. If busy, it changes the site during the pass, and sometimes leaves it.
func (r *copier) pass(t *testing.T, busy bool) {
	t.Helper()
	act := func() {
		note, _ := r.act(t.Context())
		r.log = append(r.log, note)
	}
	r.log = append(r.log, "pass")
	feed := changes.New(r.site.client, r.store, r.kinds()...)
	options := &changes.Options{Records: true, AllowEmpty: true, Full: r.random.IntN(2) == 0}
	r.site.between(func() {
		if busy && r.random.IntN(4) == 0 {
			act()
		}
	})
	defer r.site.between(nil)
	for c, err := range feed.All(t.Context(), options) {
		if err != nil {
			r.log = append(r.log, err.Error())
			if !busy {
				t.Errorf("Feed.All of a quiet site: error %v, want none", err)
			}
			continue
		}
		if busy && r.random.IntN(3) == 0 {
			act()
		}
		if busy && r.random.IntN(20) == 0 {
			return
		}
		key := fmt.Sprintf("%s/%d", c.Kind, c.ID)
		r.log = append(r.log, fmt.Sprintf("%s %s", c.Op, key))
		if c.Op == changes.Deleted {
			if _, ok := r.copies[key]; !ok {
				t.Errorf("Feed.All: %s is deleted and was never created, want each change once", key)
			}
			delete(r.copies, key)
			continue
		}
		var record map[string]json.RawMessage
		if err := json.Unmarshal(c.Record, &record); err != nil {
			t.Fatal(err)
		}
		text := fmt.Sprint(shapeOf(c.Kind, record))
		if r.copies[key] == text {
			t.Errorf("Feed.All: %s %s is %q as before, want each change once", c.Op, key, text)
		}
		r.copies[key] = text
	}
}
