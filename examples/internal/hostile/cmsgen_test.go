package hostile

import (
	"bytes"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// TestCmsgenOnAHostileSitePrintsPlainLinesAndWritesGo runs the generator in a process
// of its own. What it writes is Go, whatever the site says.
func TestCmsgenOnAHostileSitePrintsPlainLinesAndWritesGo(t *testing.T) {
	t.Parallel()
	cmsgen := filepath.Join(t.TempDir(), "cmsgen")
	if out, err := exec.CommandContext(t.Context(), "go", "build", "-o", cmsgen,
		"github.com/fontcms/fontcms-go/cms/cmsgen").CombinedOutput(); err != nil {
		t.Fatalf("go build of cmsgen: error %v, want none: %s", err, out)
	}
	from := func(first int) func(int, *http.Request) bool {
		return func(n int, _ *http.Request) bool { return n >= first }
	}
	written := 0
	for _, mode := range []Mode{
		{Name: "texts", Spoils: texts()},
		{Name: "descriptions", Spoils: func(member, _ string) bool {
			return member == "description" || member == "title" ||
				member == "enum"
		}},
		{Name: "everything", Spoils: func(string, string) bool { return true }},
		{Name: "broken records", Changes: brokenRecords},
		{Name: "refused from 1", Refuses: from(1)}, {Name: "refused from 2", Refuses: from(2), Refusal: 1},
		{Name: "refused from 3", Refuses: from(3), Refusal: 2},
		{Name: "refused from 4", Refuses: from(4), Refusal: 5},
	} {
		address, password := newSite(t)
		folder := t.TempDir()
		file := filepath.Join(folder, "made.go")
		command := exec.CommandContext(t.Context(), cmsgen, "-site", New(t, address, mode).URL, "-prefix", "cms",
			"-user", "admin",
			"-route", "cms/v2/posts", "-route", "cms/v2/users", "-sample", "5", "-package", "made", "-out", file, "-save",
			filepath.Join(folder, "made.json"))
		command.Env = append(os.Environ(), "FONTCMS_APP_PASSWORD="+password)
		var out, messages bytes.Buffer
		command.Stdout, command.Stderr = &out, &messages
		err := command.Run()
		Printed(t, mode.Name+": standard output", out.String())
		Printed(t, mode.Name+": standard error", messages.String())
		if _, missing := os.Stat(file); missing != nil {
			if err == nil || !strings.HasPrefix(messages.String(), "cmsgen: ") {
				t.Errorf("cmsgen on a site with %s wrote no file: error %v, messages %q, want an error in a line of cmsgen",
					mode.Name, err, messages.String())
			}
			continue
		}
		written++
		if out, err := exec.CommandContext(t.Context(), "go", "vet", file).CombinedOutput(); err != nil {
			t.Errorf("go vet of what cmsgen wrote for a site with %s: error %v, want none: %.2000s", mode.Name, err, out)
		}
	}
	if written < 2 {
		t.Errorf("cmsgen wrote %d files, want 2 or more", written)
	}
}
