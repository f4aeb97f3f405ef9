package report

import (
	"bytes"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/fontcms/fontcms-go/examples/internal/program"
)

// TestLiveReportReadsKokoAnalytics installs a plugin with the routes of Koko Analytics on a
// real site, and removes it at the end.
func TestLiveReportReadsKokoAnalytics(t *testing.T) { //nolint:paralleltest // a site has the plugin or not
	address, lab := os.Getenv("FONTCMS_SITE"), os.Getenv("FONTCMS_LAB")
	if address == "" || lab == "" {
		t.Skip("no live site with a folder: FONTCMS_SITE and FONTCMS_LAB are not set")
	}
	report := func(args ...string) (string, error) {
		t.Helper()
		var out bytes.Buffer
		args = append(args, "-site", address, "-user", os.Getenv("FONTCMS_USER"), "-from", "2026-09-28", "-to", "2026-10-03")
		err := Run(t.Context(), args, program.Environment{Password: os.Getenv("FONTCMS_APP_PASSWORD"), Out: &out, Err: &out})
		return out.String(), err
	}
	if out, err := report(); err == nil || out != "" {
		t.Fatalf("report without the plugin: error %v, output %q, want an error and no output", err, out)
	}
	source, err := os.ReadFile(filepath.Join("testdata", "visits.php"))
	if err != nil {
		t.Fatal(err)
	}
	plugin := filepath.Join(lab, "wp", "wp-content", "mu-plugins", "visits.php")
	if err := os.WriteFile(plugin, source, 0o600); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = os.Remove(plugin) })
	page := filepath.Join(t.TempDir(), "visits.html")
	out, err := report("-page", page)
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		`2026-09-28 +28 +56\n`, `2026-09-30 +30 +60\n`, `2026-10-03 +3 +6\n`, `total +93 +186\n`, // the days
		`93 +186  /\n +3 +4  /\S+  \S.*\n`, // the pages
		`5 +7  typo.example\n`,
	} {
		if !regexp.MustCompile(want).MatchString(out) {
			t.Errorf("report printed\n%s\nwant a match of %s", out, want)
		}
	}
	written, err := os.ReadFile(page)
	if err != nil || !strings.Contains(string(written), "typo.example") {
		t.Errorf("The page that report wrote: error %v, %d bytes, want typo.example in it", err, len(written))
	}
	if out, err = report("-monthly"); err != nil ||
		!regexp.MustCompile(`2026-09 +87 +174\n +2026-10 +6 +12\n`).MatchString(out) {
		t.Errorf("report by months: error %v, output\n%s\nwant the figures of two months", err, out)
	}
}
