package main

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"time"
)

// sited is a site that describes itself: an index, a namespace, and what each list
// adds to that.
func sited(t *testing.T, handlers map[string]string) *httptest.Server {
	t.Helper()
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		key := r.Method + " " + r.URL.Path
		if with := r.URL.Query().Get("context"); with != "" {
			key += " " + with
		}
		answer, ok := handlers[key]
		switch {
		case r.URL.Path == "/":
			w.Header().Set("Content-Type", "text/html")
			answer, ok = `<html><meta name="generator" content="WordPress 7.1.3" />`+strings.Repeat(" ", 100<<10), true
		case r.URL.Path == "/wp-json/":
			answer, ok = `{"name": "A", "home": "http://`+r.Host+`", "url": "http://`+r.Host+
				`", "namespaces": ["wp/v2", "shop/v1", "shop"]}`, true
		}
		if !ok {
			t.Errorf("%s was not expected", key)
			w.WriteHeader(http.StatusNotFound)
		}
		if strings.HasPrefix(answer, "403") {
			w.WriteHeader(http.StatusForbidden)
			answer = `{"code": "rest_forbidden_context", "message": "No", "data": {"status": 403}}`
		}
		if strings.HasPrefix(answer, "404") {
			w.WriteHeader(http.StatusNotFound)
			answer = `{"code": "rest_not_found", "message": "No", "data": {"status": 404}}`
		}
		_, _ = w.Write([]byte(strings.ReplaceAll(answer, "HOST", r.Host)))
	}))
	t.Cleanup(server.Close)
	return server
}

const shopIndex = `{"namespace": "shop/v1", "routes": {
	"/shop/v1": {"endpoints": [{"methods": ["GET"], "args": {"namespace": {}, "context": {}}}]},
	"/shop/v1/things": {
		"endpoints": [
			{"methods": ["GET"], "args": {"context": {"type": "string", "enum": ["view", "edit"]}, "page": {"type": "integer"},
			"per_page": {"type": "integer", "default": 10}}},
			{"methods": ["POST"], "args": {"title": {"type": "string"}}}
		],
		"schema": {"title": "thing", "links": [{"href": "http://HOST/"}], "properties": {"id": {"type": "integer"},
		"price": {"type": "number"}, "free": {"type": "object"}}}
	},
	"/shop/v1/things/(?P<id>[\\d]+)": {"endpoints": [{"methods": ["GET"], "args": {"id": {"type": "integer"}}}]},
	"/shop/v1/others": {"endpoints": [{"methods": ["GET"]}], "schema": {"title": "other", "properties": {"a": {}}}}
}}`

