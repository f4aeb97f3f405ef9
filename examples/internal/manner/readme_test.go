package manner

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// A README is a screen, not a manual.
const longestReadme = 75

var (
	fenced = regexp.MustCompile("(?ms)^```(?:sh|text)$\n(.*?)^```$")
	flags  = regexp.MustCompile(`(?:^|[ \x60])-([a-z][a-z-]*)`)
	ofGo   = regexp.MustCompile(`(?m)^.*go build.*$`)
	status = regexp.MustCompile(`(?m)^\| ([0-9]) \| (.+) \|$`)
)

func TestReadmeOfEachRecipeSaysWhatItsHelpSays(t *testing.T) {
	t.Parallel()
	each(t, func(recipe) bool { return true }, func(t *testing.T, r recipe) {
		t.Helper()
		data, err := os.ReadFile(filepath.Join("..", "..", r.name, "README.md"))
		if err != nil {
			t.Fatal(err)
		}
		page, help := string(data), r.run(t, "", "-help").out
		if lines := strings.Count(page, "\n"); lines > longestReadme {
			t.Errorf("README of %s: %d lines, want at most %d", r.name, lines, longestReadme)
		}

		var inPage, inHelp []string
		for _, row := range status.FindAllStringSubmatch(page, -1) {
			inPage = append(inPage, row[1]+"  "+row[2])
		}
		_, after, _ := strings.Cut(help, "exit status:\n")
		for line := range strings.Lines(after) {
			inHelp = append(inHelp, strings.TrimSpace(line))
		}
		if !slices.Equal(inPage, inHelp) {
			t.Errorf("exit statuses in the README of %s: %q, want those of -help: %q", r.name, inPage, inHelp)
		}

		commands := ""
		for _, block := range fenced.FindAllStringSubmatch(page, -1) {
			commands += block[1]
		}
		if !strings.Contains(commands, "./"+r.name) {
			t.Errorf("commands in the README of %s: none runs ./%s, want one that does", r.name, r.name)
		}
		page = ofGo.ReplaceAllString(page, "") // the flags of Go are others
		for _, flag := range flags.FindAllStringSubmatch(page, -1) {
			if flag[1] != "help" && !strings.Contains(help, "\n  -"+flag[1]) && !ofAnother(flag[1]) {
				t.Errorf("flag -%s in the README of %s: not in its -help, want only flags that are", flag[1], r.name)
			}
		}
	})
}

// ofAnother reports whether a flag belongs to another program that the pages name: the
// flag -needs to diagnose.
func ofAnother(flag string) bool { return flag == "needs" }
