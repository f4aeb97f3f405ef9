package manner

import (
	"maps"
	"net/http"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/fontcms/fontcms-go/cms/cmstest"
)

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
		switch r.name {
		case "moderate":
			hold(server)
		case "typeface": // fonts are for the pages of a block theme
			server.Insert("themes", map[string]any{"stylesheet": "plain", "status": "active"})
		}
		args := append(r.onSite(t, server.URL), r.writes...)
		before := contents(t, filepath.Dir(args[3]), r.real != nil)
		would := r.run(t, server.AppPassword("admin"), append(args, "-dry-run")...)
		for _, request := range server.Requests() {
			if request.Method != http.MethodGet && request.Method != http.MethodHead && request.Method != http.MethodOptions {
				t.Errorf("Dry run sent %s %s, want reading requests only", request.Method, request.Path)
			}
		}
		if after := contents(t, filepath.Dir(args[3]), r.real != nil); !maps.Equal(before, after) {
			t.Errorf("Dry run changed its folder: %d files after it, %d before, want the same", len(after), len(before))
		}
		const dry = "dry run, nothing was written: "
		did := r.run(t, server.AppPassword("admin"), args...)
		if would.status != 0 || strings.Count(would.out, dry) != 1 {
			t.Errorf("Dry run: status %d, output\n%s%s\nwant status 0 and %q once", would.status, would.out, would.errors, dry)
		}
		if did.status != 0 || strings.Contains(did.out, dry) {
			t.Errorf("Run: status %d, output\n%s%s\nwant status 0 and no %q", did.status, did.out, did.errors, dry)
		}
		for line := range strings.Lines(strings.Replace(would.out, dry, "", 1)) {
			if !strings.Contains("\n"+did.out, "\n"+strings.TrimSuffix(line, "\n")) {
				t.Errorf("Run after the dry run printed\n%s\nwant %q, as the dry run says", did.out, line)
			}
		}
	})
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