func TestDescriptionIsReadFromASite(t *testing.T) {
	t.Parallel()
	server := sited(t, map[string]string{
		"GET /wp-json/wp/v2/users/me edit": `{"id": 3, "username": "editor", "name": "editor"}`,
		"GET /wp-json/shop/v1 help":        shopIndex,
		// The list itself says more than the index of its namespace.
		"OPTIONS /wp-json/shop/v1/things": `{"endpoints": [
			{"methods": ["GET"], "args": {"context": {"type": "string", "enum": ["view", "edit", "embed"]},
			"page": {"type": "integer"}, "per_page": {"type": "integer"}, "sold": {"type": "boolean"}}},
			{"methods": ["POST"], "args": {"logo": {"type": "string", "default": "http://HOST/logo.png",
			"description": "As in http://HOST", "enum": ["http://HOST/logo.png"]}}}
		], "schema": {"title": "thing", "properties": {"id": {"type": "integer"}, "price": {"type": "number"},
		"free": {"type": "object"}, "lacking": {"type": "string"}}}}`,
		"GET /wp-json/shop/v1/things view":  `<b>Warning</b> [{"id": 1, "price": "", "free": {"secret": "Jane"}}]`,
		"GET /wp-json/shop/v1/things edit":  `[{"id": 2, "price": "12.50", "other": "Jane", "_links": {}}]`,
		"GET /wp-json/shop/v1/things embed": "403",
		"GET /wp-json/shop/v1/things/2":     `{"id": 2, "price": "7.50", "free": {"secret": "Jane"}}`,
	})
	folder := t.TempDir()
	save, out := filepath.Join(folder, "shop.json"), filepath.Join(folder, "shop.go")
	args := []string{"-site", server.URL, "-user", "editor", "-prefix", "wp", "-route", "shop/v1/things", "-sample", "5",
		"-package", "shop"}
	if status, said, messages := ran(t, append(args, "-out", out, "-save", save)...); status != 0 {
		t.Fatalf("cmsgen of a site with -save: status %d %s, output %s, want 0", status, messages, said)
	}
	saved := content(t, save)
	source := strings.Join(strings.FieldsFunc(content(t, out), func(r rune) bool { return r == ' ' }), " ")
	for _, want := range []string{
		"// Made from the description of a WordPress 7.1.3 site, read on 2026-11-23:\n// shop/v1/things.\n",
		"Logo *string `json:\"logo,omitzero\"`",
		"Sold *bool `url:\"sold,omitempty\"`",
		"// The site also returns \"\" or a number in a string.\n\tPrice float64 `json:\"price\"`",
		"// Some records lack it.\n\tLacking string `json:\"lacking\"`",
		"was seen to return other.\n",
	} {
		if !strings.Contains(source, want) {
			t.Errorf("cmsgen of a site: %s\nwant %s", source, want)
		}
	}
	for _, secret := range []string{"127.0.0.1", "Jane", "secret", "logo.png", "12.50", "editor"} {
		if strings.Contains(saved+source, secret) {
			t.Errorf("cmsgen of a site with -save wrote %s, want no text of a record, no address and no user", secret)
		}
	}
	if !json.Valid([]byte(saved)) || strings.Contains(saved, "others") {
		t.Errorf("cmsgen with -save wrote %s, want JSON without routes that were not named", saved)
	}
	// From the description comes the same, without the site.
	server.Close()
	if status, said, messages := ran(t, "-from", save, "-package", "shop", "-out", out,
		"-check"); status != 0 || said != "" {
		t.Errorf("cmsgen -from the saved description -check: status %d %s, output %s, want 0 and no change", status, messages,
			said)
	}
	again := filepath.Join(t.TempDir(), "again.go")
	if status, _, messages := ran(t, "-from", save, "-package", "shop", "-out", again); status != 0 {
		t.Fatalf("cmsgen -from the saved description: status %d %s, want 0", status, messages)
	}
	if got, want := content(t, again), content(t, out); got != want {
		t.Errorf("cmsgen -from the saved description wrote\n%s\nwant the file of -site\n%s", got, want)
	}
}

func TestEmptyListWithoutADescriptionBecomesACollection(t *testing.T) {
	t.Parallel()
	server := sited(t, map[string]string{"GET /wp-json/shop/v1 help": shopIndex, "OPTIONS /wp-json/shop/v1/things": "403",
		"GET /wp-json/shop/v1/things view": "[]", "GET /wp-json/shop/v1/things edit": "[]"})
	status, said, messages := ran(t, "-site", server.URL, "-prefix", "wp", "-route", "shop/v1/things", "-sample", "5",
		"-package", "shop")
	if status != statusPartly || !strings.Contains(said, "type Things = cms.Collection[") {
		t.Errorf("cmsgen without OPTIONS: status %d, output %s, want %d and a collection", status, said, statusPartly)
	} else if !strings.HasPrefix(messages, "cmsgen: not read: ") || !strings.Contains(messages, "OPTIONS shop/v1/things") {
		t.Errorf("cmsgen without OPTIONS: messages %s, want that the OPTIONS were not read", messages)
	}
}

