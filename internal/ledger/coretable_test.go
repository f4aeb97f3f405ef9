package ledger_test

import (
	"encoding/json"
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/fontcms/fontcms-go/cms/describe"
)

// coreTable reads the operations of a stock WordPress 7.1 from the description that the
// tests of cmsgen have, without those of the specification. An argument is in the query
// of a GET or DELETE and in the body of the others; those of the path are left out.
func coreTable(t *testing.T) []operation {
	t.Helper()
	raw, err := os.ReadFile("../../cms/cmsgen/testdata/core.json")
	if err != nil {
		t.Fatal(err)
	}
	site, err := describe.Load(raw)
	if err != nil {
		t.Fatal(err)
	}
	var out []operation
	for _, op := range site.Operations(site.Prefix) {
		o := operation{Service: "cms", Method: op.Method, Path: op.Path, pattern: regexp.MustCompile("^" + op.Route + "$")}
		if path, ok := templatePattern(op.Path); ok {
			o.pattern = path
		}
		for _, arg := range op.Args {
			o.Args = append(o.Args, coreArgument(t, arg, op.Method))
		}
		out = append(out, o)
	}
	return out
}

// templatePattern is the pattern of a route of templates. The description is one of a site
// whose history of templates was numbered, and its pattern of an id fits whatever follows.
func templatePattern(path string) (*regexp.Regexp, bool) {
	if !strings.HasPrefix(path, "/cms/v2/template") {
		return nil, false
	}
	pattern := regexp.MustCompile(`\{\w+\}`).ReplaceAllString(path, `[0-9]+`)
	pattern = regexp.MustCompile(`(templates|template-parts)/\[0-9\]\+`).ReplaceAllString(pattern, `$1/[^/]+//[^/]+`)
	return regexp.MustCompile("^" + pattern + "$"), true
}

// coreArgument is an argument of a description as the table has it.
func coreArgument(t *testing.T, arg describe.NamedSchema, method string) argument {
	t.Helper()
	a := argument{Name: arg.Name, Type: strings.Join(arg.Schema.Types, " or "), In: "body", Enum: arg.Schema.Words()}
	if method == "GET" || method == "DELETE" {
		a.In = "query"
	}
	written := func(v any) json.RawMessage {
		raw, err := json.Marshal(v)
		if err != nil {
			t.Fatal(err)
		}
		return raw
	}
	if arg.Schema.Items != nil {
		a.Items = written(arg.Schema.Items)
	}
	for _, property := range arg.Schema.Properties {
		if a.Properties == nil {
			a.Properties = map[string]json.RawMessage{}
		}
		a.Properties[property.Name] = written(property.Schema)
	}
	return a
}
