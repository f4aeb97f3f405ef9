// Package manner tests that all recipes behave alike: their help, their exit statuses,
// and what they say about the most common mistakes.
package manner

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/fontcms/fontcms-go/cms/cmstest"
)

// recipe is a program and the ways in which it differs from the others.
type recipe struct {
	name   string
	args   []string // of every run
	real   []string // further ones on a real site
	makes  []string // the folder that a run writes, as flag and value
	noSite bool     // it has no -site
	waits  bool     // a run waits for somebody
	noUser bool     // a user is not needed
	finds  bool     // what stops the others is what it looks for
	sample bool     // it uses a sample
	writes []string // of a run that writes to a site, if it has -dry-run
	typed  string   // in that run
	input  string   // of a run, "" for none
}

func recipes() []recipe {
	dir := []string{"-dir", "sample"}
	return []recipe{
		{name: "quickstart"},
		{name: "authorize", waits: true, noUser: true},
		{name: "mirror", noUser: true, makes: []string{"-dir", "copy"}},
		{name: "restore", sample: true, real: dir, writes: []string{}},
		{name: "publish", sample: true, real: dir, writes: []string{"-create-terms"}},
		{name: "photos", sample: true, real: dir, writes: []string{}},
		{name: "moderate", writes: []string{}, typed: "a\ns\nyes\n"},
		{name: "people", writes: []string{"-revoke", "-older", "9"}, typed: "revoke\n"},
		{name: "menu", sample: true, real: []string{"-file", "sample.yaml"}, writes: []string{}},
		{name: "snippets", sample: true, args: []string{"plan"}, real: dir, writes: []string{}},
		{name: "fontpicker", noSite: true, waits: true},
		{name: "report", noUser: true},
		{name: "drift", noUser: true},
		{name: "diagnose", noUser: true, finds: true},
		{name: "tracing", noUser: true},
	}
}

var folder string // of the programs; made by TestMain alone

func TestMain(m *testing.M) {
	var err error
	if folder, err = os.MkdirTemp("", "recipes"); err != nil {
		panic(err)
	}
	code := m.Run()
	_ = os.RemoveAll(folder)
	os.Exit(code)
}

// build builds all recipes once.
var build = sync.OnceValue(func() error {
	args := []string{"build", "-ldflags=-s -w", "-o", folder}
	for _, r := range recipes() {
		if r.name != "tracing" {
			args = append(args, "../../"+r.name)
		}
	}
	out, err := exec.CommandContext(context.Background(), "go", args...).CombinedOutput()
	if err != nil {
		return fmt.Errorf("%w: %s", err, out)
	}
	tracing := exec.CommandContext(context.Background(), "go", "build", "-ldflags=-s -w", "-o", folder, ".")
	tracing.Dir = filepath.Join("..", "..", "tracing") // a module of its own
	if out, err = tracing.CombinedOutput(); err != nil {
		return fmt.Errorf("%w: %s", err, out)
	}
	return nil
})

// ran is what came of a run.
type ran struct {
	status      int
	out, errors string
}

// notice is a line on standard error that says what is used or how far the run is, or asks.
var notice = regexp.MustCompile(`(?m)^((site|catalogue): a server in memory at |sample: a copy of |\[a\]pprove |[a-z -]+: \d+( of \d+)?$).*\n`)

// without is what a run has complained about, without some lines.
func (r ran) without(lines *regexp.Regexp) string { return lines.ReplaceAllString(r.errors, "") }

// run runs a recipe in its own folder, with a password in the environment.
func (r recipe) run(t *testing.T, password string, args ...string) ran {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 2*time.Minute)
	defer cancel()
	c, end := r.start(ctx, t, password, args...)
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	return end()
}

