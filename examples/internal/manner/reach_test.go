package manner

import (
	"io"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"

	"github.com/fontcms/fontcms-go/cms/cmstest"
	"github.com/fontcms/fontcms-go/examples/internal/archive/archivetest"
)

func TestUnreachableSiteIsReported(t *testing.T) {
	t.Parallel()
	each(t, func(r recipe) bool { return !r.noSite }, func(t *testing.T, r recipe) {
		t.Helper()
		got := r.run(t, "x", r.onSite(t, "http://127.0.0.1:1")...)
		r.complains(t, got, 1, "the site cannot be reached (dial tcp 127.0.0.1:1: ")
		if !r.finds && !strings.HasSuffix(got.errors, "): check the address in -site, and whether the site is up\n") {
			t.Errorf("Run on a site that is down: messages %q, want advice on the address last", got.errors)
		}
	})
}

func TestUnreachableCatalogueIsReported(t *testing.T) {
	t.Parallel()
	with := []string{"quickstart", "fontpicker"}
	each(t, func(r recipe) bool { return slices.Contains(with, r.name) }, func(t *testing.T, r recipe) {
		t.Helper()
		got := r.run(t, "", "-fonts", "http://127.0.0.1:1")
		r.complains(t, got, 1, "the font catalogue cannot be reached (dial tcp 127.0.0.1:1: ")
	})
}

func TestInvalidPasswordIsReported(t *testing.T) {
	t.Parallel()
	each(t, func(r recipe) bool { return !r.noSite && r.name != "authorize" }, func(t *testing.T, r recipe) {
		t.Helper()
		server := cmstest.NewServer(cmstest.WithSample())
		defer server.Close()
		got := r.run(t, "wrong", r.onSite(t, server.URL)...)
		r.complains(t, got, 1,
			"the site does not know this user with this application password: check -user and FONTCMS_APP_PASSWORD; ")
		if r.writes != nil && got.out != "" {
			t.Errorf("Run with an invalid password printed %q, want nothing", got.out)
		}
		for _, request := range server.Requests() {
			asks := r.finds && request.Path == "/xmlrpc.php" // it logs in, to see what is wrong
			if !asks && (request.Method == "POST" || request.Method == "DELETE") {
				t.Errorf("Run with an invalid password sent %s %s, want no POST and no DELETE", request.Method, request.Path)
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
		server := archivetest.Themes(cmstest.NewServer(options...))
		defer server.Close()
		args := r.onSite(t, server.URL+"/2026/kerning/")
		if r.name == "publish" {
			args = append(args, "-create-terms")
		}
		got := r.run(t, server.AppPassword("admin"), args...)
		differs := r.name == "drift" && got.status == 3 && strings.Contains(got.errors, " differences: put ")
		if (got.status != 0 || got.without(notice) != "") && !differs {
			t.Errorf("Run with the address of a page: status %d, output %s%s, want 0 without messages",
				got.status, got.out, got.errors)
		}
	})
}

func TestAddressWithoutARESTAPIIsReported(t *testing.T) {
	t.Parallel()
	pages := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		_, _ = io.WriteString(w, "<!DOCTYPE html><html><head><title>Shop</title></head><body>Welcome</body></html>")
	}))
	t.Cleanup(pages.Close)
	each(t, func(r recipe) bool { return !r.noSite }, func(t *testing.T, r recipe) {
		t.Helper()
		got := r.run(t, "x", r.onSite(t, pages.URL)...)
		r.complains(t, got, 1,
			"no REST API was found from this address: give the address of the site, or of any of its pages, in -site")
	})
}

func TestAbsentPluginIsReported(t *testing.T) {
	t.Parallel()
	with := []string{"snippets", "report"}
	each(t, func(r recipe) bool { return slices.Contains(with, r.name) }, func(t *testing.T, r recipe) {
		t.Helper()
		server := cmstest.NewServer(cmstest.WithoutPlugins(cmstest.PluginSnippets, cmstest.PluginAnalytics))
		defer server.Close()
		got := r.run(t, server.AppPassword("admin"), r.onSite(t, server.URL)...)
		r.complains(t, got, 1, "the site does not have ")
		if !strings.HasSuffix(got.errors, ": install and activate it on the site\n") {
			t.Errorf("Run on a site without the plugin: messages %q, want advice to install it last", got.errors)
		}
	})
}
