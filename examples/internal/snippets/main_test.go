package snippets

import (
	"bytes"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/cms/cmstest"
	"github.com/fontcms/fontcms-go/examples/internal/program"
	"github.com/fontcms/fontcms-go/snippets"
)

// bench is a site and a folder.
type bench struct {
	*testing.T
	site    *cmstest.Server
	folder  string
	address string // of the site, for the program
}

func newBench(t *testing.T, options ...cmstest.Option) *bench {
	t.Helper()
	site := cmstest.NewServer(options...)
	t.Cleanup(site.Close)
	return &bench{t, site, t.TempDir(), site.URL}
}

// run runs the program and returns what it said.
func (b *bench) run(args ...string) (string, error) {
	b.Helper()
	var out bytes.Buffer
	args = append(args, "-site", b.address, "-prefix", "cms", "-user", "admin", "-dir", b.folder)
	err := Recipe{}.Run(b.Context(), args,
		program.Environment{Password: b.site.AppPassword("admin"), Out: &out, Err: &out})
	return out.String(), err
}

// works runs the program, which must succeed and say all of the words.
func (b *bench) works(verb string, words ...string) string {
	b.Helper()
	out, err := b.run(strings.Fields(verb)...)
	if err != nil {
		b.Fatalf("snippets %s: error %v, want none\n%s", verb, err, out)
	}
	for _, word := range words {
		if !strings.Contains(out, word) {
			b.Errorf("snippets %s printed\n%s\nwant %q", verb, out, word)
		}
	}
	return out
}

// nothing is the last line of a run that had nothing to do.
func nothing(verb string) string {
	verb, _, _ = strings.Cut(verb, " ")
	return map[string]string{"pull": "0 pulled, 0 removed\n", "push": "0 pushed, 0 deleted\n"}[verb]
}

// fails runs the program, whose error must contain the words.
func (b *bench) fails(verb string, words ...string) string {
	b.Helper()
	out, err := b.run(strings.Fields(verb)...)
	if err == nil {
		b.Fatalf("snippets %s: no error, want one\n%s", verb, out)
	}
	for _, word := range words {
		if !strings.Contains(err.Error(), word) {
			b.Errorf("snippets %s: error %v, want %q", verb, err, word)
		}
	}
	return out
}

// writes counts the requests since the last call that are no reads.
func (b *bench) writes() int {
	n := 0
	for _, request := range b.site.Requests() {
		if request.Method != "GET" && request.Method != "HEAD" {
			n++
		}
	}
	b.site.ResetRequests()
	return n
}

func (b *bench) write(name, text string) {
	b.Helper()
	if err := os.WriteFile(filepath.Join(b.folder, name), []byte(text), 0o600); err != nil {
		b.Fatal(err)
	}
}

func (b *bench) read(name string) string {
	b.Helper()
	data, err := os.ReadFile(filepath.Join(b.folder, name))
	if err != nil {
		b.Fatal(err)
	}
	return string(data)
}

// replace changes a file.
func (b *bench) replace(name, old, with string) {
	b.Helper()
	text := b.read(name)
	if !strings.Contains(text, old) {
		b.Fatalf("The file %s has the text %s, want %q in it", name, text, old)
	}
	b.write(name, strings.ReplaceAll(text, old, with))
}

// files are the names in the folder but for the lock.
func (b *bench) files() []string {
	b.Helper()
	list, err := os.ReadDir(b.folder)
	if err != nil {
		b.Fatal(err)
	}
	var out []string
	for _, entry := range list {
		if entry.Name() != lockName {
			out = append(out, entry.Name())
		}
	}
	return out
}

// code is the snippets as another client, which the program does not use.
func (b *bench) code() *snippets.Service {
	b.Helper()
	site, err := cms.New(b.site.URL, cms.WithApplicationPassword("admin", b.site.AppPassword("admin")))
	if err != nil {
		b.Fatal(err)
	}
	return snippets.New(site)
}

// onSite are the snippets of the site by their names.
func (b *bench) onSite() map[string]*snippets.Snippet {
	b.Helper()
	out := map[string]*snippets.Snippet{}
	for snippet, err := range b.code().All(b.Context(), nil) {
		if err != nil {
			b.Fatal(err)
		}
		if out[snippet.Name] != nil {
			b.Errorf("The site has the snippet %q twice, want it once", snippet.Name)
		}
		out[snippet.Name] = snippet
	}
	return out
}

// change changes a snippet as somebody else.
func (b *bench) change(id int64, params *snippets.Params) {
	b.Helper()
	if _, err := b.code().Update(b.Context(), id, params); err != nil {
		b.Fatal(err)
	}
}

func file(name, more, code string) string {
	return "<?php\n/* snippet\nname: " + name + "\n" + more + "*/\n" + code + "\n"
}