// start returns a recipe that can be started, and what waits for its end.
func (r recipe) start(ctx context.Context, t *testing.T, password string, args ...string) (c *exec.Cmd, end func() ran) {
	t.Helper()
	if err := build(); err != nil {
		t.Fatal(err)
	}
	c = exec.CommandContext(ctx, filepath.Join(folder, r.name), append(slices.Clone(r.args), args...)...)
	var out, messages bytes.Buffer
	c.Dir, c.Stdout, c.Stderr = filepath.Join("..", "..", r.name), &out, &messages
	c.Env = append(os.Environ(), "FONTCMS_APP_PASSWORD="+password)
	c.Stdin = strings.NewReader(r.input)
	return c, func() ran {
		err := c.Wait()
		if _, ok := errors.AsType[*exec.ExitError](err); err != nil && !ok {
			t.Fatal(err)
		}
		return ran{c.ProcessState.ExitCode(), out.String(), messages.String()}
	}
}

// each runs a test for all recipes that some condition holds for.
func each(t *testing.T, holds func(r recipe) bool, test func(t *testing.T, r recipe)) {
	t.Helper()
	for _, r := range recipes() {
		if holds(r) {
			t.Run(r.name, func(t *testing.T) {
				t.Parallel()
				test(t, r)
			})
		}
	}
}

// complains fails the test unless a run ended with a status and one line that says what
// is wanted.
func (r recipe) complains(t *testing.T, got ran, status int, want string) {
	t.Helper()
	line, rest, _ := strings.Cut(got.without(notice), "\n")
	if status == 2 {
		rest = strings.TrimPrefix(rest, r.name+" -help lists the flags.\n")
	}
	if r.finds && status == 1 && !strings.HasPrefix(want, "interrupted") {
		status, want = 3, ""
		if _, todo, _ := strings.Cut(got.out, "\n  to do: "); todo == "" || strings.Contains(line, strings.TrimSpace(todo)) {
			t.Errorf("what to do is not said once:\n%s%s", got.out, got.errors)
		}
	}
	if got.status != status || line != r.name+": "+want && !strings.HasPrefix(line, r.name+": "+want) || rest != "" {
		t.Errorf("status %d, %q; expected %d, %q", got.status, got.errors, status, r.name+": "+want)
	}
}

func TestAllRecipesAreInTheTable(t *testing.T) {
	t.Parallel()
	programs, err := filepath.Glob("../../*/main.go")
	programs = slices.DeleteFunc(programs, func(path string) bool {
		return filepath.Base(filepath.Dir(path)) == "fleet" // it runs others on many sites, and has tests of its own
	})
	if err != nil || len(programs) != len(recipes()) {
		t.Errorf("%d programs, %d in the table, %v", len(programs), len(recipes()), err)
	}
}

func TestHelpSaysWhatItDoesAndEndsWithZero(t *testing.T) {
	t.Parallel()
	each(t, func(recipe) bool { return true }, func(t *testing.T, r recipe) {
		t.Helper()
		for _, flag := range []string{"-help", "-h"} {
			got := r.run(t, "", flag)
			first, rest, _ := strings.Cut(got.out, "\n")
			if got.status != 0 || got.errors != "" || !strings.HasSuffix(first, ".") || len(first) > 110 {
				t.Errorf("%s: status %d, first line %q, errors %q", flag, got.status, first, got.errors)
			}
			for _, want := range []string{"\nexample: ", "go run ", "\nflags:\n", "\nexit status:\n  0  done\n  1  ", "\n  2  "} {
				if !strings.Contains(rest, want) {
					t.Errorf("%s: the help lacks %q:\n%s", flag, want, got.out)
				}
			}
		}
	})
}

func TestMistakeInTheFlagsEndsWithTwo(t *testing.T) {
	t.Parallel()
	each(t, func(recipe) bool { return true }, func(t *testing.T, r recipe) {
		t.Helper()
		r.complains(t, r.run(t, "", "-unknown"), 2, "flag provided but not defined: -unknown")
		r.complains(t, r.run(t, "", "stray"), 2, `unexpected argument "stray"`)
	})
}

func TestUserWithoutASiteIsRefused(t *testing.T) {
	t.Parallel()
	each(t, func(r recipe) bool { return !r.noSite }, func(t *testing.T, r recipe) {
		t.Helper()
		r.complains(t, r.run(t, "", "-user", "ada"), 2, "-user needs -site: ")
	})
}

