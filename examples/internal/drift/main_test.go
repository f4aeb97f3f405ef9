package drift

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/cms/cmstest"
	"github.com/fontcms/fontcms-go/cms/describe"
	"github.com/fontcms/fontcms-go/examples/internal/program"
)

// drift runs the program on a server in memory and returns what it said.
func drift(t *testing.T, server *cmstest.Server, prefix string, args ...string) (string, error) {
	t.Helper()
	var out bytes.Buffer
	err := Run(t.Context(), append(args, "-site", server.URL, "-prefix", prefix),
		program.Environment{Out: &out, Err: &out})
	return out.String(), err
}

func serve(t *testing.T, options ...cmstest.Option) *cmstest.Server {
	t.Helper()
	server := cmstest.NewServer(options...)
	t.Cleanup(server.Close)
	return server
}

func TestAllowedDifferencesHoldForBothPrefixes(t *testing.T) {
	t.Parallel()
	for _, prefix := range []string{"cms", "wp"} {
		out, err := drift(t, serve(t, cmstest.WithPrefix(prefix)), prefix, "-allow", "wordpress", "-allow", "memory")
		if err != nil || !strings.HasPrefix(out, "# ") {
			t.Errorf("drift of prefix %s with its lists: error %v, output\n%s\nwant comments only", prefix, err, out)
		} else if strings.Contains(out, "no longer so") {
			t.Errorf("drift of prefix %s printed\n%s\nwant no difference that is no longer so", prefix, out)
		}
	}
}

func TestRemovedPluginIsOneDifference(t *testing.T) {
	t.Parallel()
	server := serve(t, cmstest.WithoutPlugins(cmstest.PluginSnippets))
	out, err := drift(t, server, "cms", "-allow", "wordpress", "-allow", "memory")
	lines := strings.Split(out, "\n")
	if err == nil || len(lines) < 2 {
		t.Errorf("drift of a site without a plugin: error %v, output\n%s\nwant an error and two lines", err, out)
	} else if lines[0] != "- namespace code-snippets/v1" || !strings.HasPrefix(lines[1], "#") {
		t.Errorf("drift of a site without a plugin printed\n%s\nwant its namespace only, and a comment", out)
	}
}

func TestOutputIsTheFileOfKnownDifferences(t *testing.T) {
	t.Parallel()
	server := serve(t)
	out, err := drift(t, server, "cms")
	if err == nil {
		t.Fatalf("drift without lists found no differences, want some:\n%s", out)
	}
	path := filepath.Join(t.TempDir(), "known.txt")
	if err := os.WriteFile(path, []byte(out+"- route /cms/v2/gone (GET)\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	out, err = drift(t, server, "cms", "-allow", path)
	if err != nil || !strings.HasPrefix(out, "# no longer so: - route /cms/v2/gone (GET)\n# ") {
		t.Errorf("drift with its own output and one more as the list: error %v, output\n%s\nwant the one no longer so",
			err, out)
	}
}

func TestUnreadableSiteIsAnErrorAndNotADrift(t *testing.T) {
	t.Parallel()
	server := serve(t)
	server.Fail(cmstest.HTMLPage("Please log in"))
	out, err := drift(t, server, "cms")
	if !errors.Is(err, cms.ErrNotREST) || out != "" {
		t.Errorf("drift of a site that is a page: error %v, output %q, want ErrNotREST and no output", err, out)
	}
	if _, err := drift(t, server, "cms", "-allow", "missing.txt"); !errors.Is(err, os.ErrNotExist) {
		t.Error(err)
	}
}

func TestDifferencesAreFoundOnEveryLevel(t *testing.T) {
	t.Parallel()
	site, err := describe.Load([]byte(`{"prefix": "wp", "routes": {
		"/wp/v2/posts": {"endpoints": [{"methods": ["GET"], "args": {"page": {}, "wp_pattern_x": {}, "new": {}}}]},
		"/wp/v2/posts/(?P<post>[\\d]+)": {"endpoints": [{"methods": ["GET", "POST"], "args": {"id": {}, "post": {}}}]},
		"/koko-analytics/v1/stats": {"endpoints": [{"methods": ["GET"]}]},
		"/shop/v1/orders": {"endpoints": [{"methods": ["GET"]}]},
		"/wp/v2/icons": {"endpoints": [{"methods": ["GET"]}]}
	}}`))
	if err != nil {
		t.Fatal(err)
	}
	offered := offeredOperations(site.Operations(site.Prefix))
	typed := parse("GET /cms/v2/posts page cms_pattern_x old\nGET /cms/v2/posts/{id}\nDELETE /cms/v2/posts/{id} " +
		"force\nGET /analytics/v1/stats\nGET /archiver/v1/x\n# no\n")
	beyond := parse("GET /cms/v2/posts hidden # why\n")
	want := []string{
		"+ argument /cms/v2/posts new (GET)", "+ method /cms/v2/posts/{id} (POST)", "+ namespace shop/v1",
		"+ route /cms/v2/icons (GET)",
		"- argument /cms/v2/posts old (GET)", "- method /cms/v2/posts/{id} (DELETE)", "- namespace archiver/v1",
	}
	if got := compare(offered, typed, beyond); strings.Join(got, "\n") != strings.Join(want, "\n") {
		t.Errorf("compare returned\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

func TestWithoutASiteNothingHasDrifted(t *testing.T) {
	t.Parallel()
	var out bytes.Buffer
	err := Run(t.Context(), nil, program.Environment{Out: &out, Err: &out})
	if lines := strings.Split(out.String(), "\n"); err != nil || len(lines) != 4 {
		t.Errorf("Run without a site: error %v, output\n%s\nwant three lines", err, out.String())
	} else if !strings.HasPrefix(lines[0], "# known differences of a server in memory: -allow wordpress -allow memory") {
		t.Errorf("Run without a site printed\n%s\nwant the known differences of a server in memory first", out.String())
	}
}

func TestListsThatKnowTheDifferencesAreNamed(t *testing.T) {
	t.Parallel()
	out, err := drift(t, serve(t, cmstest.WithoutPlugins()), "cms")
	if err == nil {
		t.Fatalf("drift of a site without plugins and without lists: no error, want one\n%s", out)
	}
	const known = "# lists that come with drift know "
	_, line, found := strings.Cut(out, known)
	if !found || !strings.Contains(line, "-allow wordpress -allow no-plugins") {
		t.Errorf("drift printed\n%s\nwant a line %q with wordpress and no-plugins", out, known)
	}
	out, err = drift(t, serve(t, cmstest.WithoutPlugins()), "cms", "-allow", "no-plugins", "-allow", "wordpress",
		"-allow", "memory")
	if err != nil {
		t.Errorf("drift with these lists: error %v, want none\n%s", err, out)
	}
}

// TestLiveWordPressHasNotDrifted is what a job in CI would run.
func TestLiveWordPressHasNotDrifted(t *testing.T) {
	site := os.Getenv("FONTCMS_SITE")
	if site == "" {
		t.Skip("FONTCMS_SITE names no site")
	}
	t.Parallel()
	var out bytes.Buffer
	args := []string{"-site", site, "-allow", "wordpress", "-allow", "no-plugins"}
	err := Run(t.Context(), args, program.Environment{Out: &out, Err: &out})
	if strings.Contains(out.String(), "- route /cms/v2/media/{id}/sideload (POST)") {
		t.Skip("the list wordpress is of WordPress 7.1, and the site is older")
	}
	if err != nil {
		t.Errorf("Run with the lists wordpress and no-plugins: error %v, want none\n%s", err, out.String())
	}
}