func TestDryPullWritesNoFile(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	b.works("pull")
	if _, err := b.code().Create(t.Context(), &snippets.Params{Name: new("One"), Code: new("a();")}); err != nil {
		t.Fatal(err)
	}
	before := b.files()
	said := b.works("pull -dry-run", "pulled:    one.php", "dry run, nothing was written: 1 pulled, 0 removed")
	if after := b.files(); !slices.Equal(before, after) {
		t.Errorf("After a dry pull the folder has %v, want %v as before\n%s", after, before, said)
	}
}

func TestEmptyFolderPullsTheSiteAndASecondPullDoesNothing(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	b.site.Insert("snippets", map[string]any{"name": "Swap", "code": "a();\r\nb();\r\n", "scope": "front-end",
		"active": true, "tags": []string{"a", "b"}})
	b.site.Insert("snippets", map[string]any{"name": "Swap", "code": "other();"})
	b.site.Insert("snippets", map[string]any{"name": "Figures", "code": "td{}", "scope": "site-css", "priority": 3})
	b.works("pull", "pulled:    swap.php", "pulled:    swap-2.php")
	if got := b.files(); !slices.Equal(got, []string{"figures.css", "swap-2.php", "swap.php"}) {
		t.Errorf("After the pull the folder has %v, want figures.css, swap-2.php and swap.php", got)
	}
	if got, want := b.read("swap.php"), "<?php\n/* snippet\nname: Swap\ntags: [a, b]\nscope: front-end\npriority: "+
		"10\nactive: true\n*/\na();\nb();\n"; got != want {
		t.Errorf("wrote %q, want %q", got, want)
	}
	lock := b.read(lockName)
	b.writes()
	for _, verb := range []string{"pull", "plan", "push"} {
		if out := b.works(verb); out != "same:      3 of 3\n"+nothing(verb) {
			t.Errorf("snippets %s printed %q, want all the same, and nothing done", verb, out)
		}
	}
	if n := b.writes(); n != 0 || b.read(lockName) != lock {
		t.Errorf("After the second pull: %d writes, lock %s, want none, and the lock unchanged", n, b.read(lockName))
	}
}

func TestFolderIsPushedAndASecondPushDoesNothing(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	if err := os.CopyFS(b.folder, os.DirFS("../../snippets/sample")); err != nil {
		t.Fatal(err)
	}
	b.works("plan", "create:    swap-display.php", "create:    tabular-figures.css")
	if n := b.writes(); n != 0 {
		t.Errorf("snippets plan: %d writes, want none", n)
	}
	b.works("push")
	there := b.onSite()
	swap := there["Swap display"]
	if len(there) != 2 || swap == nil {
		t.Errorf("After the push the site has %d snippets, Swap display is %+v, want 2 with it", len(there), swap)
	} else if !swap.Active || swap.Priority != 5 {
		t.Errorf("After the push Swap display is %+v, want it active, with the priority 5", swap)
	} else if !slices.Equal(swap.Tags, []string{"fonts", "performance"}) {
		t.Errorf("After the push Swap display is %+v, want the tags fonts and performance", swap)
	}
	b.writes()
	b.works("push", "same:      2 of 2")
	if n := b.writes(); n != 0 {
		t.Errorf("The second push: %d writes, want none", n)
	}
	if err := os.Remove(filepath.Join(b.folder, lockName)); err != nil {
		t.Fatal(err)
	}
	b.works("push", "same:      2 of 2") // without a lock, too
}

func TestCodeIsSwitchedOnAfterAllOfItIsInPlace(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	b.write("a.php", file("A", "active: true\n", "b();"))
	b.write("b.php", file("B", "", "function b() {}"))
	b.works("push")
	var bodies []string
	for _, request := range b.site.Requests() {
		if request.Method == "POST" {
			bodies = append(bodies, string(request.Body))
		}
	}
	if len(bodies) != 4 {
		t.Fatalf("The push sent %q, want 4 requests", bodies)
	}
	for _, body := range bodies[:3] {
		if !strings.Contains(body, `"active":false`) {
			t.Errorf("The push sent %s among the first three, want it not active", body)
		}
	}
	if !strings.Contains(bodies[3], `"active":true`) || !strings.Contains(bodies[3], `"name":"A"`) {
		t.Errorf("The push sent %s last, want A active", bodies[3])
	}
}

func TestBrokenCodeStaysOffAndIsReportedEachTime(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	b.write("broken.php", file("Broken", "active: true\n", "if (1) {"))
	b.write("good.php", file("Good", "active: true\n", "good();"))
	for range 2 {
		b.fails("push", "broken.php", "left it off", "line 1")
		there := b.onSite()
		if len(there) != 2 || there["Broken"].Active {
			t.Errorf("After the push the site has %v, want two, Broken not active", slices.Collect(maps.Keys(there)))
		} else if !there["Good"].Active {
			t.Errorf("After the push Good is %+v, want it active", there["Good"])
		}
	}
	b.replace("broken.php", "{", "{}")
	b.works("push", "pushed:    broken.php")
	if !b.onSite()["Broken"].Active {
		t.Error("After the push of the mended file Broken is not active, want it active")
	}
}