func TestSiteWithoutTheUserThatIsNeededIsRefused(t *testing.T) {
	t.Parallel()
	each(t, func(r recipe) bool { return !r.noSite && !r.noUser }, func(t *testing.T, r recipe) {
		t.Helper()
		args := append([]string{"-site", "http://127.0.0.1:1"}, r.real...)
		r.complains(t, r.run(t, "", args...), 2, "-user is missing: "+r.name+" needs a")
	})
}

func TestWithoutASiteSomethingIsShown(t *testing.T) {
	t.Parallel()
	each(t, func(r recipe) bool { return !r.waits }, func(t *testing.T, r recipe) {
		t.Helper()
		args := slices.Clone(r.makes)
		for i := 1; i < len(args); i += 2 {
			args[i] = filepath.Join(t.TempDir(), args[i])
		}
		got := r.run(t, "", args...)
		if got.status != 0 || got.without(notice) != "" || strings.Count(got.out, "\n") < 2 || notice.MatchString(got.out) {
			t.Errorf("status %d, output:\n%serrors:\n%s", got.status, got.out, got.errors)
		}
		if r.sample != strings.HasPrefix(got.errors, "sample: a copy of examples/"+r.name+"/sample") {
			t.Errorf("the first line does not say which sample is used:\n%s", got.errors)
		}
		got.counts(t)
	})
}

// progress is a line that counts, off a terminal.
var progress = regexp.MustCompile(`(?m)^([a-z -]+): (\d+)(?: of (\d+))?$`)

// counts fails the test if a count has no total or did not come to it, or if a pipe gets
// what only a terminal understands.
func (r ran) counts(t *testing.T) {
	t.Helper()
	last := map[string][]string{}
	for _, line := range progress.FindAllStringSubmatch(r.errors, -1) {
		last[line[1]] = line
		if line[3] == "" {
			t.Errorf("a count without a total: %q", line[0])
		}
	}
	for _, line := range last {
		if line[2] != line[3] {
			t.Errorf("a count that ends with %q", line[0])
		}
	}
	if strings.ContainsAny(r.out+r.errors, "\x1b\r") {
		t.Errorf("a pipe gets control characters:\n%q\n%q", r.out, r.errors)
	}
}

// A folder is that of -dir. It is looked for before the site is asked.
func TestFolderThatIsAbsentIsSaid(t *testing.T) {
	t.Parallel()
	each(t, func(r recipe) bool { return slices.Contains(r.real, "-dir") }, func(t *testing.T, r recipe) {
		t.Helper()
		runs := [][]string{r.args}
		if r.name == "snippets" {
			runs = [][]string{{"plan"}, {"push"}} // a pull makes the folder
		}
		for _, r.args = range runs {
			r.lacks(t, "-dir", "give the folder in -dir")
		}
	})
}

func TestFileThatIsAbsentIsSaid(t *testing.T) {
	t.Parallel()
	each(t, func(r recipe) bool { return slices.Contains(r.real, "-file") }, func(t *testing.T, r recipe) {
		t.Helper()
		r.lacks(t, "-file", "give the file in -file")
	})
}

// lacks fails the test unless a run without its folder or file names the flag, and asks the
// site nothing.
func (r recipe) lacks(t *testing.T, flag, advice string) {
	t.Helper()
	server := cmstest.NewServer(cmstest.WithSample())
	defer server.Close()
	absent := filepath.Join(t.TempDir(), "absent")
	got := r.run(t, server.AppPassword("admin"), "-site", server.URL, "-user", "admin", flag, absent)
	r.complains(t, got, 1, "open "+absent+": ")
	if !strings.HasSuffix(got.errors, ": "+advice+"\n") {
		t.Errorf("%v: %q", r.args, got.errors)
	}
	if n := len(server.Requests()); got.out != "" || n > 0 {
		t.Errorf("%v: %d requests, and it prints %q", r.args, n, got.out)
	}
}

func TestFolderIsMadeWhereDirSays(t *testing.T) {
	t.Parallel()
	each(t, func(r recipe) bool { return r.makes != nil }, func(t *testing.T, r recipe) {
		t.Helper()
		work, to := t.TempDir(), filepath.Join(t.TempDir(), "a", "copy")
		got := r.in(t, work, "", []string{"-dir", to})
		if here, there := contents(t, work, true), contents(t, to, true); len(here) > 0 || len(there) == 0 {
			t.Errorf("status %d, %d files, and %d elsewhere: %s", got.status, len(there), len(here), got.errors)
		}
	})
}

