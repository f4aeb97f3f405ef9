package snippets

import (
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/fontcms/fontcms-go/cms/cmstest"
	"github.com/fontcms/fontcms-go/snippets"
)

// pulled is a bench whose folder holds one snippet of the site: swap.php.
func pulled(t *testing.T, options ...cmstest.Option) (*bench, int64) {
	t.Helper()
	b := newBench(t, options...)
	id := b.site.Insert("snippets", map[string]any{"name": "Swap", "code": "one();"})
	b.works("pull")
	b.writes()
	return b, id
}

func TestChangeInTheFolderIsPushed(t *testing.T) {
	t.Parallel()
	b, _ := pulled(t)
	b.replace("swap.php", "one", "two")
	b.works("push", "pushed:    swap.php (snippet 1): code")
	if got := b.onSite()["Swap"].Code; got != "two();" {
		t.Errorf("After the push the site has the code %q, want two();", got)
	}
}

func TestChangeOnTheSiteIsPulledAndNeverPushedOver(t *testing.T) {
	t.Parallel()
	b, id := pulled(t)
	b.change(id, &snippets.Params{Code: new("theirs();")})
	b.write("new.php", file("New", "", "n();"))
	b.works("push", "incoming:  swap.php")
	if got := b.onSite()["Swap"].Code; got != "theirs();" {
		t.Errorf("After the push the site has the code %q, want theirs();", got)
	}
	b.works("pull", "pulled:    swap.php")
	if r, err := decode([]byte(b.read("swap.php")), ".php"); err != nil || r.Code != "theirs();" {
		t.Errorf("After the pull the file is %+v, error %v, want the code theirs();", r, err)
	}
}

func TestWhatBothSidesChangedIsRefusedUnlessForced(t *testing.T) {
	t.Parallel()
	for _, test := range []struct{ verb, code string }{{"push", "ours();"}, {"pull", "theirs();"}} {
		t.Run(test.verb, func(t *testing.T) {
			t.Parallel()
			b, id := pulled(t)
			b.change(id, &snippets.Params{Code: new("theirs();"), Priority: new(3)})
			b.replace("swap.php", "one", "ours")
			b.write("new.php", file("New", "", "n();"))
			b.writes()
			b.fails(test.verb, "swap.php", "-force")
			if n := b.writes(); n != 0 || b.onSite()["Swap"].Code != "theirs();" {
				t.Errorf("snippets %s over changes of both sides: %d writes, site %q, want none, and theirs();",
					test.verb, n, b.onSite()["Swap"].Code)
			}
			b.works(test.verb + " -force")
			r, err := decode([]byte(b.read("swap.php")), ".php")
			if err != nil || r.Code != test.code {
				t.Errorf("After snippets %s -force the file is %+v, error %v, want the code %s", test.verb, r, err, test.code)
			} else if b.onSite()["Swap"].Code != test.code {
				t.Errorf("After snippets %s -force the site has the code %q, want %s",
					test.verb, b.onSite()["Swap"].Code, test.code)
			}
			b.works("plan", "same:      ")
		})
	}
}

