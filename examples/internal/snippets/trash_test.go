package snippets

import (
	"net/http"
	"os"
	"path/filepath"
	"testing"

	"github.com/fontcms/fontcms-go/cms/cmstest"
)

// deletes counts the DELETEs that the site received.
func (b *bench) deletes() int {
	n := 0
	for _, request := range b.site.Requests() {
		if request.Method == http.MethodDelete {
			n++
		}
	}
	return n
}

func (b *bench) remove(name string) {
	b.Helper()
	if err := os.Remove(filepath.Join(b.folder, name)); err != nil {
		b.Fatal(err)
	}
}

func TestWhatIsInTheTrashIsNotPulled(t *testing.T) {
	t.Parallel()
	b := newBench(t, cmstest.WithLaterSnippets())
	b.site.Insert("snippets", map[string]any{"name": "Old", "code": "old();", "trashed": true})
	b.site.Insert("snippets", map[string]any{"name": "Live", "code": "live();"})
	b.works("pull", "pulled:    live.php", "same:      0 of 1")
	if got := b.files(); len(got) != 1 || got[0] != "live.php" {
		t.Errorf("After the pull the folder has %v, want live.php", got)
	}
	b.works("pull -force", "same:      1 of 1")
	b.works("push -delete -force", "same:      1 of 1")
	if n := b.deletes(); n != 0 || b.site.Record("snippets", 1) == nil {
		t.Errorf("push -delete with a snippet in the trash: %d DELETEs, want none, and the snippet kept", n)
	}
}

func TestFileWhoseSnippetIsInTheTrashMakesNoSecondOne(t *testing.T) {
	t.Parallel()
	for name, text := range map[string]string{
		"as it was": file("Swap", "", "one();"), "changed": file("Swap", "priority: 3\n", "two();"),
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			b, id := pulled(t, cmstest.WithLaterSnippets())
			b.remove("swap.php")
			b.works("push -delete", "trashed:   swap.php (snippet 1)")
			if record := b.site.Record("snippets", id); record["trashed"] != true {
				t.Fatalf("After push -delete the site has %v, want it in the trash", record)
			}
			b.works("push -delete", "same:      0 of 0")
			b.works("pull", "same:      0 of 0")

			b.write("swap.php", text)
			b.writes()
			b.works("plan", "trashed:   swap.php (snippet 1 is in the trash of the site)")
			b.fails("push", "swap.php", "in the trash", "-force")
			if n := b.writes(); n != 0 {
				t.Errorf("push without -force: %d writes, want none", n)
			}
			b.works("push -force", "created:   swap.php (snippet 2)")
			if record := b.site.Record("snippets", id); record["trashed"] != true || record["code"] != "one();" {
				t.Errorf("After push -force the first snippet is %v, want it in the trash with its code", record)
			}
		})
	}
}

func TestPushThroughALossyProxyDeletesNothingForGood(t *testing.T) {
	t.Parallel()
	for name, processed := range map[string]bool{"it was trashed": true, "it was not": false} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			b, id := pulled(t, cmstest.WithLaterSnippets())
			b.remove("swap.php")
			b.site.Fail(cmstest.Fault{
				Method: http.MethodDelete, Route: "/code-snippets/v1/snippets/{id}",
				Cut: cmstest.CutAnswer, Processed: processed, Times: 1,
			})
			b.works("push -delete", "trashed:   swap.php")
			if record := b.site.Record("snippets", id); record == nil || record["trashed"] != true {
				t.Errorf("After push -delete the site has %v, want it in the trash", record)
			}
			b.works("push -delete", "same:      0 of 0")
			if n, want := b.deletes(), map[bool]int{true: 1, false: 2}[processed]; n != want {
				t.Errorf("%d DELETEs, want %d", n, want)
			}
		})
	}
}

func TestSnippetTrashedOnTheSiteIsGoneFromIt(t *testing.T) {
	t.Parallel()
	b, id := pulled(t, cmstest.WithLaterSnippets())
	if _, err := b.code().Trash(t.Context(), id); err != nil {
		t.Fatal(err)
	}
	b.writes()
	b.works("push", "gone:      swap.php (snippet 1 is in the trash of the site)")
	if n := b.writes(); n != 0 {
		t.Errorf("push of a file whose snippet is in the trash: %d writes, want none", n)
	}
	b.works("pull -delete", "removed:   swap.php")
	if got := b.files(); len(got) != 0 {
		t.Errorf("After pull -delete the folder has %v, want no files", got)
	}
}

func TestSnippetTrashedInTheMiddleOfAPushIsLeftAsItIs(t *testing.T) {
	t.Parallel()
	for verb, run := range map[string]func(*session, item) error{
		"write": func(s *session, it item) error {
			_, err := s.write(t.Context(), it)
			return err
		},
		"delete": func(s *session, it item) error { return s.delete(t.Context(), it) },
	} {
		t.Run(verb, func(t *testing.T) {
			t.Parallel()
			b, id := pulled(t, cmstest.WithLaterSnippets())
			b.replace("swap.php", "one", "two")
			s := b.session()
			items, err := s.plan(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			if _, err := b.code().Trash(t.Context(), id); err != nil {
				t.Fatal(err)
			}
			if err := run(s, items[0]); err == nil {
				t.Errorf("%s of a snippet that went to the trash: no error, want one", verb)
			}
			if record := b.site.Record("snippets", id); record == nil || record["trashed"] != true {
				t.Errorf("After %s the snippet is %v, want it in the trash", verb, record)
			} else if record["code"] != "one();" {
				t.Errorf("After %s the snippet is %v, want the code one();", verb, record)
			}
		})
	}
}

func TestRestoredSnippetIsPulledAgain(t *testing.T) {
	t.Parallel()
	b, id := pulled(t, cmstest.WithLaterSnippets())
	b.remove("swap.php")
	b.works("push -delete", "trashed:   swap.php")
	if _, err := b.code().Deactivate(t.Context(), id); err != nil { // which takes it out of the trash
		t.Fatal(err)
	}
	b.works("push -delete", "incoming:  swap.php (snippet 1)")
	b.works("pull", "pulled:    swap.php (snippet 1)")
}

// The versions between 3.6.4 and the newer ones list what is in their trash, and do
// not say that it is there.
func TestDeletedSnippetIsTrashedEvenIfTheSiteListsIt(t *testing.T) {
	t.Parallel()
	old := record{Name: "Swap", Scope: "global", Priority: 10, Code: "one();"}.plain()
	other := old
	other.Code = "two();"
	renamed := other
	renamed.Name = "Swap it"
	known := map[string]entry{"swap.php": {ID: 1, Hash: old.hash(), Deleted: true}}
	for name, test := range map[string]struct {
		files  map[string]record
		onSite record
		state  state
	}{
		"no file":                {nil, old, ""},
		"the file is there":      {map[string]record{"swap.php": old}, old, trashed},
		"under another name":     {map[string]record{"other.php": other}, old, trashed},
		"with another title":     {map[string]record{"swap.php": renamed}, old, trashed},
		"it changed on the site": {nil, other, incoming},
	} {
		items := compare(test.files, []remote{{1, false, test.onSite}}, known)
		if test.state == "" && len(items) != 0 || test.state != "" && (len(items) != 1 || items[0].state != test.state) {
			t.Errorf("compare with %s: %+v, want one item of the state %q, none for no state", name, items, test.state)
		}
	}
}