func TestCodeIsGeneratedWithoutOPTIONSThatAreTooLarge(t *testing.T) {
	t.Parallel()
	var args strings.Builder
	for i := range 1001 {
		fmt.Fprintf(&args, `,"a%d":{}`, i)
	}
	server := sited(t, map[string]string{
		"GET /wp-json/shop/v1 help":       shopIndex,
		"OPTIONS /wp-json/shop/v1/things": `{"endpoints":[{"methods":["GET"],"args":{` + args.String()[1:] + `}}]}`,
	})
	status, said, messages := ran(t, "-site", server.URL, "-prefix", "wp", "-route", "shop/v1/things", "-package", "shop")
	if status != statusPartly || !strings.Contains(said, "type Things = cms.Collection[") {
		t.Errorf("cmsgen of large OPTIONS: status %d, output %s, want %d and a collection", status, said, statusPartly)
	} else if !strings.HasPrefix(messages, "cmsgen: not read: describe shop/v1/things: ") {
		t.Errorf("cmsgen of large OPTIONS: messages %s, want that the OPTIONS were not read", messages)
	}
}

func TestSiteThatCannotBeReadWritesNothing(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct{ route, index, options, want string }{
		"no such namespace": {"other/v1/things", shopIndex, "",
			"no namespace for other/v1/things; it has wp/v2, shop/v1, shop"},
		"no such route":  {"shop/v1/nothing", shopIndex, "", "there is no route shop/v1/nothing"},
		"no description": {"shop/v1/things", "[]", "", "not a JSON object"},
		"half of one":    {"shop/v1/things", shopIndex[:200], "", "describe shop/v1"},
		"refused":        {"shop/v1/things", "403", "", "403"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			server := sited(t, map[string]string{"GET /wp-json/shop/v1 help": test.index,
				"OPTIONS /wp-json/shop/v1/things": test.options})
			folder := t.TempDir()
			status, _, messages := ran(t, "-site", server.URL, "-prefix", "wp", "-route", test.route, "-package", "shop", "-out",
				filepath.Join(folder, "a.go"), "-save", filepath.Join(folder, "a.json"))
			if status != statusFailed || !strings.Contains(messages, test.want) {
				t.Errorf("cmsgen: status %d, messages %s, want %d and %q", status, messages, statusFailed, test.want)
			}
			if left, err := os.ReadDir(folder); err != nil || len(left) > 0 {
				t.Errorf("ReadDir of the folder after a failed cmsgen: %v, error %v, want no file", left, err)
			}
		})
	}
}

func TestPasswordIsInNoMessage(t *testing.T) {
	t.Parallel()
	var sent atomic.Int32
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if user, password, ok := r.BasicAuth(); ok && user == "editor" && password == "secret" {
			sent.Add(1)
		}
		w.WriteHeader(http.StatusUnauthorized)
	}))
	defer server.Close()
	status, said, messages := ran(t, "-site", server.URL, "-user", "editor", "-prefix", "wp", "-namespace", "wp/v2",
		"-package", "x")
	if status != statusFailed || strings.Contains(said+messages, "secret") {
		t.Errorf("cmsgen with a password: status %d, output %s%s, want %d and no password", status, said, messages,
			statusFailed)
	} else if !strings.Contains(messages, "401") || sent.Load() == 0 {
		t.Errorf("cmsgen with a password: messages %s, %d requests with it, want 401 and at least 1", messages, sent.Load())
	}
	var out strings.Builder
	if status := run(t.Context(), []string{"-site", server.URL, "-user", "editor", "-namespace", "wp/v2", "-package", "x"},
		environment{out: &out, messages: &out, now: time.Now}); status != statusUsage ||
		!strings.Contains(out.String(), "set FONTCMS_APP_PASSWORD") {
		t.Errorf("run with -user and no password: status %d %s, want %d and the variable to set", status, out.String(),
			statusUsage)
	}
}

