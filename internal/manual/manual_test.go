package manual

import (
	"fmt"
	"io/fs"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

const root = "../.."

// pages are the Markdown files of the module, except those of test data, by their paths below
// its root.
func pages(t *testing.T) map[string]string {
	t.Helper()
	texts := markdown(t)
	maps.DeleteFunc(texts, func(path, _ string) bool { return strings.Contains(path, "testdata/") })
	return texts
}

// markdown are all Markdown files of the repository by their paths below its root.
func markdown(t *testing.T) map[string]string {
	t.Helper()
	texts := map[string]string{}
	err := filepath.WalkDir(root, func(path string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if entry.IsDir() && entry.Name() == ".git" {
			return fs.SkipDir
		}
		if filepath.Ext(path) != ".md" {
			return nil
		}
		text, err := os.ReadFile(path)
		texts[strings.TrimPrefix(path, root+"/")] = string(text)
		return err
	})
	if err != nil || texts["README.md"] == "" {
		t.Fatalf("Reading the pages: %d, error %v, want the README", len(texts), err)
	}
	return texts
}

// blocks are the fenced blocks of a language.
func blocks(text, language string) []string {
	var found []string
	for _, match := range regexp.MustCompile("(?ms)^```"+language+"\n(.*?)^```$").FindAllStringSubmatch(text, -1) {
		found = append(found, match[1])
	}
	return found
}

// Fragments are lines of programs that are compiled: see [TestCodeInReadmeIsQuotedFromHowtos].
func TestProgramsInThePagesCompile(t *testing.T) {
	t.Parallel()
	seen := 0
	for page, text := range pages(t) {
		for i, block := range blocks(text, "go") {
			if !regexp.MustCompile(`(?m)^package `).MatchString(block) {
				if page != "README.md" && block != "" {
					t.Errorf("%s: block %d has no package clause, want a whole program or package", page, i+1)
				}
				continue
			}
			seen++
			t.Run(fmt.Sprintf("%s %d", page, i+1), func(t *testing.T) {
				t.Parallel()
				file := filepath.Join(t.TempDir(), "main.go")
				if err := os.WriteFile(file, []byte(block), 0o600); err != nil {
					t.Fatal(err)
				}
				build := exec.CommandContext(t.Context(), "go", "vet", file)
				build.Dir = root
				if out, err := build.CombinedOutput(); err != nil {
					t.Errorf("go vet of block %d of %s: error %v, want nil\n%s\n%s", i+1, page, err, out, block)
				}
			})
		}
	}
	if seen < 2 {
		t.Errorf("%d programs were found in the pages, want at least 2", seen)
	}
}

func TestLinksInThePagesLeadSomewhere(t *testing.T) {
	t.Parallel()
	texts := pages(t)
	link, code := regexp.MustCompile(`\]\(([^)\s]+)\)`), regexp.MustCompile("(?ms)^```.*?^```$|`[^`\n]*`")
	for page, text := range texts {
		prose := code.ReplaceAllString(text, "")
		for _, match := range link.FindAllStringSubmatch(prose, -1) {
			if strings.Contains(match[1], "://") {
				continue
			}
			path, anchor, _ := strings.Cut(match[1], "#")
			target := filepath.Join(filepath.Dir(page), path)
			if path == "" {
				target = page
			}
			if _, err := os.Stat(filepath.Join(root, target)); err != nil {
				t.Errorf("%s: the link %s: error %v, want a file", page, match[1], err)
			}
			if anchor != "" && !slices.Contains(anchors(texts[target]), anchor) {
				t.Errorf("%s: the link %s has no such heading, want one", page, match[1])
			}
		}
	}
}

// anchors are the names of the headings of a page.
func anchors(text string) []string {
	var names []string
	for _, match := range regexp.MustCompile(`(?m)^#+ (.+)$`).FindAllStringSubmatch(text, -1) {
		name := regexp.MustCompile(`[^\w\- ]`).ReplaceAllString(strings.ToLower(match[1]), "")
		names = append(names, strings.ReplaceAll(name, " ", "-"))
	}
	return names
}

func TestEveryExampleStandsInTheReadme(t *testing.T) {
	t.Parallel()
	readme := pages(t)["README.md"]
	programs, err := filepath.Glob(root + "/examples/*/main.go")
	if err != nil || len(programs) == 0 {
		t.Fatalf("Glob of the examples: %q, error %v, want some", programs, err)
	}
	for _, program := range programs {
		name := filepath.Base(filepath.Dir(program))
		if !strings.Contains(readme, "`"+name+"`") {
			t.Errorf("The README does not name examples/%s, want it", name)
		}
	}
}

// TestFirstScreenOfReadmeSaysWhatItDoesAndHowToBegin reads the first 90 lines: a list and the first
// program.
func TestFirstScreenOfReadmeSaysWhatItDoesAndHowToBegin(t *testing.T) {
	t.Parallel()
	lines := strings.Split(pages(t)["README.md"], "\n")
	screen := strings.Join(lines[:min(90, len(lines))], "\n")
	for _, wanted := range []string{
		`^# .*a Go client for the WordPress REST API\n`, `Go 1\.26`, `MIT licence`, `\(#packages\)`,
		`\(TROUBLESHOOTING\.md\)`,
		`(?s)go mod init \w+\ngo get `, `cms\.WithPrefix\("wp"\)`, `FeaturedMedia: +&\w+\.ID`,
		`errors\.Is\(err, cms\.ErrUnauthorized\)`,
		`cmstest\.NewServer\(cmstest\.WithPrefix\("wp"\)`,
	} {
		if !regexp.MustCompile(wanted).MatchString(screen) {
			t.Errorf("README.md: the first 90 lines have no match of %s, want one", wanted)
		}
	}
	if points := regexp.MustCompile(`(?m)^- `).FindAllString(screen, -1); len(points) != 8 {
		t.Errorf("README.md: the first list has %d lines, want 8", len(points))
	}
	for _, unwanted := range []string{`\.png`, `FONTCMS_PICTURES`, `internal/`, `1<<40`, `Prefetch`} {
		if regexp.MustCompile(unwanted).MatchString(screen) {
			t.Errorf("README.md: the first 90 lines match %s, want it further down", unwanted)
		}
	}
}
