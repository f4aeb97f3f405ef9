package manner

import (
	"context"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/fontcms/fontcms-go/cms/cmstest"
	"github.com/fontcms/fontcms-go/examples/internal/archive/archivetest"
	"github.com/fontcms/fontcms-go/fonts/fontstest"
)

// printed is a command line of a page, a comment or a help.
var printed = regexp.MustCompile(`(?:cd examples/(\w+) && go run \.|go run \./examples/(\w+))([^#\n` + "`" + `]*)`)

// ofPage matches the end of a line in the page of a recipe that runs it: in a shell, in a crontab or in a workflow.
func (r recipe) ofPage() *regexp.Regexp {
	return regexp.MustCompile(`(?m)(?:\./|~/bin/|\.fontcms/)` + r.name + `((?: [^#\n` + "`" + `]*)?)$`)
}

// word matches an argument of a command line of a page.
var word = regexp.MustCompile(`"[^"]*"|\S+`)

// commands are the arguments of all command lines of a recipe in the pages, in its comment
// and in its help.
func (r recipe) commands(t *testing.T) [][]string {
	t.Helper()
	text := r.run(t, "", "-help").out
	for _, page := range []string{"../../../README.md", "../../README.md", filepath.Join("../..", r.name, "main.go")} {
		content, err := os.ReadFile(page)
		if err != nil {
			t.Fatal(err)
		}
		text += "\n" + string(content)
	}
	if _, help, _ := strings.Cut(text, "\nexample: "); !strings.HasPrefix(help, "go run ./examples/"+r.name) &&
		!strings.HasPrefix(help, "cd examples/"+r.name+" && go run .") {
		t.Errorf("The help of %s shows no command line of it, want one", r.name)
	}
	var lines [][]string
	add := func(args []string) {
		if !slices.ContainsFunc(lines, func(line []string) bool { return slices.Equal(line, args) }) {
			lines = append(lines, args)
		}
	}
	for _, match := range printed.FindAllStringSubmatch(text, -1) {
		words, _, _ := strings.Cut(match[3], `"`) // in the source
		if match[1]+match[2] == r.name {
			add(strings.Fields(words))
		}
	}
	page, err := os.ReadFile(filepath.Join("../..", r.name, "README.md"))
	if err != nil {
		t.Fatal(err)
	}
	inPage := r.ofPage().FindAllStringSubmatch(string(page), -1)
	if len(inPage) == 0 {
		t.Errorf("The page of %s shows no command line of it, want one", r.name)
	}
	for _, match := range inPage {
		var args []string
		for _, arg := range word.FindAllString(match[1], -1) {
			args = append(args, strings.Trim(arg, `"`))
		}
		if len(r.args) > 0 && len(args) == 0 {
			continue
		}
		add(args)
	}
	return lines
}

// named puts into a folder the files that a command line names: the sample of the recipe.
func (r recipe) named(t *testing.T, folder string, args []string) {
	t.Helper()
	sample := filepath.Join("../..", r.name)
	for i := 1; i < len(args); i++ {
		to := filepath.Join(folder, args[i])
		var err error
		switch {
		case args[i-1] == "-dir" && r.sample:
			_ = os.RemoveAll(to)
			err = os.CopyFS(to, os.DirFS(filepath.Join(sample, "sample")))
		case args[i-1] == "-file":
			var content []byte
			if content, err = os.ReadFile(filepath.Join(sample, "sample.yaml")); err == nil {
				err = os.WriteFile(to, content, 0o600)
			}
		case args[i-1] == "-allow" && args[i] != "wordpress":
			err = os.WriteFile(to, nil, 0o600)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
}

// there returns the arguments with an address, a catalogue and a user that exist, and
// without the browser.
func there(args []string, site, catalogue, user string) []string {
	args = slices.DeleteFunc(slices.Clone(args), func(arg string) bool { return arg == "-open" })
	for i := 1; i < len(args); i++ {
		switch args[i-1] {
		case "-site":
			args[i] = site
		case "-fonts":
			args[i] = catalogue
		case "-user":
			args[i] = user
		case "-cache":
			args[i] = "cache" // the shell knows the folder ~
		case "-dir":
			args[i] = strings.TrimPrefix(args[i], "~/")
		}
	}
	return args
}

// in runs a command line in a folder. A recipe that waits is interrupted when it has
// printed something.
func (r recipe) in(t *testing.T, folder, password string, args []string) ran {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 10*time.Minute)
	defer cancel()
	r.args = nil // the command line has its own
	c, end := r.start(ctx, t, password, args...)
	c.Dir = folder
	if !r.waits {
		if err := c.Start(); err != nil {
			t.Fatal(err)
		}
		return end()
	}
	if runtime.GOOS == "windows" {
		t.Skip("Windows sends no signal to another process")
	}
	return interrupted(t, c, end)
}

func TestCommandLinesRunAsPrinted(t *testing.T) {
	t.Parallel()
	catalogue := fontstest.NewServer()
	t.Cleanup(catalogue.Close)
	each(t, func(recipe) bool { return true }, func(t *testing.T, r recipe) {
		t.Helper()
		for _, line := range r.commands(t) {
			folder, options := t.TempDir(), []cmstest.Option{cmstest.WithSample()}
			if r.name == "restore" { // it wants an empty site
				options = nil
				err := os.CopyFS(filepath.Join(folder, "backup"), os.DirFS("../../restore/sample"))
				if err != nil {
					t.Fatal(err)
				}
			}
			server := archivetest.Themes(cmstest.NewServer(options...))
			defer server.Close()
			args := there(line, server.URL, catalogue.URL, "admin")
			r.named(t, folder, args)
			if err := os.WriteFile(filepath.Join(folder, r.name), nil, 0o600); err != nil { // where go build puts it
				t.Fatal(err)
			}
			if slices.Contains(args, "-allow") {
				args = append(args, "-allow", "memory") // a site in memory differs
			}
			got := r.in(t, folder, server.AppPassword("admin"), args)
			stopped := r.name == "authorize" && got.status == 1 &&
				strings.HasSuffix(got.errors, "authorize: interrupted; run again to continue\n")
			if got.status != 0 && !stopped {
				t.Errorf("%s %q: status %d, want 0\n%s%s", r.name, line, got.status, got.out, got.errors)
			}
		}
	})
}