// TestUnreadableSampleIsReported makes the code without it.
func TestUnreadableSampleIsReported(t *testing.T) {
	t.Parallel()
	server := sited(t, map[string]string{
		"GET /wp-json/shop/v1 help":       shopIndex,
		"OPTIONS /wp-json/shop/v1/others": `{}`,
		"GET /wp-json/shop/v1/others":     "404",
	})
	out := filepath.Join(t.TempDir(), "shop.go")
	status, _, messages := ran(t, "-site", server.URL, "-prefix", "wp", "-route", "shop/v1/others", "-sample", "5",
		"-package", "shop", "-out", out)
	if status != statusPartly || !strings.Contains(messages, "not read: ") {
		t.Errorf("cmsgen of a list that is 404: status %d, messages %s, want %d and the missing sample", status, messages,
			statusPartly)
	} else if !strings.Contains(messages, "sample shop/v1/others") ||
		!strings.Contains(content(t, out), "type Other struct") {
		t.Errorf("cmsgen of a list that is 404: messages %s, want the sample of shop/v1/others and the type Other written",
			messages)
	}
}

// TestInterfaceOfASiteIsFound reads a site without its prefix, or by a root.
func TestInterfaceOfASiteIsFound(t *testing.T) {
	t.Parallel()
	for _, flags := range []string{"", "-root wp-json/"} {
		server := sited(t, map[string]string{"GET /wp-json/shop/v1 help": shopIndex, "OPTIONS /wp-json/shop/v1/things": `{}`,
			"GET /cms-json/": "404"})
		status, said, messages := ran(t,
			append([]string{"-site", server.URL, "-route", "shop/v1/things", "-package", "shop"}, strings.Fields(flags)...)...)
		if status != 0 || !strings.Contains(said, "type Things = cms.Collection[") {
			t.Errorf("cmsgen with %q: status %d, messages %s, output %s, want 0 and a collection", flags, status, messages, said)
		}
	}
}

func TestSkippedRouteIsNotSampled(t *testing.T) {
	t.Parallel()
	server := sited(t, map[string]string{ // the site has no answer for another GET
		"GET /wp-json/shop/v1 help": shopIndex, "OPTIONS /wp-json/shop/v1/things": `{}`,
		"GET /wp-json/shop/v1/things view": `[{"id": 5}]`, "GET /wp-json/shop/v1/things edit": `[{"id": 5}]`,
	})
	status, _, messages := ran(t, "-site", server.URL, "-prefix", "wp", "-route", "shop/v1/things", "-package", "shop",
		"-sample", "5", "-skip", "/shop/v1/things/{id}/")
	if status != 0 || messages != "cmsgen: not read: a sample of shop/v1/things/{id}, which -skip names\n"+
		"cmsgen: summary: 1 not read, 0 routes left out, 0 contradictions\n" {
		t.Errorf("cmsgen with -skip: status %d, messages %s, want 0 and one sample not read", status, messages)
	}
}

func TestRefusedSampleIsInTheSummary(t *testing.T) {
	t.Parallel()
	server := sited(t, map[string]string{
		"GET /wp-json/shop/v1 help": shopIndex, "OPTIONS /wp-json/shop/v1/things": `{}`,
		"GET /wp-json/shop/v1/things view": "403", "GET /wp-json/shop/v1/things edit": "403",
	})
	status, said, messages := ran(t, "-site", server.URL, "-prefix", "wp", "-route", "shop/v1/things", "-package", "shop",
		"-sample", "5")
	if status != statusPartly || !strings.Contains(said, "type Things = ") {
		t.Errorf("cmsgen of a list that is 403: status %d, output %s, want %d and the type Things", status, said,
			statusPartly)
	} else if !strings.HasPrefix(messages, "cmsgen: not read: cms: sample shop/v1/things (GET shop/v1/things): 403 ") ||
		!strings.HasSuffix(messages, "\ncmsgen: summary: 1 not read, 0 routes left out, 0 contradictions\n") {
		t.Errorf("cmsgen of a list that is 403: messages %s, want one sample not read, and a summary of it", messages)
	}
}

