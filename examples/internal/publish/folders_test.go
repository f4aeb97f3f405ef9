package publish

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/fontcms/fontcms-go/examples/internal/files"
	"github.com/fontcms/fontcms-go/examples/internal/program"
)

// TestFoldersOfOthersArePublished publishes the folders that FONTCMS_FOLDERS names, separated as in
// PATH, to a site in memory. At most a twentieth of their files may be refused, each with a line.
// A second run changes nothing.
//
//nolint:paralleltest // the times are printed
func TestFoldersOfOthersArePublished(t *testing.T) {
	folders := filepath.SplitList(os.Getenv("FONTCMS_FOLDERS"))
	if len(folders) == 0 {
		t.Skip("FONTCMS_FOLDERS names no folder")
	}
	for _, dir := range folders {
		t.Run(dir, func(t *testing.T) {
			server := start(t)
			begin := time.Now()
			out, err := publish(t, server, dir, "-create-terms", "-source", "others")
			if err != nil && !program.IsIncomplete(err) {
				t.Fatalf("publish of %s: error %v, want none but of single files\n%s", dir, err, out)
			}
			count := func(line string) int { return len(regexp.MustCompile(line).FindAllString(out, -1)) }
			published, refused := count(`(?m)^create     \S`), count(`(?m)^refuse     \S`)
			if refused*20 > published+refused {
				t.Errorf("publish of %s refused %d of %d files, want at most a twentieth", dir, refused, published+refused)
			}
			read := read(t, dir)
			said, folders := published+refused+count(`(?m)^left-out   \S`), count(`(?m)^left-out   .*(a folder|begins with _)`)
			if said < read && folders == 0 {
				t.Errorf("publish of %s has lines about %d of %d files, want one about each", dir, said, read)
			}
			took := time.Since(begin)
			again, err := publish(t, server, dir, "-create-terms", "-source", "others")
			if err != nil && !program.IsIncomplete(err) || !strings.Contains(again, "0 created, 0 updated") {
				t.Errorf("publish of %s again: error %v, want no change\n%s", dir, err, changed(again))
			}
			name := strings.NewReplacer("/", "_").Replace(dir)
			if keep := os.Getenv("FONTCMS_KEEP"); keep != "" {
				if err := os.WriteFile(filepath.Join(keep, name+".txt"), []byte(out), 0o600); err != nil {
					t.Fatal(err)
				}
			}
			t.Logf("%s: %d Markdown files, %s in %v", dir, read, last(out), took.Round(time.Millisecond))
		})
	}
}

// read counts the Markdown files of a folder.
func read(t *testing.T, dir string) (n int) {
	t.Helper()
	opened, err := files.Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = opened.Close() }()
	err = filepath.WalkDir(dir, func(name string, entry os.DirEntry, err error) error {
		if err == nil && entry.IsDir() && strings.HasPrefix(entry.Name(), ".") && name != dir {
			return filepath.SkipDir
		}
		if err == nil && entry.Type().IsRegular() && isMarkdown(name) {
			n++
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return n
}

// changed returns the lines that say what was done.
func changed(out string) string { return strings.Join(planned(out), "\n") }

// last returns the last line.
func last(out string) string {
	lines := strings.Split(strings.TrimSpace(out), "\n")
	return fmt.Sprint(lines[len(lines)-1])
}
