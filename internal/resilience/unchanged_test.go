package resilience

import (
	"errors"
	"fmt"
	"testing"

	"github.com/fontcms/fontcms-go/cms"
)

// TestUpdateIfUnchangedOnASiteThatCapsRevisions has a site that keeps a number of
// revisions, and has as many.
func TestUpdateIfUnchangedOnASiteThatCapsRevisions(t *testing.T) {
	t.Parallel()
	theirs := func(texts ...string) func(*keeper) {
		return func(k *keeper) {
			for _, text := range texts {
				k.write(state{k.now.title, text})
			}
		}
	}
	many := make([]string, 30)
	for i := range many {
		many[i] = fmt.Sprint("theirs ", i)
	}
	content, sticky := &cms.PostParams{Content: new("ours")}, &cms.PostParams{Sticky: new(true)}
	for name, test := range map[string]struct {
		before, behind func(*keeper)
		ours           *cms.PostParams
		overwritten    bool
	}{
		"nobody else writes":                              {ours: content},
		"nobody else writes, and we change no text":       {ours: sticky},
		"nobody else writes, and we write what is there":  {ours: &cms.PostParams{Title: new("One")}},
		"another writes before us":                        {before: theirs("theirs"), ours: content, overwritten: true},
		"another writes before us, and we change no text": {before: theirs("theirs"), ours: sticky, overwritten: true},
		"another writes twice before us": {before: theirs("theirs", "theirs again"), ours: content,
			overwritten: true},
		"another writes very often before us": {before: theirs(many...), ours: content, overwritten: true},
		"another writes, and takes it back": {before: theirs("theirs", "content 19"), ours: content,
			overwritten: true},
		"another writes what we write":                   {before: theirs("ours"), ours: content},
		"another writes after us":                        {behind: theirs("theirs"), ours: content, overwritten: true},
		"another writes after us, and we change no text": {behind: theirs("theirs"), ours: sticky, overwritten: true},
		"another has an autosave stored": {before: func(k *keeper) {
			k.autosave(state{"One",
				"draft"})
		}, ours: content},
		"another has an autosave stored, and we no text": {before: func(k *keeper) {
			k.autosave(state{"One",
				"draft"})
		}, ours: sticky},
	} {
		for _, keeps := range []int{3, 5, 10, -1} {
			t.Run(fmt.Sprintf("%s, of %d", name, keeps), func(t *testing.T) {
				t.Parallel()
				k := newKeeper(keeps, 20)
				s := newServer(t, 20, k.ServeHTTP)
				site := s.site(t)
				read, err := site.Posts.Get(bounded(t), 5, cms.InContext(cms.ContextEdit))
				if err != nil {
					t.Fatal(err)
				}
				k.before, k.behind = test.before, test.behind
				written, err := site.Posts.UpdateIfUnchanged(bounded(t), read, test.ours)
				if errors.Is(err, cms.ErrOverwritten) != test.overwritten || !test.overwritten && err != nil {
					t.Errorf("UpdateIfUnchanged: error %v, want ErrOverwritten: %t", err, test.overwritten)
				} else if written == nil {
					t.Errorf("UpdateIfUnchanged: no record, error %v, want the record", err)
				}
				if n := len(s.writes()); n != 1 {
					t.Errorf("UpdateIfUnchanged: %d writes, want 1", n)
				}
			})
		}
	}
}