func TestSiteThatCannotBeReachedIsSaid(t *testing.T) {
	t.Parallel()
	each(t, func(r recipe) bool { return !r.noSite }, func(t *testing.T, r recipe) {
		t.Helper()
		got := r.run(t, "x", r.onSite(t, "http://127.0.0.1:1")...)
		r.complains(t, got, 1, "the site cannot be reached (dial tcp 127.0.0.1:1: ")
		if !r.finds && !strings.HasSuffix(got.errors, "): check the address in -site, and whether the site is up\n") {
			t.Errorf("%q", got.errors)
		}
	})
}

func TestCatalogueThatCannotBeReachedIsSaid(t *testing.T) {
	t.Parallel()
	with := []string{"quickstart", "fontpicker"}
	each(t, func(r recipe) bool { return slices.Contains(with, r.name) }, func(t *testing.T, r recipe) {
		t.Helper()
		r.complains(t, r.run(t, "", "-fonts", "http://127.0.0.1:1"), 1, "the font catalogue cannot be reached (dial tcp 127.0.0.1:1: ")
	})
}

func TestWrongPasswordIsSaid(t *testing.T) {
	t.Parallel()
	each(t, func(r recipe) bool { return !r.noSite && r.name != "authorize" }, func(t *testing.T, r recipe) {
		t.Helper()
		server := cmstest.NewServer(cmstest.WithSample())
		defer server.Close()
		got := r.run(t, "wrong", r.onSite(t, server.URL)...)
		r.complains(t, got, 1, "the site does not know this user with this application password: check -user and FONTCMS_APP_PASSWORD; ")
		if r.writes != nil && got.out != "" {
			t.Errorf("it has done nothing, and prints %q", got.out)
		}
		for _, request := range server.Requests() {
			asks := r.finds && request.Path == "/xmlrpc.php" // it logs in, to see what is wrong
			if !asks && (request.Method == "POST" || request.Method == "DELETE") {
				t.Errorf("it sent %s %s", request.Method, request.Path)
			}
		}
	})
}

func TestSiteIsFoundByItsAddressAlone(t *testing.T) {
	t.Parallel()
	each(t, func(r recipe) bool { return !r.noSite && !r.waits }, func(t *testing.T, r recipe) {
		t.Helper()
		options := []cmstest.Option{cmstest.WithPrefix("wp"), cmstest.WithPath("/blog"), cmstest.WithPlainPermalinks()}
		if r.name != "restore" { // it wants an empty site
			options = append(options, cmstest.WithSample())
		}
		server := cmstest.NewServer(options...)
		defer server.Close()
		args := r.onSite(t, server.URL+"/2026/kerning/")
		if r.name == "publish" {
			args = append(args, "-create-terms")
		}
		got := r.run(t, server.AppPassword("admin"), args...)
		differs := r.name == "drift" && got.status == 3 && strings.Contains(got.errors, " differences: put ")
		if (got.status != 0 || got.without(notice) != "") && !differs {
			t.Errorf("status %d, %s%s", got.status, got.out, got.errors)
		}
	})
}

func TestAddressThatIsNoSiteIsSaid(t *testing.T) {
	t.Parallel()
	pages := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		_, _ = io.WriteString(w, "<!DOCTYPE html><html><head><title>Shop</title></head><body>Welcome</body></html>")
	}))
	t.Cleanup(pages.Close)
	each(t, func(r recipe) bool { return !r.noSite }, func(t *testing.T, r recipe) {
		t.Helper()
		got := r.run(t, "x", r.onSite(t, pages.URL)...)
		r.complains(t, got, 1, "no REST API was found from this address: give the address of the site, or of any of its pages, in -site")
	})
}