func TestChangeInTheMiddleOfAPushIsNotOverwritten(t *testing.T) {
	t.Parallel()
	b, id := pulled(t)
	b.replace("swap.php", "one", "two")
	s := b.session()
	items, err := s.plan(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	b.change(id, &snippets.Params{Code: new("theirs();")})
	if _, err := s.write(t.Context(), items[0]); err == nil || b.onSite()["Swap"].Code != "theirs();" {
		t.Errorf("write over a change of the site: error %v, code %q, want an error, and theirs();",
			err, b.onSite()["Swap"].Code)
	}
}

// session is what run makes of the bench.
func (b *bench) session() *session {
	b.Helper()
	known, err := openLock(b.folder, b.address, true)
	if err != nil {
		b.Fatal(err)
	}
	return &session{code: b.code(), folder: b.folder, lock: known, out: b.Output()}
}

func TestNothingIsDeletedUnasked(t *testing.T) {
	t.Parallel()
	for name, options := range map[string][]cmstest.Option{"3.6.4": nil,
		"a version with a trash": {cmstest.WithLaterSnippets()}} {
		t.Run("from the site, "+name, func(t *testing.T) {
			t.Parallel()
			b, id := pulled(t, options...)
			if err := os.Remove(filepath.Join(b.folder, "swap.php")); err != nil {
				t.Fatal(err)
			}
			b.works("push", "missing:   swap.php")
			if b.onSite()["Swap"] == nil {
				t.Error("The push without -delete deleted the snippet, want it kept")
			}
			b.works("push -delete")
			record := b.site.Record("snippets", id)
			if record != nil && record["trashed"] != true {
				t.Errorf("After push -delete the site has %v, want it deleted or in the trash", record)
			}
			b.works("push -delete", "same:      0 of 0")
			b.works("pull")
			if got := b.files(); len(got) != 0 {
				t.Errorf("After the pull the folder has %v, want no files", got)
			}
		})
	}
	t.Run("from the folder", func(t *testing.T) {
		t.Parallel()
		b, id := pulled(t)
		if _, err := b.code().Delete(t.Context(), id); err != nil {
			t.Fatal(err)
		}
		b.works("push", "gone:      swap.php")
		b.works("pull", "gone:      swap.php")
		if got := b.files(); len(got) != 1 || len(b.onSite()) != 0 {
			t.Errorf("After the pull: files %v, site %v, want the file, and nothing on the site", got, b.onSite())
		}
		b.works("pull -delete", "removed:   swap.php")
		if got := b.files(); len(got) != 0 {
			t.Errorf("After pull -delete the folder has %v, want no files", got)
		}
	})
	t.Run("what changed on the site", func(t *testing.T) {
		t.Parallel()
		b, id := pulled(t)
		if err := os.Remove(filepath.Join(b.folder, "swap.php")); err != nil {
			t.Fatal(err)
		}
		b.change(id, &snippets.Params{Code: new("theirs();")})
		b.fails("push -delete", "swap.php")
		if b.onSite()["Swap"] == nil {
			t.Error("push -delete deleted a snippet that changed on the site, want it kept")
		}
	})
}

func TestFileMayBeRenamedAndSnippetMayChangeItsLanguage(t *testing.T) {
	t.Parallel()
	b, id := pulled(t)
	if err := os.Rename(filepath.Join(b.folder, "swap.php"), filepath.Join(b.folder, "other.php")); err != nil {
		t.Fatal(err)
	}
	b.replace("other.php", "one", "two")
	b.works("push -delete", "pushed:    other.php (snippet 1): code")
	if there := b.onSite(); len(there) != 1 || there["Swap"].ID != id {
		t.Errorf("After the push the site has %v, want Swap with its id %d only", there, id)
	}
	b.change(id, &snippets.Params{Scope: new(snippets.ScopeSiteCSS), Code: new("td{}")})
	b.works("pull", "pulled:    other.php")
	if got := b.files(); !slices.Equal(got, []string{"other.css"}) {
		t.Errorf("After the pull the folder has %v, want other.css", got)
	}
	b.works("plan", "same:      1 of 1")
}

func TestPushDoesNotOverwriteANamesake(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	b.site.Insert("snippets", map[string]any{"name": "Swap", "code": "theirs();"})
	b.write("mine.php", file("Swap", "", "ours();"))
	b.fails("push", "mine.php", "-force")
	b.site.Insert("snippets", map[string]any{"name": "Swap", "code": "others();"})
	b.fails("push -force", "several")
	if n := b.writes(); n != 0 {
		t.Errorf("push over a namesake: %d writes, want none", n)
	}
}

func TestFileEditedAfterAPushWasKilledIsStillPushed(t *testing.T) {
	t.Parallel()
	b, id := pulled(t)
	b.replace("swap.php", "one", "two")
	s := b.session()
	items, err := s.plan(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	before := b.read(lockName)
	if _, err := s.write(t.Context(), items[0]); err != nil {
		t.Fatal(err)
	}
	// As if it had been killed between the site's answer and the lock.
	b.write(lockName, before)
	l, err := openLock(b.folder, b.address, true)
	if err != nil {
		t.Fatal(err)
	}
	e := l.entries()["swap.php"]
	e.Sending = items[0].local.hash()
	l.set("swap.php", e)
	if err := l.save(); err != nil {
		t.Fatal(err)
	}
	b.replace("swap.php", "two", "three")
	b.works("push", "pushed:    swap.php")
	if got := b.site.Record("snippets", id)["code"]; got != "three();" {
		t.Errorf("After the push the site has the code %q, want three();", got)
	}
}
