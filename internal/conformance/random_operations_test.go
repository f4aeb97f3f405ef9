package conformance

import (
	"encoding/json"
	"maps"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// tableOperation is a line of the table of operations.
type tableOperation struct {
	Service, Group, Method, Path string
	Args                         []tableArgument
}

// tableArgument is one of an operation, or a member of another.
type tableArgument struct {
	Name, Type, In string
	Enum           []any
	Items          *tableArgument
	Properties     map[string]tableArgument
	Min, Max       *int
}

// coreOperations are those of a stock WordPress that the table of the specification does not have, of some groups.
// What a path has for the name of a thing is {id} here.
func coreOperations(t testing.TB, groups ...string) []tableOperation {
	t.Helper()
	raw, err := os.ReadFile("../../cms/cmsgen/testdata/core.json")
	if err != nil {
		t.Fatal(err)
	}
	type property struct {
		Type  []string
		Enum  []any
		Items *struct {
			Type []string
			Enum []any
		}
	}
	var core struct {
		Routes map[string]struct {
			Endpoints []struct {
				Methods []string
				Args    map[string]property
			}
		}
	}
	if err := json.Unmarshal(raw, &core); err != nil {
		t.Fatal(err)
	}
	var out []tableOperation
	for _, path := range slices.Sorted(maps.Keys(core.Routes)) {
		parts := strings.Split(path, "/")
		if len(parts) < 4 || parts[2] != "v2" || !slices.Contains(groups, parts[3]) {
			continue
		}
		for _, e := range core.Routes[path].Endpoints {
			var args []tableArgument
			for _, name := range slices.Sorted(maps.Keys(e.Args)) {
				if name == "url" {
					continue // of a site: without it, it answers nothing any more
				}
				is := e.Args[name]
				a := tableArgument{Name: name, Type: strings.Join(is.Type, "|"), Enum: is.Enum}
				if is.Items != nil {
					a.Items = &tableArgument{Type: strings.Join(is.Items.Type, "|"), Enum: is.Items.Enum}
				}
				args = append(args, a)
			}
			for _, method := range e.Methods {
				out = append(out, tableOperation{Service: "cms", Group: parts[3], Method: method,
					Path: plainPath(path), Args: args})
			}
		}
	}
	return out
}

// plainPath has {parent} and {id} for all that stands for many.
func plainPath(path string) string {
	return pathVariable.ReplaceAllStringFunc(path, func(found string) string {
		if strings.Contains(found, "parent") {
			return "{parent}"
		}
		return "{id}"
	})
}

var pathVariable = regexp.MustCompile(`\(\?P<\w+>[^()]*\)|\{\w+\}`)

func contextArgument() tableArgument {
	return tableArgument{Name: "context", Type: "string", In: "query", Enum: []any{"view", "embed", "edit"}}
}