// A dry run says what a run then does in the same words, and writes nothing.
func TestDryRunWritesNothingAndSaysWhatARunDoes(t *testing.T) {
	t.Parallel()
	each(t, func(r recipe) bool { return r.writes != nil }, func(t *testing.T, r recipe) {
		t.Helper()
		r.input = r.typed
		options := []cmstest.Option{cmstest.WithClock(monthAgo)}
		switch r.name {
		case "restore": // it wants an empty site
		case "snippets":
			r.args = []string{"push"}
		default:
			options = append(options, cmstest.WithSample())
		}
		server := cmstest.NewServer(options...)
		defer server.Close()
		if r.name == "moderate" {
			hold(server)
		}
		args := append(r.onSite(t, server.URL), r.writes...)
		before := contents(t, filepath.Dir(args[3]), r.real != nil)
		would := r.run(t, server.AppPassword("admin"), append(args, "-dry-run")...)
		for _, request := range server.Requests() {
			if request.Method != http.MethodGet && request.Method != http.MethodHead && request.Method != http.MethodOptions {
				t.Errorf("it sent %s %s", request.Method, request.Path)
			}
		}
		if after := contents(t, filepath.Dir(args[3]), r.real != nil); !maps.Equal(before, after) {
			t.Errorf("it changed its folder: %d files, %d before", len(after), len(before))
		}
		const dry = "dry run, nothing was written: "
		did := r.run(t, server.AppPassword("admin"), args...)
		if would.status != 0 || did.status != 0 || strings.Count(would.out, dry) != 1 || strings.Contains(did.out, dry) {
			t.Errorf("dry run, status %d: %s%s\nrun, status %d: %s%s", would.status, would.out, would.errors, did.status, did.out, did.errors)
		}
		for line := range strings.Lines(strings.Replace(would.out, dry, "", 1)) {
			if !strings.Contains("\n"+did.out, "\n"+strings.TrimSuffix(line, "\n")) {
				t.Errorf("the run does not say %q:\n%s", line, did.out)
			}
		}
	})
}

// contents are those of the files of a folder, none if it is not wanted.
func contents(t *testing.T, folder string, wanted bool) map[string]string {
	t.Helper()
	files := map[string]string{}
	if !wanted {
		return files
	}
	err := filepath.WalkDir(folder, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		content, err := os.ReadFile(path)
		files[path] = string(content)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return files
}

func TestAbsentPluginIsSaid(t *testing.T) {
	t.Parallel()
	with := []string{"snippets", "report"}
	each(t, func(r recipe) bool { return slices.Contains(with, r.name) }, func(t *testing.T, r recipe) {
		t.Helper()
		server := cmstest.NewServer(cmstest.WithoutPlugins(cmstest.PluginSnippets, cmstest.PluginAnalytics))
		defer server.Close()
		got := r.run(t, server.AppPassword("admin"), r.onSite(t, server.URL)...)
		r.complains(t, got, 1, "the site does not have ")
		if !strings.HasSuffix(got.errors, ": install and activate it on the site\n") {
			t.Errorf("%q", got.errors)
		}
	})
}

// onSite is the arguments of a run on a real site, in a folder of the test.
func (r recipe) onSite(t *testing.T, address string) []string {
	t.Helper()
	args := append([]string{"-site", address}, r.real...)
	if r.name != "authorize" {
		args = append(args, "-user", "admin")
	}
	if r.real != nil {
		folder := t.TempDir() // restore and snippets write beside what they read
		if err := os.CopyFS(folder, os.DirFS(filepath.Join("..", "..", r.name))); err != nil {
			t.Fatal(err)
		}
		args[3] = filepath.Join(folder, args[3])
	}
	if r.makes != nil {
		args = append(args, r.makes[0], filepath.Join(t.TempDir(), r.makes[1]))
	}
	return args
}

// monthAgo is the clock of a site whose passwords are old enough for people.
func monthAgo() time.Time { return time.Now().AddDate(0, 0, -30) }

// hold adds two comments that wait for moderation.
func hold(server *cmstest.Server) {
	post := server.Insert("posts", map[string]any{"title": "Kerning"})
	for _, text := range []string{"First.", "Second."} {
		server.Insert("comments", map[string]any{"post": post, "content": text, "status": "hold"})
	}
}
