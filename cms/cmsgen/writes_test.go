package main

import (
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/fontcms/fontcms-go/cms/describe"
)

// TestRoutesThatWriteAreNotSampled reads a site that describes all its routes alike.
func TestRoutesThatWriteAreNotSampled(t *testing.T) {
	t.Parallel()
	for _, prefix := range []string{"wp", "own"} {
		writing := []string{
			"/" + prefix + "-block-editor/v1/navigation-fallback", "/" + prefix + "-site-health/v1/tests/https-status",
			"/" + prefix + "-site-health/v1/tests/page-cache",
			"/" + prefix + "/v2/sidebars", "/" + prefix + "/v2/Themes", "/" + prefix + "/v2/widgets",
		}
		reading := []string{
			"/" + prefix + "/v2/widget-types", "/" + prefix + "/v2/navigation", "/acme/v2/themes",
			"/acme-block-editor/v1/navigation-fallback",
			"/" + prefix + "-site-health/v1/tests/loopback-requests",
		}
		namespaces := []string{
			prefix + "/v2", prefix + "-block-editor/v1", prefix + "-site-health/v1",
			"acme/v2", "acme-block-editor/v1",
		}
		var mu sync.Mutex
		var sampled, described []string
		site := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			path := strings.TrimPrefix(r.URL.Path, "/"+prefix+"-json")
			record := `{"endpoints": [{"methods": ["GET"]}], "schema": {"title": "thing", "properties": {"id": {"type": ` +
				`"integer"}}}}`
			switch {
			case r.Method == http.MethodOptions:
				mu.Lock()
				described = append(described, path)
				mu.Unlock()
				_, _ = io.WriteString(w, record)
			case path == "/":
				_, _ = fmt.Fprintf(w, `{"home": "http://%s", "url": "http://%s", "namespaces": ["%s"]}`,
					r.Host, r.Host, strings.Join(namespaces, `", "`))
			case slices.Contains(namespaces, strings.Trim(path, "/")):
				var routes []string
				for _, route := range slices.Concat(writing, reading) {
					if strings.HasPrefix(route, path+"/") {
						routes = append(routes, fmt.Sprintf("%q: %s", route, record))
					}
				}
				_, _ = fmt.Fprintf(w, `{"routes": {%s}}`, strings.Join(routes, ", "))
			default:
				mu.Lock()
				sampled = append(sampled, path)
				mu.Unlock()
				_, _ = io.WriteString(w, `[{"id": 1}]`)
			}
		}))
		t.Cleanup(site.Close)
		args := []string{"-site", site.URL, "-prefix", prefix, "-package", "x", "-sample", "5"}
		for _, namespace := range namespaces {
			args = append(args, "-namespace", namespace)
		}
		status, said, messages := ran(t, args...)
		slices.Sort(sampled)
		slices.Sort(reading)
		if status != 0 || !slices.Equal(sampled, reading) {
			t.Errorf("cmsgen: status %d %s, want 0; sampled\n%s\nwant\n%s", status, messages, strings.Join(sampled, "\n"),
				strings.Join(reading, "\n"))
		}
		for _, route := range writing {
			spelled := describe.Spelled(strings.TrimPrefix(route, "/"), prefix)
			line := "cmsgen: not read: a sample of " + spelled + ", because to read it writes: "
			if strings.HasSuffix(route, "/sidebars") || strings.HasSuffix(route, "/widgets") {
				line = "cmsgen: not read: the OPTIONS and a sample of " + spelled +
					", because to read them writes: "
				if slices.Contains(described, route) {
					t.Errorf("cmsgen sent OPTIONS of %s, want none", route)
				}
			}
			if !strings.Contains(messages, line) {
				t.Errorf("cmsgen: messages %s\nwant %q", messages, line)
			}
		}
		if strings.Count(messages, "cmsgen: not read: ") != len(writing) || !strings.Contains(said, "Theme") {
			t.Errorf("cmsgen: messages %s\nwant %d samples not read, and the type Theme", messages, len(writing))
		}
		described = nil
		if status, _, messages := ran(t, append(args, "-sample", "0")...); status != 0 ||
			strings.Count(messages, "cmsgen: not read: ") != 2 {
			t.Errorf("cmsgen -sample 0: status %d, messages %s, want 0 and 2 routes not read", status, messages)
		} else if len(described) != len(writing)-2+len(reading) {
			t.Errorf("cmsgen -sample 0 sent OPTIONS of\n%s\nwant all but two", strings.Join(described, "\n"))
		}
	}
}

func TestHelpNamesTheRoutesThatAreNotSampled(t *testing.T) {
	t.Parallel()
	_, _, messages := ran(t, "-help")
	for route := range writesWhenRead() {
		if name := route[strings.LastIndexByte(route, '/')+1:]; !strings.Contains(messages, name) {
			t.Errorf("cmsgen -help: %s\nwant the route %s", messages, name)
		}
	}
}

func TestRoutesNamedByAnActionAreNotSampled(t *testing.T) {
	t.Parallel()
	for route, acts := range map[string]bool{
		"shop/v1/send-magic-link": true, "shop/v1/Logout": true, "shop/v1/test_email": true,
		"shop/v1/cache/clear-cache": true, `shop/v1/sites/(?P<id>[\d]+)/sync`: true,
		"shop/v1/sync/status": false, "shop/v1/tests": false, "shop/v1/senders": false, "shop/v1/exports": false,
		`shop/v1/test/(?P<id>[\d]+)`: false, "send/v1/products": false,
	} {
		if got := writes(route, "wp").what; (got != "") != acts {
			t.Errorf("writes of %s: %q, want a reason: %t", route, got, acts)
		}
	}
}
