package cmstest_test

import (
	"encoding/json"
	"fmt"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/fontcms/fontcms-go/cms/cmstest"
)

// operation is one of the specification, or of a stock WordPress: "GET", "cms/v2/posts/{}".
type operation struct{ method, path string }

// variable is a part of a path that stands for many, in the spelling of the specification and in that of an index.
var variable = regexp.MustCompile(`\{\w+\}|\(\?P<\w+>(?:[^()]|\((?:[^()]|\([^()]*\))*\))*\)`)

func plainPath(path string) string {
	return strings.Trim(variable.ReplaceAllString(path, "{}"), "/")
}

// knownOperations are those of the table of the ledger, and those of a stock WordPress beside it, these with the names
// of their arguments.
func knownOperations(t *testing.T) map[operation][]string {
	t.Helper()
	out := map[operation][]string{}
	var table struct {
		Operations []struct {
			Service, Method, Path string
		}
	}
	decodeFile(t, "../../internal/ledger/testdata/operations.json", &table)
	for _, o := range table.Operations {
		if o.Service == "cms" {
			out[operation{o.Method, plainPath(o.Path)}] = nil
		}
	}
	var core struct {
		Routes map[string]struct {
			Endpoints []struct {
				Methods []string
				Args    map[string]any
			}
		}
	}
	decodeFile(t, "../cmsgen/testdata/core.json", &core)
	for path, route := range core.Routes {
		for _, e := range route.Endpoints {
			for _, method := range e.Methods {
				one := operation{method, plainPath(path)}
				out[one] = nil
				for name := range e.Args {
					out[one] = append(out[one], name)
				}
			}
		}
	}
	if len(out) < 280 {
		t.Fatalf("Catalogue has %d operations, want at least 280", len(out))
	}
	return out
}

func decodeFile(t *testing.T, file string, into any) {
	t.Helper()
	raw, err := os.ReadFile(file)
	if err == nil {
		err = json.Unmarshal(raw, into)
	}
	if err != nil {
		t.Fatal(err)
	}
}

// unserved are the lines of the table in the comment of the package: a path, "/..." after it if all below it is meant,
// and before
// it the methods if the others are served.
func unserved(t *testing.T) []string {
	t.Helper()
	raw, err := os.ReadFile("doc.go")
	if err != nil {
		t.Fatal(err)
	}
	_, section, _ := strings.Cut(string(raw), "\n// # What is served\n")
	section, _, _ = strings.Cut(section, "\n// # ")
	_, section, _ = strings.Cut(section, "[StoredOnly]")
	var out []string
	for line := range strings.Lines(section) {
		if row, ok := strings.CutPrefix(line, "//\t"); ok {
			out = append(out, strings.TrimSpace(row))
		}
	}
	return out
}

func listed(row string, o operation) bool {
	words := strings.Fields(row)
	path, below := strings.CutSuffix(words[len(words)-1], "/...")
	path, methods := plainPath(path), words[:len(words)-1]
	return (o.path == path || below && strings.HasPrefix(o.path, path+"/")) &&
		(len(methods) == 0 || slices.Contains(methods, o.method))
}

// TestEachOperationIsServed compares the routes of the server with the table of operations that are only stored.
// Remove an operation from the table when it gets behaviour.
func TestEachOperationIsServed(t *testing.T) {
	t.Parallel()
	server := cmstest.NewServer(cmstest.WithTest(t), cmstest.WithLocalhost())
	_, _, index := ask(t, server, "admin", "GET", "/", "")
	served := map[operation]map[string]any{}
	routes, _ := memberOf(index, "routes").(map[string]any)
	for path, route := range routes {
		endpoints, _ := memberOf(route, "endpoints").([]any)
		for _, e := range endpoints {
			methods, _ := memberOf(e, "methods").([]any)
			args, _ := memberOf(e, "args").(map[string]any)
			for _, method := range methods {
				served[operation{fmt.Sprint(method), plainPath(path)}] = args
			}
		}
	}
	stored := map[string]bool{}
	for _, path := range cmstest.StoredRoutes(server) {
		stored[plainPath(path)] = true
	}
	rows, hits := unserved(t), map[string]int{}
	for o, args := range knownOperations(t) {
		have, is := served[o]
		if !is {
			t.Errorf("No route serves %s %s, want one", o.method, o.path)
		}
		at := slices.IndexFunc(rows, func(row string) bool { return listed(row, o) })
		switch {
		case stored[o.path] && at < 0:
			t.Errorf("Route of %s %s only stores, want a row in the table", o.method, o.path)
		case !stored[o.path] && at >= 0 && strings.Count(o.path, "/") > 1:
			t.Errorf("Route of %s %s behaves, want no row in the table of stored routes", o.method, o.path)
		case at >= 0:
			hits[rows[at]]++
		}
		for _, name := range args {
			if _, ok := have[name]; is && !ok && !stored[o.path] { // the description is the test of those
				t.Errorf("Route of %s %s lacks the argument %s, want it", o.method, o.path, name)
			}
		}
	}
	for _, row := range rows {
		if hits[row] == 0 {
			t.Errorf("Row %q names no operation, want one", row)
		}
	}
}