func TestRunThatReadsEverythingReportsNothing(t *testing.T) {
	t.Parallel()
	server := sited(t, map[string]string{
		"GET /wp-json/shop/v1 help": shopIndex, "OPTIONS /wp-json/shop/v1/things": `{}`,
		"GET /wp-json/shop/v1/things view": `[]`, "GET /wp-json/shop/v1/things edit": "403",
	})
	status, said, messages := ran(t, "-site", server.URL, "-prefix", "wp", "-route", "shop/v1/things", "-package", "shop",
		"-sample", "5")
	if status != 0 || !strings.Contains(said, "type Things = ") {
		t.Errorf("cmsgen of an empty list: status %d, output %s, want 0 and the type Things", status, said)
	} else if messages != "" {
		t.Errorf("cmsgen of an empty list: messages %s, want none", messages)
	}
}

// TestWhatWasReadIsSavedThoughItMakesNoCode has two routes whose records are to have one name.
func TestWhatWasReadIsSavedThoughItMakesNoCode(t *testing.T) {
	t.Parallel()
	server := sited(t, map[string]string{
		"GET /wp-json/shop/v1 help": shopIndex, "OPTIONS /wp-json/shop/v1/things": `{}`,
		"OPTIONS /wp-json/shop/v1/others": `{}`,
	})
	save := filepath.Join(t.TempDir(), "shop.json")
	status, _, messages := ran(t, "-site", server.URL, "-prefix", "wp", "-route", "shop/v1/things=One,shop/v1/others=One",
		"-package", "shop", "-save", save)
	if status != statusFailed || !strings.Contains(content(t, save), "/shop/v1/others") {
		t.Errorf("cmsgen of two routes of one name: status %d %s, want %d and a saved description", status, messages,
			statusFailed)
	}
}

func TestForeignOutputFileIsRefusedBeforeAnyRequest(t *testing.T) {
	t.Parallel()
	server := sited(t, nil)
	out := written(t, t.TempDir(), "shop.go", "package shop\n")
	status, _, messages := ran(t, "-site", server.URL, "-prefix", "wp", "-route", "shop/v1/things", "-package",
		"shop", "-out", out)
	if status != statusFailed || !strings.Contains(messages, "was not written by cmsgen") {
		t.Errorf("cmsgen to a foreign file: status %d, messages %s, want %d and a refusal", status, messages, statusFailed)
	}
}

// TestContradictionsAndOmissionsAreReported has a field that comes otherwise, and a route that no client calls.
func TestContradictionsAndOmissionsAreReported(t *testing.T) {
	t.Parallel()
	index := strings.Replace(shopIndex, `"/shop/v1/others"`,
		`"/shop/v1/things/(?P<a>\\d+)-(?P<b>\\d+)": {"endpoints": [{"methods": ["GET"]}]}, "/shop/v1/others"`, 1)
	server := sited(t, map[string]string{
		"GET /wp-json/shop/v1 help": index, "OPTIONS /wp-json/shop/v1/things": `{}`,
		"GET /wp-json/shop/v1/things view": `[{"id": 5, "price": "free"}]`, "GET /wp-json/shop/v1/things edit": `[]`,
		"GET /wp-json/shop/v1/things/5": `{"id": 5}`,
	})
	status, said, messages := ran(t, "-site", server.URL, "-prefix", "wp", "-route", "shop/v1/things", "-package",
		"shop", "-sample", "5")
	for _, want := range []string{"Not as the schema says: price of shop/v1/things comes as string, not as number.",
		"Left out: GET shop/v1/things/{a}-{b}: "} {
		if status != 0 || !strings.Contains(messages, want) {
			t.Errorf("cmsgen: status %d, messages %s, want 0 and %q", status, messages, want)
		} else if !strings.Contains(said, want) {
			t.Errorf("cmsgen: output %s, want %q", said, want)
		}
	}
}
