package cms_test

import (
	"slices"
	"testing"

	"github.com/fontcms/fontcms-go/cms"
)

func TestRecordedNamespacesAreReadWhole(t *testing.T) {
	t.Parallel()
	replayAll(t, namespaceCases())
}

func TestTheIndexOfANamespaceThatIsOffHasNoRoute(t *testing.T) {
	t.Parallel()
	replayAll(t, failures(namespaceFailures()))
}

const namedToo = "the argument of the specification is sent too"

// namespace reads an index, which has n routes, and looks further with more.
func namespace(fixture, name string, n int, more func(*replay, cms.Routes)) replayCase {
	return replayCase{fixture: fixture, run: func(r *replay) {
		var resp cms.Response
		x, err := r.site.Namespace(r.Context(), name, cms.Capture(&resp))
		r.ok(err)
		r.captured(resp, "")
		server := r.recorded("")
		routes, ok := member(server, "routes").(map[string]any)
		if !ok || x.Namespace != name || len(x.Routes) != len(routes) || len(x.Routes) != n || x.Extra != nil {
			r.Fatalf("namespace %q, %d routes, extra %v", x.Namespace, len(x.Routes), x.Extra)
		}
		for _, route := range routes {
			spellRoute(route)
		}
		kept(r, server, x)
		if up := x.Links.Get("up"); len(up) != 1 || up[0].Href != replayHost+"/wp-json/" {
			r.Errorf("up: %+v", up)
		}
		own := x.Routes["/"+name]
		if own.Namespace != name || !slices.Equal(own.Methods, []string{"GET"}) || len(own.Endpoints) != 1 {
			r.Errorf("the route of the index: %+v", own)
		}
		more(r, x.Routes)
	}}.asking("namespace="+name, namedToo)
}

// spellRoute writes what a route says of its arguments as this package does: a
// type as a list, and required only where it is true.
func spellRoute(route any) {
	endpoints, _ := member(route, "endpoints").([]any)
	for _, endpoint := range endpoints {
		args, _ := member(endpoint, "args").(map[string]any)
		for _, arg := range args {
			schema, ok := arg.(map[string]any)
			if !ok {
				continue
			}
			if name, ok := schema["type"].(string); ok {
				schema["type"] = []any{name}
			}
			if schema["required"] == false {
				delete(schema, "required")
			}
		}
	}
}

func namespaceCases() []replayCase {
	return []replayCase{
		namespace("namespace_oembed", cms.NamespaceOEmbed, 3, func(r *replay, routes cms.Routes) {
			args := routes["/oembed/1.0/proxy"].Endpoints[0].Args
			format, discover := args["format"], args["discover"]
			if len(args) != 5 || !args["url"].Required.Itself || args["url"].Format != "uri" || args["maxwidth"].Required.Itself || string(args["maxwidth"].Default) != "600" {
				r.Errorf("arguments %+v", args)
			}
			if len(format.Enum) != 2 || string(format.Enum[1]) != `"xml"` || string(format.Default) != `"json"` || !slices.Equal(format.Type, []string{"string"}) {
				r.Errorf("format: %+v", format)
			}
			if string(discover.Default) != "true" || !slices.Equal(discover.Type, []string{"boolean"}) || args["maxheight"].Default != nil {
				r.Errorf("discover: %+v", discover)
			}
		}),
		namespace("namespace_code_snippets", cms.NamespaceCodeSnippets, 8, func(r *replay, routes cms.Routes) {
			list, one := routes["/code-snippets/v1/snippets"], routes[`/code-snippets/v1/snippets/(?P<id>[\d]+)`]
			if len(list.Endpoints) != 2 || len(list.Endpoints[1].Args) == 0 || len(one.Endpoints) != 3 || len(one.Methods) != 5 {
				r.Fatalf("routes %+v and %+v", list, one)
			}
			// No arguments come as [].
			if args := list.Endpoints[0].Args; args == nil || len(args) != 0 {
				r.Errorf("arguments %+v", args)
			}
			if tags := list.Endpoints[1].Args["tags"]; !slices.Equal(tags.Type, []string{"array"}) || tags.Items != nil {
				r.Errorf("tags: %+v", tags)
			}
			if list.Endpoints[1].AllowBatch != nil {
				r.Errorf("a snippet may stand in a batch: %v", list.Endpoints[1].AllowBatch)
			}
		}),
		// The name of the specification is another: see the package analytics.
		namespace("namespace_koko_analytics", "koko-analytics/v1", 6, func(r *replay, routes cms.Routes) {
			if args := routes["/koko-analytics/v1/stats"].Endpoints[0].Args; len(args) != 3 || args["monthly"].Type != nil || args["monthly"].Extra != nil {
				r.Errorf("arguments %+v", args)
			}
		}),
		namespace("namespace_block_visibility", cms.NamespaceBlockVisibility, 3, func(r *replay, routes cms.Routes) {
			settings := routes["/block-visibility/v1/settings"]
			if len(settings.Endpoints) != 2 || !slices.Equal(settings.Endpoints[1].Methods, []string{"POST", "PUT", "PATCH"}) || len(settings.Endpoints[1].Args) != 0 {
				r.Errorf("settings: %+v", settings)
			}
			if _, ok := settings.Extra["_links"]; !ok {
				r.Errorf("extra %v", settings.Extra)
			}
		}),
	}
}

func namespaceFailures() []failure {
	return []failure{{
		fixture: "namespace_archiver", query: "namespace=" + cms.NamespaceArchiver, why: namedToo,
		call: func(r *replay) error {
			_, err := r.site.Namespace(r.Context(), cms.NamespaceArchiver)
			return err
		}, code: cms.CodeNoRoute, is: []error{cms.ErrNoRoute},
	}}
}