// TestUpdateIfUnchangedLosesNothingInSilence has posts with fewer, as many and more
// revisions than a site keeps. What was lost is told, and nothing is told where
// nobody else wrote, if the site keeps two or more.
func TestUpdateIfUnchangedLosesNothingInSilence(t *testing.T) {
	t.Parallel()
	write := func(texts ...string) func(*keeper) {
		return func(k *keeper) {
			for _, text := range texts {
				k.write(state{k.now.title, text})
			}
		}
	}
	autosave := func(k *keeper) { k.autosave(state{"One", "draft"}) }
	then := func(acts ...func(*keeper)) func(*keeper) {
		return func(k *keeper) {
			for _, act := range acts {
				act(k)
			}
		}
	}
	content, same := &cms.PostParams{Content: new("ours")},
		func(read *cms.Post) *cms.PostParams { return &cms.PostParams{Content: &read.Content.Raw} }
	for name, act := range map[string]func(*keeper){
		"":                         nil,
		"once":                     write("theirs"),
		"twice":                    write("theirs", "theirs again"),
		"three of them":            write("theirs", "those of a third", "theirs"),
		"their title":              func(k *keeper) { k.write(state{"Theirs", k.now.content}) },
		"a text and an autosave":   then(write("theirs"), autosave),
		"an autosave and a text":   then(autosave, write("theirs")),
		"a text and two autosaves": then(write("theirs"), autosave, autosave),
		"a text whose revision is dropped with the older ones": func(k *keeper) {
			k.write(state{k.now.title, "theirs"})
			k.revisions = nil
		},
	} {
		for keeps := -1; keeps <= 6; keeps++ {
			for edits := range 9 {
				for _, unchanged := range []bool{false, true} {
					t.Run(fmt.Sprintf("%s, %d edits, of %d, unchanged %v", name, edits, keeps, unchanged), func(t *testing.T) {
						t.Parallel()
						k := newKeeper(keeps, edits)
						s := newServer(t, 20, k.ServeHTTP)
						site := s.site(t)
						read, err := site.Posts.Get(bounded(t), 5, cms.InContext(cms.ContextEdit))
						if err != nil {
							t.Fatal(err)
						}
						params := content
						if unchanged {
							params = same(read)
						}
						k.before = func(k *keeper) {
							if act != nil && (edits > 0 || k.edits > 0) { // not before the update of nothing
								act(k)
							}
						}
						_, err = site.Posts.UpdateIfUnchanged(bounded(t), read, params)
						told := errors.Is(err, cms.ErrOverwritten) || errors.Is(err, cms.ErrUnverifiable)
						if err != nil && !told || act != nil && !told {
							t.Errorf("UpdateIfUnchanged: error %v, want ErrOverwritten or ErrUnverifiable", err)
						} else if act == nil && err != nil && keeps != 0 && keeps != 1 {
							t.Errorf("UpdateIfUnchanged: error %v, want none", err)
						}
						if n := len(s.writes()); keeps == 0 && n > 0 && !(edits == 0 && n == 1) {
							t.Errorf("UpdateIfUnchanged: %d writes to a site without revisions, want none", n)
						} else if n > 2 || n > 1 && edits > 0 {
							t.Errorf("UpdateIfUnchanged: %d writes, want at most 2, and 1 after an edit", n)
						}
					})
				}
			}
		}
	}
}

// TestUpdateIfUnchangedRefusesWhatItCannotVerify has a site that keeps no
// revisions: nothing is written, unless the caller says so. One that keeps a single
// revision may show that at the update alone.
func TestUpdateIfUnchangedRefusesWhatItCannotVerify(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		keeper func() *keeper
		most   int // writes
	}{
		"keeps none":       {func() *keeper { return newKeeper(0, 20) }, 0},
		"keeps one":        {func() *keeper { return newKeeper(1, 20) }, 1},
		"states no number": {func() *keeper { return &keeper{silent: true, keeps: -1, now: state{"One", "content"}} }, 0},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			k := test.keeper()
			s := newServer(t, 20, k.ServeHTTP)
			site := s.site(t)
			read, err := site.Posts.Get(bounded(t), 5, cms.InContext(cms.ContextEdit))
			if err != nil {
				t.Fatal(err)
			}
			k.before = func(k *keeper) { k.write(state{"One", "theirs"}) }
			_, err = site.Posts.UpdateIfUnchanged(bounded(t), read, &cms.PostParams{Content: new("ours")})
			if !errors.Is(err, cms.ErrUnverifiable) && !errors.Is(err, cms.ErrOverwritten) || len(s.writes()) > test.most {
				t.Errorf("UpdateIfUnchanged: writes %v, error %v, want at most %d and ErrUnverifiable or ErrOverwritten",
					s.writes(), err, test.most)
			}
			k = test.keeper()
			willing := newServer(t, 20, k.ServeHTTP)
			read, err = willing.site(t).Posts.Get(bounded(t), 5, cms.InContext(cms.ContextEdit))
			if err != nil {
				t.Fatal(err)
			}
			written, err := willing.site(t).Posts.UpdateIfUnchanged(bounded(t), read, &cms.PostParams{Content: new("ours")},
				cms.AllowUnverified())
			if err != nil || written.Content.Raw != "ours" {
				t.Errorf("UpdateIfUnchanged with AllowUnverified: %+v, error %v, want our content", written, err)
			} else if len(willing.writes()) != 1 {
				t.Errorf("UpdateIfUnchanged with AllowUnverified: writes %v, want 1", willing.writes())
			}
		})
	}
}
