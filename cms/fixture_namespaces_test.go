package cms_test

import (
	"slices"
	"testing"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/cms/describe"
)

func TestRecordedNamespacesAreReadWhole(t *testing.T) {
	t.Parallel()
	replayAll(t, namespaceCases())
}

func TestTheIndexOfANamespaceThatIsOffHasNoRoute(t *testing.T) {
	t.Parallel()
	replayAll(t, failures(namespaceFailures()))
}

const asksForHelp = "the schemas of the records are asked for, too"

// namespace reads an index, which has n routes, and looks further with more.
func namespace(fixture, name string, n int, more func(*replay, map[string]*describe.Route)) replayCase {
	return replayCase{fixture: fixture, run: func(r *replay) {
		x, err := describe.Of(r.Context(), r.site.Read, name)
		r.ok(err)
		routes, ok := member(r.recorded(""), "routes").(map[string]any)
		if !ok || len(x.Routes) != len(routes) || len(x.Routes) != n {
			r.Fatalf("%d routes", len(x.Routes))
		}
		if own := x.Routes["/"+name]; len(own.Endpoints) != 1 || !slices.Equal(own.Endpoints[0].Methods, []string{"GET"}) {
			r.Errorf("the route of the index: %+v", own)
		}
		more(r, x.Routes)
	}}.asking("context=help", asksForHelp)
}

func namespaceCases() []replayCase {
	return []replayCase{
		namespace("namespace_oembed", cms.NamespaceOEmbed, 3, func(r *replay, routes map[string]*describe.Route) {
			args := routes["/oembed/1.0/proxy"].Endpoints[0].Args
			format, discover, address, width := args.Named("format"), args.Named("discover"), args.Named("url"), args.Named("maxwidth")
			if len(args) != 5 || !address.Required || address.Format != "uri" || width.Required || string(width.Default) != "600" {
				r.Errorf("arguments %+v", args)
			}
			if len(format.Enum) != 2 || string(format.Enum[1]) != `"xml"` || string(format.Default) != `"json"` || !slices.Equal(format.Types, []string{"string"}) {
				r.Errorf("format: %+v", format)
			}
			if string(discover.Default) != "true" || !slices.Equal(discover.Types, []string{"boolean"}) || args.Named("maxheight").Default != nil {
				r.Errorf("discover: %+v", discover)
			}
		}),
		namespace("namespace_code_snippets", cms.NamespaceCodeSnippets, 8, func(r *replay, routes map[string]*describe.Route) {
			list, one := routes["/code-snippets/v1/snippets"], routes[`/code-snippets/v1/snippets/(?P<id>[\d]+)`]
			if len(list.Endpoints) != 2 || len(list.Endpoints[1].Args) == 0 || len(one.Endpoints) != 3 {
				r.Fatalf("routes %+v and %+v", list, one)
			}
			// No arguments come as [].
			if args := list.Endpoints[0].Args; len(args) != 0 {
				r.Errorf("arguments %+v", args)
			}
			if tags := list.Endpoints[1].Args.Named("tags"); !slices.Equal(tags.Types, []string{"array"}) || tags.Items != nil {
				r.Errorf("tags: %+v", tags)
			}
			if list.Endpoints[1].AllowBatch != nil {
				r.Errorf("a snippet may stand in a batch: %v", list.Endpoints[1].AllowBatch)
			}
		}),
		// The name of the specification is another: see the package analytics.
		namespace("namespace_koko_analytics", "koko-analytics/v1", 6, func(r *replay, routes map[string]*describe.Route) {
			if args := routes["/koko-analytics/v1/stats"].Endpoints[0].Args; len(args) != 3 || args.Named("monthly").Types != nil {
				r.Errorf("arguments %+v", args)
			}
		}),
		namespace("namespace_block_visibility", cms.NamespaceBlockVisibility, 3, func(r *replay, routes map[string]*describe.Route) {
			settings := routes["/block-visibility/v1/settings"]
			if len(settings.Endpoints) != 2 || !slices.Equal(settings.Endpoints[1].Methods, []string{"POST", "PUT", "PATCH"}) || len(settings.Endpoints[1].Args) != 0 {
				r.Errorf("settings: %+v", settings)
			}
		}),
	}
}

func namespaceFailures() []failure {
	return []failure{{
		fixture: "namespace_archiver", query: "context=help", why: asksForHelp,
		call: func(r *replay) error {
			_, err := describe.Of(r.Context(), r.site.Read, cms.NamespaceArchiver)
			return err
		}, code: cms.CodeNoRoute, is: []error{cms.ErrNoRoute},
	}}
}
